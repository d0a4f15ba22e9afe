"""The hall: its screens as the desk manages them and as their machines see them."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.core.validators import slug_re
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.hall import queries
from tournaments.hall.forms import AnnouncementForm, OpenForm, ScreenForm, ShowForm
from tournaments.hall.queries import announcements, by_key, opened, page, picture, turn
from tournaments.hall.services import (
    announce,
    ask_for_code,
    change_screen,
    close_screen,
    end_announcement,
    note_seen,
    open_screen,
    renew_code,
    show_now,
)
from tournaments.models import Screen, Tournament
from tournaments.models.outside import CODE_LASTS
from tournaments.models.people import hash_of
from tournaments.web import logins, requests
from tournaments.web.access import EventRequest, post_only
from tournaments.web.pages import address_for_phones, guarded, of_event
from tournaments.web.refusals import ShownOn, form_page, sent


@require_safe
def screens(request: EventRequest, slug: str) -> HttpResponse:
    """The open screens, and the forms to control them."""
    return _page(request)


@require_safe
def live(request: EventRequest, slug: str) -> HttpResponse:
    """Only the list of screens, which the page requests every few seconds."""
    return render(request, "hall/screens.html#on", _on(request))


def _on(request: EventRequest) -> dict[str, object]:
    tournament = request.tournament
    turns = [(screen, turn(screen, timezone.now())) for screen in opened(tournament)]
    # It is not known what a silent screen shows.
    shown = {which: page(*which) for screen, which in turns if not screen.is_silent}
    return {
        "screens": [
            (
                *(screen, address_of(screen, which), which),
                None if screen.is_silent else picture(which.tournament, shown[which], dark=screen.dark),
            )
            for screen, which in turns
        ],
    }


def _page(
    request: EventRequest,
    *,
    opening: OpenForm | None = None,
    announcing: AnnouncementForm | None = None,
) -> HttpResponse:
    tournament = request.tournament
    context = _on(request) | {
        "opening": opening or OpenForm(prefix="open"),
        "showing": ShowForm(prefix="show", screens=opened(tournament)),
        "announcing": announcing or AnnouncementForm(prefix="announce"),
        "announcements": announcements(tournament),
        "screen_address": address_for_phones(request, reverse("screen", args=[tournament.slug])),
    }
    status = 422 if opening or announcing else 200
    return render(request, "hall/screens.html", context, status=status)


@post_only
def open_(request: EventRequest, slug: str) -> HttpResponse:
    """Open the screen that shows the typed code."""
    form = OpenForm(request.POST, prefix="open")
    if form.is_valid():
        with ShownOn(form, "code"):
            with logins.guess_code(request.user, "code"):
                open_screen(tournament=request.tournament, actor=request.user, **form.cleaned_data)
            messages.success(request, _("The screen is open."))
            return redirect("screens", slug)
    return _page(request, opening=form)


@post_only
def show(request: EventRequest, slug: str) -> HttpResponse:
    """Show one part now, or let the screens rotate again."""
    form = ShowForm(request.POST, prefix="show", screens=opened(request.tournament))
    asked = sent(form, _("Choose a screen and what it is to show."))
    show_now(tournament=request.tournament, actor=request.user, **asked)
    messages.success(request, _("The screens show it within a few seconds."))
    return redirect("screens", slug)


def edit(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Change what one screen shows, and how."""
    tournament = request.tournament
    screen = by_key(tournament, pk)
    form = ScreenForm(request.POST or None, instance=screen)
    if form.is_valid():
        with ShownOn(form, present=lambda: ScreenForm(instance=by_key(tournament, pk))):
            change_screen(
                tournament=tournament, screen=pk, changes=form.changes, seen=form.seen, actor=request.user
            )
            messages.success(request, _("Saved."))
            return redirect("screens", slug)
    return form_page(request, "hall/screen.html", form, {"screen": screen})


@post_only
def close(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Close a screen."""
    close_screen(tournament=request.tournament, screen=pk, actor=request.user)
    messages.success(request, _("The screen is closed."))
    return redirect("screens", slug)


@post_only
def announcement(request: EventRequest, slug: str) -> HttpResponse:
    """Announce a text on all screens and public pages."""
    form = AnnouncementForm(request.POST, prefix="announce")
    if not form.is_valid():
        return _page(request, announcing=form)
    announce(tournament=request.tournament, text=form.cleaned_data["text"], actor=request.user)
    messages.success(request, _("It is announced."))
    return redirect("screens", slug)


@post_only
def announcement_end(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Take an announcement down."""
    end_announcement(tournament=request.tournament, announcement=pk, actor=request.user)
    messages.success(request, _("The announcement is taken down."))
    return redirect("screens", slug)


@require_safe
def poster(request: EventRequest, slug: str) -> HttpResponse:
    """The posters for the wall, and the address to which the event's poster leads phones."""
    context = {
        "public": address_for_phones(request, request.tournament.get_absolute_url()),
    }
    return render(request, "hall/poster.html", context)


# Seconds between two requests of an opened screen.
ASKS = 3
# The cookie with the machine's token, which is sent only to the addresses of this event's screens.
COOKIE = "screen"
COOKIE_AGE = timedelta(days=60)
# The default number of seconds after which a screen without its script requests the next page.
USUAL = Screen._meta.get_field("seconds").default


@require_safe
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect a screen to the page due by the server's clock; show a code if it is not open."""
    tournament = get_object_or_404(Tournament.objects.active(), slug=slug)
    requests.open_event(request, tournament)
    token = request.COOKIES.get(COOKIE, "")
    found = tournament.screens.filter(token_hash=hash_of(token)).first() if token else None
    if found and not found.code:
        return guarded(_turned(found, tournament))
    return guarded(_waiting(request, tournament, found))


def _turned(found: Screen, tournament: Tournament) -> HttpResponse:
    found.tournament = tournament
    note_seen(screen=found)
    return redirect(address_of(found, queries.turn(found, timezone.now())))


def address_of(opened: Screen, shown: queries.Page) -> str:
    """The address of a public page for an open screen; `home` leads back from another group's page."""
    home = opened.tournament.slug if shown.tournament != opened.tournament else ""
    theme = "dark" if opened.dark else ""
    query = _query(page=shown.number, theme=theme, led=opened.seconds, home=home)
    return f"{reverse('screen-part', args=[shown.tournament.slug, shown.part])}{query}"


def _query(**choices: str | int) -> str:
    """The choices that are not empty, as the query of an address."""
    return f"?{urlencode([(name, value) for name, value in choices.items() if value])}"


def _waiting(request: HttpRequest, tournament: Tournament, found: Screen | None) -> HttpResponse:
    """The page with the code to type at the desk; a code that is too old is replaced."""
    token = ""
    if found is None:
        try:
            logins.count_machine(request)
        except logins.Throttled as error:
            wait = {"seconds": error.seconds, "asks": error.seconds, "next": request.path}
            context = {"fault": " ".join(error.messages), **wait}
            return _rendered(request, "hall/code.html", context, status=429)
        found, token = ask_for_code(tournament=tournament)
    else:
        found = renew_code(screen=found)
    context = {
        "code": found.code,
        "until": found.asked_at + CODE_LASTS,
        "seconds": ASKS,
        "asks": ASKS,
        "next": request.path,
        "desk": address_for_phones(request, reverse("screens", args=[tournament.slug])),
    }
    answer = _rendered(request, "hall/code.html", context)
    if token:
        answer.set_cookie(
            COOKIE,
            token,
            max_age=COOKIE_AGE,
            path=reverse("screen", args=[tournament.slug]),
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return answer


@of_event("page", "theme", "led", "home")
def part(request: HttpRequest, tournament: Tournament, part: str) -> HttpResponse:
    """One page of a part, for everybody. `led` is set on opened screens, which ask again what to show.

    Other screens turn through the pages of the part: each page names the next one.
    """
    shown = queries.page(tournament, Screen.Part(part), _number(request, "page", 1))
    led = _number(request, "led", 0)
    theme = "dark" if request.GET.get("theme") == "dark" else ""
    following = _query(page=shown.number % shown.pages + 1, theme=theme)
    ahead = queries.next_start(tournament, shown.round)
    context = {
        "shown": shown,
        "theme": theme,
        "ahead": ahead,
        "deadline": queries.open_deadline(shown.round),
        "next": _asked(request, tournament) if led else f"{request.path}{following}",
        "seconds": led or USUAL,
        # An opened screen soon follows the desk; any other one asks when its page has been read.
        "asks": ASKS if led else USUAL,
        "public": address_for_phones(request, tournament.get_absolute_url()),
    }
    return _rendered(request, "hall/page.html", context)


def _asked(request: HttpRequest, tournament: Tournament) -> str:
    """Where an opened screen asks what to show: at its own event, which is `home` on another group's page."""
    home = request.GET.get("home", "")
    return reverse("screen", args=[home if slug_re.match(home) else tournament.slug])


def _rendered(
    request: HttpRequest, template: str, context: dict[str, object], status: int = 200
) -> HttpResponse:
    """A page of a screen, with what its script needs: the time zone of the hall's clock."""
    return render(request, template, {"zone": settings.TIME_ZONE, **context}, status=status)


def _number(request: HttpRequest, name: str, usual: int) -> int:
    """A number in the address; the usual one for anything else."""
    written = request.GET.get(name, "")
    return int(written) if written.isascii() and written.isdecimal() and len(written) < 4 else usual

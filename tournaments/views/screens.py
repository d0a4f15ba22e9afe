"""The hall's screens, as their machines see them: first a code, then the pages that the desk has chosen."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.core.validators import slug_re
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from tournaments.models import Screen, Tournament
from tournaments.models.link import hash_of
from tournaments.models.screen import CODE_LASTS
from tournaments.selectors import screens
from tournaments.services.screens import ask_for_code, note_seen, renew_code
from tournaments.views.phones import address_for_phones
from tournaments.views.secret_links import guarded
from tournaments.web import languages, logins
from tournaments.web.pages import of_event

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
    tournament = get_object_or_404(Tournament.objects.standing(), slug=slug)
    languages.speak_as_event(request, tournament)
    token = request.COOKIES.get(COOKIE, "")
    found = tournament.screens.filter(token_hash=hash_of(token)).first() if token else None
    if found and not found.code:
        return guarded(_turned(found, tournament))
    return guarded(_waiting(request, tournament, found))


def _turned(found: Screen, tournament: Tournament) -> HttpResponse:
    found.tournament = tournament
    note_seen(screen=found)
    return redirect(address_of(found, screens.turn(found, timezone.now())))


def address_of(opened: Screen, shown: screens.Page) -> str:
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
            context = {"tournament": tournament, "fault": " ".join(error.messages)}
            wait = {"seconds": error.seconds, "asks": error.seconds, "next": request.path}
            return _rendered(request, "screen/code.html", context | wait, status=429)
        found, token = ask_for_code(tournament=tournament)
    else:
        found = renew_code(screen=found)
    context = {
        "tournament": tournament,
        "code": found.code,
        "until": found.asked_at + CODE_LASTS,
        "seconds": ASKS,
        "asks": ASKS,
        "next": request.path,
        "desk": address_for_phones(request, reverse("screens", args=[tournament.slug])),
    }
    answer = _rendered(request, "screen/code.html", context)
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
    shown = screens.page(tournament, Screen.Part(part), _number(request, "page", 1))
    led = _number(request, "led", 0)
    theme = "dark" if request.GET.get("theme") == "dark" else ""
    following = _query(page=shown.number % shown.pages + 1, theme=theme)
    ahead = screens.next_start(tournament, shown.round)
    context = {
        "tournament": tournament,
        "shown": shown,
        "theme": theme,
        "ahead": ahead,
        "deadline": screens.open_deadline(shown.round),
        "next": _asked(request, tournament) if led else f"{request.path}{following}",
        "seconds": led or USUAL,
        # An opened screen soon follows the desk; any other one asks when its page has been read.
        "asks": ASKS if led else USUAL,
        "public": address_for_phones(request, tournament.get_absolute_url()),
    }
    return _rendered(request, "screen/page.html", context)


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

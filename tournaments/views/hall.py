"""The hall as managed from the desk: the open screens, what each shows, announcements, the poster."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.errors import DomainError, Overtaken
from tournaments.forms.screens import AnnouncementForm, OpenForm, ScreenForm, ShowForm
from tournaments.selectors.screens import announcements, by_key, opened, page, picture, turn
from tournaments.services.announcements import announce, end_announcement
from tournaments.services.screens import change_screen, close_screen, open_screen, show_now
from tournaments.views.phones import address_for_phones
from tournaments.views.post_only import post_only
from tournaments.views.screens import address_of
from tournaments.web import logins
from tournaments.web.access import EventRequest


@require_safe
def screens(request: EventRequest, slug: str) -> HttpResponse:
    """The open screens, and the forms to control them."""
    return _page(request)


@require_safe
def live(request: EventRequest, slug: str) -> HttpResponse:
    """Only the list of screens, which the page requests every few seconds."""
    return render(request, "desk/screens.html#on", _on(request))


def _on(request: EventRequest) -> dict[str, object]:
    tournament = request.tournament
    turns = [(screen, turn(screen, timezone.now())) for screen in opened(tournament)]
    # It is not known what a silent screen shows.
    shown = {which: page(*which) for screen, which in turns if not screen.is_silent}
    return {
        "tournament": tournament,
        "role": request.role,
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
    return render(request, "desk/screens.html", context, status=status)


@post_only
def open_(request: EventRequest, slug: str) -> HttpResponse:
    """Open the screen that shows the typed code."""
    form = OpenForm(request.POST, prefix="open")
    if form.is_valid():
        try:
            with logins.guess_code(request.user, "code"):
                open_screen(tournament=request.tournament, actor=request.user, **form.cleaned_data)
        except DomainError as error:
            form.add_error("code", error.message)
        except ValidationError as error:
            form.add_error("code", error.messages)
        else:
            messages.success(request, _("The screen is open."))
            return redirect("screens", slug)
    return _page(request, opening=form)


@post_only
def show(request: EventRequest, slug: str) -> HttpResponse:
    """Show one part now, or let the screens rotate again."""
    form = ShowForm(request.POST, prefix="show", screens=opened(request.tournament))
    if not form.is_valid():
        raise DomainError("form", _("Choose a screen and what it is to show."))
    show_now(tournament=request.tournament, actor=request.user, **form.cleaned_data)
    messages.success(request, _("The screens show it within a few seconds."))
    return redirect("screens", slug)


def edit(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Change what one screen shows, and how."""
    tournament = request.tournament
    screen = by_key(tournament, pk)
    form = ScreenForm(request.POST or None, instance=screen)
    if request.method == "POST" and form.is_valid():
        try:
            change_screen(
                tournament=tournament, screen=pk, changes=form.changes, seen=form.seen, actor=request.user
            )
        except Overtaken as error:
            form.overtaken(ScreenForm(instance=by_key(tournament, pk)), error.now)
        except ValidationError as error:
            form.refuse(error)
        else:
            messages.success(request, _("Saved."))
            return redirect("screens", slug)
    context = {"tournament": tournament, "role": request.role, "screen": screen, "form": form}
    return render(request, "desk/screen.html", context, status=form.status)


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
        "tournament": request.tournament,
        "role": request.role,
        "public": address_for_phones(request, request.tournament.get_absolute_url()),
    }
    return render(request, "desk/poster.html", context)

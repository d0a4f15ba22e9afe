"""The rating lists that an event follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.errors import DomainError, Overtaken
from tournaments.forms.event_lists import EventListsForm
from tournaments.selectors import event_lists, rating_lists, ratings, rounds
from tournaments.services.tournaments import change_regulations

if TYPE_CHECKING:
    from django.http import HttpResponse

    from tournaments.web.access import EventRequest


def lists(request: EventRequest, slug: str) -> HttpResponse:
    """The lists of the event, and the form that chooses them."""
    tournament = request.tournament
    bound = rounds.is_bound(tournament)
    form = EventListsForm(request.POST or None, instance=tournament, bound=bound)
    if request.method == "POST" and form.is_valid():
        try:
            change_regulations(
                tournament=tournament, changes=form.changes, seen=form.seen, actor=request.user
            )
        except Overtaken as error:
            tournament.refresh_from_db()
            form.overtaken(EventListsForm(instance=tournament, bound=bound), error.now)
        except DomainError as error:
            form.add_error(None, error.message)
        except ValidationError as error:
            form.refuse(error)
        else:
            messages.success(request, _("The rating lists of the event are chosen."))
            return redirect("ratings-check", slug)
    context = {
        "tournament": tournament,
        "role": request.role,
        "form": form,
        "bound": bound,
        "method": ratings.method_in_words(tournament),
        "sources": rating_lists.sources(event_lists.followed(tournament)),
    }
    return render(request, "desk/event_lists.html", context, status=form.status)

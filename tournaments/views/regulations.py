"""Saving a form with some of the event's regulations; several pages have one."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError

from tournaments.errors import DomainError, Overtaken
from tournaments.forms.changes import ChangesForm
from tournaments.services.tournaments import change_regulations
from tournaments.web.access import EventRequest


def saved(request: EventRequest, form: ChangesForm, **options: Any) -> bool:
    """Save what the valid form changes; False if that is refused, and the form then says why.

    `options` are those with which the form was made.
    """
    tournament = request.tournament
    try:
        change_regulations(tournament=tournament, changes=form.changes, seen=form.seen, actor=request.user)
    except Overtaken as error:
        tournament.refresh_from_db()
        form.overtaken(type(form)(instance=tournament, **options), error.now)
    except DomainError as error:
        form.add_error(None, error.message)
    except ValidationError as error:
        form.refuse(error)
    else:
        return True
    return False

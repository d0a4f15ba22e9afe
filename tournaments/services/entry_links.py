"""Links by which helpers in the hall enter the current round's results, without an account."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.log.acts import Act, Told, acting, by_its_name, fields, moment
from tournaments.models import AuditEvent, EntryLink, Helper, Tournament
from tournaments.services.people import give_token

Action = AuditEvent.Action


def make_entry_link(
    *, tournament: Tournament, label: str, expires_at: datetime, nonce: UUID, actor: User
) -> tuple[EntryLink, str]:
    """Make a link for entering results; returns it and its token, which is stored nowhere.

    Raises Conflict if the same form was sent before; DomainError for an event of teams, whose matches have
    several boards each.
    """
    with acting(tournament, actor) as act:
        if act.tournament.boards is not None:
            text = _("In team events the results of boards are entered at the desk.")
            raise DomainError("teams", text)
        link = EntryLink(tournament=act.tournament, label=label, made_by=actor)
        token = give_token(link, expires_at, nonce)
        act.record(Action.ENTRY_LINK_MADE, subject=label, after={"expires_at": expires_at})
        return link, token


def revoke_entry_link(*, tournament: Tournament, link: int, actor: User) -> None:
    """End a link, on every phone that has opened it. Results entered by it stay."""
    with acting(tournament, actor) as act:
        row = EntryLink.objects.filter(tournament=act.tournament, pk=link, revoked_at=None).first()
        if row is None:
            raise DomainError("no_link", _("There is no such link, or it is revoked already."))
        _end(act, row)


def end_all(act: Act) -> None:
    """Within an act: end every link of the event, each with a line of the log."""
    for row in EntryLink.objects.standing().filter(tournament=act.tournament):
        _end(act, row)


def _end(act: Act, row: EntryLink) -> None:
    row.revoked_at = timezone.now()
    row.save(update_fields=["revoked_at"])
    act.record(Action.ENTRY_LINK_REVOKED, subject=row.label)


def start_helper(*, link: EntryLink, initials: str) -> Helper:
    """Let a person who has the link begin; their `initials` are shown beside what they enter.

    Raises DomainError if the link has ended.
    """
    helper = Helper(link=link, initials=initials)
    with acting(link.tournament, helper) as act:
        helper.full_clean()
        helper.save()
        act.record(Action.HELPER_STARTED, subject=link.label)
        return helper


TOLD: Told = {
    Action.ENTRY_LINK_MADE: fields(EntryLink, words={"expires_at": moment}),
    Action.ENTRY_LINK_REVOKED: by_its_name,
    Action.HELPER_STARTED: by_its_name,
}

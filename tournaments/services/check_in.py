"""The check-in before round 1: players who are there are paired, others left out (C.04.2 C.1, 2026: 4.1)."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.errors import Conflict, DomainError, Level, RuleWarning
from tournaments.log.acts import Text, Told, acting, by_its_name, confirm, fields
from tournaments.models import AuditEvent, Player, Tournament
from tournaments.selectors import rounds
from tournaments.services import late_entries, numbers, players

Action, Presence = AuditEvent.Action, Player.Presence


def start_check_in(*, tournament: Tournament, actor: User) -> None:
    """From now on, pair only players who have been seen, or whom the arbiter decides to expect."""
    with acting(tournament, actor) as act:
        event = act.tournament
        if event.check_in_at:
            raise Conflict("check_in", _("The check-in has been started already."))
        _require_before_round_1(event)
        event.check_in_at = timezone.now()
        event.save(update_fields=["check_in_at"])
        act.record(Action.CHECK_IN_STARTED, subject=str(event.players.count()))


def abandon_check_in(*, tournament: Tournament, actor: User) -> None:
    """Pair everybody on the list, as without a check-in; it is forgotten who was seen."""
    with acting(tournament, actor) as act:
        event = act.tournament
        if not event.check_in_at:
            raise Conflict("no_check_in", _("There is no check-in."))
        _require_before_round_1(event)
        event.check_in_at = None
        event.save(update_fields=["check_in_at"])
        event.players.update(presence=Presence.MISSING)
        act.record(Action.CHECK_IN_ABANDONED)


def note_presence(*, player: Player, presence: str, actor: User) -> None:
    """Note that a player is there, is expected, or is missing after all.

    "expected" is the arbiter's decision to pair a player who has not arrived (C.04.2 C.1, C.2). Players seen
    after round 1 was published play from the next round on, and get for the missed rounds what the rules of
    the event give a late entry (C.2). The same again changes nothing. Raises DomainError once round 1 is
    published for a player who was not missing: they are withdrawn instead.
    """
    if presence not in Presence.values:
        raise DomainError("presence", _("Expected present, expected or missing."))
    with acting(player.tournament, actor) as act:
        event = act.tournament
        row = event.players.filter(pk=player.pk).first()
        if row is None:
            raise Conflict("gone", _("%(name)s has been removed in the meantime.") % {"name": player.name})
        if not event.check_in_at:
            raise Conflict("no_check_in", _("There is no check-in."))
        if row.presence == presence:
            return
        begun = rounds.has_begun(event)
        if begun and row.presence != Presence.MISSING:
            raise DomainError(
                "has_begun",
                _("Round 1 is published: withdraw %(name)s instead.") % {"name": row.name},
            )
        before, first_before = row.presence, row.first_round
        row.presence = presence
        if begun and (coming := rounds.next_number(event)):
            row.first_round = max(row.first_round, coming)
        act.record(
            Action.PRESENCE_NOTED,
            subject=row.name,
            before={"presence": before or "missing"},
            after={"presence": presence or "missing"},
        )
        row.save(update_fields=["presence", "first_round"])
        if row.first_round != first_before:
            late_entries.follow_rules(act, row, first_before)


def strike_missing(*, tournament: Tournament, actor: User, confirmation: str = "") -> list[str]:
    """Strike out all missing players before round 1: they are excluded (C.04.2 C.1, 2026: 4.1).

    Returns their names. Without this they stay on the list and are paired as soon as they are seen. Raises
    ConfirmationNeeded first, Conflict if nobody is missing.
    """
    with acting(tournament, actor) as act:
        event = act.tournament
        _require_before_round_1(event)
        missing = [player for player in event.players.all() if player.is_missing]
        if not missing:
            raise Conflict("nobody_missing", _("Nobody is missing."))
        names = [player.name for player in missing]
        confirm(
            act,
            "strike-missing",
            [
                RuleWarning(
                    Level.HARMLESS,
                    "struck_out",
                    ngettext(
                        "%(count)d player is struck from the list. A player who comes after all is entered"
                        " again.",
                        "%(count)d players are struck from the list. A player who comes after all is entered"
                        " again.",
                        len(names),
                    )
                    % {"count": len(names)},
                    article="C.04.2 C.1",
                    details=tuple(names),
                    facts={"players": sorted(player.pk for player in missing)},
                )
            ],
            of={},
            given=confirmation,
        )
        for player in missing:
            players.strike(act, player)
        numbers.close_gaps(event)
        return names


def _require_before_round_1(tournament: Tournament) -> None:
    if rounds.has_begun(tournament):
        raise DomainError("has_begun", _("Round 1 is published: the check-in is over."))


def _presence(written: str) -> Text:
    return Presence("" if written == "missing" else written).label


TOLD: Told = {
    Action.CHECK_IN_STARTED: by_its_name,
    Action.CHECK_IN_ABANDONED: by_its_name,
    Action.PRESENCE_NOTED: fields(presence=gettext_lazy("is"), words={"presence": _presence}),
}

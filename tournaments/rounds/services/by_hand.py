"""Pairing the coming round by hand: a phase that is begun and ended; faults are named as they are made.

It is the arbiters' last resort, if no pairing complies or events force one (C.04.2 A.5). While the phase is
open, boards come and go in the draft, and nothing else touches them. When it ends, the pairing is compared
with that of the rules; a difference needs two confirmations and a reason, and stays visible.
"""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import rulebook
from tournaments.errors import Conflict, DomainError, Level, RuleWarning
from tournaments.log import services as log
from tournaments.log.acts import Act, LogLines, Question, acting, by_its_name, confirm
from tournaments.log.queries import manual_pairing
from tournaments.models import AuditEvent, Game, IntegrityEvent, Player, Round, Seat, Tournament
from tournaments.rounds.queries import by_hand
from tournaments.rounds.queries.boards import boards_as_numbers
from tournaments.rounds.services.drafts import (
    clear_draft,
    end_round_before,
    make_draft,
    pairing,
    require_seen,
    seat_pairs,
    to_be_paired,
)

Action = AuditEvent.Action
Kind = Seat.Kind


def begin(*, tournament: Tournament, number: int, actor: User, confirmation: str = "") -> Round:
    """Begin the phase with the present draft, or with the pairing of the rules, or with none if they fail.

    Beginning again removes what the phase before it left in the report. Raises and asks whatever pairing the
    round does, and raises Conflict if the phase has begun.
    """
    with acting(tournament, actor) as act:
        round_ = to_be_paired(act.tournament, number)
        if round_.is_by_hand:
            raise Conflict(
                "by_hand", _("Round %(number)d is being paired by hand already.") % {"number": number}
            )
        if not round_.is_draft:
            end_round_before(
                act, round_, Question("begin-by-hand", _("Pair round %(number)s by hand")), given=confirmation
            )
            clear_draft(round_)
            _draft_if_possible(act, round_)
        start = log.snapshot_of_pairing(round_)
        if earlier := manual_pairing(round_):
            # Taking the second phase back takes back the first one too.
            start = log.rewound(start, earlier.changes)
            log.lift(act, number, IntegrityEvent.Kind.MANUAL_PAIRING)
        round_.by_hand_from = log.fit_to_keep(start)
        round_.state = Round.State.DRAFT
        round_.imported = False
        round_.drafted_at = timezone.now()
        round_.fingerprint = rulebook.fingerprint(act.tournament, number)
        round_.save(update_fields=["by_hand_from", "state", "imported", "drafted_at", "fingerprint"])
        act.record(Action.MANUAL_BEGUN, round_number=number, before=boards_as_numbers(round_))
        return round_


def pair_two(
    *, tournament: Tournament, number: int, white: int, black: int, actor: User, confirmation: str = ""
) -> Game:
    """Put two free players, named by their keys, at a board. Raises ConfirmationNeeded for a fault.

    The same board again is harmless.
    """
    with acting(tournament, actor) as act:
        round_ = _open_phase(act.tournament, number)
        if white == black:
            raise DomainError("same", _("Choose two different players, one for White and one for Black."))
        if made := _board_of(round_, white, black):
            return made
        one, two = _free(round_, white), _free(round_, black)
        _confirm(
            act,
            Question("pair-by-hand", _("Put these two players at a board")),
            round_,
            [(one, two)],
            given=confirmation,
        )
        game = Game(round=round_)
        seat_pairs([(game, one, two)])
        act.record(Action.MANUAL_PAIRED, round_number=number, subject=_board(one, two))
        return game


def unpair(*, tournament: Tournament, number: int, game: int, actor: User) -> None:
    """Take the board of the game with this key away: its players are free then."""
    with acting(tournament, actor) as act:
        round_ = _open_phase(act.tournament, number)
        row, white, black = _game(round_, game)
        row.delete()
        act.record(Action.MANUAL_UNPAIRED, round_number=number, subject=_board(white, black))


def unpair_all(*, tournament: Tournament, number: int, actor: User, seen: int | None = None) -> None:
    """Take every board and the allocated bye away. Byes that were asked for stay.

    `seen` is the revision of the event that the arbiter looked at, if any: raises Conflict if somebody has
    done something since, which would be lost unseen.
    """
    with acting(tournament, actor) as act:
        round_ = _open_phase(act.tournament, number)
        before = boards_as_numbers(round_)
        if not before["boards"] and not before["bye"]:
            return
        require_seen(act.tournament, seen)
        round_.games.all().delete()
        round_.seats.filter(kind=Kind.PAIRING_ALLOCATED_BYE).delete()
        act.record(Action.MANUAL_UNPAIRED, round_number=number, before=before)


def swap_colours(
    *, tournament: Tournament, number: int, game: int, white_to: int, actor: User, confirmation: str = ""
) -> None:
    """Give White to the player at this board who has the key `white_to`, and Black to the other.

    Raises ConfirmationNeeded for a fault. A player who has White already keeps it, which is harmless.
    """
    with acting(tournament, actor) as act:
        round_ = _open_phase(act.tournament, number)
        row, white, black = _game(round_, game)
        if white_to == white.pk:
            return
        if white_to != black.pk:
            raise _board_gone()
        _confirm(
            act, Question("swap-by-hand", _("Swap colours")), round_, [(black, white)], given=confirmation
        )
        row.seats.all().delete()
        Seat.objects.bulk_create(
            Seat(round=round_, player=player, kind=Kind.GAME, game=row, colour=colour)
            for player, colour in ((black, Seat.Colour.WHITE), (white, Seat.Colour.BLACK))
        )
        act.record(Action.MANUAL_SWAPPED, round_number=number, subject=_board(black, white))


def give_allocated_bye(
    *, tournament: Tournament, number: int, player: int, actor: User, confirmation: str = ""
) -> None:
    """Give the pairing-allocated bye to the free player with this key. Raises ConfirmationNeeded for a fault.

    A round has at most one: raises Conflict if somebody has it.
    """
    with acting(tournament, actor) as act:
        round_ = _open_phase(act.tournament, number)
        row = _free(round_, player)
        if holder := by_hand.bye_of(round_):
            raise Conflict(
                "bye_given",
                _("%(name)s has the bye of round %(number)d. Take it back first.")
                % {"name": holder.name, "number": number},
            )
        _confirm(
            act,
            Question("bye-by-hand", _("Give the pairing-allocated bye")),
            round_,
            bye=row,
            given=confirmation,
        )
        Seat.objects.create(round=round_, player=row, kind=Kind.PAIRING_ALLOCATED_BYE)
        act.record(Action.MANUAL_BYE, round_number=number, subject=row.name)


def take_allocated_bye(*, tournament: Tournament, number: int, player: int, actor: User) -> None:
    """Take the pairing-allocated bye back from the player with this key, who is free then."""
    with acting(tournament, actor) as act:
        round_ = _open_phase(act.tournament, number)
        holder = by_hand.bye_of(round_)
        if holder is None or holder.pk != player:
            raise Conflict(
                "no_bye", _("The bye of round %(number)d was taken back already.") % {"number": number}
            )
        round_.seats.filter(kind=Kind.PAIRING_ALLOCATED_BYE).delete()
        act.record(Action.MANUAL_BYE_TAKEN, round_number=number, subject=holder.name)


def end(
    *, tournament: Tournament, number: int, actor: User, reason: str = "", confirmation: str = ""
) -> IntegrityEvent | None:
    """End the phase, and compare the pairing with that of the rules (C.04.2 A.4, A.5; 2026: 1.4, 1.5).

    Returns the event that notes the difference, or None if there is none. Raises ConfirmationNeeded, twice,
    for a difference, and DomainError while a player is free, or at a board though no longer in the round.
    """
    with acting(tournament, actor) as act:
        round_ = _open_phase(act.tournament, number)
        if free := by_hand.free_players(round_):
            raise DomainError(
                "free",
                _("Still free: %(names)s. Pair them or give them a bye, then end the pairing by hand.")
                % {"names": "; ".join(player.name for player in free)},
            )
        if absent := by_hand.absent_players(round_):
            raise DomainError(
                "absent",
                _("%(names)s: no longer in round %(number)d. Take these boards away.")
                % {"names": "; ".join(player.name for player in absent), "number": number},
            )
        found = by_hand.comparison(round_)
        if found.differs:
            warning = RuleWarning(
                Level.NECESSARY,
                "differs_from_rules",
                _("This pairing is not the one that the rules give."),
                article="C.04.2 A.4, C.04.2 A.5",
                facts={"found": found.surplus, "rules": found.missing},
                details=tuple(filter(None, (found.message, _the_same(found)))),
                table=found.table,
                consequence=_(
                    "Your reason and both pairings stay on the published list and in the report. Correct"
                    " pairings may not be altered in favour of a player; if that was done for a norm or a"
                    " title, it is reported and may be punished."
                ),
            )
            confirm(
                act,
                Question("end-by-hand", _("End the pairing by hand")),
                [warning],
                of={"round": number},
                given=confirmation,
                reason=reason,
            )
        audit = act.record(
            Action.MANUAL_ENDED,
            round_number=number,
            after=boards_as_numbers(round_),
            reason=reason.strip() if found.differs else "",
        )
        return _close(act, round_, found, audit)


def _the_same(found: by_hand.Comparison) -> str:
    text = ngettext(
        "%(count)d other board is the same in both.",
        "%(count)d other boards are the same in both.",
        found.same,
    )
    return text % {"count": found.same} if found.same else ""


def _close(act: Act, round_: Round, found: by_hand.Comparison, audit: AuditEvent) -> IntegrityEvent | None:
    """Close the phase; a difference is noted together with what undoes the whole phase."""
    start = log.snapshot_of(round_.by_hand_from or [])
    round_.by_hand_from = None
    round_.fingerprint = rulebook.fingerprint(act.tournament, round_.number)
    round_.drafted_at = timezone.now()
    round_.save(update_fields=["by_hand_from", "fingerprint", "drafted_at"])
    if not found.differs:
        return None
    return IntegrityEvent.objects.create(
        tournament=act.tournament,
        kind=IntegrityEvent.Kind.MANUAL_PAIRING,
        round_number=round_.number,
        audit=audit,
        before=found.missing,
        after=found.surplus,
        changes=log.difference(start, log.snapshot_of_pairing(round_)),
    )


def _draft_if_possible(act: Act, round_: Round) -> None:
    """Start from the pairing of the rules; if they find none, from nothing: pairing by hand is for that."""
    try:
        make_draft(act, round_, {})
    except DomainError as error:
        if error.code != "unpairable":
            raise


def _confirm(
    act: Act,
    what: Question,
    round_: Round,
    pairs: list[tuple[Player, Player]] | None = None,
    *,
    bye: Player | None = None,
    given: str,
) -> None:
    """Name every fault that the act would make (Level 3; Level 2 if both get the other one's colour)."""
    present = rulebook.fingerprint(act.tournament, round_.number)
    people = [player for pair in pairs or [] for player in pair] + ([bye] if bye else [])
    warnings = [
        RuleWarning(
            Level.UNDESCRIBED if fault.wrong is rulebook.Wrong.BOTH_COLOURS else Level.HARMLESS,
            fault.wrong,
            by_hand.sentence(fault),
            article=fault.article,
            # What the fault rests on: if a result comes in meanwhile, it may be a different one.
            facts={"players": [player.pk for player in fault.players], "from": present},
        )
        for fault in rulebook.faults(act.tournament, round_.number, pairs or [], bye)
    ]
    of = {"round": round_.number, "players": [player.pk for player in people]}
    confirm(act, what, warnings, of=of, given=given)


def _open_phase(tournament: Tournament, number: int) -> Round:
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None or not round_.is_by_hand:
        raise Conflict(
            "not_by_hand", _("Round %(number)d is not being paired by hand now.") % {"number": number}
        )
    return round_


def _free(round_: Round, player: int) -> Player:
    row = round_.tournament.players.filter(pk=player).first()
    if row is None or not row.takes_part_in(round_.number):
        raise Conflict("gone", _("This player does not take part in round %(n)d.") % {"n": round_.number})
    if seat := round_.seats.filter(player=row).first():
        text, now = _("%(name)s is no longer free: %(now)s."), seat.get_kind_display()
        if seat.game_id:
            text = _("%(name)s is no longer free: at a board with %(now)s.")
            now = Player.objects.exclude(pk=row.pk).get(seats__game=seat.game_id).name
        raise Conflict("not_free", text % {"name": row.name, "now": now})
    return row


def _board_of(round_: Round, white: int, black: int) -> Game | None:
    """The board at which these two sit with these colours; None if there is none."""
    seats = round_.seats.filter(kind=Kind.GAME)
    theirs = seats.filter(player=white, colour=Seat.Colour.WHITE).values("game")
    seat = seats.filter(player=black, game__in=theirs).select_related("game").first()
    return seat.game if seat else None


def _game(round_: Round, game: int) -> tuple[Game, Player, Player]:
    row = round_.games.filter(pk=game).first()
    if row is None:
        raise _board_gone()
    players = {seat.colour: seat.player for seat in row.seats.select_related("player")}
    return row, players["w"], players["b"]


def _board_gone() -> Conflict:
    return Conflict("gone", _("This board has been taken away in the meantime."))


def _board(white: Player, black: Player) -> str:
    return f"{white.name} – {black.name}"


LOG_LINES: LogLines = {
    **dict.fromkeys((Action.MANUAL_BEGUN, Action.MANUAL_PAIRED, Action.MANUAL_UNPAIRED), by_its_name),
    **dict.fromkeys((Action.MANUAL_SWAPPED, Action.MANUAL_BYE, Action.MANUAL_BYE_TAKEN), by_its_name),
    Action.MANUAL_ENDED: pairing,
}

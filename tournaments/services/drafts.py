"""What the services of a round share: finding it, filling its draft, emptying it, numbering its boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.errors import Conflict, DomainError
from tournaments.models import AuditEvent, Game, IntegrityEvent, Round, Seat
from tournaments.selectors import rounds as reading
from tournaments.services.integrity import lift

if TYPE_CHECKING:
    from tournaments.models import Player, Tournament
    from tournaments.services.act import Act

Action, State, Kind = AuditEvent.Action, Round.State, Seat.Kind


def round_with(tournament: Tournament, number: int) -> Round:
    """The round with this number; DomainError where there is none."""
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None:
        raise DomainError("no_round", _("This tournament has no round %(number)d.") % {"number": number})
    return round_


def to_be_paired(tournament: Tournament, number: int) -> Round:
    """The round with this number, where nothing stands between it and being paired; DomainError else."""
    round_ = round_with(tournament, number)
    if round_.is_public:
        raise Conflict("published", _("Round %(number)d is published already.") % {"number": number})
    if standing := reading.obstacles(tournament, number):
        raise DomainError(standing[0].code, standing[0].message)
    return round_


def require_draft(round_: Round) -> None:
    """Conflict where the round is published already, or has no draft."""
    if round_.is_public:
        raise Conflict(
            "published",
            _("Round %(number)d is published. Pairings cannot be changed any more (%(article)s).")
            % {
                "number": round_.number,
                "article": engine.edition_of(round_.tournament).handling.change_article,
            },
        )
    if not round_.is_draft:
        raise Conflict(
            "no_draft", _("Round %(number)d has no draft: pair it first.") % {"number": round_.number}
        )


def end_round_before(round_: Round) -> None:
    """Pairing a round ends the one before it."""
    before = round_.tournament.rounds.filter(number=round_.number - 1, state=State.PUBLISHED)
    before.update(state=State.FINISHED)


def make_draft(act: Act, round_: Round, replaced: dict[str, Any]) -> None:
    """Ask the engine and store its answer as the round's draft, in place of the pairing in `replaced`.

    What had been paired by hand is no more. DomainError where the rules find no pairing.
    """
    event = act.tournament
    lift(act, round_.number, IntegrityEvent.Kind.MANUAL_PAIRING)
    answer = engine.pair(event, round_.number)
    seat_pair(round_, [(Game(round=round_), white, black) for white, black in answer.boards])
    if answer.bye:
        Seat.objects.create(round=round_, player=answer.bye, kind=Kind.PAIRING_ALLOCATED_BYE)
    round_.state = State.DRAFT
    round_.imported = False
    round_.fingerprint = engine.fingerprint(event, round_.number)
    round_.drafted_at = timezone.now()
    round_.save(update_fields=["state", "imported", "fingerprint", "drafted_at"])
    act.record(
        Action.ROUND_PAIRED,
        round_number=round_.number,
        before=replaced,
        after=reading.boards_as_numbers(round_),
    )


def clear_draft(round_: Round) -> None:
    """Empty a draft, but for byes that were given to players who take part."""
    round_.games.all().delete()
    round_.seats.filter(kind=Kind.PAIRING_ALLOCATED_BYE).delete()
    given = round_.seats.select_related("player")
    absent = [seat.pk for seat in given if not seat.player.takes_part_in(round_.number)]
    round_.seats.filter(pk__in=absent).delete()


def number_boards(tournament: Tournament, round_: Round) -> None:
    """Give every game of a draft its board in publishing order (C.04.2 D.9, 2026 3.6)."""
    games = reading.games_of(round_)
    by_pair = {(game.white.pk, game.black.pk): game.row for game in games}
    order = engine.publishing_order(tournament, round_.number, [(game.white, game.black) for game in games])
    for board, (white, black) in enumerate(order, 1):
        by_pair[white.pk, black.pk].board = board
    Game.objects.bulk_update(by_pair.values(), ["board"])


def seat_pair(round_: Round, games: list[tuple[Game, Player, Player]]) -> None:
    """Store games with their two seats: (game, White, Black)."""
    Game.objects.bulk_create([game for game, _white, _black in games])
    Seat.objects.bulk_create(
        Seat(round=round_, player=player, kind=Kind.GAME, game=game, colour=colour)
        for game, white, black in games
        for player, colour in ((white, Seat.Colour.WHITE), (black, Seat.Colour.BLACK))
    )

"""The played rounds of a file, published as they stand there, and the byes of the coming one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.errors import DomainError
from tournaments.models import AuditEvent, Game, Player, Round, Seat, Tournament
from tournaments.services import publications
from tournaments.services.drafts import seat_pairs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tournaments.services.act import Act

type Players = dict[int, Player]


def store_rounds(
    act: Act, audit: AuditEvent, source: engine.Report, rounds: Sequence[Round], players: Players
) -> None:
    """Store the games and byes of these rounds, then publish the rounds, each with its links in the chain.

    A round has ended where another one was played after it and all its results are there.
    """
    event = act.tournament
    Seat.objects.bulk_create(bye for round_ in rounds for bye in _byes(source, players, round_))
    games = [game for round_ in rounds for game in _games(event, source, players, round_)]
    seat_pairs(games)
    on = {source.played_rounds, *(game.round.number for game, _white, _black in games if not game.result)}
    ended = {round_.number for round_ in rounds} - on
    at = timezone.now()
    publications.publish_imported(act, audit, rounds, ended, at)
    played = event.rounds.filter(pk__in=[round_.pk for round_ in rounds])
    played.update(state=Round.State.PUBLISHED, imported=True, published_at=at, published_by=act.user)
    played.filter(number__in=ended).update(state=Round.State.FINISHED)


def store_byes_to_come(coming: Sequence[Round], source: engine.Report, players: Players) -> None:
    """Store the byes of rounds that are not paired, but for those of who is not there anyway."""
    Seat.objects.bulk_create(
        bye
        for round_ in coming
        for bye in _byes(source, players, round_)
        if bye.player.takes_part_in(round_.number)
        or (bye.player.misses(round_.number) and bye.kind != Seat.Kind.ZERO_POINT_BYE)
    )


def _byes(source: engine.Report, players: Players, round_: Round) -> Iterator[Seat]:
    """The byes of the round; DomainError for anything else of a played round that has no opponent."""
    number = round_.number
    for entry in source.players:
        cell = entry.cell(number)
        if cell.opponent is not None:
            continue
        if kind := engine.bye_of(cell.outcome):
            yield Seat(round=round_, player=players[entry.number], kind=kind)
        elif engine.is_trace(cell) and number <= source.played_rounds:
            raise DomainError(
                "cell",
                _(
                    "Player %(number)d, round %(round)d: “%(found)s” without an opponent."
                    " Expected U, F, H or Z."
                )
                % {"number": entry.number, "round": number, "found": cell.outcome},
            )


def _games(
    event: Tournament, source: engine.Report, players: Players, round_: Round
) -> Iterator[tuple[Game, Player, Player]]:
    """The games of the round as (game, White, Black); DomainError for a result that FIDE does not know."""
    number = round_.number
    for board, pair in enumerate(engine.boards_of_report(source, event, number), 1):
        cells = (source.players[player - 1].cell(number) for player in (pair.white, pair.black))
        try:
            result, rated = engine.result_of(*cells)
        except DomainError as error:
            raise DomainError(
                "result",
                _("Round %(round)d, %(white)d against %(black)d: FIDE knows no result %(found)s.")
                % {"round": number, "white": pair.white, "black": pair.black, "found": error.message},
            ) from error
        game = Game(round=round_, board=board, result=result, rated=rated)
        yield game, players[pair.white], players[pair.black]

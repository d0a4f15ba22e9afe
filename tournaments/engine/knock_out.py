"""Knock-outs: the bracket of an event as its published rounds, results and tie-breaks make it."""

from __future__ import annotations

from dataclasses import dataclass

from pairing import editions
from pairing.core import tournament as rules
from pairing.knock_out.editions import Match, Way, follow
from tournaments.engine.editions import edition_of, in_words
from tournaments.engine.matches import games_of_match
from tournaments.engine.positions import position
from tournaments.errors import DomainError
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class KnockOutMatch:
    """One match of the bracket: its number from the top, and its two sides by pairing number.

    `points` are those of both sides in tenths; None until all games are over. `is_level`: all games are over
    and only a tie-break can decide who goes on. `by_tie_break`: a tie-break did decide.
    """

    number: int
    sides: tuple[int | None, int | None]
    points: tuple[int, int] | None
    winner: int | None
    is_level: bool
    by_tie_break: bool
    # Whether it is not known yet who goes on.
    is_open: bool


@dataclass(frozen=True, slots=True)
class KnockOutRound:
    """The matches of one round of the bracket, and the last round of the event that it fills."""

    last: int
    matches: tuple[KnockOutMatch, ...]


def is_knock_out(tournament: Tournament) -> bool:
    """Whether losers are out."""
    return edition_of(tournament).still_in is not None


def knock_out_rounds(tournament: Tournament) -> list[KnockOutRound]:
    """The rounds of the bracket that were published, and the one after them, if there is one."""
    try:
        entrants = editions.entrants(position(tournament), tournament.edition)
    except rules.PairingError as error:
        raise DomainError("matches", in_words(error)) from error
    bracket, games = follow(entrants), games_of_match(tournament)
    rounds = [*bracket.rounds, *([bracket.coming] if bracket.coming else [])]
    return [
        KnockOutRound(number * games, tuple(_match(entrants, number, match) for match in matches))
        for number, matches in enumerate(rounds, 1)
    ]


def still_in(tournament: Tournament, present: rules.Tournament) -> frozenset[int] | None:
    """The pairing numbers of the players who have not lost yet, or None if losers stay in the event."""
    return editions.still_in(present, tournament.edition)


def _match(entrants: rules.Tournament, number: int, match: Match) -> KnockOutMatch:
    cells = [entrants.players[player - 1].cell(number) for player in match.players]
    met = len(cells) > 1 and number <= entrants.played_rounds and all(cell.opponent for cell in cells)
    over = met and not any(cell.pending for cell in cells)
    points = (entrants.scoring.points(cells[0]), entrants.scoring.points(cells[1])) if over else None
    return KnockOutMatch(
        number=match.number,
        sides=match.sides,
        points=points,
        winner=match.winner,
        is_level=over and match.way in (Way.OPEN, Way.TIE_BREAK),
        by_tie_break=match.way is Way.TIE_BREAK,
        is_open=match.way is Way.OPEN,
    )

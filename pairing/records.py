"""The facts about each player that the pairing of a round depends on, derived once from the tournament."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from pairing.byes import ByeRule, may_take_bye
from pairing.floats import Float, FloatRule, float_in
from pairing.meetings import barred_opponents
from pairing.preferences import Preference, colour_difference, colour_history, preference, repeated_colour
from pairing.saying import Saying
from pairing.scores import pairing_scores, topscorer_limit
from pairing.tournament import BLANK, Colour, PairingError, Player, Tournament


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """One player who takes part in the round to be paired."""

    number: int
    # Place in the order of A.2, from 0.
    rank: int
    # In tenths of a point, with virtual points.
    score: int
    # Place in the initial order among players who hold a pairing number, from 1 (E.5).
    order: int
    colours: tuple[Colour, ...]
    difference: int
    repeated: Colour | None
    preference: Preference
    # The floats of the last round and of the last but one.
    floats: tuple[Float | None, Float | None]
    may_take_bye: bool
    topscorer: bool
    # Rounds of the tournament so far in which they did not actually play, for whatever reason.
    unplayed: int
    # Equal for players of one round whom every criterion treats alike, except for whom they must not meet:
    # equal in `difference`, `repeated`, `preference`, `floats`, `may_take_bye`, `topscorer` and `unplayed`.
    # Numbered from 0.
    likeness: int
    # Pairing numbers of players they must not meet: already played, or kept apart by the organiser.
    barred: frozenset[int]

    def had(self, float_: Float, rounds_ago: int) -> bool:
        """Whether they got this float 1 or 2 rounds ago (C.12 to C.15; 2026: C14 to C17; B.5, B.6)."""
        return self.floats[rounds_ago - 1] is float_


def enriched[Entrant: Record](kind: type[Entrant], record: Record, **more: Any) -> Entrant:
    """The record as a `kind` that holds more about each player; `more` overrides the record's own values."""
    return kind(**{field.name: getattr(record, field.name) for field in fields(Record)} | more)


def present_players(tournament: Tournament) -> list[Player]:
    """The players to be paired in the coming round: everybody without a bye recorded in it."""
    coming = tournament.played_rounds + 1
    return [player for player in tournament.players if player.cell(coming) == BLANK]


def initial_order(tournament: Tournament) -> dict[int, int]:
    """C.04.2 B.3, C.2: the place of each player in the initial order, from 1.

    Only players who were ever paired, or are to be paired now, hold a definitive pairing number: a player who
    has not arrived yet does not count.
    """
    holders = {player.number for player in present_players(tournament)}
    holders |= {p.number for p in tournament.players if any(cell.paired for cell in p.cells)}
    return {number: place for place, number in enumerate(sorted(holders), 1)}


def check_history(tournament: Tournament) -> None:
    """Refuse a history that no round can be paired from: games without a result, unknown opponents."""
    known = {p.number for p in tournament.players}
    for player in tournament.players:
        for number, cell in enumerate(player.cells, 1):
            opponent = cell.opponent
            if opponent is None:
                continue
            if cell.pending:
                raise PairingError(
                    Saying(
                        "Players {one} and {two} have no result in round {round} yet",
                        one=player.number,
                        two=opponent,
                        round=number,
                    )
                )
            if opponent not in known:
                raise PairingError(
                    Saying(
                        "Player {one} met {two} in round {round}, who is unknown",
                        one=player.number,
                        two=opponent,
                        round=number,
                    )
                )


def make_records(
    tournament: Tournament, *, float_of: FloatRule | None = None, bars_from_bye: ByeRule | None = None
) -> tuple[Record, ...]:
    """The players to be paired in the coming round, in the order of C.04.3 A.2.

    `float_of` and `bars_from_bye` are the rules of the edition: without them nobody floats, and everybody may
    take the bye. Raises PairingError if the history is not fit to pair from.
    """
    check_history(tournament)
    played = tournament.played_rounds
    coming = played + 1
    barred = barred_opponents(tournament)
    order = initial_order(tournament)
    scores = {p.number: pairing_scores(tournament, p, coming) for p in tournament.players}
    limit = topscorer_limit(tournament, coming)
    present = present_players(tournament)
    present.sort(key=lambda p: (-scores[p.number][played], p.number))
    colour_traits = cache(_colour_traits)
    likenesses: dict[tuple[object, ...], int] = {}
    records = []
    for rank, player in enumerate(present):
        number, scoring = player.number, tournament.scoring
        score = scores[number][played]
        colours = colour_history(player, played)
        traits = (
            *colour_traits(colours),
            (
                float_in(player, played, float_of, scores, scoring),
                float_in(player, played - 1, float_of, scores, scoring),
            ),
            bars_from_bye is None or may_take_bye(player, scoring, bars_from_bye),
            limit is not None and score > limit,
            # One colour per game played.
            played - len(colours),
        )
        likeness = likenesses.setdefault(traits, len(likenesses))
        records.append(Record(number, rank, score, order[number], colours, *traits, likeness, barred[number]))
    return tuple(records)


def _colour_traits(colours: tuple[Colour, ...]) -> tuple[int, Colour | None, Preference]:
    return colour_difference(colours), repeated_colour(colours), preference(colours)

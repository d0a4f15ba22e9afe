"""The facts about each player that the pairing of a round depends on, derived once from the tournament.

The opponents met, the colours due, byes and floats; and from these whether two may meet at all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import IntEnum, StrEnum
from functools import cache
from typing import Any

from pairing.core.scores import loss, pairing_scores, topscorer_limit, win
from pairing.core.sentences import Phrase
from pairing.core.tournament import (
    BLANK,
    Cell,
    Colour,
    Outcome,
    PairingError,
    Player,
    Prohibition,
    Scoring,
    Tournament,
)

# -- The opponents that a player has met or is kept apart from, and so must not meet in the coming round.


def rounds_met(cells: Iterable[Cell]) -> dict[int, list[int]]:
    """C.04.1 b (2026: 2): the opponents whom a player has really met, each with the rounds.

    `cells` are those of the player from round 1 on. An unplayed game is no meeting (C.04.2 D.6, 2026: 3.5).
    """
    met: dict[int, list[int]] = {}
    for number, cell in enumerate(cells, 1):
        if cell.played and cell.opponent is not None:
            met.setdefault(cell.opponent, []).append(number)
    return met


def kept_apart(prohibitions: Iterable[Prohibition], number: int) -> dict[int, frozenset[int]]:
    """C.05 5.2: each player who is kept apart in round `number`, with those whom they must not meet."""
    apart: dict[int, frozenset[int]] = {}
    for prohibition in prohibitions:
        if prohibition.holds_in(number):
            for player in prohibition.players:
                apart[player] = apart.get(player, frozenset()) | prohibition.players - {player}
    return apart


def barred_opponents(tournament: Tournament) -> dict[int, frozenset[int]]:
    """C.04.3 C.1 (2026: C1), B.1.a: the opponents that each player must not meet in the coming round."""
    apart = kept_apart(tournament.forbidden, tournament.played_rounds + 1)
    return {
        player.number: frozenset(rounds_met(player.cells)).union(apart.get(player.number, ()))
        for player in tournament.players
    }


def most_rounds(players: Collection[int], prohibitions: Iterable[Prohibition]) -> dict[int, int]:
    """C.04.1 a, b (2026: 1, 2): the most rounds in which each player can be given an opponent or the bye.

    That is one round for each opponent who is not kept apart from the player from the first round to the
    last, and one for the bye if the number of players is odd. It is an upper bound: a Swiss may run out of
    pairings sooner.
    """
    apart = kept_apart((group for group in prohibitions if group.first == 1 and group.last is None), 1)
    return {player: len(players) - 1 - len(apart.get(player, ())) + len(players) % 2 for player in players}


# -- Which colour a player is due, and how strongly (C.04.3 A.6) --------------------------------------
#
# A colour history is a tuple of the colours of the games actually played, oldest first: unplayed rounds are
# not in it, because only played games count in a colour sequence (C.04.2 D.5).


class Strength(IntEnum):
    """How much a colour preference weighs (A.6 a to d)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, slots=True)
class Preference:
    """The colour that a player should get next; none before the first game."""

    colour: Colour | None
    strength: Strength

    def agrees_with(self, other: Preference) -> bool:
        """Whether both preferences can be granted at one board."""
        return self.colour is None or self.colour is not other.colour

    @property
    def absolute(self) -> bool:
        """Whether the preference is absolute."""
        return self.strength is Strength.ABSOLUTE


def colour_history(player: Player, rounds: int) -> tuple[Colour, ...]:
    """C.04.2 D.5: the colours of the games that `player` actually played in the first `rounds` rounds."""
    cells = player.cells[:rounds]
    return tuple(cell.colour for cell in cells if cell.played and cell.colour is not None)


def colour_difference(history: tuple[Colour, ...]) -> int:
    """C.04.3 A.6: games with White minus games with Black."""
    return 2 * history.count(Colour.WHITE) - len(history)


def repeated_colour(history: tuple[Colour, ...]) -> Colour | None:
    """C.04.3 A.6.a: the colour of the last two games, if it was the same."""
    return history[-1] if len(history) > 1 and history[-1] is history[-2] else None


def third_running(history: tuple[Colour, ...], colour: Colour) -> bool:
    """C.04.1 g (2026: 7), B.2: whether `colour` next would make three games running with the same colour."""
    return repeated_colour(history) is colour


def three_more(history: tuple[Colour, ...], colour: Colour) -> bool:
    """C.04.1 f (2026: 6), B.2: whether `colour` next would make it outnumber the other colour by three."""
    return 2 * history.count(colour) - len(history) > 1


def must_not_get(history: tuple[Colour, ...], colour: Colour) -> bool:
    """C.04.1 f, g (2026: 6, 7), B.2: whether a player with these games must not get `colour` next."""
    return third_running(history, colour) or three_more(history, colour)


def preference(history: tuple[Colour, ...]) -> Preference:
    """C.04.3 A.6: the preference that follows from a colour history.

    Where the difference and the last two games ask for different colours, the difference prevails:
    the article names it first.
    """
    difference = colour_difference(history)
    lesser = Colour.BLACK if difference > 0 else Colour.WHITE
    if abs(difference) > 1:
        return Preference(lesser, Strength.ABSOLUTE)
    if repeated := repeated_colour(history):
        return Preference(repeated.opposite, Strength.ABSOLUTE)
    if difference:
        return Preference(lesser, Strength.STRONG)
    if history:
        return Preference(history[-1].opposite, Strength.MILD)
    return Preference(None, Strength.NONE)


# -- Who may receive the pairing-allocated bye: one rule per edition, all of the same shape -----------

# Whether the player's cell of one round bars them from the bye in all later rounds.
type ByeRule = Callable[[Cell, Scoring], bool]

# The outcomes that bring points without playing.
WHOLE_POINT = (Outcome.PAIRING_ALLOCATED_BYE, Outcome.FULL_POINT_BYE, Outcome.FORFEIT_WIN)
POINT_OR_HALF = (*WHOLE_POINT, Outcome.HALF_POINT_BYE)


def may_take_bye(player: Player, scoring: Scoring, bars: ByeRule) -> bool:
    """C.04.1 d (2026: 4): whether no round so far bars the player from the bye."""
    return not any(bars(cell, scoring) for cell in player.cells)


def bars_by_2026(cell: Cell, scoring: Scoring) -> bool:
    """C.04.3 C2 (C.04.1 art. 4, 2026): the allocated bye bars from another, whatever it was worth.

    So does anything that brought, without playing, at least as much as a win: a win by forfeit or a
    full-point bye, and with an unusual scoring any other result that is worth as much.
    """
    allocated = cell.outcome is Outcome.PAIRING_ALLOCATED_BYE
    return allocated or (not cell.played and scoring.points(cell) >= win(scoring))


def bars_by_2016(cell: Cell, _scoring: Scoring) -> bool:
    """C.04.3 C.2 (C.04.1 d): the allocated bye and a win by forfeit bar from the bye.

    Byes that the player asked for do not, whatever they were worth.
    """
    return cell.outcome in {Outcome.PAIRING_ALLOCATED_BYE, Outcome.FORFEIT_WIN}


def bars_by_2012(cell: Cell, _scoring: Scoring) -> bool:
    """B.1.b (2012): a point or half a point received without playing bars from the bye."""
    return cell.outcome in POINT_OR_HALF


def bars_by_1998(cell: Cell, _scoring: Scoring) -> bool:
    """B.1.b (1998): a point received without playing, by a bye or a forfeit, bars from the bye."""
    return cell.outcome in WHOLE_POINT


def bars_by_match(cell: Cell, _scoring: Scoring) -> bool:
    """C.04.5 and C.04.6 C2: the allocated bye, a match won by forfeit and a full-point bye bar from it."""
    return cell.outcome in WHOLE_POINT


# -- Who floated in an earlier round: one rule per edition, all of the same shape ---------------------


class Float(StrEnum):
    """What a round can leave with a player besides its points."""

    DOWN = "D"
    UP = "U"


# The float that a cell leaves with its player. The second argument is the player's score when the round was
# paired, the third the opponent's score at that time, None if there was no opponent.
type FloatRule = Callable[[Cell, int, int | None, Scoring], Float | None]


def float_of_2016(cell: Cell, own: int, opponent: int | None, _scoring: Scoring) -> Float | None:
    """C.04.3 A.4.b (Baku 2016): of two who played, the higher scorer floats down and the lower one up.

    A player who did not play, for whatever reason, gets a downfloat: byes of every kind, absences, forfeits.
    """
    if cell.played and opponent is not None:
        return _float_of_game(own, opponent)
    return Float.DOWN


def float_of_2026(cell: Cell, own: int, opponent: int | None, scoring: Scoring) -> Float | None:
    """C.04.3 1.4.2 to 1.4.4 (2026): of two who played, the higher scorer floats down, the lower one up.

    The player who receives the allocated bye floats down too, whatever it is worth, and so do those who score
    more than a loss is worth without playing (1.4.3). Nobody else floats (1.4.4).
    """
    if cell.played and opponent is not None:
        return _float_of_game(own, opponent)
    allocated = cell.outcome is Outcome.PAIRING_ALLOCATED_BYE
    return Float.DOWN if allocated or scoring.points(cell) > loss(scoring) else None


def float_of_match(cell: Cell, own: int, opponent: int | None, _scoring: Scoring) -> Float | None:
    """C.04.5 and C.04.6 art. 1.5: only those who played an opponent with a different score are floaters."""
    return _float_of_game(own, opponent) if cell.played and opponent is not None else None


def _float_of_game(own: int, opponent: int) -> Float | None:
    if own == opponent:
        return None
    return Float.DOWN if own > opponent else Float.UP


def float_in(
    player: Player,
    number: int,
    float_of: FloatRule | None,
    scores: Mapping[int, Sequence[int]],
    scoring: Scoring,
) -> Float | None:
    """The float that round `number` gave to `player`; none in a round before the first, or without a rule.

    `scores` are everybody's scores for the pairings of round 1, round 2 and so on, by pairing number.
    """
    if number < 1 or float_of is None:
        return None
    cell = player.cell(number)
    opponent = None if cell.opponent is None else scores[cell.opponent][number - 1]
    return float_of(cell, scores[player.number][number - 1], opponent, scoring)


def floats_of_round(
    tournament: Tournament, number: int, float_of: FloatRule | None
) -> dict[int, Float | None]:
    """The float that round `number` gave to each player; none in a round before the first."""
    scores = {p.number: pairing_scores(tournament, p, number) for p in tournament.players}
    return {p.number: float_in(p, number, float_of, scores, tournament.scoring) for p in tournament.players}


# -- Everything about a player ------------------------------------------------------------------------


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
                    Phrase(
                        "Players {one} and {two} have no result in round {round} yet",
                        one=player.number,
                        two=opponent,
                        round=number,
                    )
                )
            if opponent not in known:
                raise PairingError(
                    Phrase(
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


# -- Whether two players may be paired at all, and whether their colours clash: the rules all editions share.
#
# The absolute criteria are C.1 and C.3 of C.04.3 (2026: C1 and C3), and B.1.a and B.2 of the systems based
# on rating; they follow from C.04.1 b, f and g (2026: 2, 6 and 7).


def may_meet(one: Record, two: Record) -> bool:
    """C.1 and C.3, C1 and C3, B.1.a and B.2: whether the two may be paired."""
    return never_met(one, two) and colours_possible(one, two)


def never_met(one: Record, two: Record) -> bool:
    """C.1, C1, B.1.a: two players meet at most once; a pair that is kept apart counts as met."""
    return two.number not in one.barred


def colours_possible(one: Record, two: Record) -> bool:
    """C.3, C3, B.2: two players with the same absolute preference may meet only if one is a topscorer."""
    return not same_absolute_preference(one, two) or one.topscorer or two.topscorer


def pair_is_excused(player: Record, other: Record) -> bool:
    """Whether one of the two may be refused the colour that they must get (C.04.1 f, g; 2026: 6, 7).

    That is when both must get the same colour and one of them is a topscorer, so in the final round only
    (2016 A.7 and C.3, 2026 C3, B.2 of 2012).
    """
    return same_absolute_preference(player, other) and (player.topscorer or other.topscorer)


def same_absolute_preference(one: Record, two: Record) -> bool:
    """C.3, C3, B.2: whether one of the two would be refused an absolute preference."""
    mine, yours = one.preference, two.preference
    return mine.colour is yours.colour and mine.absolute and yours.absolute


def same_strong_preference(one: Record, two: Record) -> bool:
    """C.11, C13, A.8.b (2012): whether one of the two must be refused a strong or absolute preference."""
    weaker = min(one.preference.strength, two.preference.strength)
    return weaker >= Strength.STRONG and same_preference(one, two)


def same_preference(one: Record, two: Record) -> bool:
    """C.04.1 h (2026: 8), B.4: whether one of the two must be refused the colour that is due."""
    return not one.preference.agrees_with(two.preference)

"""Record 299 of TRF26: what results bring to some players and not to others, and points beside results."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from pairing.saying import Saying
from pairing.tournament import BLANK, Cell, Outcome
from pairing.trf.columns import decimal, pairing_number, round_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pairing.tournament import Player, Tournament
    from pairing.trf.exchange import Entries
    from pairing.trf.fields import Field, Line

# The outcomes whose points a kind states. The kind that is a blank adds points to whatever the round brought.
_KINDS = {
    "W": (Outcome.WIN, Outcome.UNRATED_WIN),
    "D": (Outcome.DRAW, Outcome.UNRATED_DRAW),
    "L": (Outcome.LOSS, Outcome.UNRATED_LOSS),
    "F": (Outcome.FULL_POINT_BYE,),
    "H": (Outcome.HALF_POINT_BYE,),
    "Z": (Outcome.ZERO_POINT_BYE,),
    "+": (Outcome.FORFEIT_WIN,),
    "-": (Outcome.FORFEIT_LOSS,),
}
_KIND_OF = {outcome: kind for kind, outcomes in _KINDS.items() for outcome in outcomes}
# The round ends so many columns behind the points at most; the players begin behind it.
_TO_THE_ROUND = 6


def with_abnormal_points(
    tournament: Tournament, lines: Sequence[Line], entries: Entries
) -> tuple[Tournament, list[str]]:
    """The tournament with the points of records 299, and the records that change nothing in it.

    A round of 000, or none, is every round; no players are all of them. Points beside the results belong to
    one round that was paired: of every round it is not said whether they count once. The last record of a
    round counts. Programs differ in the columns, so the points are known by their decimals; match points,
    which only teams have, stand before them.
    """
    idle = []
    for line in lines:
        players = _changed(tournament, line, entries)
        if players == tournament.players:
            idle.append(line.text)
        tournament = replace(tournament, players=players)
    return tournament, idle


def _changed(tournament: Tournament, line: Line, entries: Entries) -> tuple[Player, ...]:
    """The players with the points of one record."""
    kind = line.field(5, 5)
    if kind.text.upper() not in ("", *_KINDS):
        raise kind.error(Saying("the kind of result: one of W D L F H Z + - or a blank"))
    words = [word for word in line.words() if word.column > kind.column]
    place = max((place for place, word in enumerate(words) if "." in word.text), default=None)
    if place is None:
        if words:
            raise words[0].error(Saying("a number of points such as 1.0"))
        return tournament.players
    points = words[place].signed_tenths(Saying("a number of points such as 1.0"))
    round_, numbers = _round_and_players(words[place], words[place + 1 :], entries)
    outcomes = _KINDS.get(kind.text.upper(), ())
    if not outcomes and points and not 1 <= round_ <= tournament.played_rounds:
        raise words[place].error(
            Saying("0.0, or a round that was paired, as these points are beside the results")
        )

    def worth(cell: Cell) -> Cell:
        ordinary = tournament.scoring.points(replace(cell, points=None))
        if not outcomes:
            total = tournament.scoring.points(cell) + points
            return replace(cell, points=None if total == ordinary else total)
        if cell.outcome not in outcomes:
            return cell
        return replace(cell, points=None if points == ordinary else points)

    def player(old: Player) -> Player:
        if numbers and old.number not in numbers:
            return old
        last = max(len(old.cells), 0 if outcomes else round_)
        cells = [
            worth(old.cell(number)) if round_ in (0, number) else old.cell(number)
            for number in range(1, last + 1)
        ]
        while cells and cells[-1] == BLANK:
            cells.pop()
        return replace(old, cells=tuple(cells))

    return tuple(map(player, tournament.players))


def _round_and_players(points: Field, words: Sequence[Field], entries: Entries) -> tuple[int, set[int]]:
    """The round that stands behind the points, 0 for every one, and the players behind it."""
    end = points.column + len(points.text) - 1
    if words and words[0].column + len(words[0].text) - 1 - end <= _TO_THE_ROUND:
        round_ = words[0].whole(Saying("the number of a round, or 000 for all"), 0, 999)
        return round_, {entries.number(word) for word in words[1:]}
    return 0, {entries.number(word) for word in words}


def records(tournament: Tournament) -> Iterator[str]:
    """Records 299 for the cells that are worth something else than the scoring says."""
    groups: dict[tuple[int, str, int], list[int]] = defaultdict(list)
    for player in tournament.players:
        for number, cell in enumerate(player.cells, 1):
            ordinary = tournament.scoring.points(replace(cell, points=None))
            if cell.points not in (None, ordinary):
                kind = _KIND_OF.get(cell.outcome)
                stated = cell.points if kind else cell.points - ordinary
                groups[number, kind or " ", stated].append(player.number)
    for (number, kind, points), players in groups.items():
        yield f"299 {kind}{decimal(points):>12}  {round_number(number)} {_listed(players)}"


def _listed(players: Iterable[int]) -> str:
    return " ".join(map(pairing_number, players))

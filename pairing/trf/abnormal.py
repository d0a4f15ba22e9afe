"""Record 299 of TRF26: results that are worth something else to some players, and points beside results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pairing.core.sentences import Saying
from pairing.core.tournament import BLANK, KIND_OF_RESULT, KINDS_OF_RESULT, Cell, Player, Scoring, Tournament
from pairing.trf.columns import decimal, pairing_number, round_number
from pairing.trf.exchange import Entries
from pairing.trf.fields import Field, Line

# The column of the kind.
_KIND = 5
# The round ends at most this many columns after the points; the players begin after it.
_TO_THE_ROUND = 6


@dataclass(frozen=True, slots=True)
class _Rule:
    """One record: the points of a kind of result in a round (0 for all), for some players (none for all)."""

    line: Line
    kind: str
    points: int
    round: int
    players: frozenset[int]


def with_abnormal_points(
    tournament: Tournament, lines: Sequence[Line], entries: Entries
) -> tuple[Tournament, list[str]]:
    """The tournament with the points of records 299, and the records that change nothing in it.

    A round of 000, or none, means every round; no players means all of them. Points beside the results must
    name one round that was paired: for every round it would be unclear whether they count once. Of several
    records for the same result the last one counts. Programs differ in the columns, so the points are
    recognised by their decimals; match points, which only teams have, come before them.
    """
    if not lines:
        return tournament, []
    rules = _Rules([_read(tournament, line, entries) for line in lines])

    def player(old: Player) -> Player:
        last = max(len(old.cells), rules.last_round_beside(old.number))
        cells = [
            rules.applied(old.number, number, old.cell(number), tournament.scoring)
            for number in range(1, last + 1)
        ]
        while cells and cells[-1] == BLANK:
            cells.pop()
        return replace(old, cells=tuple(cells))

    changed = replace(tournament, players=tuple(map(player, tournament.players)))
    return changed, [line.text for place, line in enumerate(lines) if place not in rules.used]


class _Rules:
    """The rules of all records by player (0 for all) and round, so that the work grows only with the file."""

    def __init__(self, rules: Sequence[_Rule | None]) -> None:
        # The places of the records that change something.
        self.used: set[int] = set()
        self._points = {place: rule.points for place, rule in enumerate(rules) if rule}
        self._stated: dict[tuple[int, str, int], int] = {}
        self._beside: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for place, rule in enumerate(rules):
            if rule and rule.kind:
                self._stated |= {(number, rule.kind, rule.round): place for number in rule.players or (0,)}
            elif rule and rule.points:
                for number in rule.players or (0,):
                    self._beside[number][rule.round].append(place)

    def last_round_beside(self, number: int) -> int:
        """The last round in which the player has points beside the result; 0 for none."""
        return max((*self._beside.get(number, ()), *self._beside.get(0, ())), default=0)

    def applied(self, number: int, round_: int, cell: Cell, scoring: Scoring) -> Cell:
        """The cell with its points according to the rules."""
        ordinary = total = scoring.points(cell)
        kind = KIND_OF_RESULT.get(cell.outcome, "")
        keys = ((who, kind, when) for who in (number, 0) for when in (round_, 0))
        last = max((self._stated[key] for key in keys if key in self._stated), default=None)
        if last is not None and self._points[last] != ordinary:
            total = self._points[last]
            self.used.add(last)
        for who in (number, 0):
            for place in self._beside.get(who, {}).get(round_, ()):
                total += self._points[place]
                self.used.add(place)
        return cell if total == ordinary else replace(cell, points=total)


def _read(tournament: Tournament, line: Line, entries: Entries) -> _Rule | None:
    """The rule that one record states; None if it states no points."""
    kind = kind_of(line)
    words = [word for word in line.words() if word.column > _KIND]
    place = max((place for place, word in enumerate(words) if "." in word.text), default=None)
    if place is None:
        if words:
            raise words[0].error(Saying("a number of points such as 1.0"))
        return None
    points = words[place].signed_tenths(Saying("a number of points such as 1.0"))
    round_, players = round_and_numbers(words[place], words[place + 1 :], entries.number)
    if not kind and points and not 1 <= round_ <= tournament.played_rounds:
        raise words[place].error(
            Saying("0.0, or a round that was paired, as these points are beside the results")
        )
    return _Rule(line, kind, points, round_, frozenset(players))


def kind_of(line: Line) -> str:
    """The kind of result in a record 299; "" for points beside the results. Raises TrfError for any other."""
    kind = line.field(_KIND, _KIND)
    if kind.text.upper() not in ("", *KINDS_OF_RESULT):
        raise kind.error(Saying("the kind of result: one of W D L F H Z + - or a blank"))
    return kind.text.upper()


def round_and_numbers(
    points: Field, words: Sequence[Field], number: Callable[[Field], int]
) -> tuple[int, list[int]]:
    """The round that follows the points, 0 for every round, and the players or teams that follow it."""
    end = points.column + len(points.text) - 1
    if words and words[0].column + len(words[0].text) - 1 - end <= _TO_THE_ROUND:
        round_ = words[0].whole(Saying("the number of a round, or 000 for all"), 0, 999)
        return round_, [number(word) for word in words[1:]]
    return 0, [number(word) for word in words]


def records(tournament: Tournament) -> Iterator[str]:
    """Records 299 for the cells whose points differ from the scoring."""
    groups: dict[tuple[int, str, int], list[int]] = defaultdict(list)
    for player in tournament.players:
        for number, cell in enumerate(player.cells, 1):
            ordinary = tournament.scoring.points(replace(cell, points=None))
            if cell.points not in (None, ordinary):
                kind = KIND_OF_RESULT.get(cell.outcome)
                stated = cell.points if kind else cell.points - ordinary
                groups[number, kind or " ", stated].append(player.number)
    for (number, kind, points), players in groups.items():
        yield f"299 {kind}{decimal(points):>12}  {round_number(number)} {_listed(players)}"


def _listed(players: Iterable[int]) -> str:
    return " ".join(map(pairing_number, players))

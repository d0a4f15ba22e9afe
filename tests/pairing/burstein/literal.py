"""The Burstein System of 2026 word by word, for small fields: all that the text ranks is tried in turn.

It reads histories itself and shares only the tournament with the rule book. It does not cover seeding rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from pairing.core.tournament import BLANK, Outcome, Player, Tournament

type Pairs = list[tuple[int, int]]
type Partial = tuple[Pairs, list[int]]

NO_BYE = {Outcome.PAIRING_ALLOCATED_BYE, Outcome.FULL_POINT_BYE, Outcome.FORFEIT_WIN}
AWAY = {Outcome.ZERO_POINT_BYE, Outcome.NONE}


class Literal:
    """One round after the seeding rounds. Players are represented by their pairing numbers."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.coming = tournament.played_rounds + 1
        self.players = {player.number: player for player in tournament.players}
        self.points = {n: self.points_of(player) for n, player in self.players.items()}
        present = [n for n, player in self.players.items() if player.cell(self.coming) == BLANK]
        virtual = {n: sum(self.players[n].virtual[self.coming - 1 : self.coming]) for n in present}
        self.score = {n: self.points[n] + virtual[n] for n in present}
        self.place = {n: place for place, n in enumerate(sorted(present, key=self.rank))}

    # 1

    def brought(self, player: Player, number: int) -> int:
        scoring = self.tournament.scoring
        known = number <= len(player.cells)
        return scoring.points(player.cell(number)) if known else scoring.zero_point_bye

    def points_of(self, player: Player) -> int:
        return sum(self.brought(player, number) for number in range(1, self.coming))

    def seen(self, n: int) -> int:
        """1.7.2: the player's score as counted for their opponents."""
        player, total = self.players[n], self.points[n]
        if player.cell(self.coming).outcome is not Outcome.ZERO_POINT_BYE:
            return total
        scoring = self.tournament.scoring
        for number in reversed(range(1, self.coming)):
            cell = player.cell(number)
            if cell.opponent is not None or cell.outcome not in AWAY:
                break
            total += scoring.white_draw - scoring.zero_point_bye
        return total

    def rank(self, n: int) -> tuple[int, int, int]:
        """1.8."""
        buchholz = berger = 0
        for number in range(1, self.coming):
            cell = self.players[n].cell(number)
            worth = self.seen(cell.opponent) if cell.played and cell.opponent else self.points[n]
            buchholz += worth
            berger += worth * self.brought(self.players[n], number)
        return -buchholz, -berger, n

    def colours(self, n: int) -> str:
        return "".join(c.colour for c in self.players[n].cells if c.played and c.colour)

    def seeks(self, n: int) -> tuple[str, bool]:
        """1.5: the colour sought, "" for none, and whether the preference is absolute."""
        had = self.colours(n)
        if not had:
            return "", False
        difference = had.count("w") - had.count("b")
        if abs(difference) > 1:
            return ("b" if difference > 0 else "w"), True
        if had[-2:] in ("ww", "bb"):
            return ("b" if had[-1] == "w" else "w"), True
        if difference:
            return ("b" if difference > 0 else "w"), False
        return ("b" if had[-1] == "w" else "w"), False

    # 2

    def legal(self, one: int, two: int) -> bool:
        """C1, C3."""
        if any(c.played and c.opponent == two for c in self.players[one].cells):
            return False
        if any({one, two} <= p.players and p.holds_in(self.coming) for p in self.tournament.forbidden):
            return False
        return not (self.seeks(one) == self.seeks(two) and self.seeks(one)[1])

    def partial(self, players: Sequence[int], left: int) -> Iterator[Partial]:
        """All ways to pair the players with `left` of them left over."""
        if not players:
            yield [], []
            return
        first, *rest = players
        if left:
            for pairs, over in self.partial(rest, left - 1):
                yield pairs, [first, *over]
        for other in rest if len(rest) > left else []:
            if self.legal(first, other):
                for pairs, over in self.partial([n for n in rest if n != other], left):
                    yield [(first, other), *pairs], over

    def possible(self, players: Sequence[int]) -> bool:
        """C4."""
        return len(players) % 2 == 0 and next(self.partial(players, 0), None) is not None

    def scores(self, players: Sequence[int]) -> list[int]:
        """C6."""
        return sorted((self.score[n] for n in players), reverse=True)

    def best_floaters(self, players: Sequence[int], lower: Sequence[int]) -> tuple[int, list[int]]:
        """C5, C6: the number of players who have to float, and their best scores."""
        for left in range(len(players) + 1):
            found = [
                self.scores(over)
                for over in combinations(players, left)
                if self.possible([n for n in players if n not in over]) and self.possible([*over, *lower])
            ]
            if found:
                return left, min(found)
        raise AssertionError

    # 3, 4

    def pair(self) -> tuple[set[frozenset[int]], int | None] | None:
        """The pairs, and the player with the bye; None if the round cannot be paired."""
        left, bye = list(self.place), None
        if len(left) % 2:
            able = [n for n in left if not NO_BYE & {c.outcome for c in self.players[n].cells}]
            able.sort(key=lambda n: (self.score[n], -len(self.colours(n)), -self.place[n]))
            bye = next((n for n in able if self.possible([m for m in left if m != n])), None)
            if bye is None:
                return None
            left.remove(bye)
        elif not self.possible(left):
            return None
        made: set[frozenset[int]] = set()
        floaters: list[int] = []
        groups = [
            [n for n in left if self.score[n] == score]
            for score in sorted({self.score[n] for n in left}, reverse=True)
        ]
        for place, residents in enumerate(groups):
            bracket = sorted([*floaters, *residents], key=self.place.__getitem__)
            following = groups[place + 1] if place + 1 < len(groups) else []
            below = [n for group in groups[place + 2 :] for n in group]
            pairs, floaters = self.bracket(bracket, following, below)
            made |= {frozenset(pair) for pair in pairs}
        return made, bye

    def bracket(self, players: list[int], following: list[int], below: list[int]) -> Partial:
        """C5 to C8, 4.3: the first of the best ways."""
        left, scores = self.best_floaters(players, [*following, *below])
        ways = [
            (pairs, over)
            for pairs, over in self.partial(players, left)
            if self.scores(over) == scores and self.possible([*over, *following, *below])
        ]
        next_one = {
            tuple(over): self.best_floaters([*over, *following], below) if following else (0, [])
            for _, over in ways
        }

        def quality(way: Partial) -> tuple[object, ...]:
            pairs, over = way
            refused = sum(bool(self.seeks(a)[0]) and self.seeks(a)[0] == self.seeks(b)[0] for a, b in pairs)
            opponents = {players.index(a): players.index(b) + 1 for a, b in pairs}
            opponents |= {players.index(b): players.index(a) + 1 for a, b in pairs}
            order = [-opponents.get(bsn, 0) for bsn in range(len(players))]
            return next_one[tuple(over)], refused, order

        return min(ways, key=quality)

"""The Dubov System of 2026 word by word, for small fields: all that the text ranks is tried in turn.

It reads histories itself and shares only the tournament with the rule book.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from pairing.core.tournament import BLANK, Colour, Outcome, Player, Tournament

type Pairs = list[tuple[int, int]]

NO_BYE = {Outcome.PAIRING_ALLOCATED_BYE, Outcome.FULL_POINT_BYE, Outcome.FORFEIT_WIN}


class Literal:
    """One round. Players are represented by their pairing numbers."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.rounds = tournament.rounds or 0
        self.coming = tournament.played_rounds + 1
        self.players = {player.number: player for player in tournament.players}
        present = [n for n, player in self.players.items() if player.cell(self.coming) == BLANK]
        self.score = {n: self.score_before(player, self.coming) for n, player in self.players.items()}
        self.present = sorted(present, key=lambda n: (-self.score[n], n))

    # 1

    def score_before(self, player: Player, number: int) -> int:
        scoring = self.tournament.scoring
        got = sum(
            scoring.points(player.cell(n)) if n <= len(player.cells) else scoring.zero_point_bye
            for n in range(1, number)
        )
        return got + sum(player.virtual[number - 1 : number])

    def colours(self, n: int) -> str:
        return "".join(c.colour for c in self.players[n].cells if c.played and c.colour)

    def seeks(self, n: int) -> tuple[str, bool]:
        """1.6: the colour sought, and whether the preference is absolute."""
        had = self.colours(n)
        if not had:
            return "b", False
        difference = had.count("w") - had.count("b")
        if abs(difference) > 1:
            return ("b" if difference > 0 else "w"), True
        if had[-2:] in ("ww", "bb"):
            return ("b" if had[-1] == "w" else "w"), True
        if difference:
            return ("b" if difference > 0 else "w"), False
        return ("b" if had[-1] == "w" else "w"), False

    def aro(self, n: int) -> int:
        """1.7."""
        met = [self.players[c.opponent].rating or 0 for c in self.players[n].cells if c.played and c.opponent]
        if not met:
            return 0
        whole, rest = divmod(sum(met), len(met))
        return whole + (2 * rest >= len(met))

    def upfloated(self, n: int, number: int) -> bool:
        cell = self.players[n].cell(number)
        if not cell.played or cell.opponent is None:
            return False
        other = self.players[cell.opponent]
        return self.score_before(self.players[n], number) < self.score_before(other, number)

    def upfloats(self, n: int) -> int:
        return sum(self.upfloated(n, number) for number in range(1, self.coming))

    # 2

    def legal(self, one: int, two: int) -> bool:
        """C1, C3."""
        if any(c.played and c.opponent == two for c in self.players[one].cells):
            return False
        if any({one, two} <= p.players and p.holds_in(self.coming) for p in self.tournament.forbidden):
            return False
        return not (self.seeks(one) == self.seeks(two) and self.seeks(one)[1])

    def all_pairings(self, players: Sequence[int]) -> Iterator[Pairs]:
        if not players:
            yield []
            return
        first, *rest = players
        for other in rest:
            if self.legal(first, other):
                for pairs in self.all_pairings([n for n in rest if n != other]):
                    yield [(first, other), *pairs]

    def refused(self, pairs: Pairs) -> int:
        """C7."""
        return sum(self.seeks(one)[0] == self.seeks(two)[0] for one, two in pairs)

    def possible(self, players: Sequence[int]) -> bool:
        return next(self.all_pairings(players), None) is not None

    # 3

    def pair(self) -> tuple[set[frozenset[int]], int | None] | None:
        """The pairs, and the player with the bye; None if the round cannot be paired."""
        left, bye = self.present, None
        if len(left) % 2:
            able = [n for n in left if not NO_BYE & {c.outcome for c in self.players[n].cells}]
            able.sort(key=lambda n: (self.score[n], -len(self.colours(n)), -n))
            bye = next((n for n in able if self.possible([m for m in left if m != n])), None)
            if bye is None:
                return None
            left = [n for n in left if n != bye]
        elif not self.possible(left):
            return None
        made: set[frozenset[int]] = set()
        while left:
            residents = [n for n in left if self.score[n] == self.score[left[0]]]
            lower = [n for n in left if n not in residents]
            bracket = residents + self.upfloaters(residents, lower)
            made |= {frozenset(pair) for pair in self.inside(bracket)}
            left = [n for n in left if n not in bracket]
        return made, bye

    def upfloaters(self, residents: list[int], lower: list[int]) -> list[int]:
        """3.2.1, 3.2.2, 4.2."""
        for size in range(len(lower) + 1):
            found = [
                (self.quality(residents, chosen), place, chosen)
                for place, chosen in enumerate(combinations(lower, size))
                if self.possible([*residents, *chosen])
                and self.possible([n for n in lower if n not in chosen])
            ]
            if found:
                return list(min(found)[2])
        raise AssertionError

    def quality(self, residents: list[int], chosen: Sequence[int]) -> tuple[object, ...]:
        """C6 to C10."""
        scores = [-score for score in sorted(self.score[n] for n in chosen)]
        colours = min(map(self.refused, self.all_pairings([*residents, *chosen])))
        if self.coming == self.rounds:
            return scores, colours
        most = 2 + self.rounds // 5
        maximum = [n for n in chosen if self.upfloats(n) >= most]
        again = sum(self.coming > 1 and self.upfloated(n, self.coming - 1) for n in chosen)
        return scores, colours, len(maximum), sum(map(self.upfloats, maximum)), again

    def inside(self, bracket: list[int]) -> Pairs:
        """3.2.3 to 3.2.6."""
        if not any(map(self.colours, bracket)):
            numbers = sorted(bracket)
            g1, g2 = numbers[: len(numbers) // 2], numbers[len(numbers) // 2 :]
        else:
            g1 = [n for n in bracket if self.seeks(n)[0] == "w"]
            g2 = sorted(n for n in bracket if self.seeks(n)[0] == "b")
        g1.sort(key=lambda n: (self.aro(n), n))
        best = min(map(self.refused, self.all_pairings(bracket)))
        small, large = (g1, g2) if len(g1) <= len(g2) else (g2, g1)
        pairings = [pairs for pairs in self.all_pairings(bracket) if self.refused(pairs) == best]
        unavoidable = min(sum(one in small and two in small for one, two in pairs) for pairs in pairings)
        number = (len(large) - len(small)) // 2 + unavoidable
        for out_of_small in combinations(outwards(small), unavoidable):
            for out_of_large in combinations(outwards(large), number):
                moved = {*out_of_small, *out_of_large}
                s1 = [n for n in bracket if (n in g1) is not (n in moved)]
                s2 = sorted(n for n in bracket if n not in s1)
                s1.sort(key=lambda n: (self.aro(n), n))
                for t2 in permutations(s2):
                    pairs = list(zip(s1, t2, strict=True))
                    if all(self.legal(*pair) for pair in pairs) and self.refused(pairs) == best:
                        return pairs
        raise AssertionError


def outwards(group: list[int]) -> list[int]:
    """4.3: the group from the middle outwards; of two equally near places the higher one first."""
    above, below = (len(group) - 1) // 2, (len(group) - 1) // 2 + 1
    order = []
    if len(group) % 2 and group:
        order.append(group[above])
        above -= 1
    while above >= 0 or below < len(group):
        if above >= 0:
            order.append(group[above])
            above -= 1
        if below < len(group):
            order.append(group[below])
            below += 1
    return order


def white_of(tournament: Tournament, one: int, two: int) -> int:
    """5.2: the player who has White."""
    literal = Literal(tournament)
    higher, lower = sorted((one, two), key=lambda n: (-literal.score[n], n))
    mine, yours = literal.colours(higher), literal.colours(lower)
    initial = tournament.initial_colour is Colour.WHITE
    if not mine and not yours:
        arrived = [
            p.number
            for p in tournament.players
            if any(c.paired for c in p.cells) or p.cell(literal.coming) == BLANK
        ]
        odd = sorted(arrived).index(higher) % 2 == 0
        return higher if odd is initial else lower
    wanted = {n: literal.seeks(n)[0] for n in (higher, lower)}
    if wanted[higher] == wanted[lower]:
        strengths = [
            2 * literal.seeks(n)[1] + (literal.colours(n).count("w") * 2 != len(literal.colours(n)))
            for n in (higher, lower)
        ]
        if strengths[0] != strengths[1]:
            chief = higher if strengths[0] > strengths[1] else lower
        else:
            chief = higher
            for a, b in zip(reversed(mine), reversed(yours), strict=False):
                if a != b:
                    return higher if a == "b" else lower
    else:
        chief = higher
    other = lower if chief == higher else higher
    return chief if wanted[chief] == "w" else other

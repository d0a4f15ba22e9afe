"""The pairing inside a bracket of the Dubov System: subgroups, shifters, S1 and T2 (art. 3.2.3 to 3.2.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.core.records import may_meet
from pairing.dubov.entrants import Entrant
from pairing.matching.completion import Matching, cheapest_pairing

type Group = tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class Subgroups:
    """A bracket as it was divided and paired in the end."""

    # 3.2.3: G1 and G2, before anybody was shifted, and whether they are halves because nobody has played.
    g1: Group
    g2: Group
    halves: bool
    # 3.2.4: the players shifted out of the smaller subgroup, and those shifted out of the larger one.
    out_of_smaller: Group
    out_of_larger: Group
    # 3.2.5, 3.2.6: the final ones. The partner of each member of S1 has the same place in T2.
    s1: Group
    s2: Group
    t2: Group

    @property
    def pairs(self) -> list[tuple[Entrant, Entrant]]:
        """The pairs, the member of S1 first."""
        return list(zip(self.s1, self.t2, strict=True))


def by_number(players: Sequence[Entrant]) -> Group:
    """The players in the order of their pairing numbers."""
    return tuple(sorted(players, key=lambda player: player.number))


def by_aro(players: Sequence[Entrant]) -> Group:
    """3.2.5: by ARO, the lowest first, then by pairing number."""
    return tuple(sorted(players, key=lambda player: (player.aro, player.number)))


def divide(players: Sequence[Entrant]) -> tuple[Group, Group]:
    """3.2.3: G1, the White seekers by ARO, and G2, the others; halves if nobody has played."""
    if never_played(players):
        ordered = by_number(players)
        middle = len(ordered) // 2
        return ordered[:middle], ordered[middle:]
    return by_aro([p for p in players if p.seeks_white]), by_number([p for p in players if not p.seeks_white])


def never_played(players: Sequence[Entrant]) -> bool:
    """3.2.3: whether none of these players has played a game."""
    return not any(player.colours for player in players)


def shift_order(group: Group) -> Group:
    """4.3: the members of a subgroup in the order of their numbers as shifters, from the middle outwards.

    Of seven players the fourth comes first, then the third, the fifth, the second and so on; of two players
    in the middle the higher placed one comes first.
    """
    places = sorted(range(len(group)), key=lambda place: (abs(2 * place + 1 - len(group)), place))
    return tuple(group[place] for place in places)


def pair_bracket(players: Sequence[Entrant]) -> Subgroups | None:
    """3.2.3 to 3.2.6: the pairing of a bracket; None if C1 and C3 allow none."""
    g1, g2 = divide(players)
    smaller, larger = (g1, g2) if len(g1) <= len(g2) else (g2, g1)
    excess = (len(larger) - len(smaller)) // 2
    # Usually the first set is possible.
    shifters: tuple[Group, Group] | None = (), shift_order(larger)[:excess]
    halves = never_played(players)
    while shifters is not None:
        s1, s2 = _shifted(g1, g2, {*shifters[0], *shifters[1]})
        t2 = first_transposition(s1, s2)
        if t2 is not None:
            return Subgroups(g1, g2, halves, *shifters, s1, s2, t2)
        shifters = Shifting(smaller, larger).first()
    return None


def _shifted(g1: Group, g2: Group, moved: set[Entrant]) -> tuple[Group, Group]:
    """3.2.5: S1 and S2 after these players have changed subgroups."""
    s1 = [p for p in g1 if p not in moved] + [p for p in g2 if p in moved]
    s2 = [p for p in g2 if p not in moved] + [p for p in g1 if p in moved]
    return by_aro(s1), by_number(s2)


class Shifting:
    """3.2.4: the search for the first shifters that allow a legal pairing with the best C7.

    A pair inside a subgroup has one shifter, whose partner stays. The number of pairs inside the smaller
    subgroup, as small as possible (3.2.4.1), settles the number inside the larger one.
    """

    def __init__(self, smaller: Group, larger: Group) -> None:
        self.smaller, self.larger = shift_order(smaller), shift_order(larger)
        self.players = (*self.smaller, *self.larger)
        # The places in `players` of those who are shifted, and of those who stay.
        self.shifted: set[int] = set()
        self.kept: set[int] = set()

    def first(self) -> tuple[Group, Group] | None:
        """The players shifted out of the smaller and the larger subgroup, or None without a legal pairing."""
        small = len(self.smaller)
        matching = Matching(range(len(self.players)), self._joined)
        # If possible, nobody is shifted out of the smaller subgroup.
        self.kept = set(range(small))
        if not matching.complete():
            first = self._out_of_smaller()
            if first is None:
                return None
            self.shifted = first
            self.kept -= first
            if not matching.complete():
                raise AssertionError("The least pairs inside the smaller subgroup allow no pairing")
        number = (len(self.larger) - small) // 2 + len(self.shifted)
        out_of_smaller = tuple(self.players[place] for place in sorted(self.shifted))
        out_of_larger: list[Entrant] = []
        for place in range(small, len(self.players)):
            if len(out_of_larger) == number:
                break
            if self._shift(matching, place):
                out_of_larger.append(self.players[place])
        return out_of_smaller, tuple(out_of_larger)

    def _shift(self, matching: Matching, place: int) -> bool:
        """Shift a member of the larger subgroup if a pairing remains possible; otherwise they stay."""
        before = matching.mates.copy()
        self.shifted.add(place)
        if not self._joined(place, matching.mates[place]):
            matching.part([place])
        if matching.complete():
            return True
        matching.mates = before
        self.shifted.discard(place)
        self.kept.add(place)
        return False

    def _joined(self, one: int, other: int) -> bool:
        """Whether two players may meet by now: a shifter meets a player of the same subgroup who stays."""
        small = len(self.smaller)
        if (one < small) == (other < small):
            pair = {one, other}
            fits = not (pair <= self.shifted or pair <= self.kept)
        else:
            fits = one not in self.shifted and other not in self.shifted
        return fits and may_meet(self.players[one], self.players[other])

    def _out_of_smaller(self) -> set[int] | None:
        """3.2.4.1: the first set to be shifted out of the smaller subgroup; None if no pairing is legal."""
        small = len(self.smaller)
        inside = 1 << 2 * small

        def cost(one: int, other: int) -> int | None:
            if not may_meet(self.players[one], self.players[other]):
                return None
            # The earlier of the two is shifted, and the earlier they come the better.
            return inside - (1 << small - one) if other < small else 0

        mates = cheapest_pairing(len(self.players), cost)
        if mates is None:
            return None
        return {place for place in range(small) if place < mates[place] < small}


def first_transposition(s1: Group, s2: Group) -> Group | None:
    """3.2.6, 4.4: the first order of S2 in which everybody may meet the player at the same place in S1.

    None if there is none.
    """
    free, chosen = list(s2), []
    for player in s1:
        partner = next((other for other in free if may_meet(player, other)), None)
        if partner is None:
            return _first_that_fits(s1, s2)
        free.remove(partner)
        chosen.append(partner)
    return tuple(chosen)


def _first_that_fits(s1: Group, s2: Group) -> Group | None:
    """Like `first_transposition`, for when a first possible partner must be left to somebody else."""
    size = len(s1)
    settled: set[int] = set()

    def joined(one: int, other: int) -> bool:
        low, high = sorted((one, other))
        open_ = low < size <= high and not (low in settled or high in settled)
        return open_ and may_meet(s1[low], s2[high - size])

    matching = Matching(range(2 * size), joined)
    if not matching.complete():
        return None
    for one in range(size):
        for other in range(size, 2 * size):
            if not joined(one, other):
                continue
            if matching.mates[one] == other:
                break
            before = matching.mates.copy()
            matching.match(one, other)
            settled |= {one, other}
            if matching.complete():
                break
            matching.mates = before
            settled -= {one, other}
        settled |= {one, matching.mates[one]}
    return tuple(s2[matching.mates[one] - size] for one in range(size))

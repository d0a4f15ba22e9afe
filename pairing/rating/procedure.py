"""The pairing procedures (C): a round, bracket by bracket from the highest to the lowest.

The common procedure of both revisions is here; the rules peculiar to each are in its `Revision`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from heapq import heappop, heappush
from itertools import count, groupby

from pairing.core import colours
from pairing.core.colours import alternate, by_parity, grant, grant_both, grant_higher_ranked
from pairing.core.handling import board_order
from pairing.core.records import Record, Strength, may_meet
from pairing.core.sentences import phrase
from pairing.core.tournament import Colour, RoundPairing, Tournament
from pairing.matching.bracket import Lowered
from pairing.matching.completion import Completion, unpairable
from pairing.rating.search import (
    Below,
    Bracket,
    Couple,
    Paired,
    Requirements,
    Search,
    Takers,
    Target,
    first_attempt,
    in_order,
)

# -- The number of pairs in a bracket that cannot grant both colour preferences in any pairing (A.8) --


def wanting(players: Sequence[Record]) -> Counter[Colour | None]:
    """The number of players who prefer each colour, or none."""
    return Counter(record.preference.colour for record in players)


def x_of_1998(players: Sequence[Record]) -> int:
    """A.8 (1998): x. It cannot be less than 0, though the text forgets to say so."""
    wants = wanting(players)
    q = (len(players) + 1) // 2
    return max(0, wants[Colour.WHITE] - q, wants[Colour.BLACK] - q)


def x1_of_2012(players: Sequence[Record]) -> int:
    """A.8.a (2012): X1, the pairs that cannot fulfil all colour preferences.

    The players with a mild preference that A.8 counts apart in even rounds (w, b) come together again
    with the others (W, B) in every place of this formula.
    """
    wants = wanting(players)
    return max(0, len(players) // 2 - min(wants[Colour.WHITE], wants[Colour.BLACK]) - wants[None])


def z1_of_2012(players: Sequence[Record]) -> int:
    """A.8.b (2012): Z1, the pairs of an even round that cannot fulfil all strong colour preferences.

    A player with a mild preference in an even round has missed an odd number of games: w and b count them.
    """
    strong = wanting([record for record in players if record.preference.strength >= Strength.STRONG])
    yielding = len(players) - strong[Colour.WHITE] - strong[Colour.BLACK]
    return max(0, len(players) // 2 - min(strong[Colour.WHITE], strong[Colour.BLACK]) - yielding)


# -- How the pairing of a round was decided, bracket by bracket ---------------------------------------


@dataclass(frozen=True, slots=True)
class BracketDecision:
    """One bracket as it was paired in the end. Players are pairing numbers, in the order of A.2."""

    # In a joined bracket (C.13) the players of the bracket added last are among those moved down.
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    joined: bool
    # The residents whom C.1 moved down before the bracket was paired.
    incompatible: tuple[int, ...]
    # P1, the number of pairs made, and M1, the number of them with players moved down; M1 is 0 if the bracket
    # was treated as homogeneous.
    p1: int
    m1: int
    # The higher ranked player first: the M1 pairs, then those of the remainder in the order of S1.
    pairs: tuple[tuple[int, int], ...]
    # The players who go on to the next bracket, those of C.1 included. In the lowest bracket: the one who
    # gets the bye.
    downfloaters: tuple[int, ...]
    # The steps of C that brought the pairing about, in the order of the text: "C.7", "C.10.e", "C.12". C.12
    # and C.13 are listed for both the bracket that went back and the one it went back to.
    steps: tuple[str, ...]
    # All requirements of the bracket, the weightiest first. Those of A.8 are named x, X and Z.
    requirements: tuple[Lowered, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """A round: its brackets from the highest to the lowest, and the pairing that results."""

    # The players to be paired, in the order of A.2.
    records: tuple[Record, ...]
    brackets: tuple[BracketDecision, ...]
    pairing: RoundPairing


def describe(paired: Paired, requirements: Requirements, first: Mapping[str, int]) -> BracketDecision:
    """How a bracket was decided. `first` gives the first value of requirements that was not 0."""
    bracket, target = paired.bracket, paired.target
    lowered = tuple(
        Lowered(r.step, r.name, first.get(r.name, 0), r.value(paired.couples, paired.left_over))
        for r in requirements
    )
    steps = paired.steps | order_steps(paired)
    if target.pairs or bracket.lowest:
        steps |= {r.article for r in lowered if r.value > r.first}
    return BracketDecision(
        moved_down=_numbers(bracket.moved_down),
        residents=_numbers(in_order(bracket.residents + paired.moved_on)),
        joined=bracket.joined,
        incompatible=_numbers(paired.moved_on),
        p1=target.pairs,
        m1=target.moved_down,
        pairs=tuple((one.number, two.number) for one, two in paired.couples),
        downfloaters=_numbers(paired.downfloaters),
        steps=tuple(sorted(steps, key=_place_in_text)),
        requirements=lowered,
    )


def order_steps(paired: Paired) -> set[str]:
    """C.6 to C.8: whether pairs were made, and whether it took a transposition or an exchange."""
    bracket, m1 = paired.bracket, paired.target.moved_down
    players = bracket.players
    steps = {"C.6"} if paired.couples else set()
    for couples in (paired.couples[:m1], paired.couples[m1:]):
        s1, partners = [one for one, _ in couples], [two for _, two in couples]
        # Players moved down are paired with residents. All others, and in a joined bracket everybody, are
        # paired with any player who is left.
        with_residents = couples == paired.couples[:m1] and not bracket.joined
        first_of_s2 = len(bracket.moved_down) if with_residents else 0
        s2 = [record for record in players[first_of_s2:] if record not in s1]
        if s1 != list(players[: len(s1)]):
            steps.add("C.8")
        if partners != s2[: len(partners)]:
            steps.add("C.7")
        players = tuple(record for record in players if record not in (*s1, *partners))
    return steps


def _numbers(records: Sequence[Record]) -> tuple[int, ...]:
    return tuple(record.number for record in records)


def _place_in_text(step: str) -> tuple[int, str]:
    number, _, letter = step.removeprefix("C.").partition(".")
    return int(number), letter


# -- The procedure ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Revision:
    """The rules peculiar to one revision of the text."""

    # A.3: whether a bracket with players moved down is still treated as homogeneous.
    homogeneous: Callable[[Bracket], bool]
    # A.8: for a round and the players of a bracket, the first values of requirements, by name, unless 0.
    first_values: Callable[[int, Sequence[Record]], Mapping[str, int]]
    # C.9 to C.11: for a round, the requirements of a bracket, heterogeneous or not, the weightiest first.
    requirements: Callable[[int, bool], Requirements]
    # C.12: whether the players moved down instead must have the same scores.
    same_scores: bool


class Procedure:
    """One round by one revision: the brackets paired so far, from the top."""

    def __init__(self, revision: Revision, number: int) -> None:
        self.revision = revision
        self.number = number
        self.paired: list[Paired] = []

    def run(self, records: Sequence[Record]) -> None:
        """Pair everybody; `records` are in the order of A.2, and a complete pairing must exist."""
        scores = [tuple(group) for _, group in groupby(records, key=lambda record: record.score)]
        for residents in scores[:-1]:
            self.pair_next(residents)
        if scores:
            self.pair_lowest(scores[-1])

    @property
    def floaters(self) -> tuple[Record, ...]:
        """The players moved down from the last bracket that has been paired."""
        return self.paired[-1].downfloaters if self.paired else ()

    def pair_next(self, residents: tuple[Record, ...]) -> None:
        """C.1 to C.14: the next bracket, which is not the lowest."""
        bracket = Bracket(self.floaters, residents)
        steps: set[str] = set()
        if any(incompatible(record, bracket) for record in bracket.moved_down):
            steps.add("C.1")
            if self.backtrack(bracket, self.first_target(bracket)):
                steps.add("C.12")
        bracket, moved_on = move_on(Bracket(self.floaters, residents))
        target = self.first_target(bracket)
        couples = self.attempt(bracket, target)
        while couples is None:
            if "C.12" not in steps and self.backtrack(bracket, target):
                steps.add("C.12")
                bracket, moved_on = move_on(Bracket(self.floaters, residents))
                target = self.first_target(bracket)
            else:
                steps.add("C.14")
                target = decrease(bracket, target)
            couples = self.attempt(bracket, target)
        if moved_on:
            steps.add("C.1")
        self.paired.append(Paired(bracket, target, couples, moved_on, frozenset(steps)))

    # -- C.2 to C.11 -------------------------------------------------------------------------------------

    def first_target(self, bracket: Bracket) -> Target:
        """C.3 (1998), C.2.a (2012): as many pairs as possible, including all players moved down."""
        homogeneous = not bracket.moved_down or self.revision.homogeneous(bracket)
        return Target(bracket.most_pairs, 0 if homogeneous else len(bracket.moved_down))

    def requirements(self, target: Target) -> Requirements:
        """C.9 to C.11: the requirements of the bracket."""
        return self.revision.requirements(self.number, target.moved_down > 0)

    def first_values(self, bracket: Bracket, target: Target) -> dict[str, int]:
        """C.2, and C.14: x, X1 and Z1 are reduced by one for each pair given up."""
        values = self.revision.first_values(self.number, bracket.players)
        given_up = bracket.most_pairs - target.pairs
        return {name: max(0, value - given_up) for name, value in values.items()}

    def attempt(self, bracket: Bracket, target: Target) -> tuple[Couple, ...] | None:
        """C.4 to C.11: the first pairing of the bracket that meets the target; None if there is none."""
        requirements = self.requirements(target)
        couples = first_attempt(bracket, target, requirements, self.first_values(bracket, target))
        if couples is not None:
            return couples
        if not (target.pairs or bracket.lowest):
            # C.14: the entire bracket is moved down.
            return ()
        search = search_alone(bracket, target)
        if not search.possible:
            return None
        search.pair(requirements)
        return search.couples

    # -- C.12 --------------------------------------------------------------------------------------------

    def backtrack(self, bracket: Bracket, target: Target) -> bool:
        """C.12: pair the bracket above again, so that other players are moved down and the target can be met.

        Returns whether that is possible; if not, nothing is changed.
        """
        if not bracket.moved_down:
            return False
        above = self.paired[-1]
        places = places_left(bracket, target, above)
        floaters_meet = not target.moved_down
        below = Below(places, above.moved_on, bracket.residents, floaters_meet=floaters_meet)
        for other in self.other_pairings(above, below):
            others = frozenset(other.left_over) != frozenset(above.left_over)
            if others and (same_scores(other, above) or not self.revision.same_scores):
                self.paired[-1] = replace(other, steps=above.steps | {"C.12"})
                return True
        return False

    def other_pairings(self, above: Paired, below: Below) -> Iterator[Paired]:
        """The pairings of a bracket with as many pairs: the first for each set of players left over.

        They come in the order of the procedure. When one has been found, the others divide into those in
        which the first of its players left over is not left over, those in which the first is but the second
        is not, and so on; the parts wait in a queue, ordered by the turn of the first pairing of each.
        """
        queue: list[tuple[tuple[int, ...], int, frozenset[Record], frozenset[Record], Search]] = []
        number = count()

        def add_part(staying: frozenset[Record], going: frozenset[Record]) -> None:
            search = Search(above.bracket, above.target, below)
            search.keep_in(staying)
            search.leave_over(going)
            if search.possible:
                search.pair(self.requirements(above.target))
                heappush(queue, (search.turn, next(number), staying, going, search))

        add_part(frozenset(), frozenset())
        while queue:
            _, _, staying, going, search = heappop(queue)
            yield replace(above, couples=search.couples)
            for record in search.left_over:
                if record not in going:
                    add_part(staying | {record}, going)
                    going |= {record}

    # -- C.13 --------------------------------------------------------------------------------------------

    def pair_lowest(self, residents: tuple[Record, ...]) -> None:
        """C.13: the lowest bracket, in which everybody must be paired except one player who gets the bye.

        If need be, others are moved down to it (C.12), fewer of them are paired as such (C.14.b.2), the
        bracket above is paired again for its sake, or the two are joined.
        """
        steps: set[str] = set()
        # The score bracket added last, in the place of players moved down.
        added: tuple[Record, ...] = ()
        while True:
            bracket = Bracket(in_order(self.floaters + added), residents, lowest=True, joined=bool(added))
            target = self.first_target(bracket)
            couples = self.attempt(bracket, target)
            if couples is None and not steps and self.backtrack(bracket, target):
                steps.add("C.12")
                continue
            if couples is None and search_alone(bracket, replace(target, moved_down=0)).possible:
                steps |= {"C.13", "C.14"}
                while couples is None:
                    target = replace(target, moved_down=target.moved_down - 1)
                    couples = self.attempt(bracket, target)
            if couples is not None:
                break
            steps.add("C.13")
            if not self.repair_penultimate(added + residents):
                residents = in_order(added + residents)
                added = self.undo_penultimate()
        self.paired.append(Paired(bracket, target, couples, (), frozenset(steps)))

    def repair_penultimate(self, lowest: tuple[Record, ...]) -> bool:
        """C.13: pair the penultimate bracket again, with fewer pairs if need be, so that the lowest can be.

        Returns whether that is possible; if not, nothing is changed.
        """
        above = self.paired[-1]
        everybody = above.bracket.players + above.moved_on + lowest
        bye = frozenset(record for record in everybody if record.may_take_bye)
        below = Below([bye] * (len(everybody) % 2), above.moved_on, lowest, floaters_meet=True)
        target = above.target
        while target.pairs:
            search = Search(above.bracket, target, below)
            if search.possible:
                search.pair(self.requirements(target))
                steps = above.steps | {"C.13"}
                self.paired[-1] = replace(above, target=target, couples=search.couples, steps=steps)
                return True
            target = decrease(above.bracket, target)
        return False

    def undo_penultimate(self) -> tuple[Record, ...]:
        """C.13: give up the penultimate bracket; returns its players except those moved down to it."""
        above = self.paired.pop()
        players = above.bracket.players + above.moved_on
        return in_order(tuple(record for record in players if record not in self.floaters))


def search_alone(bracket: Bracket, target: Target) -> Search:
    """The pairings of a bracket that meet the target, whatever becomes of the players left over.

    In the lowest bracket they must be allowed to get a bye (B.1.b).
    """
    takers = frozenset(r for r in bracket.players if r.may_take_bye or not bracket.lowest)
    return Search(bracket, target, Below([takers] * (len(bracket.players) - 2 * target.pairs)))


# -- C.1 -------------------------------------------------------------------------------------------------


def incompatible(record: Record, bracket: Bracket) -> bool:
    """C.1: whether no opponent can be found for the player in the bracket without violating B.1 or B.2."""
    return not any(other is not record and may_meet(record, other) for other in bracket.players)


def move_on(bracket: Bracket) -> tuple[Bracket, tuple[Record, ...]]:
    """C.1: the bracket without its incompatible residents, and those residents, who are moved down."""
    moved_on = tuple(record for record in bracket.residents if incompatible(record, bracket))
    staying = tuple(record for record in bracket.residents if record not in moved_on)
    return replace(bracket, residents=staying), moved_on


# -- C.12 ------------------------------------------------------------------------------------------------


def places_left(bracket: Bracket, target: Target, above: Paired) -> list[Takers]:
    """C.12: the players the bracket may leave over when it meets the target, whoever is moved down to it."""
    left_over = len(bracket.players) - 2 * target.pairs
    moved_down = frozenset(above.bracket.players + above.moved_on)
    takers = frozenset(bracket.residents)
    if target.moved_down:
        unpaired = len(bracket.moved_down) - target.moved_down
    else:
        unpaired = 0
        takers |= moved_down
    if bracket.lowest:
        takers = frozenset(record for record in takers if record.may_take_bye)
    return [moved_down] * unpaired + [takers] * (left_over - unpaired)


def same_scores(one: Paired, other: Paired) -> bool:
    """C.12 (2012): whether the players left over have the same scores."""
    return Counter(r.score for r in one.left_over) == Counter(r.score for r in other.left_over)


# -- C.14 ------------------------------------------------------------------------------------------------


def decrease(bracket: Bracket, target: Target) -> Target:
    """C.14: the next target, with fewer pairs or fewer of them for players moved down (C.14.b of 2012)."""
    if not target.moved_down or reaches_remainder(bracket, target):
        pairs = target.pairs - 1
        return Target(pairs, min(pairs, target.moved_down))
    if target.moved_down > 1:
        return replace(target, moved_down=target.moved_down - 1)
    return Target(bracket.most_pairs, 0)


def reaches_remainder(bracket: Bracket, target: Target) -> bool:
    """C.14.b.1 (2012): whether the wanted number of players moved down can be paired with residents."""
    m1 = target.moved_down
    return search_alone(bracket, Target(m1, m1)).possible


# -- Who has White (E): the rules peculiar to both of these revisions ---------------------------------


def grant_stronger(higher: Record, lower: Record) -> Record | None:
    """E.2: grant the stronger colour preference; two absolute ones are equally strong."""
    if higher.preference.strength == lower.preference.strength:
        return None
    stronger, weaker = sorted((higher, lower), key=lambda record: -record.preference.strength)
    return grant(stronger, weaker, stronger.preference.colour)


def first_round(higher: Record, lower: Record, initial: Colour | None) -> Record:
    """E.5: odd numbered players of S1 get the colour that was drawn, even numbered ones the other.

    This also applies in a later round if neither has played a game yet.
    """
    return by_parity(higher, lower, higher.number, initial)


# E.1 to E.4, in their order.
RULES = (grant_both, grant_stronger, alternate, grant_higher_ranked)

# E: the colours of a pair.
allocate = partial(colours.allocate, rules=RULES, lot=first_round)


# -- From a tournament to the pairing of its next round, and the account of how it was decided --------

UNPAIRABLE = phrase("Round {round} cannot be paired under B.1 and B.2: no place is left for {names}")


def decide_round(tournament: Tournament, records: Sequence[Record], revision: Revision) -> Decision:
    """C, E, F.1: the coming round of `tournament`, decided by `revision`; `records` are the players in it.

    Raises UnpairableRound when B.1 and B.2 leave no complete pairing, and PairingError when the initial
    colour is needed and unknown.
    """
    coming = tournament.played_rounds + 1
    if not Completion(records).possible:
        raise unpairable(coming, records, UNPAIRABLE)
    procedure = Procedure(revision, coming)
    procedure.run(records)
    couples = [couple for paired in procedure.paired for couple in paired.couples]
    bye = next((record.number for record in procedure.floaters), None)
    pairs = (allocate(higher, lower, tournament.initial_colour) for higher, lower in couples)
    return Decision(
        records=tuple(records),
        brackets=tuple(
            describe(p, procedure.requirements(p.target), procedure.first_values(p.bracket, p.target))
            for p in procedure.paired
        ),
        pairing=RoundPairing(board_order(tournament, pairs), bye),
    )

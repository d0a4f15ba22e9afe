"""The verdict of the rules' letter on pairings that were not made, by comparing all candidates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby

from pairing.core.records import Record
from pairing.dutch import edition_2016, edition_2026
from pairing.dutch.rounds import Decision
from pairing.explanation.facts import Asked, Generation
from tests.pairing import literal_2016, literal_2026
from tests.pairing.literal import Couples, all_pairings, mdp_candidates, score, unpaired

# The articles of the values that a candidate is compared by; those of C.7 or C8 only above another bracket.
OF_2016 = ([5, 6], [7, 7], range(8, 20))
OF_2026 = ([5, 6, 7], [8, 8, 8], range(9, 22))

INCOMPLETE = "incomplete"
# The values by which a candidate is compared, each with its article.
type Quality = list[tuple[str, object]]
type Expected = str | Generation


class Letter:
    """One bracket of a decision, with all its candidates."""

    def __init__(
        self, literal: literal_2016.LiteralBracket | literal_2026.LiteralBracket, chosen: Couples
    ) -> None:
        self.literal = literal
        self.players = literal.players
        self.mdps = literal.mdps
        self.qualities = {
            frozenset(couples): (couples, quality(literal, couples))
            for couples in all_pairings(literal.mdps, literal.residents)
            if literal.complies(couples) and completable(literal, couples)
        }
        self.chosen, self.quality = self.qualities[frozenset(chosen)]

    def expected(self, asked: Asked, players: Sequence[Record]) -> Expected:
        """The article of the first value that gets worse, or the step of generation that decides."""
        meeting = [q for c, q in self.qualities.values() if meets(c, asked, players)]
        if not meeting:
            return INCOMPLETE
        best = min(meeting)
        assert best >= self.quality
        for (article, now), (_, then) in zip(self.quality, best, strict=True):
            if now != then:
                return article
        return self.generation(asked, players)

    def generation(self, asked: Asked, players: Sequence[Record]) -> Generation:
        """The step of generation in which the first equally good candidate comes after the chosen one."""
        # Equally good candidates have the same scores in the Limbo.
        mdp_pairs = sum(one in self.mdps for one, _ in self.chosen)
        sets = combinations(self.mdps, mdp_pairs)
        generated = mdp_candidates(sets, self.literal.residents, len(self.chosen))
        equals = (couples for couples in generated if self.known(couples) == self.quality)
        first = self.parts(next(equals))
        for couples in equals:
            if meets(couples, asked, players):
                parts = self.parts(couples)
                return next(step for step in Generation if first[step] != parts[step])
        raise AssertionError("No such candidate is generated")

    def known(self, couples: Couples) -> Quality | None:
        found = self.qualities.get(frozenset(couples))
        return None if found is None else found[1]

    def parts(self, couples: Couples) -> dict[Generation, list[Record]]:
        """The parts of a candidate, by the steps of its generation."""
        with_mdps = [couple for couple in couples if couple[0] in self.mdps]
        others = [couple for couple in couples if couple[0] not in self.mdps]
        return {
            Generation.MDP_SET: [one for one, _ in with_mdps],
            Generation.MDP_OPPONENTS: [two for _, two in with_mdps],
            Generation.EXCHANGE: [one for one, _ in others],
            Generation.TRANSPOSITION: [two for _, two in others],
        }


def quality(literal: literal_2016.LiteralBracket | literal_2026.LiteralBracket, couples: Couples) -> Quality:
    """The values of a candidate in the order of their criteria, each the less the better."""
    if isinstance(literal, literal_2016.LiteralBracket):
        values = literal.quality(couples)
        head, ahead, tail = OF_2016
        if literal.kind == "ordinary":
            values[2:3] = values[2]  # type: ignore[call-overload]
        else:
            ahead = []
        return [(f"C.{n}", value) for n, value in zip([*head, *ahead, *tail], values, strict=True)]
    head, ahead, tail = OF_2026
    _, *c6_and_c7 = literal.c5_to_c7(couples)
    values = [lowest_bye(literal, couples), *c6_and_c7, *literal.quality(couples)]
    numbers = [*head, *(ahead if literal.below else []), *tail]
    return [(f"C{n}", value) for n, value in zip(numbers, values, strict=True)]


def lowest_bye(literal: literal_2026.LiteralBracket, couples: Couples) -> int | None:
    """C5: the lowest score of a possible receiver of the bye; None if the round cannot be completed (C4).

    Players left over never meet each other: from now on they are moved-down players, who meet residents
    (2026 3.3). For the best candidate this is obvious: two who could meet would have been paired.
    """
    apart = frozenset(unpaired(literal.players, couples))
    rest = literal.rest(couples)
    if len(rest) % 2 == 0:
        return 0 if literal_2016.completable(rest, apart) else None
    scores = [
        taker.score
        for taker in rest
        if taker.may_take_bye
        and literal_2016.completable(tuple(record for record in rest if record is not taker), apart)
    ]
    return min(scores, default=None)


def completable(literal: literal_2016.LiteralBracket | literal_2026.LiteralBracket, couples: Couples) -> bool:
    """2026 C4: whether the round can be completed."""
    return isinstance(literal, literal_2016.LiteralBracket) or lowest_bye(literal, couples) is not None


def meets(couples: Couples, asked: Asked, players: Sequence[Record]) -> bool:
    if asked is Asked.MEET:
        return tuple(players) in couples
    return any(players[0] in couple for couple in couples) is (asked is Asked.STAY)


def groups_below(decision: Decision, place: int) -> tuple[tuple[Record, ...], ...]:
    """The scoregroups below a bracket."""
    lowest = min(record.score for record in decision.brackets[place].bracket.residents)
    lower = (record for record in decision.records if record.score < lowest)
    return tuple(tuple(group) for _, group in groupby(lower, key=score))


def letters(decision: Decision) -> Iterator[Letter]:
    """Every bracket of the decision."""
    return letters_2016(decision) if decision.rules is edition_2016.RULES else letters_2026(decision)


def letters_2016(decision: Decision) -> Iterator[Letter]:
    for place, settled in enumerate(decision.brackets):
        kind = "penultimate" if settled.discarded else "ordinary"
        if place == len(decision.brackets) - 1:
            kind = "last"
        below = groups_below(decision, place)
        bracket = settled.bracket
        literal = literal_2016.LiteralBracket(bracket.mdps, bracket.residents, kind=kind, below=below)
        yield Letter(literal, settled.candidate.pairs)


def letters_2026(decision: Decision) -> Iterator[Letter]:
    assert decision.rules is edition_2026.RULES
    not_yet_paired = literal_2026.NotYetPaired()
    downfloaters: tuple[Record, ...] = ()
    for place, settled in enumerate(decision.brackets):
        below = groups_below(decision, place)
        # To the letter, the player who is to take the bye goes on to the next bracket.
        literal = literal_2026.LiteralBracket(downfloaters, settled.bracket.residents, below, not_yet_paired)
        yield Letter(literal, settled.candidate.pairs)
        left = unpaired(literal.players, settled.candidate.pairs)
        downfloaters = tuple(sorted(left, key=lambda record: record.rank))

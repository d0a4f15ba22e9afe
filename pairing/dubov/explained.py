"""How a round was paired by the Dubov System: its account, from the computation that decided it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pairing.core.records import may_meet
from pairing.core.sentences import Phrase, Score, Who, phrase
from pairing.core.tournament import Colour, Pair, Tournament
from pairing.dubov.edition_2026 import (
    Bracket,
    Decision,
    Entrant,
    Subgroups,
    bye_order,
    colour_rules,
    decide,
    history,
    pair_bracket,
    refusals,
    refused,
)
from pairing.explanation import facts
from pairing.explanation.account import Account, by_rank, numbers_of
from pairing.explanation.brackets import EntrantsAccount
from pairing.explanation.facts import (
    COLOURS_REFUSED,
    HIGHER_UP,
    NOT_EVERYBODY,
    Group,
    Manner,
    OwnSentence,
    PlainBoard,
    PlainBracket,
)

# -- The reasons against another pair or another upfloater in the Dubov System ------------------------

EQUALLY_GOOD = phrase(
    "{other} would have done just as well as {chosen}, who comes first by score and number."
)
# For each article that can decide, the consequence of another upfloater in place of the chosen one; and the
# same in plain words.
WORSE: Mapping[str, tuple[str, str]] = {
    "C4": (
        phrase("With {other} in place of {chosen} the round could not be completed."),
        phrase("With {other} in place of {chosen} not everybody could have been paired."),
    ),
    "C5": (
        phrase("With {other} in place of {chosen} the bracket would need more upfloaters."),
        phrase("With {other} in place of {chosen} still more players would have had to come up."),
    ),
    "C6": (
        phrase("{chosen}, who has a higher score than {other}, floated up."),
        phrase("{chosen}, who had more points than {other}, came up."),
    ),
    "C7": (
        phrase("With {other} in place of {chosen} more players would not get the colour that they seek."),
        phrase(
            "With {other} in place of {chosen} more players would have gone without the colour they wanted."
        ),
    ),
    "C8": (
        phrase("{other} is a maximum upfloater, having floated up so often, and {chosen} is not."),
        phrase("{other} had come up as often as anybody should, and {chosen} had not."),
    ),
    "C9": (
        phrase("{other} has floated up more often than {chosen}."),
        phrase("{other} had come up more often than {chosen}."),
    ),
    "C10": (
        phrase("{other} floated up in the round before, and {chosen} did not."),
        phrase("{other} came up in the last round; this time it was {chosen}."),
    ),
    "art. 4.2": (EQUALLY_GOOD, EQUALLY_GOOD),
}


def against_pair(bracket: Bracket, one: Entrant, two: Entrant) -> OwnSentence:
    """The cost of the pair for the bracket that has both players, or the rule that prevents it."""
    groups = bracket.subgroups
    facts = {"one": Who(one.number), "two": Who(two.number)}
    found = pair_bracket([player for player in (*groups.s1, *groups.s2) if player not in (one, two)])
    if found is None:
        said = phrase("If {one} met {two}, the others of the bracket could not all be paired.")
        return OwnSentence.of(("C1", "C3"), said, NOT_EVERYBODY, facts)
    if refusals(found) + refused(one, two) > refusals(groups):
        said = phrase("If {one} met {two}, more players would not get the colour that they seek.")
        return OwnSentence.of(("C7",), said, COLOURS_REFUSED, facts)
    if (one in groups.s1) is not (two in groups.s1):
        return _later(bracket, one, two) if one in groups.s1 else _later(bracket, two, one)
    if groups.halves:
        return OwnSentence.of(
            ("art. 3.2.3",),
            phrase("{one} and {two} are in the same half of the bracket, and the halves meet."),
            phrase(
                "Nobody in that group had played yet, so its upper half met its lower half; {one} and {two} "
                "were in the same half."
            ),
            facts,
        )
    return OwnSentence.of(
        ("art. 4.3",),
        phrase(
            "{one} and {two} ended in the same subgroup: the shifters that would separate them come later in"
            " the order."
        ),
        phrase("{one} and {two} ended on the same side: the rules say who is the first to change sides."),
        facts,
    )


def _later(bracket: Bracket, member: Entrant, wanted: Entrant) -> OwnSentence:
    """4.4: why a member of S1 does not meet a certain member of the other subgroup."""
    groups = bracket.subgroups
    seat = groups.s1.index(member)
    partner, holder = groups.t2[seat], groups.s1[groups.t2.index(wanted)]
    named = {"one": member, "two": wanted, "partner": partner, "holder": holder}
    if groups.s1.index(holder) < seat:
        said = phrase("{holder}, who comes before {one} in S1, meets {two}.")
        plain = phrase("{holder} came before {one} in line, and met {two}.")
    elif partner.number < wanted.number:
        said = phrase("{one} meets the first possible opponent by number, and {partner} comes before {two}.")
        plain = said
    else:
        said = phrase("If {one} met {two}, the others of S1 could not all be paired with the other subgroup.")
        plain = NOT_EVERYBODY
    return OwnSentence.of(
        ("art. 4.4",), said, plain, {name: Who(player.number) for name, player in named.items()}
    )


def against_upfloater(bracket: Bracket, other: Entrant) -> OwnSentence:
    """C4 to C10, 4.2: the reason why `other` did not float up, in addition to or in place of those chosen."""
    scene, upfloaters = bracket.scene, bracket.upfloaters
    if not upfloaters:
        none = Phrase("All residents of the bracket were paired without an upfloater.")
        return OwnSentence(none, ("C5",), Phrase("Nobody had to come up to the higher group."))
    if len(upfloaters) > 1:
        said = Phrase(
            "The bracket took several upfloaters, and of the best sets this one comes first: {players}.",
            players=numbers_of(upfloaters),
        )
        plain = Phrase(
            "Several came up to the higher group, and by the rules others come before {other}: {players}.",
            other=Who(other.number),
            players=tuple(Who(player.number) for player in upfloaters),
        )
        return OwnSentence(said, ("C5", "C6", "C7", "C8", "C9", "C10", "art. 4.2"), plain)
    (chosen,) = upfloaters
    found = pair_bracket((*scene.residents, other))
    if found is None:
        article = "C5"
    else:
        compared = zip(
            ("C6", "C7", "C8", "C9", "C10", "art. 4.2"),
            (-other.score, refusals(found), *history(scene, other), other.rank),
            (-chosen.score, refusals(bracket.subgroups), *history(scene, chosen), chosen.rank),
            strict=True,
        )
        article, then, now = next(digit for digit in compared if digit[1] != digit[2])
        if then < now:
            # `other` would have been better, but would have left the others without a pairing.
            article = "C4"
    return OwnSentence.of(
        (article,), *WORSE[article], {"other": Who(other.number), "chosen": Who(chosen.number)}
    )


# -- The explanation of a board of the Dubov System: how the two came to S1 and T2 --------------------


def of_pair(bracket: Bracket, number: int, one: Entrant, two: Entrant) -> Iterator[OwnSentence]:
    """Why these two meet in the bracket with this number: their places, and who was passed over."""
    groups = bracket.subgroups
    member, partner = (one, two) if one in groups.s1 else (two, one)
    seat = groups.s1.index(member)
    said = Phrase(
        "In bracket {bracket} {one} is number {place} of S1, and {two} is the first of the other subgroup, "
        "by number, who was still possible.",
        bracket=number,
        one=Who(member.number),
        two=Who(partner.number),
        place=seat + 1,
    )
    yield OwnSentence(said, ("art. 3.2.6",))
    if groups.halves:
        said = Phrase("Nobody in the bracket has played: its first half by number is S1.")
        yield OwnSentence(said, ("art. 3.2.3",))
    else:
        said = Phrase(
            "S1 is ordered by the average rating of the opponents so far (ARO), which for {one} is {aro}.",
            one=Who(member.number),
            aro=member.aro,
        )
        yield OwnSentence(said, ("art. 3.2.5",))
    before = [other for other in groups.t2[seat + 1 :] if other.number < partner.number]
    yield from _of_passed(member, before)
    for player in (one, two):
        yield from _of_floats(bracket, player)


def _of_passed(member: Entrant, passed: Sequence[Entrant]) -> Iterator[OwnSentence]:
    """Why free players who come before the partner by number were not taken."""
    if forbidden := [other for other in passed if not may_meet(member, other)]:
        said = Phrase(
            "Earlier by number, but {one} may not meet them: {players}.",
            one=Who(member.number),
            players=numbers_of(sorted(forbidden, key=lambda player: player.number)),
        )
        yield OwnSentence(said, ("C1", "C3"))
    if needed := [other for other in passed if may_meet(member, other)]:
        said = Phrase(
            "Earlier by number, but needed by the others of S1: {players}.",
            players=numbers_of(sorted(needed, key=lambda player: player.number)),
        )
        yield OwnSentence(said, ("art. 4.4",))


def _of_floats(bracket: Bracket, player: Entrant) -> Iterator[OwnSentence]:
    groups = bracket.subgroups
    if player in bracket.upfloaters:
        said = Phrase(
            "{player}, with a score of {score}, floated up to the bracket of those with {higher}.",
            player=Who(player.number),
            score=Score(player.score),
            higher=Score(bracket.scene.residents[0].score),
        )
        yield OwnSentence(said, ("art. 3.2.2",))
    if player in (*groups.out_of_smaller, *groups.out_of_larger):
        said = Phrase(
            "{player} was shifted to the other subgroup, as one of the first in the order for it.",
            player=Who(player.number),
        )
        article = "art. 3.2.4.1" if player in groups.out_of_smaller else "art. 3.2.4.2"
        yield OwnSentence(said, (article, "art. 4.3"))


def of_unplayed(one: Entrant, two: Entrant) -> Iterator[OwnSentence]:
    """1.6.4: the preference of a player without a game who meets one with a game."""
    for player in (one, two):
        if not player.colours:
            said = Phrase(
                "{player} has played no game yet, which counts as a mild preference for Black.",
                player=Who(player.number),
            )
            yield OwnSentence(said, ("art. 1.6.4",))


# 5.2.1, for an even and for an odd number of the higher ranked player.
LOT = (
    phrase(
        "Neither has played a game. {player} is ranked higher with the even number {order}, and gets"
        " {colour}; the other colour was drawn for the odd ones."
    ),
    phrase(
        "Neither has played a game. {player} is ranked higher with the odd number {order}, and gets {colour},"
        " the colour that was drawn."
    ),
)


def lot(one: Entrant, two: Entrant) -> OwnSentence:
    """5.2.1: the colours of two who have not played; the first has White."""
    higher, _ = by_rank((one, two))
    colour = Colour.WHITE if higher is one else Colour.BLACK
    facts = {"player": Who(higher.number), "order": higher.order, "colour": colour}
    return OwnSentence(Phrase.of(LOT[higher.order % 2], facts), ("art. 5.2.1",))


# -- The explanation of a bracket of the Dubov System; players are named only by their numbers --------


def of_bracket(bracket: Bracket) -> Iterator[OwnSentence]:
    """How a bracket was paired, in the order of art. 3.2."""
    groups = bracket.subgroups
    yield OwnSentence(Phrase("Residents: {players}.", players=numbers_of(bracket.scene.residents)))
    if bracket.upfloaters:
        said = Phrase(
            "Floated up from lower scores: {players}. Fewer are not enough; of the best sets this one comes"
            " first.",
            players=numbers_of(bracket.upfloaters),
        )
        yield OwnSentence(said, ("C5", "art. 4.2"))
    g1, g2 = numbers_of(groups.g1), numbers_of(groups.g2)
    if groups.halves:
        said = Phrase(
            "Nobody here has played: G1 is the first half by number, {g1}, and G2 the second, {g2}.",
            g1=g1,
            g2=g2,
        )
    else:
        said = Phrase("G1, who seek White: {g1}. G2, who seek Black: {g2}.", g1=g1, g2=g2)
    yield OwnSentence(said, ("art. 3.2.3",))
    yield from _of_shifters(groups)
    said = Phrase(
        "S1, the lowest average rating of opponents (ARO) first: {s1}. Opposite each, the first possible by"
        " number: {t2}.",
        s1=numbers_of(groups.s1),
        t2=numbers_of(groups.t2),
    )
    yield OwnSentence(said, ("art. 3.2.5", "art. 3.2.6"))
    refused = refusals(groups)
    if refused and not groups.halves:
        said = Phrase(
            "Pairs in which both seek the same colour: {number}. Fewer are not possible.", number=refused
        )
        yield OwnSentence(said, ("C7",))


def _of_shifters(groups: Subgroups) -> Iterator[OwnSentence]:
    if groups.out_of_smaller:
        said = Phrase(
            "Not all of the smaller subgroup can meet somebody from the other; shifted out of it: {players}.",
            players=numbers_of(groups.out_of_smaller),
        )
        yield OwnSentence(said, ("art. 3.2.4.1", "art. 4.3"))
    if groups.out_of_larger:
        said = Phrase(
            "Shifted out of the larger subgroup, so that both have as many: {players}.",
            players=numbers_of(groups.out_of_larger),
        )
        yield OwnSentence(said, ("art. 3.2.4.2", "art. 4.3"))


# -- The account of a round ---------------------------------------------------------------------------


def account(tournament: Tournament) -> Account:
    """The account of the coming round. Raises what `decide` raises."""
    return DubovAccount(tournament, decide(tournament))


class DubovAccount(EntrantsAccount[Entrant]):
    """How a round was paired: the bye, the brackets from the top, and the two subgroups of each."""

    def __init__(self, tournament: Tournament, decision: Decision) -> None:
        members = [(*bracket.subgroups.s1, *bracket.subgroups.s2) for bracket in decision.brackets]
        super().__init__(tournament, decision.entrants, decision.pairing, members, bye_order)
        self.decided = decision.brackets

    @property
    def plain_brackets(self) -> tuple[PlainBracket, ...]:
        """The brackets from the top."""
        return tuple(
            PlainBracket(
                number,
                (bracket.scene.residents[0].score,),
                2 * len(bracket.subgroups.s1),
                tuple(of_bracket(bracket)),
            )
            for number, bracket in enumerate(self.decided, 1)
        )

    def board(self, number: int, pair: Pair) -> PlainBoard:
        """The board with this number: how the two came to S1 and T2, and their colours."""
        one, two = self.entrants[pair.white], self.entrants[pair.black]
        place = self.place_of[pair.white]
        reasons = tuple(of_pair(self.decided[place], place + 1, one, two))
        if not colour_rules(one, two):
            return PlainBoard(number, pair, (*reasons, lot(one, two)), bracket=place + 1)
        reasons = (*reasons, *of_unplayed(one, two))
        return PlainBoard(number, pair, reasons, self.colours(*by_rank((one, two))), place + 1)

    def group(self, number: int) -> Group:
        bracket = self.decided[self.place_of[number]]
        groups = bracket.subgroups
        return Group(
            manner=Manner.HALVES if groups.halves else Manner.SEEKERS,
            scores=(bracket.scene.residents[0].score,),
            came_pairs=(),
            pairs=tuple((one.number, two.number) for one, two in groups.pairs),
            came=numbers_of(bracket.upfloaters),
            up=True,
            upper=len(groups.s1),
            lower=len(groups.t2),
            in_order=groups.halves and (groups.g1, groups.g2) == (groups.s1, groups.t2),
        )

    # -- the bye ------------------------------------------------------------------------------------

    bye_articles = ("art. 3.1.3", "art. 3.1.4", "art. 3.1.5")

    def takes_bye(self, player: Who, score: Score, games: int) -> Phrase:
        return Phrase(
            "{player} takes the bye: of those who may have it without leaving the others unpairable, the one"
            " with the lowest score ({score}), then with the most games played ({games}), then with the"
            " largest number.",
            player=player,
            score=score,
            games=games,
        )

    def by_order(self, one: Who, taker: Who) -> Phrase:
        return Phrase(
            "Among players with the same score and as many games the bye goes to the largest number: that of"
            " {taker}, and not of {one}.",
            one=one,
            taker=taker,
        )

    # -- why not ------------------------------------------------------------------------------------

    def against_pair(self, first: Entrant, other: Entrant) -> Sequence[facts.Reason]:
        """The reasons against the pair, in the bracket in which the first of the two was paired."""
        place = self.place_of[first.number]
        bracket = self.decided[place]
        if self.place_of[other.number] == place:
            return [against_pair(bracket, first, other)]
        who = Who(first.number)
        above = OwnSentence.of(
            ("art. 1.3",),
            phrase(
                "{first} was paired in bracket {bracket}; to meet {first}, {other} would have had to float up"
                " to it."
            ),
            HIGHER_UP,
            {"one": who, "first": who, "other": Who(other.number), "bracket": place + 1},
        )
        return [above, against_upfloater(bracket, other)]

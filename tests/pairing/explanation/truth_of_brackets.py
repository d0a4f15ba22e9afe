"""Brackets: their players, how they are divided and paired, and the players left over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from pairing.core.records import Float, Record, Strength
from tests.pairing.explanation.sentences import number, numbers, pairs, tenths
from tests.pairing.explanation.truth import Claim, holds
from tests.pairing.literal import Couples, falling_scores, legal, unpaired
from tests.pairing.rating.literal import again, dropped, lower_ones, refusals


def numbers_of(records: Iterable[Record]) -> list[int]:
    return [record.number for record in records]


# -- its players -------------------------------------------------------------------------------------------


@holds("Bracket {number}, score {scores}: {n} player")
def title(claim: Claim) -> None:
    bracket = claim.at(claim["number"])
    assert len(bracket.players) == int(claim["n"])
    told = [tenths(one) for one in claim["scores"].replace(" and ", ", ").split(", ")]
    assert told == sorted({record.score for record in bracket.residents}, reverse=True)


@holds("Residents: {players}.")
def residents(claim: Claim) -> None:
    assert numbers(claim["players"]) == numbers_of(claim.its_bracket().residents)


@holds("Moved-down players: {players}.")
def moved_down(claim: Claim) -> None:
    bracket = claim.its_bracket()
    assert numbers(claim["players"]) == numbers_of(bracket.mdps)
    if bracket.number > 1 and claim.position.dutch:
        above = claim.position.brackets[bracket.number - 2]
        gone = set(numbers_of(above.left)) - set(numbers_of(bracket.mdps))
        assert gone <= {claim.position.bye}


@holds("Pairs: {pairs}.")
def the_pairs(claim: Claim) -> None:
    told = {tuple(sorted(pair)) for pair in pairs(claim["pairs"])}
    assert told == {tuple(sorted((one.number, two.number))) for one, two in claim.its_bracket().couples}


@holds(
    "At first the pairs of bracket {bracket} were {pairs}, but with those left over the round could not be "
    "completed. So it was paired again, and all scoregroups below it make one last bracket."
)
def paired_again(claim: Claim) -> None:
    """A.9: with the best pairs by the ordinary criteria the round could not be completed."""
    bracket = claim.at(claim["bracket"])
    couples = tuple(claim.position.couple(*pair) for pair in pairs(claim["pairs"]))
    assert all(legal(*couple) for couple in couples)
    left = unpaired(bracket.players, couples)
    rest = sorted((*left, *(r for group in bracket.below for r in group)), key=lambda r: r.rank)
    assert not claim.position.completable(tuple(rest))


@holds("This is the collapsed last bracket: all scoregroups below the one before.")
def collapsed(claim: Claim) -> None:
    bracket = claim.its_bracket()
    lower = claim.position.brackets[bracket.number - 2].residents[-1].score
    everybody = claim.position.in_order
    assert list(bracket.residents) == [record for record in everybody if record.score < lower]
    assert bracket.following is None


@holds("Two brackets were joined, as they could not be paired one by one.")
def joined(claim: Claim) -> None:
    bracket = claim.its_bracket()
    assert bracket.following is None
    assert len({record.score for record in bracket.players}) > 1


# -- how it is divided -------------------------------------------------------------------------------------


def opposite(claim: Claim, s1: Sequence[int]) -> list[int]:
    return [claim.position.opponent[player] for player in s1]


@holds("Moved-down players first: S1 is {s1}, and S2 is {s2}.")
def mdps_first(claim: Claim) -> None:
    """2016 B.2, 2026 3.2.2 and 4.4: at first the highest, in 2026 the first whose Limbo complies with C7."""
    bracket = claim.its_bracket()
    s1 = numbers(claim["s1"])
    if not claim.position.dutch:
        assert s1 == numbers_of(bracket.mdps)[: len(s1)]
        return
    assert numbers(claim["s2"]) == numbers_of(bracket.residents)
    paired = [one for one, _ in bracket.couples if one in bracket.mdps]
    if claim.position.edition == "dutch-2016":
        assert s1 == numbers_of(bracket.mdps)[: len(paired)]
        return
    limbo = falling_scores(unpaired(bracket.mdps, bracket.couples))
    sets = combinations(bracket.mdps, len(paired))
    valid = (one for one in sets if falling_scores(r for r in bracket.mdps if r not in one) == limbo)
    assert s1 == numbers_of(next(valid))


@holds("In the Limbo: {players}.")
def limbo(claim: Claim) -> None:
    bracket = claim.its_bracket()
    told = numbers(claim["players"])
    assert set(told) < set(numbers_of(bracket.mdps))
    if claim.position.dutch:
        assert len(told) == len(unpaired(bracket.mdps, bracket.couples))


@holds("S1 is {s1}, and S2 is {s2}.", "The remainder: S1 is {s1}, and S2 is {s2}.")
def divided(claim: Claim) -> None:
    """2016 B.2, 2026 3.2.2 and 3.3: the highest, as many as there are pairs."""
    bracket = claim.its_bracket()
    s1, s2 = numbers(claim["s1"]), numbers(claim["s2"])
    if not claim.position.dutch:
        assert len(s1) <= len(s2) + 1
        return
    with_mdps = [couple for couple in bracket.couples if couple[0] in bracket.mdps]
    rest = numbers_of(unpaired(bracket.residents, tuple(with_mdps)))
    assert s1 + s2 == rest
    assert len(s1) == len(bracket.couples) - len(with_mdps)


@holds("After an exchange S1 is {s1}; opposite: {s2}.")
def exchanged(claim: Claim) -> None:
    s1 = numbers(claim["s1"])
    assert numbers(claim["s2"]) == opposite(claim, s1)
    account = claim.position.explanation.brackets[claim.its_bracket().number - 1]
    splits = [split for split in (account.mdp_split, account.split) if split is not None]
    assert all(set(split.original.s1) != set(s1) for split in splits if list(split.final.s1) == s1)


@holds("After a transposition of S2, opposite S1: {s2}.")
def transposed(claim: Claim) -> None:
    s2 = numbers(claim["s2"])
    account = claim.position.explanation.brackets[claim.its_bracket().number - 1]
    splits = [split for split in (account.mdp_split, account.split) if split is not None]
    (split,) = (split for split in splits if list(split.final.s2[: len(s2)]) == s2)
    assert s2 == opposite(claim, split.original.s1)
    assert s2 != list(split.original.s2[: len(s2)])


# -- players left over -------------------------------------------------------------------------------------


@holds("{player} is left over in bracket {bracket} and floats down.")
def floats_down(claim: Claim) -> None:
    bracket, player = claim.at(claim["bracket"]), number(claim["player"])
    assert player in numbers_of(bracket.left)
    assert bracket.following is not None
    assert player in numbers_of(bracket.following.mdps)


@holds("{player} is left over in bracket {bracket} and takes the bye.")
def left_with_the_bye(claim: Claim) -> None:
    bracket, player = claim.at(claim["bracket"]), number(claim["player"])
    assert player in numbers_of(bracket.left)
    assert player == claim.position.bye
    assert not any(player in numbers_of(lower.players) for lower in claim.position.brackets[bracket.number :])


# -- the older revisions -----------------------------------------------------------------------------------


@holds("The steps that made this pairing.")
def steps(claim: Claim) -> None:
    numbers = [int(article.split(".")[1]) for article in claim.articles]
    assert numbers == sorted(numbers)
    assert ("C.6" in claim.articles) == bool(claim.its_bracket().couples)
    assert ("C.8" in claim.articles) <= bool(claim.its_bracket().couples)


def failures(claim: Claim, name: str, couples: Couples, left: Sequence[Record]) -> int:
    """The number of pairs and players left over that fail a requirement of the older revisions."""
    match name.split(" for "):
        case ["B.2"]:
            return refusals(couples, Strength.ABSOLUTE)
        case ["A.7.d"]:
            return refusals(couples, Strength.STRONG) - refusals(couples, Strength.ABSOLUTE)
        case ["x"] | ["X"]:
            return refusals(couples)
        case ["Z"]:
            return refusals(couples, Strength.STRONG)
        case ["B.5, B.6", "downfloaters"]:
            return dropped(left, Float.DOWN)
        case ["B.5, B.6", "upfloaters"]:
            return dropped(lower_ones(couples), Float.UP)
        case [article, "downfloaters"]:
            return again(left, Float.DOWN, {"B.5": 1, "B.6": 2}[article])
        case [article, "upfloaters"]:
            return again(lower_ones(couples), Float.UP, {"B.5": 1, "B.6": 2}[article])
    raise AssertionError(name)


@holds("{requirement}: at first {first}, in the end {value}.")
def lowered(claim: Claim) -> None:
    """The final value of a requirement is the number of its failures; in 1998 it is an upper limit."""
    bracket, name = claim.its_bracket(), claim["requirement"]
    assert int(claim["first"]) >= 0
    assert int(claim["value"]) > 0
    if claim.position.edition == "rating-2012":
        left = list(bracket.left)
        if bracket.following is not None:
            # A player moved down by C.1 is not a downfloater of the bracket.
            left = [r for r in left if r in bracket.mdps or claim.position.has_opponent(r, bracket)]
        failed = failures(claim, name, bracket.couples, left)
        assert failed == int(claim["value"])
        assert failed >= int(claim["first"])
    elif name in {"x", "B.2"}:
        assert failures(claim, name, bracket.couples, bracket.left) <= int(claim["value"])

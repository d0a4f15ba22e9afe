"""The results of other pairings: checked, in a small bracket, against all its candidates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pairing.core.records import Record
from pairing.explanation.facts import Asked, Generation
from tests.pairing.explanation.letter import INCOMPLETE, Letter, Quality, meets
from tests.pairing.explanation.position import LiteralBracket
from tests.pairing.explanation.sentences import Entry, entries, number, numbers
from tests.pairing.explanation.truth import Claim, check, holds
from tests.pairing.explanation.truth_of_brackets import failures, numbers_of
from tests.pairing.explanation.truth_of_criteria import (
    ROUNDS_AGO,
    counted,
    in_order,
    players,
    same,
    score_differences,
)
from tests.pairing.literal import Couples, all_pairings, legal, unpaired

# Requirement -> its name in the account of 1998.
OLDER_NAMES = {"B.5, B.6 for downfloaters": "downfloats", "B.5, B.6 for upfloaters": "upfloats"}

type Condition = tuple[Asked, tuple[Record, ...]]


# -- conditions --------------------------------------------------------------------------------------------


@holds("If {one} met {two} in bracket {bracket}, {then}.")
def if_they_met(claim: Claim) -> None:
    claim_on(claim, Asked.MEET, number(claim["one"]), number(claim["two"]))


@holds("If {player} were left over in bracket {bracket}, {then}.")
def if_left_over(claim: Claim) -> None:
    claim_on(claim, Asked.FLOAT, number(claim["player"]))


@holds("If {player} were paired in bracket {bracket}, {then}.")
def if_paired(claim: Claim) -> None:
    claim_on(claim, Asked.STAY, number(claim["player"]))


@holds("If {player} were paired in bracket {bracket} and {others} left over instead, {then}.")
def if_paired_instead(claim: Claim) -> None:
    """The others are left over in one of the best pairings that pair the player."""
    player, others = number(claim["player"]), set(numbers(claim["others"]))
    claim_on(claim, Asked.STAY, player)
    bracket = claim.at(claim["bracket"])
    staying = set(numbers_of(bracket.left))
    assert player in staying
    assert others <= set(numbers_of(bracket.players)) - staying
    letter = claim.position.letter(bracket.number)
    if letter is not None:
        best = list(best_of(letter, (Asked.STAY, (claim.position.records[player],))))
        left = [set(numbers_of(unpaired(bracket.players, couples))) - staying for couples in best]
        assert others in left


def claim_on(claim: Claim, asked: Asked, *about: int) -> None:
    """Check the clause, with the bracket in which something else would have been done."""
    bracket = claim.at(claim["bracket"])
    paired = {frozenset((one.number, two.number)) for one, two in bracket.couples}
    assert set(about) <= set(numbers_of(bracket.players))
    if asked is Asked.MEET:
        assert frozenset(about) not in paired
        assert legal(*claim.position.couple(*about))
    else:
        left = set(numbers_of(bracket.left))
        assert (about[0] in left) is (asked is Asked.STAY)
    if asked is Asked.MEET:
        about = tuple(numbers_of(claim.position.couple(*about)))
    check(replace(claim, bracket=bracket, asked=(asked, about)), claim["then"])


def asked_of(claim: Claim) -> Condition:
    assert claim.asked is not None
    asked, about = claim.asked
    return Asked(asked), tuple(claim.position.records[player] for player in about)


def letter_of(claim: Claim) -> Letter | None:
    return claim.position.letter(claim.its_bracket().number)


def best_of(letter: Letter, condition: Condition) -> Iterator[Couples]:
    """The best candidates that meet the condition."""
    meeting = [(couples, found) for couples, found in letter.qualities.values() if meets(couples, *condition)]
    best = min(found for _, found in meeting)
    return (couples for couples, found in meeting if found == best)


def expected(claim: Claim, article: str | Generation) -> None:
    letter = letter_of(claim)
    if letter is not None:
        assert letter.expected(*asked_of(claim)) == article


# -- could not be done, or comes later ---------------------------------------------------------------------


@holds("the round could not be completed")
def incomplete(claim: Claim) -> None:
    expected(claim, INCOMPLETE)


@holds("the bye would have to go to a higher score")
def higher_bye(claim: Claim) -> None:
    assert claim.position.bye is not None
    expected(claim, "C5")


STEPS = {
    "the choice of moved-down players that was made comes first": Generation.MDP_SET,
    "the opponents that the moved-down players got come first": Generation.MDP_OPPONENTS,
    "it needs another exchange between S1 and S2, which comes later": Generation.EXCHANGE,
    "it needs another order of S2, which comes later": Generation.TRANSPOSITION,
}
for _text, _generation in STEPS.items():
    holds(_text)(lambda claim, generation=_generation: expected(claim, generation))


@holds("that pairing comes later in the order in which they are tried")
def later(claim: Claim) -> None:
    letter = letter_of(claim)
    assert letter is None or isinstance(letter.expected(*asked_of(claim)), Generation)


def just_as_well(claim: Claim, asked: Asked, *about: int) -> None:
    bracket = claim.at(claim["bracket"])
    assert set(about) <= set(numbers_of(bracket.players))
    if asked is Asked.MEET:
        about = tuple(numbers_of(claim.position.couple(*about)))
    check(replace(claim, bracket=bracket, asked=(asked, about)), claim["step"])


holds("With {one} against {two} bracket {bracket} could be paired just as well, but {step}.")(
    lambda claim: just_as_well(claim, Asked.MEET, number(claim["one"]), number(claim["two"]))
)
holds("With {player} left over bracket {bracket} could be paired just as well, but {step}.")(
    lambda claim: just_as_well(claim, Asked.FLOAT, number(claim["player"]))
)
holds("With {player} in a pair bracket {bracket} could be paired just as well, but {step}.")(
    lambda claim: just_as_well(claim, Asked.STAY, number(claim["player"]))
)


# -- a criterion would be met less well --------------------------------------------------------------------


def worse(claim: Claim, now: list[Entry], then: list[Entry]) -> None:
    """`now` is the value of the bracket, and `then` that of a best candidate that meets the condition."""
    (article,) = claim.articles
    bracket = claim.its_bracket()
    assert same(now, value(claim, article, bracket.couples))
    assert weight(then) > weight(now)
    letter = letter_of(claim)
    if letter is not None:
        condition = asked_of(claim)
        assert letter.expected(*condition) == article
        known = (value(claim, article, couples) for couples in prefixes(letter, condition, article))
        assert any(same(then, found) for found in known)


def weight(told: list[Entry]) -> object:
    """The entries from the highest down, and their number, which compares lists of mere players."""
    return sorted(((entry.unpaired, entry.tenths) for entry in told), reverse=True), len(told)


def prefixes(letter: Letter, condition: Condition, article: str) -> Iterator[Couples]:
    """The candidates that are best up to this article."""
    meeting = [(couples, found) for couples, found in letter.qualities.values() if meets(couples, *condition)]

    def so_far(found: Quality) -> Quality:
        last = max(place for place, (of, _) in enumerate(found) if of == article)
        return found[: last + 1]

    best = min(so_far(found) for _, found in meeting)
    return (couples for couples, found in meeting if so_far(found) == best)


def value(claim: Claim, article: str, couples: Couples) -> list[Entry]:
    bracket = claim.its_bracket()
    left = unpaired(bracket.players, couples)
    match claim.position.edition, article:
        case "dutch-2026", "C7":
            return [Entry(record.score, (record.number,)) for record in left]
        case "dutch-2016", "C.6":
            return score_differences(bracket, couples)
        case _:
            return counted(claim.position, article, bracket, couples)


def instead(text: str) -> list[Entry]:
    """The players counted now: "1 (5)", or "0"."""
    count, _, whom = text.partition(" ")
    found = players(whom)
    assert len(found) == int(count)
    return found


def check_counts(claim: Claim) -> None:
    then = players(claim["players"])
    assert len(then) == int(claim["n"])
    about(claim)
    worse(claim, instead(claim["now"]), then)


def check_lists(claim: Claim) -> None:
    now, then = entries(claim["now"]), entries(claim["then"])
    assert in_order(now)
    assert in_order(then)
    about(claim)
    worse(claim, now, then)


# Kind -> the numbers of its articles in 2026, as in truth_of_criteria.
CONSEQUENCES = {
    "{n} player ({players}) instead of {now} would get a colour difference beyond +2 or −2": (10,),
    "{n} player ({players}) instead of {now} would get the same colour three times in a row": (11,),
    "{n} player ({players}) instead of {now} would not get the preferred colour": (12,),
    "{n} player ({players}) with a strong preference instead of {now} would not get the preferred colour": (
        13,
    ),
    "{n} player ({players}) instead of {now} would get the same downfloat {again}": (14, 16),
    "{n} resident ({players}) instead of {now} would get the same downfloat {again}": (14, 16),
    "{n} player ({players}) instead of {now} would get the same upfloat {again}": (15, 17),
    "score differences of players with the same downfloat {again} would be greater: {then} instead of "
    "{now}": (18, 20),
    "score differences of players with the same upfloat {again} would be greater: {then} instead of {now}": (
        19,
        21,
    ),
    "the downfloaters would have higher scores: {then} instead of {now}": (7,),
    "the score differences would be greater: {then} instead of {now}": (8,),
}


def about(claim: Claim) -> None:
    (article,) = claim.articles
    n = int(article.removeprefix("C").removeprefix(".")) + 2 * (claim.position.edition == "dutch-2016")
    ago = ROUNDS_AGO.get(claim.facts.get("again", ""), 1)
    articles = next(of for kind, of in CONSEQUENCES.items() if n in of)
    assert articles[ago - 1] == n


for _kind in CONSEQUENCES:
    holds(_kind)(check_lists if "{then}" in _kind else check_counts)


@holds("only {n} pair instead of {now} could be made")
def fewer_pairs(claim: Claim) -> None:
    (article,) = claim.articles
    assert int(claim["now"]) == len(claim.its_bracket().couples) > int(claim["n"])
    letter = letter_of(claim)
    if letter is not None:
        assert letter.expected(*asked_of(claim)) == article
        best = next(best_of(letter, asked_of(claim)))
        assert len(best) == int(claim["n"])


@holds("the bye would go to a player ({players}) with {n} unplayed game instead of {now}")
def more_unplayed(claim: Claim) -> None:
    taker, player = claim.position.records[claim.position.bye or 0], number(claim["players"])
    assert claim["now"] == f"{taker.unplayed} ({taker.number})"
    assert claim.position.records[player].unplayed == int(claim["n"]) > taker.unplayed
    assert claim.position.records[player].may_take_bye
    expected(claim, "C9")


# -- the next bracket --------------------------------------------------------------------------------------


@holds("{n} player ({players}) instead of {now} would be left over in the next bracket")
def more_left_over_next(claim: Claim) -> None:
    (article,) = claim.articles
    now, then = instead(claim["now"]), players(claim["players"])
    assert len(then) == int(claim["n"]) > len(now)
    as_it_followed(claim, now)
    if (letter := letter_of(claim)) is not None:
        assert letter.expected(*asked_of(claim)) == article
        assert any(same(then, found) for found in left_over_below(claim, letter, scores=False))


@holds("those left over in the next bracket would have higher scores: {then} instead of {now}")
def higher_scores_next(claim: Claim) -> None:
    now, then = entries(claim["now"]), entries(claim["then"])
    assert weight(then) > weight(now)
    as_it_followed(claim, [entry._replace(tenths=0) for entry in now])
    if (letter := letter_of(claim)) is not None:
        assert letter.expected(*asked_of(claim)) == claim.articles[0]
        assert any(same(then, found) for found in left_over_below(claim, letter, scores=True))


def as_it_followed(claim: Claim, now: list[Entry]) -> None:
    """2026 C8: the value of the bracket is what the bracket after it left over."""
    following = claim.its_bracket().following
    assert following is not None
    if claim.position.edition == "dutch-2026":
        left = numbers_of(following.left)
        # The receiver of the bye here is counted too if the other pairing gives the bye further down.
        taker = [player for player in numbers_of(claim.its_bracket().left) if player == claim.position.bye]
        told = [player for entry in now for player in entry.players]
        assert sorted(told) in (sorted(left), sorted({*left, *taker}))


def left_over_below(claim: Claim, letter: Letter, *, scores: bool) -> Iterator[list[Entry]]:
    """The players that the next bracket may leave over, with moved-down players of the best candidates."""
    for couples in prefixes(letter, asked_of(claim), claim.articles[0]):
        floaters = unpaired(claim.its_bracket().players, couples)
        following = claim.its_bracket().below[0]
        for below in all_pairings(floaters, following):
            left = unpaired((*floaters, *following), below)
            # A player who takes the bye above does not come down.
            for gone in (None, *floaters) if claim.position.edition == "dutch-2026" else (None,):
                staying = [record for record in left if record is not gone]
                yield [Entry(record.score if scores else 0, (record.number,)) for record in staying]


@holds("a player who may not take the bye ({barred}) would be left over in the next bracket")
def barred_left_over_next(claim: Claim) -> None:
    barred = numbers(claim["barred"])
    assert barred
    assert not any(claim.position.records[player].may_take_bye for player in barred)
    expected(claim, "C.7")


@holds("the score differences in the next bracket would be greater: {then} instead of {now}")
def greater_differences_next(claim: Claim) -> None:
    now, then = entries(claim["now"]), entries(claim["then"])
    assert in_order(now)
    assert in_order(then)
    assert [entry.tenths for entry in then] > [entry.tenths for entry in now]
    expected(claim, "C.7")


# -- no candidate at all -----------------------------------------------------------------------------------


def obstacles(claim: Claim) -> tuple[LiteralBracket, Record, list[Record]]:
    """The bracket, the player and all others in it; checks that the cited articles are those in the way."""
    bracket = claim.at(claim["bracket"])
    player = claim.position.records[number(claim["player"])]
    assert player in bracket.left
    others = [other for other in bracket.players if other is not player]
    met = any(other.number in player.barred for other in others)
    clash = any(claim.position.clash(player, other) for other in others)
    if claim.position.dutch:
        cited = {article.removeprefix("C").removeprefix(".") for article in claim.articles}
        assert ("1" in cited, "3" in cited) == (met, clash)
    return bracket, player, others


@holds("In bracket {bracket} there is nobody whom {player} may meet.")
def nobody_to_meet(claim: Claim) -> None:
    _, player, others = obstacles(claim)
    assert others
    assert not any(legal(player, other) for other in others)


@holds(
    "In bracket {bracket} there is no resident whom {player} may meet, and moved-down players do not meet "
    "each other."
)
def no_resident_to_meet(claim: Claim) -> None:
    bracket, player, _ = obstacles(claim)
    assert player in bracket.mdps
    assert not any(legal(player, other) for other in bracket.residents)
    assert any(other is not player and legal(player, other) for other in bracket.mdps)


@holds("{player} is alone in bracket {bracket}.")
def alone(claim: Claim) -> None:
    assert numbers_of(claim.at(claim["bracket"]).players) == [number(claim["player"])]


# -- across brackets, and the bye --------------------------------------------------------------------------


def paired_in(claim: Claim) -> int:
    bracket, player = claim.at(claim["bracket"]), number(claim["player"])
    assert player in numbers_of(bracket.players)
    assert player not in numbers_of(bracket.left)
    return player


@holds("{player} was paired in bracket {bracket} and would have had to be left over there.")
def paired_and_not_left(claim: Claim) -> None:
    assert paired_in(claim) in claim.about


@holds(
    "{player} was paired in bracket {bracket}; to meet {other}, {player} would have had to float down from "
    "there."
)
def paired_above(claim: Claim) -> None:
    player, other = paired_in(claim), number(claim["other"])
    assert {player, other} == set(claim.about)
    above = claim.position.brackets[: int(claim["bracket"])]
    assert not any(other in numbers_of(bracket.players) for bracket in above)


@holds("The bye goes to the lowest possible score, and {one} has more.")
def bye_is_lower(claim: Claim) -> None:
    """C5: nobody with a lower score may take the bye and lets the round be completed."""
    taker = claim.position.records[claim.position.bye or 0]
    assert claim.position.records[number(claim["one"])].score > taker.score
    if claim.position.small:
        lowest, _ = claim.position.not_yet_paired.lowest(claim.position.in_order)
        assert lowest == taker.score


@holds("With a bye for {one} the round could not be completed.")
def bye_leaves_others(claim: Claim) -> None:
    one = claim.position.records[number(claim["one"])]
    if claim.position.small:
        assert one not in claim.position.not_yet_paired.receivers(claim.position.in_order)


# -- where no candidates are compared -----------------------------------------------------------------------


@holds(
    "Bracket {bracket} has {n} player, too many to compare all its pairings at once. No absolute rule "
    "forbids it; a criterion or the order of the pairings decided."
)
def too_large(claim: Claim) -> None:
    assert len(claim.at(claim["bracket"]).players) == int(claim["n"])


@holds("The procedure came to another pairing of bracket {bracket} first.")
def procedure(claim: Claim) -> None:
    """In the older revisions, the steps are those of the bracket, or only C.6."""
    account = claim.position.explanation.brackets[int(claim["bracket"]) - 1]
    assert claim.articles == (account.steps or ("C.6",))


@holds("a requirement that this bracket meets would be broken: {requirement}")
def would_break(claim: Claim) -> None:
    """The pair, or the float, fails the requirement more often than the whole bracket does now."""
    asked, about = asked_of(claim)
    couples: Couples = (about,) if asked is Asked.MEET else ()
    left = [] if asked is Asked.MEET else list(about)
    failed = failures(claim, claim["requirement"], couples, left)
    account = claim.position.explanation.brackets[claim.its_bracket().number - 1]
    name = OLDER_NAMES.get(claim["requirement"], claim["requirement"])
    (kept,) = (r for r in account.requirements if r.article in claim.articles and r.name == name)
    assert failed > max(kept.first, kept.value)

"""Brackets: who is in them, how they are divided and paired, and the value of every criterion."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from pairing.dutch import edition_2016, edition_2026
from pairing.floats import Float
from pairing.preferences import Strength
from pairing.tournament import Colour
from tests.pairing.explanation.sentences import Entry, entries, number, numbers, pairs, tenths
from tests.pairing.explanation.truth import Claim, holds
from tests.pairing.literal import falling_scores, given_colours, legal, unpaired
from tests.pairing.rating.literal import again, dropped, lower_ones, refusals

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pairing.records import Record
    from tests.pairing.explanation.position import LiteralBracket, Position
    from tests.pairing.literal import Couples

CRITERIA = {"dutch-2016": edition_2016.CRITERIA, "dutch-2026": edition_2026.CRITERIA}
ROUNDS_AGO = {"as in the previous round": 1, "as two rounds before": 2}


def numbers_of(records: Iterable[Record]) -> list[int]:
    return [record.number for record in records]


# -- who is in it ------------------------------------------------------------------------------------------


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
    """A.9: with what was best by the ordinary criteria the round could not be completed."""
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


# -- who is left over --------------------------------------------------------------------------------------


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


# -- the criteria ------------------------------------------------------------------------------------------


def refused(bracket: LiteralBracket, couples: Couples) -> list[Record]:
    """2026 art. 5: who does not get the colour that he prefers."""
    given = given_colours(couples)
    return [r for r, colour in given if r.preference.colour not in (None, colour)]


def counted(position: Position, article: str, bracket: LiteralBracket, couples: Couples) -> list[Entry]:
    """Whom a criterion of the Dutch system counts when a bracket has these pairs, in the bracket alone."""
    n = int(article.removeprefix("C").removeprefix("."))
    # The criteria of 2026 on colours and floats follow those of 2016 at a distance of two.
    n = n if position.edition == "dutch-2026" else n + 2
    left = unpaired(bracket.players, couples)
    given = list(given_colours(couples))
    difference = {Colour.WHITE: 1, Colour.BLACK: -1}
    match n:
        case 10:
            found = [r for r, colour in given if abs(r.difference + difference[colour]) > 2]
        case 11:
            found = [r for r, colour in given if r.repeated is colour]
        case 12:
            found = refused(bracket, couples)
        case 13:
            met = {**dict(couples), **{two: one for one, two in couples}}
            found = [
                r
                for r in refused(bracket, couples)
                if min(r.preference.strength, met[r].preference.strength) is Strength.STRONG
            ]
        case _:
            return floats(position, n, bracket, couples, left)
    return [Entry(0, (record.number,)) for record in found]


def floats(
    position: Position, n: int, bracket: LiteralBracket, couples: Couples, left: Sequence[Record]
) -> list[Entry]:
    """2016 C.12 to C.19, 2026 C14 to C21."""
    down, listed, back = n % 2 == 0, n >= 18, (n - 14) // 2 % 2
    kind = Float.DOWN if down else Float.UP
    across = [(one, two, one.score - two.score) for one, two in couples if one.score > two.score]
    found = [Entry(d, (two.number,)) for _, two, d in across if two.floats[back] is kind]
    if down and position.edition == "dutch-2016":
        artificial = min(record.score for record in bracket.players) - 10
        floating = [(one, d) for one, _, d in across] + [(r, r.score - artificial) for r in left]
        found = [Entry(d, (r.number,)) for r, d in floating if r.floats[back] is kind]
    elif down and listed:
        found = [Entry(d, (one.number,)) for one, _, d in across if one.floats[back] is kind]
        found += [
            Entry(r.score, (r.number,), True) for r in left if r in bracket.mdps and r.floats[back] is kind
        ]
    elif down:
        found = [Entry(0, (r.number,)) for r in left if r in bracket.residents and r.floats[back] is kind]
    return found if listed else [entry._replace(tenths=0) for entry in found]


def same(told: Iterable[Entry], counted: Iterable[Entry]) -> bool:
    return sorted(told) == sorted(counted)


def in_order(told: Sequence[Entry]) -> bool:
    """A list is compared from its highest entry down."""
    keys = [(entry.unpaired, entry.tenths) for entry in told]
    return keys == sorted(keys, reverse=True)


def players(text: str) -> list[Entry]:
    return [Entry(0, (player,)) for player in numbers(text)]


def value_of(claim: Claim) -> list[Entry]:
    (article,) = claim.articles
    bracket = claim.its_bracket()
    return counted(claim.position, article, bracket, bracket.couples)


# By the kind, the numbers of the articles in 2026; in 2016 less by two.
COUNTS = {
    "{n} player ({players}) gets a colour difference beyond +2 or −2.": (10,),
    "{n} player ({players}) gets the same colour three times in a row.": (11,),
    "{n} player ({players}) does not get the preferred colour.": (12,),
    "{n} player ({players}) with a strong preference does not get the preferred colour.": (13,),
    "{n} player ({players}) gets the same downfloat {again}.": (14, 16),
    "{n} resident ({players}) gets the same downfloat {again}.": (14, 16),
    "{n} player ({players}) gets the same upfloat {again}.": (15, 17),
    "Score differences of players with the same downfloat {again}: {entries}.": (18, 20),
    "Score differences of players with the same upfloat {again}: {entries}.": (19, 21),
}


def about(claim: Claim, articles: tuple[int, ...]) -> None:
    """Whether the sentence is about its article, and that of so many rounds ago."""
    (article,) = claim.articles
    n = int(article.removeprefix("C").removeprefix(".")) + 2 * (claim.position.edition == "dutch-2016")
    ago = ROUNDS_AGO.get(claim.facts.get("again", ""), 1)
    assert n == articles[ago - 1]


def states(articles: tuple[int, ...]) -> object:
    def check(claim: Claim) -> None:
        about(claim, articles)
        if "entries" in claim.facts:
            told = entries(claim["entries"])
            assert in_order(told)
        else:
            told = players(claim["players"])
            assert len(told) == int(claim["n"])
        assert same(told, value_of(claim))

    return check


for _kind, _articles in COUNTS.items():
    holds(_kind)(states(_articles))


@holds("No strong preference is refused, but {n} absolute one is ({players}).")
def only_absolute(claim: Claim) -> None:
    about(claim, (13,))
    bracket = claim.its_bracket()
    assert not value_of(claim)
    absolute = [r for r in refused(bracket, bracket.couples) if r.preference.strength is Strength.ABSOLUTE]
    assert sorted(numbers(claim["players"])) == sorted(numbers_of(absolute))
    assert len(absolute) == int(claim["n"])


@holds("{n} pair is made.")
def pairs_made(claim: Claim) -> None:
    assert int(claim["n"]) == len(claim.its_bracket().couples)


@holds("Scores of the downfloaters: {entries}.")
def downfloaters(claim: Claim) -> None:
    told = entries(claim["entries"])
    assert in_order(told)
    assert same(told, [Entry(r.score, (r.number,)) for r in claim.its_bracket().left])


@holds("Score differences above 0: {entries}.")
def differences(claim: Claim) -> None:
    bracket = claim.its_bracket()
    told = entries(claim["entries"])
    assert in_order(told)
    assert same(told, score_differences(bracket, bracket.couples))


def score_differences(bracket: LiteralBracket, couples: Couples) -> list[Entry]:
    """2016 A.8, C.6: those above 0."""
    artificial = min(record.score for record in bracket.players) - 10
    of_pairs = [Entry(one.score - two.score, (one.number, two.number)) for one, two in couples]
    of_left = [Entry(r.score - artificial, (r.number,)) for r in unpaired(bracket.players, couples)]
    return [entry for entry in (*of_pairs, *of_left) if entry.tenths]


@holds("The player with the bye ({players}) has {n} unplayed game.")
def unplayed(claim: Claim) -> None:
    player = number(claim["players"])
    assert player == claim.position.bye
    cells = claim.position.players[player].cells[: claim.position.tournament.played_rounds]
    played = sum(cell.played for cell in cells)
    assert int(claim["n"]) == claim.position.tournament.played_rounds - played


# -- the next bracket --------------------------------------------------------------------------------------


def followed(claim: Claim) -> LiteralBracket:
    following = claim.its_bracket().following
    assert following is not None
    return following


@holds("At best {n} player ({players}) is left over in the next bracket.")
def left_over_next(claim: Claim) -> None:
    """2026 C8: as many as the next bracket that followed; in 2016 C.7 it may not have come to its best."""
    told = numbers(claim["players"])
    assert len(told) == int(claim["n"])
    following = followed(claim)
    if claim.position.edition == "dutch-2026":
        assert sorted(told) == sorted(numbers_of(following.left))
    else:
        assert len(told) <= len(unpaired(following.players, following.couples))
        best_of_2016(claim, len(told))


@holds(
    "At best {n} player ({players}) is left over in the next bracket, where {barred} may not take the bye."
)
def barred_next(claim: Claim) -> None:
    told, barred = numbers(claim["players"]), numbers(claim["barred"])
    assert len(told) == int(claim["n"])
    assert set(barred) <= set(told)
    assert not any(claim.position.records[player].may_take_bye for player in barred)
    best_of_2016(claim, len(told) + 2 * len(barred))


def best_of_2016(claim: Claim, weight: int) -> None:
    """C.7: the fewest left over, each who may not take the bye that he needs as much as three."""
    bracket = claim.its_bracket()
    letter = claim.position.letter(bracket.number)
    if letter is not None and bracket.kind == "ordinary":
        best, _ = letter.literal.next_bracket(bracket.left)
        assert weight == best


@holds("At best, scores of those left over in the next bracket: {entries}.")
def scores_next(claim: Claim) -> None:
    told = entries(claim["entries"])
    assert in_order(told)
    assert same(told, [Entry(r.score, (r.number,)) for r in followed(claim).left])


@holds("At best, score differences above 0 in the next bracket: {entries}.")
def differences_next(claim: Claim) -> None:
    told = entries(claim["entries"])
    assert in_order(told)
    letter = claim.position.letter(claim.its_bracket().number)
    if letter is not None and claim.its_bracket().kind == "ordinary":
        _, best = letter.literal.next_bracket(claim.its_bracket().left)
        assert [entry.tenths for entry in told] == [difference for difference in best if difference]


@holds("Met in full.")
def met_in_full(claim: Claim) -> None:
    """Every criterion of the edition that is not said otherwise, and nobody counted by any of them."""
    bracket = claim.its_bracket()
    known = {criterion.article for criterion in CRITERIA[claim.position.edition]}
    assert set(claim.articles) <= known
    for article in claim.articles:
        match claim.position.edition, article:
            case _, "C4" | "C.4":
                continue
            case ("dutch-2026", "C7"):
                assert not bracket.left
            case ("dutch-2026", "C8"):
                assert bracket.following is None or not bracket.following.left
            case ("dutch-2026", "C9"):
                (taker,) = bracket.left
                assert taker.number == claim.position.bye
                assert not taker.unplayed
            case ("dutch-2016", "C.6"):
                assert not score_differences(bracket, bracket.couples)
            case ("dutch-2016", "C.7"):
                best_of_2016(claim, 0)
            case _:
                assert not counted(claim.position, article, bracket, bracket.couples)
                if article in {"C13", "C.11"}:
                    given_up = refused(bracket, bracket.couples)
                    assert not any(r.preference.strength is Strength.ABSOLUTE for r in given_up)


# -- the older revisions -----------------------------------------------------------------------------------


@holds("The steps that made this pairing.")
def steps(claim: Claim) -> None:
    numbers = [int(article.split(".")[1]) for article in claim.articles]
    assert numbers == sorted(numbers)
    assert ("C.6" in claim.articles) == bool(claim.its_bracket().couples)
    assert ("C.8" in claim.articles) <= bool(claim.its_bracket().couples)


def failures(claim: Claim, name: str, couples: Couples, left: Sequence[Record]) -> int:
    """How often pairs and players left over fail a requirement of the older revisions."""
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
    """How low a requirement was set in the end is how often the pairs fail it; of 1998 at the most."""
    bracket, name = claim.its_bracket(), claim["requirement"]
    assert int(claim["first"]) >= 0
    assert int(claim["value"]) > 0
    if claim.position.edition == "rating-2012":
        left = list(bracket.left)
        if bracket.following is not None:
            # Whom C.1 moved down is not a downfloater of the bracket.
            left = [r for r in left if r in bracket.mdps or claim.position.has_opponent(r, bracket)]
        failed = failures(claim, name, bracket.couples, left)
        assert failed == int(claim["value"])
        assert failed >= int(claim["first"])
    elif name in {"x", "B.2"}:
        assert failures(claim, name, bracket.couples, bracket.left) <= int(claim["value"])

"""The value of every criterion: the players that the articles count, and the result in the next bracket."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pairing.core.records import Float, Record, Strength
from pairing.core.tournament import Colour
from pairing.dutch import edition_2016, edition_2026
from tests.pairing.explanation.position import LiteralBracket, Position
from tests.pairing.explanation.sentences import Entry, entries, number, numbers
from tests.pairing.explanation.truth import Claim, holds
from tests.pairing.explanation.truth_of_brackets import numbers_of
from tests.pairing.literal import Couples, given_colours, unpaired

CRITERIA = {"dutch-2016": edition_2016.CRITERIA, "dutch-2026": edition_2026.CRITERIA}
ROUNDS_AGO = {"as in the previous round": 1, "as two rounds before": 2}


def refused(bracket: LiteralBracket, couples: Couples) -> list[Record]:
    """2026 art. 5: the players who do not get the colour that they prefer."""
    given = given_colours(couples)
    return [r for r, colour in given if r.preference.colour not in (None, colour)]


def counted(position: Position, article: str, bracket: LiteralBracket, couples: Couples) -> list[Entry]:
    """The players that a criterion of the Dutch system counts, within a bracket with these pairs."""
    n = int(article.removeprefix("C").removeprefix("."))
    # The criteria on colours and floats have numbers in 2026 that are higher by two than in 2016.
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


# Kind -> the numbers of its articles in 2026; in 2016 they are lower by two.
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
    """Checks that the sentence cites the right article, also for the number of rounds ago."""
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
    """2016 A.8, C.6: the score differences above 0."""
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
    """2026 C8: the same as the next bracket left over; in 2016, C.7, that may not have reached its best."""
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
    """C.7: the fewest left over; a player who would need the bye but may not take it counts as three."""
    bracket = claim.its_bracket()
    letter = claim.position.letter(bracket.number)
    if letter is not None and bracket.kind == "ordinary":
        best, _ = letter.literal.next_bracket(bracket.left)
        assert weight == best


@holds("Scores of those left over in the next bracket, at best: {entries}.")
def scores_next(claim: Claim) -> None:
    told = entries(claim["entries"])
    assert in_order(told)
    assert same(told, [Entry(r.score, (r.number,)) for r in followed(claim).left])


@holds("Score differences above 0 in the next bracket, at best: {entries}.")
def differences_next(claim: Claim) -> None:
    told = entries(claim["entries"])
    assert in_order(told)
    letter = claim.position.letter(claim.its_bracket().number)
    if letter is not None and claim.its_bracket().kind == "ordinary":
        _, best = letter.literal.next_bracket(claim.its_bracket().left)
        assert [entry.tenths for entry in told] == [difference for difference in best if difference]


@holds("Met in full.")
def met_in_full(claim: Claim) -> None:
    """The cited criteria belong to the edition, and none of them counts anybody."""
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

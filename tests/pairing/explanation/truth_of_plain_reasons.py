"""Reasons against other pairings in plain words, checked against the round; small brackets by the letter."""

from __future__ import annotations

from dataclasses import replace

from pairing.core.records import Float, Record
from pairing.explanation.facts import Asked, Generation
from tests.pairing.explanation.letter import INCOMPLETE
from tests.pairing.explanation.position import LiteralBracket
from tests.pairing.explanation.sentences import tenths
from tests.pairing.explanation.truth import Claim, check, holds
from tests.pairing.explanation.truth_of_answers import asked_of, best_of, expected, letter_of
from tests.pairing.explanation.truth_of_boards import COLOURS
from tests.pairing.explanation.truth_of_brackets import failures, numbers_of
from tests.pairing.explanation.truth_of_short import whom
from tests.pairing.literal import legal

# -- a pair -----------------------------------------------------------------------------------------------


def pair_of(claim: Claim) -> tuple[int, int]:
    """The two who do not meet: those asked about, or the player and their first opposite."""
    one, two = claim.about[0], claim.opposite or claim.about[1]
    assert claim.position.opponent.get(one) != two
    return one, two


@holds("The two had already met, in round {round}.", "You two had already met, in round {round}.")
def had_met(claim: Claim) -> None:
    one, two = pair_of(claim)
    cell = claim.position.players[one].cell(int(claim["round"]))
    assert cell.played
    assert cell.opponent == two


@holds("The organiser keeps the two apart.", "The organiser keeps you two apart.")
def kept_apart(claim: Claim) -> None:
    pair, coming = set(pair_of(claim)), claim.position.coming
    forbidden = claim.position.tournament.forbidden
    assert any(pair <= p.players and p.first <= coming <= (p.last or coming) for p in forbidden)


@holds("Both of them had to have {colour}.", "You both had to have {colour}.")
def both_absolute(claim: Claim) -> None:
    one, two = (claim.position.records[player] for player in pair_of(claim))
    assert claim.position.clash(one, two)
    assert one.preference.colour is two.preference.colour is COLOURS[claim["colour"]]


def meeting(claim: Claim) -> Claim:
    """The claim with the first bracket that contains both players."""
    couple = claim.position.couple(*pair_of(claim))
    assert legal(*couple)
    bracket = next(one for one in claim.position.brackets if set(couple) <= set(one.players))
    return replace(claim, bracket=bracket, asked=(Asked.MEET, numbers_of(couple)))


@holds("Had the two met, {then}.", "Had you two met, {then}.")
def had_they_met(claim: Claim) -> None:
    check(meeting(claim), claim["then"])


@holds(
    "The two could have met; two pairings were equally good, and the rules say which is tried first.",
    "You two could have met; two pairings were equally good, and the rules say which is tried first.",
)
def equally_good(claim: Claim) -> None:
    later(meeting(claim))


def later(claim: Claim) -> None:
    letter = letter_of(claim)
    assert letter is None or isinstance(letter.expected(*asked_of(claim)), Generation)


def above(claim: Claim, first: int, other: int) -> None:
    """Checks that the first player was paired before the group of the other."""
    assert {first, other} == set(claim.about)
    place = next(
        b.number
        for b in claim.position.brackets
        if first in [r.number for couple in b.couples for r in couple]
    )
    assert not any(other in numbers_of(b.players) for b in claim.position.brackets[:place])


def on_own_points(claim: Claim, first: int, other: int) -> None:
    records, opponent = claim.position.records, claim.position.opponent
    assert {first, other} == set(claim.about)
    assert records[first].score == records[opponent[first]].score > records[other].score


for _text, _check in (("higher group", above), ("points", on_own_points)):
    _kinds = (
        ("You were paired in a higher group than {other}.", "you", "other"),
        ("{one} was paired in a higher group than yours.", "one", "you"),
        ("{one} was paired in a higher group than {other}.", "one", "other"),
        ("You were paired with somebody on your own points; {other} had fewer.", "you", "other"),
        ("{one} was paired with somebody on the same points; you had fewer.", "one", "you"),
        ("{one} was paired with somebody on the same points; {other} had fewer.", "one", "other"),
    )
    for _kind, _first, _other in _kinds:
        if _text in _kind:
            holds(_kind)(
                lambda claim, first=_first, other=_other, held=_check: held(
                    claim,
                    claim.you if first == "you" else whom(claim, first),
                    claim.you if other == "you" else whom(claim, other),
                )
            )


@holds("{player} had the bye.", "You had the bye.")
def had_the_bye(claim: Claim) -> None:
    player = whom(claim, "player") if "player" in claim.facts else claim.you
    assert player == claim.position.bye
    assert player in claim.about


# -- left over ---------------------------------------------------------------------------------------------


def group(claim: Claim, player: int) -> LiteralBracket:
    """The player's bracket whose residents have these points."""
    scores = list(map(tenths, claim["points"].removesuffix("s").removesuffix(" point").split("–")))
    record = claim.position.records[player]

    def fits(bracket: LiteralBracket) -> bool:
        found = {one.score for one in bracket.residents}
        return [max(found), min(found)][: len(found)] == scores

    return next(b for b in claim.position.brackets if record in b.players and fits(b))


def left_over(claim: Claim) -> tuple[LiteralBracket, Record]:
    player = whom(claim, "player") if "player" in claim.facts else claim.you
    assert player in claim.about
    bracket, record = group(claim, player), claim.position.records[player]
    assert record in bracket.left
    return bracket, record


@holds("Nobody else was in the group with {points}.")
def alone(claim: Claim) -> None:
    bracket = group(claim, claim.about[0])
    assert numbers_of(bracket.players) == numbers_of([claim.position.records[claim.about[0]]])


def opponents_of(claim: Claim, record: Record) -> set[int | None]:
    return {cell.opponent for cell in claim.position.players[record.number].cells if cell.played}


@holds(
    "{player} had already played everybody in the group with {points}.",
    "You had already played everybody in the group with {points}.",
)
def had_played_everybody(claim: Claim) -> None:
    bracket, record = left_over(claim)
    others = {other.number for other in bracket.players if other is not record}
    assert others
    assert others <= opponents_of(claim, record)


@holds(
    "{player} had already played everybody with {points}; the others there had come down too, and such "
    "players do not meet each other.",
    "You had already played everybody with {points}; the others there had come down too, and such players do "
    "not meet each other.",
)
def had_played_all_residents(claim: Claim) -> None:
    bracket, record = left_over(claim)
    assert record in bracket.mdps
    assert len(bracket.mdps) > 1
    assert {resident.number for resident in bracket.residents} <= opponents_of(claim, record)


@holds("In the group with {points} there was no opponent whom {player} was allowed to meet.")
def nobody_allowed(claim: Claim) -> None:
    bracket, record = left_over(claim)
    others = bracket.residents if record in bracket.mdps else bracket.players
    assert not any(legal(record, other) for other in others if other is not record)


@holds("In {n} groups, one after the other, there was no game for {player}.")
def in_many_groups(claim: Claim) -> None:
    record = claim.position.records[whom(claim, "player")]
    assert record.number == claim.about[0]
    assert sum(record in bracket.left for bracket in claim.position.brackets) == int(claim["n"]) > 2


def staying(claim: Claim) -> Claim:
    bracket, record = left_over(claim)
    return replace(claim, bracket=bracket, asked=(Asked.STAY, (record.number,)))


def floating(claim: Claim) -> Claim:
    """The claim that the player, who was paired in their group, would be left over instead."""
    player = whom(claim, "player")
    assert player in claim.about
    bracket, record = group(claim, player), claim.position.records[player]
    assert record not in bracket.left
    return replace(claim, bracket=bracket, asked=(Asked.FLOAT, (player,)))


holds("With a game for {player} in the group with {points}, {then}.")(
    lambda claim: check(staying(claim), claim["then"])
)
holds("With {player} left over in the group with {points}, {then}.")(
    lambda claim: check(floating(claim), claim["then"])
)
holds(
    "In the group with {points} somebody else could have been left over just as well; by the order of the"
    " rules it was {player}."
)(lambda claim: later(staying(claim)))
holds(
    "With {player} left over in the group with {points} it would have been just as good; the rules say which"
    " pairing is tried first."
)(lambda claim: later(floating(claim)))


def turn(claim: Claim, ago: int, article: int) -> None:
    """Checks that another player of a group in which this one was left over floated down `ago` rounds ago."""
    player, other = (claim.position.records[whom(claim, name)] for name in ("player", "other"))
    assert other.had(Float.DOWN, ago)
    brackets = [
        b for b in claim.position.brackets if player in b.left and other in set(b.players) - set(b.left)
    ]
    assert brackets
    found = [replace(claim, bracket=b, asked=(Asked.STAY, (player.number,))) for b in brackets]
    known = [letter.expected(*asked_of(one)) for one in found if (letter := letter_of(one)) is not None]
    assert len(known) < len(found) or cited(claim, article) in known


holds("{other} came down in the last round; this time it was {player}.")(lambda claim: turn(claim, 1, 14))
holds("{other} came down two rounds before; this time it was {player}.")(lambda claim: turn(claim, 2, 16))


# -- statements where pairings are not compared -----------------------------------------------------


@holds("No rule forbids it; a group of {n} is too large to compare all its pairings at once.")
def too_large(claim: Claim) -> None:
    player = claim.position.records[claim.about[0]]
    assert int(claim["n"]) in {len(b.players) for b in claim.position.brackets if player in b.players}


@holds("The steps of these rules came to another pairing first.")
def steps(claim: Claim) -> None:
    assert not claim.position.dutch


# -- clauses -------------------------------------------------------------------------------------------------


def cited(claim: Claim, article: int) -> str:
    """The article of a criterion by its number in 2026."""
    return (
        f"C{article}"
        if claim.position.edition == "dutch-2026"
        else f"C.{article - (2 if article > 7 else 1)}"
    )


CLAUSES = {
    "players with more points would have come down": 7,
    "the bye would have gone to somebody who has missed more games": 9,
    "more players would have had one colour far more often than the other": 10,
    "more players would have had one colour three times running": 11,
    "more players would have gone without the colour they wanted": 12,
    "more players with a strong claim to a colour would have gone without it": 13,
    "more players would have come down again, as in the last round": 14,
    "more players would have met more points again, as in the last round": 15,
    "more players would have come down again, as two rounds before": 16,
    "more players would have met more points again, as two rounds before": 17,
    "players who come down again, as in the last round, would have come further down": 18,
    "players who meet more points again, as in the last round, would have met still more": 19,
    "players who come down again, as two rounds before, would have come further down": 20,
    "players who meet more points again, as two rounds before, would have met still more": 21,
    "the points would have been further apart": 8,
}
for _clause, _article in CLAUSES.items():
    holds(_clause)(lambda claim, article=_article: expected(claim, cited(claim, article)))

NEXT = {"dutch-2026": "C8", "dutch-2016": "C.7"}
for _clause in (
    "more players would have been left over in the next group",
    "in the next group the points would have been further apart",
    "players with more points would have been left over in the next group",
    "the bye would have been needed by somebody who may not have it",
):
    holds(_clause)(lambda claim: expected(claim, NEXT[claim.position.edition]))


@holds("the group would have had {n} game less")
def fewer_games(claim: Claim) -> None:
    assert int(claim["n"]) > 0
    letter = letter_of(claim)
    if letter is not None:
        assert letter.expected(*asked_of(claim)) == cited(claim, 6)
        best = next(best_of(letter, asked_of(claim)))
        assert len(claim.its_bracket().couples) - len(best) == int(claim["n"])


holds("not everybody could have been paired")(lambda claim: expected(claim, INCOMPLETE))


@holds("the bye would have gone to somebody with more points")
def higher_bye(claim: Claim) -> None:
    assert claim.position.bye is not None
    expected(claim, "C5")


@holds("a rule that this group keeps would have been broken")
def would_break(claim: Claim) -> None:
    """The pair, or the float, fails a requirement more often than the whole group does now."""
    asked, about = asked_of(claim)
    account = claim.position.explanation.brackets[claim.its_bracket().number - 1]
    couples, left = ((about,), []) if asked is Asked.MEET else ((), list(about))
    names = {"downfloats": "B.5, B.6 for downfloaters", "upfloats": "B.5, B.6 for upfloaters"}
    assert any(
        failures(claim, names.get(kept.name, kept.name), couples, left) > max(kept.first, kept.value)
        for kept in account.requirements
    )

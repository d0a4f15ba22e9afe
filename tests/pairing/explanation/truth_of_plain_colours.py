"""Explanations of colours in plain words, checked against the round."""

from __future__ import annotations

from tests.pairing.explanation.truth import Claim, holds
from tests.pairing.explanation.truth_of_boards import COLOURS, equal_wish, granted, place_among_holders
from tests.pairing.explanation.truth_of_boards import alternated as alternated_by_name
from tests.pairing.explanation.truth_of_boards import stronger as stronger_by_name
from tests.pairing.explanation.truth_of_boards import wider as wider_by_name
from tests.pairing.explanation.truth_of_short import both, whom


def wants(claim: Claim, player: int, colour: str) -> None:
    """Checks that the player wanted this colour, and got it."""
    preference = claim.position.records[player].preference.colour
    assert preference is COLOURS[colour] is claim.position.colour[player]


def no_wish(claim: Claim, player: int) -> None:
    assert claim.position.records[player].preference.colour is None


@holds(
    "{player} wanted {colour} and {other} {others}: both got it.",
    "You wanted {colour} and {other} {others}: you both got it.",
)
def both_wanted(claim: Claim) -> None:
    one, two = both(claim)
    wants(claim, one.number, claim["colour"])
    wants(claim, two.number, claim["others"])


@holds("{player} wanted {colour}, and {other} had no wish.", "You wanted {colour}, and {other} had no wish.")
def one_wanted(claim: Claim) -> None:
    one, two = (claim.you if "player" not in claim.facts else whom(claim, "player")), whom(claim, "other")
    assert {one, two} == set(claim.about)
    wants(claim, one, claim["colour"])
    no_wish(claim, two)


@holds("{other} wanted {others}, and you had no wish.")
def other_wanted(claim: Claim) -> None:
    one, two = both(claim)
    no_wish(claim, one.number)
    wants(claim, two.number, claim["others"])


def winner(claim: Claim) -> Claim:
    """The claim as the long sentence makes it, with the player who got the colour that both wanted."""
    records = [claim.position.records[player] for player in claim.about[:2]]
    assert {record.preference.colour for record in records} == {COLOURS[claim["colour"]]}
    facts = {**claim.facts, "player": f"<{whom(claim, 'winner')}>"}
    facts |= {name: f"<{whom(claim, name)}>" for name in ("white", "black") if name in facts}
    return Claim(claim.position, facts, claim.articles, about=claim.about)


for _both, _their in (("Both", "their"), ("You both", "your")):
    holds(f"{_both} had to have {{colour}}. It goes to {{winner}}, whose colours are less even.")(
        lambda claim: wider_by_name(winner(claim))
    )
    holds(f"{_both} wanted {{colour}}. It goes to {{winner}}, with the stronger claim.")(
        lambda claim: stronger_by_name(winner(claim))
    )


@holds(
    "Both wanted {colour}. It goes to {winner}, because the last time their colours differed it was the "
    "other way round (round {white_round} for {white}, round {black_round} for {black}).",
    "You both wanted {colour}. It goes to {winner}, because the last time your colours differed it was the "
    "other way round (round {white_round} for {white}, round {black_round} for {black}).",
)
def alternated(claim: Claim) -> None:
    alternated_by_name(winner(claim))
    assert granted(claim, whom(claim, "winner"))


@holds(
    "Both wanted {colour}, and their colours never differed. It goes to {winner}, who is ranked higher.",
    "You both wanted {colour}, and your colours never differed. It goes to {winner}, who is ranked higher.",
)
def ranked_higher(claim: Claim) -> None:
    named = winner(claim)
    equal_wish(named)
    one, two = claim.position.couple(*claim.about[:2])
    assert one.number == whom(claim, "winner")
    assert granted(claim, one.number)
    assert all(mine is yours for mine, yours in zip(one.colours[::-1], two.colours[::-1], strict=False))


@holds(
    "Neither had a wish. The lot gave {drawn} to the odd numbers; the higher of the two is number "
    "{order}, so {colour} goes to {higher}.",
    "Neither of you had a wish. The lot gave {drawn} to the odd numbers; the higher of you two is number "
    "{order}, so {colour} goes to {higher}.",
)
def by_lot(claim: Claim) -> None:
    one, two = claim.position.couple(*claim.about[:2])
    no_wish(claim, one.number)
    no_wish(claim, two.number)
    assert one.number == whom(claim, "higher")
    assert int(claim["order"]) == place_among_holders(claim, one.number)
    drawn = claim.position.tournament.initial_colour
    assert drawn is COLOURS[claim["drawn"]]
    colour = drawn if int(claim["order"]) % 2 else drawn.opposite
    assert claim.position.colour[one.number] is colour is COLOURS[claim["colour"]]

"""Boards, colours, players, byes: checks from the games played and the pairs of the round."""

from __future__ import annotations

from pairing.core.records import Record, Strength
from pairing.core.tournament import Colour, Outcome
from tests.pairing.dutch.test_letter_of_2026 import preference_by_letter, score_in
from tests.pairing.explanation.sentences import number, score, tenths
from tests.pairing.explanation.truth import Claim, holds

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def colours_of(claim: Claim, player: int) -> list[tuple[int, Colour]]:
    """The rounds in which the player played, with their colours."""
    cells = enumerate(claim.position.players[player].cells, 1)
    return [(n, cell.colour) for n, cell in cells if cell.played and cell.colour is not None]


# -- the players at a board ------------------------------------------------------------------------------


@holds("Board {board}: {white} – {black}")
def board(claim: Claim) -> None:
    assert claim.position.colour[number(claim["white"])] is WHITE
    assert claim.position.opponent[number(claim["white"])] == number(claim["black"])
    published = claim.position.boards[int(claim["board"]) - 1].pair
    assert (published.white, published.black) == (number(claim["white"]), number(claim["black"]))


def halves(claim: Claim, higher: int) -> tuple[list[int], list[int], list[int], list[int]]:
    """S1 and S2 that a paired player was part of at first; then S1 in the end, and its opposites."""
    bracket = claim.at(claim["bracket"])
    account = claim.position.explanation.brackets[bracket.number - 1]
    for split in (account.mdp_split, account.split):
        if split is not None and higher in split.final.s1:
            s1 = list(split.final.s1)
            return list(split.original.s1), list(split.original.s2), s1, list(split.final.s2[: len(s1)])
    raise AssertionError("nowhere in S1")


def they_meet(claim: Claim) -> tuple[int, int]:
    higher, lower = number(claim["higher"]), number(claim["lower"])
    assert claim.position.opponent[higher] == lower
    assert claim.position.records[higher].rank < claim.position.records[lower].rank
    assert claim.position.couple(higher, lower) in claim.at(claim["bracket"]).couples
    return higher, lower


@holds(
    "In bracket {bracket} {higher} is number {place} of S1, and {lower} is number {place} of S2.",
    "{higher} was moved down to bracket {bracket} and is number {place} of S1; {lower} is number {place} of "
    "S2.",
)
def opposite_at_first(claim: Claim) -> None:
    higher, lower = they_meet(claim)
    s1, s2, now, _ = halves(claim, higher)
    place = int(claim["place"]) - 1
    assert (s1[place], s2[place]) == (higher, lower)
    assert s1 == now


@holds(
    "In bracket {bracket} {higher}, number {place} of S1, stood opposite {opposite} at first. After a "
    "transposition of S2 it is {lower}."
)
def opposite_after_a_transposition(claim: Claim) -> None:
    higher, lower = they_meet(claim)
    s1, s2, now, opposite = halves(claim, higher)
    place = int(claim["place"]) - 1
    assert s1 == now
    assert (s1[place], s2[place], opposite[place]) == (higher, number(claim["opposite"]), lower)
    assert lower != number(claim["opposite"])


@holds(
    "In bracket {bracket} S1 and S2 exchanged players; {higher} is now number {place} of S1, opposite "
    "{lower}.",
    "In bracket {bracket} different moved-down players are paired than at first; {higher} is now number"
    " {place} of S1, opposite {lower}.",
)
def opposite_after_an_exchange(claim: Claim) -> None:
    higher, lower = they_meet(claim)
    s1, _, now, opposite = halves(claim, higher)
    place = int(claim["place"]) - 1
    assert set(s1) != set(now)
    assert (now[place], opposite[place]) == (higher, lower)


# -- colours -----------------------------------------------------------------------------------------------


def wishes(claim: Claim) -> tuple[Record, Record]:
    """The two players at the board, the higher ranked first."""
    one, two = claim.about
    return claim.position.couple(one, two)


def same_wish(claim: Claim) -> tuple[Record, Record]:
    one, two = wishes(claim)
    assert one.preference.colour is two.preference.colour is not None
    return one, two


def granted(claim: Claim, player: int) -> bool:
    return claim.position.colour[player] is claim.position.records[player].preference.colour


@holds("Both get the colour they prefer.")
def both_granted(claim: Claim) -> None:
    assert all(granted(claim, record.number) for record in wishes(claim))


@holds("{player} gets the preferred colour; the other player has no preference.")
def one_has_a_wish(claim: Claim) -> None:
    player = number(claim["player"])
    (other,) = (record for record in wishes(claim) if record.number != player)
    assert other.preference.colour is None
    assert granted(claim, player)


@holds("Both prefer the same colour; the preference of {player} is the stronger one.")
def stronger(claim: Claim) -> None:
    player = number(claim["player"])
    one, two = same_wish(claim)
    mine, yours = (one, two) if one.number == player else (two, one)
    assert mine.preference.strength > yours.preference.strength
    assert granted(claim, player)


@holds("Both have an absolute preference for the same colour; {player} has the wider colour difference.")
def wider(claim: Claim) -> None:
    player = number(claim["player"])
    one, two = same_wish(claim)
    assert one.preference.strength is two.preference.strength is Strength.ABSOLUTE
    mine, yours = (one, two) if one.number == player else (two, one)
    assert abs(mine.difference) > abs(yours.difference)
    assert granted(claim, player)


def equal_wish(claim: Claim) -> None:
    one, two = same_wish(claim)
    assert one.preference.strength is two.preference.strength
    if claim.position.dutch and one.preference.strength is Strength.ABSOLUTE:
        assert abs(one.difference) == abs(two.difference)


@holds(
    "Both prefer the same colour equally. The last time that their colours differed, counting games back"
    " from the last, {white} had Black in round {white_round} and {black} had White in round {black_round};"
    " now it is the other way round."
)
def alternated(claim: Claim) -> None:
    equal_wish(claim)
    white, black = number(claim["white"]), number(claim["black"])
    assert claim.position.colour[white] is WHITE
    mine, yours = colours_of(claim, white)[::-1], colours_of(claim, black)[::-1]
    differing = next((a, b) for a, b in zip(mine, yours, strict=False) if a[1] is not b[1])
    assert differing == ((int(claim["white_round"]), BLACK), (int(claim["black_round"]), WHITE))


@holds("Both prefer the same colour equally, and their colours never differed; {player} is ranked higher.")
def ranked_higher(claim: Claim) -> None:
    equal_wish(claim)
    one, two = wishes(claim)
    assert one.number == number(claim["player"])
    assert granted(claim, one.number)
    back = zip(reversed(one.colours), reversed(two.colours), strict=False)
    assert all(mine is yours for mine, yours in back)


def by_lot(claim: Claim, *, odd: bool, drawn: Colour) -> None:
    one, two = wishes(claim)
    assert not one.preference.strength
    assert not two.preference.strength
    assert one.number == number(claim["player"])
    assert (int(claim["order"]) % 2 == 1) is odd
    assert claim.position.tournament.initial_colour is drawn
    assert claim.position.colour[one.number] is (drawn if odd else drawn.opposite)
    assert int(claim["order"]) == place_among_holders(claim, one.number)


def place_among_holders(claim: Claim, player: int) -> int:
    """5.2.5, E.5: in 2016 and 2026 the place among those who were ever paired or are to be now."""
    if claim.position.edition.startswith("rating"):
        return player
    holders = [
        other.number
        for other in claim.position.tournament.players
        if other.number in claim.position.records or any(cell.paired for cell in other.cells)
    ]
    return sorted(holders).index(player) + 1


LOT = "Neither has a preference. {player} is ranked higher with the "
COLOURS = {"White": WHITE, "Black": BLACK}


@holds(LOT + "odd number {order}, and gets {colour}, the colour that was drawn.")
def by_lot_with_an_odd_number(claim: Claim) -> None:
    by_lot(claim, odd=True, drawn=COLOURS[claim["colour"]])


@holds(LOT + "even number {order}, and gets {colour}; {drawn} was drawn for the odd ones.")
def by_lot_with_an_even_number(claim: Claim) -> None:
    drawn = COLOURS[claim["drawn"]]
    assert COLOURS[claim["colour"]] is drawn.opposite
    by_lot(claim, odd=False, drawn=drawn)


@holds("The number is {order} and not {number}, as players who have never been paired are skipped.")
def skipped(claim: Claim) -> None:
    higher, _ = wishes(claim)
    assert higher.number == int(claim["number"]) > int(claim["order"])
    assert place_among_holders(claim, higher.number) == int(claim["order"])


def wish(claim: Claim, strength: str, colour: Colour) -> None:
    player = number(claim["player"])
    colours = [colour for _, colour in colours_of(claim, player)]
    assert claim["history"] == "".join("W" if colour is WHITE else "B" for colour in colours)
    record = claim.position.records[player]
    assert (record.preference.strength.name.lower(), record.preference.colour) == (strength, colour)
    if claim.position.dutch:
        assert preference_by_letter(colours) == (strength, colour)


for _strength, _article in (("mild", "a"), ("strong", "a"), ("absolute", "an")):
    holds(f"{{player}} has had {{history}}: {_article} {_strength} preference for {{colour}}.")(
        lambda claim, strength=_strength: wish(claim, strength, COLOURS[claim["colour"]])
    )


@holds("{player} has played no game yet and has no preference.")
def no_wish(claim: Claim) -> None:
    assert not colours_of(claim, number(claim["player"]))


# -- players and byes -------------------------------------------------------------------------------------


def right_score(claim: Claim, player: int, text: str) -> None:
    told, virtual = score(text)
    position = claim.position
    assert told == score_in(position.tournament, position.players[player], position.coming)
    assert virtual == sum(position.players[player].virtual[position.coming - 1 : position.coming])


@holds("{player} has a score of {score}.")
def has_a_score(claim: Claim) -> None:
    right_score(claim, number(claim["player"]), claim["score"])


@holds("{player}, with a score of {score}, takes the bye.")
def takes_the_bye_with(claim: Claim) -> None:
    right_score(claim, number(claim["player"]), claim["score"])
    assert number(claim["player"]) == claim.position.bye


@holds("{one} takes the bye.")
def takes_the_bye(claim: Claim) -> None:
    assert number(claim["one"]) == claim.position.bye


def may_not(claim: Claim, outcomes: set[Outcome]) -> None:
    player = number(claim["player"])
    cell = claim.position.players[player].cell(int(claim["round"]))
    assert cell.outcome in outcomes
    assert not claim.position.records[player].may_take_bye


holds("{player} had the bye in round {round} and may not take it again.")(
    lambda claim: may_not(claim, {Outcome.PAIRING_ALLOCATED_BYE})
)
holds("{player} won by forfeit in round {round} and may not take the bye.")(
    lambda claim: may_not(claim, {Outcome.FORFEIT_WIN})
)
holds("{player} received points without playing in round {round} and may not take the bye.")(
    lambda claim: may_not(claim, {Outcome.FULL_POINT_BYE, Outcome.HALF_POINT_BYE, Outcome.ZERO_POINT_BYE})
)


def bye_of(claim: Claim, outcome: Outcome) -> None:
    cell = claim.position.players[number(claim["player"])].cell(claim.position.coming)
    assert cell.outcome is outcome
    points, _, _ = claim["points"].partition(" point")
    assert tenths(points) == claim.position.tournament.scoring.points(cell)


holds("{player} has a half-point bye in this round: {points}.")(
    lambda claim: bye_of(claim, Outcome.HALF_POINT_BYE)
)
holds("{player} has a full-point bye in this round: {points}.")(
    lambda claim: bye_of(claim, Outcome.FULL_POINT_BYE)
)


@holds("{player} does not take part in this round.")
def away(claim: Claim) -> None:
    assert number(claim["player"]) not in claim.position.records


# -- absolute reasons -------------------------------------------------------------------------------------


@holds("{one} and {two} do meet.")
def do_meet(claim: Claim) -> None:
    assert claim.position.opponent[number(claim["one"])] == number(claim["two"])


@holds("{one} and {two} played each other in round {round}.")
def met(claim: Claim) -> None:
    cell = claim.position.players[number(claim["one"])].cell(int(claim["round"]))
    assert cell.played
    assert cell.opponent == number(claim["two"])


@holds("The organiser keeps {one} and {two} apart in this round.")
def kept_apart(claim: Claim) -> None:
    both = {number(claim["one"]), number(claim["two"])}
    forbidden = claim.position.tournament.forbidden
    coming = claim.position.coming
    assert any(both <= p.players and p.first <= coming <= (p.last or coming) for p in forbidden)


def both_absolute(claim: Claim, colour: Colour) -> None:
    one, two = (claim.position.records[number(claim[name])] for name in ("one", "two"))
    for record in (one, two):
        assert record.preference.strength is Strength.ABSOLUTE
        assert record.preference.colour is colour
        # The older revisions let top scorers meet after all others.
        assert not record.topscorer


holds("{one} and {two} both have an absolute preference for {colour}.")(
    lambda claim: both_absolute(claim, COLOURS[claim["colour"]])
)

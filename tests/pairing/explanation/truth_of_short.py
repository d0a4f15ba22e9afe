"""Short answers, which a player reads first, checked against the round: points, groups, the bye."""

from __future__ import annotations

import re

from pairing.core.records import Record
from pairing.explanation.facts import Part
from tests.pairing.explanation.position import LiteralBracket
from tests.pairing.explanation.sentences import number, numbers, tenths
from tests.pairing.explanation.truth import Claim, holds
from tests.pairing.explanation.truth_of_boards import halves

NOBODY = 0


def whom(claim: Claim, name: str) -> int:
    """The player meant by a number, or by "you"."""
    return claim.you if claim[name] == "you" else number(claim[name])


def player_of(claim: Claim) -> int:
    """The player that the answer is about: named, or addressed."""
    player = whom(claim, "player") if "player" in claim.facts else claim.you
    assert player == claim.about[0]
    return player


def has(claim: Claim, player: int, text: str) -> None:
    """Checks the points of a player, and how many of them are virtual."""
    match = re.fullmatch(r"(\S+) points?(?: \((\S+) lent, for the pairing alone\))?", text)
    assert match, text
    players, coming = claim.position.players, claim.position.coming
    assert tenths(match[1]) == claim.position.records[player].score
    assert tenths(match[2] or "0") == sum(players[player].virtual[coming - 1 : coming])


def both(claim: Claim) -> tuple[Record, Record]:
    """The player and the opponent; checks that they do meet."""
    player, other = player_of(claim), whom(claim, "other")
    assert claim.position.opponent[player] == other
    return claim.position.records[player], claim.position.records[other]


def bracket_of(claim: Claim) -> LiteralBracket:
    """The bracket in which the player of the answer was paired."""
    couple = claim.position.couple(*claim.about[:2])
    (bracket,) = (one for one in claim.position.brackets if couple in one.couples)
    return bracket


# -- points ------------------------------------------------------------------------------------------------


@holds("{player} and {other} both had {points}.", "You and {other} both had {points}.")
def same_points(claim: Claim) -> None:
    for record in both(claim):
        has(claim, record.number, claim["points"])


@holds("{player} had {points} and {other} had {others}.", "You had {points} and {other} had {others}.")
def points_apart(claim: Claim) -> None:
    """Their scores with lent points are equal, or their groups were put together."""
    one, two = both_with_points(claim)
    assert one.score == two.score or {one, two} <= set(bracket_of(claim).residents)


def both_with_points(claim: Claim) -> tuple[Record, Record]:
    """The two players; checks the points stated for each."""
    one, two = both(claim)
    has(claim, one.number, claim["points"])
    has(claim, two.number, claim["others"])
    return one, two


def moved(claim: Claim, mover: Record, other: Record, *, down: bool) -> None:
    assert (mover.score > other.score) is down
    assert mover.score != other.score
    if claim.position.brackets:
        assert mover in bracket_of(claim).mdps


@holds(
    "{player} had {points} and came down to meet {other}, who had {others}.",
    "You had {points} and came down to meet {other}, who had {others}.",
)
def came_down(claim: Claim) -> None:
    one, two = both_with_points(claim)
    moved(claim, one, two, down=True)


@holds(
    "{player} had {points} and came up to meet {other}, who had {others}.",
    "You had {points} and came up to meet {other}, who had {others}.",
)
def came_up(claim: Claim) -> None:
    one, two = both_with_points(claim)
    moved(claim, one, two, down=False)


@holds(
    "{player} had {points}; {other} had {others} and came down.",
    "You had {points}; {other} had {others} and came down.",
)
def other_came_down(claim: Claim) -> None:
    one, two = both_with_points(claim)
    moved(claim, two, one, down=True)


@holds(
    "{player} had {points}; {other} had {others} and came up.",
    "You had {points}; {other} had {others} and came up.",
)
def other_came_up(claim: Claim) -> None:
    one, two = both_with_points(claim)
    moved(claim, two, one, down=False)


@holds("In the first round everybody has {points}, and the upper half of the list meets the lower half.")
def first_round(claim: Claim) -> None:
    position = claim.position
    assert position.coming == 1
    for record in position.records.values():
        has(claim, record.number, claim["points"])
    upper = sorted(position.records)[: len(position.records) // 2]
    for one, two in position.opponent.items():
        assert (one in upper) is not (two in upper)


@holds("Groups were put together, so that everybody could be paired.")
def put_together(claim: Claim) -> None:
    bracket = bracket_of(claim)
    assert len({record.score for record in bracket.residents}) > 1
    account = claim.position.explanation.brackets[bracket.number - 1]
    assert account.part in {Part.COLLAPSED, Part.JOINED}


# -- the group -----------------------------------------------------------------------------------------------


def remainder(claim: Claim) -> tuple[list[int], int]:
    """The players who were divided into halves, by rank, and the number of their pairs."""
    position = claim.position
    if not position.brackets:
        # A system without downfloaters only has halves in a group in which nobody has played.
        told = position.explanation.short_answer(position.told[claim.about[0]])
        assert told.group is not None
        players = sorted(number for pair in told.group.pairs for number in pair)
        assert not any(position.records[number].colours for number in players)
        return players, len(players) // 2
    bracket = bracket_of(claim)
    if not position.dutch:
        # In the older revisions, the account says what C.4 to C.8 divide.
        s1, s2, _, _ = halves_of(claim)
        return [*s1, *s2], len(s1)
    met = {r for couple in bracket.couples if set(couple) & set(bracket.mdps) for r in couple}
    left = [record.number for record in bracket.residents if record not in met]
    return left, sum(1 for couple in bracket.couples if not set(couple) & met)


def halves_of(claim: Claim) -> tuple[list[int], list[int], list[int], list[int]]:
    """The same as `halves`, for the player of the answer."""
    higher, _ = claim.position.couple(*claim.about[:2])
    bracket = str(bracket_of(claim).number)
    facts = {**claim.facts, "bracket": bracket}
    return halves(Claim(claim.position, facts, ()), higher.number)


def sizes(claim: Claim, *, left: bool) -> tuple[list[int], int]:
    players, pairs = remainder(claim)
    assert len(players) == int(claim["n"])
    if claim.position.brackets:
        account = claim.position.explanation.brackets[bracket_of(claim).number - 1]
        came = account.mdp_split is not None and bool(account.mdp_split.final.s1)
        assert came is left
    if "upper" in claim.facts:
        assert (int(claim["upper"]), int(claim["lower"])) == (pairs, len(players) - pairs)
    else:
        assert pairs == 1
    return players, pairs


def in_order(claim: Claim, *, left: bool) -> None:
    players, pairs = sizes(claim, left=left)
    opponent = claim.position.opponent
    assert [opponent[player] for player in players[:pairs]] == players[pairs : 2 * pairs]


IN_GROUP = "{n} players were in that group"
AFTER_OTHERS = "After those who came down, {n} players were left"
for _left, _were in ((False, IN_GROUP), (True, AFTER_OTHERS)):
    holds(
        f"{_were}, enough for one pair.",
        f"{_were}: the upper {{upper}} meet the lower {{lower}}, as far as possible.",
    )(lambda claim, left=_left: sizes(claim, left=left) and None)
    holds(f"{_were}: the upper {{upper}} meet the lower {{lower}}, in order.")(
        lambda claim, left=_left: in_order(claim, left=left)
    )


def stood(claim: Claim, upper: int, lower: int) -> None:
    players, pairs = remainder(claim)
    place = int(claim["place"]) - 1
    assert players[place] == upper
    assert players[pairs + place] == lower
    assert claim.position.opponent[upper] == lower
    assert claim.about[0] in {upper, lower}


holds("You were number {place} above, {lower} number {place} below.")(
    lambda claim: stood(claim, claim.you, whom(claim, "lower"))
)
holds("You were number {place} below, {upper} number {place} above.")(
    lambda claim: stood(claim, whom(claim, "upper"), claim.you)
)
holds("{upper} was number {place} above, {lower} number {place} below.")(
    lambda claim: stood(claim, whom(claim, "upper"), whom(claim, "lower"))
)


@holds("A player who comes down meets the first of the group, in order: number {place} was {lower}.")
def first_of_the_group(claim: Claim) -> None:
    bracket = bracket_of(claim)
    higher, lower = claim.position.couple(*claim.about[:2])
    assert higher in bracket.mdps
    assert lower.number == whom(claim, "lower")
    s1, s2, _, _ = halves_of(claim)
    place = int(claim["place"]) - 1
    assert (s1[place], s2[place]) == (higher.number, lower.number)


@holds(
    "In the order given, {player} would have met {opposite}.",
    "In the order given, you would have met {opposite}.",
)
def would_have_met(claim: Claim) -> None:
    player = whom(claim, "player") if "player" in claim.facts else claim.you
    opposite = whom(claim, "opposite")
    assert player in claim.about
    assert claim.position.opponent.get(player) != opposite
    s1, s2, _, _ = halves_of(claim)
    assert {player, opposite} in [set(pair) for pair in zip(s1, s2, strict=False)]
    claim.position.couple(player, opposite)


def blocked(claim: Claim) -> tuple[int, int]:
    """Two players who were opposite each other at first."""
    one, two = whom(claim, "one"), whom(claim, "two")
    s1, s2, _, _ = halves_of(claim)
    assert {one, two} in [set(pair) for pair in zip(s1, s2, strict=False)]
    return one, two


@holds("The first plan did not work, because {one} and {two} had already met.")
def blocked_by_a_game(claim: Claim) -> None:
    one, two = blocked(claim)
    assert two in {cell.opponent for cell in claim.position.players[one].cells if cell.played}


@holds("The first plan did not work, because the organiser keeps {one} and {two} apart.")
def blocked_by_the_organiser(claim: Claim) -> None:
    one, two = blocked(claim)
    assert two in claim.position.records[one].barred


@holds("The first plan did not work, because {one} and {two} both had to have the same colour.")
def blocked_by_a_colour(claim: Claim) -> None:
    one, two = (claim.position.records[player] for player in blocked(claim))
    assert claim.position.clash(one, two)


def crossed(claim: Claim) -> set[int]:
    """The players who were in one half at first, and in the other in the end."""
    players, pairs = remainder(claim)
    if not claim.position.dutch:
        s1, _, now, _ = halves_of(claim)
        return set(s1) ^ set(now)
    couples = [
        couple for couple in bracket_of(claim).couples if {one.number for one in couple} <= set(players)
    ]
    return {one.number for one, _ in couples} ^ set(players[:pairs])


@holds("Players changed halves: {players}.")
def changed_halves(claim: Claim) -> None:
    named = {*numbers(claim["players"]), *([claim.you] if "you" in claim["players"] else [])}
    assert named == crossed(claim) != set()


@holds("{n} players changed halves.")
def so_many_changed_halves(claim: Claim) -> None:
    assert len(crossed(claim)) == int(claim["n"])


# -- the bye ---------------------------------------------------------------------------------------


@holds(
    "An odd number was to be paired, and {player} got the bye.",
    "An odd number was to be paired, and you got the bye.",
)
def got_the_bye(claim: Claim) -> None:
    assert len(claim.position.records) % 2
    assert player_of(claim) == claim.position.bye


def below_the_bye(claim: Claim) -> list[Record]:
    records = claim.position.records
    return [r for r in records.values() if r.score < records[claim.position.bye or NOBODY].score]


@holds("Nobody had fewer points.")
def nobody_below(claim: Claim) -> None:
    assert not below_the_bye(claim)


@holds("Nobody with fewer points may have it.")
def all_below_barred(claim: Claim) -> None:
    assert below_the_bye(claim)
    assert not any(record.may_take_bye for record in below_the_bye(claim))


@holds("Nobody with fewer points may have it and could be spared.")
def nobody_below_could_be_spared(claim: Claim) -> None:
    assert any(record.may_take_bye for record in below_the_bye(claim))
    assert claim.position.edition == "dutch-2026"
    if claim.position.small:
        receivers = claim.position.not_yet_paired.receivers(claim.position.in_order)
        assert not set(receivers) & set(below_the_bye(claim))


@holds("You did not take part in this round.")
def you_were_away(claim: Claim) -> None:
    assert claim.you in claim.about
    assert claim.you not in claim.position.records


@holds("You had a bye in this round: {points}.")
def you_had_a_bye(claim: Claim) -> None:
    position = claim.position
    assert claim.you not in position.records
    cell = position.players[claim.you].cell(position.coming)
    assert tenths(claim["points"].partition(" ")[0]) == position.tournament.scoring.points(cell)

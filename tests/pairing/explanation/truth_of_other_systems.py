"""Short answers of systems without halves, checked against the round by the letter of each system."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from pairing.burstein import edition_2026 as burstein
from pairing.core.records import Record, same_preference
from pairing.dubov import edition_2026 as dubov
from pairing.explanation.facts import Group
from pairing.explanations import account_of
from tests.pairing import literal_upfloating
from tests.pairing.explanation.position import Position
from tests.pairing.explanation.sentences import tenths
from tests.pairing.explanation.truth import Claim, holds
from tests.pairing.explanation.truth_of_short import both, player_of, whom
from tests.pairing.literal import legal

# With more players than this, not all pairings are tried.
MOST = 8


class OtherPosition(Position):
    """A round by a system that describes its brackets in sentences of its own."""

    def _made(self) -> tuple[Record, ...]:
        self.account = account_of(self.tournament, self.edition)
        self.tournament = self.account.tournament
        return tuple(self.account.records.values())


def group_of(claim: Claim) -> Group:
    told = claim.position.told[claim.about[0]]
    group = claim.position.explanation.short_answer(told).group
    assert group is not None
    return group


def records_of(claim: Claim, numbers: Sequence[int]) -> list[Record]:
    return [claim.position.records[number] for number in numbers]


def pairs_of(claim: Claim) -> list[tuple[Record, Record]]:
    """The pairs of the group; checks that they do meet."""
    group = group_of(claim)
    assert all(claim.position.opponent[one] == two for one, two in group.pairs)
    return [(claim.position.records[one], claim.position.records[two]) for one, two in group.pairs]


@holds("In the group with {points} not everybody could be paired.")
def not_everybody(claim: Claim) -> None:
    """Somebody of the group with these points met a player with fewer."""
    score = tenths(claim["points"].partition(" ")[0])
    records, opponent = claim.position.records, claim.position.opponent
    assert any(records[o].score < score for n, o in opponent.items() if records[n].score == score)


@holds("The group with {points} needed somebody from below, so that everybody could be paired.")
def needed_from_below(claim: Claim) -> None:
    score = tenths(claim["points"].partition(" ")[0])
    group = group_of(claim)
    came = records_of(claim, group.came)
    residents = [r for pair in pairs_of(claim) for r in pair if r not in came]
    assert {r.score for r in residents} == {score}
    assert came
    assert all(r.score < score for r in came)
    if len(residents) % 2 == 0 and len(claim.position.records) <= MOST:
        rest = [
            r for r in claim.position.records.values() if r.score < score and r.number != claim.position.bye
        ]
        assert not (literal_upfloating.legal(residents) and literal_upfloating.legal(rest))


@holds("In that group those who seek White meet those who seek Black, as far as possible.")
def seekers(claim: Claim) -> None:
    """3.2.4: apart from shifted players, no pair seeks the same colour."""
    pairs = pairs_of(claim)
    entrants = {one.number: one for one in dubov.make_entrants(claim.position.tournament)}
    sought = [[entrants[record.number].seeks_white for record in pair] for pair in pairs]
    white = sum(map(sum, sought))
    refused = sum(one == two for one, two in sought)
    everybody = [record for pair in pairs for record in pair]
    if all(legal(one, two) for one in everybody for two in everybody if one is not two):
        assert refused == abs(2 * white - len(everybody)) // 2


@holds(
    "Number {place} in line, by the rating of the opponents so far, was {one}; the first number that was "
    "possible was {two}."
)
def in_line(claim: Claim) -> None:
    pairs = pairs_of(claim)
    place, first, second = int(claim["place"]) - 1, whom(claim, "one"), whom(claim, "two")
    assert [record.number for record in pairs[place]] == [first, second]
    entrants = {one.number: one for one in dubov.make_entrants(claim.position.tournament)}
    line = [(entrants[one.number].aro, one.number) for one, _ in pairs]
    assert line == sorted(line)
    free = [two for _, two in pairs[place:]]
    members = [one for one, _ in pairs[place:]]
    if len(members) <= 5:
        for taken in permutations(free):
            if taken[0].number < second:
                assert not all(map(legal, members, taken))


@holds(
    "In that group, ordered by the points of their opponents, the first meets the last, as far as possible."
)
def ends(claim: Claim) -> None:
    entrants = {one.number: one for one in burstein.make_entrants(claim.position.tournament)}
    order = group_of(claim).order
    indices = [(*(-part for part in entrants[number].index), number) for number in order]
    assert indices == sorted(indices)
    pairs = pairs_of(claim)
    everybody = records_of(claim, order)
    free = all(legal(one, two) for one in everybody for two in everybody if one is not two)
    alone = claim.position.bye is None and len(everybody) == len(claim.position.records)
    opposite = list(zip(everybody, everybody[::-1], strict=True))
    if free and alone and not any(same_preference(*pair) for pair in opposite):
        assert {frozenset(pair) for pair in pairs} == {frozenset(pair) for pair in opposite}


@holds("Of the {n} players there, number {place} was {one} and number {last} was {two}.")
def places_from_both_ends(claim: Claim) -> None:
    group = group_of(claim)
    in_it = {n for pair in group.pairs for n in pair} | set(group.left)
    assert set(group.order) == in_it
    assert len(in_it) == int(claim["n"])
    first, second = whom(claim, "one"), whom(claim, "two")
    assert claim.position.opponent[first] == second
    assert (group.order[int(claim["place"]) - 1], group.order[int(claim["last"]) - 1]) == (first, second)
    assert int(claim["place"]) < int(claim["last"])


@holds("Of all equally good pairings of that group, the first by the numbers was taken.")
def first_identifier(claim: Claim) -> None:
    pairs, group = pairs_of(claim), group_of(claim)
    everybody = sorted((r for pair in pairs for r in pair), key=lambda record: record.number)
    if len(everybody) > MOST:
        return
    came = records_of(claim, group.came)
    back = claim.position.account.decision.looks_back  # type: ignore[attr-defined]  # Burstein’s and Dubov’s have it
    best = min(
        literal_upfloating.pairings(everybody),
        key=lambda found: (
            literal_upfloating.quality(found, came, looks_back=back),
            literal_upfloating.identifier(found),
        ),
    )
    assert {frozenset(pair) for pair in best} == {frozenset(pair) for pair in pairs}


@holds(
    "Of those who may have it and can be spared, it goes to the one with the fewest points, then the most"
    " games played, then the last in the order."
)
def order_of_the_bye(claim: Claim) -> None:
    taker = claim.position.records[claim.position.bye or 0]
    assert taker.may_take_bye
    others = list(claim.position.records.values())
    if len(others) > MOST + 1:
        return
    spared = [
        one
        for one in others
        if one.may_take_bye and literal_upfloating.legal([record for record in others if record is not one])
    ]
    assert min((one.score, -len(one.colours)) for one in spared) == (taker.score, -len(taker.colours))


@holds("Everybody meets everybody: in round {round} the table has {other} as the opponent of {player}.")
def table(claim: Claim) -> None:
    both(claim)
    assert int(claim["round"]) == claim.position.coming


@holds(
    "Each side meets all of the other: in round {round} the table has {other} as the opponent of {player}."
)
def table_of_sides(claim: Claim) -> None:
    last = (len(claim.position.players) + 1) // 2
    assert [record.number <= last for record in both(claim)].count(True) == 1
    assert int(claim["round"]) == claim.position.coming


@holds("In this round there was no game for {player}.")
def no_game(claim: Claim) -> None:
    assert player_of(claim) not in claim.position.opponent


@holds("The number of players is odd: in round {round} the table has no opponent for {player}.")
def free_by_the_table(claim: Claim) -> None:
    assert len(claim.position.players) % 2
    assert player_of(claim) not in claim.position.opponent
    assert int(claim["round"]) == claim.position.coming

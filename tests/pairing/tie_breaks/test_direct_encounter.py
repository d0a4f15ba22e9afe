"""Direct encounter (C.07 6)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from pairing.core.tournament import BLANK, Scoring
from pairing.tie_breaks import System
from pairing.tie_breaks.formulas import places
from pairing.tie_breaks.registry import F_10
from pairing.tie_breaks.working import Part
from tests.pairing.histories import U, Z, black, event, ranks, values, white
from tests.pairing.positions import seeded


def test_6_all_have_met_and_the_scores_among_them_decide():
    games = event(
        [white(2, "1"), black(3, "="), Z],
        [black(1, "0"), U, white(3, "=")],
        [Z, white(1, "="), black(2, "=")],
    )
    assert ranks(games, "DE") == {1: 1, 3: 2, 2: 3}
    # Among players with equally many points only the games against each other count.
    assert ranks(games, "PTS", "DE") == {1: 1, 2: 2, 3: 3}


def test_6_who_is_still_level_starts_anew():
    """1 and 2 won two games, 3 and 4 one: 1 beat 2, and 4 beat 3."""
    games = event(
        [white(2, "1"), white(3, "0"), white(4, "1")],
        [black(1, "0"), white(4, "1"), white(3, "1")],
        [black(4, "0"), black(1, "1"), black(2, "0")],
        [white(3, "1"), black(2, "0"), black(1, "0")],
    )
    assert ranks(games, "DE") == {1: 1, 2: 2, 4: 3, 3: 4}


def test_6_games_against_the_same_opponent_are_averaged():
    """1 and 2 met twice, with a win each, and both beat 3."""
    games = event(
        [white(2, "1"), black(2, "0"), white(3, "1"), Z],
        [black(1, "0"), white(1, "1"), Z, white(3, "1")],
        [Z, Z, black(1, "0"), black(2, "0")],
    )
    assert ranks(games, "DE") == {1: 1, 2: 1, 3: 3}


def test_6_in_a_swiss_who_cannot_be_reached_is_first():
    """1 beat 2 and 3, who have not met: neither can reach 1, and either could be second."""
    games = event([white(2, "1"), black(3, "1")], [black(1, "0"), U], [U, white(1, "0")])
    assert ranks(games, "DE") == {1: 1, 2: 2, 3: 2}


def test_6_who_might_be_reached_is_not_first():
    """1 beat 2, but 3 has met nobody and could win twice."""
    games = event([white(2, "1")], [black(1, "0")], [U])
    assert ranks(games, "DE") == {1: 1, 2: 1, 3: 1}


def test_6_the_second_place_follows_and_the_rest_start_anew():
    """1 beat all, 2 all others; 3 and 4 have not met 5, but 3 beat 4."""
    games = event(
        [white(2, "1"), white(3, "1"), white(4, "1"), white(5, "1"), Z],
        [black(1, "0"), white(5, "1"), white(3, "1"), white(4, "1"), Z],
        [Z, black(1, "0"), black(2, "0"), Z, white(4, "1")],
        [Z, Z, black(1, "0"), black(2, "0"), black(3, "0")],
        [Z, black(2, "0"), Z, black(1, "0"), Z],
    )
    assert ranks(games, "DE") == {1: 1, 2: 2, 3: 3, 4: 3, 5: 3}
    # Without 5 the last two have met.
    four = replace(games, players=games.players[:4])
    met = replace(
        four,
        players=tuple(
            replace(p, cells=tuple(BLANK if cell.opponent == 5 else cell for cell in p.cells))
            for p in four.players
        ),
    )
    assert ranks(met, "DE") == {1: 1, 2: 2, 3: 3, 4: 4}


def test_6_forfeits_count_where_they_are_games():
    games = event([white(2, "+")], [black(1, "-")])
    assert ranks(games, "DE") == {1: 1, 2: 1}
    assert ranks(games, "DE/P") == {1: 1, 2: 2}
    assert ranks(games, "DE", system=System.ROUND_ROBIN) == {1: 1, 2: 2}


def test_f10_of_1998_asks_for_the_games_between_the_first_alone():
    """1 beat 2. 4 beat 3 but had weaker opponents, and these decide the places behind the first."""
    games = event(
        [white(2, "1"), Z, black(5, "1")],
        [black(1, "0"), U, black(6, "1")],
        [black(4, "0"), white(6, "1"), Z],
        [white(3, "1"), black(5, "0"), Z],
        [Z, white(4, "1"), white(1, "0")],
        [Z, black(3, "0"), white(2, "0")],
        ratings=(2000, 2100, 1500, 1600, 1700, 2200),
    )
    assert ranks(games, "PTS") == {1: 1, 2: 1, 3: 3, 4: 3, 5: 3, 6: 6}
    assert ranks(games, *F_10) == {1: 1, 2: 2, 3: 3, 5: 4, 4: 5, 6: 6}
    assert values(games, "OTHER_DE1") == {1: 1, 2: 2, 3: None, 4: None, 5: None, 6: None}


def test_6_who_is_level_with_nobody_has_no_place():
    games = event([white(2, "1")], [black(1, "0")])
    assert values(games, "DE") == {1: None, 2: None}


def completions(games_of):
    """All players' scores, for each way in which the missing games could end."""
    missing = [
        (one, other)
        for one, other in combinations(games_of, 2)
        if all(part.opponent != other for part in games_of[one])
    ]
    made = {number: sum(part.amount for part in parts) for number, parts in games_of.items()}
    for results in product((0, 5, 10), repeat=len(missing)):
        scores = dict(made)
        for (one, other), points in zip(missing, results, strict=True):
            scores[one] += points
            scores[other] += 10 - points
        yield scores


@given(st.integers(0, 10**6))
def test_6_first_is_who_is_alone_at_the_top_whatever_is_missing(seed):
    """Every outcome of the missing games is tried, for up to five players who met at most once."""
    rng = seeded(seed)
    games_of = {number: [] for number in range(1, rng.randint(3, 6))}
    for round_, (one, other) in enumerate(combinations(games_of, 2), 1):
        if rng.randrange(4):
            points = rng.choice((0, 5, 10, 10))
            games_of[one].append(Part(round_, other, points))
            games_of[other].append(Part(round_, one, 10 - points))
    found = places(games_of, Scoring())
    first = [number for number, place in found.items() if place == 1]
    ends = list(completions(games_of))
    certain = [
        number
        for number in games_of
        if all(scores[number] > max(s for n, s in scores.items() if n != number) for scores in ends)
    ]
    assert certain in ([], first)
    if len(ends) > 1 and len(first) == 1 < len(found):
        assert certain == first
    assert sorted(found.values()) == [
        1 + sum(other < place for other in found.values()) for place in sorted(found.values())
    ]

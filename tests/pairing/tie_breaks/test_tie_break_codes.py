"""Codes of tie-breaks, and what their values come from."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.core.tournament import PairingError
from pairing.explanation.language import LANGUAGES
from pairing.tie_breaks import System, Text, every_code, tie_break_by_code
from pairing.tie_breaks.ranking import ranked, table_of, working
from tests.pairing.histories import HALF, MIXED, H, U, Z, black, event, ranks, white
from tests.pairing.positions import SCORINGS, random_history, seeded


@pytest.mark.parametrize(
    ("written_as", "code", "name"),
    [
        ("bh/c1", "BH/C1", "Buchholz Cut 1"),
        ("BH/P/C2", "BH/C2/P", "Buchholz Cut 2, forfeits as games"),
        ("fb/m1", "FB/M1", "Fore Buchholz Median 1"),
        ("KS/L1", "KS/L+1", "Koya System, limit +1 half-points"),
        ("ks/l-2", "KS/L-2", "Koya System, limit -2 half-points"),
        ("AOB/f", "AOB/F", "Average of Opponents’ Buchholz, of the Fore Buchholz"),
        ("RTNG/U1400/R", "RTNG/R/U1400", "Rating, reversed, unrated as 1400"),
        ("bh:gp/c1", "BH:GP/C1", "Buchholz Cut 1, by game points"),
        ("sssc/k4", "SSSC/K4", "Scores and Schedule Strength Combination, divided by 4"),
    ],
)
def test_codes_are_read_and_written_in_one_form(written_as, code, name):
    known = tie_break_by_code(written_as)
    assert (known.code, str(known.name)) == (code, name)
    assert tie_break_by_code(code).modifiers == known.modifiers


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("TBS", "The tie-break TBS is not known: expected one of PTS, DE, WIN,"),
        ("MPVGP:GP", "The tie-break MPVGP:GP is not known: expected one of PTS, DE, WIN,"),
        ("BH:XP", "The tie-break BH:XP is not known: expected one of PTS, DE, WIN,"),
        ("", "The tie-break  is not known: expected one of PTS,"),
        ("BH/C3", "The tie-break BH/C3 is not known: expected one of C1, C2, M1, M2, P after BH/."),
        ("BH/C1/M1", "The tie-break BH/M1 is not known: expected one of P after BH/."),
        ("BH/C1/C1", "The tie-break BH/C1 is not known: expected one of P after BH/."),
        ("BH/", "The tie-break BH/ is not known: expected one of C1"),
        ("WIN/P", "The tie-break WIN/P is not known: expected nothing after WIN."),
        ("KS/L0", "The tie-break KS/L0 is not known: expected one of L+1, L+2, L-1, L-2 after KS/."),
        ("ARO/U0", "The tie-break ARO/U0 is not known: expected one of C1"),
    ],
)
def test_what_is_no_code_is_refused_with_what_was_expected(code, expected):
    with pytest.raises(PairingError) as refused:
        tie_break_by_code(code)
    assert str(refused.value.saying).startswith(expected)
    # And in French.
    assert LANGUAGES["fr"].tell(refused.value.saying) != str(refused.value.saying)


def test_every_code_is_one_and_has_a_name_in_french():
    for code in every_code(System.SWISS):
        known = tie_break_by_code(code)
        assert known.code == code
        assert known.name.sentence in LANGUAGES["fr"].sentences


def test_what_a_performance_comes_from():
    assert list(map(str, working(MIXED, "TPR", 1))) == [
        "Round 1, opponent 2: 2000, 1.0",
        "Round 4, opponent 4: 1800, 0.0",
        "Round 5, opponent 5: 1700, 0.5",
        "Average 1833, and +0 for 1.5 of 3",
    ]
    assert str(working(MIXED, "PTP", 1)[-1]) == "The lowest rating of which 1.5 would be expected"
    assert str(working(MIXED, "ARO/C1", 1)[-2]) == "Round 5, opponent 5: 1700, left out (14.1)"
    assert str(working(MIXED, "ARO/C1", 1)[-1]) == "3800 ÷ 2, a half rounded up"
    assert str(working(MIXED, "AOB", 1)[-1]).endswith(" ÷ 3")
    assert working(MIXED, "TPN", 1) == ()


def test_what_a_direct_encounter_comes_from():
    """The games against players who are level in the tie-breaks before it."""
    games = event([white(2, "="), white(3, "=")], [black(1, "="), H], [H, black(1, "=")])
    assert list(map(str, working(games, "DE", 1))) == [
        "Round 1, opponent 2: 0.5",
        "Round 2, opponent 3: 0.5",
    ]
    assert working(games, "DE", 1, after=("PTS", "BPG", "TPN")) == ()


def test_what_opponents_count_that_they_have_not_scored_is_marked():
    games = event([white(2, "1"), U], [black(1, "0"), Z])
    assert [LANGUAGES["fr"].tell(line) for line in working(games, "BH", 1)] == [
        "Ronde 1, adversaire 2\N{NO-BREAK SPACE}: 0,5 (16.3)",
        "Ronde 2, adversaire fictif\N{NO-BREAK SPACE}: 1,0 (16.4)",
    ]


@given(st.integers(0, 10**6), st.sampled_from(Text), st.sampled_from(System))
def test_a_value_is_what_its_parts_come_to(seed, text, system):
    rng = seeded(seed)
    rounds = rng.randint(1, 7)
    games = replace(
        random_history(rng, rng.randint(2, 14), rounds, byes=15), scoring=rng.choice(SCORINGS), rounds=rounds
    )
    table = table_of(games, system=system, text=text)
    for code in every_code(system):
        known = tie_break_by_code(code)
        lines = {line.number: line for line in ranked(table, ("PTS", code))}
        assert all(line.points == line.values["PTS"] for line in lines.values())
        if known.among:
            continue
        for number, told in known.workings(table, sorted(lines)).items():
            parts = [part for part in told.parts if part.round not in told.left_out]
            assert told.value == lines[number].values[code]
            match known.base:
                case "TPR" | "PTP":
                    assert (told.value is None) == (not parts)
                case "SB" | "EMMSB" | "EMGSB" | "EGMSB" | "EGGSB":
                    assert told.value == sum(part.amount * part.points for part in parts)
                case "SSSC":
                    assert told.value == sum(Fraction(part.amount, part.points) for part in parts)
                case "AOB" | "ARO" | "APRO" | "APPO":
                    exact = Fraction(sum(part.amount for part in parts), len(parts)) if parts else None
                    assert exact == told.value or abs(exact - told.value) <= HALF
                case _:
                    assert told.value == sum(part.amount for part in parts)
            assert len(told.left_out) == min(
                known.modifiers.lowest + known.modifiers.highest, len(told.parts)
            )


@given(st.integers(0, 10**6))
def test_ranks_do_not_depend_on_the_order_of_the_players(seed):
    rng = seeded(seed)
    games = random_history(rng, rng.randint(2, 14), rng.randint(1, 7), byes=15)
    shuffled = replace(games, players=tuple(rng.sample(games.players, len(games.players))))
    codes = ("PTS", "DE", "BH/C1", "SB/C2", "DE/P", "APPO")
    assert ranks(games, *codes) == ranks(shuffled, *codes)

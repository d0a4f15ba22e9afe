"""The reference tournaments of the two older revisions: every round as it was paired there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pairing.checker import pairing_of
from pairing.core.records import POINT_OR_HALF, Float, FloatRule, floats_of_round
from pairing.editions import edition_by_code
from pairing.rating import edition_1998, edition_2012
from pairing.trf import read
from tests.chance import share

DATA = Path(__file__).parents[2] / "data"
DECIDE = {"rating-1998": edition_1998.decide, "rating-2012": edition_2012.decide}
FLOATS: dict[str, FloatRule] = {"rating-1998": edition_1998.float_of, "rating-2012": edition_2012.float_of}
CASES = [(code, path) for code in DECIDE for path in sorted((DATA / code).glob("*.trf"))]
SHARE = share(CASES, of_each=25, kind=lambda case: case[0])


def expected_rounds(path: Path) -> list[dict[str, Any]]:
    """Per round: pairs as [White, Black] by boards, bye, the floats that were given, and steps of C."""
    rounds: list[dict[str, Any]] = json.loads(path.with_suffix(".json").read_text())["boards"]
    return rounds


def test_all_reference_tournaments_are_here() -> None:
    assert [sum(code == c for c, _ in CASES) for code in DECIDE] == [60, 60]


@pytest.mark.parametrize("code", DECIDE)
def test_every_round_is_paired_with_the_floats_and_steps_of_the_file(
    code: str, subtests: pytest.Subtests
) -> None:
    for edition, path in SHARE:
        if edition == code:
            for require in (require_identical, require_floats, require_steps):
                with subtests.test(path.stem, what=require.__name__):
                    require(code, path)


def require_identical(code: str, path: Path) -> None:
    tournament = read(path.read_bytes())
    for expected in expected_rounds(path):
        pairing = edition_by_code(code).pair(tournament.before(expected["round"]))
        boards = [[board.white, board.black] for board in pairing.pairs]
        assert (boards, pairing.bye) == (expected["pairs"], expected["bye"]), f"round {expected['round']}"


def require_floats(code: str, path: Path) -> None:
    tournament = read(path.read_bytes())
    for expected in expected_rounds(path):
        floats = floats_of_round(tournament, expected["round"], FLOATS[code])
        given = {str(number): float_.value for number, float_ in floats.items() if float_}
        # What B.1.b of 2012 adds is known only afterwards: points without playing, also by forfeit.
        cells = {str(player.number): player.cell(expected["round"]) for player in tournament.players}
        for number, float_ in given.items():
            if expected["floats"].get(number) != float_:
                assert code == "rating-2012"
                assert float_ == Float.DOWN.value
                assert cells[number].outcome in POINT_OR_HALF
        assert set(expected["floats"]) <= set(given)


def require_steps(code: str, path: Path) -> None:
    """The players that C.1 moved down, and whether the procedure went back or brackets were joined."""
    tournament = read(path.read_bytes())
    for expected in expected_rounds(path):
        decision = DECIDE[code](tournament.before(expected["round"]))
        trace = expected["trace"]
        steps = {step for bracket in decision.brackets for step in bracket.steps}
        incompatible = {number for bracket in decision.brackets for number in bracket.incompatible}
        assert incompatible <= {
            int(entry.removeprefix("C.1 moves down "))
            for entry in trace
            if entry.startswith("C.1 moves down")
        }
        assert any(bracket.joined for bracket in decision.brackets) == any(
            entry.startswith("merge") for entry in trace
        )
        assert "C.12" not in steps or any(entry.startswith("C.12") for entry in trace)
        assert ("C.13" in steps) == any(entry.startswith(("merge", "C.13")) for entry in trace)


@pytest.mark.parametrize(
    ("name", "brackets"),
    [
        ("t066", ((10, 3, 7, 9, 11, 12), (11, 12, 6, 13, 8))),
        ("t092", ((3, 5, 8), (3, 4, 7, 2, 6))),
    ],
)
def test_s2_of_a_joined_bracket_is_all_other_players(
    name: str, brackets: tuple[tuple[int, ...], ...]
) -> None:
    """C.4, C.13 of 2012: both files are another program's, and only their round 5 shows the rule."""
    tournament = read((DATA / "rating-2012-joined" / f"{name}.trf").read_bytes())
    for number in range(1, tournament.played_rounds + 1):
        decision = edition_2012.decide(tournament.before(number))
        published = pairing_of(tournament, number)
        assert set(decision.pairing.pairs) == set(published.pairs), f"round {number}"
        assert decision.pairing.bye == published.bye
        if number == 5:
            *_, above, last = decision.brackets
            assert last.joined
            assert (above.moved_down + above.residents, last.moved_down + last.residents) == brackets

"""The benchmark that compares Gacrux with ours: what it is told of matches, and how its answers count."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

pytest.importorskip("py4swiss", reason="py4swiss has no build for this platform")

from benchmarks.agreement import living
from benchmarks.agreement.comparing import Task, examine
from benchmarks.agreement.gacrux import (
    DOUBLE_SWISS,
    SWISS_TEAM,
    as_teams,
    with_virtual_points,
    without_colours,
)
from pairing.checker import check, pairing_of
from pairing.editions import entrants
from pairing.generator import Share, Wishes, generate
from tests.pairing.other_program import as_set

# It answers what the file says, as Gacrux does when it agrees.
AGREES = f"""
import json, sys
sys.path.insert(0, {str(Path(__file__).parent.parent.parent)!r})
from pairing.checker import pairing_of
from pairing.editions import entrants
from pairing.trf import read
teams = entrants(read(open(sys.argv[2], "rb").read()), "swiss-team-2026")
rounds = []
for number in range(1, teams.played_rounds + 1):
    found = pairing_of(teams, number)
    pairs = [[pair.white, pair.black] for pair in found.pairs] + ([[found.bye, 0]] if found.bye else [])
    rounds.append({{"round": number, "pairs": pairs}})
"""
ANSWERS = 'print(json.dumps({"pairingResult": {"roundpairing": rounds}}))\n'
TURNED = 'rounds[-1]["pairs"] = [pair if pair[1] == 0 else pair[::-1] for pair in rounds[-1]["pairs"]]\n'


@pytest.fixture
def differences(tmp_path):
    """The differences between us and a stand-in for Gacrux, in one small tournament."""

    def run(program: str, edition: str):
        file = tmp_path / "gacrux.py"
        file.write_text(program)
        task = Task(5, edition, 12, False, None, None, f"{sys.executable} {file}", None)
        return examine(task)

    yield run
    living.stop()


@pytest.mark.parametrize("edition", [SWISS_TEAM, DOUBLE_SWISS])
def test_a_program_that_agrees(differences, edition):
    outcome = differences(AGREES + ANSWERS, edition)
    assert outcome.differences == ()
    assert outcome.rounds > 2
    assert outcome.pairs > outcome.rounds


def test_colours_are_compared_of_teams_alone(differences):
    assert differences(AGREES + TURNED + ANSWERS, DOUBLE_SWISS).differences == ()
    (found,) = differences(AGREES + TURNED + ANSWERS, SWISS_TEAM).differences
    assert found.cause == "left over"
    assert found.where.startswith("round ")
    assert "theirs" in found.words


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("print('### Error 401')", "an answer that is no pairing: ### Error 401"),
        ("import os; os._exit(1)", "it broke down"),
    ],
)
def test_a_program_without_an_answer(differences, program, words):
    (found,) = differences(program, SWISS_TEAM).differences
    assert (found.where, found.words.strip()) == ("round 1", words)


@pytest.mark.parametrize("seed", range(6))
def test_matches_told_as_those_of_teams(seed):
    """They have the same scores, and the rules for teams pair them the same way."""
    wishes = Wishes(
        DOUBLE_SWISS,
        players=11,
        rounds=5,
        baku=False,
        forfeit_wins=Share(permille=150),
        forfeit_losses=Share(permille=50),
        full_point_byes=Share(permille=20),
    )
    tournament = generate(wishes, random.Random(seed))
    matches, teams = entrants(tournament, DOUBLE_SWISS), entrants(as_teams(tournament), SWISS_TEAM)
    assert teams.rounds == matches.rounds + 1
    for player, team in zip(matches.players, teams.players, strict=True):
        assert [cell.points for cell in team.cells] == [cell.points for cell in player.cells]
        assert [cell.opponent for cell in team.cells] == [cell.opponent for cell in player.cells]
    for result in check(as_teams(tournament), SWISS_TEAM):
        found = pairing_of(matches, result.number)
        expected = as_set(result.expected.pairs, result.expected.bye)
        assert without_colours(expected) == without_colours(as_set(found.pairs, found.bye))


def test_virtual_points_of_teams_are_told():
    wishes = Wishes(SWISS_TEAM, players=10, rounds=7, points=(10, 5, 0), baku=True)
    tournament = generate(wishes, random.Random(1))
    told = with_virtual_points(tournament)
    assert not told.baku
    assert all(result.agrees for result in check(told, SWISS_TEAM))
    assert entrants(told, SWISS_TEAM).players[0].virtual[:2] == (20, 20)

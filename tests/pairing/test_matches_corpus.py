"""Reference tournaments of teams and of matches of two games: every round is the one that the rules make."""

from pathlib import Path

import pytest

from pairing.checker import check
from pairing.explanation.explain import explain_round
from pairing.explanation.language import ENGLISH
from pairing.explanation.text import whole
from pairing.teams import report_codes
from pairing.trf import Format, read, write

DATA = Path(__file__).parents[1] / "data"
FILES = {kind: sorted((DATA / kind).glob("*.trf")) for kind in ("swiss-team", "double-swiss")}
ALL = [path for paths in FILES.values() for path in paths]


def test_they_are_there() -> None:
    assert {kind: len(paths) for kind, paths in FILES.items()} == {"swiss-team": 11, "double-swiss": 10}
    named = {
        line for path in FILES["swiss-team"] for line in path.read_text().split("\n") if line[:3] == "192"
    }
    assert {line[4:].strip() for line in named} < set(report_codes())


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_every_round_agrees(path: Path) -> None:
    tournament = read(path.read_bytes())
    checks = check(tournament)
    assert checks
    assert [one.number for one in checks if not one.agrees] == []


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_there_and_back(path: Path, form: Format) -> None:
    tournament = read(path.read_bytes())
    again = read(write(tournament, form=form).encode())
    assert (again.team_event, again.rounds, again.edition) == (
        tournament.team_event,
        tournament.rounds,
        tournament.edition,
    )
    assert [player.cells for player in again.players] == [player.cells for player in tournament.players]


@pytest.mark.parametrize("path", [paths[0] for paths in FILES.values()], ids=lambda path: path.stem)
def test_every_board_of_every_round_is_explained(path: Path) -> None:
    tournament = read(path.read_bytes())
    edition = tournament.edition or ""
    for result in check(tournament):
        explanation = explain_round(tournament, result.number, edition)
        assert {board.pair for board in explanation.boards} == set(result.found.pairs)
        text = "\n".join(whole(explanation, ENGLISH))
        assert all(f"({pair.white})" in text for pair in result.found.pairs)

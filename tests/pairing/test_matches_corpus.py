"""Reference tournaments of teams and of matches of two games: every round is the one that the rules make."""

from pathlib import Path

import pytest

from pairing.__main__ import main
from pairing.checker import check
from pairing.core.tournament import Score, report_codes
from pairing.editions import in_standings
from pairing.explanation.language import ENGLISH
from pairing.explanation.text import whole
from pairing.explanations import explain_round
from pairing.tie_breaks import System
from pairing.tie_breaks.ranking import ranked, table_of
from pairing.trf import Format, read, write
from tests.each import each

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


@each("form", Format)
@each("path", ALL)
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


@pytest.mark.parametrize("kind", FILES)
def test_on_the_command_line_192_decides(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    names = [str(path) for path in FILES[kind][:2]]
    assert main(["check", *names]) == 0
    assert "0 discrepancies" in capsys.readouterr().out
    assert main(["check", "--edition", f"{kind}-2026", names[0]]) == 0
    assert main(["pair", names[0]]) == 2
    assert "rounds of the tournament are paired" in capsys.readouterr().err


def test_tie_breaks_count_matches(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tiebreaks", str(FILES["double-swiss"][0])]) == 0
    # Player 1 of the first file has met 4, 2, 3 and 5, and against 2 both games were forfeited.
    assert capsys.readouterr().out.split("\n")[1].split()[:3] == ["1", "1", "5.5"]


@pytest.mark.parametrize("path", FILES["swiss-team"], ids=lambda path: path.stem)
def test_the_scores_of_teams_are_those_that_their_records_state(path: Path) -> None:
    """Record 310 has the match points and the game points that another program has counted."""
    tournament = read(path.read_bytes())
    assert tournament.team_event
    by_games = tournament.team_event.rules.primary is Score.GAME_POINTS
    lines = ranked(table_of(in_standings(tournament), system=System.TEAMS), ["PTS", "MPvGP"])
    found = {line.number: (line.values["PTS"], line.values["MPvGP"]) for line in lines}
    stated = {team.number: (team.match_points, team.game_points) for team in tournament.team_event.teams}
    assert found == {team: scores[::-1] if by_games else scores for team, scores in stated.items()}


@pytest.mark.parametrize("kind", FILES)
def test_what_is_generated_is_paired_by_the_rules(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = str(tmp_path / "made.trf")
    options = ["--edition", f"{kind}-2026", "--seed", "3", "--count", "6", "--format", "trf26"]
    assert main(["generate", *options, "--players", "9", "--rounds", "5", "-o", made]) == 0
    assert capsys.readouterr().out.startswith("6 files, 30 rounds")
    files = sorted(map(str, tmp_path.glob("*.trf")))
    assert main(["check", *files]) == 0
    assert capsys.readouterr().out.endswith("6 files, 30 rounds, 0 discrepancies\n")


@pytest.mark.parametrize("kind", FILES)
def test_the_next_round_is_paired_and_explained(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tournament = read(FILES[kind][0].read_bytes())
    games = 2 if kind == "double-swiss" else 1
    (last,) = check(tournament)[-1:]
    before = tmp_path / "before.trf"
    before.write_text(write(tournament.before((last.number - 1) * games + 1)))
    assert main(["pair", str(before)]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert last.expected is not None
    told = {tuple(map(int, line.split())) for line in lines[1:-1]}
    assert {(pair.white, pair.black) for pair in last.expected.pairs} <= told
    for language, said in (("en", "has White"), ("fr", "a les Blancs")):
        assert main(["pair", str(before), "--explain", "--language", language]) == 0
        assert said in capsys.readouterr().out

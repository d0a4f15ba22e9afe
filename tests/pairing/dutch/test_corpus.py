"""The reference tournaments: every round paired as the independent program paired it, colours included."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pairing.core.tournament import Colour, Outcome, Pair, Tournament
from pairing.editions import pair_round
from pairing.trf import read
from tests.chance import share

DATA = Path(__file__).parents[2] / "data"
EDITIONS = ("dutch-2026", "dutch-2016")
CASES = [(code, path) for code in EDITIONS for path in sorted((DATA / code).glob("*.trf"))]


def published(tournament: Tournament, number: int) -> tuple[set[Pair], int | None]:
    """The pairs of a round and the player with the bye, as the file states them."""
    cells = [(player.number, player.cell(number)) for player in tournament.players]
    pairs = {
        Pair(white, cell.opponent)
        for white, cell in cells
        if cell.colour is Colour.WHITE and cell.opponent is not None
    }
    byes = [player for player, cell in cells if cell.outcome is Outcome.PAIRING_ALLOCATED_BYE]
    return pairs, byes[0] if byes else None


def test_all_reference_tournaments_are_here() -> None:
    assert [sum(code == edition for code, _ in CASES) for edition in EDITIONS] == [330, 330]


def kind(case: tuple[str, Path]) -> tuple[str, str]:
    """Whether the file is of few players or many, and its rounds: d26t-0012p11r-810003."""
    name, size, _seed = case[1].stem.split("-")
    return name, size.partition("p")[2]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_round_is_paired_identically(edition: str, subtests: pytest.Subtests) -> None:
    for code, path in share(CASES, of_each=2, kind=kind):
        if code == edition:
            with subtests.test(path.stem):
                require_identical(code, path)


def require_identical(edition: str, path: Path) -> None:
    tournament = read(path.read_bytes())
    tournament = replace(tournament, rounds=tournament.played_rounds)
    for number in range(1, tournament.played_rounds + 1):
        pairs, bye = published(tournament, number)
        pairing = pair_round(tournament.before(number), edition)
        assert set(pairing.pairs) == pairs, f"round {number}"
        assert pairing.bye == bye, f"round {number}"

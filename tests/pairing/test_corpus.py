"""The reference tournaments: every round paired as the independent program paired it, colours included."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pairing.editions import pair_round
from pairing.tournament import Colour, Outcome, Pair, Tournament
from pairing.trf import read

FOLDER = Path(__file__).parent.parent / "data" / "dutch-2016"
FILES = sorted(FOLDER.glob("*.trf"))


def number_of_rounds(tournament: Tournament) -> int:
    return max(len(player.cells) for player in tournament.players)


def published(tournament: Tournament, number: int) -> tuple[set[Pair], int | None]:
    """The pairs of a round, and who had the bye, as the file states them."""
    cells = [(player.number, player.cell(number)) for player in tournament.players]
    pairs = {
        Pair(white, cell.opponent)
        for white, cell in cells
        if cell.colour is Colour.WHITE and cell.opponent is not None
    }
    byes = [player for player, cell in cells if cell.outcome is Outcome.PAIRING_ALLOCATED_BYE]
    return pairs, byes[0] if byes else None


def test_all_reference_tournaments_are_here() -> None:
    assert len(FILES) == 330


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_round_is_paired_identically(path: Path) -> None:
    tournament = read(path.read_bytes())
    tournament = replace(tournament, rounds=number_of_rounds(tournament))
    for number in range(1, number_of_rounds(tournament) + 1):
        pairs, bye = published(tournament, number)
        pairing = pair_round(tournament.before(number), "dutch-2016")
        assert set(pairing.pairs) == pairs, f"round {number}"
        assert pairing.bye == bye, f"round {number}"

"""The file for other engines: nothing that bbpPairings or JaVaFo refuses, and all that decides the pairing.

py4swiss, which reads the same records as JaVaFo, stands in for both; benchmarks/agreement asks the programs
themselves with files written in this way (docs/agreement.md).
"""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from py4swiss.trf import TrfParser

from benchmarks.agreement.drawing import event
from pairing.core.tournament import (
    BLANK,
    Cell,
    Colour,
    Outcome,
    PairingError,
    Player,
    Prohibition,
    TeamEvent,
    Tournament,
)
from pairing.editions import with_virtual_points
from pairing.generator import Share, generate
from pairing.trf import read, write_for_engines
from tests.pairing.other_program import prepared
from tests.pairing.positions import a_tournament, with_cells

# The records that both engines read, or pass over.
KNOWN = {
    f"{number}2" for number in ("01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12")
} | {
    *("132", "001", "XXR", "XXC", "XXS", "XXP", "XXA"),
    *("BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"),
}
ALLOCATED = Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE)
HALF = Cell(outcome=Outcome.HALF_POINT_BYE)


def records(tournament: Tournament, code: str) -> list[str]:
    return [line for line in write_for_engines(tournament).splitlines() if line[:3] == code]


def paired(players: int = 6, **facts: object) -> Tournament:
    """The players of even rank have won against those after them in round 1."""
    cells = {}
    for number in range(1, players, 2):
        cells[number] = Cell(number + 1, Colour.WHITE, Outcome.WIN)
        cells[number + 1] = Cell(number, Colour.BLACK, Outcome.LOSS)
    return with_cells(a_tournament(players, 5, **facts), cells)


def test_another_program_reads_from_it_what_decides_the_pairing(tmp_path: Path) -> None:
    """Byes, forfeits, late entries, withdrawals, Baku, 3-1-0, a bye worth a draw.

    py4swiss refuses ½-0, and three players who are kept apart.
    """
    file = tmp_path / "position.trf"
    outcomes: set[Outcome] = set()
    accelerated = other_points = 0
    for seed in range(40):
        rng = random.Random(seed)
        wishes = replace(event(rng, "dutch-2016", 24), unusual_results=Share(number=0), forbidden=0)
        tournament = generate(wishes, rng)
        position = tournament.before(1 + seed % tournament.played_rounds)
        text = write_for_engines(position)
        assert {line[:3] for line in text.splitlines()} <= KNOWN, seed
        file.write_bytes(text.encode())
        known = with_virtual_points(position)
        virtual = {player.number: list(player.virtual) for player in known.players if player.virtual}
        read_there, meant = TrfParser.parse(file), prepared(known)
        assert read_there.x_section == meant.x_section.model_copy(update={"accelerations": virtual}), seed
        for found, expected in zip(read_there.player_sections, meant.player_sections, strict=True):
            # It has computed the points from the results, and found them right.
            assert found.starting_number == expected.starting_number
            assert (found.results, found.fide_rating) == (expected.results, expected.fide_rating), seed
        outcomes |= {cell.outcome for player in position.players for cell in player.cells}
        accelerated += tournament.baku
        other_points += tournament.scoring.white_win != 10
    assert outcomes >= {Outcome(letter) for letter in "1=0+-HUZ"}
    assert min(accelerated, other_points) > 1


def test_baku_is_stated_player_by_player() -> None:
    """bbpPairings takes too small a group A where N divided by 4 leaves 1 or 2."""
    lines = records(a_tournament(6, 9, baku=True, edition="dutch-2026"), "XXA")
    assert [line.split()[1] for line in lines] == ["1", "2", "3", "4"]
    assert lines[0].split()[2:] == ["1.0", "1.0", "1.0", "0.5", "0.5"]
    assert records(a_tournament(6, 9, baku=True, edition="dutch-2026"), "192") == []


def test_there_are_no_more_virtual_points_than_rounds() -> None:
    """bbpPairings refuses them."""
    long = a_tournament(4, 3)
    players = tuple(replace(player, virtual=(10, 10, 5, 5, 5)) for player in long.players)
    assert len(records(replace(long, players=players), "XXA")[0].split()) == 2 + 3


def test_who_is_kept_apart_now_is_in_words_that_both_know() -> None:
    """JaVaFo does not read record 260."""
    now, later = Prohibition(frozenset({1, 2}), 2, 3), Prohibition(frozenset({3, 4}), 3)
    tournament = paired(forbidden=(now, later))
    assert records(tournament, "XXP") == ["XXP 1 2"]
    assert records(tournament, "260") == []


def test_an_open_game_is_a_draw_with_its_points() -> None:
    tournament = with_cells(
        a_tournament(2, 5), {1: Cell(2, Colour.WHITE, Outcome.NONE), 2: Cell(1, Colour.BLACK, Outcome.NONE)}
    )
    assert [line[80:84] + line[91:99] for line in records(tournament, "001")] == [
        " 0.5   2 w =",
        " 0.5   1 b =",
    ]


def test_only_byes_of_the_coming_round_are_told() -> None:
    """bbpPairings would think that the rounds before a later bye have been played."""
    tournament = with_cells(paired(), {1: HALF, 2: ALLOCATED, **dict.fromkeys((3, 4, 5, 6), BLANK)})
    tournament = with_cells(tournament, {1: HALF, **dict.fromkeys((2, 3, 4, 5, 6), BLANK)})
    first, second, *others = records(tournament, "001")
    assert first[91:] == "   2 w 1  0000 - H"
    assert first[80:84] == " 1.5"
    # An allocated bye would make it a round that was paired: its player is away.
    assert second[91:] == "   1 b 0  0000 - Z"
    assert {len(line) for line in others} == {99}


def test_the_rating_that_counts_is_in_001() -> None:
    players = (Player(1).with_ratings(2200, 2600), Player(2).with_ratings(1800, None), Player(3, rating=1700))
    text = write_for_engines(Tournament(players, rounds=3))
    assert [line[48:52] for line in text.splitlines() if line[:3] == "001"] == ["2200", "1800", "1700"]
    assert "###" not in text
    assert [player.rating for player in read(text).players] == [2200, 1800, 1700]


def test_what_pairs_nothing_is_left_out() -> None:
    tournament = paired(
        edition="dutch-2026",
        rating_method="FIDE",
        controller="Board One",
        time_control_code="5400+30",
        tie_breaks=("PTS", "BH"),
        other_records=("### MPA @ Round 1: 1-2 => 1-3", "FRA    1"),
    )
    assert {line[:3] for line in write_for_engines(tournament).splitlines()} <= KNOWN


def test_what_they_do_not_know_is_refused() -> None:
    with pytest.raises(PairingError, match="they know no teams"):
        write_for_engines(paired(team_event=TeamEvent()))
    cells = (Cell(2, Colour.WHITE, Outcome.WIN, points=8),)
    odd = replace(paired(), players=(replace(paired().players[0], cells=cells), *paired().players[1:]))
    with pytest.raises(PairingError, match=r"no points beside results \(299\): player 1 has some in round 1"):
        write_for_engines(odd)
    usual = replace(cells[0], points=10)
    same = replace(odd, players=(replace(odd.players[0], cells=(usual,)), *odd.players[1:]))
    assert write_for_engines(same) == write_for_engines(paired())

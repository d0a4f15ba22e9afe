"""The ranks in a report, and how they are checked, after an expulsion."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing import trf
from pairing.checker import check_ranks
from pairing.core.tournament import Cell, Colour, Outcome, Player, Tournament
from pairing.tie_breaks.ranking import reported_ranks

EXPULSION = "### Expulsion @ Round 2: 1"


def game(opponent: int, colour: Colour, outcome: Outcome) -> tuple[Cell, ...]:
    return (Cell(opponent, colour, outcome),)


@pytest.fixture
def event() -> Tournament:
    """1 and 2 have won, 4 and 3 lost."""
    white, black = Colour.WHITE, Colour.BLACK
    return Tournament(
        players=(
            Player(1, "Adler", game(3, white, Outcome.WIN)),
            Player(2, "Berg", game(4, black, Outcome.WIN)),
            Player(3, "Costa", game(1, black, Outcome.LOSS)),
            Player(4, "Dahl", game(2, white, Outcome.LOSS)),
        ),
        rounds=2,
        tie_breaks=("PTS", "TPN"),
        other_records=(EXPULSION,),
    )


def test_the_expelled_are_behind_all_others(event: Tournament) -> None:
    assert reported_ranks(event, event.tie_breaks) == {1: 1, 2: 2, 3: 3, 4: 4}
    assert reported_ranks(event, event.tie_breaks, expelled={1, 3}) == {2: 1, 4: 2, 1: 3, 3: 3}


def test_the_writer_knows_them_by_the_remarks_and_the_checker_passes_over_them(event: Tournament) -> None:
    again = trf.read(trf.write(event))
    assert [player.rank for player in again.players] == [4, 1, 2, 3]
    found = check_ranks(again)
    assert found is not None
    assert (found.message, found.differences) == ("", ())
    unexplained = check_ranks(replace(again, other_records=()))
    assert unexplained is not None
    assert {one.number for one in unexplained.differences} == {1, 2, 3, 4}


def test_no_rank_before_a_round_was_paired(event: Tournament) -> None:
    players = tuple(replace(player, cells=()) for player in event.players)
    assert reported_ranks(replace(event, players=players)) == {}

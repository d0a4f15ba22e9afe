"""What is imported and written again has the cells of the file, and passes the check wherever the file did.

`benchmarks/round_trips.py` does the same with thousands of events, and with every file in tests/data.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from pairing import checker, trf
from tests import builders, round_trips
from tests.chance import share
from tests.fide.test_imports import file, load, row
from tournaments import rulebook
from tournaments.fide import queries
from tournaments.models import Game
from tournaments.results.services import enter_result

pytestmark = [pytest.mark.django_db]

DATA = Path(__file__).parents[1] / "data"
# A file of each kind; the command reads all of them.
FILES = (
    "reports/forfeit-without-colour.trf",
    "swiss-team/team-1007.trf",
    "other-systems/double-swiss.trf",
    "round-robin/koya-9420253.trf",
    "tiebreaks/bbp5-27-p10-r6-light.trf",
)


@pytest.mark.parametrize("name", FILES)
def test_a_file_comes_back_cell_by_cell(chief: User, name: str) -> None:
    assert round_trips.faults((DATA / name).read_bytes(), chief) == []


@pytest.mark.any_database
@pytest.mark.takes_long
def test_forfeits_of_all_kinds_come_back_cell_by_cell(chief: User) -> None:
    """Every edition; the draw contains each way to write a forfeit, or the test would prove less."""
    left_open: set[str] = set()
    drawn = [round_trips.drawn(random.Random(seed)) for seed in range(48)]
    for seed, tournament in share(enumerate(drawn), of_each=1, kind=lambda one: one[1].edition):
        with builders.undone():
            assert round_trips.faults(trf.write(tournament).encode(), chief) == [], seed
            left_open |= {
                letter for said in Game.objects.values_list("left_open", flat=True) for letter in said
            }
    assert left_open == {"-", "0", "."}


def without_colours(second: str = "-") -> bytes:
    """By the rules number 4 has White against number 2."""
    return file(
        *("XXR 5", "XXC white1", "192 FIDE_DUTCH_2026"),
        row(1, "Adler, A", "     3 w 1", "1.0"),
        row(2, "Berg, B", f"     4 {second} +", "1.0"),
        row(3, "Costa, C", "     1 b 0"),
        row(4, "Dahl, D", f"     2 {'-' if second == '-' else 'w'} -"),
    )


@pytest.mark.any_database
def test_a_forfeit_without_colours_has_those_of_the_rules_on_pages_and_none_in_files(chief: User) -> None:
    event = load(chief, without_colours())
    game = event.rounds.get(number=1).games.get(board=2)
    assert [seat.player.number for seat in game.seats.order_by("-colour")] == [4, 2]
    assert (game.result, game.left_open) == ("0F-1F", "-")
    assert rulebook.paired_again(event, 1).agrees
    for form in rulebook.Format:
        text = rulebook.report(event, queries.remarks(event), form=form)
        assert [line[91:] for line in text.split("\r\n") if line[:8] == "001    2"] == ["   4 - +"]
        assert all(one.agrees for one in checker.check(trf.read(text)))
    assert "     4 - +" in rulebook.exchange_file(event)


@pytest.mark.any_database
def test_colours_that_are_said_stay(chief: User) -> None:
    event = load(chief, without_colours("b"))
    assert set(Game.objects.values_list("left_open", flat=True)) == {""}
    assert "     4 b +" in rulebook.report(event)


@pytest.mark.any_database
def test_a_forfeit_that_was_a_game_after_all_has_colours(chief: User) -> None:
    event = load(chief, without_colours())
    enter_result(tournament=event, number=1, board=2, result="1-0", version=0, actor=chief)
    assert "     4 b 0" in rulebook.report(event)

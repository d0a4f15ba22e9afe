"""Scheveningen: the tables in common use and those made alike, and how they are explained and checked."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.checker import check, check_ranks
from pairing.core.tournament import ABSENCE, Cell, Colour, Outcome, Pair, PairingError, Player, Tournament
from pairing.editions import left_out, pair_round
from pairing.explanation.language import LANGUAGES
from pairing.explanation.text import whole, why_not
from pairing.explanations import explain
from pairing.generator import Share, Wishes, generate
from pairing.scheveningen.edition import SIDES
from pairing.trf import Format, read, write
from tests.pairing.round_robin.test_berger import entered, played

CODE = "scheveningen"
TABLES = Path(__file__).parents[2] / "data" / "scheveningen.txt"


def printed() -> dict[tuple[int, int], tuple[Pair, ...]]:
    """The pairs by number of boards and round; the numbers of side B follow those of side A."""
    found: dict[tuple[int, int], tuple[Pair, ...]] = {}
    size = 0
    for line in TABLES.read_text().splitlines():
        head, colon, boards = line.partition(":")
        if line.startswith("#"):
            continue
        if not colon:
            size = int(head)
            continue
        seats = [
            [int(who[1:]) + size * (who[0] == "B") for who in pair.split("-")] for pair in boards.split()
        ]
        found[size, int(head)] = tuple(Pair(*two) for two in seats)
    return found


def test_the_rule_gives_the_printed_tables_board_by_board() -> None:
    tables = printed()
    assert {size for size, _number in tables} == {2, 3, 4, 8}
    assert {known: SIDES.boards(2 * known[0], known[1]) for known in tables} == tables


@given(st.integers(2, 60))
def test_each_meets_each_of_the_other_side_once_and_nobody_has_two_more_of_a_colour(players: int) -> None:
    last = SIDES.rounds(players)
    met: Counter[frozenset[int]] = Counter()
    surplus: Counter[int] = Counter()
    for number in range(1, last + 1):
        boards = SIDES.boards(players, number)
        assert len({one for pair in boards for one in (pair.white, pair.black)}) == 2 * len(boards)
        met.update(frozenset((pair.white, pair.black)) for pair in boards)
        surplus.update(pair.white for pair in boards)
        surplus.subtract(pair.black for pair in boards)
        for pair in boards:
            assert SIDES.round_of(players, pair.black, pair.white) == number
    wanted = {frozenset((one, other)) for one in range(1, last + 1) for other in range(last + 1, players + 1)}
    assert met == Counter(wanted)
    assert max(map(abs, surplus.values())) <= 1 + players % 2
    free = [SIDES.free(players, number) for number in range(1, last + 1)]
    assert sorted(filter(None, free)) == (list(range(1, last + 1)) if players % 2 else [])


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("players", [4, 7, 10])
def test_a_generated_tournament_agrees_and_its_file_names_the_system(form: Format, players: int) -> None:
    made = generate(Wishes(CODE, players=players, withdrawals=Share(number=1)), random.Random(players))
    tournament = read(write(made, form=form))
    assert tournament.edition == CODE
    assert tournament.system == "Individual: Scheveningen"
    assert all(one.agrees for one in check(tournament))
    found = check_ranks(tournament)
    assert found
    assert (found.message, found.differences) == ("", ())
    text = write(made, form=Format.TRF26).replace("FIDE_SCHEVENINGEN", "FIDE_SCHEVENINGEN_G1")
    assert read(text).edition == CODE


def test_beyond_the_table_there_is_no_round_and_a_pair_that_has_met_is_told() -> None:
    with pytest.raises(PairingError, match="has 3 rounds"):
        pair_round(played(entered(6, CODE), 3), CODE)
    event = entered(4, CODE)
    met = {1: Cell(4, Colour.WHITE, Outcome.DRAW), 4: Cell(1, Colour.BLACK, Outcome.DRAW)}
    players = (Player(one, cells=(met.get(one, ABSENCE),)) for one in range(1, 5))
    with pytest.raises(PairingError, match="paired already"):
        pair_round(Tournament(tuple(players), edition=event.edition), CODE)


def test_6_6_who_misses_more_than_half_of_the_games_of_the_table_is_left_out() -> None:
    """Eight players have four games each: two missed count, three do not."""
    for missed, out in ((2, frozenset()), (3, frozenset({5}))):
        event = played(entered(8, CODE), 4)
        cells = {
            player.number: tuple(
                Cell(cell.opponent, cell.colour, _forfeited(player.number, cell.opponent))
                if 5 in (player.number, cell.opponent) and number <= missed
                else cell
                for number, cell in enumerate(player.cells, 1)
            )
            for player in event.players
        }
        players = tuple(Player(one, cells=known) for one, known in cells.items())
        assert left_out(Tournament(players, edition=CODE)) == out


def _forfeited(one: int, _opponent: int | None) -> Outcome:
    return Outcome.FORFEIT_LOSS if one == 5 else Outcome.FORFEIT_WIN


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_round_is_told_from_the_table(language: str) -> None:
    for players in (4, 7, 10, 16, 24):
        for after in range(SIDES.rounds(players)):
            explanation = explain(played(entered(players, CODE), after), CODE)
            told = "\n".join(whole(explanation, LANGUAGES[language]))
            assert ("Side A has the numbers" in told) == (language == "en")
    odd = explain(entered(7, CODE), CODE)
    if language == "en":
        assert "table in common use for 4 boards" in "\n".join(whole(odd, LANGUAGES[language]))
        assert "Both are on one side" in "".join(why_not(odd, LANGUAGES[language], 1, 2))
        assert "meet in round 2" in "".join(why_not(odd, LANGUAGES[language], 1, 6))
        assert "nobody on it is free" in "".join(why_not(odd, LANGUAGES[language], 6, None))
        assert "has 1 free in round 4" in "".join(why_not(odd, LANGUAGES[language], 1, None))

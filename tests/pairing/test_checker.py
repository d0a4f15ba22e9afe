"""Checking how the rounds of a tournament were paired."""

from dataclasses import replace
from pathlib import Path

import pytest

from pairing.checker import check, edition_of, pairing_of
from pairing.core.tournament import (
    Cell,
    Colour,
    Outcome,
    Pair,
    PairingError,
    Player,
    RoundPairing,
    Tournament,
    UnpairableRound,
)
from pairing.editions import EDITIONS
from pairing.trf import read

DATA = Path(__file__).parent.parent / "data" / "tiebreaks"
# Paired by another program, by the edition of 2016: 10 players, 6 rounds.
LIGHT = DATA / "bbp5-27-p10-r6-light.trf"

KNOWN = ", ".join(EDITIONS)

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def with_cells(tournament: Tournament, number: int, cells: dict[int, Cell]) -> Tournament:
    """The tournament with other cells in round `number`."""

    def changed(player: Player) -> Player:
        if player.number not in cells:
            return player
        before, after = player.cells[: number - 1], player.cells[number:]
        return replace(player, cells=(*before, cells[player.number], *after))

    return replace(tournament, players=tuple(map(changed, tournament.players)))


def turned(tournament: Tournament, number: int, pair: Pair) -> Tournament:
    """The tournament with the colours of one game reversed."""
    cells = {player: tournament.players[player - 1].cell(number) for player in (pair.white, pair.black)}
    return with_cells(
        tournament, number, {p: replace(c, colour=c.colour and c.colour.opposite) for p, c in cells.items()}
    )


@pytest.mark.parametrize("path", sorted(DATA.glob("bbp5-*.trf")), ids=lambda path: path.stem)
def test_tournaments_paired_by_another_program(path):
    tournament = read(path.read_bytes())
    checks = check(tournament)
    assert [result.number for result in checks] == list(range(1, tournament.played_rounds + 1))
    assert all(result.agrees for result in checks)
    assert not any(result.missing or result.surplus or result.message for result in checks)


def test_other_colours():
    tournament = read(LIGHT.read_bytes())
    pair = pairing_of(tournament, 3).pairs[0]
    result = check(turned(tournament, 3, pair))[2]
    assert not result.agrees
    assert result.missing == (pair,)
    assert result.surplus == (Pair(pair.black, pair.white),)


def test_other_opponents():
    tournament = read(LIGHT.read_bytes())
    one, other = pairing_of(tournament, 6).pairs[:2]
    cells = {
        player: replace(tournament.players[player - 1].cell(6), opponent=opponent)
        for white, black in ((one.white, other.black), (other.white, one.black))
        for player, opponent in ((white, black), (black, white))
    }
    checks = check(with_cells(tournament, 6, cells))
    assert [result.agrees for result in checks] == [True] * 5 + [False]
    assert set(checks[5].missing) == {one, other}
    assert set(checks[5].surplus) == {Pair(one.white, other.black), Pair(other.white, one.black)}


def test_another_bye():
    players = (
        Player(1, cells=(Cell(3, WHITE, Outcome.WIN),)),
        Player(2, cells=(Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE),)),
        Player(3, cells=(Cell(1, BLACK, Outcome.LOSS),)),
    )
    (result,) = check(Tournament(players, initial_colour=WHITE))
    assert not result.agrees
    assert (result.found.bye, result.expected.bye) == (2, 3)
    assert (result.missing, result.surplus) == ((Pair(1, 2),), (Pair(1, 3),))


def test_a_round_without_results_is_checked():
    players = (
        Player(1, cells=(Cell(2, WHITE, Outcome.NONE),)),
        Player(2, cells=(Cell(1, BLACK, Outcome.NONE),)),
    )
    (result,) = check(Tournament(players, initial_colour=WHITE))
    assert result.agrees


def test_games_without_colours_take_those_of_the_engine():
    players = (
        Player(1, cells=(Cell(2, None, Outcome.FORFEIT_WIN),)),
        Player(2, cells=(Cell(1, None, Outcome.FORFEIT_LOSS),)),
    )
    (result,) = check(Tournament(players, initial_colour=BLACK))
    assert result.agrees
    assert result.found.pairs == (Pair(2, 1),)


def test_nothing_to_check():
    assert check(Tournament((Player(1), Player(2)))) == ()


def test_what_the_engine_is_given(monkeypatch):
    """The position before each round, with the number of rounds known."""
    given = []

    def pair_round(tournament, edition):
        given.append((tournament, edition))
        return RoundPairing(())

    monkeypatch.setattr("pairing.checker.pair_entrants", pair_round)
    tournament = read(LIGHT.read_bytes())
    assert tournament.rounds is None
    check(tournament)
    assert [edition for _, edition in given] == ["dutch-2016"] * 6
    assert [now.played_rounds for now, _ in given] == list(range(6))
    assert {now.rounds for now, _ in given} == {6}
    given.clear()
    check(replace(tournament, rounds=9))
    assert {now.rounds for now, _ in given} == {9}


def test_a_round_that_cannot_be_paired_does_not_agree(monkeypatch):
    def pair_round(tournament, edition):
        raise UnpairableRound((1, 2), "no place is left for 1, 2")

    monkeypatch.setattr("pairing.checker.pair_entrants", pair_round)
    result = check(read(LIGHT.read_bytes()))[0]
    assert not result.agrees
    assert (result.expected, result.message) == (None, "no place is left for 1, 2")
    assert (result.missing, result.surplus) == ((), result.found.pairs)


@pytest.mark.parametrize(
    ("facts", "asked", "edition"),
    [
        ({}, None, "dutch-2016"),
        ({"end_date": "2026/01/31"}, None, "dutch-2016"),
        ({"end_date": "2026/02/01"}, None, "dutch-2026"),
        ({"edition": "dutch-2026", "end_date": "2025/06/01"}, None, "dutch-2026"),
        ({"edition": "dutch-2016", "end_date": "2026/06/01"}, None, "dutch-2016"),
        ({"end_date": "2026/02/01"}, "dutch-2016", "dutch-2016"),
        ({"edition": "dutch-2026"}, "dutch-2016", "dutch-2016"),
    ],
)
def test_editions(facts, asked, edition):
    assert edition_of(Tournament((), **facts), asked) == edition


@pytest.mark.parametrize(
    ("facts", "asked", "message"),
    [
        (
            {"edition": "FIDE_LIM"},
            None,
            "The edition that the tournament names, FIDE_LIM, is not one of this",
        ),
        ({}, "dutch-1066", f"The edition asked for, dutch-1066, is not one of this release: {KNOWN}."),
    ],
)
def test_editions_that_cannot_be_had(facts, asked, message):
    with pytest.raises(PairingError) as caught:
        check(Tournament((Player(1),), **facts), asked)
    assert str(caught.value).startswith(message)

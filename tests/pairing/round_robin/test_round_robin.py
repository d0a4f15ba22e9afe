"""Round robins from the command line, as explained, by hand, and in the standings."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pairing.checker import check, check_ranks, faults
from pairing.core.edition import Wrong
from pairing.core.tournament import ABSENCE, Cell, Colour, Outcome, Pair, PairingError, Tournament
from pairing.editions import EDITIONS, left_out
from pairing.explanation.language import LANGUAGES
from pairing.explanation.text import whole, why_not
from pairing.explanations import explain, explain_round
from pairing.generator import Share, Wishes, generate
from pairing.tie_breaks import System
from pairing.tie_breaks.ranking import standings
from pairing.trf import Format, read, write
from tests.pairing.round_robin.test_berger import entered, played

CODES = ("round-robin", "double-round-robin", "double-round-robin-plain")


def made(code: str, seed: int = 1, **wishes: object) -> Tournament:
    return generate(Wishes(code, **wishes), random.Random(seed))


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("form", Format)
def test_a_generated_tournament_agrees_and_its_file_names_the_system(code: str, form: Format) -> None:
    for seed in range(1, 8):
        tournament = read(write(made(code, seed, players=4 + seed), form=form))
        assert tournament.edition == code
        assert all(one.agrees for one in check(tournament))
        found = check_ranks(tournament)
        assert found
        assert not found.message
        assert not found.differences


@pytest.mark.parametrize(
    ("stated", "code"),
    [
        ("FIDE_ROUNDROBIN", "round-robin"),
        ("BERGER_ROUNDROBIN", "round-robin"),
        ("FIDE_DOUBLEROUNDROBIN", "double-round-robin"),
        ("BERGER_DOUBLEROUNDROBIN", "double-round-robin-plain"),
        # Its rounds are in no table that we know.
        ("CUSTOM_ROUNDROBIN", "CUSTOM_ROUNDROBIN"),
    ],
)
def test_record_192_says_by_which_table(stated: str, code: str) -> None:
    text = write(made(code if code in EDITIONS else "round-robin", players=5), form=Format.TRF26)
    lines = [f"192 {stated}" if line.startswith("192") else line for line in text.splitlines()]
    assert read("\r\n".join(lines)).edition == code


def test_an_exchange_that_was_not_made_is_found() -> None:
    """Six players: rounds 4 and 5 differ between the two double round robins, and no others."""
    checks = check(made("double-round-robin-plain", players=6), "double-round-robin")
    assert [one.number for one in checks if not one.agrees] == [4, 5]


def test_wishes_that_a_table_does_not_grant_are_refused() -> None:
    for wish in ({"rounds": 3}, {"half_point_byes": Share(number=1)}, {"forbidden": 1}, {"baku": True}):
        with pytest.raises(PairingError, match=r"expected .*: everybody meets everybody"):
            made("round-robin", players=6, **wish)


# -- explained --------------------------------------------------------------------------------------


def text_of(code: str, players: int, after: int, language: str = "en") -> str:
    explanation = explain(played(entered(players, code), after), code)
    return "\n".join(whole(explanation, LANGUAGES[language]))


def test_a_round_is_told_from_the_table() -> None:
    told = text_of("round-robin", 5, 1)
    assert "Round 2 is that of the table for 6 players" in told
    assert "numbers meet that add up to 3 or 8: 3 and 5" in told
    assert "Both numbers are odd, or both even: in the table the higher one has White" in told
    assert "4 would meet 6 and is free" in told.replace("(4) ", "")
    assert "has a score" not in told


def test_the_exchange_and_the_second_cycle_are_told() -> None:
    assert "Round 4 is round 5 of the table for 6 players" in text_of("double-round-robin", 6, 3)
    assert "Round 9 is round 4 of the table for 6 players with all colours" in text_of(
        "double-round-robin", 6, 8
    )
    assert "change places" not in text_of("double-round-robin-plain", 6, 3)


def test_what_is_told_of_a_board_is_true() -> None:
    """The sums named are those of the pairing numbers, in every round of every table for up to 12 players."""
    for players in range(3, 13):
        for code in CODES:
            event = entered(players, code)
            for number in range(EDITIONS[code].rounds_for(players)):
                for board in explain(event, code).boards:
                    met = board.reasons[1].saying.facts
                    low, high = met["low"], met.get("high")
                    assert (2 * low if high is None else low + high) in (met["sum"], met["more"])
                    assert {low, high or met["size"]} == {board.pair.white, board.pair.black}
                event = played(event, 1)
                assert event.played_rounds == number + 1


def test_who_does_not_meet_now_is_told_when() -> None:
    explanation = explain(played(entered(6, "double-round-robin"), 3), "double-round-robin")
    assert "meet in round 1, and with the other colours in round 6" in "".join(
        why_not(explanation, LANGUAGES["en"], 1, 6)
    )
    odd = explain(entered(5), "round-robin")
    assert "has 3 free in round 5" in "".join(why_not(odd, LANGUAGES["en"], 3, None))
    with pytest.raises(PairingError, match="even"):
        explanation.why_not(1, None)


def test_a_round_is_told_while_games_are_open() -> None:
    event = played(entered(6), 4, Outcome.NONE)
    for number in range(1, 5):
        assert explain_round(event, number, "round-robin").difference is None


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("after", [0, 3, 5])
def test_the_words_are_there_in_french(code: str, after: int) -> None:
    if after < EDITIONS[code].rounds_for(5):
        french, english = (text_of(code, 5, after, language) for language in ("fr", "en"))
        assert len(french.splitlines()) == len(english.splitlines())
        assert " the " not in french


# -- by hand ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "rounds"), [("round-robin", 3), ("double-round-robin", 6)])
def test_by_hand_two_who_have_met_as_often_as_they_should_are_a_fault(code: str, rounds: int) -> None:
    event = played(entered(4, code), 1)
    pair = pair_round_of(event)
    allowed = EDITIONS[code].faults.meetings - 1
    assert bool(faults(event, code, [pair])) == (allowed == 0)
    over = played(event, rounds - 1)
    assert [one.wrong for one in faults(over, code, [pair]) if one.wrong is Wrong.REMATCH]


def pair_round_of(event: Tournament) -> Pair:
    """A pair of round 1, with the colours that they had."""
    cell = event.players[0].cells[0]
    assert cell.opponent
    return Pair(1, cell.opponent) if cell.colour is Colour.WHITE else Pair(cell.opponent, 1)


def test_by_hand_a_third_colour_running_is_a_fault_in_a_double_round_robin() -> None:
    had = [Cell(2, Colour.WHITE, Outcome.DRAW), Cell(3, Colour.WHITE, Outcome.DRAW)]
    event = entered(4, "double-round-robin")
    cells = {
        1: had,
        2: [Cell(1, Colour.BLACK, Outcome.DRAW), ABSENCE],
        3: [ABSENCE, Cell(1, Colour.BLACK, Outcome.DRAW)],
        4: [ABSENCE, ABSENCE],
    }
    players = tuple(replace(p, cells=tuple(cells[p.number])) for p in event.players)
    found = faults(replace(event, players=players), "double-round-robin", [Pair(1, 4)])
    assert [(one.wrong, one.players) for one in found] == [(Wrong.THIRD_COLOUR, (1,))]


# -- who withdraws (C.05 6.6) -----------------------------------------------------------------------


def withdrawn(players: int, completed: int, code: str = "round-robin") -> Tournament:
    """All rounds played; number 1 wins the first `completed` games and forfeits the others."""
    event = played(entered(players, code), EDITIONS[code].rounds_for(players))
    cells = {player.number: list(player.cells) for player in event.players}
    games = [place for place, cell in enumerate(cells[1]) if cell.opponent]
    for count, place in enumerate(games):
        came = count < completed
        opponent = cells[1][place].opponent
        assert opponent
        of_player, of_opponent = (
            (Outcome.WIN, Outcome.LOSS) if came else (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN)
        )
        cells[1][place] = replace(cells[1][place], outcome=of_player)
        cells[opponent][place] = replace(cells[opponent][place], outcome=of_opponent)
    rounds = EDITIONS[code].rounds_for(players)
    people = tuple(replace(p, cells=tuple(cells[p.number])) for p in event.players)
    return replace(event, players=people, rounds=rounds)


@pytest.mark.parametrize(
    ("players", "code", "half"),
    [(7, "round-robin", 3), (6, "round-robin", 3), (5, "round-robin", 2), (5, "double-round-robin", 4)],
)
def test_6_6_who_completes_less_than_half_counts_for_nobody(players: int, code: str, half: int) -> None:
    few = withdrawn(players, half - 1, code)
    assert left_out(few) == {1}
    lines = standings(few, ("PTS", "DE", "SB"), system=System.ROUND_ROBIN, left_out=left_out(few))
    assert lines[-1].number == 1
    others = {line.number: line.points for line in lines[:-1]}
    games = EDITIONS[code].rounds_for(players) - players % 2 * EDITIONS[code].faults.meetings
    # All their other games were drawn.
    assert set(others.values()) == {5 * (games - EDITIONS[code].faults.meetings)}


@pytest.mark.parametrize("players", [5, 6, 7])
def test_6_6_with_half_of_the_games_everything_counts(players: int) -> None:
    enough = withdrawn(players, (players - 1 + 1) // 2)
    assert not left_out(enough)
    lines = {line.number: line for line in standings(enough, ("PTS",), system=System.ROUND_ROBIN)}
    assert sum(line.points for line in lines.values()) == 10 * players * (players - 1) // 2


def test_6_6_a_game_to_which_the_opponent_does_not_come_is_not_missed() -> None:
    """With four of seven withdrawn the other three have few games, but are not left out."""
    event = replace(played(entered(7), 7), rounds=7)
    people = []
    for player in event.players:
        cells = [
            replace(
                cell,
                outcome=Outcome.FORFEIT_LOSS
                if player.number <= 4
                else Outcome.FORFEIT_WIN
                if cell.opponent <= 4
                else cell.outcome,
            )
            if cell.opponent
            else cell
            for cell in player.cells
        ]
        people.append(replace(player, cells=tuple(cells)))
    assert left_out(replace(event, players=tuple(people))) == {1, 2, 3, 4}


def test_6_6_who_is_noted_as_away_to_the_end_is_out_at_once() -> None:
    """The free round in a field of odd size is no absence."""
    event = replace(played(entered(7), 2), rounds=7)
    people = [replace(p, cells=(*p.cells, *[ABSENCE] * 5)) if p.number == 3 else p for p in event.players]
    assert left_out(replace(event, players=tuple(people))) == {3}
    assert not left_out(event)


def test_6_6_is_for_round_robins_alone() -> None:
    assert not left_out(replace(withdrawn(6, 0), edition="dutch-2026"))
    assert not left_out(replace(withdrawn(6, 0), edition=None))

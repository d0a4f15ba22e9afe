"""The bracket of a knock-out (docs/rules/knock-out.md, K1 to K6): against its definition, and from files."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pairing.checker import check, check_ranks
from pairing.core.tournament import ABSENCE, Cell, Colour, Outcome, Pair, PairingError, Player, Tournament
from pairing.editions import in_standings, pair_round, still_in
from pairing.explanation.language import LANGUAGES
from pairing.explanation.text import one_player, whole, why_not
from pairing.explanations import explain, explain_round
from pairing.generator import Share, Wishes, generate
from pairing.knock_out.editions import Way, follow, rounds_for, seeds, size_of_bracket
from pairing.tie_breaks.ranking import standings
from pairing.trf import Format, read, write

CODE = "knock-out"
CODES = (CODE, "knock-out-matches")
WIN, DRAW, LOSS, GONE = Outcome.WIN, Outcome.DRAW, Outcome.LOSS, Outcome.FORFEIT_LOSS


def made(code: str = CODE, seed: int = 1, **wishes: object) -> Tournament:
    return generate(Wishes(code, **wishes), random.Random(seed))


def entered(players: int, colour: Colour | None = Colour.WHITE) -> Tournament:
    return Tournament(
        tuple(Player(number, f"Player {number}") for number in range(1, players + 1)),
        rounds=rounds_for(players),
        initial_colour=colour,
        edition=CODE,
    )


def played(event: Tournament, results: dict[int, tuple[Outcome, Outcome]], decided: int = 0) -> Tournament:
    """The event after one more round; `results` are by White's number, and White wins all other games."""
    cells: dict[int, Cell] = {}
    for pair in pair_round(event, CODE).pairs:
        white, black = results.get(pair.white, (WIN, LOSS))
        cells[pair.white] = Cell(pair.black, Colour.WHITE, white, decided=decided == pair.white)
        cells[pair.black] = Cell(pair.white, Colour.BLACK, black, decided=decided == pair.black)
    through = still_in(event, CODE) or ()
    for player in event.players:
        free = Cell(outcome=Outcome.FULL_POINT_BYE) if player.number in through else ABSENCE
        cells.setdefault(player.number, free)
    players = (player.with_cells((*player.cells, cells[player.number])) for player in event.players)
    return replace(event, players=tuple(players))


def pairs(event: Tournament) -> list[tuple[int, int]]:
    return [(pair.white, pair.black) for pair in pair_round(event, CODE).pairs]


# -- K1: seeds and byes -------------------------------------------------------------------------------


def test_the_best_seeds_meet_as_late_as_they_can() -> None:
    for size in (2, 4, 8, 16, 32, 64):
        lines = seeds(size)
        assert sorted(lines) == list(range(1, size + 1))
        left = list(lines)
        while len(left) > 1:
            # If the better seed always wins, the sums stay those of the remaining seeds.
            assert {one + two for one, two in zip(left[::2], left[1::2], strict=True)} == {len(left) + 1}
            left = [min(two) for two in zip(left[::2], left[1::2], strict=True)]
    assert seeds(8) == (1, 8, 4, 5, 2, 7, 3, 6)


@pytest.mark.parametrize(
    ("players", "rounds", "byes"), [(2, 1, 0), (3, 2, 1), (5, 3, 3), (6, 3, 2), (8, 3, 0), (9, 4, 7)]
)
def test_byes_go_to_the_best_seeds(players: int, rounds: int, byes: int) -> None:
    event = entered(players)
    assert (rounds_for(players), size_of_bracket(players) - players) == (rounds, byes)
    playing = {number for pair in pairs(event) for number in pair}
    assert set(range(1, players + 1)) - playing == set(range(1, byes + 1))


# -- K2, K3, K5: who goes on ----------------------------------------------------------------------------


def test_winners_meet_in_the_order_of_the_bracket() -> None:
    event = played(entered(8), {})
    # Odd seeds had White and won, so 5 beat 4 and 7 beat 2.
    assert still_in(event, CODE) == {1, 5, 7, 3}
    assert [set(pair) for pair in pairs(event)] == [{1, 5}, {7, 3}]


def test_a_level_match_waits_for_its_tie_break() -> None:
    level = played(entered(4), {1: (DRAW, DRAW)})
    with pytest.raises(PairingError, match="Match 1 of round 1, 1 against 4, is not decided"):
        pair_round(level, CODE)
    event = played(entered(4), {1: (DRAW, DRAW)}, decided=4)
    assert follow(event).rounds[0][0].way is Way.TIE_BREAK
    assert set(pairs(event)[0]) == {4, 3}


def test_where_neither_came_the_next_one_goes_on_alone() -> None:
    event = played(entered(4), {1: (GONE, GONE)})
    assert [match.way for match in follow(event).rounds[0]] == [Way.NOBODY, Way.WON]
    assert pairs(event) == []
    assert still_in(event, CODE) == {3}


def test_who_was_paired_goes_on_whatever_is_corrected_later() -> None:
    event = played(played(entered(8), {}), {})
    first = {1: Cell(8, Colour.WHITE, LOSS), 8: Cell(1, Colour.BLACK, WIN)}
    players = (
        player.with_cells((first[player.number], *player.cells[1:])) if player.number in first else player
        for player in event.players
    )
    corrected = follow(replace(event, players=tuple(players)))
    assert (corrected.rounds[0][0].way, corrected.rounds[0][0].winner) == (Way.PAIRED, 1)


def test_a_round_by_hand_has_its_place_in_the_bracket() -> None:
    event = entered(8)
    by_hand = {1: 2, 3: 4, 5: 6, 7: 8}
    cells = {white: Cell(black, Colour.WHITE, WIN) for white, black in by_hand.items()}
    cells |= {black: Cell(white, Colour.BLACK, LOSS) for white, black in by_hand.items()}
    players = tuple(player.with_cells((cells[player.number],)) for player in event.players)
    event = replace(event, players=players)
    [found] = follow(event).rounds
    # 1 is in the first match and 3 in the last, as by K1; 5 is in the second and 7 in the third.
    assert [match.winner for match in found] == [1, 5, 7, 3]
    assert [set(pair) for pair in pairs(event)] == [{1, 5}, {7, 3}]


def test_there_is_no_round_after_the_final() -> None:
    event = played(played(entered(4), {}), {})
    assert follow(event).rounds[-1][0].winner is not None
    with pytest.raises(PairingError, match="has 2 rounds: there is no round 3"):
        pair_round(event, CODE)


# -- K4: colours ----------------------------------------------------------------------------------------


def test_colours_follow_from_the_lot_and_then_from_what_was_had() -> None:
    assert pairs(entered(4)) == [(1, 4), (3, 2)]
    assert pairs(entered(4, Colour.BLACK)) == [(4, 1), (2, 3)]
    # 1 and 3 began with White equally often: the better seed changes colour.
    assert pairs(played(entered(4), {})) == [(3, 1)]
    # 4 has begun with White less often than 3.
    assert pairs(played(entered(4), {1: (LOSS, WIN)})) == [(4, 3)]


# -- K6: standings --------------------------------------------------------------------------------------


def test_standings_go_by_the_matches_won() -> None:
    event = played(played(entered(5), {}), {})
    lines = standings(in_standings(event), ("PTS",))
    assert [(line.rank, line.points) for line in lines] == [(1, 20), (1, 20), (3, 10), (3, 10), (5, 0)]
    level = played(entered(4), {1: (DRAW, DRAW)}, decided=4)
    assert {line.number: line.points for line in standings(in_standings(level), ("PTS",))}[1] == 0


# -- from the command line and as explained ---------------------------------------------------------------


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("form", Format)
def test_a_generated_event_agrees_and_its_file_names_the_system(code: str, form: Format) -> None:
    for seed in range(1, 16):
        text = write(made(code, seed, players=1 + seed), form=form)
        tournament = read(text)
        assert tournament.edition == code
        assert all(one.agrees for one in check(tournament))
        assert write(tournament, form=form) == text
        found = check_ranks(tournament)
        assert found is None or (found.message, found.differences) == ("", ())


def test_a_tie_break_stands_in_the_file_and_one_that_is_none_stays_a_remark() -> None:
    event = played(entered(4), {1: (DRAW, DRAW)}, decided=4)
    text = write(event)
    assert "### Tie-break @ Round 1: 1-4 => 4" in text
    source = read(text)
    assert (source.other_records, source.players[3].cell(1).decided) == ((), True)
    wrong = text.replace("1-4 => 4", "1-3 => 3")
    assert read(wrong).other_records == ("### Tie-break @ Round 1: 1-3 => 3",)


def test_wishes_that_a_bracket_does_not_grant_are_refused() -> None:
    for wish in ({"rounds": 5}, {"half_point_byes": Share(number=1)}, {"forbidden": 1}, {"baku": True}):
        with pytest.raises(PairingError, match=r"expected .*: losers are out"):
            made(players=6, **wish)


def test_a_round_is_told_from_the_bracket_in_every_language() -> None:
    event = made(seed=3, players=6)
    for number in (1, 2, 3):
        for language in LANGUAGES.values():
            assert "{" not in "".join(whole(explain_round(event, number, CODE), language))
    first, second = (explain_round(event, number, CODE) for number in (1, 2))
    english = LANGUAGES["en"]
    assert "6 players: there is no opponent for Player 0001 (1), seed 1" in "".join(
        one_player(first, english, 1)
    )
    assert "the winner of match 3 meets the winner of match 4 (K2)" in "".join(one_player(second, english, 2))
    assert "against Player 0006 (6), and is out (K2)." in "".join(one_player(second, english, 3))
    assert "can meet in round 3, and not before" in "".join(why_not(first, english, 3, 4))
    assert "Only a player without an opponent" in "".join(why_not(first, english, 3, None))
    assert "is out" in "".join(why_not(second, english, 1, 3))


def test_what_cannot_be_paired_cannot_be_explained() -> None:
    with pytest.raises(PairingError, match="is not decided"):
        explain(played(entered(4), {1: (DRAW, DRAW)}), CODE)


def test_matches_of_two_games_are_two_rounds() -> None:
    event = made("knock-out-matches", players=4)
    assert event.rounds == 4
    first = pair_round(event.before(1), "knock-out-matches")
    second = replace(event, players=tuple(p.with_cells(p.cells[:1]) for p in event.players))
    assert {Pair(pair.black, pair.white) for pair in first.pairs} == set(
        pair_round(second, "knock-out-matches").pairs
    )

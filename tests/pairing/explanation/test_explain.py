"""The explanation of a round: it explains the pairing that was made, and no other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from pairing.core.scores import accelerated
from pairing.core.tournament import (
    Cell,
    Colour,
    Outcome,
    Pair,
    PairingError,
    Player,
    Prohibition,
    Tournament,
    UnpairableRound,
)
from pairing.editions import pair_round
from pairing.explanation.account import Explanation
from pairing.explanation.facts import (
    Away,
    Barred,
    BracketExplanation,
    Breaks,
    Change,
    HigherBye,
    InBracket,
    KeptApart,
    Met,
    Part,
    Procedure,
    SameAbsoluteColour,
    Split,
)
from pairing.explanations import account_of, explain, explain_round
from pairing.trf import read
from tests.pairing.explanation.history import with_result
from tests.pairing.positions import Habits, a_tournament, events, seeded
from tests.swiss import SWISS

DATA = Path(__file__).parents[2] / "data"
SCOTCH_CUP = Path(__file__).parents[3] / "tournaments" / "demo" / "scotch-cup.trf"
DUTCH = ("dutch-2016", "dutch-2026")
# The other editions describe their brackets in sentences of their own.
WITH_HALVES = (*DUTCH, "rating-2012", "rating-1998")


def positions(name: str, count: int = 8) -> Iterator[Tournament]:
    for seed in range(count):
        rng = seeded(f"{name} {seed}")
        habits = Habits(requested_byes=8, forfeits=5)
        yield from events(rng, a_tournament(rng.randint(4, 22), 7), 7, habits)


def explanations(edition: str) -> Iterator[tuple[Tournament, Explanation]]:
    for tournament in positions("explained"):
        try:
            yield tournament, explain(tournament, edition)
        except UnpairableRound:
            continue


@pytest.mark.parametrize("edition", SWISS)
def test_it_is_the_pairing_of_the_round(edition: str) -> None:
    for tournament, explanation in explanations(edition):
        pairing = pair_round(tournament, edition)
        assert tuple(board.pair for board in explanation.boards) == pairing.pairs
        assert (explanation.bye.number if explanation.bye else None) == pairing.bye
        assert explanation.round == tournament.played_rounds + 1
        assert explanation.difference is None


@pytest.mark.parametrize("edition", WITH_HALVES)
def test_brackets_account_for_everybody(edition: str) -> None:
    """Players left over in one bracket are moved down to the next, except the one with the bye."""
    for _, explanation in explanations(edition):
        brackets = explanation.brackets
        for bracket in brackets:
            placed = [number for pair in bracket.pairs for number in pair]
            left_over = [floater.number for floater in bracket.floaters]
            assert sorted(placed + left_over) == sorted(bracket.moved_down + bracket.residents)
            assert_split(bracket)
        for upper, lower in pairwise(brackets):
            going_on = {floater.number for floater in upper.floaters if not floater.bye}
            assert going_on <= set(lower.moved_down)
        assert sum(len(b.pairs) for b in brackets) == len(explanation.boards)
        byes = [floater.number for bracket in brackets for floater in bracket.floaters if floater.bye]
        assert byes == ([explanation.bye.number] if explanation.bye else [])


def assert_split(bracket: BracketExplanation) -> None:
    """The final S1 and S2 make the pairs, and have the same players as the original ones."""
    splits = [split for split in (bracket.mdp_split, bracket.split) if split is not None]
    made = {frozenset(pair) for split in splits for pair in pairs_of(split)}
    assert made == {frozenset(pair) for pair in bracket.pairs}
    for split in splits:
        assert sorted(everybody(split.original)) == sorted(everybody(split.final))


def pairs_of(split: Split) -> list[tuple[int, int]]:
    return list(zip(split.final.s1, split.final.s2, strict=False))


def everybody(halves: object) -> list[int]:
    return [*halves.s1, *halves.s2, *halves.limbo]  # type: ignore[attr-defined]


@pytest.mark.parametrize("edition", WITH_HALVES)
def test_boards_say_what_became_of_who_stood_opposite(edition: str) -> None:
    changes = set()
    for _, explanation in explanations(edition):
        for board in explanation.boards:
            bracket = explanation.brackets[board.bracket - 1]
            assert {board.higher, board.lower} == {board.pair.white, board.pair.black}
            split = bracket.mdp_split if board.moved_down else bracket.split
            assert split is not None
            assert split.final.s1[board.place - 1] == board.higher
            assert split.final.s2[board.place - 1] == board.lower
            assert (board.change is Change.EXCHANGE) is split.exchanged
            if not split.exchanged:
                assert (board.opposite == board.lower) is (board.change is Change.NONE)
            changes.add(board.change)
    assert changes == set(Change)


@pytest.mark.parametrize("edition", SWISS)
def test_everybody_has_a_place_in_it(edition: str) -> None:
    for tournament, explanation in explanations(edition):
        for player in tournament.players:
            told = explanation.player(player.number)
            assert [told.board, told.bye, told.away].count(None) == 2
            assert (told.away is None) is (player.number in explanation.people)


@pytest.mark.parametrize("edition", SWISS)
def test_rounds_of_the_past_are_explained_as_they_were_paired(edition: str) -> None:
    rng = seeded("past")
    *_, tournament = events(rng, a_tournament(11, 5), 5, Habits(requested_byes=8), edition=edition)
    told = [explain_round(tournament, n, edition) for n in range(1, tournament.played_rounds + 1)]
    assert told
    for explanation in told:
        assert explanation.difference is None
        for board in explanation.boards:
            cell = tournament.players[board.pair.white - 1].cell(explanation.round)
            assert (cell.opponent, cell.colour) == (board.pair.black, Colour.WHITE)


def test_a_round_published_otherwise_is_not_explained() -> None:
    tournament = with_result(read(SCOTCH_CUP.read_bytes()), 3, 2, 3, Outcome.LOSS, Outcome.WIN)
    explanation = explain_round(tournament, 4, "rating-1998")
    assert explanation.brackets == explanation.boards == ()
    difference = explanation.difference
    assert difference is not None
    expected = pair_round(tournament.before(4), "rating-1998")
    assert set(difference.expected) <= set(expected.pairs)
    assert not set(difference.published) & set(expected.pairs)
    for ask in (lambda: explanation.player(1), lambda: explanation.why_not(1, 2)):
        with pytest.raises(PairingError, match="Round 4 was published with another pairing"):
            ask()


def test_a_round_with_other_colours_is_not_explained() -> None:
    tournament = read(SCOTCH_CUP.read_bytes())
    turned = {
        1: {1: replace(tournament.players[0].cell(1), colour=Colour.WHITE)},
        8: {1: replace(tournament.players[7].cell(1), colour=Colour.BLACK)},
    }
    players = tuple(
        replace(p, cells=(turned[p.number][1], *p.cells[1:])) if p.number in turned else p
        for p in tournament.players
    )
    difference = explain_round(replace(tournament, players=players), 1, "rating-1998").difference
    assert difference is not None
    assert (difference.published, difference.expected) == ((Pair(1, 8),), (Pair(8, 1),))


def test_a_round_that_the_rules_cannot_pair_says_why() -> None:
    """Two players who met already were paired again by hand."""
    games = (
        (Cell(2, Colour.WHITE, Outcome.WIN), Cell(2, Colour.BLACK, Outcome.WIN)),
        (Cell(1, Colour.BLACK, Outcome.LOSS), Cell(1, Colour.WHITE, Outcome.LOSS)),
    )
    tournament = Tournament(
        tuple(Player(number, cells=cells) for number, cells in enumerate(games, 1)),
        rounds=3,
        initial_colour=Colour.WHITE,
    )
    difference = explain_round(tournament, 2, "dutch-2016").difference
    assert difference is not None
    assert "Round 2 cannot be paired" in str(difference.message)
    assert difference.published == (Pair(2, 1),)


@pytest.mark.parametrize("number", [0, 6])
def test_a_round_that_was_not_paired_is_refused(number: int) -> None:
    with pytest.raises(PairingError, match=f"Round {number} has not been paired: expected 1 to 5"):
        explain_round(read(SCOTCH_CUP.read_bytes()), number, "rating-1998")


def test_an_unknown_edition_is_refused() -> None:
    with pytest.raises(PairingError, match="Unknown edition 'dutch-1900'"):
        explain(a_tournament(4, 3), "dutch-1900")
    with pytest.raises(PairingError, match="Unknown edition 'dutch-1900'"):
        explain_round(read(SCOTCH_CUP.read_bytes()), 1, "dutch-1900")


def test_accelerated_rounds_are_explained_by_the_scores_they_were_paired_by() -> None:
    tournament = replace(a_tournament(8, 5), baku=True)
    explanation = explain(tournament, "dutch-2026")
    assert [bracket.scores for bracket in explanation.brackets] == [(10,), (0,)]
    other = explain(accelerated(tournament), "dutch-2026")
    assert (explanation.brackets, explanation.boards, explanation.bye, explanation.people) == (
        other.brackets,
        other.boards,
        other.bye,
        other.people,
    )


def test_a_collapsed_round_shows_what_was_given_up() -> None:
    tournament = read((DATA / "dutch-2016" / "d16-0009p06r-710036.trf").read_bytes())
    brackets = explain_round(tournament, 5, "dutch-2016").brackets
    assert [bracket.part for bracket in brackets] == [Part.ORDINARY, Part.PENULTIMATE, Part.COLLAPSED]
    assert brackets[1].discarded == ((2, 1), (3, 4))
    assert brackets[1].pairs == ((2, 1),)
    assert brackets[2].scores == (20, 10)


# -- absolute reasons -------------------------------------------------------------------------------


def met_twice_over() -> Tournament:
    """1 and 2 met in round 1; 1 and 3 both had White twice; 4 asked for a bye; 5 had the bye, 6 none."""
    win, loss = Outcome.WIN, Outcome.LOSS
    white, black = Colour.WHITE, Colour.BLACK
    cells = {
        1: (Cell(2, white, win), Cell(6, white, win)),
        2: (Cell(1, black, loss), Cell(3, black, loss)),
        3: (Cell(4, white, win), Cell(2, white, win)),
        4: (Cell(3, black, loss), Cell(7, black, loss), Cell(outcome=Outcome.HALF_POINT_BYE)),
        5: (Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE), Cell(8, white, win)),
        6: (Cell(7, white, win), Cell(1, black, loss)),
        7: (Cell(6, black, loss), Cell(4, white, win)),
        8: (Cell(outcome=Outcome.ZERO_POINT_BYE), Cell(5, black, loss)),
    }
    players = tuple(Player(number, cells=history) for number, history in cells.items())
    apart = (Prohibition(frozenset({1, 7})), Prohibition(frozenset({1, 5}), first=4))
    return Tournament(players, rounds=6, initial_colour=white, forbidden=apart)


@pytest.mark.parametrize(("edition", "cited"), [("dutch-2016", "C.{}"), ("dutch-2026", "C{}")])
def test_absolute_reasons(edition: str, cited: str) -> None:
    explanation = explain(met_twice_over(), edition)
    assert explanation.why_not(1, 2).reasons == (Met(cited.format(1), 1),)
    assert explanation.why_not(7, 1).reasons == (KeptApart(cited.format(1)),)
    assert explanation.why_not(1, 3).reasons == (SameAbsoluteColour(cited.format(3), Colour.BLACK),)
    assert explanation.why_not(2, 4).reasons == (Away(4, Cell(outcome=Outcome.HALF_POINT_BYE), 5),)
    assert explanation.why_not(5, None).reasons == (
        Barred(cited.format(2), 1, Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE)),
    )


def test_all_absolute_reasons_are_named() -> None:
    tournament = replace(met_twice_over(), forbidden=(Prohibition(frozenset({1, 2})),))
    reasons = explain(tournament, "dutch-2026").why_not(1, 2).reasons
    assert reasons == (Met("C1", 1), KeptApart("C1"))


def test_who_meets_needs_no_reason() -> None:
    explanation = explain(met_twice_over(), "dutch-2026")
    board = explanation.boards[0]
    assert explanation.why_not(board.pair.black, board.pair.white).reasons == ()
    assert explanation.bye is not None
    assert explanation.why_not(explanation.bye.number, None).reasons == ()


@pytest.mark.parametrize(
    ("one", "two", "message"),
    [
        (1, 1, "Player 1 cannot be their own opponent"),
        (1, 99, "There is no player 99"),
        (0, 1, "There is no player 0"),
    ],
)
def test_impossible_questions_are_refused(one: int, two: int, message: str) -> None:
    with pytest.raises(PairingError, match=message):
        explain(a_tournament(4, 3), "dutch-2016").why_not(one, two)


def test_a_round_without_a_bye_has_no_answer_on_it() -> None:
    with pytest.raises(PairingError, match="The number of players is even: nobody takes the bye"):
        explain(a_tournament(4, 3), "dutch-2016").why_not(1, None)


# -- who takes the bye ------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", DUTCH)
def test_the_bye_names_those_whom_it_passed_over(edition: str) -> None:
    passed_over = 0
    for tournament, explanation in explanations(edition):
        bye = explanation.bye
        if bye is None:
            continue
        score = explanation.people[bye.number].score
        for number, barred in bye.barred:
            assert explanation.people[number].score <= score
            assert tournament.players[number - 1].cell(barred.round) == barred.cell
            passed_over += 1
    assert passed_over


def test_in_2026_a_higher_score_never_takes_the_bye() -> None:
    """C5 comes before everything that a bracket could do."""
    asked = 0
    for _, explanation in explanations("dutch-2026"):
        if explanation.bye is None:
            continue
        taker = explanation.people[explanation.bye.number]
        for person in explanation.people.values():
            reasons = explanation.why_not(person.number, None).reasons
            if person.score > taker.score and not isinstance(reasons[0], Barred):
                assert reasons == (HigherBye("C5"),)
                asked += 1
    assert asked


# -- the older revisions ----------------------------------------------------------------------------


def test_the_commentary_of_the_printed_exercise() -> None:
    """Round 4 of 1998: 1–2 and 1–3 are refused, for the upfloats of 2 and for one preference too many."""
    explanation = explain_round(read(SCOTCH_CUP.read_bytes()), 4, "rating-1998")
    (reason,) = explanation.why_not(1, 2).reasons
    assert isinstance(reason, InBracket)
    assert isinstance(reason.verdict, Breaks)
    assert reason.verdict.requirement.article == "C.10"
    (reason,) = explanation.why_not(1, 3).reasons
    assert isinstance(reason, InBracket)
    assert isinstance(reason.verdict, Procedure)
    assert explanation.brackets[1].steps == ("C.6", "C.7")
    weightiest = explanation.brackets[1].requirements[0]
    assert (weightiest.article, weightiest.name, weightiest.value) == ("C.11", "x", 1)


@pytest.mark.parametrize("edition", ["rating-1998", "rating-2012"])
def test_what_would_break_a_requirement_is_broken_by_no_pair_that_was_made(edition: str) -> None:
    for tournament in positions("rating"):
        try:
            account = account_of(tournament, edition)
        except UnpairableRound:
            continue
        for board in account.boards:
            (reason,) = account.against_meeting(account.records[board.higher], account.records[board.lower])
            assert isinstance(reason, InBracket)
            assert isinstance(reason.verdict, Procedure)

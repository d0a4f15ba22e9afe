"""Sentences that were once untrue or ambiguous, each in the round where it was found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pairing.core.scores import accelerated
from pairing.core.tournament import Cell, Colour, Outcome, Scoring, Tournament
from pairing.explanation.answers import consequence
from pairing.explanation.facts import Change, Entry, Judgement, Measure, Value
from pairing.explanation.language import LANGUAGES
from pairing.explanation.text import ExplanationText
from pairing.explanations import explain
from pairing.trf import read
from tests.pairing.positions import a_tournament

DATA = Path(__file__).parents[2] / "data" / "dutch-2026"


class Told:
    """The coming round of a tournament, explained with every player called by their number."""

    def __init__(self, tournament: Tournament, language: str = "en") -> None:
        self.explanation = explain(tournament, "dutch-2026")
        self.words = ExplanationText(self.explanation, LANGUAGES[language], name_of=str)

    def bracket(self, number: int) -> list[str]:
        return list(map(str, self.words.bracket(self.explanation.brackets[number - 1])))

    def player(self, number: int) -> str:
        return " ".join(map(str, self.words.player(self.explanation.player(number))))

    def why_not(self, one: int, two: int) -> str:
        return " ".join(map(str, self.words.why_not(self.explanation.why_not(one, two))))


def after(file: str, rounds: int) -> Told:
    """The round of a reference tournament that follows its first `rounds` rounds."""
    tournament = read((DATA / f"{file}.trf").read_bytes())
    return Told(replace(tournament, rounds=tournament.played_rounds).before(rounds + 1))


def test_s1_is_at_first_the_first_valid_set_of_moved_down_players() -> None:
    """3.2.2, 4.4: 3 may not meet 5, so the lowest score that the Limbo can have (C7) is that of 3."""
    told = after("d26-0009p06r-810036", 5)
    said = told.bracket(5)
    assert "Moved-down players first: S1 is 9, and S2 is 5 (art. 3.3, art. 4.4)." in said
    assert "In the Limbo: 3 (art. 3.3, art. 4.4)." in said
    board = next(board for board in told.explanation.boards if board.higher == 9)
    assert board.change is Change.NONE


def test_a_paired_moved_down_player_repeats_their_downfloat_too() -> None:
    """C18: 10 floats down again, though they are paired."""
    said = after("d26-0010p07r-810240", 4).bracket(5)
    again = "Score differences of players with the same downfloat as in the previous round: ½ (10) (C18)."
    assert again in said


def test_in_the_limbo_no_score_difference_is_greater() -> None:
    said = after("d26-0015p09r-810248", 8).bracket(3)
    again = "Score differences of players with the same downfloat as two rounds before: "
    assert f"{again}unpaired with 6½ (1), ½ (5) (C20)." in said


def test_who_has_the_bye_is_not_left_over_once_more() -> None:
    """C8: 9 takes the bye in bracket 5 and does not come to bracket 6, where nobody is left over."""
    told = after("d26-0015p08r-810167", 6)
    assert not any(sentence.startswith("At best") for sentence in told.bracket(5))
    assert told.why_not(10, 15) == "10 and 15 do meet."
    assert after("d26t-0021p14r-820071", 7).why_not(10, 15) == (
        "If 10 met 15 in bracket 6, 2 players (16, 20) instead of 0 would be left over in the next bracket "
        "(C8)."
    )


def test_moved_down_players_who_may_meet_are_kept_apart_by_the_procedure() -> None:
    """3.3: 4 may meet the others who were moved down; C3 plays no part in it."""
    assert (
        "In bracket 4 there is no resident whom 4 may meet, and moved-down players do not meet each other "
        "(C1, art. 3.3)."
    ) in after("d26-0010p06r-810087", 5).player(4)


def test_virtual_points_are_told_apart() -> None:
    win, loss = Outcome.WIN, Outcome.LOSS
    pairs = {1: (3, Colour.WHITE, win), 2: (4, Colour.BLACK, loss), 3: (1, Colour.BLACK, loss)}
    cells = {number: Cell(*game) for number, game in {**pairs, 4: (2, Colour.WHITE, win)}.items()}
    tournament = replace(a_tournament(4, 5), baku=True)
    players = tuple(replace(p, cells=(cells[p.number],)) for p in tournament.players)
    told = Told(accelerated(replace(tournament, players=players)))
    assert told.player(1).startswith("1 has a score of 2 (1 point and 1 virtual point). ")
    assert told.player(2).startswith("2 has a score of 1 (0 points and 1 virtual point). ")
    assert told.player(4).startswith("4 has a score of 1. ")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "3 has a full-point bye in this round: 3 points."),
        ("fr", "3 a un bye à point entier à cette ronde\N{NO-BREAK SPACE}: 3 points."),
    ],
)
def test_a_full_point_bye_is_worth_what_the_event_says(language: str, said: str) -> None:
    scoring = Scoring(white_win=30, black_win=30, white_draw=10, black_draw=10, full_point_bye=30)
    tournament = a_tournament(3, 3, scoring=scoring)
    away = replace(tournament.players[2], cells=(Cell(outcome=Outcome.FULL_POINT_BYE),))
    told = Told(replace(tournament, players=(*tournament.players[:2], away)), language)
    assert told.player(3) == said


def test_the_rounds_in_which_colours_differed_are_named() -> None:
    """5.2.3: 9 missed a round, so counting games back leads to a different round for each of the two."""
    assert (
        "The last time that their colours differed, counting games back from the last, 9 had Black in round 3"
        " and 3 had White in round 2; now it is the other way round (art. 5.2.3)."
    ) in after("d26-0009p06r-810137", 5).player(9)


def test_a_place_in_s1_is_told_after_the_exchange_that_gave_it() -> None:
    assert (
        "In bracket 3 S1 and S2 exchanged players; 5 is now number 2 of S1, opposite 9 (art. 3.3, art. 4.3)."
    ) in after("d26-0009p06r-810137", 2).player(5)


def test_a_number_that_skips_the_absent_says_so() -> None:
    """5.2.5: a player with a lower number than 18 has not arrived."""
    assert (
        "18 is ranked higher with the odd number 17, and gets White, the colour that was drawn (art. 5.2.5). "
        "The number is 17 and not 18, as players who have never been paired are skipped (art. 5.2.5)."
    ) in after("d26-0045p07r-810046", 0).player(18)


def test_a_refused_absolute_preference_is_not_passed_over() -> None:
    said = after("d26-0015p09r-810248", 8).bracket(4)
    assert "No strong preference is refused, but 1 absolute one is (1) (C13)." in said


def test_a_downfloater_without_points_is_one() -> None:
    """C7 is met in full if nobody floats, but not if a player with 0 points does."""
    told = Told(a_tournament(3, 3))
    assert "Scores of the downfloaters: 0 (3) (C7)." in told.bracket(1)


def test_nobody_is_not_zero() -> None:
    none, somebody = Value(0), Value(1, (Entry((1,), 65, unpaired=True),))
    now, then = (Judgement("C18", Measure.DOWNFLOAT_DIFFERENCES, value, 1) for value in (none, somebody))
    assert consequence(LANGUAGES["en"], now, then) == (
        "score differences of players with the same downfloat as in the previous round would be greater: "
        "unpaired with 6½ (1) instead of nobody"
    )

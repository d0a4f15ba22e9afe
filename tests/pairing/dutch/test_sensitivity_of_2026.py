"""What happens to rounds of 2026 when the engine leaves something out.

The reference tournaments prove only what they would notice. For every criterion, and for every precaution
that the engine takes, here is a round that is paired differently without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

from pairing.core.records import Record, float_of_2016
from pairing.core.tournament import Pair, Tournament
from pairing.dutch import edition_2026
from pairing.dutch.edition_2026 import CRITERIA, RULES, gives_bye
from pairing.dutch.rounds import Rules, decide
from pairing.matching.bracket import Bracket, Candidate
from pairing.matching.completion import Completion
from pairing.trf import read

type Boards = tuple[frozenset[Pair], int | None]

DATA = Path(__file__).parents[2] / "data"


def reference(name: str, number: int) -> Tournament:
    """A reference tournament before a round."""
    tournament = read((DATA / "dutch-2026" / f"{name}.trf").read_bytes())
    return replace(tournament, rounds=tournament.played_rounds).before(number)


def hard(name: str) -> Tournament:
    """A position that was kept because it is hard."""
    return read((DATA / "dutch-2026-hard" / f"{name}.trf").read_bytes())


def boards(tournament: Tournament, rules: Rules = RULES) -> Boards:
    pairing = decide(tournament, rules).pairing
    return frozenset(pairing.pairs), pairing.bye


# -- every criterion --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("article", "name", "number"),
    [
        ("C6", "d26t-0016p13r-820036", 11),
        ("C7", "d26-0006p03r-810044", 2),
        ("C8", "d26-0009p06r-810191", 4),
        ("C9", "d26-0013p05r-810058", 2),
        ("C10", "colour-difference-09-players", None),
        ("C11", "d26t-0021p10r-820075", 10),
        ("C12", "d26-0006p03r-810044", 3),
        ("C13", "d26-0009p06r-810143", 4),
        ("C14", "d26-0007p04r-810156", 2),
        ("C15", "d26t-0008p05r-820022", 4),
        ("C16", "d26-0009p05r-810049", 3),
        ("C17", "upfloats-14-players", None),
        ("C18", "d26-0012p08r-810170", 6),
        ("C19", "d26t-0011p08r-820020", 7),
        ("C20", "d26t-0018p15r-820034", 11),
        ("C21", "d26t-0012p09r-820080", 6),
    ],
)
def test_without_a_criterion(article: str, name: str, number: int | None) -> None:
    tournament = hard(name) if number is None else reference(name, number)
    right = boards(tournament)
    others = tuple(criterion for criterion in CRITERIA if criterion.article != article)
    assert len(others) < len(CRITERIA)
    with (
        patch.object(edition_2026, "CRITERIA", others),
        patch("pairing.dutch.rounds.pair_plainly", return_value=None),
    ):
        assert boards(tournament) != right


# -- every precaution -------------------------------------------------------------------------------------


def test_c5_whoever_has_too_high_a_score_for_the_bye_counts_as_one_who_may_not_take_it() -> None:
    """Otherwise a bracket is paired as if the bye could go there, and the round cannot be completed."""

    def anybody(bracket: Bracket, record: Record) -> bool:
        return bracket.bye_limit is not None and record.may_take_bye

    tournament = reference("d26-0009p06r-810036", 6)
    assert boards(tournament)
    with (
        patch("pairing.matching.bracket.Bracket.may_give_bye_to", anybody),
        pytest.raises(AssertionError, match="incomplete"),
    ):
        boards(tournament)


def test_c8_the_next_bracket_and_the_completion_go_together() -> None:
    """A round that can be completed may be so only with fewer pairs in the next bracket."""

    def completion_only(_bracket: Bracket, found: Candidate, completion: Completion) -> bool:
        return completion.remove(found.pairs)

    tournament = reference("d26-0014p06r-810102", 6)
    right = boards(tournament)
    with patch("pairing.dutch.rounds.settle", completion_only):
        assert boards(tournament) != right


def test_c9_not_only_in_the_last_bracket() -> None:
    def in_the_last(players: Sequence[Record], lower: Sequence[Record], bye_limit: int | None) -> bool:
        return not lower and gives_bye(players, lower, bye_limit)

    tournament = reference("d26t-0013p10r-820002", 5)
    right = boards(tournament)
    with patch.object(edition_2026, "gives_bye", in_the_last):
        assert boards(tournament) != right


def test_144_an_absence_without_points_is_no_float() -> None:
    tournament = reference("d26-0007p04r-810156", 3)
    assert boards(tournament, replace(RULES, float_of=float_of_2016)) != boards(tournament)


def test_c8_comes_before_c10_and_c11_also_on_the_short_way() -> None:
    """Where two absolute preferences for one colour may meet, somebody else may float with a better C8."""
    tournament = hard("topscorers-05-players")
    right = boards(tournament)
    with patch("pairing.dutch.plain_bracket._Search._floats_best", return_value=True):
        assert boards(tournament) != right


@pytest.mark.parametrize(
    ("name", "number"),
    [("d26-0011p04r-810249", 3), ("d26t-0013p10r-820002", 5), ("d26-0039p09r-810235", 6)],
)
def test_the_receiver_of_the_bye_is_taken_out_as_soon_as_it_is_known(name: str, number: int) -> None:
    """It saves work and changes nothing: C5 leaves them unpaired in every bracket below."""
    tournament = reference(name, number)
    right = boards(tournament)
    with patch.object(edition_2026, "bye_receiver", return_value=None) as kept:
        assert boards(tournament) == right
    assert kept.called


# -- a fault of another program -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "pairs", "bye"),
    [
        ("second-bye-08-players", {(4, 2), (7, 5), (6, 3)}, 8),
        ("second-bye-10-players", {(5, 1), (8, 2), (3, 9)}, 7),
    ],
)
def test_c2_forbids_the_second_bye_that_the_reference_program_gives(
    name: str, pairs: set[tuple[int, int]], bye: int
) -> None:
    """bbpPairings 6.0.0 gives the bye to players 5 and 3, who had it in rounds 4 and 2."""
    found, receiver = boards(hard(name))
    assert {(pair.white, pair.black) for pair in found} == pairs
    assert receiver == bye

"""What is computed when one player asks."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairing.core.tournament import Pair
from pairing.dutch.explained import DutchAccount
from pairing.explanation.facts import BoardExplanation, BracketExplanation
from pairing.explanations import explain_round
from pairing.trf import read

DATA = Path(__file__).parents[2] / "data"


def test_one_player_is_told_of_their_own_brackets_and_board_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page asks about one player; telling of all the others would be most of its cost."""
    tournament = read((DATA / "dutch-2026" / "d26-0015p09r-810248.trf").read_bytes())
    explanation = explain_round(tournament, 8, "dutch-2026")
    tell, show = DutchAccount.explain_bracket, DutchAccount.board
    told: list[int] = []
    shown: list[int] = []

    def explain_bracket(account: DutchAccount, place: int) -> BracketExplanation:
        told.append(place + 1)
        return tell(account, place)

    def board(account: DutchAccount, number: int, pair: Pair) -> BoardExplanation:
        shown.append(number)
        return show(account, number, pair)

    monkeypatch.setattr(DutchAccount, "explain_bracket", explain_bracket)
    monkeypatch.setattr(DutchAccount, "board", board)
    last = explanation.player(tournament.players[-1].number)
    first = explanation.player(1)
    assert last.board is not None
    assert first.board is not None
    assert shown == [last.board.board, first.board.board]
    assert sorted(told) == sorted(set(told)), "each bracket but once"
    assert len(told) < len(explanation.brackets)

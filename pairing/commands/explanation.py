"""The explanations of a round's pairing that `python -m pairing pair` gives on request."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from pairing.core.tournament import Tournament
from pairing.explanation.answers import Sentence
from pairing.explanation.language import Language
from pairing.explanation.text import ExplanationText, one_player, whole, why_not
from pairing.explanations import explain


def text(tournament: Tournament, edition: str, options: argparse.Namespace, language: Language) -> str:
    """The explanation of the whole round, of one player, or of two who do not meet, as the options ask.

    Raises whatever `explain` raises, and PairingError for players who do not exist.
    """
    explanation = explain(tournament, edition)
    lines: list[str] = []
    if options.explain:
        lines += whole(explanation, language)
    if options.player is not None:
        lines += one_player(explanation, language, options.player)
    if options.why_not:
        one, two = options.why_not
        lines += why_not(explanation, language, one, two or None)
    return "\n".join(lines)


def as_json(
    tournament: Tournament, edition: str, options: argparse.Namespace, language: Language
) -> dict[str, Any]:
    """Like `text`, in detail: sentences with their articles. Raises the same errors."""
    explanation = explain(tournament, edition)
    words = ExplanationText(explanation, language)
    told: dict[str, Any] = {}
    if options.explain:
        told["brackets"] = [
            {"title": words.bracket_title(bracket), "sentences": _sentences(words.bracket(bracket))}
            for bracket in explanation.brackets
        ]
        told["boards"] = [
            {"title": words.board_title(board), "sentences": _sentences(words.board(board))}
            for board in explanation.boards
        ]
        told["bye"] = _sentences(words.bye(explanation.bye)) if explanation.bye else []
        told["players"] = [
            {"player": number, "sentences": _sentences(words.player(explanation.player(number)))}
            for number in explanation.names
        ]
    if options.player is not None:
        told["player"] = _sentences(words.player(explanation.player(options.player)))
    if options.why_not:
        one, two = options.why_not
        told["why_not"] = _sentences(words.why_not(explanation.why_not(one, two or None)))
    return told


def _sentences(said: Iterable[Sentence]) -> list[dict[str, Any]]:
    return [{"text": sentence.text, "articles": list(sentence.articles)} for sentence in said]

"""What `python -m pairing pair` says about the pairing of a round when it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.explanation.explain import explain
from pairing.explanation.language import language_by_code
from pairing.explanation.text import one_player, whole, why_not

if TYPE_CHECKING:
    import argparse

    from pairing.tournament import Tournament


def text(tournament: Tournament, edition: str, options: argparse.Namespace) -> str:
    """The whole round, one player, two who do not meet, as asked for.

    Raises what `explain` raises, and PairingError for players that there are not.
    """
    explanation = explain(tournament, edition)
    language = language_by_code(options.language)
    lines: list[str] = []
    if options.explain:
        lines += whole(explanation, language)
    if options.player is not None:
        lines += one_player(explanation, language, options.player)
    if options.why_not:
        one, two = options.why_not
        lines += why_not(explanation, language, one, two or None)
    return "\n".join(lines)

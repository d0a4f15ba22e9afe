"""The rule book: FIDE's Swiss rules in pure Python, without Django, database or clock.

The names exported here are for other programs too, as docs/library.md shows; the modules below may change.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pairing.checker import RankCheck, RoundCheck, check, check_ranks
    from pairing.core.tournament import (
        Cell,
        Colour,
        Outcome,
        Pair,
        PairingError,
        Player,
        Prohibition,
        RoundPairing,
        Scoring,
        Tournament,
        UnpairableRound,
    )
    from pairing.editions import EDITIONS, pair_round
    from pairing.elo import (
        Coefficient,
        Game,
        InitialRating,
        Performance,
        RatingChange,
        RatingKind,
        coefficient,
        games_of,
        initial_rating,
        performance,
        rating_change,
    )
    from pairing.explanation.account import Explanation
    from pairing.explanations import explain, explain_round
    from pairing.generator import Wishes, generate
    from pairing.norms import Championship, Forecast, Format, Norm, NormEvent, forecast, norm, norm_titles
    from pairing.tie_breaks import TIE_BREAKS, tie_break_by_code
    from pairing.tie_breaks.ranking import Standing, standings, working
    from pairing.trf import TrfError, read, write

__all__ = [
    "EDITIONS",
    "TIE_BREAKS",
    "Cell",
    "Championship",
    "Coefficient",
    "Colour",
    "Explanation",
    "Forecast",
    "Format",
    "Game",
    "InitialRating",
    "Norm",
    "NormEvent",
    "Outcome",
    "Pair",
    "PairingError",
    "Performance",
    "Player",
    "Prohibition",
    "RankCheck",
    "RatingChange",
    "RatingKind",
    "RoundCheck",
    "RoundPairing",
    "Scoring",
    "Standing",
    "Tournament",
    "TrfError",
    "UnpairableRound",
    "Wishes",
    "check",
    "check_ranks",
    "coefficient",
    "explain",
    "explain_round",
    "forecast",
    "games_of",
    "generate",
    "initial_rating",
    "norm",
    "norm_titles",
    "pair_round",
    "performance",
    "rating_change",
    "read",
    "standings",
    "tie_break_by_code",
    "working",
    "write",
]

# The modules that define these names. Each is loaded on first use: reading a file does not load the
# generator.
_HOMES = {
    "pairing.checker": ("RankCheck", "RoundCheck", "check", "check_ranks"),
    "pairing.editions": ("EDITIONS", "pair_round"),
    "pairing.elo": (
        "Coefficient",
        "Game",
        "InitialRating",
        "Performance",
        "RatingChange",
        "RatingKind",
        "coefficient",
        "games_of",
        "initial_rating",
        "performance",
        "rating_change",
    ),
    "pairing.explanation.account": ("Explanation",),
    "pairing.explanations": ("explain", "explain_round"),
    "pairing.generator": ("Wishes", "generate"),
    "pairing.norms": (
        "Championship",
        "Forecast",
        "Format",
        "Norm",
        "NormEvent",
        "forecast",
        "norm",
        "norm_titles",
    ),
    "pairing.tie_breaks.ranking": ("Standing", "standings", "working"),
    "pairing.tie_breaks": ("TIE_BREAKS", "tie_break_by_code"),
    "pairing.trf": ("TrfError", "read", "write"),
}


def __getattr__(name: str) -> object:
    homes = (module for module, names in _HOMES.items() if name in names)
    module = next(homes, "pairing.core.tournament" if name in __all__ else None)
    if module is None:
        raise AttributeError(f"module 'pairing' has no attribute {name!r}")
    return getattr(import_module(module), name)

"""Makes py4swiss faster in the Dubov and the Burstein System, without changing its pairings.

It weighs every pair of a bracket separately, though most pairs are alike to its criteria.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from py4swiss.dynamicuint import DynamicUint
from py4swiss.engines.dubov.player import Player as DubovPlayer
from py4swiss.engines.matching import Matcher


@contextmanager
def quicker() -> Iterator[None]:
    """Py4swiss, faster in these two systems; it must not be asked for others."""
    with patch.object(Matcher, "_get_weight", known_weight):
        yield


_weight = Matcher._get_weight


def known_weight(matcher: Any, player_1: Any, player_2: Any) -> Any:
    """The weight of a pair, computed once for all pairs that are alike to the criteria."""
    if not matcher._is_allowed_pair(player_1, player_2):
        return DynamicUint(matcher._zero_weight)
    known = vars(matcher).setdefault("_known_weights", {})
    pair = (*_all_that_counts(player_1), *_all_that_counts(player_2))
    if pair not in known:
        known[pair] = _weight(matcher, player_1, player_2)
    return DynamicUint(known[pair])


def _all_that_counts(player: Any) -> tuple[int, ...]:
    floats = (player.upfloats, player.previous_upfloat) if isinstance(player, DubovPlayer) else ()
    return player.role, player.points_with_acceleration, player.color_preference.side, *floats

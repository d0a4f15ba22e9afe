"""The titles that have norms, the requirements of each, and the opponents' titles that count (B.01 1.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Requirement(NamedTuple):
    """The requirements of a norm for a title (1.4.5 to 1.4.8); ratings in Elo."""

    title: str
    performance: int
    average: int
    # The rating to which the lowest of the opponents' ratings is raised.
    floor: int
    # A third of the opponents must have one of these titles; and the article that says so.
    opponents: tuple[str, ...]
    article: str


REQUIREMENTS: Mapping[str, Requirement] = {
    requirement.title: requirement
    for requirement in (
        Requirement("GM", 2600, 2380, 2200, ("GM",), "1.4.5b"),
        Requirement("IM", 2450, 2230, 2050, ("IM", "GM"), "1.4.5c"),
        Requirement("WGM", 2400, 2180, 2000, ("WGM", "IM", "GM"), "1.4.5d"),
        Requirement("WIM", 2250, 2030, 1850, ("WIM", "WGM", "IM", "GM"), "1.4.5e"),
    )
}

# The titles for which norms are made, the highest first.
NORM_TITLES = tuple(REQUIREMENTS)
# The titles of opponents that count as titles: all but CM and WCM (1.4.5a).
COUNTED_TITLES = (*NORM_TITLES, "FM", "WFM")

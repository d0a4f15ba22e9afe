"""Where the rules that an explanation cites stand in an edition."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Articles:
    """The articles of an edition that an explanation cites besides those of its criteria."""

    rematch: str
    bye: str
    colours: str
    completion: str
    # How S1 is paired with S2.
    halves: str
    # The best candidate, and of the best the first.
    best: str
    transposition: str
    exchange: str
    mdp_set: str
    # In the order of the text.
    colour_rules: tuple[str, str, str, str, str]
    # That the taker of the bye has the lowest score; None where no criterion says so.
    lowest_bye: str | None = None
    # That S1 is the first valid set of moved-down players; None where it is the highest of them.
    valid_set: str | None = None

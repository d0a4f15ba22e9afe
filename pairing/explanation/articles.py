"""Where each rule stands in each edition."""

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


DUTCH_2016 = Articles(
    rematch="C.1",
    bye="C.2",
    colours="C.3",
    completion="A.9",
    halves="B.3",
    best="B.8",
    transposition="D.1",
    exchange="D.2",
    mdp_set="D.3",
    colour_rules=("E.1", "E.2", "E.3", "E.4", "E.5"),
)

DUTCH_2026 = Articles(
    rematch="C1",
    bye="C2",
    colours="C3",
    completion="C4",
    halves="art. 3.3",
    best="art. 3.8",
    transposition="art. 4.2",
    exchange="art. 4.3",
    mdp_set="art. 4.4",
    colour_rules=("art. 5.2.1", "art. 5.2.2", "art. 5.2.3", "art. 5.2.4", "art. 5.2.5"),
    lowest_bye="C5",
    valid_set="art. 4.4",
)

# Both older revisions number these alike.
RATING = Articles(
    rematch="B.1.a",
    bye="B.1.b",
    colours="B.2",
    completion="C.13",
    halves="C.6",
    best="C.6",
    transposition="C.7",
    exchange="C.8",
    mdp_set="C.12",
    colour_rules=("E.1", "E.2", "E.3", "E.4", "E.5"),
)

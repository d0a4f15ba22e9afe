"""The general handling rules since 1 February 2026 (C.04.1, C.04.2), which all systems of 2026 share."""

from __future__ import annotations

from pairing.edition import Ground, Handling

# The articles of 2016 and their successors; for D.2 it is C.05 that says what becomes of absent players.
ARTICLES = {
    "C.04.1 a": "C.04.1 art. 1",
    "C.04.1 b": "C.04.1 art. 2",
    "C.04.1 c": "C.04.1 art. 3",
    "C.04.2 A.1": "C.04.2 art. 1.1",
    "C.04.2 A.2": "C.04.2 art. 1.2",
    "C.04.2 A.3": "C.04.2 art. 1.3",
    "C.04.2 A.4": "C.04.2 art. 1.4",
    "C.04.2 A.5": "C.04.2 art. 1.5",
    "C.04.2 B.1": "C.04.2 art. 2.1",
    "C.04.2 B.2": "C.04.2 art. 2.2",
    "C.04.2 B.3": "C.04.2 art. 2.3",
    "C.04.2 C.1": "C.04.2 art. 4.1",
    "C.04.2 C.2": "C.04.2 art. 2.4",
    "C.04.2 C.3": "C.04.2 art. 2.5",
    "C.04.2 D.1": "C.04.2 art. 3.1",
    "C.04.2 D.2": "C.05 6.5",
    "C.04.2 D.3": "C.04.2 art. 3.2",
    "C.04.2 D.4": "C.04.2 art. 3.3",
    "C.04.2 D.5": "C.04.2 art. 3.4",
    "C.04.2 D.6": "C.04.2 art. 3.5",
    "C.04.2 D.7": "C.04.2 art. 4.2",
    "C.04.2 D.8": "C.04.2 art. 4.3",
    "C.04.2 D.9": "C.04.2 art. 3.6",
    "C.04.2 D.10": "C.04.2 art. 4.4",
}

# The 2026 text does not say that an absent player has withdrawn, and late entries always earn their number.
HANDLING = Handling(
    grounds_for_change=(
        Ground.REMATCH,
        Ground.COMPETITION_RULES,
        Ground.WITHOUT_OPPONENT,
        Ground.LATE_ENTRY,
        Ground.TOP_BOARDS,
    ),
    change_article="C.04.2 art. 4.4",
    absence_is_withdrawal=False,
    articles=ARTICLES,
)

"""What an edition of the rules consists of."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pairing.byes import ByeRule
    from pairing.floats import FloatRule
    from pairing.tournament import Pair, RoundPairing, Tournament


# C.04.2 B.2, 2026: 2.2.
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")


class Ground(StrEnum):
    """On what ground a published pairing may be changed.

    C.04.2 D.10 (2016), F.6 of the older revisions, C.04.2 art. 4.4 (2026).
    """

    # Two players who met already are paired again by accident.
    REMATCH = "rematch"
    # A colour difference beyond two, or the same colour a third time running.
    COLOURS = "colours"
    # The rules of the competition provide for it.
    COMPETITION_RULES = "competition-rules"
    # Two participants without an opponent, close to each other in the standings, agree to play.
    WITHOUT_OPPONENT = "without-opponent"
    # A late entry: as few changes as possible, agreed by those concerned.
    LATE_ENTRY = "late-entry"
    # Events that nobody could foresee, at the top boards of the final round.
    TOP_BOARDS = "top-boards"


@dataclass(frozen=True, slots=True)
class Handling:
    """The general handling rules that come with an edition: what the desk does around the pairing."""

    # What may break a published pairing, and the article that says so.
    grounds_for_change: tuple[Ground, ...]
    change_article: str
    # Whether who is absent without notice is considered withdrawn; None where the text is silent.
    absence_is_withdrawal: bool
    # The round after whose pairing no pairing number changes for a correction of data; None: never said.
    numbers_freeze_with_round: int | None
    # Whether that holds for late entries too, which then follow at the end; else they take the number that
    # their strength earns.
    late_entries_freeze: bool
    # FIDE's titles in the order by which they rank players of equal strength; others rank as none.
    title_order: tuple[str, ...]
    # Which float a round leaves with a player, and who may receive the pairing-allocated bye.
    float_of: FloatRule
    may_take_bye: ByeRule
    # The pairs of the coming round as they are to be published, board 1 first.
    board_order: Callable[[Tournament, Iterable[Pair]], tuple[Pair, ...]]
    # What its text calls the articles of C.04.1 and C.04.2 that have another number in that of Baku 2016.
    articles: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Edition:
    """One text of one Swiss system. `pair` pairs the coming round of a tournament by it."""

    code: str
    name: str
    description: str
    pair: Callable[[Tournament], RoundPairing]
    handling: Handling

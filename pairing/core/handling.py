"""The general handling rules of C.04.2: what the desk does around the pairing.

The rules that differ between editions are in the edition itself (`edition.Handling`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pairing.core.scores import pairing_score
from pairing.core.tournament import Pair, Tournament

# B.3 (2026: 2.3): once this round is paired, no pairing number changes for a correction of data. This holds
# for events by the older revisions too, which are silent about it and are held under the rules of today.
FREEZING_ROUND = 4
# Sorts after every number and every date.
_LAST = "~"


def seeding(rating: int | None, title: str, title_order: Sequence[str]) -> tuple[int, int]:
    """B.2 a, b (2026: 2.2): the sort key of the initial order, ascending: rating, then title.

    Players who are equal in both are ranked by the criterion that was announced (B.2 c).
    """
    return -(rating or 0), title_order.index(title) if title in title_order else len(title_order)


def among_equals(criterion: str, *, name: str, birth: str, fide_id: str) -> str:
    """B.2 c (2026: 2.2): the sort key of players with the same rating and title, ascending.

    By the criterion that was announced instead of the alphabet ("birth": the older player first, "fide_id":
    the lower ID), then by the name in plain letters. Players without the date or the ID come last.
    """
    match criterion:
        case "fide_id":
            first = fide_id.zfill(11) if fide_id else _LAST
        case "birth":
            first = birth or _LAST
        case _:
            first = ""
    return f"{first}\t{name}"


def place_of_late_entry(order: Sequence[Any], newcomer: Any) -> int:
    """C.2 (2026: 2.4): the place, from 0, of a late entry: above the first player whom they outrank.

    `order` has the keys that the others are ranked by, in the order of their numbers; it need not be sorted.
    """
    return next((place for place, key in enumerate(order) if key > newcomer), len(order))


def missed_rounds(first: int) -> range:
    """C.2 (2026: 2.4): the rounds missed by a player who enters in round `first`."""
    return range(1, first)


def credited_rounds(first: int, most: int) -> range:
    """C.2 (2026: 2.4): the last missed rounds, at most `most`, for which the rules give half a point."""
    return missed_rounds(first)[max(0, first - 1 - most) :]


def may_be_credited(first: int, published: int) -> bool:
    """C.2 (2026: 2.4): whether the points for missed rounds can still be set.

    They can until the first pairing that includes the player is public; `published` is the last public round.
    """
    return published < first and bool(missed_rounds(first))


class HalfPointByes(NamedTuple):
    """D.4 (2026: 3.3), C.05 6.7: the half-point byes that the rules of an event give a player on request."""

    # How many, including those for missed rounds.
    most: int
    # The last round that allows one.
    last: int

    def are_exceeded(self, had: Collection[int], wanted: Collection[int]) -> bool:
        """Whether the rounds wanted, added to those in which the player already has one, are too many."""
        return len({*had, *wanted}) > self.most

    def too_late(self, wanted: Collection[int]) -> list[int]:
        """The wanted rounds that no longer allow one."""
        return [number for number in wanted if number > self.last]


def first_pairing_to_know(
    number: int, *, drafted: bool, published: bool, ended: bool, in_time: bool
) -> int | None:
    """D.8 (2026: 4.3): the first round whose pairing uses an error of round `number` that is reported now.

    An error reported `in_time` is used for the next pairing; once that is `published`, for the one after it;
    when the round so paired has `ended`, for the rating report alone: None. The text is silent about an error
    reported after the deadline while the next round is not paired: no pairing has to change for it, so it
    counts. A pairing that is `drafted` by then is left alone.
    """
    if ended:
        return None
    return number + 2 if published or (drafted and not in_time) else number + 1


# -- The order in which the boards are published (C.04.2 D.9) -----------------------------------------


def board_order(tournament: Tournament, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """C.04.2 D.9: the pairs of the coming round as they are to be published, board 1 first.

    The scores are the ones that the round is paired by.
    """
    coming = tournament.played_rounds + 1
    return in_order(pairs, {p.number: pairing_score(tournament, p, coming) for p in tournament.players})


def in_order(pairs: Iterable[Pair], scores: Mapping[int, int]) -> tuple[Pair, ...]:
    """C.04.2 D.9: `pairs`, board 1 first; `scores` has the players' scores by number.

    Sorted by the score of the higher ranked player, then by the sum of both scores, then by the place of the
    higher ranked player in the initial order.
    """

    def key(pair: Pair) -> tuple[int, int, int]:
        white, black = (-scores[pair.white], pair.white), (-scores[pair.black], pair.black)
        highest, number = min(white, black)
        return highest, white[0] + black[0], number

    return tuple(sorted(pairs, key=key))


# -- FIDE's titles: their order, and how lists and reports write them ---------------------------------

# C.04.2 B.2 (2026: 2.2): players of equal strength are ranked by title, the highest first.
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")

# As older lists and some programs shorten them.
SHORT = {"G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM"}


def title_of(text: str) -> str:
    """The title written this way, in full or shortened; "" if it is none of FIDE's."""
    title = SHORT.get(text.upper(), text.upper())
    return title if title in TITLES else ""

"""Brackets, and the candidates for their pairing (2016 A.3, B.3; 2026 art. 1.3, 3.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pairing.core.records import Preference, Record, Strength
from pairing.core.tournament import Colour

# Two players who meet, the higher ranked first.
type Couple = tuple[Record, Record]

# A score that nobody exceeds.
ANY_SCORE = 1 << 60


@dataclass(frozen=True, slots=True)
class Bracket:
    """Moved-down players and residents, each in ranking order, and what else their pairing depends on."""

    mdps: tuple[Record, ...]
    residents: tuple[Record, ...]
    # The next bracket, for which the best downfloaters are chosen (2016 C.7, 2026 C8).
    following: tuple[Record, ...] = ()
    # Whether `following` is the last scoregroup.
    before_last: bool = False
    # Whether the players left over must all find a place, together with everybody further down (C.4).
    completing: bool = False
    # Everybody further down, if that matters.
    below: tuple[Record, ...] = ()
    # 2026 C5: nobody with a higher score takes the bye. None if no bye is to be given any more.
    bye_limit: int | None = ANY_SCORE
    # 2026 C9: exactly one player is left over, and takes the bye.
    gives_bye: bool = False

    @property
    def players(self) -> tuple[Record, ...]:
        """Everybody in the bracket, in ranking order."""
        return self.mdps + self.residents

    @property
    def last(self) -> bool:
        """Whether it is the last bracket, in which a player left over takes the bye."""
        return self.completing and not self.following and not self.below

    def may_give_bye_to(self, record: Record) -> bool:
        """Whether `record` may take the bye (2016 C.2; 2026 C2 and C5)."""
        return self.bye_limit is not None and record.may_take_bye and record.score <= self.bye_limit


class PossiblePair(NamedTuple):
    """Two players who could meet, the higher ranked first."""

    higher: Record
    lower: Record
    # Both are in the bracket.
    inside: bool
    # The pair belongs to the next bracket: its lower player is a resident there.
    ahead: bool = False


class Candidate(NamedTuple):
    """2016 B.3, 2026 art. 3.3: the pairs of a bracket, and the players who remain unpaired."""

    pairs: tuple[Couple, ...]
    downfloaters: tuple[Record, ...]
    # How the next bracket is assumed to be paired; None if it is assumed to be paired as well as it can be.
    ahead: tuple[Couple, ...] | None = None


# -- How well the colour preferences of a group can be granted at best (2016 C.10, C.11; 2026 C12, C13).
#
# When a whole group is to be paired, the numbers of players with each kind of preference settle how many
# preferences must be refused, and which kinds of pairs a pairing that reaches this minimum must avoid. So
# the search for the best colours becomes the search for any pairing without forbidden kinds of pairs.
# docs/pairing-engine.md has the proof.

# The kinds of preference: none, then White and Black, each mild, strong, absolute.
KINDS = 7
NONE = 0
WHITE, BLACK = (1, 2, 3), (4, 5, 6)

type Counts = tuple[int, ...]


class ColourBound(NamedTuple):
    """The fewest preferences refused, the fewest strong ones, and the pairs allowed in order to get there.

    `allowed[kind]` is a bit mask of the kinds that a player of `kind` may be paired with.
    """

    refused: int
    strong_refused: int
    allowed: tuple[int, ...]


def kind_of(preference: Preference) -> int:
    """The kind of a preference, as a small number."""
    if preference.strength is Strength.NONE:
        return NONE
    return int(preference.strength) + (3 if preference.colour is Colour.BLACK else 0)


def less(counts: Counts, kind: int) -> Counts:
    """The counts without one player of `kind`."""
    return (*counts[:kind], counts[kind] - 1, *counts[kind + 1 :])


def _allowed(forbidden: set[tuple[int, int]]) -> tuple[int, ...]:
    """All kinds of pairs except the forbidden ones and two absolute preferences for one colour."""
    forbidden = forbidden | {(WHITE[2], WHITE[2]), (BLACK[2], BLACK[2])}
    return tuple(
        sum(1 << two for two in range(KINDS) if (one, two) not in forbidden and (two, one) not in forbidden)
        for one in range(KINDS)
    )


def _all_pairs(some: tuple[int, ...], others: tuple[int, ...]) -> set[tuple[int, int]]:
    return {(one, two) for one in some for two in others}


# Everybody gets their preference.
ALL_GRANTED = _allowed(_all_pairs(WHITE, WHITE) | _all_pairs(BLACK, BLACK))


def _majority_meets(minor: tuple[int, ...]) -> set[tuple[int, int]]:
    """The pairs forbidden if one colour is in the majority: only the majority may meet their like."""
    return _all_pairs(minor, minor) | _all_pairs(minor, (NONE,)) | {(NONE, NONE)}


def _mild_yields(major: tuple[int, ...], minor: tuple[int, ...]) -> tuple[int, ...]:
    """Every refused preference is a mild one: no two strong or absolute ones of the majority meet."""
    return _allowed(_majority_meets(minor) | _all_pairs(major[1:], major[1:]))


def _strong_yields(major: tuple[int, ...], minor: tuple[int, ...]) -> tuple[int, ...]:
    """There are too few mild ones: each of them meets a strong or absolute one of the same colour."""
    mild = major[:1]
    return _allowed(_majority_meets(minor) | _all_pairs(mild, (*mild, *minor, NONE)))


_MILD_YIELDS = (_mild_yields(WHITE, BLACK), _mild_yields(BLACK, WHITE))
_STRONG_YIELDS = (_strong_yields(WHITE, BLACK), _strong_yields(BLACK, WHITE))


def colour_bound(counts: Counts) -> ColourBound | None:
    """The best for 2016 C.10 and C.11, 2026 C12 and C13, if players of these kinds all meet each other.

    `counts` has the number of players of each kind; their sum is even. Returns None if even the best pairing
    would make two absolute preferences for one colour meet.
    """
    none, *preferences = counts
    white, black = sum(preferences[:3]), sum(preferences[3:])
    majority, kinds = (0, WHITE) if white >= black else (1, BLACK)
    refused = (abs(white - black) - none) // 2
    if refused <= 0:
        return ColourBound(0, 0, ALL_GRANTED)
    mild, strong = counts[kinds[0]], counts[kinds[1]]
    if mild + strong < refused:
        return None
    if refused <= mild:
        return ColourBound(refused, 0, _MILD_YIELDS[majority])
    return ColourBound(refused, refused - mild, _STRONG_YIELDS[majority])


@dataclass(frozen=True, slots=True)
class Lowered:
    """How low one requirement was set for a bracket: at first (A.8), and in the end."""

    # The step that lowers it, such as "C.10.e".
    article: str
    # The requirement, such as "x" or "B.5 for downfloaters".
    name: str
    first: int
    value: int

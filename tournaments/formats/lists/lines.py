"""A list of players as it was understood: its columns, its lines, and what the preview shows of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.lists import sources
from tournaments.formats.lists.cells import key, rating_of
from tournaments.formats.lists.columns import LABELS, RATINGS
from tournaments.formats.lists.misplaced import Misplaced
from tournaments.formats.lists.proposals import Kind, Proposal
from tournaments.formats.lists.sources import Source
from tournaments.models import Player
from tournaments.persons import Person


class Head(NamedTuple):
    """A column of the preview: of the file, with its place and heading there, or one that proposals add."""

    field: str
    place: int | None = None
    words: str = ""

    @property
    def label(self) -> str:
        """Its meaning, in words."""
        return str(LABELS[self.field])


# What is typed for a digit by mistake.
MISTYPED = str.maketrans("OoIlSB", "001158", " .,")


class Cell(NamedTuple):
    """What the preview shows of one field of a line."""

    field: str
    text: str = ""
    # What the list says instead, and whether the arbiter has yet to accept the text.
    was: str = ""
    is_proposed: bool = False
    # Which rating it is, if the column is for any.
    kind: str = ""

    @property
    def label(self) -> str:
        """The meaning of its column, in words."""
        return capfirst(str(LABELS[self.field]))

    @property
    def is_editable(self) -> bool:
        """Whether something can be typed there: first names are part of the name."""
        return self.field not in {"", "first_name"}

    @property
    def is_number(self) -> bool:
        """Whether it stands at the right, under others of its kind."""
        return self.text.isdecimal() and self.field != "fide_id"


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One line of the list: the entry made from it, its fault, or that it makes none."""

    number: int
    key: str
    # Field -> what the list says, or what was typed instead.
    said: Mapping[str, str] = field(default_factory=dict)
    fields: dict[str, Any] = field(default_factory=dict)
    fault: str = ""
    # The fields at fault.
    faulty: frozenset[str] = frozenset()
    left_out: bool = False
    # The player who is entered already: no fault, as lists are uploaded again when somebody is added to them.
    player: Player | None = None
    # Whom the line names probably again: a player of the event, or another line; in words.
    double: str = ""
    # The number of the line that enters the same person; 0 if this one does.
    same_as: int = 0
    # Whether the arbiters have said that it is somebody else than those whom it resembles.
    another: bool = False
    cells: tuple[Cell, ...] = ()

    @property
    def mends(self) -> list[tuple[str, str]]:
        """What the fields at fault may mean: the field, and the text to put there; "" to leave it empty."""
        return [(name, text) for name in sorted(self.faulty - {"", "name"}) for text in self._mends(name)]

    def _mends(self, name: str) -> Iterator[str]:
        if name in RATINGS:
            likely = self.said.get(name, "").translate(MISTYPED)
            if rating_of(likely):
                yield likely
        yield ""

    @property
    def skipped(self) -> bool:
        """Whether its player is entered already."""
        return self.player is not None

    @property
    def is_entered(self) -> bool:
        """Whether the line makes an entry."""
        return not (self.fault or self.skipped or self.left_out or self.same_as)

    @property
    def person(self) -> Person:
        """Who is entered by the line."""
        known = ("name", "birth", "federation", "sex", "fide_id")
        return Person(*(str(self.fields.get(name) or "") for name in known))


class Group(NamedTuple):
    """The proposals of one kind."""

    kind: Kind
    open: Sequence[Proposal]
    accepted: Sequence[Proposal]

    @property
    def for_all(self) -> list[Proposal]:
        """The open ones that one button accepts."""
        return [proposal for proposal in self.open if not proposal.singly]

    @property
    def label(self) -> str:
        """What was found."""
        count = len(self.open) or len(self.accepted)
        match self.kind:
            case Kind.TITLES:
                text = ngettext("%(count)d title inside a name", "%(count)d titles inside names", count)
            case Kind.NAMES:
                text = ngettext("%(count)d name in another form", "%(count)d names in another form", count)
            case Kind.BIRTHS:
                text = ngettext(
                    "%(count)d birth date that may be only a year",
                    "%(count)d birth dates that may be only a year",
                    count,
                )
            case Kind.FEDERATIONS:
                text = ngettext(
                    "%(count)d federation with a slip", "%(count)d federations with a slip", count
                )
            case Kind.IDS:
                text = ngettext(
                    "%(count)d player found on the rating list",
                    "%(count)d players found on the rating list",
                    count,
                )
        return text % {"count": count}

    @property
    def act(self) -> str:
        """The words of the button that accepts them."""
        count = len(self.for_all)
        match self.kind:
            case Kind.TITLES:
                text = ngettext("Split off %(count)d title", "Split off %(count)d titles", count)
            case Kind.NAMES:
                text = ngettext("Put %(count)d name right", "Put %(count)d names right", count)
            case Kind.BIRTHS:
                return _("Keep only the years")
            case Kind.FEDERATIONS:
                text = ngettext("Use %(count)d code", "Use %(count)d codes", count)
            case Kind.IDS:
                text = ngettext("Take %(count)d FIDE ID", "Take %(count)d FIDE IDs", count)
        return text % {"count": count}


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A list as it was understood; or why it was refused."""

    heads: tuple[Head, ...] = ()
    lines: tuple[Line, ...] = ()
    source: Source = sources.PASTED
    # What was given, if it is no list or more than one.
    misplaced: Misplaced | None = None
    # What "rating" was taken for; "" if no column is called only that.
    rating: str = ""
    proposals: tuple[Proposal, ...] = ()
    accepted: tuple[Proposal, ...] = ()
    # The content of the list that is not used, such as columns, in words.
    unused: tuple[str, ...] = ()
    refusal: str = ""

    @property
    def layout(self) -> str:
        """What another list with the same headings has in common with this one; "" if it has none."""
        words = [key(head.words) for head in self.heads if head.place is not None]
        return sha256("|".join((self.source.code, *words)).encode()).hexdigest() if any(words) else ""

    @property
    def groups(self) -> list[Group]:
        """The proposals of each kind that this list has."""
        found = [
            Group(
                kind,
                [proposal for proposal in self.proposals if proposal.kind == kind],
                [proposal for proposal in self.accepted if proposal.kind == kind],
            )
            for kind in Kind
        ]
        return [group for group in found if group.open or group.accepted]

    @property
    def open_kinds(self) -> list[Kind]:
        """The kinds of which something is proposed for all its lines."""
        return [group.kind for group in self.groups if group.for_all]

    @property
    def columns(self) -> tuple[str, ...]:
        """The meaning of each column of the file."""
        return tuple(head.field for head in self.heads if head.place is not None)

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The fields of the players to enter."""
        return [
            line.fields | ({"another": True} if line.another else {})
            for line in self.lines
            if line.is_entered
        ]

    @property
    def faults(self) -> list[Line]:
        """The lines that cannot be entered as they are."""
        return [line for line in self.lines if line.fault]

    @property
    def skipped(self) -> list[Line]:
        """The lines of players who are entered already."""
        return [line for line in self.lines if line.skipped]

    @property
    def doubles(self) -> list[Line]:
        """The lines that name somebody who is probably named already."""
        return [line for line in self.lines if line.double]

    @property
    def left_out(self) -> list[Line]:
        """The lines that are not to be entered."""
        return [line for line in self.lines if line.left_out]

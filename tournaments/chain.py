"""The chain of publications and that of the server's log: texts of links, their fingerprints, and parsing.

A link is plain text, so that anybody can check it: its fingerprint is the SHA-256 of its UTF-8 bytes, and
it contains the fingerprint of the link before it. Fields are separated by tabs.
`docs/operations/integrity.md` shows an example, and says what the chain proves.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Self

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FORMAT = "Board One publication 1"
FORMAT_OF_SERVER = "Board One server act 1"


class Person(NamedTuple):
    """A player as named in a link: `key` identifies the entry even if its number and name change."""

    number: int
    name: str
    fide_id: str
    key: str


class Board(NamedTuple):
    """One board: its number, its players, and the result if the link contains results."""

    number: int
    white: Person
    black: Person
    # As Game.entered gives it, with the player who goes on by a tie-break; None in a link without results.
    result: str | None = None


class Bye(NamedTuple):
    """A player who does not play, with the kind of bye (Seat.Kind)."""

    kind: str
    player: Person


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a round: boards in order, then byes by pairing number."""

    boards: tuple[Board, ...] = ()
    byes: tuple[Bye, ...] = ()

    @property
    def tells_results(self) -> bool:
        """Whether it includes results."""
        return any(board.result is not None for board in self.boards)

    @property
    def facts(self) -> tuple[object, ...]:
        """The seats and results by player key: unchanged when players get other numbers or names."""
        boards = tuple((b.number, b.white.key, b.black.key, b.result) for b in self.boards)
        return boards, tuple(sorted((bye.kind, bye.player.key) for bye in self.byes))

    @property
    def people(self) -> Iterator[Person]:
        """All players in the round."""
        for board in self.boards:
            yield from (board.white, board.black)
        for bye in self.byes:
            yield bye.player

    def without_results(self) -> Content:
        """The pairing alone."""
        return Content(tuple(board._replace(result=None) for board in self.boards), self.byes)


class Identity(NamedTuple):
    """A player's identity before and after, in a link that corrects it."""

    was: Person
    now: Person


@dataclass(frozen=True, slots=True)
class Link:
    """One link: `place` counts from 1 in its event; `at` is the time in UTC, as ISO 8601 writes it.

    `event` is the event's address and `name` its name, `edition` the code of its pairing rules.
    """

    place: int
    event: str
    name: str
    round_number: int
    kind: str
    edition: str
    at: str
    previous: str
    ground: str = ""
    content: Content = field(default_factory=Content)
    identity: Identity | None = None

    @property
    def text(self) -> str:
        """The canonical text."""
        return _written(self._lines())

    def _lines(self) -> Iterator[tuple[object, ...]]:
        yield (FORMAT,)
        yield "link", self.place
        yield "event", self.event
        yield "name", self.name
        yield "round", self.round_number
        yield "kind", self.kind
        yield "rules", self.edition
        yield "time", self.at
        yield "ground", self.ground
        yield "previous", self.previous
        if self.identity:
            yield "was", *self.identity.was
            yield "is", *self.identity.now
        for board in self.content.boards:
            yield "white", board.number, *board.white
            yield "black", board.number, *board.black
            if board.result is not None:
                yield "result", board.number, board.result
        for bye in self.content.byes:
            yield "bye", bye.kind, *bye.player

    @property
    def fingerprint(self) -> str:
        """64 hexadecimal digits."""
        return fingerprint(self.text)

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse the text of a link. Raises ValueError if it is not one."""
        first, *lines = text.split("\n")
        if first != FORMAT:
            message = f"expected “{FORMAT}”, found “{first[:60]}”"
            raise ValueError(message)
        try:
            return cls._of_lines(lines)
        except (KeyError, IndexError, TypeError) as error:
            message = f"expected the lines of a publication, found none of {error}"
            raise ValueError(message) from error

    @classmethod
    def _of_lines(cls, lines: list[str]) -> Self:
        rows = [line.split("\t") for line in lines]
        head = {row[0]: row[1] for row in rows[:9]}
        people = {row[0]: _person(row[1:]) for row in rows if row[0] in {"was", "is"}}
        return cls(
            place=int(head["link"]),
            event=head["event"],
            name=head["name"],
            round_number=int(head["round"]),
            kind=head["kind"],
            edition=head["rules"],
            at=head["time"],
            ground=head["ground"],
            previous=head["previous"],
            content=_content(rows),
            identity=Identity(people["was"], people["is"]) if people else None,
        )


class ServerLine(NamedTuple):
    """A line of the server's log: `at` as in a Link, `event` the key of the event that it is about, or ""."""

    at: str
    actor: str
    act: str
    event: str
    subject: str


def text_of_server(lines: Iterable[ServerLine], previous: str) -> str:
    """The canonical text of a link of the server's log: the lines that it takes in, the last its own."""
    fields = (field for line in lines for field in line._asdict().items())
    return _written([(FORMAT_OF_SERVER,), ("previous", previous), *fields])


def fingerprint(text: str) -> str:
    """SHA-256 of the text in UTF-8, as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def short(full: str) -> str:
    """The first 16 digits in groups of four, for people to compare by eye."""
    return " ".join(full[start : start + 4] for start in range(0, 16, 4))


def _written(lines: Iterable[tuple[object, ...]]) -> str:
    return "".join("\t".join(map(_plain, line)) + "\n" for line in lines)


def _plain(value: object) -> str:
    """The value as a field: without tabs and line ends, which old names and reasons may contain."""
    return " ".join(str(value).split()) if isinstance(value, str) else str(value)


def _person(cells: list[str]) -> Person:
    number, name, fide_id, key = cells
    return Person(int(number), name, fide_id, key)


def _content(rows: Iterable[list[str]]) -> Content:
    white: dict[int, Person] = {}
    black: dict[int, Person] = {}
    results: dict[int, str] = {}
    byes = []
    for word, *cells in rows:
        match word:
            case "white":
                white[int(cells[0])] = _person(cells[1:])
            case "black":
                black[int(cells[0])] = _person(cells[1:])
            case "result":
                results[int(cells[0])] = cells[1]
            case "bye":
                byes.append(Bye(cells[0], _person(cells[1:])))
    boards = (Board(number, one, black[number], results.get(number)) for number, one in white.items())
    return Content(tuple(boards), tuple(byes))

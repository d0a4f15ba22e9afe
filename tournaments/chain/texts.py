"""The chain of publications and that of the server's log: texts of links, their fingerprints, and parsing.

A link is plain text, so that anybody can check it: its fingerprint is the SHA-256 of its UTF-8 bytes, and
it contains the fingerprint of the link before it. Fields are separated by tabs.
`docs/operations/integrity.md` shows an example, and says what the chain proves.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

FORMAT_OF_SERVER = "Board One server act 1"
FORMAT = "Board One publication"
# The versions of the text. Links of the first one have no end of the event, no members and no line-ups.
VERSIONS = (1, 2)
LATEST = VERSIONS[-1]

# A line of an end: its word, what it is about, and the cells that say it.
type Line = tuple[str, ...]
# The words of what is stored about an event at its end, and of what the rule book makes of it.
STORED = ("regulation", "fund", "prizes", "player", "member")
COMPUTED = ("standing", "award", "kept")
# The word before the release whose rule book it was.
PROGRAM = "program"
# Those about one player, or one member of a team.
OF_PEOPLE = ("player", "member")
OF_END = frozenset((*STORED, PROGRAM, *COMPUTED))


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


class LineUp(NamedTuple):
    """Who sat at the boards of a match for a team: its key, and their places in its order, board 1 first.

    `places` are numbers with commas between them, 0 for nobody.
    """

    team: str
    places: str


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a round: boards in order, then byes by pairing number.

    In an event of teams also the members of its teams, numbered by their place in the order, and, with the
    results, the line-ups.
    """

    boards: tuple[Board, ...] = ()
    byes: tuple[Bye, ...] = ()
    members: tuple[Person, ...] = ()
    line_ups: tuple[LineUp, ...] = ()

    @property
    def states_results(self) -> bool:
        """Whether it includes results."""
        return any(board.result is not None for board in self.boards)

    @property
    def facts(self) -> tuple[object, ...]:
        """The seats, results and line-ups by key: unchanged when somebody gets another number or name."""
        boards = tuple((b.number, b.white.key, b.black.key, b.result) for b in self.boards)
        byes = tuple(sorted((bye.kind, bye.player.key) for bye in self.byes))
        return boards, byes, tuple(sorted(self.line_ups))

    @property
    def people(self) -> Iterator[Person]:
        """All players in the round, and the members of its teams."""
        for board in self.boards:
            yield from (board.white, board.black)
        for bye in self.byes:
            yield bye.player
        yield from self.members

    def without_results(self) -> Content:
        """The pairing alone."""
        boards = tuple(board._replace(result=None) for board in self.boards)
        return Content(boards, self.byes, self.members)

    def stated_as(self, other: Content) -> Content:
        """The same content, with results and line-ups only if the other tells such."""
        content = self if other.states_results else self.without_results()
        return content if other.line_ups else replace(content, line_ups=())


class Identity(NamedTuple):
    """The identity of a player, or of a member of a team, before and after, in a link that corrects it."""

    was: Person
    now: Person


@dataclass(frozen=True, slots=True)
class Link:
    """One link: `place` counts from 1 in its event; `at` is the time in UTC, as ISO 8601 writes it.

    `event` is the event's address and `name` its name, `edition` the code of its pairing rules. `end` is what
    an end of the event states, or its reopening.
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
    identities: tuple[Identity, ...] = ()
    end: tuple[Line, ...] = ()
    version: int = LATEST

    @property
    def people(self) -> Iterator[Person]:
        """Everybody whom the link names as they are."""
        yield from self.content.people
        yield from (named_in(line) for line in self.end if line[0] in OF_PEOPLE)

    @property
    def text(self) -> str:
        """The canonical text."""
        return _written(map(line_of, self._lines())) + _written(self.end)

    def _lines(self) -> Iterator[tuple[object, ...]]:
        yield (f"{FORMAT} {self.version}",)
        yield "link", self.place
        yield "event", self.event
        yield "name", self.name
        yield "round", self.round_number
        yield "kind", self.kind
        yield "rules", self.edition
        yield "time", self.at
        yield "ground", self.ground
        yield "previous", self.previous
        for was, now in self.identities:
            yield "was", *was
            yield "is", *now
        for board in self.content.boards:
            yield "white", board.number, *board.white
            yield "black", board.number, *board.black
            if board.result is not None:
                yield "result", board.number, board.result
        for bye in self.content.byes:
            yield "bye", bye.kind, *bye.player
        for member in self.content.members:
            yield "in-team", *member
        for line_up in self.content.line_ups:
            yield "line-up", *line_up

    @property
    def fingerprint(self) -> str:
        """64 hexadecimal digits."""
        return fingerprint(self.text)

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse the text of a link. Raises ValueError if it is not one."""
        first, *lines = text.split("\n")
        version = next((known for known in VERSIONS if first == f"{FORMAT} {known}"), None)
        if version is None:
            message = f"expected “{FORMAT} {LATEST}”, found “{first[:60]}”"
            raise ValueError(message)
        try:
            return cls._of_lines(version, lines)
        except (KeyError, IndexError, TypeError) as error:
            message = f"expected the lines of a publication, found none of {error}"
            raise ValueError(message) from error

    @classmethod
    def _of_lines(cls, version: int, lines: list[str]) -> Self:
        rows = [line.split("\t") for line in lines]
        head = {row[0]: row[1] for row in rows[:9]}
        were, are = ([_person(row[1:]) for row in rows if row[0] == word] for word in ("was", "is"))
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
            identities=tuple(Identity(*two) for two in zip(were, are, strict=True)),
            end=tuple(tuple(row) for row in rows if row[0] in OF_END),
            version=version,
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
    return _written(map(line_of, [(FORMAT_OF_SERVER,), ("previous", previous), *fields]))


def fingerprint(text: str) -> str:
    """SHA-256 of the text in UTF-8, as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def short(full: str) -> str:
    """The first 16 digits in groups of four, for people to compare by eye."""
    return " ".join(full[start : start + 4] for start in range(0, 16, 4))


def commitment(salt: str, key: str, birth: str) -> str:
    """What an end states about the day of a birth; without the salt nobody can tell the day from it.

    `key` identifies the entry. 64 hexadecimal digits.
    """
    return fingerprint(f"{salt}\t{key}\t{birth}")


def key_of_member(team: str, place: int) -> str:
    """The key of a member of the team with this key: nobody's place changes once the team was published."""
    return f"{team}/{place}"


def line_of(cells: Iterable[object]) -> Line:
    """A line as a text holds it."""
    return tuple(map(_plain, cells))


def named_in(line: Line) -> Person:
    """The person in such a line OF_PEOPLE: `player  KEY  3  Adler, Anna  1234567  …`."""
    return Person(int(line[2]), line[3], line[4], line[1])


def _written(lines: Iterable[Line]) -> str:
    return "".join("\t".join(line) + "\n" for line in lines)


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
    byes: list[Bye] = []
    members: list[Person] = []
    line_ups: list[LineUp] = []
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
            case "in-team":
                members.append(_person(cells))
            case "line-up":
                line_ups.append(LineUp(*cells))
    boards = (Board(number, one, black[number], results.get(number)) for number, one in white.items())
    return Content(tuple(boards), tuple(byes), tuple(members), tuple(line_ups))

"""What the screens of the hall show, small pictures of it for the desk, and the page that is due."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from textwrap import wrap
from typing import NamedTuple
from urllib.parse import quote
from xml.sax.saxutils import escape

from django.core.cache import cache
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments import rulebook
from tournaments.errors import Conflict
from tournaments.event.queries import event
from tournaments.models import Announcement, PrizeList, Round, Screen, Seat, Tournament
from tournaments.prizes import queries as prizes
from tournaments.rounds.queries.boards import seated
from tournaments.rounds.queries.rounds import round_on
from tournaments.standings import queries as standings
from tournaments.texts import as_text, fold

Part = Screen.Part

# Widths of letters in bold Arial, in hundredths of an em; other capitals take CAPITAL, and the rest USUAL.
WIDTHS = {
    letter: width
    for width, letters in ((28, "ijlI.,:;'’| "), (37, "frt-()"), (56, "acekszvxy"), (88, "mMwW"), (100, "…"))
    for letter in letters
}
CAPITAL, USUAL = 72, 61
# How much more room smaller letters have: 40 pixels high instead of 50. Still smaller ones are unreadable.
SMALLER = (5, 4)


class Fitted(NamedTuple):
    """A name as it is shown, and whether it is in smaller letters."""

    text: str
    small: bool = False


class Place(NamedTuple):
    """The place of a name: its room, and the part of it that a sign takes; in hundredths of an em."""

    room: int
    sign: int = 0

    def holds(self, shown: Fitted) -> bool:
        """Whether the name fits into the place."""
        more, less = SMALLER
        return (self.sign + width(shown.text)) * (less if shown.small else more) <= self.room * more


def width(text: str) -> int:
    """The width of the text, in hundredths of an em."""
    return sum(WIDTHS.get(letter, CAPITAL if letter.isupper() else USUAL) for letter in text)


def forms(name: str) -> list[str]:
    """The name, then with only an initial, then the surname: `Grigoryan, Petros`, `Grigoryan, P.`, …"""
    family, comma, given = name.partition(", ")
    return [name, f"{family}, {given[0]}.", family] if comma and given else [name]


def counted(names: Iterable[str]) -> Counter[str]:
    """The number of people with each form of a name."""
    return Counter(form for name in names for form in forms(name))


def fitted(name: str, place: Place, shared: Counter[str]) -> Fitted:
    """The name as it fits into its place, in a form that nobody shares.

    It is shortened first to the initial, then to smaller letters, then to the surname; finally the surname is
    cut.
    """
    shorter = [form for form in forms(name)[1:] if shared[form] < 2]
    choices = [Fitted(form) for form in [name, *shorter[:1]]]
    choices += [Fitted(form, small=True) for form in [name, *shorter]]
    return next(filter(place.holds, choices), None) or cut(name, place)


def cut(name: str, place: Place) -> Fitted:
    """As much of the surname as fits in smaller letters, and the initial."""
    family, comma, given = name.partition(", ")
    end = f"…, {given[0]}." if comma and given else "…"
    while family and not place.holds(Fitted(family + end, small=True)):
        family = family[:-1]
    return Fitted(family.rstrip(" -") + end, small=True)


# Lines of 76 px between head and foot of a picture 1080 px high: letters of 36 px, 27 mm on a television of
# 65 inches, which is 1/300 of eight metres.
LINES = 12
# The most columns of lines side by side.
COLUMNS = {Part.BOARDS: 2, Part.RESULTS: 2, Part.NAMES: 3, Part.STANDINGS: 2, Part.PRIZES: 2}
# Widths in hundredths of an em: all columns, the gap between two of them, what a line has beside its names, a
# disc before a name, and a word after it.
ALL_COLUMNS, BETWEEN = 3770, 60
BESIDE = {Part.BOARDS: 210, Part.RESULTS: 440, Part.NAMES: 190, Part.STANDINGS: 420, Part.PRIZES: 700}
DISC, IDLE = 83, 230
# Parts about a round; and parts with one thing on each page: announcements are whole sentences, and the
# countdown is one figure.
OF_ROUND = (Part.BOARDS, Part.NAMES, Part.RESULTS)
ONE_EACH = (Part.ANNOUNCEMENTS, Part.COUNTDOWN)


class Page(NamedTuple):
    """One page of the sequence that a screen shows, with its event; pages count from 1."""

    tournament: Tournament
    part: Screen.Part
    number: int


class Picture(NamedTuple):
    """A screen's page as a picture: the address of an image, and the same in words."""

    address: str
    words: str


class Line(NamedTuple):
    """One line of a page. Which of its fields are filled depends on the part."""

    # A board or a place; "" if there is none.
    number: object
    name: str
    # A result, points, money.
    result: str = ""
    # Black's name if the line is a board.
    other: str = ""
    # "w" or "b" if the line is one player's game.
    colour: str = ""
    heading: bool = False
    # Whether in smaller letters, so that the names fit.
    small: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """A page with all its content."""

    part: Screen.Part
    number: int
    pages: int
    # The round that is on or was last; None before the first is published.
    round: Round | None
    columns: Sequence[Sequence[Line]]
    announcements: Sequence[Announcement]
    # The number of boards with a result, and of all boards.
    done: int = 0
    boards: int = 0
    # The standings are those after this round.
    after: int = 0

    @property
    def of_round(self) -> bool:
        """Whether the page is about a published round."""
        return self.round is not None and self.part in OF_ROUND

    @property
    def numbers(self) -> range:
        """The numbers of all pages."""
        return range(1, self.pages + 1)

    @property
    def announcement(self) -> Announcement | None:
        """The announcement that this page shows; None if nothing is announced."""
        return self.announcements[self.number - 1] if self.announcements else None


def opened(tournament: Tournament) -> list[Screen]:
    """The screens that an arbiter has opened, by name."""
    return list(tournament.screens.filter(code="").select_related("tournament"))


def by_key(tournament: Tournament, key: int) -> Screen:
    """The open screen with this key; raises Conflict if it was closed."""
    found = tournament.screens.filter(pk=key, code="").first()
    if found is None:
        raise Conflict("gone", _("This screen was closed in the meantime."))
    return found


def announcements(tournament: Tournament) -> list[Announcement]:
    """The present announcements, the newest first."""
    return list(tournament.announcements.active())


def next_start(tournament: Tournament, on: Round | None) -> Round | None:
    """The next round to start, by what the public knows: the published one while it has no result.

    None while its day or time is not known. Whether it has begun in the meantime is not checked here.
    """
    if on and on.results_at is None and not on.games.exclude(result="").exists():
        return on if on.starts_at else None
    number = on.number + 1 if on else 1
    row = tournament.rounds.filter(number=number).select_related("tournament").first()
    return row if row and row.starts_at else None


def open_deadline(on: Round | None) -> datetime | None:
    """The deadline for reporting errors of the round, once its results are published; else None."""
    return on.deadline if on and on.results_at else None


def page(tournament: Tournament, part: Screen.Part, number: int) -> Shown:
    """The page of this part with this number, or the last one if there are fewer."""
    on, standing = round_on(tournament), announcements(tournament)
    lines = [] if part in ONE_EACH else _lines(tournament, part, on)
    size = LINES * COLUMNS.get(part, 1)
    pages = len(standing) if part == Part.ANNOUNCEMENTS else ceil(len(lines) / size)
    number = max(1, min(number, pages))
    shown = _fitted(part, lines, lines[(number - 1) * size : number * size])
    return Shown(
        part,
        number,
        max(1, pages),
        on,
        [shown[start : start + LINES] for start in range(0, len(shown), LINES)],
        standing,
        done=sum(1 for line in lines if line.result),
        boards=len(lines),
        after=rulebook.finished_rounds(tournament) if part == Part.STANDINGS else 0,
    )


def place(part: Screen.Part, columns: int) -> Place:
    """The room of a name on a page with that many columns."""
    column = (ALL_COLUMNS - BETWEEN * (columns - 1)) // columns
    names = 2 if part in (Part.BOARDS, Part.RESULTS) else 1
    sign = DISC if part in (Part.BOARDS, Part.NAMES) else 0
    return Place((column - BESIDE[part]) // names, sign)


def _fitted(part: Screen.Part, lines: Sequence[Line], shown: Sequence[Line]) -> list[Line]:
    """The lines of one page with names fitted to their room; `lines` are those of all pages."""
    shared = counted(name for line in lines for name in (line.name, line.other))
    found = []
    for line in shown:
        where = place(part, ceil(len(shown) / LINES))
        if part == Part.NAMES and line.result:
            where = where._replace(room=where.room - IDLE)
        name, other = (fitted(text, where, shared) for text in (line.name, line.other))
        found.append(line._replace(name=name.text, other=other.text, small=name.small or other.small))
    # A page with two sizes of letters looks restless.
    if 2 * sum(line.small for line in found) > len(found):
        found = [line._replace(small=True) for line in found]
    return found


def _lines(tournament: Tournament, part: Screen.Part, on: Round | None) -> list[Line]:
    match part:
        case Part.STANDINGS:
            return _places(tournament)
        case Part.PRIZES:
            return _prizes(tournament)
    if on is None:
        return []
    return _by_name(on) if part == Part.NAMES else _by_board(on, part)


def _by_board(round_: Round, part: Screen.Part) -> list[Line]:
    with_results = part == Part.RESULTS
    return [
        Line(
            game.board,
            white.name,
            str(game.get_result_display()) if with_results and game.result else "",
            black.name,
        )
        for game, white, black in seated(round_)
    ]


def _by_name(round_: Round) -> list[Line]:
    """Everybody in the round by name: the board and the colour, or a word for a bye."""
    seats = [
        seat
        for seat in round_.seats.select_related("player", "game")
        if seat.game or not seat.player.has_withdrawn_by(round_.number)
    ]
    idle = pgettext("on a screen, instead of a board", "bye")

    def alphabetical(seat: Seat) -> tuple[str, str, int]:
        return fold(seat.player.name), seat.player.name, seat.player.pk

    return [
        Line(
            seat.game.board if seat.game else "",
            seat.player.name,
            "" if seat.game else idle,
            colour=seat.colour or "",
        )
        for seat in sorted(seats, key=alphabetical)
    ]


def _places(tournament: Tournament) -> list[Line]:
    if not rulebook.finished_rounds(tournament):
        return []
    return [
        Line(row.rank, row.player.name, as_text(row.standing.points)) for row in standings.rows(tournament)
    ]


def _prizes(tournament: Tournament) -> list[Line]:
    """The prizes of each list under its title; their winners, once the event is finished."""
    found = prizes.announced(tournament)
    if found is None:
        return []
    awards = prizes.awards(tournament) if tournament.is_finished else None
    given: list[tuple[PrizeList, list[tuple[object, str, int]]]] = (
        [(of.prizes, [("", won.name, won.amount) for won in of.awards]) for of in awards.lists]
        if awards
        else [(row, [(place, "", one) for place, one in enumerate(row.amounts, 1)]) for row in found.lists]
    )
    lines = []
    for row, amounts in given:
        lines.append(Line("", row.title, heading=True))
        lines += [
            Line(number, name, rulebook.money(amount, found.fund.currency))
            for number, name, amount in amounts
        ]
    return lines


def programme(screen: Screen, now: datetime) -> list[Page]:
    """The pages that the screen shows in turn, group by group; at least one.

    A part with nothing to show is left out; if the screen is held on a part that no group has, its page says
    so.
    """
    found = [
        Page(event, part, number)
        for event in _events(screen)
        for part in screen.turns_through
        for number in range(1, _pages(event, part, now) + 1)
    ]
    return found or [Page(screen.tournament, Part(screen.held or Part.COUNTDOWN), 1)]


def _events(screen: Screen) -> list[Tournament]:
    """The event of the screen, or all groups of its festival."""
    part = event.part_of(screen.tournament) if screen.all_groups else None
    return [beside.tournament for beside in event.parts_beside(part)] if part else [screen.tournament]


def _pages(tournament: Tournament, part: Screen.Part, now: datetime) -> int:
    """The number of pages that the part has to show, counted once per public revision; 0 for none."""
    if part == Part.COUNTDOWN:
        on = round_on(tournament)
        ahead = next_start(tournament, on)
        moments = (ahead.starts_at if ahead else None, open_deadline(on))
        return int(any(moment and moment > now for moment in moments))
    key, revision = f"screen:{tournament.pk}:{part}", tournament.public_revision
    kept: tuple[int, int] | None = cache.get(key)
    if kept and kept[0] == revision:
        return kept[1]
    shown = page(tournament, part, 1)
    pages = shown.pages if shown.columns or (part == Part.ANNOUNCEMENTS and shown.announcements) else 0
    cache.set(key, (revision, pages))
    return pages


def turn(screen: Screen, now: datetime) -> Page:
    """The page to show now by the server's clock: screens with the same programme turn together."""
    pages = programme(screen, now)
    return pages[int(now.timestamp()) // screen.seconds % len(pages)]


def picture(tournament: Tournament, shown: Shown, *, dark: bool) -> Picture:
    """A small picture of a page as a screen shows it, drawn from the same lines."""
    title = str(shown.part.label)
    if shown.of_round and shown.round:
        title = _("Round %(number)d") % {"number": shown.round.number}
    columns = [
        [Row(str(row.number), row.name, row.result, row.other, row.heading) for row in column]
        for column in shown.columns
    ]
    if shown.part == Part.ANNOUNCEMENTS and shown.announcement:
        columns = [rows_of_announcement(shown.announcement.text)]
    address = as_address(title, tournament.name, columns, dark=dark)
    return Picture(address, _described(shown))


def _described(shown: Shown) -> str:
    """The first and the last line of the page, for readers who do not see its picture."""
    if shown.part == Part.ANNOUNCEMENTS and shown.announcement:
        return shown.announcement.text
    rows = [row for column in shown.columns for row in column if not row.heading]
    if not rows:
        return str(shown.part.label)
    first, last = (f"{row.number} {row.name}".strip() for row in (rows[0], rows[-1]))
    return _("from %(first)s to %(last)s") % {"first": first, "last": last}


# A sixth of a screen of 1920 × 1080 each way; it has at most 12 lines, as there.
WIDE, HIGH = 320, 180
HEAD, LINE = 30, 11.5
# The most letters in a line of an announcement; and the approximate width of a letter of a list.
LETTERS, LETTER = 38, 4.6
LIGHT, DARK = ("#fff", "#111"), ("#000", "#eee")


class Row(NamedTuple):
    """One line: its number, and its texts at the left, in the middle and at the right."""

    number: str = ""
    left: str = ""
    middle: str = ""
    right: str = ""
    heading: bool = False


def as_address(title: str, event: str, columns: Sequence[Sequence[Row]], *, dark: bool) -> str:
    """The picture as a data: address, black on white or white on black."""
    paper, ink = DARK if dark else LIGHT
    beside = WIDE - 24 - len(title) * LETTER * 13 / 8
    texts = [
        _text(8, 19, title, 13, bold=True),
        _text(WIDE - 8, 19, _cut(event, beside), 8, anchor="end"),
    ]
    width = (WIDE - 16) / max(1, len(columns))
    for place, rows in enumerate(columns):
        for number, row in enumerate(rows):
            texts += _row(row, 8 + place * width, HEAD + (number + 1) * LINE, width - 8)
    drawn = "".join(texts)
    return "data:image/svg+xml," + quote(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-family="sans-serif"'
        f' fill="{ink}"><rect width="{WIDE}" height="{HIGH}" fill="{paper}"/>'
        f'<path d="M8 24H{WIDE - 8}" stroke="{ink}"/>{drawn}</svg>'
    )


def rows_of_announcement(text: str) -> list[Row]:
    """The rows of an announcement."""
    return [Row(left=line) for line in wrap(text, LETTERS)]


def _row(row: Row, x: float, y: float, width: float) -> Iterator[str]:
    if row.number:
        yield _text(x + 14, y, row.number, 8, anchor="end")
    start = 18 if row.number else 0
    room = width * 0.42 - start if row.right else width - start - (24 if row.middle else 0)
    yield _text(x + start, y, _cut(row.left, room), 8, bold=row.heading)
    if row.right:
        yield _text(x + width * 0.5, y, row.middle, 8, bold=True, anchor="middle")
        yield _text(x + width * 0.58, y, _cut(row.right, width * 0.42), 8)
    elif row.middle:
        yield _text(x + width, y, row.middle, 8, bold=True, anchor="end")


def _cut(text: str, room: float) -> str:
    """As much of the text as usually fits into the room."""
    most = int(room / LETTER)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _text(x: float, y: float, text: str, size: int, *, bold: bool = False, anchor: str = "start") -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}"{weight}>{escape(text)}</text>'
    )

"""The files of rating lists, as entries: the text and XML of FIDE, and tables."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import date
from itertools import chain
from pathlib import Path
from typing import IO, NamedTuple
from xml.parsers import expat

from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.formats.workbooks import DAMAGES, directory_size
from tournaments.models import RatingList
from tournaments.texts import cleaned

Kind = RatingList.Kind

# Other names of columns, older ones and those of the XML's elements -> the name used here.
NAMES = {
    "id number": "id",
    "fideid": "id",
    "country": "fed",
    "titl": "tit",
    "title": "tit",
    "w_title": "wtit",
    "born": "b-day",
    "birthday": "b-day",
    "srtng": Kind.STANDARD,
    "rrtng": Kind.RAPID,
    "rapid_rating": Kind.RAPID,
    "brtng": Kind.BLITZ,
    "blitz_rating": Kind.BLITZ,
    "sk": "standard_k",
    "rk": "rapid_k",
    "bk": "blitz_k",
}
NOTHING = frozenset({"", "0"})
SEXES = {"M": "m", "F": "w"}


class Entry(NamedTuple):
    """One player of a list; ratings, their K and the year are 0 if there is none."""

    fide_id: str
    name: str
    federation: str
    sex: str
    title: str
    birth_year: int
    inactive: bool
    standard: int
    rapid: int
    blitz: int
    standard_k: int = 0
    rapid_k: int = 0
    blitz_k: int = 0
    national: int = 0


def entry_of(fields: dict[str, str], rating: Kind) -> Entry:
    """The player of one line; raises ValueError with its fault. `rating` is the kind that "rating" means."""
    get = fields.get
    fide_id = get("id", "")
    if not (fide_id.isascii() and fide_id.isdigit() and len(fide_id) <= 11):
        raise ValueError(_("expected a FIDE ID, found “%(found)s”") % {"found": fide_id[:20]})
    name = cleaned(get("name", ""))[:80]
    if not name:
        raise ValueError(_("FIDE ID %(id)s has no name") % {"id": fide_id})
    federation = get("fed", "")
    flag = get("flag", "").lower()
    sex = SEXES.get(get("sex", ""), "w" if "w" in flag else "")
    title = rulebook.handling.title_of(get("tit", "")) or rulebook.handling.title_of(get("wtit", ""))
    ratings = {kind: _number(get(kind, "")) for kind in RatingList.RATINGS}
    coefficients = {kind: _number(get(f"{kind}_k", "")) for kind in RatingList.RATINGS}
    if "rating" in fields:
        ratings[rating] = _number(fields["rating"])
        coefficients[rating] = _number(get("k", ""))
    return Entry(
        fide_id.lstrip("0") or "0",
        name,
        federation if len(federation) == 3 and federation.isascii() and federation.isalpha() else "",
        sex,
        title,
        _number(get("b-day", "")[:4]),
        "i" in flag,
        ratings[Kind.STANDARD],
        ratings[Kind.RAPID],
        ratings[Kind.BLITZ],
        coefficients[Kind.STANDARD],
        coefficients[Kind.RAPID],
        coefficients[Kind.BLITZ],
    )


def _number(text: str) -> int:
    """A rating or a year; 0 for none. Raises ValueError for anything else."""
    if text in NOTHING:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise ValueError(
            _("expected a number of up to four digits, found “%(found)s”") % {"found": text[:20]}
        )
    return int(text)


def refused(message: str) -> DomainError:
    """The error for a file that is not a rating list, or a faulty one."""
    return DomainError("rating_list", message)


MOST_TEXT = 4096
MOST_TAGS = 100
ROOT = "playerslist"


def parser_of(take: Callable[[dict[str, str]], object]) -> expat.XMLParserType:
    """A parser that passes on the elements of each player as (name -> text), and refuses other XML."""
    fields: dict[str, str] | None = None
    current, tags = "", 0

    def start(tag: str, _attributes: object) -> None:
        nonlocal fields, current, tags
        if not current and tag != ROOT:
            found = {"expected": ROOT, "found": tag}
            raise refused(_("Expected the XML element “%(expected)s”, found “%(found)s”.") % found)
        current = NAMES.get(tag, tag)
        tags += 1
        if tag == "player":
            end(ROOT)
            fields, tags = {}, 0
        elif tags > MOST_TAGS:
            raise refused(
                _("The XML is not FIDE’s: a player has more than %(most)d elements.") % {"most": tags - 1}
            )

    def text(data: str) -> None:
        if fields is not None and len(known := fields.get(current, "")) < MOST_TEXT:
            fields[current] = known + data

    def end(tag: str) -> None:
        if tag == ROOT and fields is not None:
            take(fields)

    def document_type(*_parts: object) -> None:
        raise refused(_("The XML declares a document type, which FIDE’s lists do not have."))

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.CharacterDataHandler = text
    parser.EndElementHandler = end
    parser.StartDoctypeDeclHandler = document_type
    return parser


CHUNK = 1 << 20
# The XML of two million players takes 0.9 GB.
MOST_BYTES = 4 << 30
MOST_LINE = 4096
# Enough for the names of a thousand files; FIDE packs one.
MOST_DIRECTORY = 1 << 16
# The year in an archive that was made without a date.
NO_YEAR = 1980
# With this many faulty lines, and more than one for every twenty players, the file is not a list at all.
MOST_FAULTS = 100

MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
MONTH = re.compile(rf"({'|'.join(MONTHS)})(\d\d)", re.IGNORECASE)

# The names of the columns; older lists write some of them without a blank in between.
COLUMN = re.compile(
    r"ID Number|Name|Fed|Sex|[WO]?Titl?|FOA|[SRB]Rtng|[SRB]Gm|[SRB]K|Games|Gms|Born|B-day|Flag"
    r"|[A-Z]{3}\d\d(?!\d)|\S+",
    re.IGNORECASE,
)


class ListFile:
    """An open list: its kind and month, and its entries, which can be read once.

    `kind` is "" and `month` None if the file does not say it. `done` is how many of the `total` bytes have
    been read, `skipped` how many lines make no entry, and `faults` has the first of their faults in words.
    """

    def __init__(self, stream: IO[bytes], total: int, names: Iterable[str]) -> None:
        self.total = total
        self.done = 0
        self.skipped = 0
        self.faults: list[str] = []
        self._stream = stream
        self._head = self._read()
        self._is_xml = self._head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")
        self._columns = {} if self._is_xml else self._header()
        self.month = self._month_of_header() or next(filter(None, map(month_in, names)), None)
        self.kind = self._kind(" ".join(names).lower())

    def entries(self) -> Iterator[Entry]:
        """The players, in the order of the file.

        Raises DomainError if it is damaged, or too many lines make no sense.
        """
        found = 0
        rating = Kind.STANDARD if self.kind == Kind.COMBINED else Kind(self.kind)
        for number, fields in enumerate(self._elements() if self._is_xml else self._lines(), 1):
            try:
                entry = entry_of(fields, rating)
            except ValueError as error:
                self._skip(number, str(error), found)
                continue
            found += 1
            yield entry
        if not found:
            raise refused(_("The file holds no players."))

    def _skip(self, number: int, fault: str, found: int) -> None:
        place = _("player %(number)d") if self._is_xml else _("line %(number)d")
        self.skipped += 1
        if len(self.faults) < 5:
            self.faults.append(f"{place % {'number': number + (not self._is_xml)}}: {fault}")
        if self.skipped >= MOST_FAULTS and self.skipped * 20 > found:
            raise refused("; ".join(self.faults))

    def _read(self) -> bytes:
        try:
            data = self._stream.read(CHUNK)
        except DAMAGES as error:
            raise refused(_("The file is damaged: %(error)s") % {"error": error}) from error
        self.done += len(data)
        return data

    def _chunks(self) -> Iterator[bytes]:
        data = self._head
        while data:
            yield data
            data = self._read()

    def _kind(self, names: str) -> str:
        combined = b"<rapid_rating>" in self._head if self._is_xml else Kind.RAPID in self._columns
        if combined:
            return Kind.COMBINED
        return next((kind for kind in RatingList.RATINGS if kind in names), "")

    # Text.

    def _header(self) -> dict[str, tuple[int, int | None]]:
        """Column -> its beginning and end; the one named after the month is "rating", as in the XML."""
        line = self._head.partition(b"\n")[0][:MOST_LINE].decode("latin-1").rstrip()
        found = [(match[0].lower(), match.start()) for match in COLUMN.finditer(line)]
        ends = [start for _name, start in found[1:]] + [None] * bool(found)
        columns = {
            "rating" if MONTH.fullmatch(name) else NAMES.get(name, name): (start, end)
            for (name, start), end in zip(found, ends, strict=True)
        }
        if not {"id", "name", "fed"} <= columns.keys() or not {"rating", Kind.STANDARD} & columns.keys():
            raise refused(
                _(
                    "This is not a FIDE rating list: expected “ID Number”, “Name”, “Fed” and a rating in the"
                    " first line, found “%(found)s”."
                )
                % {"found": line[:80]}
            )
        return columns

    def _month_of_header(self) -> date | None:
        start, end = self._columns.get("rating", (0, 0))
        return month_in(self._head[start:end].decode("latin-1"))

    def _lines(self) -> Iterator[dict[str, str]]:
        ratings = ("rating", "k", *RatingList.RATINGS, *(f"{kind}_k" for kind in RatingList.RATINGS))
        wanted = {"id", "name", "fed", "sex", "tit", "wtit", "b-day", "flag", *ratings}
        slices = [(name, slice(*place)) for name, place in self._columns.items() if name in wanted]
        for line in self._whole_lines():
            fields = {name: line[place].strip() for name, place in slices}
            yield self._shifted(line, slices) if self._overflows(line) else fields

    def _whole_lines(self) -> Iterator[str]:
        rest, first = "", True
        for data in self._chunks():
            *lines, rest = (rest + data.decode("latin-1")).split("\n")
            if len(rest) > MOST_LINE:
                raise refused(_("A line is longer than %(most)d characters.") % {"most": MOST_LINE})
            for line in lines[first:]:
                if line and not line.isspace():
                    yield line
            first = first and not lines
        if rest.strip("\r\x1a ") and not first:
            yield rest

    def _overflows(self, line: str) -> bool:
        """Whether a player has more other titles than fit into the column, moving the rest to the right."""
        _start, end = self._columns.get("otit", (0, None))
        return end is not None and len(line) > end and line[end - 1] != " " and line[end] != " "

    def _shifted(self, line: str, slices: list[tuple[str, slice]]) -> dict[str, str]:
        """The columns of an overflowing line, moved until every rating is at the left of its column."""
        _start, border = self._columns["otit"]
        ratings = [place for name, place in slices if name in {"rating", *RatingList.RATINGS}]

        def fits(shift: int) -> bool:
            cells = [line[place.start + shift - 1 : place.stop + shift] for place in ratings]
            return all(cell[:1] in " " and (cell[1:2] not in " " or cell.isspace()) for cell in cells)

        shift = next(filter(fits, range(40)), 0)

        def cell(place: slice) -> str:
            moved = shift if border is not None and place.start >= border else 0
            return line[place.start + moved : place.stop and place.stop + moved].strip()

        return {name: cell(place) for name, place in slices}

    # XML.

    def _elements(self) -> Iterator[dict[str, str]]:
        players: list[dict[str, str]] = []
        parser = parser_of(players.append)
        try:
            for data in chain(self._chunks(), [b""]):
                parser.Parse(data, not data)
                for fields in players:
                    yield {name: text.strip() for name, text in fields.items()}
                players.clear()
        except expat.ExpatError as error:
            raise refused(_("The XML is damaged: %(error)s") % {"error": error}) from error


@contextmanager
def open_list(path: Path, name: str = "") -> Iterator[ListFile]:
    """The list in the file; `name` is the file's name where it was chosen.

    Raises DomainError for a file that has no FIDE list.
    """
    name = name or path.name
    if (found := directory_size(path)) > MOST_DIRECTORY:
        raise refused(
            _("The archive needs %(found)d KB to name its files; expected one list, and at most %(most)d KB.")
            % {"found": found >> 10, "most": MOST_DIRECTORY >> 10}
        )
    if not zipfile.is_zipfile(path):
        with path.open("rb") as stream:
            yield ListFile(stream, path.stat().st_size, [name])
        return
    with ExitStack() as stack:
        try:
            archive = stack.enter_context(zipfile.ZipFile(path))
            member = _member(archive)
            packed = stack.enter_context(archive.open(member))
        except DAMAGES as error:
            raise refused(_("The file is damaged: %(error)s") % {"error": error}) from error
        yield ListFile(packed, member.file_size, [name, member.filename, _packed(member)])


def month_in(text: str) -> date | None:
    """The month in "OCT26" or "standard_oct26frl.zip"."""
    match = MONTH.search(text)
    return date(2000 + int(match[2]), MONTHS.index(match[1].lower()) + 1, 1) if match else None


def _member(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    """The only list in the archive; raises DomainError if there is not exactly one."""
    lists = [info for info in archive.infolist() if info.filename.lower().endswith((".txt", ".xml"))]
    if len(lists) != 1:
        found = ", ".join(info.filename for info in archive.infolist()[:5])
        raise refused(_("Expected one TXT or XML file in the archive, found: %(found)s.") % {"found": found})
    if lists[0].file_size > MOST_BYTES:
        raise refused(_("Unpacked, the list has more than %(most)d GB.") % {"most": MOST_BYTES >> 30})
    return lists[0]


def _packed(member: zipfile.ZipInfo) -> str:
    """The month in which the list was packed, and so most likely made; "" if the archive does not say."""
    year, month, *_rest = member.date_time
    # A damaged archive may name a month up to the fifteenth.
    return f"{MONTHS[month - 1]}{year % 100:02}" if year > NO_YEAR and 1 <= month <= len(MONTHS) else ""

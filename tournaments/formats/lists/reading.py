"""Reading a list of players: each entry, what was understood of it, and what was not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments import rulebook, texts
from tournaments.errors import DomainError
from tournaments.formats.lists import cells, sources
from tournaments.formats.lists.answers import Answers, keys_of
from tournaments.formats.lists.cells import (
    PLAIN,
    RECORD,
    Written,
    birth_of,
    code_of,
    is_nothing,
    men_are_h,
    rating_kind_of,
    rating_of,
    sex_of,
    title_of,
    unmarked,
    written,
)
from tournaments.formats.lists.columns import (
    LABELS,
    NUMBERED,
    RATINGS,
    Columns,
    Headings,
    cells_by,
    completed,
    fitted,
    guess,
    has_digit,
    has_letter,
    headings_among,
    main_separator,
    nearly_all,
    values_of,
    warnings_of_unused,
    with_days_first,
)
from tournaments.formats.lists.lines import Cell, Head, Line, PlayerList
from tournaments.formats.lists.misplaced import misplaced
from tournaments.formats.lists.proposals import Kind, Known, Proposal, Row, proposed
from tournaments.formats.lists.single_blanks import by_words
from tournaments.formats.lists.sources import Source
from tournaments.models import Player, Rating, Register, Tournament
from tournaments.persons import Crowd, Person, Verdict, compare
from tournaments.texts import hidden_in

EXPECTED = {
    "title": gettext_lazy("Expected GM, IM, WGM, FM, WIM, CM, WFM or WCM."),
    "sex": gettext_lazy("Expected m or w."),
}
COMMA_ALONE = re.compile(r",(?=[^\W\d])")
# Ratings that lists give, and numbers of other scales: these are not fields of a player.
OTHER_RATINGS = RATINGS[1:]


class Context(NamedTuple):
    """What else is needed to read a cell: the event, its year, and what the other cells show."""

    tournament: Tournament
    year: int
    hombre_mujer: bool = False


class Draft(NamedTuple):
    """A line whose cells are in their columns, but not understood yet; or its fault."""

    place: Written
    cells: Sequence[str] = ()
    fault: str = ""


def said_in(cells: Iterable[str], columns: Columns) -> dict[str, str]:
    """Field -> what the cells of a line say; the name is one, "Surname, First name"."""
    found = {
        column: text
        for column, cell in zip(columns, cells, strict=False)
        if column and (text := texts.cleaned(cell))
    }
    # Swiss-Chess writes no blank after the comma.
    family = COMMA_ALONE.sub(", ", NUMBERED.sub("", found.get("name", "")))
    name = ", ".join(part for part in (family, found.pop("first_name", "")) if part)
    return found | {"name": name}


def fields_of(said: Mapping[str, str], context: Context) -> tuple[dict[str, Any], dict[str, str]]:
    """The fields of the player, and field -> its fault."""
    fields: dict[str, Any] = {"name": said.get("name", "")}
    # A title alone is the first cell of a line that has one cell more than the others.
    if not has_letter(fields["name"]) or fields["name"] in rulebook.handling.SHORT.values():
        return fields, {"name": _("no name found")}
    for column in ("rating", *OTHER_RATINGS):
        if rating := said.get(column, ""):
            value = rating_of(rating)
            if value is None:
                fault = _("%(column)s: found “%(found)s”, expected a number")
                return fields, {column: fault % {"column": LABELS[column], "found": rating}}
            fields[column] = value or None
    fields |= _other_fields({column: cell for column, cell in said.items() if not is_nothing(cell)}, context)
    return fields, {
        column: _("%(column)s: found “%(found)s”. %(expected)s")
        % {
            "column": LABELS.get(column, column),
            "found": fields.get(column, ""),
            "expected": " ".join(messages),
        }
        for column, messages in _refused(_player(context.tournament, fields), fields).items()
    }


def _other_fields(found: dict[str, str], context: Context) -> dict[str, str]:
    """Title, federation, FIDE ID, birth date, sex and club; cells not understood are kept as they are."""
    fields = {}
    if sex := found.get("sex"):
        fields["sex"] = sex_of(sex, hombre_mujer=context.hombre_mujer) or sex
    if title := found.get("title"):
        fields["title"] = title_of(title) or title.upper()
    if federation := found.get("federation"):
        fields["federation"] = code_of(federation) or federation.upper()
    if fide_id := found.get("fide_id", "").replace(" ", "").lstrip("0"):
        fields["fide_id"] = fide_id
    if birth := found.get("birth"):
        fields["birth"] = birth_of(birth, context.year) or birth
    if club := found.get("club"):
        fields["club"] = club
    return fields


def _player(tournament: Tournament, fields: dict[str, Any]) -> Player:
    own = {name: value for name, value in fields.items() if name not in OTHER_RATINGS}
    return Player(tournament=tournament, **own)


def _refused(player: Player, fields: dict[str, Any]) -> dict[str, list[str]]:
    """Field -> its faults."""
    try:
        player.clean_fields(exclude=["tournament", "number"])
    except ValidationError as error:
        return {
            column: [str(EXPECTED[column])] if column in EXPECTED else messages
            for column, messages in error.message_dict.items()
        }
    return {
        column: [fault] for column in OTHER_RATINGS if (fault := _no_rating(column, fields.get(column) or 0))
    }


def _no_rating(column: str, number: int) -> str:
    """Why the number is not a rating; "" if it is one, or 0."""
    try:
        if number and column in Rating.CONVERTED:
            rulebook.converted(column, number)
        elif number:
            Rating(value=number).clean_fields(exclude=["player", "kind"])
    except DomainError as error:
        return error.message
    except ValidationError as error:
        return " ".join(error.messages)
    return ""


class Twin(NamedTuple):
    """Whom a line may name again: a player of the event, or an earlier line."""

    player: Player | None
    line: Line | None = None

    def __str__(self) -> str:
        if self.line is None:
            return self.player.as_twin if self.player else ""
        known_as = {"number": self.line.number, "name": self.line.fields["name"]}
        return _("Probably the same person as in line %(number)d, %(name)s.") % known_as


class Comparing:
    """The lines of a list, one after the other, beside the players who are entered and the lines before.

    Who is probably, but not certainly, one of these is for the arbiters to decide.
    """

    def __init__(self, tournament: Tournament, answers: Answers) -> None:
        players = list(tournament.players.all())
        self._tournament, self._answers = tournament, answers
        self._entered, self._listed, self._crowd = Register(players), Register(), Crowd[Twin]()
        self._lines: dict[int, Line] = {}
        for player in players:
            self._crowd.add(player.person, Twin(player))

    def compared(self, lines: Iterable[Line]) -> list[Line]:
        """The lines, with those marked that name a player who is entered already or is on another line."""
        for line in lines:
            self._lines[line.number] = line
            if not line.fault and not line.left_out:
                self._lines[line.number] = self._beside_players(line)
        return list(self._lines.values())

    def _beside_players(self, line: Line) -> Line:
        player = _player(self._tournament, line.fields)
        known = self._entered.twin_of(player)
        if known is None or (line.key in self._answers.others and not _same_id(player, known.player)):
            return self._beside_lines(line, player, said_so=known is not None)
        if compare(line.person, known.player.person).verdict is not Verdict.DIFFERENT:
            return replace(line, player=known.player)
        who = {"id": player.fide_id, "name": known.player.name}
        fault = _("FIDE ID %(id)s is entered already: %(name)s.") % who
        return replace(line, fault=fault, faulty=frozenset({"fide_id"}))

    def _beside_lines(self, line: Line, player: Player, *, said_so: bool) -> Line:
        twins = self._crowd.doubles_of(line.person)
        exact = self._listed.twin_of(player)
        if exact and not any(twin.line and twin.line.number == exact.line for twin in twins):
            twins.insert(0, Twin(None, self._lines[exact.line]))
        if line.key in self._answers.others and not (exact and _same_id(player, exact.player)):
            twins, exact, said_so = [], None, said_so or bool(twins)
        if twins and line.key in self._answers.same:
            return self._merged(line, twins[0])
        fault = _("same as line %(number)d") % {"number": exact.line} if exact else ""
        found = replace(line, fault=fault, double=str(twins[0]) if twins else "", another=said_so)
        if not exact:
            self._listed.add(player, line.number)
            self._crowd.add(line.person, Twin(None, found))
        return found

    def _merged(self, line: Line, twin: Twin) -> Line:
        """The line beside the same person: of two lines, the one that says more is entered."""
        if twin.line is None:
            return replace(line, player=twin.player)
        if len(list(filter(None, line.fields.values()))) > len(list(filter(None, twin.line.fields.values()))):
            self._lines[twin.line.number] = replace(twin.line, same_as=line.number)
            self._crowd.add(line.person, Twin(None, line))
            return line
        return replace(line, same_as=twin.line.number)


def _same_id(one: Player, other: Player) -> bool:
    return bool(one.fide_id) and one.fide_id == other.fide_id


# Finds people on the rating lists: for each, who it is there, if that is known.
type Finder = Callable[[Sequence[Person]], Sequence[Known | None]]
# The columns taken from a player's record in a TRF.
RECORD_COLUMNS = ("name", "title", "fide_rating", "federation", "fide_id", "birth", "sex")


def read(
    text: str, tournament: Tournament, answers: Answers | None = None, finder: Finder | None = None
) -> PlayerList:
    """Understand a list; all faults are found now, each with its line, so that nothing is half-imported.

    `answers` are the decisions about it so far; with `finder`, players are looked for on the rating lists.
    """
    # PostgreSQL cannot store NUL, and no name has one; some editors add a byte order mark.
    text = text.replace("\x00", "").removeprefix("\ufeff")
    reader = Reader(tournament, answers or Answers(), finder)
    other = misplaced(text)
    if other and not other.has_players:
        return PlayerList(refusal=str(other.sentence), misplaced=other)
    if refusal := cells.too_long(text):
        return PlayerList(refusal=refusal)
    if RECORD.search(text):
        found = reader.understood(sources.TRF, _records(text), RECORD_COLUMNS, unused=_hidden(text))
        return replace(found, misplaced=other)
    if refusal := cells.too_wide(text):
        return PlayerList(refusal=refusal)
    source, lines, around = sources.recognised(
        [line for line in written(text) if any(map(str.isalnum, line.text))]
    )
    if source is sources.LICHESS:
        found = reader.understood(source, _of_lichess(lines), sources.LICHESS_COLUMNS)
    else:
        found = _table(source, lines, reader) if lines else PlayerList(source=source)
    return replace(found, unused=(*around, *found.unused, *_hidden(text)))


class Reader(NamedTuple):
    """What lists are read with: the event, the arbiters' answers, and a finder of people."""

    tournament: Tournament
    answers: Answers
    finder: Finder | None

    def understood(
        self,
        source: Source,
        drafts: Sequence[Draft],
        columns: Columns,
        words: Sequence[str] = (),
        unused: Iterable[str] = (),
    ) -> PlayerList:
        """The players in lines whose columns are known."""
        answers = self.answers
        rating = answers.rating or source.rating
        keys = keys_of(draft.place.text for draft in drafts)
        day = self.tournament.start_date or timezone.localdate()
        said = [_plain(said_in(draft.cells, columns), rating, day.year) for draft in drafts]
        typed = [
            {name: text for name, text in answers.typed.get(key, {}).items() if text != in_list.get(name, "")}
            for key, in_list in zip(keys, said, strict=True)
        ]
        rows = [Row(key, {**in_list, **own}) for key, in_list, own in zip(keys, said, typed, strict=True)]
        # Whatever was typed is meant.
        own_fields = {(key, name) for key, own in zip(keys, typed, strict=True) for name in own}
        sexes = [row.fields["sex"] for row in rows if "sex" in row.fields]
        context = Context(self.tournament, day.year, men_are_h(sexes))
        known = self._known(rows, context.year)

        def is_meant(one: Proposal) -> bool:
            return any((one.key, name) in own_fields for name in one.changes)

        found = proposed(
            rows,
            known,
            lambda one: answers.takes(one.kind, one.key, singly=one.singly) and not is_meant(one),
        )
        still_open = [one for one in found.proposals if not is_meant(one)]
        lines = []
        for draft, row, own in zip(drafts, found.rows, typed, strict=True):
            failed = draft.fault and not own
            fields, faults = ({}, {"": draft.fault}) if failed else fields_of(row.fields, context)
            out = draft.place.left_out or row.key in answers.left_out
            lines.append(
                Line(
                    draft.place.number,
                    row.key,
                    row.fields,
                    fields,
                    "" if out else " ".join(faults.values()),
                    frozenset() if out else frozenset(faults),
                    left_out=out,
                )
            )
        lines = Comparing(self.tournament, answers).compared(lines)
        heads = _heads(columns, words, lines, still_open)
        changes: dict[str, dict[str, str]] = {}
        for proposal in still_open:
            changes.setdefault(proposal.key, {}).update(proposal.changes)
        shown = _Showing(heads, dict(zip(keys, said, strict=True)), changes)
        return PlayerList(
            heads,
            tuple(
                replace(line, cells=shown.cells_of(line, draft.cells))
                for line, draft in zip(lines, drafts, strict=True)
            ),
            source=source,
            rating=rating if "rating" in columns else "",
            proposals=tuple(still_open),
            accepted=tuple(found.accepted),
            unused=(*unused, *_unordered(lines, {*found.unordered})),
        )

    def _known(self, rows: Sequence[Row], year: int) -> dict[str, Known]:
        """Key of a line -> who it is on the rating lists."""
        if self.finder is None:
            return {}
        # Without titles within names, whatever the arbiters say about these.
        bare = proposed(rows, {}, lambda one: one.kind is Kind.TITLES).rows
        people = [
            Person(
                row.fields["name"],
                birth_of(row.fields.get("birth", ""), year),
                code_of(row.fields.get("federation", "")),
                fide_id=row.fields.get("fide_id", ""),
            )
            for row in bare
        ]
        found = zip(rows, self.finder(people), strict=True)
        return {row.key: known for row, known in found if known}


def _plain(said: dict[str, str], rating: str, year: int) -> dict[str, str]:
    """What the line says, with "rating" under the name of what it is, and the birth as it is stored."""
    plain = dict(said)
    # The letter in "1399 E" says which rating it is, unless another cell gives that one.
    by_letter = rating_kind_of(said.get("rating", ""))
    if "rating" in said and (by_letter or rating not in said):
        number, kind = plain.pop("rating"), by_letter or rating
        if is_nothing(plain.get(kind, "")):
            plain[kind] = number
    if "birth" in said:
        plain["birth"] = birth_of(said["birth"], year) or said["birth"]
    return plain


def _heads(
    columns: Columns, words: Sequence[str], lines: Iterable[Line], proposals: Iterable[Proposal]
) -> tuple[Head, ...]:
    """The columns of the preview: those of the file, and one for each other field that somebody has."""
    heads = [
        Head(column, index, words[index] if index < len(words) else "")
        for index, column in enumerate(columns)
    ]
    others = {name for line in lines for name, value in line.fields.items() if value}
    others |= {name for proposal in proposals for name in proposal.changes}
    own = {*columns} | (set(OTHER_RATINGS) if "rating" in columns else set())
    return (*heads, *(Head(name) for name in LABELS if name in others - own))


class _Showing(NamedTuple):
    """What the cells of the preview are shown from: heads, what the list says, and open proposals."""

    heads: tuple[Head, ...]
    said: Mapping[str, Mapping[str, str]]
    proposals: Mapping[str, Mapping[str, str]]

    def cells_of(self, line: Line, cells: Sequence[str]) -> tuple[Cell, ...]:
        """A cell for each head."""
        return tuple(self._cell(line, head, cells) for head in self.heads)

    def _cell(self, line: Line, head: Head, cells: Sequence[str]) -> Cell:
        if head.place is not None and not Cell(head.field).is_editable:
            return Cell(head.field, texts.cleaned(cells[head.place]) if head.place < len(cells) else "")
        name, kind = head.field, ""
        if name == "rating":
            name = next((one for one in ("rating", *OTHER_RATINGS) if one in line.said), name)
            kind = "" if name == "rating" else str(LABELS[name])
        new = self.proposals.get(line.key, {}).get(name, "")
        now = line.said.get(name, "")
        if name in line.faulty or line.left_out:
            return Cell(name, now)
        text = new or str(line.fields.get(name) or "")
        before = now if new else self.said[line.key].get(name, "")
        was = "" if before == text or is_nothing(before) else before
        return Cell(name, text, was, bool(new), kind)


def _unordered(lines: Iterable[Line], keys: set[str]) -> tuple[str, ...]:
    """A warning if nothing tells the surname in the names of these lines, as far as they are entered."""
    names = [line.fields["name"] for line in lines if line.key in keys and line.is_entered]
    if not names:
        return ()
    warning = ngettext(
        "%(count)d name has no comma, and nothing tells which word is the surname: %(names)s.",
        "%(count)d names have no comma, and nothing tells which words are the surnames: %(names)s.",
        len(names),
    )
    shown = ", ".join(names[:3]) + (" …" if len(names) > 3 else "")
    return (warning % {"count": len(names), "names": shown},)


def _hidden(text: str) -> tuple[str, ...]:
    """A warning if the list has invisible characters, as those from spreadsheets and web pages may."""
    found = hidden_in(text)
    if not found:
        return ()
    lines = [number for number, line in enumerate(text.splitlines(), 1) if hidden_in(line)]
    words = {
        "lines": ", ".join(map(str, lines[:10])) + (" …" if len(lines) > 10 else ""),
        "found": ", ".join(found[:5]) + (" …" if len(found) > 5 else ""),
    }
    warning = ngettext(
        "Line %(lines)s contains invisible characters (%(found)s). They are left out.",
        "Lines %(lines)s contain invisible characters (%(found)s). They are left out.",
        len(lines),
    )
    return (warning % words,)


def _records(text: str) -> list[Draft]:
    """The players of a TRF; their results are not part of a list."""
    places = {line.number: line for line in written(text)}
    drafts = []
    for number, record, player, fault in rulebook.read_entries(unmarked(text)):
        place = places.get(number, Written(number, record))
        found: list[str] = []
        if player:
            found = [player.name, player.title, str(player.rating or ""), player.federation, player.fide_id]
            found += [player.birth, player.sex]
        drafts.append(Draft(place, found, fault))
    return drafts


def _of_lichess(lines: Iterable[Written]) -> list[Draft]:
    """The players in results of lichess."""
    fault = _("found “%(text)s”, expected an object of JSON with a “username”")
    drafts = []
    for line in lines:
        found = sources.of_lichess(line)
        drafts.append(Draft(line, found) if found else Draft(line, (), fault % {"text": line.text[:60]}))
    return drafts


def _table(source: Source, lines: list[Written], reader: Reader) -> PlayerList:
    """The players of a list with columns, known by headings or guessed from their cells."""
    headings, above, lines = _headings(lines, source)
    texts = [line.text for line in lines]
    columns, main = headings.columns, headings.separator
    if not columns:
        main = main_separator(texts)
        rows = [cells_by(main, text) for text in texts]
        if _looks_like_heading(rows, main):
            return PlayerList(refusal=_unknown(rows[0]))
        columns = guess([row for row in rows if main == PLAIN or len(row) > 1], main)
    columns = _as_answered(columns, reader.answers)
    rows = [fitted(text, columns, main) for text in texts]
    if main == PLAIN and (words := by_words(texts)):
        columns, rows = words
    columns = _as_answered(completed(columns, rows, headings.words), reader.answers)
    rows, years = source.without_unknown_days(with_days_first(rows, columns), columns)
    unused = [
        *above,
        *years,
        *warnings_of_unused(columns, rows, headings.words),
        *_without_effect(columns, reader.tournament),
    ]
    drafts = [Draft(line, row) for line, row in zip(lines, rows, strict=True)]
    return reader.understood(source, drafts, columns, headings.words, unused)


def _as_answered(columns: Columns, answers: Answers) -> Columns:
    """The columns as the arbiters have chosen them; what was chosen for one is not another one's any more."""
    chosen = {index: column for index, column in answers.columns.items() if index < len(columns)}
    taken = {column for column in chosen.values() if column}
    kept = ["" if column in taken else column for column in columns]
    return tuple(chosen.get(index, column) for index, column in enumerate(kept))


def _without_effect(columns: Columns, tournament: Tournament) -> list[str]:
    """A warning if nobody gets a rating from the list because the event's method uses other ratings."""
    lists = {"fide_rating": tournament.rating_kind, "national_rating": "national"}
    given = {column: kind for column, kind in lists.items() if column in columns}
    if {"rating", "estimate", "ingo", "bcf"} & {*columns} or any(
        rulebook.counting_rating(tournament, {kind: 1}) for kind in given.values()
    ):
        return []
    text = _("%(column)s: under the regulations of the event it does not count (%(method)s).")
    method = tournament.get_rating_method_display()
    return [text % {"column": capfirst(str(LABELS[column])), "method": method} for column in given]


def _headings(lines: list[Written], source: Source) -> tuple[Headings, list[str], list[Written]]:
    """The headings, a warning for each line above them, and the lines after them."""
    place, headings = headings_among([line.text for line in lines], source.own)
    if not headings.columns:
        return headings, [], lines
    text = _("Line %(number)d is above the headings and is not used: “%(text)s”.")
    above = [text % {"number": line.number, "text": line.text.strip(" \t,;")} for line in lines[:place]]
    return headings, above, lines[place + 1 :]


def _looks_like_heading(rows: list[list[str]], main: str) -> bool:
    """Whether the first line has words in places where the others have numbers."""
    first, *others = rows
    if any(map(has_digit, first)):
        return False
    # "Tal, Mikhail" above "Fischer, Robert 2785" has no rating, but is a name like the others.
    place = next((index for index, cell in enumerate(first) if "," in cell), -1)
    if place >= 0 and nearly_all(values_of(others, place), lambda name: "," in name):
        return False
    if main != PLAIN:
        # A player without a rating has an empty cell there.
        return any(nearly_all(values_of(others, i), has_digit) for i, cell in enumerate(first) if cell)
    return len(others) > 1 and nearly_all([" ".join(cells) for cells in others], has_digit)


def _unknown(cells: list[str]) -> str:
    """The refusal of a heading line in which no column is known as the name."""
    return _(
        "The first line looks like headings, but none of them is known as the name: %(found)s. Known headings"
        " include: %(known)s. If it is a player, put a line “%(name)s” above it."
    ) % {
        "found": ", ".join(f"“{cell}”" for cell in cells if cell),
        "known": ", ".join(str(label) for column, label in LABELS.items() if column),
        "name": LABELS["name"],
    }

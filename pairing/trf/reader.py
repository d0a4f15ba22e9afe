"""Reads a report file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pairing.core.sentences import Phrase
from pairing.core.strength import with_new_ratings
from pairing.core.tournament import Colour, Outcome, Prohibition, Tournament
from pairing.editions import edition_by_own_table, edition_by_report_code, edition_in_force, is_system
from pairing.trf import consistency, exchange, fields, teams
from pairing.trf import rows as trf_rows
from pairing.trf.exchange import Entries
from pairing.trf.fields import Field, Line, TrfError, decode, split
from pairing.trf.remarks import with_end, with_table, with_tie_breaks
from pairing.trf.rows import LAST_ROUND, Row, damaged_rows, read_row, scoring_of
from pairing.trf.teams import idle_records, records_of_players

# The lines of the file by the code of their record.
Records = dict[str, list[Line]]

# 062, 072 and 082 are counts, which the writer computes anew.
_HEADER = {"012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132"}
_TRF26 = {
    *("142", "152", "162", "172", "182", "192", "202", "212", "222"),
    *("240", "250", "260", "299"),
}
# Records that name players, but teams in a file of teams, which has records 310.
_OF_TEAMS = ("240", "250", "260", "299")
# Records of free text. Lines of other programs may begin with the same digits, so a blank must follow these.
_NOT_RUN_ON = {"172", "182", "202", "212", "222"}
_KNOWN = _HEADER | _TRF26 | fields.BB.keys() | {"001", "XXR", "XXC", "XXZ", "XXP", "XXA", "XXS"}

_DAY = Phrase("a date as YYYY/MM/DD")
_SHORT_DAY = Phrase("a date as YY/MM/DD, or blanks")
_NO_DAY = Phrase("blanks, as the days of the rounds begin in column 92")


@dataclass(frozen=True, slots=True)
class Supplied:
    """What the reader had to supply or interpret, and what it could not use.

    `byes` are those of TRF06, which has no codes for them: (pairing number, round, how it is read).
    `titles` are (as written, as read), and the `initial_colour` is the one that round 1 shows.
    `unread` has values that cannot be read and decide nothing: the tournament omits them or keeps them as
    found. `damaged` are lines that read as players' records but for their code. `surplus_byes` are pairing-
    allocated byes beyond the one that a round may have; they are kept. `overruled` has statements that do
    not count, because others in the file overrule them. `lines` are the line numbers of the players'
    records, by pairing number, and `team_lines` those of the teams' records.
    """

    byes: tuple[tuple[int, int, Outcome], ...] = ()
    titles: tuple[tuple[str, str], ...] = ()
    initial_colour: Colour | None = None
    damaged: tuple[TrfError, ...] = ()
    unread: tuple[TrfError, ...] = ()
    surplus_byes: tuple[TrfError, ...] = ()
    overruled: tuple[TrfError, ...] = ()
    lines: Mapping[int, int] = field(default_factory=dict, compare=False)
    team_lines: Mapping[int, int] = field(default_factory=dict, compare=False)


def read(data: bytes | str) -> Tournament:
    """The tournament that a report file describes; see `read_closely`."""
    return read_closely(data)[0]


def read_closely(data: bytes | str) -> tuple[Tournament, Supplied]:
    """The tournament that a report file describes, and what the reader had to supply.

    `data` is the file: TRF16 (or TRF06, whose byes look like games), with the records XX? and BB? of
    the pairing programs, or TRF26. Unknown records, and records 299 that change nothing, are kept as they
    are; so are 240, 250, 260 and 299 in a file whose teams (310) are not read, because they name teams there.
    Cells have no blanks at their end; absences in the round to be paired (XXZ, 240, or marks in
    the player's own record) are cells beyond the last paired round. Players have FIDE's rating and the one
    that counts (`counting`). Dates are YYYY/MM/DD. A first or last
    day of the tournament or a date of birth that is not a date is also kept as it is; a day of a round (132)
    or a rank that cannot be read is left out. The initial colour is the one that the file states, or else
    the one that round 1 shows. Players are numbered by their starting ranks, or by their place in the file
    if it says XXC rank.

    Raises TrfError, and nothing else, if the file is defective.
    """
    lines = split(decode(data))
    records, others = _sort(lines)
    rows = [read_row(line) for line in records["001"]]
    damaged = tuple(damaged_rows(lines, others))
    if not rows and damaged:
        raise damaged[0]
    if not rows:
        raise TrfError(lines[-1].number, 1, lines[-1].text[:20], Phrase("at least one player (record 001)"))
    by_order, colours = _configuration(records)
    initial_colour = colours[-1][1] if colours else None
    rows, entries = _number(rows, by_order=by_order)
    consistency.check_lengths(rows)
    as_written = rows
    event = teams.event_of(records, entries.numbers, rounds := _rounds(records))
    team_lines, of_teams = {}, {}
    if event is not None and event.teams:
        team_lines = teams.lines_of(records)
        of_teams = {code: records.pop(code, []) for code in teams.CODES}
    if event is None or not event.teams:
        rows = consistency.translate_older_byes(rows)
    try:
        consistency.check_opponents(rows)
    except TrfError as error:
        # Somebody may have met the player whose record was not read.
        raise damaged[0] if damaged else error from None
    scoring, other_points = scoring_of(records)
    (start_date, end_date), unread_days = _days(records, others)
    round_dates, unread_rounds = _round_dates(records["132"])
    tournament = Tournament(
        players=tuple(sorted((row.player for row in rows), key=lambda player: player.number)),
        rounds=rounds,
        scoring=scoring,
        forbidden=_prohibitions(records, entries, rounds),
        name=_text(records["012"]),
        city=_text(records["022"]),
        federation=_text(records["032"]),
        start_date=start_date,
        end_date=end_date,
        system=_text(records["092"]),
        chief_arbiter=_text(records["102"]),
        deputy_arbiters=tuple(_value(line) for line in records["112"]),
        time_control=_text(records["122"]),
        time_control_code=_text(records["222"]),
        controller=_text(records["182"]),
        rating_method=_text(records["172"]),
        tie_breaks=_tie_breaks(records),
        round_dates=round_dates,
        team_event=event,
    )
    consistency.check_rounds(rows, tournament)
    tournament = exchange.with_virtual_points(tournament, records["XXA"], records["250"], entries)
    tournament = exchange.with_absences(tournament, records["XXZ"], records["240"], entries)
    tournament, idle = consistency.with_abnormal_points(tournament, records["299"], entries)
    tournament = with_tie_breaks(replace(tournament, other_records=(*others, *idle)))
    federation = exchange.rating_rule(tournament).federation
    if by_order:
        others = exchange.with_pairing_numbers(tournament.other_records, federation, entries)
        tournament = replace(tournament, other_records=tuple(others))
    tournament = with_new_ratings(exchange.with_counting_ratings(tournament))
    consistency.check_points(rows, tournament)
    tournament = with_end(tournament)
    edition, baku = _edition(records, tournament)
    if known := edition_by_own_table((edition or "").upper()):
        tournament = with_table(tournament)
        edition = known.code if tournament.table else edition
    of_players = event is None or not event.teams
    shown = colour_of_first_round(tournament) if initial_colour is None and of_players else None
    return (
        replace(tournament, edition=edition, baku=baku, initial_colour=initial_colour or shown),
        Supplied(
            byes=_byes(as_written, rows),
            titles=_titles(rows),
            initial_colour=shown,
            damaged=damaged,
            unread=(
                *(error for row in rows for error in row.unread),
                *unread_days,
                *unread_rounds,
                *exchange.unread_ratings(lines, federation, entries),
            ),
            surplus_byes=consistency.surplus_byes(rows) if of_players else (),
            overruled=(
                *trf_rows.of_records(records),
                *trf_rows.number_of_players(records["062"], len(rows)),
                *trf_rows.all_but_the_last(colours),
                *other_points,
                *(idle_records(tournament, event, of_teams) if event is not None and of_teams else ()),
                *(records_of_players(records) if of_teams else ()),
            ),
            lines={row.player.number: row.line.number for row in rows},
            team_lines=team_lines,
        ),
    )


def _byes(as_written: list[Row], rows: list[Row]) -> tuple[tuple[int, int, Outcome], ...]:
    """The byes that are not read as they are written."""
    return tuple(
        (row.player.number, number, cell.outcome)
        for before, row in zip(as_written, rows, strict=True)
        for number, cell in enumerate(row.player.cells, 1)
        if cell != before.player.cell(number)
    )


def _titles(rows: list[Row]) -> tuple[tuple[str, str], ...]:
    """The titles that are not read as they are written, each once."""
    written = ((row.line.field(11, 13).text, row.player.title) for row in rows)
    return tuple(
        dict.fromkeys((found, title) for found, title in written if title not in (found, found.upper()))
    )


def colour_of_first_round(tournament: Tournament) -> Colour | None:
    """The initial colour that round 1 shows, or None if it shows none (C.04.3 A.6.d, E.5).

    In round 1 nobody has a preference, so E.5 gives every pair its colours: the higher-ranked player
    has the initial colour if their number is odd. Players who did not take part held no number yet, so only
    those who did are counted.
    """
    present = [player for player in tournament.players if player.cell(1).paired]
    for number, player in enumerate(present, 1):
        cell = player.cell(1)
        if cell.colour and cell.opponent and player.number < cell.opponent:
            return cell.colour if number % 2 else cell.colour.opposite
    return None


def _sort(lines: list[Line]) -> tuple[Records, list[str]]:
    """The records that this program knows, and the text of the others."""
    records: Records = defaultdict(list)
    others = []
    known = _KNOWN | teams.codes_in(lines)
    for line in lines:
        code = line.text[:3].upper()
        if code in known and not (code in _NOT_RUN_ON and line.text[3:4].strip()):
            # A record without a value says nothing, but a player's record must not be lost, even if empty.
            if line.text[3:].strip() or code == "001":
                records[code].append(line)
        elif line.text.split()[:1] == ["001"]:
            raise TrfError(
                line.number, line.text.index("001") + 1, "001", Phrase("the code of a record in column 1")
            )
        elif line.text:
            others.append(line.text)
    if any(text.startswith("310 ") for text in others):
        others += [line.text for code in _OF_TEAMS for line in records.pop(code, [])]
    return records, others


def _configuration(records: Records) -> tuple[bool, list[tuple[Field, Colour]]]:
    """Records 152 and XXC: whether players are numbered in file order, and each initial colour stated."""
    by_order, colours = False, []
    for line in records["152"]:
        stated = line.field(4)
        if stated.text.upper() not in ("W", "B"):
            raise stated.error(Phrase("W or B, the initial colour"))
        colours.append((stated, Colour(stated.text.lower())))
    for line in records["XXC"]:
        for word in line.words():
            match word.text.lower():
                case "rank":
                    by_order = True
                case "white1":
                    colours.append((word, Colour.WHITE))
                case "black1":
                    colours.append((word, Colour.BLACK))
                case _:
                    raise word.error(Phrase("white1, black1 or rank"))
    return by_order, colours


def _number(rows: list[Row], *, by_order: bool) -> tuple[list[Row], Entries]:
    """The rows with their pairing numbers: starting ranks, or places in the file if `by_order`."""
    consistency.check_numbers(rows, gaps=by_order)
    if not by_order:
        return rows, Entries({row.player.number: row.player.number for row in rows})
    entries = Entries({row.player.number: place for place, row in enumerate(rows, 1)})

    def translated(row: Row) -> Row:
        cells = tuple(
            replace(cell, opponent=entries.number(row.opponent(number))) if cell.opponent else cell
            for number, cell in enumerate(row.player.cells, 1)
        )
        return replace(
            row, player=replace(row.player, number=entries.numbers[row.player.number], cells=cells)
        )

    return [translated(row) for row in rows], entries


def _value(line: Line) -> str:
    """The text of a header record; tabs in it become blanks."""
    return line.field(4).text.replace("\t", " ")


def _text(lines: list[Line]) -> str:
    return _value(lines[-1]) if lines else ""


def _tie_breaks(records: Records) -> tuple[str, ...]:
    """The criteria of the standings: record 212, or the points and then record 202."""
    for code, before in (("212", ()), ("202", ("PTS",))):
        if records[code]:
            stated = (word.strip().upper() for word in _text(records[code]).split(","))
            return (*before, *filter(None, stated))
    return ()


def _days(records: Records, others: list[str]) -> tuple[list[str], tuple[TrfError, ...]]:
    """Records 042 and 052, the first and the last day; one that cannot be read is added to `others`."""
    days, unread = [], []
    for code in ("042", "052"):
        day = ""
        for line in records[code][-1:]:
            try:
                day = line.field(4).date(_DAY)
            except TrfError as error:
                unread.append(error)
                others.append(line.text)
        days.append(day)
    return days, tuple(unread)


def _round_dates(lines: list[Line]) -> tuple[tuple[str, ...], tuple[TrfError, ...]]:
    """Record 132: the days, above the rounds of the players' records; and the errors of those unreadable."""
    days: list[str] = []
    unread: list[TrfError] = []
    for line in lines[-1:]:
        if (before := line.field(4, 91)).text:
            unread.append(before.error(_NO_DAY))
        for column in range(92, len(line.text) + 1, 10):
            field = line.field(column, column + 9)
            try:
                days.append(field.short_date(_SHORT_DAY) if field.text else "")
            except TrfError as error:
                days.append("")
                unread.append(error)
    return tuple(days), tuple(unread)


def _rounds(records: Records) -> int | None:
    """Record 142 or XXR: the number of rounds."""
    for code in ("142", "XXR"):
        if records[code]:
            return records[code][-1].field(4).whole(Phrase("the number of rounds"), 1, LAST_ROUND)
    return None


def _prohibitions(records: Records, entries: Entries, rounds: int | None) -> tuple[Prohibition, ...]:
    """Records XXP and 260, in the order of the file."""
    lines = sorted([*records["XXP"], *records["260"]], key=lambda line: line.number)
    return tuple(
        exchange.prohibition_of_rounds(line, entries, rounds)
        if line.text.startswith("260")
        else exchange.prohibition(line, entries)
        for line in lines
    )


def _edition(records: Records, tournament: Tournament) -> tuple[str | None, bool]:
    """Record 192, or a code in 092: the edition, and whether the tournament is accelerated.

    The edition is this program's code for it, or the stated code itself if that is unknown.
    """
    stated = _text(records["192"])
    code = (stated or _text(records["092"])).upper()
    baku = code.endswith(fields.BAKU)
    code = code.removesuffix(fields.BAKU)
    if is_system(code):
        day = tournament.end_date or tournament.start_date
        return edition_in_force(day, code) if day else None, baku
    if edition := edition_by_report_code(code):
        return edition.code, baku
    if not stated:
        return None, False
    return stated[: -len(fields.BAKU)] if baku else stated, baku

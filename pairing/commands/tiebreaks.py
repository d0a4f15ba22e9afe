"""`python -m pairing tiebreaks`: the values of tie-breaks in a report file, and the ranks that they give."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any

from pairing.commands.files import Status, complain, contents, reason_of
from pairing.core.tournament import PairingError
from pairing.editions import in_standings, left_out
from pairing.tie_breaks import (
    USUAL,
    USUAL_IN_ROUND_ROBINS,
    USUAL_IN_TEAM_ROUND_ROBINS,
    USUAL_OF_TEAMS,
    System,
    Table,
    Text,
    Value,
    every_code,
    hundredths,
    system_of,
    tie_break_by_code,
    written,
)
from pairing.tie_breaks.ranking import Standing, ranked, table_of
from pairing.trf import read


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tiebreaks`."""
    parser.add_argument("file", metavar="FILE", help="a report file; - reads standard input")
    parser.add_argument(
        "--edition",
        choices=tuple(Text),
        default=Text.MARCH_2026,
        help="the text of C.07: that of March 2026, or of August 2024 (default: %(default)s)",
    )
    parser.add_argument(
        "--system", choices=tuple(System), help="the kind of tournament (default: the file's own)"
    )
    parser.add_argument(
        "--list",
        metavar="CODES",
        action="append",
        dest="lists",
        help='what to rank by, as "PTS BH/C1 BH SB DE"; may be given several times (default: the usual ones)',
    )


def run(options: argparse.Namespace) -> Status:
    """Print for each list one line per player, best first; or all values and ranks as one JSON object."""
    try:
        tournament = in_standings(read(contents(options.file)))
        system = System(options.system) if options.system else system_of(tournament)
        table = table_of(tournament, system=system, text=Text(options.edition), left_out=left_out(tournament))
        print(_as_json(table, options.lists or []) if options.json else _as_text(table, options.lists))
    except (PairingError, OSError) as error:
        reason = reason_of(error)
        complain(options.file, reason)
        if options.json:
            print(json.dumps({"file": options.file, "error": reason}, indent=2))
        return Status.UNREADABLE
    return Status.OK


_USUAL = {
    System.ROUND_ROBIN: USUAL_IN_ROUND_ROBINS,
    System.TEAMS: USUAL_OF_TEAMS,
    System.TEAM_ROUND_ROBIN: USUAL_IN_TEAM_ROUND_ROBINS,
}


def _as_text(table: Table, lists: Sequence[str] | None) -> str:
    usual = _USUAL.get(table.system, USUAL)
    return "\n\n".join(_printed(table, _codes(codes)) for codes in lists or [" ".join(usual)])


def _printed(table: Table, codes: Sequence[str]) -> str:
    """A table with one line per player, best first."""
    known = [tie_break_by_code(code) for code in codes]
    rows = [["rank", "player", *(one.code for one in known)]]
    rows += [
        [
            str(line.rank),
            str(line.number),
            *(written(line.values[one.code], one.unit) for one in known),
        ]
        for line in ranked(table, codes)
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(field.rjust(width) for field, width in zip(row, widths, strict=True)) for row in rows
    )


def _as_json(table: Table, lists: Sequence[str]) -> str:
    """The values by player and code, and for each list the ranks by player.

    The values are those of every known code, and of other codes that the lists name. Direct encounters are
    those among players with the same number of points.
    """
    values: dict[str, dict[str, Any]] = {str(number): {} for number in table.entries}
    named = dict.fromkeys(tie_break_by_code(code).code for codes in lists for code in _codes(codes))
    for code in dict.fromkeys((*every_code(table.system), *named)):
        known = tie_break_by_code(code)
        for line in ranked(table, ("PTS", code)):
            values[str(line.number)][code] = _number(line.values[code], known.unit)
    ranks = {
        codes: {str(line.number): line.rank for line in _by_number(ranked(table, _codes(codes)))}
        for codes in lists
    }
    return json.dumps({"values": values, "ranks": ranks}, indent=2)


def _codes(codes: str) -> list[str]:
    """The codes of a list, which are separated by blanks or commas."""
    return codes.replace(",", " ").split()


def _by_number(lines: Sequence[Standing]) -> list[Standing]:
    return sorted(lines, key=lambda line: line.number)


def _number(value: Value | None, unit: int) -> int | float | None:
    """A value as a JSON number with at most two decimals, for output only: nothing is computed with it."""
    if value is None:
        return None
    whole, rest = divmod(hundredths(value, unit), 100)
    return whole + rest / 100 if rest else whole

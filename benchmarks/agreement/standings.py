"""The tie-breaks and ranks that FIDE's TieBreakServer gives the players of a tournament."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import partial
from pathlib import Path

from benchmarks.agreement.causes import LEFT_OVER, Column, Columns, as_text
from benchmarks.agreement.living import answer
from pairing.core.tournament import Tournament
from pairing.tie_breaks import tie_break_by_code
from pairing.tie_breaks.ranking import Standing, ranked, table_of

_REST = (
    "WIN WON BPG BWG PS PS/C1 PS/C2 REP STD RTNG BH/C1 BH/C2 BH/M1 BH/M2 BH/P BH/C1/P FB FB/C1 FB/C2 AOB "
    "AOB/F SB/C1 SB/C2 SB/P SB/C1/P ARO ARO/C1 ARO/C2 ARO/M1 TPR PTP APRO APPO TPN"
)
# The lists requested in turn. A direct encounter depends on the tie-breaks before it.
LISTS = tuple(
    tuple(codes.split())
    for codes in (f"PTS DE BH SB {_REST}", f"PTS DE/P BH SB {_REST}", f"PTS BH SB DE {_REST}")
)
# Its notation for undefined values.
_UNDEFINED = "-0"


def codes_for(seed: int) -> tuple[str, ...]:
    """The list that belongs to the seed."""
    return LISTS[seed % len(LISTS)]


def differences_of_standings(
    tournament: Tournament, file: Path, server: str, codes: tuple[str, ...]
) -> Iterator[tuple[str, str, str]]:
    """The tie-breaks, and last the ranks, in which the program differs for `file`; how; by which finding."""
    answer_of_theirs = asked(server, file, codes)
    if isinstance(answer_of_theirs, str):
        yield "standings", answer_of_theirs, LEFT_OVER
        return
    table = table_of(tournament)
    lines = sorted(ranked(table, codes), key=lambda line: line.number)
    columns = Columns(
        table,
        {code: _ours(code, lines) for code in codes},
        {
            code: {number: row[place] for number, row in answer_of_theirs.items()}
            for place, code in enumerate(codes, 1)
        },
        partial(_alone, server, file),
    )
    causes: dict[str, str] = {}
    for code in codes:
        if differing := columns.differing(code):
            causes[code] = columns.cause_of_value(code)
            yield code, _told(differing, columns.ours[code], columns.theirs[code]), causes[code]
    our_ranks = {line.number: Decimal(line.rank) for line in lines}
    ranks = {number: row[0] for number, row in answer_of_theirs.items()}
    if differing := [number for number in our_ranks if our_ranks[number] != ranks.get(number)]:
        yield "rank", _told(differing, our_ranks, ranks), columns.cause_of_ranks(ranks, causes)


def _ours(code: str, lines: Sequence[Standing]) -> Column:
    known = tie_break_by_code(code)
    return {line.number: as_text(line.values[known.code], known.unit) for line in lines}


def _alone(server: str, file: Path, code: str) -> Column:
    found = asked(server, file, ("PTS", code))
    return {} if isinstance(found, str) else {number: row[2] for number, row in found.items()}


def _told(differing: Sequence[int], ours: Column, theirs: Column) -> str:
    """The first three players who differ, and how."""
    values = "; ".join(f"{number}: {ours[number]}, {theirs.get(number)}" for number in differing[:3])
    return f"{len(differing)} of {len(ours)} players, ours, theirs: {values}"


def asked(server: str, file: Path, codes: tuple[str, ...]) -> dict[int, list[Decimal | None]] | str:
    """For each player the rank and the values, or the program's message instead."""
    printed = answer(server, "-i", str(file), "-s", "-d", "T", "-t", *codes)
    if printed is None:
        return "it broke down"
    lines = [line.split("\t") for line in printed.splitlines()]
    if not lines or len(lines[0]) != len(codes) + 2:
        return f"an answer that is no table: {printed[:200].strip()}"
    return {
        int(number): [None if word == _UNDEFINED else Decimal(word) for word in words]
        for number, *words in lines[1:]
    }

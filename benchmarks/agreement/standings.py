"""How FIDE's TieBreakServer values and ranks the players of a tournament."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from benchmarks.agreement.living import answer
from pairing.ranking import standings
from pairing.tie_breaks import hundredths, tie_break_by_code

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from pairing.tie_breaks import Value
    from pairing.tournament import Tournament

# By pairing number.
type Values = Mapping[int, Decimal | None]

_REST = (
    "WIN WON BPG BWG PS PS/C1 PS/C2 REP STD RTNG BH/C1 BH/C2 BH/M1 BH/M2 BH/P BH/C1/P FB FB/C1 FB/C2 AOB "
    "AOB/F SB/C1 SB/C2 SB/P SB/C1/P ARO ARO/C1 ARO/C2 ARO/M1 TPR PTP APRO APPO TPN"
)
# What is asked for in turn. A direct encounter depends on what stands before it.
LISTS = tuple(
    tuple(codes.split())
    for codes in (f"PTS DE BH SB {_REST}", f"PTS DE/P BH SB {_REST}", f"PTS BH SB DE {_REST}")
)
_DE = ("DE", "DE/P")
# Its word for what is not defined.
_UNDEFINED = "-0"


def codes_for(seed: int) -> tuple[str, ...]:
    """The list that belongs to the seed."""
    return LISTS[seed % len(LISTS)]


def differences_of_standings(
    tournament: Tournament, file: Path, server: str, codes: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """The tie-breaks, and last the ranks, that the program sees otherwise in `file`, and how."""
    theirs = asked(server, file, codes)
    if isinstance(theirs, str):
        yield "standings", theirs
        return
    lines = sorted(standings(tournament, codes), key=lambda line: line.number)
    for place, code in enumerate(codes):
        known = tie_break_by_code(code)
        ours = {line.number: as_text(line.values[known.code], known.unit) for line in lines}
        yield from _different(code, ours, {number: row[place + 1] for number, row in theirs.items()})
    yield from _different(
        "rank",
        {line.number: Decimal(line.rank) for line in lines},
        {number: row[0] for number, row in theirs.items()},
    )


def as_text(value: Value | None, unit: int) -> Decimal | None:
    """Our value as the other program prints it: points, to a hundredth."""
    return None if value is None else Decimal(hundredths(value, unit)) / 100


def _different(code: str, ours: Values, theirs: Values) -> Iterator[tuple[str, str]]:
    differing = [
        f"{number}: {ours[number]}, {theirs.get(number)}"
        for number in ours
        if ours[number] != theirs.get(number) and not (code in _DE and _undecided(ours, theirs, number))
    ]
    if differing:
        yield code, f"{len(differing)} of {len(ours)} players, ours, theirs: {'; '.join(differing[:3])}"


def _undecided(ours: Values, theirs: Values, number: int) -> bool:
    """Whether neither says anything of a direct encounter: theirs is 0 then, and ours the first place."""
    return theirs.get(number) == 0 and ours[number] in {None, Decimal(1)}


def asked(server: str, file: Path, codes: tuple[str, ...]) -> dict[int, list[Decimal | None]] | str:
    """For each player the rank and the values, or what the program says instead."""
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

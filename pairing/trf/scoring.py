"""The records in which a report file says what results are worth."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from pairing.core.sentences import Saying
from pairing.core.tournament import Scoring
from pairing.trf import codes, overruled
from pairing.trf.fields import Field, Line, TrfError


def scoring_of(records: Mapping[str, list[Line]]) -> tuple[Scoring, list[TrfError]]:
    """The scoring of records XXS, BB? and 162, and the settings of them that do not count.

    The last setting of a value counts; an earlier one is returned only if it differs from that.
    The pairing-allocated bye is worth a win if BBW or 162 sets the win alone; XXS leaves it at 1.
    """
    stated: dict[str, list[tuple[Field, int]]] = defaultdict(list)
    allocated = False
    lines = [line for code in ("XXS", "162", *codes.BB) for line in records.get(code, ())]
    for line in sorted(lines, key=lambda line: line.number):
        code = line.text[:3].upper()
        for names, setting in _settings(line, code):
            points = setting.tenths(Saying("a number of points such as 0.5"))
            for name in names:
                stated[name].append((setting, points))
            allocated |= code == "XXS" or "pairing_allocated_bye" in names
    values = {name: settings[-1][1] for name, settings in stated.items()}
    if not allocated and "white_win" in values:
        values["pairing_allocated_bye"] = values["white_win"]
    # One setting may set several values.
    others = {
        (error.line, error.column): error
        for settings in stated.values()
        for error in overruled.all_but_the_last(settings)
    }
    return Scoring(**values), list(others.values())


def _settings(line: Line, code: str) -> Iterator[tuple[tuple[str, ...], Field]]:
    """The fields that a record of points sets, and the value that each gets."""
    if code in codes.BB:
        yield codes.BB[code], line.field(4)
        return
    names, equals = (codes.TRF26_SCORING, "") if code == "162" else (codes.XXS | codes.XXS_SHORT, "=")
    for match in re.finditer(rf"([A-Za-z]+)\s*{equals}\s*([^\s=]*)|(\S+)", line.text[3:]):
        name = Field(line.number, match.start() + 4, match[1] or match[3])
        if match[3] or name.text.upper() not in names:
            raise name.error(
                Saying(
                    "a name and its points, as {example}; names are {names}",
                    example=f"W{equals or ' '}1.0",
                    names=", ".join(names),
                )
            )
        yield names[name.text.upper()], Field(line.number, match.start(2) + 4, match[2])

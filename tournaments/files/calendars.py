"""The rounds of an event as a calendar that phones read (RFC 5545): as much of it as that takes."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

# Longer lines are folded, counted in octets without the line's end (3.1).
LONGEST = 75


class Entry(NamedTuple):
    """One entry: what, where, and its start, which is a day where no time is known."""

    # The same as long as it is the same entry, whatever changes in it.
    key: str
    title: str
    place: str
    address: str
    start: datetime | date


def written(name: str, entries: Iterable[Entry], stamp: datetime) -> bytes:
    """The calendar of this name. `stamp` is when it was made; nobody knows when a round ends."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Board One//EN", f"X-WR-CALNAME:{_text(name)}"]
    for entry in entries:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{entry.key}",
            f"DTSTAMP:{_moment(stamp)}",
            _start(entry.start),
            f"SUMMARY:{_text(entry.title)}",
            *([f"LOCATION:{_text(entry.place)}"] if entry.place else []),
            f"URL:{entry.address}",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return b"".join(_folded(line) for line in lines)


def _start(start: datetime | date) -> str:
    if isinstance(start, datetime):
        return f"DTSTART:{_moment(start)}"
    # Without an end it is that one day (3.6.1).
    return f"DTSTART;VALUE=DATE:{start:%Y%m%d}"


def _moment(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(words: str) -> str:
    """Words as a value: what separates values has a backslash before it (3.3.11)."""
    for sign in ("\\", ";", ","):
        words = words.replace(sign, f"\\{sign}")
    return words.replace("\n", "\\n")


def _folded(line: str) -> bytes:
    """The line with its end, in pieces of at most 75 octets that begin with a blank after the first (3.1)."""
    pieces, piece = [], b""
    for letter in line:
        octets = letter.encode()
        if len(piece) + len(octets) > LONGEST:
            pieces.append(piece)
            piece = b" "
        piece += octets
    return b"\r\n".join([*pieces, piece]) + b"\r\n"

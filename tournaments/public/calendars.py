"""The rounds of an event as a calendar for phones: the necessary part of RFC 5545."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import NamedTuple

# Longer lines are folded; the length is counted in octets without the line break (3.1).
LONGEST = 75


class Entry(NamedTuple):
    """One entry: what, where, and its start, which is a day if no time is known."""

    # Identifies the entry; stays the same when its other fields change.
    key: str
    title: str
    place: str
    address: str
    start: datetime | date


def written(name: str, entries: Iterable[Entry], stamp: datetime) -> bytes:
    """The calendar with this name, made at `stamp`. Entries have no end, as the end of a round is unknown."""
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
    # Without an end, the entry lasts that one day (3.6.1).
    return f"DTSTART;VALUE=DATE:{start:%Y%m%d}"


def _moment(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(words: str) -> str:
    """Words as a value: characters that separate values get a backslash before them (3.3.11)."""
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

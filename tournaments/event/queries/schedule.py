"""The schedule of the rounds, and the calendar of it for phones: the necessary part of RFC 5545."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time
from typing import NamedTuple

from django.utils import timezone
from django.utils.dateformat import format as date_format
from django.utils.dateformat import time_format
from django.utils.translation import gettext as _

from tournaments.models import Round, Tournament


def when(day: date, at: time | None = None) -> str:
    """A day, and the time on the hall's clock if it is known: `Sat 21 November 2026, 10:00`."""
    text = date_format(day, _("D j F Y"))
    return f"{text}, {time_format(at, 'H:i')}" if at else text


def days(first: date, last: date | None) -> str:
    """The days of an event, with the month and the year once if they are the same: `1–3 November 2026`."""
    whole = date_format(last or first, _("j F Y"))
    if last in (None, first):
        return whole
    if (first.year, first.month) == (last.year, last.month):
        return f"{date_format(first, _('j'))}–{whole}"
    begin = date_format(first, _("j F") if first.year == last.year else _("j F Y"))
    return f"{begin} – {whole}"


def clock(moment: datetime) -> str:
    """The time on the hall's clock, with the day if it is not today."""
    local = timezone.localtime(moment)
    return date_format(local, "H:i" if local.date() == timezone.localdate() else _("j N H:i"))


def faults(tournament: Tournament, rounds: Iterable[Round]) -> dict[int, str]:
    """Round -> its fault: a day outside the event's days, or a start that is not after the previous round."""
    found: dict[int, str] = {}
    for before, round_ in _with_the_one_before(rounds):
        if round_.day is None:
            continue
        facts = {"number": round_.number, "when": when(round_.day, round_.time)}
        if tournament.start_date and round_.day < tournament.start_date:
            first = when(tournament.start_date)
            text = _("Round %(number)d: %(when)s is before the first day of the event, %(first)s.")
            found[round_.number] = text % (facts | {"first": first})
        elif tournament.end_date and round_.day > tournament.end_date:
            last = when(tournament.end_date)
            text = _("Round %(number)d: %(when)s is after the last day of the event, %(last)s.")
            found[round_.number] = text % (facts | {"last": last})
        elif before and before.day and not _follows(round_, before):
            other = {"other": before.number, "earlier": when(before.day, before.time)}
            text = _("Round %(number)d: %(when)s is not after round %(other)d, %(earlier)s.")
            found[round_.number] = text % (facts | other)
    return found


def _with_the_one_before(rounds: Iterable[Round]) -> Iterator[tuple[Round | None, Round]]:
    """Each round with the latest one before it that has a day and, on that day, a time if any has one."""
    before = None
    for round_ in rounds:
        yield before, round_
        same_day = before and before.day == round_.day
        if round_.day and (round_.time or not same_day):
            before = round_


def _follows(round_: Round, before: Round) -> bool:
    """Whether it can be played after the other; on the same day times decide if both are known."""
    if round_.day == before.day and round_.time and before.time:
        return round_.time > before.time
    return round_.day is not None and before.day is not None and round_.day >= before.day


def lines(tournament: Tournament) -> list[Round]:
    """All rounds that count if the day of any is known; else []."""
    counting = tournament.rounds.filter(number__lte=tournament.last_round)
    rounds = list(counting.select_related("tournament"))
    return rounds if any(round_.day for round_ in rounds) else []


def starts(rounds: Sequence[Round], on: Round | None) -> list[Round]:
    """The round of an event that is `on` and the next one, as far as their days are known.

    This must not use the state of a round, which reveals more than the public may know: a draft of the next
    round ends it.
    """
    number = on.number if on else 0
    return [one for one in rounds if one.day and one.number in (number, number + 1)]


def ahead(tournament: Tournament) -> Round | None:
    """The round that is on or comes next; None if its day is not known."""
    to_come = (one for one in tournament.rounds.all() if one.number <= tournament.last_round)
    round_ = next((one for one in to_come if one.state != Round.State.FINISHED), None)
    return round_ if round_ and round_.day else None


def following(round_: Round) -> Round | None:
    """The next round, if its start is known: errors reported before its pairing count for it; else None.

    The start is only a plan: the deadline is the one announced with the results (C.04.2 D.8, 2026 4.3).
    """
    row = round_.tournament.rounds.filter(number=round_.number + 1).first()
    return row if row and row.starts_at and not row.is_public else None


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

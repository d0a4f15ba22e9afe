"""Which of FIDE's ratings a report file holds: by the type of its tournament, or by its time control."""

from __future__ import annotations

import re

from pairing.core.tournament import Tournament
from pairing.elo import RatingKind

# The words of record 092, which is free text.
_WORDS = {
    "standard": RatingKind.STANDARD,
    "classical": RatingKind.STANDARD,
    "rapid": RatingKind.RAPID,
    "blitz": RatingKind.BLITZ,
}
_WORD = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)

# Record 222: for each period the moves, the seconds and the increment; or so for White and for Black.
_PERIOD = re.compile(r"(?:([0-9]{1,6})/)?([0-9]{1,6})(?:\+([0-9]{1,6}))?")
_PERIODS = rf"{_PERIOD.pattern}(?::{_PERIOD.pattern})*"
_BOTH, _EACH = re.compile(_PERIODS), re.compile(rf"W(?P<white>{_PERIODS})-B(?P<black>{_PERIODS})")
# The moves for which increments count.
_MOVES = 60
_MOST_IN_BLITZ = 10 * 60
_LEAST_IN_STANDARD = 60 * 60


def rating_kind(tournament: Tournament) -> RatingKind | None:
    """Which of FIDE's ratings the players of the file have; None if it does not say.

    The word in record 092 comes before the time control in record 222.
    """
    return _in_words(tournament.system) or _by_time(tournament.time_control_code)


def naming_kind(system: str, time_control_code: str, kind: RatingKind) -> str:
    """Record 092 for a tournament of this kind. A standard one is named only if its code says otherwise."""
    usual = kind is RatingKind.STANDARD and _by_time(time_control_code) in (None, kind)
    return system if usual else f"{system}, {kind}"


def _in_words(system: str) -> RatingKind | None:
    found = {_WORDS[word.lower()] for word in _WORD.findall(system)}
    return found.pop() if len(found) == 1 else None


def _by_time(code: str) -> RatingKind | None:
    """The kind of games with this time control, None if it cannot be read (Laws of Chess A.1, B.1)."""
    if each := _EACH.fullmatch(code):
        seconds = min(_seconds(each["white"]), _seconds(each["black"]))
    elif _BOTH.fullmatch(code):
        seconds = _seconds(code)
    else:
        return None
    if seconds <= _MOST_IN_BLITZ:
        return RatingKind.BLITZ
    return RatingKind.RAPID if seconds < _LEAST_IN_STANDARD else RatingKind.STANDARD


def _seconds(periods: str) -> int:
    """What a player has for a game of 60 moves: the time of all periods, and the increments."""
    total, left = 0, _MOVES
    for moves, time, increment in _PERIOD.findall(periods):
        made = min(int(moves or left), left)
        total += int(time) + made * int(increment or 0)
        left -= made
    return total

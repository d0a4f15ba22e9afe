"""What a report file's remarks say of late entries and withdrawals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pairing.core.tournament import Outcome, Tournament
from pairing.editions import EDITIONS
from pairing.trf import remarks

LATE_ENTRY, WITHDRAWAL, EXPULSION = remarks.LATE_ENTRY, remarks.WITHDRAWAL, remarks.EXPULSION
# A remark about players who came late or left.
OfPeople = remarks.OfPeople
# A remark about an event that ended early.
Ended = remarks.Ended

_OF_ROUND = re.compile(r"###.* @ Round [0-9]+\b")
_ANY_ROUND = re.compile(r"\b(round|ronde|runde|rd)\b", re.IGNORECASE)
# A national rating: the federation in the place of 001, the player's number, the rating.
_OF_NATION = re.compile(r"([A-Z]{3}) ([ 0-9]{3}[0-9]).{40}([ 0-9]{3}[0-9])(?: |$)")


class Presence(NamedTuple):
    """The first round in which a player was there, and the first after they left; None if not stated."""

    first: int | None = None
    gone: int | None = None
    expelled: bool = False


def names_round(remark: str) -> bool:
    """Whether the remark is about one round, which it names by number."""
    return _OF_ROUND.match(remark) is not None


def is_of_no_round(record: str) -> bool:
    """Whether a record kept from a file is about the whole event: a rating, or a remark naming no round."""
    if record.startswith("###"):
        return _ANY_ROUND.search(record) is None
    return _OF_NATION.match(record) is not None


def tells_presence(record: str) -> bool:
    """Whether it is about players who came late or left: events store that as data and write it anew."""
    return remarks.of_people(record) is not None


def presence_told(source: Tournament) -> tuple[dict[int, Presence], list[str]]:
    """Pairing number -> what the file's remarks say of the player; and the file's other records.

    A remark counts only if it names players and contradicts none of their records: players who came late were
    not paired before (byes are allowed), and players who left are not paired afterwards, unless by a table,
    where they lose by forfeit.
    """
    told: dict[int, Presence] = {}
    others = []
    for record in source.other_records:
        found = remarks.of_people(record)
        if not found or not all(_agrees(source, number, found.word, found.round) for number in found.numbers):
            others.append(record)
            continue
        for number in found.numbers:
            told[number] = _with(told.get(number, Presence()), found.word, found.round)
    return told, others


def end_told(source: Tournament, records: list[str]) -> tuple[remarks.Ended | None, list[str]]:
    """What the file says of its early end, if it does; and the records without that one."""
    if source.ended is None:
        return None, records
    found = next(known for known in map(remarks.ended, records) if known and known.after == source.ended)
    return found, [record for record in records if remarks.ended(record) != found]


def _with(known: Presence, word: str, round_: int) -> Presence:
    if word == LATE_ENTRY:
        return known._replace(first=round_)
    return known._replace(gone=round_, expelled=known.expelled or word == EXPULSION)


def _agrees(source: Tournament, number: int, word: str, round_: int) -> bool:
    if not 1 <= number <= len(source.players) or not 1 <= round_ <= (source.rounds or round_) + 1:
        return False
    edition = EDITIONS.get(source.edition or "")
    forfeits = word != LATE_ENTRY and edition is not None and edition.rounds_for is not None
    cells = (source.players[number - 1].cell(other) for other in _absent(word, round_, source.played_rounds))
    return not any(cell.paired and not (forfeits and cell.outcome is Outcome.FORFEIT_LOSS) for cell in cells)


def _absent(word: str, round_: int, played: int) -> Iterator[int]:
    """The rounds that were played without the player."""
    yield from range(1, round_) if word == LATE_ENTRY else range(round_, played + 1)

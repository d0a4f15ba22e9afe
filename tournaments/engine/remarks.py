"""What a report file says of late entries and withdrawals in remarks, and in records of national ratings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pairing import remarks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pairing.tournament import Tournament

LATE_ENTRY, WITHDRAWAL, EXPULSION = remarks.LATE_ENTRY, remarks.WITHDRAWAL, remarks.EXPULSION
# A remark of who came late or left.
OfPeople = remarks.OfPeople

_OF_ROUND = re.compile(r"###.* @ Round [0-9]+\b")
_ANY_ROUND = re.compile(r"\b(round|ronde|runde|rd)\b", re.IGNORECASE)
# A national rating: the federation in the place of 001, the number of the player, the rating.
_OF_NATION = re.compile(r"([A-Z]{3}) ([ 0-9]{3}[0-9]).{40}([ 0-9]{3}[0-9])(?: |$)")


class Presence(NamedTuple):
    """From which round on a player was there, and from which not any more; None for one who stayed."""

    first: int | None = None
    gone: int | None = None
    expelled: bool = False


def names_round(remark: str) -> bool:
    """Whether the remark is of one round, which it names by its number."""
    return _OF_ROUND.match(remark) is not None


def is_of_no_round(record: str) -> bool:
    """Whether a record kept from a file is of the whole event: a rating, or a remark that names no round."""
    if record.startswith("###"):
        return _ANY_ROUND.search(record) is None
    return _OF_NATION.match(record) is not None


def tells_presence(record: str) -> bool:
    """Whether it is a remark of who came late or left: an event has it as data, and writes it anew."""
    return remarks.of_people(record) is not None


def presence_told(source: Tournament) -> tuple[dict[int, Presence], list[str]]:
    """Pairing number -> what the file's remarks say of the player, and its other records.

    A remark counts where it names players and contradicts none of their records: who came late has no trace
    of rounds before, but for a bye that they were given; who left is not paired any more.
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


def national_told(source: Tournament) -> tuple[str, dict[int, int]]:
    """Which ratings count by the file's federation (record 172), and each player's national rating in Elo.

    "" where the file does not say it, or says it of another federation.
    """
    federation, _, method = source.rating_method.partition(" ")
    if not federation or federation != source.federation:
        return "", {}
    records = (_OF_NATION.match(record) for record in source.other_records)
    return method.strip(), {
        int(found[2]): int(found[3])
        for found in records
        if found and found[1] == federation and 1 <= int(found[2]) <= len(source.players)
    }


def _with(known: Presence, word: str, round_: int) -> Presence:
    if word == LATE_ENTRY:
        return known._replace(first=round_)
    return known._replace(gone=round_, expelled=known.expelled or word == EXPULSION)


def _agrees(source: Tournament, number: int, word: str, round_: int) -> bool:
    if not 1 <= number <= len(source.players) or not 1 <= round_ <= (source.rounds or round_) + 1:
        return False
    return not any(
        source.players[number - 1].cell(other).paired for other in _absent(word, round_, source.played_rounds)
    )


def _absent(word: str, round_: int, played: int) -> Iterator[int]:
    """The rounds that were played without the player."""
    yield from range(1, round_) if word == LATE_ENTRY else range(round_, played + 1)

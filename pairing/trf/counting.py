"""The rating that counts where it is not FIDE's: record 172, national ratings, and a remark of our own.

    172 FRA NIDOF
    FRA    1    A Adler, Anna                       2200
    ### Counting rating: 2: 1800

Record 001 has FIDE's rating. By record 172 the national rating of player 1 counts, which has the federation's
code in place of 001. The remark gives what no record of FIDE's can state, such as an arbiter's estimate; "-"
means that the player counts as unrated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from pairing.core.sentences import Saying
from pairing.core.strength import NATIONAL, STANDARD, Method, counting_rating
from pairing.core.tournament import Player, Tournament
from pairing.trf.columns import one_line, pairing_number
from pairing.trf.exchange import Entries
from pairing.trf.fields import Line, TrfError

_REMARK = re.compile(r"### Counting rating: ([0-9]{1,4}): ([1-9][0-9]{0,3}|-)")
_RATING = Saying("a rating, or blanks")


class RatingRule(NamedTuple):
    """Record 172: the federation whose ratings are the national ones, "" if unknown, and the method."""

    federation: str
    method: Method


class NationalRating(NamedTuple):
    """What a record of a national rating says: the player's number and name, and the rating, 0 for none."""

    number: int
    name: str
    rating: int


def rating_rule(tournament: Tournament) -> RatingRule:
    """What record 172 says; without a federation in it, that of the event. Anything unknown means FIDE's."""
    *before, last = tournament.rating_method.upper().split() or [""]
    known = last in Method.__members__
    federation = before[0] if before else "" if known else last
    return RatingRule(federation or tournament.federation.upper(), Method(last) if known else Method.FIDE)


def rule_in_columns(text: str) -> str:
    """What record 172 says, from column 5 on: a method without a federation begins in column 9."""
    return f"{'':4}{one_line(text)}" if text.upper() in Method.__members__ else one_line(text)


def national_ratings(tournament: Tournament) -> dict[int, int]:
    """Pairing number -> the national rating in Elo, by the records of the federation that record 172 means.

    Records that cannot be read, or that name nobody, are left out; of two for a player the last one counts.
    """
    federation = rating_rule(tournament).federation
    said = (national_rating(text, federation) for text in tournament.other_records)
    found = {one.number: one.rating for one in said if one and one.number <= len(tournament.players)}
    return {number: rating for number, rating in found.items() if rating}


def national_rating(text: str, federation: str) -> NationalRating | None:
    """What the record says of a national rating of this federation; None for any other record."""
    try:
        return _national(Line(0, text)) if is_national(text, federation) else None
    except TrfError:
        return None


def unread_ratings(lines: Sequence[Line], federation: str, entries: Entries) -> Iterator[TrfError]:
    """The faults of this federation's records of national ratings, with their places."""
    for line in lines:
        if is_national(line.text, federation):
            try:
                _national(line)
                entries.number(line.field(5, 8))
            except TrfError as error:
                yield error


def with_pairing_numbers(records: Sequence[str], federation: str, entries: Entries) -> list[str]:
    """The records; those of this federation name players by pairing number, not by the file's number."""

    def numbered(text: str) -> str:
        said = national_rating(text, federation)
        number = said and entries.numbers.get(said.number)
        return f"{text[:4]}{pairing_number(number)}{text[8:]}" if number else text

    return list(map(numbered, records))


def is_national(text: str, federation: str) -> bool:
    """Whether the record is of a national rating of this federation."""
    return bool(federation) and text.startswith(f"{federation} ")


def _national(line: Line) -> NationalRating:
    rating = line.field(49, 52)
    number = line.field(5, 8).whole(Saying("the number of a player of this tournament"), 1)
    return NationalRating(number, line.field(15, 47).text, rating.whole(_RATING) if rating.text else 0)


def with_counting_ratings(tournament: Tournament) -> Tournament:
    """The tournament whose players have FIDE's ratings as read from records 001, with the ratings that count.

    The remarks that say so are left out of its other records, except those that name nobody.
    """
    told: dict[int, int | None] = {}
    others = []
    for record in tournament.other_records:
        found = _REMARK.fullmatch(record)
        if found and 1 <= int(found[1]) <= len(tournament.players):
            told[int(found[1])] = None if found[2] == "-" else int(found[2])
        else:
            others.append(record)
    by_records = _by_records(tournament)

    def counted(player: Player) -> Player:
        counting = told[player.number] if player.number in told else by_records[player.number]
        return player.with_ratings(counting, player.rating)

    return replace(tournament, players=tuple(map(counted, tournament.players)), other_records=tuple(others))


def remarks_on_ratings(tournament: Tournament, *, national: bool) -> Iterator[str]:
    """A remark for each player whose rating that counts does not follow from the records of the report.

    Without `national`, its readers are not expected to know national ratings and record 172.
    """
    by_records = _by_records(tournament)
    for player in tournament.players:
        known = {by_records[player.number]} if national else {by_records[player.number], player.fide_rating}
        if known != {player.rating}:
            yield f"### Counting rating: {player.number}: {player.rating or '-'}"


def _by_records(tournament: Tournament) -> dict[int, int | None]:
    """Pairing number -> the rating that counts by FIDE's ratings, the national ones and record 172."""
    method = rating_rule(tournament).method
    if method is Method.OTHER:
        # No record says which measure that is.
        method = Method.FIDE
    national = national_ratings(tournament)
    found: dict[int, int | None] = {}
    for player in tournament.players:
        ratings = {STANDARD: player.fide_rating or 0, NATIONAL: national.get(player.number, 0)}
        known = {kind: rating for kind, rating in ratings.items() if rating}
        kind = counting_rating(method, STANDARD, known)
        found[player.number] = known[kind] if kind else None
    return found

"""The data that pairing programs exchange during a tournament: absences, virtual points, forbidden pairs."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pairing.core.scores import groups_of
from pairing.core.sentences import Phrase
from pairing.core.strength import NATIONAL, STANDARD, Method, counting_rating
from pairing.core.tournament import (
    BLANK,
    Cell,
    Colour,
    Outcome,
    Player,
    Prohibition,
    Scoring,
    Tournament,
    code_of,
)
from pairing.editions import EDITIONS, USUAL_SYSTEM
from pairing.trf import fields
from pairing.trf.fields import Field, Line, TrfError, decimal, one_line, pairing_number, right, round_number
from pairing.trf.rows import LAST_ROUND

_ROUND = Phrase("the number of a round")
# More than 9,999 players in 99 rounds can need. The limit keeps a file from asking for too much work at once.
_MOST_VIRTUAL = 1_000_000
_POINTS = Phrase("a number of points such as 1.0")


@dataclass(frozen=True, slots=True)
class Entries:
    """The numbers that the file gives its players, and the pairing numbers they stand for."""

    numbers: dict[int, int]

    def number(self, field: Field) -> int:
        """The pairing number of the player whom `field` names."""
        expected = Phrase("the number of a player of this tournament")
        named = field.whole(expected, 1)
        if named not in self.numbers:
            raise field.error(expected)
        return self.numbers[named]

    def between(self, first: Field, last: Field) -> list[int]:
        """The pairing numbers of the players from the one named by `first` to the one named by `last`."""
        for field in (first, last):
            self.number(field)
        low, high = int(first.text), int(last.text)
        if high < low:
            raise last.error(Phrase("{number} or the number of a later player", number=first.text))
        return [self.numbers[number] for number in range(low, high + 1) if number in self.numbers]

    def listed(self, line: Line, column: int) -> list[tuple[Field, int]]:
        """The players that `line` names from `column` on, in four columns each, with one column between."""
        fields = [line.field(first, first + 4) for first in range(column, len(line.text) + 1, 5)]
        return [(field, self.number(field)) for field in fields if field.text]


def prohibition(line: Line, entries: Entries) -> Prohibition:
    """Record XXP: players who must not meet."""
    return Prohibition(_group(line, [entries.number(word) for word in line.words()]))


def prohibition_of_rounds(line: Line, entries: Entries, rounds: int | None) -> Prohibition:
    """Record 260: players who must not meet in certain rounds; a last round or later means to the end."""
    first, last = range_of_rounds(line.field(5, 7), line.field(9, 11))
    group = _group(line, [number for _, number in entries.listed(line, 13)])
    return Prohibition(group, first, None if last >= (rounds or LAST_ROUND) else last)


def with_virtual_points(
    tournament: Tournament, player_lines: Sequence[Line], range_lines: Sequence[Line], entries: Entries
) -> Tournament:
    """The tournament with the virtual points of records XXA (one player each) and 250 (ranges of players).

    A record 250 overrides XXA and earlier records 250.
    """
    virtual: dict[int, tuple[int, ...]] = {}
    for line in player_lines:
        rounds = [line.field(column, column + 4) for column in range(9, len(line.text) + 1, 5)]
        points = tuple(field.tenths(_POINTS) if field.text else 0 for field in rounds)
        virtual[entries.number(line.field(5, 8))] = points
    work = 0
    for line in range_lines:
        if line.field(5, 8).text and line.field(5, 8).tenths(_POINTS):
            raise line.field(5, 8).error(Phrase("blanks: match points are for teams"))
        value = line.field(10, 13).tenths(_POINTS)
        first, last = range_of_rounds(line.field(15, 17), line.field(19, 21))
        last = min(last, tournament.rounds or last)
        numbers = entries.between(line.field(23, 26), line.field(28, 31))
        work += len(numbers) * last
        if work > _MOST_VIRTUAL:
            raise line.field(1, 3).error(
                Phrase("records 250 for no more than {most} players and rounds together", most=_MOST_VIRTUAL)
            )
        for number in numbers:
            held = virtual.get(number, ())
            padded = held + (0,) * (last - len(held))
            virtual[number] = tuple(
                value if first <= place <= last else points for place, points in enumerate(padded, 1)
            )
    return _with_players(
        tournament,
        {
            number: replace(tournament.players[number - 1], virtual=points)
            for number, points in virtual.items()
        },
    )


def with_absences(
    tournament: Tournament, absent_lines: Sequence[Line], bye_lines: Sequence[Line], entries: Entries
) -> Tournament:
    """The tournament with the absences of records XXZ (in the round to be paired) and 240 (in any).

    A record 240 may repeat the players' own records, but must not contradict them.
    """
    coming = tournament.played_rounds + 1
    cells: dict[int, dict[int, Cell]] = defaultdict(dict)
    for line in bye_lines:
        kind, round_field = line.field(5, 5), line.field(7, 9)
        if kind.text.upper() not in ("F", "H", "Z"):
            raise kind.error(Phrase("the kind of bye: F, H or Z"))
        number = round_field.whole(_ROUND, 1, tournament.rounds or LAST_ROUND)
        bye = Cell(outcome=Outcome(kind.text.upper()))
        for field, player in entries.listed(line, 11):
            if tournament.players[player - 1].cell(number) not in (BLANK, bye):
                raise field.error(
                    Phrase("a player whose own record has no other entry in round {number}", number=number)
                )
            cells[player][number] = bye
    for line in absent_lines:
        for word in line.words():
            cells[entries.number(word)].setdefault(coming, Cell(outcome=Outcome.ZERO_POINT_BYE))

    def marked(player: Player, missed: dict[int, Cell]) -> Player:
        cells = [player.cell(number) for number in range(1, max(len(player.cells), *missed) + 1)]
        for number, cell in missed.items():
            # Some programs leave XXZ in the file after the tournament is over.
            if cells[number - 1] == BLANK and number <= (tournament.rounds or number):
                cells[number - 1] = cell
        while cells and cells[-1] == BLANK:
            cells.pop()
        return replace(player, cells=tuple(cells))

    return _with_players(
        tournament,
        {number: marked(tournament.players[number - 1], missed) for number, missed in cells.items()},
    )


def _with_players(tournament: Tournament, changed: dict[int, Player]) -> Tournament:
    """The tournament with the players in `changed` replaced, by number."""
    if not changed:
        return tournament
    return replace(tournament, players=tuple(changed.get(p.number, p) for p in tournament.players))


def range_of_rounds(first_field: Field, last_field: Field, most: int = 9999) -> tuple[int, int]:
    """The first and the last round of a range, from 1.

    Raises TrfError if the last comes before the first, or if one of them is beyond `most`.
    """
    first, last = first_field.whole(_ROUND, 0, most), last_field.whole(_ROUND, 0, most)
    if last < first:
        raise last_field.error(Phrase("{number} or a later round", number=first_field.text))
    return max(first, 1), last


def _group(line: Line, numbers: Sequence[int]) -> frozenset[int]:
    group = frozenset(numbers)
    if len(group) < 2:
        raise line.field(4).error(Phrase("the numbers of at least two players who must not meet"))
    return group


# -- The records that programs pair by: those of TRF26, and those that pairing programs added to TRF16

_DEFAULT = Scoring()
_OF_162 = {name: fields.TRF26_SCORING[name] for name in "WDLAP"} | {"X": fields.TRF26_SCORING["D"]}
_VIRTUAL = Phrase("virtual points")


def edition(tournament: Tournament) -> Iterator[str]:
    """Record 192: the edition, and whether the tournament is accelerated."""
    if tournament.edition or tournament.baku:
        named = tournament.edition or USUAL_SYSTEM
        code = one_line(named)
        if named in EDITIONS:
            code = EDITIONS[named].report.code(own_table=bool(tournament.table))
            if tournament.team_event is not None:
                code = code_of(tournament.team_event.rules, code)
        yield f"192 {code}{fields.BAKU if tournament.baku else ''}"


def keeps_teams(tournament: Tournament) -> bool:
    """Whether the file has teams (310) that were not read: its records 240, 250, 260 and 299 are theirs."""
    return any(record.startswith("310 ") for record in tournament.other_records)


# -- in the words of TRF26 ------------------------------------------------------------------------------


def conditions_of_trf26(tournament: Tournament, *, interim: bool) -> Iterator[str]:
    """Records 142, 152 and 162: rounds, initial colour and points; XXS if 162 cannot express the points.

    The usual points are stated only in an `interim` file, which may have results that are not known.
    """
    if tournament.rounds is not None:
        yield f"142 {tournament.rounds}"
    if tournament.initial_colour is not None:
        yield f"152 {tournament.initial_colour.upper()}"
    if interim and (record := points_with_unknown(tournament.scoring)):
        yield record
    elif tournament.scoring != _DEFAULT:
        # An absence is worth nothing by default, and not all programs can read a statement of that.
        names = "WDLP" if tournament.scoring.zero_point_bye == 0 else "WDLAP"
        yield _points_of_trf26(tournament.scoring, *names) or _changed_points(tournament.scoring)


def points_with_unknown(scoring: Scoring) -> str:
    """Record 162 with the points of an unknown result; "" if it cannot express the points.

    An unknown result counts as a draw for the pairing (C.04.2 D.1, 2026 3.1).
    """
    return _points_of_trf26(scoring, *"WDLAPX")


def _points_of_trf26(scoring: Scoring, *names: str) -> str:
    """Record 162 with these names, or "" if it cannot express the points."""
    values = {name: _value(scoring, fields) for name, fields in _OF_162.items()}
    if None in values.values():
        return ""
    return "162  " + "    ".join(f"{name}{values[name]:>4}" for name in names)


def groups_of_trf26(tournament: Tournament) -> Iterator[str]:
    """Records 250, 260 and 240: virtual points, players who must not meet, and the byes of rounds to come."""
    yield from _virtual_points(tournament)
    for prohibition in tournament.forbidden:
        if len(prohibition.players) > 1:
            yield _prohibition(prohibition, tournament.rounds or LAST_ROUND)
    byes: dict[tuple[int, Outcome], list[int]] = defaultdict(list)
    for player in tournament.players:
        for number in range(tournament.played_rounds + 1, len(player.cells) + 1):
            if player.cell(number) != BLANK and not player.cell(number).paired:
                byes[number, player.cell(number).outcome].append(player.number)
    for (number, outcome), players in sorted(byes.items()):
        yield f"240 {outcome} {round_number(number)} {_numbers(players)}"


def _virtual_points(tournament: Tournament) -> Iterator[str]:
    """Records 250: each has a range of players with the same points in a range of rounds."""
    for group in groups_of(tournament.players, tournament.rounds):
        first, last = map(round_number, group.rounds)
        points = right(decimal(group.points), 4, _VIRTUAL)
        yield f"250      {points} {first} {last} {_numbers(group.numbers)}"


# -- in the words of pairing programs -------------------------------------------------------------------


def of_programs(tournament: Tournament) -> Iterator[str]:
    """Records XXR, XXC, XXS, XXP and XXA, with 260 for players who must not meet only in certain rounds."""
    if tournament.rounds is not None:
        yield f"XXR {tournament.rounds}"
    if tournament.initial_colour is not None:
        yield f"XXC {'white1' if tournament.initial_colour is Colour.WHITE else 'black1'}"
    yield from _scoring(tournament.scoring)
    yield from groups_of_programs(tournament)


def groups_of_programs(tournament: Tournament) -> Iterator[str]:
    """Records XXP and XXA, with 260 unless kept records of teams would make its numbers those of teams."""
    for prohibition in tournament.forbidden:
        if len(prohibition.players) > 1:
            rounds = tournament.rounds or LAST_ROUND
            always = prohibition.first <= 1 and (prohibition.last or rounds) >= rounds
            if always:
                yield f"XXP {' '.join(map(str, sorted(prohibition.players)))}"
            elif not keeps_teams(tournament):
                yield _prohibition(prohibition, rounds)
    for player in tournament.players:
        if player.virtual:
            points = " ".join(right(decimal(points), 4, _VIRTUAL) for points in player.virtual)
            yield f"XXA {pairing_number(player.number)} {points}"


def _scoring(scoring: Scoring) -> Iterator[str]:
    """XXS if the points are not the usual ones, and also BB? if those can express them.

    Programs know either XXS or BB?, and ignore the records that they do not know.
    """
    if scoring == _DEFAULT:
        return
    values = {name: _value(scoring, fields) for name, fields in fields.BB.items()}
    if None not in values.values():
        yield from (f"{name} {value:>4}" for name, value in values.items())
    yield _changed_points(scoring)


def _changed_points(scoring: Scoring) -> str:
    changed = [
        f"{name}={decimal(getattr(scoring, field))}"
        for name, (field,) in fields.XXS.items()
        if getattr(scoring, field) != getattr(_DEFAULT, field)
    ]
    return "XXS " + " ".join(changed)


def _value(scoring: Scoring, fields: tuple[str, ...]) -> str | None:
    """The points that all `fields` have, or None if they differ."""
    values = {getattr(scoring, field) for field in fields}
    return decimal(values.pop()) if len(values) == 1 else None


def _prohibition(prohibition: Prohibition, rounds: int) -> str:
    """Record 260; it names the last round if the prohibition holds to the end or beyond."""
    first = max(prohibition.first, 1)
    last = max(min(prohibition.last or rounds, rounds), first)
    return f"260 {round_number(first)} {round_number(last)} {_numbers(sorted(prohibition.players))}"


def _numbers(players: Sequence[int]) -> str:
    return " ".join(map(pairing_number, players))


# -- The rating that counts where it is not FIDE's: record 172, national ratings, and a remark of our own.
#
#     172 FRA NIDOF
#     FRA    1    A Adler, Anna                       2200
#     ### Counting rating: 2: 1800
#
# Record 001 has FIDE's rating. By record 172 the national rating of player 1 counts, which has the
# federation's code in place of 001. The remark gives what no record of FIDE's can state, such as an
# arbiter's estimate; "-" means that the player counts as unrated.

_REMARK = re.compile(r"### Counting rating: ([0-9]{1,4}): ([1-9][0-9]{0,3}|-)")
_RATING = Phrase("a rating, or blanks")


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
    number = line.field(5, 8).whole(Phrase("the number of a player of this tournament"), 1)
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

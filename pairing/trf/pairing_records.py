"""The records that programs pair by: those of TRF26, and those that pairing programs added to TRF16."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from pairing.core.scores import groups_of
from pairing.core.sentences import Saying
from pairing.core.tournament import BLANK, Colour, Outcome, Prohibition, Scoring, Tournament, code_of
from pairing.editions import EDITIONS, USUAL_SYSTEM
from pairing.trf import codes
from pairing.trf.columns import decimal, one_line, pairing_number, right, round_number
from pairing.trf.rows import LAST_ROUND

_DEFAULT = Scoring()
_OF_162 = {name: codes.TRF26_SCORING[name] for name in "WDLAP"} | {"X": codes.TRF26_SCORING["D"]}
_VIRTUAL = Saying("virtual points")


def edition(tournament: Tournament) -> Iterator[str]:
    """Record 192: the edition, and whether the tournament is accelerated."""
    if tournament.edition or tournament.baku:
        named = tournament.edition or USUAL_SYSTEM
        code = one_line(named)
        if named in EDITIONS:
            code = EDITIONS[named].report.code(own_table=bool(tournament.table))
            if tournament.team_event is not None:
                code = code_of(tournament.team_event.rules, code)
        yield f"192 {code}{codes.BAKU if tournament.baku else ''}"


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
    values = {name: _value(scoring, fields) for name, fields in codes.BB.items()}
    if None not in values.values():
        yield from (f"{name} {value:>4}" for name, value in values.items())
    yield _changed_points(scoring)


def _changed_points(scoring: Scoring) -> str:
    changed = [
        f"{name}={decimal(getattr(scoring, field))}"
        for name, (field,) in codes.XXS.items()
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

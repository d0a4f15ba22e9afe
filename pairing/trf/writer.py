"""Writes a report file."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from pairing.editions import EDITIONS, USUAL_SYSTEM
from pairing.ranking import standings
from pairing.saying import Saying
from pairing.tournament import BLANK, Cell, Colour, PairingError, Player, Prohibition, Scoring, Tournament
from pairing.trf import codes
from pairing.trf.exchange import LAST_ROUND

if TYPE_CHECKING:
    from collections.abc import Iterator

_END = "\r\n"
_DEFAULT = Scoring()
_UNKNOWN = "?"
_OF_162 = {name: codes.TRF26_SCORING[name] for name in "WDLAP"} | {"X": codes.TRF26_SCORING["D"]}


def write(tournament: Tournament, *, interim: bool = False) -> str:
    """The report file of `tournament`: TRF16, with the records that pairing programs need.

    The text is to be stored as UTF-8; its lines end with CR and LF. Points include the byes granted
    for the round to be paired. A player without a rank gets the one of `ranks`, once a round was paired. A
    game without a result has its opponent and colour, and a blank result; in an `interim` file, for other
    programs while the tournament is on, its result is ? and counts as a draw, which the record 162 says where
    it can say all points.

    The format cannot carry everything. Texts lose control characters and the blanks at their ends,
    and players' fields what is wider than their columns; a group of fewer than two forbidden players,
    cells and days of rounds that are blank at the end, and centuries of such days are lost; an initial
    colour that nobody stated is the one that round 1 shows; and a prohibition to the last round has no end.
    Points that do not fit are left blank.

    Raises PairingError where a number does not fit its columns.
    """
    lines = [
        *_header(tournament),
        *_pairing_records(tournament),
        *(_scoring_of_trf26(tournament.scoring) if interim else ()),
        *_players(tournament, interim=interim),
        *(re.sub(r"[\r\n]", " ", record) for record in tournament.other_records),
    ]
    return "".join(line.rstrip() + _END for line in lines)


def _header(tournament: Tournament) -> Iterator[str]:
    yield f"012 {_clean(tournament.name)}"
    yield f"022 {_clean(tournament.city)}"
    yield f"032 {_clean(tournament.federation)}"
    yield f"042 {_clean(tournament.start_date)}"
    yield f"052 {_clean(tournament.end_date)}"
    yield f"062 {len(tournament.players)}"
    yield f"072 {sum(1 for player in tournament.players if player.rating)}"
    yield "082 0"
    yield f"092 {_clean(tournament.system)}"
    yield f"102 {_clean(tournament.chief_arbiter)}"
    for arbiter in tournament.deputy_arbiters or ("",):
        yield f"112 {_clean(arbiter)}"
    yield f"122 {_clean(tournament.time_control)}"
    if tournament.round_dates:
        yield f"132{'':88}" + "  ".join(f"{day[2:]:8.8}" for day in map(_clean, tournament.round_dates))


def _pairing_records(tournament: Tournament) -> Iterator[str]:
    if tournament.edition or tournament.baku:
        edition = tournament.edition or USUAL_SYSTEM
        code = EDITIONS[edition].report.written if edition in EDITIONS else _clean(edition)
        yield f"192 {code}{codes.BAKU if tournament.baku else ''}"
    if tournament.rounds is not None:
        yield f"XXR {tournament.rounds}"
    if tournament.initial_colour is not None:
        yield f"XXC {'white1' if tournament.initial_colour is Colour.WHITE else 'black1'}"
    yield from _scoring(tournament.scoring)
    for prohibition in tournament.forbidden:
        if len(prohibition.players) > 1:
            yield _prohibition(prohibition, tournament.rounds or LAST_ROUND)
    for player in tournament.players:
        if player.virtual:
            points = " ".join(
                _right(_decimal(points), 4, Saying("virtual points")) for points in player.virtual
            )
            yield f"XXA {_right(str(player.number), 4, Saying('pairing number'))} {points}"


def _scoring(scoring: Scoring) -> Iterator[str]:
    """XXS where the points are not the usual ones, and BB? besides where those can say the same.

    Programs know either the one or the others, and pass over what they do not know.
    """
    if scoring == _DEFAULT:
        return
    values = {name: _value(scoring, fields) for name, fields in codes.BB.items()}
    if None not in values.values():
        yield from (f"{name} {value:>4}" for name, value in values.items())
    changed = [
        f"{name}={_decimal(getattr(scoring, field))}"
        for name, (field,) in codes.XXS.items()
        if getattr(scoring, field) != getattr(_DEFAULT, field)
    ]
    yield "XXS " + " ".join(changed)


def _scoring_of_trf26(scoring: Scoring) -> Iterator[str]:
    """Record 162, in which X is a result that is not known: a draw for the pairing (C.04.2 D.1, 2026 3.1)."""
    values = {name: _value(scoring, fields) for name, fields in _OF_162.items()}
    if None not in values.values():
        yield "162  " + "    ".join(f"{name}{value:>4}" for name, value in values.items())


def _prohibition(prohibition: Prohibition, rounds: int) -> str:
    """XXP where the players must never meet, and the record of TRF26 where certain rounds are named."""
    if prohibition.first <= 1 and prohibition.last is None:
        return "XXP " + " ".join(map(str, sorted(prohibition.players)))
    last = max(rounds, prohibition.first) if prohibition.last is None else prohibition.last
    numbers = " ".join(
        _right(str(number), 4, Saying("pairing number")) for number in sorted(prohibition.players)
    )
    start, end = (_right(str(number), 3, Saying("round")) for number in (prohibition.first, last))
    return f"260 {start} {end} {numbers}"


def _value(scoring: Scoring, fields: tuple[str, ...]) -> str | None:
    """The points that all of `fields` have, or None where they differ."""
    values = {getattr(scoring, field) for field in fields}
    return _decimal(values.pop()) if len(values) == 1 else None


def ranks(tournament: Tournament, *, interim: bool = False) -> dict[int, int]:
    """Pairing number -> rank by the points that the file has, those of a round that is on included.

    A game without a result counts as a draw in an `interim` file, and else for nothing.
    """
    if interim:
        tournament = tournament.with_pending_drawn()
    return {line.number: line.rank for line in standings(tournament, rounds=tournament.played_rounds)}


def _players(tournament: Tournament, *, interim: bool) -> Iterator[str]:
    paired = tournament.played_rounds
    by_points = ranks(tournament, interim=interim) if paired else {}
    for player in tournament.players:
        points = sum(tournament.scoring.points(player.cell(r)) for r in range(1, paired + 1))
        if player.cell(paired + 1) != BLANK:
            points += tournament.scoring.points(player.cell(paired + 1))
        if interim:
            points += tournament.scoring.white_draw * sum(cell.pending for cell in player.cells)
        line = _player(player, points, player.rank or by_points.get(player.number))
        yield line + "".join(_block(cell, _UNKNOWN if interim else cell.outcome) for cell in player.cells)


def _player(player: Player, points: int, rank: int | None) -> str:
    """The columns before the rounds."""
    return (
        f"001 {_right(str(player.number), 4, Saying('pairing number'))}"
        f" {_clean(player.sex):1.1}{_clean(player.title):>3.3}"
        f" {_clean(player.name):33.33}"
        f" {_right(str(player.rating or ''), 4, Saying('rating'))}"
        f" {_clean(player.federation):3.3}"
        f" {_clean(player.fide_id):>11.11}"
        f" {_clean(player.birth):10.10}"
        f" {_points(points):>4}"
        f" {_right(str(rank or ''), 4, Saying('rank'))}"
    )


def _block(cell: Cell, unknown: str) -> str:
    """The ten columns of a round; `unknown` is the result of a game that has none."""
    if cell == BLANK:
        return " " * 10
    opponent = f"{cell.opponent:>4}" if cell.opponent is not None else "0000"
    return f"  {opponent} {cell.colour or '-'} {unknown if cell.pending else cell.outcome}"


def _points(tenths: int) -> str:
    """Points in four columns: 100.0 and more lose the decimal, if it is 0."""
    text = _decimal(tenths)
    if len(text) > 4:
        text = text.removesuffix(".0")
    return text if len(text) <= 4 else ""


def _decimal(tenths: int) -> str:
    return f"{tenths // 10}.{tenths % 10}"


def _right(text: str, width: int, what: Saying) -> str:
    """`text` at the right of its columns. Half a number is worse than none: one too long is refused."""
    if len(text) > width:
        raise PairingError(
            Saying(
                "The {what} {text} does not fit the {width} columns that a report file has for it.",
                what=what,
                text=text,
                width=width,
            )
        )
    return text.rjust(width)


def _clean(text: str) -> str:
    """`text` on one line: control characters and the like become blanks."""
    return "".join(
        " " if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") else char for char in text
    ).strip()

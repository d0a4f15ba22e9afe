"""Writes a report file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum

from pairing.core.sentences import Phrase, phrase
from pairing.core.tournament import (
    ABSENCE,
    BLANK,
    Cell,
    Outcome,
    PairingError,
    Player,
    Prohibition,
    Tournament,
)
from pairing.editions import EDITIONS, left_out, with_virtual_points
from pairing.tie_breaks import system_of, text_in_force
from pairing.tie_breaks.ranking import reported_ranks
from pairing.trf import consistency, exchange, teams
from pairing.trf.fields import decimal, one_line, pairing_number, right
from pairing.trf.remarks import expelled_by_remarks, rows_of_table, tie_breaks_of

_END = "\r\n"
_UNKNOWN = "?"
_POINTS = "PTS"


class Format(StrEnum):
    """The version of the report file, which decides which records say how the tournament is paired."""

    TRF26 = "trf26"
    # With XX? and BB?, the records that pairing programs added to it.
    TRF16 = "trf16"


def write(
    tournament: Tournament,
    *,
    interim: bool = False,
    form: Format = Format.TRF16,
    counting_ratings: bool = False,
) -> str:
    """The report file of `tournament`.

    The text is to be stored as UTF-8; its lines end with CR and LF. A player without a rank gets one by the
    tie-breaks that the tournament names, once a round was paired. A game without a result has its opponent
    and colour, and a blank result. In an `interim` file, meant for other programs while the tournament is on,
    its result is ? and counts as a draw; a TRF16 says so in a record 162 if that can express all points. Byes
    of rounds to come are marks in the players' records of a TRF16, whose points include those of the round
    to be paired; TRF26 has a record 240 for them, but for the allocated bye.

    Record 001 has FIDE's rating, and a remark the one that counts where the records do not say so (in a
    TRF16, wherever it is not FIDE's). With `counting_ratings`, for programs that know nothing of this, 001
    has the one that counts.

    The format cannot carry everything. Texts lose control characters and the blanks at their ends, and
    players' fields are cut to the width of their columns. Also lost are groups of fewer than two forbidden
    players, blank cells and blank days of rounds at the end, the centuries of these days, and in TRF26
    virtual points of 0 at the end and those of rounds that are not to be played; and in a file that keeps
    teams of another program, prohibitions in certain rounds. When the file is read
    again, an initial colour that was not stated is the one that round 1 shows, and a prohibition to the last
    round has no end. Points that do not fit are left blank.

    Raises PairingError if a number does not fit its columns.
    """
    trf26 = form is Format.TRF26
    # In a file with teams that were not read, records of TRF26 would name these, and not players.
    numbered = trf26 and not exchange.keeps_teams(tournament)
    header = _header(tournament)
    if counting_ratings:
        players = (player.with_ratings(player.rating, player.rating) for player in tournament.players)
        tournament = replace(tournament, players=tuple(players))
    lines = [
        *header,
        *(exchange.conditions_of_trf26(tournament, interim=interim) if trf26 else ()),
        *_regulations(tournament),
        *(() if trf26 else exchange.of_programs(tournament)),
        *((exchange.points_with_unknown(tournament.scoring),) if interim and not trf26 else ()),
        *_players(tournament, interim=interim, to_come=not numbered),
        *(exchange.groups_of_trf26(tournament) if numbered else ()),
        *(exchange.groups_of_programs(tournament) if trf26 and not numbered else ()),
        *_teams(tournament),
        *consistency.records(tournament),
        *tie_breaks_of(tournament),
        *rows_of_table(tournament),
        *exchange.remarks_on_ratings(tournament, national=trf26),
        *(re.sub(r"[\r\n]", " ", record) for record in tournament.other_records),
    ]
    return "".join(line.rstrip() + _END for line in lines if line)


def _header(tournament: Tournament) -> Iterator[str]:
    yield f"012 {one_line(tournament.name)}"
    yield f"022 {one_line(tournament.city)}"
    yield f"032 {one_line(tournament.federation)}"
    yield f"042 {one_line(tournament.start_date)}"
    yield f"052 {one_line(tournament.end_date)}"
    yield f"062 {len(tournament.players)}"
    yield f"072 {sum(1 for player in tournament.players if player.fide_rating)}"
    yield f"082 {_number_of_teams(tournament)}"
    yield f"092 {one_line(tournament.system)}"
    yield f"102 {one_line(tournament.chief_arbiter)}"
    for arbiter in tournament.deputy_arbiters or ("",):
        yield f"112 {one_line(arbiter)}"
    yield f"122 {one_line(tournament.time_control)}"
    if tournament.round_dates:
        # The days above the rounds of the players' records.
        days = map(one_line, tournament.round_dates)
        yield f"132{'':88}" + "  ".join(f"{day[2:]:8.8}" for day in days)


def _number_of_teams(tournament: Tournament) -> int:
    """How many teams there are; in a file that names no members, the players stand for their teams."""
    event, known = tournament.team_event, EDITIONS.get(tournament.edition or "")
    if event is not None and event.teams:
        return len(event.teams)
    kept = sum(record.startswith(("310 ", "013 ")) for record in tournament.other_records)
    of_teams = event is not None or (known is not None and known.form.of_teams)
    return kept or (len(tournament.players) if of_teams else 0)


def _teams(tournament: Tournament) -> Iterator[str]:
    """The records of the teams, which both formats have if there are teams."""
    event = tournament.team_event
    return teams.records(event, tournament.rounds) if event is not None and event.teams else iter(())


def _regulations(tournament: Tournament) -> Iterator[str]:
    """Records 172 to 222, which both formats have if there is something to state."""
    if tournament.rating_method:
        yield f"172 {exchange.rule_in_columns(tournament.rating_method)}"
    if tournament.controller:
        yield f"182 {one_line(tournament.controller)}"
    yield from exchange.edition(tournament)
    if tournament.tie_breaks[:1] == (_POINTS,) != tournament.tie_breaks:
        yield f"202 {','.join(map(one_line, tournament.tie_breaks[1:]))}"
    elif tournament.tie_breaks:
        yield f"212 {','.join(map(one_line, tournament.tie_breaks))}"
    if tournament.time_control_code:
        yield f"222 {one_line(tournament.time_control_code)}"


def _ranks(tournament: Tournament, *, interim: bool) -> dict[int, int]:
    """The ranks by the tie-breaks that the tournament names, else by the usual ones.

    Members of teams are always ranked by the usual ones, because those that are named rank the teams.
    """
    expelled, text = expelled_by_remarks(tournament), text_in_force(tournament.end_date)
    if tournament.team_event is not None and tournament.team_event.teams:
        return reported_ranks(tournament, interim=interim, expelled=expelled, text=text)
    try:
        return reported_ranks(
            tournament,
            tournament.tie_breaks or None,
            interim=interim,
            expelled=expelled,
            system=system_of(tournament),
            text=text,
            left_out=left_out(tournament),
        )
    except PairingError:
        return reported_ranks(tournament, interim=interim, expelled=expelled, text=text)


def _players(tournament: Tournament, *, interim: bool, to_come: bool) -> Iterator[str]:
    """The records 001; `to_come` says whether they include the byes of rounds to come."""
    paired = tournament.played_rounds
    unranked = any(player.rank is None for player in tournament.players)
    by_points = _ranks(tournament, interim=interim) if unranked else {}
    counted = tournament.with_pending_drawn() if interim else tournament
    for player, known in zip(tournament.players, counted.players, strict=True):
        cells = player.cells if to_come else _without_requests(player.cells, paired)
        points = sum(tournament.scoring.points(known.cell(r)) for r in range(1, paired + 1))
        if to_come and player.cell(paired + 1) != BLANK:
            points += tournament.scoring.points(player.cell(paired + 1))
        line = _player(player, points, player.rank or by_points.get(player.number))
        yield line + "".join(_block(cell, _UNKNOWN if interim else cell.outcome) for cell in cells)


def _without_requests(cells: Sequence[Cell], paired: int) -> Sequence[Cell]:
    """The cells without the byes of rounds to come for which TRF26 has record 240."""
    last = max((n for n, cell in enumerate(cells, 1) if cell.paired and n > paired), default=paired)
    return [cell if n <= paired or cell.paired else BLANK for n, cell in enumerate(cells[:last], 1)]


def national_record(federation: str, player: Player, rating: int, before: str = "") -> str:
    """The TRF26 record for a player's national rating, in Elo; it has the federation's code in place of 001.

    `before` is the record that a file had for the same player: its other columns stay as they are.

    Raises PairingError where a number does not fit its columns.
    """
    now = _person(federation, replace(player.with_ratings(rating, rating), title="", fide_id="")).rstrip()
    return f"{now[:8]}{before[8:48]}{now[48:52]}{before[52:]}" if before else now


def _player(player: Player, points: int, rank: int | None) -> str:
    """The columns before the rounds."""
    return f"{_person('001', player)} {_points(points):>4} {right(str(rank or ''), 4, Phrase('rank'))}"


def _person(code: str, player: Player) -> str:
    """The columns that identify the player."""
    return (
        f"{code:3.3} {pairing_number(player.number)}"
        f" {one_line(player.sex):1.1}{one_line(player.title):>3.3}"
        f" {one_line(player.name):33.33}"
        f" {right(str(player.fide_rating or ''), 4, Phrase('rating'))}"
        f" {one_line(player.federation):3.3}"
        f" {one_line(player.fide_id):>11.11}"
        f" {one_line(player.birth):10.10}"
    )


def _block(cell: Cell, unknown: str) -> str:
    """The ten columns of a round; `unknown` is written for a game without a result."""
    if cell == BLANK:
        return " " * 10
    opponent = f"{cell.opponent:>4}" if cell.opponent is not None else "0000"
    return f"  {opponent} {cell.colour or '-'} {unknown if cell.pending else cell.outcome}"


def _points(tenths: int) -> str:
    """Points in four columns: 100.0 and more lose the decimal if it is 0; "" for points that do not fit."""
    text = decimal(tenths)
    if len(text) > 4:
        text = text.removesuffix(".0")
    return text if len(text) <= 4 else ""


# -- The file for other engines: TRF16 with no more records than bbpPairings and JaVaFo know, to pair a round.
#
# bbpPairings 6 refuses codes of editions that it does not have (192), unknown results, and points beside
# results (299); JaVaFo 2.2 ignores who is kept apart in certain rounds (260), and would pair them.

_BESIDE = phrase(
    "Other engines know no points beside results (299): player {player} has some in round {round}"
)


def write_for_engines(tournament: Tournament) -> str:
    """The tournament before its coming round, for engines that pair that round by rules of their own.

    All virtual points are stated player by player (XXA), those of the Baku acceleration too; who must not
    meet in the coming round is in XXP; byes of that round are marks in the players' records, and an allocated
    bye that was set beforehand is an absence from it. A game without a result is a draw, as it counts for the
    pairing (C.04.2 D.1, 2026 3.1). Record 001 has the ratings that count. Everything else that pairs nothing
    is left out: regulations, remarks, byes of later rounds.

    Raises PairingError for teams, and for points that the results do not bring (299): these engines know
    neither. Raises what `with_virtual_points` and `write` raise, too.
    """
    _require_results_alone(tournament)
    coming = tournament.played_rounds + 1
    known = with_virtual_points(tournament).with_pending_drawn()
    apart = (one.players for one in known.forbidden if one.holds_in(coming))
    return write(
        replace(
            known,
            players=tuple(_up_to_round(player, coming, known.rounds) for player in known.players),
            forbidden=tuple(Prohibition(players) for players in apart),
            edition=None,
            baku=False,
            declared=(),
            table=(),
            controller="",
            rating_method="",
            time_control_code="",
            tie_breaks=(),
            other_records=(),
        ),
        form=Format.TRF16,
        counting_ratings=True,
    )


def _up_to_round(player: Player, coming: int, rounds: int | None) -> Player:
    """The player with rounds no later than the coming one, and virtual points of no more than all rounds."""
    cells = player.cells[:coming]
    if len(cells) == coming and cells[-1].outcome is Outcome.PAIRING_ALLOCATED_BYE:
        cells = (*cells[:-1], ABSENCE)
    return replace(player, cells=cells, virtual=player.virtual[:rounds])


def _require_results_alone(tournament: Tournament) -> None:
    if tournament.team_event is not None:
        raise PairingError(Phrase("Other engines pair players: they know no teams"))
    for player in tournament.players:
        for number, cell in enumerate(player.cells, 1):
            if cell.points not in {None, _worth(tournament, cell)}:
                raise PairingError(Phrase.of(_BESIDE, {"player": player.number, "round": number}))


def _worth(tournament: Tournament, cell: Cell) -> int:
    """What the result of the cell is worth by the points of the event."""
    return tournament.scoring.points(replace(cell, points=None))

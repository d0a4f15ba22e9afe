"""The files of an event have the cells of the file it was made from, and pass the check wherever that did."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from django.contrib.auth.models import User

from pairing import checker, generator, trf
from pairing.core.tournament import (
    ABSENCE,
    BLANK,
    Cell,
    MatchForfeit,
    Outcome,
    PairingError,
    TeamEvent,
    Tournament,
)
from pairing.editions import EDITIONS, edition_by_code
from pairing.generator import Share, Wishes
from tests import builders
from tournaments import rulebook
from tournaments.fide import queries as fide
from tournaments.fide.services import import_tournament

FORFEITS = {Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS}
# How a file may write a forfeited game: with the opponent and the colours, without colours, or without both.
WAYS = ("all", "no colours", "no opponent")


def drawn(rng: random.Random) -> Tournament:
    """A random tournament under one of all editions, with forfeits written in all ways that files have."""
    edition = rng.choice(list(EDITIONS))
    fixed = edition_by_code(edition).rounds_for is not None
    byes = None if fixed else Share(permille=20)
    wishes = Wishes(
        edition,
        players=rng.randint(4, 9) if fixed else rng.randint(4, 24),
        rounds=None if fixed else rng.randint(1, 5),
        full_point_byes=None if fixed else Share(),
        half_point_byes=byes,
        zero_point_byes=byes,
        forfeit_wins=Share(permille=150),
        forfeit_losses=Share(permille=60),
        withdrawals=Share(permille=50),
        points=(10, 5, 0),
        bye=10,
    )
    tournament = generator.generate(wishes, rng)
    if tournament.team_event is None:
        return _with_players(tournament, _of_individuals(tournament, rng))
    return _of_teams(tournament, rng)


def _with_players(tournament: Tournament, cells: dict[tuple[int, int], Cell]) -> Tournament:
    """The tournament with these cells, by player and round, in place of others."""
    return replace(
        tournament,
        players=tuple(
            player.with_cells(
                tuple(cells.get((player.number, number), cell) for number, cell in enumerate(player.cells, 1))
            )
            for player in tournament.players
        ),
    )


def _of_individuals(tournament: Tournament, rng: random.Random) -> dict[tuple[int, int], Cell]:
    """Some of the forfeited games without colours."""
    return {
        (one.number, number): replace(one.cell(number), colour=None)
        for number in range(1, tournament.played_rounds + 1)
        for player in tournament.players
        if player.cell(number).outcome in FORFEITS and player.number < (player.cell(number).opponent or 0)
        if rng.randrange(2)
        for one in (player, tournament.players[(player.cell(number).opponent or 0) - 1])
    }


def _of_teams(tournament: Tournament, rng: random.Random) -> Tournament:
    """Forfeited matches with or without their record, their boards written in any way."""
    event = tournament.team_event or TeamEvent()
    cells: dict[tuple[int, int], Cell] = {}
    kept: list[MatchForfeit] = []
    for forfeit in event.forfeits:
        way = rng.choice(WAYS)
        # Who met whom must follow from the games if no record says it.
        if way == "no opponent" or rng.randrange(2):
            kept.append(forfeit)
        for team in (forfeit.white, forfeit.black):
            away = rng.randrange(2)
            for member in event.teams[team - 1].members:
                cell = tournament.players[member - 1].cell(forfeit.round)
                if cell.outcome in FORFEITS:
                    gone = way == "no opponent" and cell.outcome is Outcome.FORFEIT_LOSS and away
                    cells[member, forfeit.round] = ABSENCE if gone else _written(cell, way)
    last = tournament.played_rounds
    for player in tournament.players:
        cell = player.cell(last)
        if cell.played and player.number < (cell.opponent or 0) and rng.randrange(8) == 0:
            # One board of a match: what it changes in the sums makes no pairing differ any more.
            way, outcomes = rng.choice(WAYS[:2]), rng.choice(("+-", "-+", "--"))
            other = tournament.players[(cell.opponent or 0) - 1]
            for one, outcome in zip((player, other), outcomes, strict=True):
                forfeited = replace(one.cell(last), outcome=Outcome(outcome))
                cells[one.number, last] = _written(forfeited, way)
    return replace(_with_players(tournament, cells), team_event=replace(event, forfeits=tuple(kept)))


def _written(cell: Cell, way: str) -> Cell:
    """A forfeited game written in this way."""
    if way == "all":
        return cell
    return replace(cell, colour=None, opponent=cell.opponent if way == "no colours" else None)


def faults(data: bytes, actor: User) -> list[str]:
    """What differs in the event's own files, of both formats; [] if nothing does.

    Raises DomainError for a file that is refused.
    """
    source = trf.read(data)
    asked = _asked(source)
    event = builders.confirmed(import_tournament, data=data, actor=actor, edition=asked)
    source = replace(source, rounds=event.number_of_rounds)
    accepted = {one.number for one in checker.check(source, event.edition) if one.accepted}
    found = []
    for form in rulebook.Format:
        written = trf.read(rulebook.report(event, fide.remarks(event), form=form))
        found += [f"{form}: {fault}" for fault in _differences(source, written)]
        found += [
            f"{form}, round {one.number}: {one.found}, expected {one.expected} {one.message}"
            for one in checker.check(written, asked or None)
            if not one.accepted and one.number in accepted
        ]
    return found


def _asked(source: Tournament) -> str:
    """The rules to name for a file from before their text, or with neither rules nor a day; "" for others."""
    try:
        known = checker.edition_of(source)
    except PairingError:
        return source.edition or ""
    return "" if source.edition or source.start_date or source.end_date else known


def _differences(source: Tournament, written: Tournament) -> Iterator[str]:
    """The cells that differ, by the numbers of the file.

    A member of a team who did not play may have no entry in the file, which is written as an absence.
    """
    of_teams = source.team_event is not None and source.team_event.teams
    numbers = _numbers(source, written)
    for player in source.players:
        other = written.players[numbers[player.number] - 1]
        if (player.name, player.rating) != (other.name, other.rating):
            yield f"player {player.number}: {player.name} {player.rating}, not {other.name} {other.rating}"
        for number in range(1, max(source.played_rounds, written.played_rounds) + 1):
            cell, again = player.cell(number), other.cell(number)
            expected = replace(cell, opponent=cell.opponent and numbers[cell.opponent], boards=())
            if expected != again and not (of_teams and (expected, again) == (BLANK, ABSENCE)):
                yield f"player {player.number}, round {number}: {again}, not {expected}"


def _numbers(source: Tournament, written: Tournament) -> dict[int, int]:
    """The players' numbers in the file -> those in the written one, where members follow team by team."""
    if not (source.team_event and source.team_event.teams):
        return {player.number: player.number for player in source.players}
    event = written.team_event or TeamEvent()
    return {
        mine: theirs
        for one, other in zip(source.team_event.teams, event.teams, strict=True)
        for mine, theirs in zip(one.members, other.members, strict=True)
    }

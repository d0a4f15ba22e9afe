"""The records of teams that change nothing: where each of them is, and what it would have to say instead."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from pairing.core.sentences import Saying
from pairing.core.tournament import Score, TeamEvent, Tournament
from pairing.trf.fields import Line, TrfError

_FOR_PLAYERS = {"XXA": "250", "XXP": "260", "XXZ": "240"}
# The first of the four columns in which records have the points of each score.
_POINTS = {Score.MATCH_POINTS: 5, Score.GAME_POINTS: 10}


def idle_records(
    tournament: Tournament, event: TeamEvent, records: Mapping[str, Sequence[Line]]
) -> Iterator[TrfError]:
    """Line-ups against a team not met, byes of teams that have a match, points of 0, groups of one team.

    `records` are those from which the `event` was read, in the same order.
    """
    met = _opponents(tournament, event)
    played = max((number for number, _team in met), default=0)
    allocated = set(enumerate(event.allocated.teams, 1)) if event.allocated else set()
    for line, line_up in zip(records["300"], event.line_ups, strict=True):
        found = sorted(met[line_up.round, line_up.team])
        if line_up.round <= played and line_up.opponent not in (found or [0]):
            expected = Saying(
                "{opponent}, as the games of round {round} have it",
                opponent=", ".join(map(str, found)) or "000",
                round=line_up.round,
            )
            yield line.field(13, 15).error(expected)
    for line, bye in zip(records["240"], event.byes, strict=True):
        columns = (line.field(at, at + 3) for at in range(11, len(line.text) + 1, 5))
        for field, team in zip(filter(lambda one: one.text, columns), bye.teams, strict=True):
            if met[bye.round, team] or (bye.round, team) in allocated:
                yield field.error(
                    Saying(
                        "a team with neither a match nor the allocated bye in round {round}", round=bye.round
                    )
                )
    for line, virtual in zip(records["250"], event.virtual, strict=True):
        primary = event.rules.primary
        by_matches = primary is Score.MATCH_POINTS
        if not (virtual.match_points if by_matches else virtual.game_points):
            expected = (
                Saying("match points, by which these teams are paired")
                if by_matches
                else Saying("game points, by which these teams are paired")
            )
            yield line.field(_POINTS[primary], _POINTS[primary] + 3).error(expected)
    for line, extra in zip(records["299"], event.extra, strict=True):
        if not (extra.kind or extra.match_points or extra.game_points):
            yield line.field(8, 17).error(Saying("points other than 0"))
    for line, apart in zip(records["260"], event.kept_apart, strict=True):
        if len(apart.teams) < 2:
            yield line.field(13).error(Saying("two teams at least"))


def records_of_players(records: Mapping[str, Sequence[Line]]) -> Iterator[TrfError]:
    """The records in which programs for players say what files of teams say in records of their own."""
    for code, others in _FOR_PLAYERS.items():
        for line in records.get(code, ()):
            yield line.field(1, 3).error(Saying("record {code}, as the file is of teams", code=others))


def _opponents(tournament: Tournament, event: TeamEvent) -> Mapping[tuple[int, int], set[int]]:
    """(round, team) -> the teams that it met, by its members' games and by forfeits of whole matches."""
    met: dict[tuple[int, int], set[int]] = defaultdict(set)
    team_of = {member: team.number for team in event.teams for member in team.members}
    for player in tournament.players:
        for number, cell in enumerate(player.cells, 1):
            if cell.opponent in team_of and player.number in team_of:
                met[number, team_of[player.number]].add(team_of[cell.opponent])
    for forfeit in event.forfeits:
        met[forfeit.round, forfeit.white].add(forfeit.black)
        met[forfeit.round, forfeit.black].add(forfeit.white)
    return met

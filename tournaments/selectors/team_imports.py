"""What a file's records of teams say but an imported event lacks or has differently, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.models import Player, Seat
from tournaments.points import as_text

_ALLOCATED = Seat.Kind.PAIRING_ALLOCATED_BYE


def of_teams(
    source: engine.Report, report: engine.TeamsReport, supplied: engine.Supplied, players: dict[int, Player]
) -> Iterator[str]:
    """A sentence for each kind of such a difference.

    `source` is what the file says, `report` the same as events have it, `players` the teams by number.
    """
    event = source.team_event
    if event is None:
        return
    out_of_order = [
        _("round %(round)d, %(name)s") % {"round": number, "name": players[team].name}
        for number, team in report.out_of_order
    ]
    if out_of_order:
        text = _("Line-ups that are not in the order of the team are kept as they are: %(teams)s.")
        yield text % {"teams": "; ".join(out_of_order)}
    nicknames = [f"{team.number} {team.nickname}" for team in event.teams if team.nickname]
    if nicknames:
        text = _("Left out, because teams have no nicknames here (record 310): %(names)s.")
        yield text % {"names": "; ".join(nicknames)}
    changed = [
        _("line %(line)d, %(name)s, %(what)s: “%(found)s” became “%(kept)s”")
        % {
            "line": supplied.team_lines[told.team],
            "name": players[told.team].name,
            "what": what,
            "found": found,
            "kept": kept,
        }
        for told in engine.stated_of_teams(source, report)
        for what, found, kept in (
            (_("strength"), told.strength, str(players[told.team].rating or "")),
            (_("match points"), *map(as_text, told.match_points)),
            (_("game points"), *map(as_text, told.game_points)),
        )
        if found and found != kept
    ]
    if changed:
        text = _("Record 310 follows the ratings of the members and the matches here: %(teams)s.")
        yield text % {"teams": "; ".join(changed)}
    others = [
        _("round %(round)d, %(name)s") % {"round": number, "name": players[team].name}
        for number, team in enumerate(event.allocated.teams if event.allocated else (), 1)
        if team and engine.bye_of(report.teams.players[team - 1].cell(number).outcome) != _ALLOCATED
    ]
    if others:
        text = _("Record 320 does not count for teams without the pairing-allocated bye: %(teams)s.")
        yield text % {"teams": "; ".join(others)}

"""The members of the teams of a file, and their line-ups."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.errors import DomainError
from tournaments.formats.lists.cells import known_code_of
from tournaments.models import LineUp, Member, Player, Seat, Tournament
from tournaments.models.fields import HIGHEST_RATING
from tournaments.models.team import MOST_MEMBERS
from tournaments.services.imports.players import acceptable
from tournaments.texts import cleaned


def store_members(report: engine.TeamsReport, players: dict[int, Player]) -> dict[int, Member]:
    """Store the members of the teams, and return them by their numbers in the file.

    Raises DomainError for too many members of a team, and for two with the same FIDE ID.
    """
    members: dict[int, Member] = {}
    holders: dict[str, int] = {}
    for team, entries in report.members.items():
        if len(entries) > MOST_MEMBERS:
            text = _("Team %(number)d, %(name)s: found %(found)d members, expected at most %(most)d.")
            told = {"number": team, "name": players[team].name}
            raise DomainError("members", text % {**told, "found": len(entries), "most": MOST_MEMBERS})
        for place, entry in enumerate(entries, 1):
            members[entry.number] = member = _member(entry)
            member.team, member.place = players[team], place
            if member.fide_id and holders.setdefault(member.fide_id, entry.number) != entry.number:
                text = _("Player %(number)d, %(name)s: FIDE ID %(id)s is player %(other)d’s.")
                told = {"id": member.fide_id, "other": holders[member.fide_id]}
                raise DomainError("player", text % {"number": entry.number, "name": entry.name, **told})
    Member.objects.bulk_create(members.values())
    return members


def _member(entry: engine.ReportedPlayer) -> Member:
    """A person of the file, fitted to the columns of a member."""
    rating = entry.rating or 0
    member = Member(
        name=cleaned(entry.name) or _("Player %(number)d") % {"number": entry.number},
        title=engine.handling.title_of(entry.title),
        sex=entry.sex if entry.sex in Player.Sex.values else "",
        rating=rating if 1 <= rating <= HIGHEST_RATING else None,
        uncounted_fide_rating=entry.uncounted_fide_rating,
        federation=known_code_of(entry.federation),
        fide_id=acceptable(Member(), "fide_id", entry.fide_id.lstrip("0")),
        birth=acceptable(Member(), "birth", entry.birth.removesuffix("/00/00"), entry.birth[:4]),
    )
    try:
        member.clean_fields(exclude=["team", "place"])
    except ValidationError as error:
        text = _("Player %(number)d, %(name)s: %(fault)s")
        told = {"number": entry.number, "name": entry.name, "fault": " ".join(error.messages)}
        raise DomainError("player", text % told) from error
    return member


def store_line_ups(tournament: Tournament, report: engine.TeamsReport, players: dict[int, Player]) -> None:
    """Store the line-ups that are not simply the first of the order, before the rounds are public."""
    of_team = {player.pk: number for number, player in players.items()}
    seats = {
        (round_, of_team[player]): key
        for key, round_, player in Seat.objects.filter(round__tournament=tournament).values_list(
            "pk", "round__number", "player_id"
        )
    }
    members = {
        (member.team_id, member.place): member
        for member in Member.objects.filter(team__tournament=tournament)
    }
    LineUp.objects.bulk_create(
        LineUp(
            seat_id=seats[round_, team],
            board=board,
            member=members[players[team].pk, place] if place else None,
        )
        for (round_, team), places in report.line_ups.items()
        for board, place in enumerate(places, 1)
    )

"""Teams: entered and changed, their line-ups and results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import rulebook
from tournaments.chain import services as chain_services
from tournaments.chain import texts
from tournaments.errors import DomainError, Overtaken
from tournaments.log.acts import Act, LogLines, acting, fields, require_unfinished
from tournaments.models import (
    AuditEvent,
    Game,
    LineUp,
    Member,
    Player,
    PlayerLink,
    Rating,
    Round,
    Seat,
    Tournament,
)
from tournaments.models.round import MOST_MEMBERS
from tournaments.own import queries as own
from tournaments.own.services import holder_of
from tournaments.players.queries import identity
from tournaments.players.services.players import change_player, row_of, store_players
from tournaments.ratings.queries import complete, counting
from tournaments.ratings.services import ratings
from tournaments.results.services import enter_result, settled
from tournaments.rounds.queries.boards import boards_of
from tournaments.teams import queries
from tournaments.teams.queries import require_every_board, require_somebody

Action = AuditEvent.Action


def enter_boards(
    *,
    tournament: Tournament,
    number: int,
    board: int,
    results: Sequence[str],
    version: int,
    actor: User,
) -> Game:
    """Enter the results of the boards of one match, the team with White on board 1 first; "" for one to come.

    The match has its result once all are in. Raises DomainError for a result that no board can have, for a
    wrong number of boards, for a board at which nobody sits and that is not a forfeit, and as
    `results.enter_result` does.
    """
    require_every_board(tournament, results)
    boards = ",".join(results) if any(results) else ""
    with transaction.atomic():
        game = enter_result(
            tournament=tournament,
            number=number,
            board=board,
            result=rulebook.result_of_match(results),
            boards=boards,
            version=version,
            actor=actor,
        )
        require_somebody(boards_of(game.round, Game.objects.filter(pk=game.pk))[0].boards)
        return game


def enter_teams(*, tournament: Tournament, entries: Sequence[Mapping[str, Any]], actor: User) -> list[Player]:
    """Enter teams, all or none: each entry has fields of Player and its "members" in their order.

    A member is an entry as in a list of players. A team's rating is the average of those at its boards, and
    its number follows from it. Raises DomainError as `players.add_players` does, for somebody who is in two
    teams, and for a team without members.
    """
    with acting(tournament, actor) as act:
        members = [_members(act.tournament, entry["members"]) for entry in entries]
        own = [
            {name: value for name, value in entry.items() if name != "members"}
            | {"rating": rulebook.rating_of_team([one.rating for one in found], act.tournament.boards or 0)}
            for entry, found in zip(entries, members, strict=True)
        ]
        entered = store_players(act, own, Rating.Source.HAND)
        for team, found in zip(entered, members, strict=True):
            _store(act, team, found)
        return entered


def teams_of(entries: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Group the entries of a list of players into teams by their club, in the order of the list.

    A team's federation is that of all its members, if they have one. Raises DomainError for an entry that
    names no team.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    for entry in entries:
        if not entry.get("club"):
            text = _("%(name)s has no team: expected it in a column “%(column)s”.")
            raise DomainError("team", text % {"name": entry["name"], "column": _("Team")})
        found.setdefault(entry["club"], []).append(dict(entry))
    return [
        {
            "name": name,
            "members": members,
            "federation": members[0].get("federation") or ""
            if len({one.get("federation") for one in members}) == 1
            else "",
        }
        for name, members in found.items()
    ]


def change_team(
    *,
    team: Player,
    changes: Mapping[str, Any],
    actor: User,
    seen: Mapping[str, Any] | None = None,
    reason: str = "",
    confirmation: str = "",
) -> None:
    """Correct a team's data and its "members", which are entries in their order.

    `seen` is what the actor's page showed, with the members as `teams.as_text` writes them. Raises Overtaken
    if that has been changed since, and DomainError if a member of a team that has played gets another place
    or none.
    """
    own = {name: value for name, value in changes.items() if name != "members"}
    shown = dict(seen or {})
    with transaction.atomic():
        known = shown.pop("members", None)
        if "members" in changes:
            with acting(team.tournament, actor) as act:
                row = row_of(act.tournament, team)
                present = queries.as_text(queries.members_of([row])[row.pk])
                if known is not None and known.split() != present.split():
                    raise Overtaken({"members": present})
                found = _members(act.tournament, changes["members"])
                _store(act, row, found)
            own["rating"] = rulebook.rating_of_team(
                [one.rating for one in found], team.tournament.boards or 0
            )
        change_player(
            player=team, changes=own, seen=shown, actor=actor, reason=reason, confirmation=confirmation
        )


def _members(tournament: Tournament, entries: Iterable[Mapping[str, Any]]) -> list[Member]:
    """The members in these entries, in their order, not stored yet."""
    found = []
    for place, entry in enumerate(complete(tournament, entries), 1):
        brought = ratings.of_entry(tournament, entry, Rating.Source.UPLOAD)
        best, fide = counting(tournament, brought), rulebook.fide_rating(tournament, brought)
        said = {name: entry.get(name) or "" for name in Member.ENTERED if name != "rating"}
        member = Member(place=place, rating=best.value if best else None, **said)
        if fide != best and (fide.value if fide else None) != member.rating:
            member.uncounted_fide_rating = fide.value if fide else 0
        found.append(member)
    if len(found) > MOST_MEMBERS:
        text = _("Found %(found)d members of a team, expected at most %(most)d.")
        raise DomainError("members", text % {"found": len(found), "most": MOST_MEMBERS})
    return found


def _store(act: Act, team: Player, members: Sequence[Member]) -> None:
    """Make these the members of the team; DomainError if there are none."""
    if not members:
        text = _("%(name)s has no member number %(place)d.")
        raise DomainError("member", text % {"name": team.name, "place": 1})
    stood = list(team.members.order_by("place"))
    lasting = {_in_words(one) for one in stood} & {_in_words(one) for one in members}
    if len(lasting) == len(stood) == len(members):
        return
    require_unfinished(act.tournament)
    public = identity.is_public(team)
    if public:
        _require_places(act, team, stood, members)
    _require_no_other_team(act.tournament, team, members)
    number = identity.latest_public_round(team)
    if public:
        chain_services.note_what_no_act_explains(act, {number})
        _keep_line_ups(act, team, stood, members)
    known = {member.place: member.pk for member in stood}
    for member in members:
        member.team, member.pk = team, known.pop(member.place, None)
        member.clean_fields()
    before, after = ([one for one in some if _in_words(one) not in lasting] for some in (stood, members))
    audit = act.record(
        Action.MEMBERS_SET,
        subject=team.name,
        before={"members": [*map(_in_words, before)]},
        after={"members": [*map(_in_words, after)], "team": team.key, "places": _by_places(after)},
    )
    team.members.filter(pk__in=known.values()).delete()
    for member in members:
        if member.pk and _in_words(member) not in lasting:
            member.save()
    Member.objects.bulk_create(member for member in members if member.pk is None)
    corrected = [
        texts.Identity(_person(team, was), _person(team, now))
        for was, now in zip(stood, members, strict=False)
        if (was.name, was.fide_id) != (now.name, now.fide_id)
    ]
    if public and corrected:
        chain_services.correct_identities(act, audit, number, corrected)


def _person(team: Player, member: Member) -> texts.Person:
    """The member as the chain names them."""
    key = texts.key_of_member(team.key, member.place)
    return texts.Person(member.place, member.name, member.fide_id, key)


def _keep_line_ups(act: Act, team: Player, stood: Sequence[Member], members: Sequence[Member]) -> None:
    """Enter who sat in matches that have a result, where nobody did: newcomers would seem to have played."""
    boards = act.tournament.boards or 0
    if not len(stood) < boards or len(members) <= len(stood):
        return
    after = [*stood, *[None] * (boards - len(stood))]
    seats = team.seats.filter(round__state__in=Round.LOCKED, line_up=None).exclude(game__boards="")
    for seat in seats.exclude(game=None).select_related("round").order_by("round__number"):
        _enter_line_up(act, seat, after, after)


def _in_words(member: Member) -> str:
    """A member for the audit trail: `2 Adler, A (IM, 2400, LAT)`."""
    rest = [str(getattr(member, name)) for name in Member.ENTERED if name != "name" and getattr(member, name)]
    if member.uncounted_fide_rating is not None:
        rest.append(f"FIDE {member.uncounted_fide_rating or '–'}")
    return f"{member.place} {member.name}" + (f" ({', '.join(rest)})" if rest else "")


def _by_places(members: Iterable[Member]) -> dict[str, dict[str, str]]:
    """Place -> everything entered of the member there, as the guards compare it with the rows."""
    return {
        str(one.place): {name: str(getattr(one, name) or "") for name in Member.ENTERED} for one in members
    }


def _require_places(act: Act, team: Player, stood: Sequence[Member], members: Sequence[Member]) -> None:
    """Raise DomainError if a member of a team that sits in a published round gets another place or none."""
    if len(members) < len(stood):
        text = _("%(name)s is in the order of a team that has been paired: nobody can leave it any more.")
        raise DomainError("order", text % {"name": stood[len(members)].name})
    known = {one.place: one.name.casefold() for one in stood}
    lines = [*_lines_since_paired(act, team), *(f"{one.place} {one.name}" for one in stood)]
    for member in members:
        name = member.name.casefold()
        if known.get(member.place) == name:
            continue
        for place, _space, who in (line.partition(" ") for line in lines):
            if int(place) != member.place and (who.casefold() + " (").startswith(f"{name} ("):
                text = _(
                    "%(name)s is number %(place)d of a team that has been paired: its order is fixed, and new"
                    " members go to the end."
                )
                raise DomainError("order", text % {"name": member.name, "place": int(place)})


def _lines_since_paired(act: Act, team: Player) -> list[str]:
    """The members at each place since round 1 came out, from the audit trail, which has former names too."""
    trail = act.tournament.audit_events.order_by("pk")
    paired = trail.filter(action=Action.ROUND_PUBLISHED).values_list("pk", flat=True).first()
    since = trail.filter(action=Action.MEMBERS_SET, after__team=team.key, pk__gt=paired or 0)
    return [line for event in since for side in (event.before, event.after) for line in side["members"]]


def _require_no_other_team(tournament: Tournament, team: Player, members: Iterable[Member]) -> None:
    """Raise DomainError for a FIDE ID that somebody else in the event has."""
    others = Member.objects.filter(team__tournament=tournament).exclude(team=team).exclude(fide_id="")
    holders = dict(others.values_list("fide_id", "team__name"))
    own: set[str] = set()
    for member in members:
        if member.fide_id and (member.fide_id in holders or member.fide_id in own):
            text = _("FIDE ID %(id)s is entered already: %(name)s.")
            name = holders.get(member.fide_id, team.name)
            raise DomainError("double", text % {"id": member.fide_id, "name": name})
        own.add(member.fide_id)


def set_line_up(*, team: Player, number: int, places: Sequence[int | None], actor: User) -> None:
    """Enter who plays for the team in a published round, by their places in its order, board 1 first.

    None is a board that stays empty. Raises DomainError for a round in which the team has no match, for a
    player who is not in the team or plays above one who is before them in its order, and once the result of
    the match is settled or the event is finished.
    """
    with acting(team.tournament, actor) as act:
        store_line_up(act, row_of(act.tournament, team), number, places)


def hand_in_line_up(*, link: PlayerLink, number: int, places: Sequence[int | None]) -> None:
    """Like `set_line_up`, by the team's own link, while the event lets captains (`line_ups.are_awaited`).

    Raises DomainError if the link has ended, if it is too late, and as `set_line_up` does.
    """
    with acting(link.player.tournament, None) as act:
        team = holder_of(act, link)
        seat = queries.seat_to_line_up(team, own.rules_of(act.tournament))
        if seat is None or seat.round.number != number:
            text = _("The line-up of %(name)s in round %(number)d can no longer be entered by this link.")
            raise DomainError("too_late", text % {"name": team.name, "number": number})
        store_line_up(act, team, number, places)


def store_line_up(act: Act, team: Player, number: int, places: Sequence[int | None]) -> None:
    """Like `set_line_up`, within another act."""
    boards = act.tournament.boards or 0
    seats = team.seats.filter(round__number=number).select_related("round", "game")
    seat = seats.filter(game__isnull=False).first()
    if seat is None or seat.game is None or not seat.round.is_public:
        text = _("%(name)s has no match in round %(number)d.")
        raise DomainError("no_match", text % {"name": team.name, "number": number})
    if act.tournament.is_finished:
        raise DomainError("finished", _("The tournament is finished. Reopen it to change a line-up."))
    if seat.round.is_settled and seat.game.result not in Game.OPEN:
        raise settled(act.tournament, number)
    members = {member.place: member for member in team.members.all()}
    for place in places:
        if place is not None and place not in members:
            text = _("%(name)s has no member number %(place)d.")
            raise DomainError("member", text % {"name": team.name, "place": place})
    rulebook.require_line_up(places, boards)
    before = queries.line_ups(seat.round, boards)[team.pk]
    after = [members[place] if place else None for place in places]
    if before == after and seat.line_up.exists():
        return
    _enter_line_up(act, seat, before, after)
    [match] = boards_of(seat.round, Game.objects.filter(seats=seat))
    queries.require_somebody(match.boards)


def _enter_line_up(
    act: Act, seat: Seat, before: Sequence[Member | None], after: Sequence[Member | None]
) -> None:
    """Record and store who sits at the boards of the seat's match."""
    act.record(
        Action.LINE_UP_SET,
        round_number=seat.round.number,
        subject=seat.player.name,
        before={"line_up": _names(before)},
        after={"line_up": _names(after), "team": seat.player.key, "places": _by_boards(after)},
    )
    stands = dict(seat.line_up.values_list("board", "member"))
    keys = {board: member.pk if member else None for board, member in enumerate(after, 1)}
    others = [board for board, key in keys.items() if board not in stands or stands[board] != key]
    seat.line_up.filter(board__in=others).delete()
    LineUp.objects.bulk_create(LineUp(seat=seat, board=board, member_id=keys[board]) for board in others)


def _names(line_up: Iterable[Member | None]) -> list[str]:
    return [member.name if member else "–" for member in line_up]


def _by_boards(line_up: Iterable[Member | None]) -> str:
    """`,1:1,2:0,3:4,`: who sits at which board, as the guards compare it with the rows; 0 for nobody."""
    told = [f"{board}:{member.place if member else 0}" for board, member in enumerate(line_up, 1)]
    return f",{','.join(told)},"


_NAMES = fields(members=gettext_lazy("members"), line_up=gettext_lazy("line-up"))


def _entered(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """The names; the rest is for the guards."""
    return _NAMES(before, {name: told for name, told in after.items() if name in {"members", "line_up"}})


LOG_LINES: LogLines = {Action.MEMBERS_SET: _entered, Action.LINE_UP_SET: _entered}

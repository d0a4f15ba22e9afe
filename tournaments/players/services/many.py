"""Many players at once: completed from the rating list, and mended in a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.errors import Conflict, DomainError
from tournaments.log.acts import LogLines, acting, refuse_to_overwrite, require_unfinished
from tournaments.models import AuditEvent, Player, Tournament
from tournaments.players.queries import identity
from tournaments.players.services import numbers
from tournaments.players.services import players as players_services
from tournaments.players.services.players import refuse_double_among
from tournaments.ratings import queries as ratings_queries
from tournaments.ratings.finding import told_besides
from tournaments.ratings.queries import fields_of
from tournaments.ratings.services import ratings
from tournaments.ratings.services.ratings import rerating

# A player, and their fields before and after.
Told = tuple[str, dict[str, Any], dict[str, Any]]
# The log shows so many of them.
MOST_TOLD = 5


def take_from_list(*, tournament: Tournament, chosen: Mapping[int, str], actor: User) -> list[Player]:
    """Give players, by key, what the rating lists say under a FIDE ID and the event does not know of them.

    That is the ID itself, title, sex, federation and year of birth; what is known stays, and so do names.
    Whoever had no ID gets the ratings of the lists too. Returns the players whose data changed. Raises
    DomainError for an ID that is on no list or entered already, and for one that would correct a player in a
    published round; Conflict for a player who is gone or has got another ID in the meantime. All of them name
    the player.
    """
    with acting(tournament, actor) as act:
        event = act.tournament
        require_unfinished(event)
        if rulebook.is_of_teams(event):
            raise DomainError("team", _("A team is not on a rating list: its members are."))
        players = event.players.prefetch_related("ratings").in_bulk()
        listed = ratings_queries.by_fide_id(chosen.values(), ratings_queries.followed(event))
        holders = {player.fide_id: player for player in players.values() if player.fide_id}
        public = identity.in_public(event)
        held: dict[Player, int | None] = {}
        told: list[Told] = []
        for key, fide_id in chosen.items():
            player = players.get(key)
            if player is None:
                raise Conflict("gone", _("A player has been removed in the meantime: look again."))
            if fide_id not in listed:
                text = _("%(name)s: FIDE ID %(id)s is on no rating list in use.")
                raise DomainError("not_listed", text % {"name": player.name, "id": fide_id})
            if player.fide_id not in {"", fide_id}:
                text = _("%(name)s has got FIDE ID %(id)s in the meantime: look again.")
                raise Conflict("other_id", text % {"name": player.name, "id": player.fide_id})
            if (holder := holders.setdefault(fide_id, player)) != player:
                text = _("FIDE ID %(id)s is not for %(name)s: %(holder)s has it.")
                ids = {"name": player.name, "id": fide_id, "holder": holder.name}
                raise DomainError("double", text % ids)
            is_public = player.pk in public
            news = told_besides(player, listed[fide_id], is_public=is_public)
            if not news:
                continue
            if "fide_id" in news and is_public:
                text = _("%(name)s is in a published round: correct the data on the player’s own page.")
                raise DomainError("public", text % {"name": player.name})
            held[player] = player.rating
            for name, value in news.items():
                setattr(player, name, value)
            player.clean_fields(exclude=["number", "tournament"])
            if "fide_id" in news:
                ratings.take(player, listed[fide_id])
            told.append((f"{player.number} {player.name}", {}, news))
        if not held:
            return []
        rated = rerating(event, held)
        act.record(
            AuditEvent.Action.PLAYERS_CHANGED,
            subject=str(len(held)),
            before=rated.before,
            after={"players": told} | rated.after,
        )
        rated.store()
        Player.objects.bulk_update(held, ["fide_id", "title", "sex", "federation", "birth", "rating"])
        numbers.follow_data(event)
        return list(held)


class RowsRefused(DomainError):
    """Some of the changes cannot be made; `refusals` says why, by the keys of the players."""

    def __init__(self, refusals: Mapping[int, Exception]) -> None:
        super().__init__("rows", _("Nothing is saved yet: see what is wrong in the rows."))
        self.refusals = refusals


def change_players(
    *,
    tournament: Tournament,
    changes: Mapping[int, Mapping[str, Any]],
    seen: Mapping[int, Mapping[str, Any]],
    actor: User,
) -> list[Player]:
    """Change the data of several players, by key, as `players.change_player` does for one: all or none.

    The identity of a player in a published round does not change here. Returns the players whose data
    changed. Raises RowsRefused with everything that is wrong, what others have changed meanwhile included.
    """
    with acting(tournament, actor) as act:
        event = act.tournament
        require_unfinished(event)
        if rulebook.is_of_teams(event):
            raise DomainError("team", _("A team’s data are on its own page."))
        players = event.players.select_related("tournament").prefetch_related("ratings").in_bulk()
        public = identity.in_public(event)
        changed: dict[Player, _Change] = {}
        refusals: dict[int, Exception] = {}
        for key, wanted in changes.items():
            try:
                if key not in players:
                    raise Conflict("gone", _("A player has been removed in the meantime: look again."))
                change = _change(players[key], wanted, seen.get(key, {}), is_public=key in public)
            except (DomainError, ValidationError) as error:
                refusals[key] = error
                continue
            if change.after:
                changed[players[key]] = change
        # Only now: two may have exchanged their FIDE IDs.
        apart = identity.told_apart(event)
        for player, change in changed.items():
            if change.after.keys() & {*Player.IDENTITY}:
                try:
                    refuse_double_among(player, [p for p in players.values() if p != player], apart)
                except DomainError as error:
                    refusals[player.pk] = error
        if refusals:
            raise RowsRefused(refusals)
        if not changed:
            return []
        rated = rerating(event, {player: change.held for player, change in changed.items()})
        told = [(f"{p.number} {p.name}", change.before, change.after) for p, change in changed.items()]
        act.record(
            AuditEvent.Action.PLAYERS_CHANGED,
            subject=str(len(changed)),
            before=rated.before,
            after={"players": told} | rated.after,
        )
        rated.store()
        columns = {name for change in changed.values() for name in change.after} - ratings.CHANGE_KEYS
        if "fide_id" in columns:
            # An ID that goes from one player to another is never there twice.
            moved = [player.pk for player, change in changed.items() if "fide_id" in change.after]
            event.players.filter(pk__in=moved).update(fide_id="")
        Player.objects.bulk_update(changed, ["rating", *sorted(columns)])
        numbers.follow_data(event)
        return list(changed)


def remove_players(*, tournament: Tournament, players: Iterable[Player], actor: User) -> int:
    """Strike several entries out, as `players.remove_player` does one: all or none. Returns how many."""
    with acting(tournament, actor) as act:
        rows = [players_services.row_of(act.tournament, player) for player in players]
        for row in rows:
            players_services.strike(act, row)
        numbers.close_gaps(act.tournament)
    return len(rows)


class _Change(NamedTuple):
    """What changes of a player, and their rating before it."""

    before: dict[str, Any]
    after: dict[str, Any]
    held: int | None


def _change(
    player: Player, wanted: Mapping[str, Any], seen: Mapping[str, Any], *, is_public: bool
) -> _Change:
    """Change the player, whom the caller stores, and their ratings."""
    before = vars(player) | fields_of(player, player.ratings.all())
    refuse_to_overwrite(before, wanted, seen)
    after = {name: value for name, value in wanted.items() if before[name] != value}
    if is_public and after.keys() & {*Player.IDENTITY}:
        text = _("%(name)s is in a published round: correct the data on the player’s own page.")
        raise DomainError("public", text % {"name": before["name"]})
    for name in after.keys() - ratings.CHANGE_KEYS:
        setattr(player, name, after[name])
    if after.keys() & ratings.CHANGE_KEYS:
        ratings.revise(player, after)
    player.clean_fields(exclude=["number", "tournament"])
    # As it is stored: a name without invisible characters.
    after |= {name: getattr(player, name) for name in after.keys() - ratings.CHANGE_KEYS}
    return _Change({name: before[name] for name in after}, after, before["rating"])


_one_line = players_services.LOG_LINES[AuditEvent.Action.PLAYER_CHANGED]


def _each(_before: object, after: Mapping[str, Any]) -> str:
    """What became of the first of them: `3 Berg, Ute: FIDE ID 4600001 · title WFM; …`."""
    lines = []
    for who, was, now in after["players"][:MOST_TOLD]:
        # A database may keep the fields in any order.
        what = _one_line(was, dict(sorted(now.items())))
        lines.append(_("%(who)s: %(what)s") % {"who": who, "what": what})
    return "; ".join(lines) + (" …" if len(after["players"]) > MOST_TOLD else "")


LOG_LINES: LogLines = {AuditEvent.Action.PLAYERS_CHANGED: _each}

"""Many players at once: completed from the rating list, and mended in a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.errors import Conflict, DomainError
from tournaments.log.acts import LogLines, acting, fields, require_unfinished
from tournaments.models import AuditEvent, Player, Tournament
from tournaments.players.queries import identity
from tournaments.players.services import numbers
from tournaments.ratings import queries as ratings_queries
from tournaments.ratings.finding import told_besides
from tournaments.ratings.services import ratings
from tournaments.ratings.services.ratings import rerating

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
        told: dict[str, dict[str, Any]] = {}
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
            told[f"{player.number} {player.name}"] = news
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


_one = fields(Player)


def _each(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """What became of the first of them: `3 Berg, Ute: FIDE ID 4600001 · title WFM; …`."""
    known, players = before.get("players", {}), after["players"]
    some = [
        _("%(who)s: %(what)s") % {"who": who, "what": _one(known.get(who, {}), players[who])}
        for who in [*players][:MOST_TOLD]
    ]
    return "; ".join(some) + (" …" if len(players) > MOST_TOLD else "")


LOG_LINES: LogLines = {AuditEvent.Action.PLAYERS_CHANGED: _each}

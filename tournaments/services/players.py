"""Players: adding and correcting entries, striking them out, late entries (C.04.2 C)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import engine
from tournaments.chain import services as chain
from tournaments.errors import Conflict, DomainError
from tournaments.log.acts import (
    Act,
    Told,
    acting,
    by_its_name,
    fields,
    refuse_to_overwrite,
    require_unfinished,
)
from tournaments.log.services import lift_gone_byes
from tournaments.models import AuditEvent, Player, Rating, Register, Round, Tournament
from tournaments.selectors import event_lists, rating_lists, rounds
from tournaments.selectors.ratings import complete, fields_of
from tournaments.services import identity, late_entries, numbers, ratings
from tournaments.services.earlier_ratings import rerating
from tournaments.services.matches import require_first_game
from tournaments.services.planning import require_open_table

Action = AuditEvent.Action


def add_players(
    *,
    tournament: Tournament,
    entries: Sequence[dict[str, Any]],
    actor: User,
    source: str = Rating.Source.HAND,
) -> list[Player]:
    """Enter players, all or none; each entry holds Player's fields and ratings.

    For the ratings see `ratings.of_entry`; `source` is where the entries come from. An entry without a rating
    gets that of FIDE's list, by its FIDE ID. Once a round is published they are late entries (C.04.2 C.2):
    paired from the next round at the earliest, with the points for missed rounds that the rules of the event
    give. Raises DomainError for a name or FIDE ID that is entered already, once the list of participants is
    closed (C.3), and in an event of teams, which `teams.enter_teams` enters.
    """
    with acting(tournament, actor) as act:
        if entries and engine.is_of_teams(act.tournament):
            text = _("%(name)s has no team: expected it in a column “%(column)s”.")
            raise DomainError("team", text % {"name": entries[0]["name"], "column": _("Team")})
        return store_players(act, entries, source)


def store_players(act: Act, entries: Sequence[dict[str, Any]], source: str) -> list[Player]:
    """Like `add_players`, within another act; the players of an event of teams are its teams."""
    event = act.tournament
    require_open_table(event)
    earliest, begun = _coming_round(event), rounds.has_begun(event)
    if event.list_closed_at:
        raise DomainError(
            "list_closed",
            _("The list of participants is closed (%(article)s): open it again to enter somebody.")
            % {"article": engine.article(event, "C.04.2 C.3")},
        )
    entered = Register(event.players.all())
    players = []
    brought = []
    for entry in complete(event, entries):
        fields = {name: value for name, value in entry.items() if name not in ratings.ENTRY_KEYS}
        player = Player(tournament=event, **fields)
        found = ratings.of_entry(event, entry, Rating.Source(source))
        ratings.settle(player, found)
        player.first_round = max(player.first_round, earliest)
        if begun and player.first_round == earliest:
            # Players for the coming round are at the desk; those for a later one must be seen first.
            player.presence = Player.Presence.PRESENT
        if player.first_round > event.number_of_rounds:
            raise DomainError(
                "first_round",
                _("%(name)s: the tournament has %(last)d rounds.")
                % {"name": player.name, "last": event.number_of_rounds},
            )
        require_first_game(event, player.first_round)
        player.clean_fields(exclude=["number", "tournament"])
        _refuse_double(player, entered)
        players.append(player)
        brought.append((player, found))
        entered.add(player)
    if not players:
        return []
    numbers.draw_lots(event, players)
    Player.objects.bulk_create(players)
    ratings.keep(brought)
    numbers.place_newcomers(event, players)
    given = dict(event.players.values_list("pk", "number"))
    act.record(
        Action.PLAYER_ADDED if len(players) == 1 else Action.PLAYERS_IMPORTED,
        subject=players[0].name if len(players) == 1 else str(len(players)),
        after={"players": [p.name for p in players]},
    )
    for player in players:
        player.number = given[player.pk]
        if player.first_round > 1:
            late_entries.follow_rules(act, player)
    return players


def change_player(
    *,
    player: Player,
    changes: dict[str, Any],
    actor: User,
    seen: Mapping[str, Any] | None = None,
    reason: str = "",
    confirmation: str = "",
) -> None:
    """Correct a player's data, including the ratings in `ratings.CHANGE_KEYS`.

    Before round 1 is published the numbers follow; later they are assigned anew by an act of its own
    (C.04.2 B.3). `seen` is what the actor's page showed; raises Overtaken if that has been changed since.
    The identity of a player in a published round changes as in `identity.keep_identity`: with a `reason`.
    """
    with acting(player.tournament, actor) as act:
        row = row_of(act.tournament, player)
        held = row.rating
        before = vars(row) | fields_of(row, row.ratings.all())
        refuse_to_overwrite(before, changes, seen or {})
        changed = {name: value for name, value in changes.items() if before[name] != value}
        if not changed:
            return
        if changed.keys() - {"name", "fide_id"}:
            require_unfinished(act.tournament)
        for name in changed.keys() - ratings.CHANGE_KEYS:
            setattr(row, name, changed[name])
        if changed.keys() & ratings.CHANGE_KEYS:
            ratings.revise(row, changed)
        row.clean_fields(exclude=["number", "tournament"])
        _refuse_double(row, Register(act.tournament.players.exclude(pk=row.pk)))
        if "first_round" in changed:
            _require_future_entry(act.tournament, row, before["first_round"])
            require_first_game(act.tournament, row.first_round)
        recorded = identity.keep_identity(act, row, reason=reason, confirmation=confirmation)
        if others := changed.keys() - recorded:
            after = changed | {name: getattr(row, name) for name in changed.keys() - ratings.CHANGE_KEYS}
            rated = rerating(act.tournament, {row: held})
            act.record(
                Action.PLAYER_CHANGED,
                subject=row.name,
                before={name: before[name] for name in others} | rated.before,
                after={name: after[name] for name in others} | rated.after,
            )
            rated.store()
        row.save(update_fields=["rating", *(changed.keys() - ratings.CHANGE_KEYS - {*Player.IDENTITY})])
        numbers.follow_data(act.tournament)
        if "first_round" in changed:
            late_entries.follow_rules(act, row, before["first_round"])


def identify_player(
    *, player: Player, fide_id: str, actor: User, reason: str = "", confirmation: str = ""
) -> None:
    """Take a player's data from FIDE's lists: ID, name, title, federation, sex, birth year and ratings.

    Data that the lists lack stay as they are; for a player in a published round see `identity.keep_identity`.
    Raises DomainError for an ID that is on no list in use, or that is entered already, and for a team.
    """
    with acting(player.tournament, actor) as act:
        if engine.is_of_teams(act.tournament):
            raise DomainError("team", _("A team is not on a rating list: its members are."))
        require_unfinished(act.tournament)
        row = row_of(act.tournament, player)
        listed = rating_lists.by_fide_id([fide_id], event_lists.followed(act.tournament)).get(fide_id)
        if listed is None:
            raise DomainError(
                "not_listed", _("FIDE ID %(id)s is on no rating list in use.") % {"id": fide_id}
            )
        said = {name: value for name, value in listed.entry.items() if value and name != "listed"}
        if row.birth.startswith(said.get("birth", row.birth)):
            said.pop("birth", None)
        before = {name: getattr(row, name) for name in {*said, *Player.IDENTITY, "rating"}}
        for name, value in said.items():
            setattr(row, name, value)
        row.clean_fields(exclude=["number", "tournament"])
        _refuse_double(row, Register(act.tournament.players.exclude(pk=row.pk)))
        recorded = identity.keep_identity(act, row, reason=reason, confirmation=confirmation)
        ratings.take(row, listed)
        others = {*said, "rating"} - recorded
        rated = rerating(act.tournament, {row: before["rating"]})
        act.record(
            Action.PLAYER_CHANGED,
            subject=row.name,
            before={name: before[name] for name in others} | rated.before,
            after={name: getattr(row, name) for name in others} | rated.after,
        )
        rated.store()
        row.save()
        numbers.follow_data(act.tournament)


def remove_player(*, player: Player, actor: User) -> None:
    """Strike an entry out. A player in a published round is part of its pairings, and can only withdraw.

    Once numbers are frozen none moves up any more (C.04.2 B.3, 2026 2.3), so then only the last entry can be
    struck out.
    """
    with acting(player.tournament, actor) as act:
        strike(act, row_of(act.tournament, player))
        numbers.close_gaps(act.tournament)


def strike(act: Act, player: Player) -> None:
    """Strike an entry out within another act; the caller then moves up the numbers below."""
    require_open_table(act.tournament)
    if not rounds.is_removable(player):
        raise DomainError(
            "has_begun",
            _(
                "%(name)s can be withdrawn but not removed: the entry is in a published round, or numbers or"
                " regulations that are fixed depend on it (%(article)s)."
            )
            % {
                "name": player.name,
                "article": engine.article(act.tournament, "C.04.2 B.3, C.04.2 A.3"),
            },
        )
    if player.seats.filter(round__state=Round.State.DRAFT).exists():
        raise DomainError(
            "in_draft", _("Throw the draft away first: %(name)s is in it.") % {"name": player.name}
        )
    chain.touch(act, *player.seats.values_list("round__number", flat=True))
    player.seats.all().delete()
    alone = [group for group in player.prohibitions.all() if group.players.count() == 2]
    for group in alone:
        pair = group.players.all()
        act.record(Action.LET_MEET, subject=" – ".join(one.name for one in pair))
        group.delete()
    player.delete()
    lift_gone_byes(act)
    act.record(Action.PLAYER_REMOVED, subject=player.name)


def _coming_round(tournament: Tournament) -> int:
    coming = rounds.next_number(tournament)
    if coming is None:
        raise DomainError("no_round_left", _("All rounds are published: nobody can enter any more."))
    return coming


def row_of(tournament: Tournament, player: Player) -> Player:
    row = tournament.players.filter(pk=player.pk).first()
    if row is None:
        raise Conflict("gone", _("%(name)s has been removed in the meantime.") % {"name": player.name})
    return row


def _refuse_double(player: Player, others: Register) -> None:
    found = others.twin_of(player)
    twin = found.player if found else None
    if twin and player.fide_id and player.fide_id == twin.fide_id:
        raise DomainError(
            "double",
            _("FIDE ID %(id)s is entered already: %(name)s.") % {"id": player.fide_id, "name": twin.name},
        )
    if twin and player.has_birthday and player.birth == twin.birth:
        raise DomainError(
            "double",
            _("%(name)s, born %(birth)s, is entered already.") % {"name": twin.name, "birth": twin.birth},
        )
    if twin:
        raise DomainError(
            "double",
            _(
                "%(name)s is entered already. Birth years or FIDE IDs tell two players with the same name"
                " apart."
            )
            % {"name": twin.name},
        )


def _require_future_entry(tournament: Tournament, player: Player, before: int) -> None:
    """Raise DomainError if the first round is past: whether a player was there is history."""
    if min(before, player.first_round) < _coming_round(tournament):
        raise DomainError(
            "first_round", _("The first round of %(name)s is past: it cannot change.") % {"name": player.name}
        )


_players = fields(players=gettext_lazy("players"))

TOLD: Told = {
    Action.PLAYER_ADDED: _players,
    Action.PLAYERS_IMPORTED: _players,
    Action.PLAYER_CHANGED: fields(
        Player,
        first_round=gettext_lazy("from round"),
        rating_source=gettext_lazy("source of the rating"),
        fide_rating=gettext_lazy("FIDE rating"),
        national_rating=gettext_lazy("national rating"),
        earlier_ratings=gettext_lazy("earlier ratings"),
        words={"rating_source": lambda code: dict(Rating.Source.choices).get(code, code)},
    ),
    Action.PLAYER_REMOVED: by_its_name,
}

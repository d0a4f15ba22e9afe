"""Who a player is: entries that may be one person, and what is stored about somebody."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Field, ForeignKey, Model, Q, QuerySet
from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.models import (
    AuditEvent,
    Game,
    Member,
    Player,
    Publication,
    Round,
    Tournament,
    TwoPeople,
)
from tournaments.models.fields import Here, matter_of, names_about
from tournaments.models.player import PlayerMatter
from tournaments.persons import Crowd, compare
from tournaments.rounds.queries import rounds
from tournaments.rounds.queries.boards import Board, Bye
from tournaments.texts import is_spelling_of, slips_between

# The columns that a player brings with them from event to event.
OF_PERSON = names_about(Player, PlayerMatter.IDENTITY, PlayerMatter.PERSON)

# Name, FIDE ID and birth, by the names of the columns.
Identity = Mapping[str, str]

PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Corrected:
    """A correction as the lists show it: the player, their board (None for none), and what was corrected."""

    player: Player
    board: int | None
    what: str
    at: datetime
    reason: str


def identity_of(player: Player) -> dict[str, str]:
    """The player's identity: their name, FIDE ID and birth."""
    return {name: getattr(player, name) for name in Player.IDENTITY}


def is_public(player: Player) -> bool:
    """Whether they sit in a round that the public has seen, even if it was withdrawn since."""
    seen = player.seats.filter(round__published_at__isnull=False).exists()
    # Also if the draft that replaced a withdrawn pairing was discarded.
    return seen or player.tournament.publications.filter(text__contains=player.key).exists()


def in_public(tournament: Tournament) -> set[int]:
    """The keys of all players of whom `is_public` is true."""
    seen = tournament.players.filter(seats__round__published_at__isnull=False).values_list("pk", flat=True)
    published = "\n".join(tournament.publications.values_list("text", flat=True))
    named = (pk for pk, key in tournament.players.values_list("pk", "key") if key in published)
    return {*seen, *named}


def latest_public_round(player: Player) -> int:
    """The number of the last round in which the public has seen them; 1 if there is none."""
    seats = player.seats.filter(round__published_at__isnull=False)
    return seats.order_by("round__number").values_list("round__number", flat=True).last() or 1


def corrections(tournament: Tournament) -> QuerySet[AuditEvent]:
    """The corrections of identities, earliest first, without rows that were not written by a service."""
    found = AuditEvent.objects.filter(
        tournament=tournament,
        action=AuditEvent.Action.PLAYER_IDENTITY_CORRECTED,
        before__has_keys=Player.IDENTITY,
        after__has_keys=(PLAYER, *Player.IDENTITY),
    )
    return found.order_by("pk")


def in_round(round_: Round, boards: Iterable[Board], byes: Iterable[Bye]) -> list[Corrected]:
    """The corrections that the round's list has to show: those made since the round was published."""
    seated: dict[int, tuple[Player, int | None]] = {bye.player.pk: (bye.player, None) for bye in byes}
    for board in boards:
        seated |= {player.pk: (player, board.row.board) for player in (board.white, board.black)}
    if not any(player.identity_audit_id for player, _board in seated.values()):
        return []
    # By the order of the log, which nobody can influence, and not by its times.
    published = round_.tournament.publications.filter(
        kind=Publication.Kind.PAIRING, round_number=round_.number
    )
    last = published.order_by("place").values_list("audit", flat=True).last()
    since = corrections(round_.tournament).filter(pk__gt=last or 0)
    found = [_corrected(*seated[act.after[PLAYER]], act) for act in since if act.after[PLAYER] in seated]
    return sorted(found, key=lambda one: (one.board is None, one.board or 0))


def of_player(player: Player) -> list[Corrected]:
    """The corrections that the player's card has to show."""
    if not player.identity_audit_id:
        return []
    acts = corrections(player.tournament)
    return [_corrected(player, None, act) for act in acts if act.after[PLAYER] == player.pk]


def _corrected(player: Player, board: int | None, act: AuditEvent) -> Corrected:
    return Corrected(player, board, ", ".join(_in_words(act.before, act.after)), act.at, act.reason)


def _in_words(before: Identity, after: Identity) -> Iterator[str]:
    """A correction as the public reads it: name and FIDE ID, but not the birth itself."""
    if before["name"] != after["name"]:
        yield _("name corrected: was %(name)s") % {"name": before["name"]}
    if before["fide_id"] != after["fide_id"]:
        yield (
            _("FIDE ID corrected: was %(id)s") % {"id": before["fide_id"]}
            if before["fide_id"]
            else _("FIDE ID added")
        )
    if before["birth"] != after["birth"]:
        yield _("birth corrected")


def alike(players: Iterable[Player]) -> Iterator[tuple[Player, Player]]:
    """Those of the players who are probably one person, or whom nothing but an arbiter tells apart, in pairs.

    The one who comes first among the players is the first of the pair.
    """
    crowd, of_name = Crowd[Player](), defaultdict[str, list[Player]](list)
    for player in players:
        namesakes = of_name[player.name.casefold()]
        near = [*crowd.doubles_of(player.person), *filter(player.is_same_person, namesakes)]
        yield from ((other, player) for other in dict.fromkeys(near))
        crowd.add(player.person, player)
        namesakes.append(player)


def told_apart(tournament: Tournament) -> set[frozenset[int]]:
    """The pairs of players, by key, of whom an arbiter has said that they are two people."""
    pairs = TwoPeople.objects.filter(one__tournament=tournament).values_list("one", "other")
    return set(map(frozenset, pairs))


def doubles(tournament: Tournament) -> list[tuple[Player, Player]]:
    """The pairs of players who are probably one person, and of whom nobody has said what they are.

    Whoever has withdrawn harms nobody as a double; teams are not people.
    """
    if rulebook.is_of_teams(tournament):
        return []
    apart = told_apart(tournament)
    playing = [player for player in tournament.players.all() if player.withdrawn_from is None]
    return [pair for pair in alike(playing) if {player.pk for player in pair} not in apart]


def doubles_of(player: Player) -> list[Player]:
    """The others in the event who are probably the player, or whom nothing but an arbiter tells apart."""
    return [
        other
        for other in player.tournament.players.exclude(pk=player.pk)
        if compare(player.person, other.person).is_likely or player.is_same_person(other)
    ]


def undecided(player: Player) -> list[Player]:
    """As `doubles`, of one player: those who may be the same person."""
    if player.withdrawn_from is not None or rulebook.is_of_teams(player.tournament):
        return []
    apart = told_apart(player.tournament)
    return [
        other
        for other in doubles_of(player)
        if other.withdrawn_from is None and {player.pk, other.pk} not in apart
    ]


class Merging(NamedTuple):
    """What becomes of two entries of one person: one stays, the other is removed, or withdrawn."""

    keeps: Player
    double: Player
    removes: bool

    @property
    def both(self) -> tuple[Player, Player]:
        """Both entries, the one that stays first."""
        return self.keeps, self.double


def merging(one: Player, other: Player) -> Merging:
    """What becomes of two entries if they are one person's.

    The one with more games stays, before round 1 the fuller one.
    """
    double, keeps = sorted((one, other), key=_weight)
    return Merging(keeps, double, not rounds.has_begun(one.tournament))


def _weight(player: Player) -> tuple[int, bool, int, int]:
    played = player.seats.filter(game__result__in=Game.PLAYED).count()
    known = sum(1 for name in OF_PERSON if getattr(player, name)) + player.ratings.count()
    # An act says who can win no prizes: that entry cannot take the place of another.
    return played, player.without_prizes, known, -(player.number or 0)


def is_more_than_a_spelling(before: Identity, after: Identity) -> bool:
    """Whether the correction might turn the player into another person.

    False if the name is another spelling of the same, and FIDE ID and birth were empty, are only more exact
    (a day for a year), or differ in one digit.
    """
    name, fide_id, birth = ((before[column], after[column]) for column in Player.IDENTITY)
    return not (
        is_spelling_of(*name) and _is_slip(*fide_id) and (birth[1].startswith(birth[0]) or _is_slip(*birth))
    )


def _is_slip(before: str, after: str) -> bool:
    return not before or (bool(after) and slips_between(before, after) <= 1)


def resembled(player: Player, before: Identity, after: Identity) -> dict[Player, str]:
    """The other players whom the new name or FIDE ID resembles, with their name and ID, or earlier ones.

    Names and IDs from before a correction count too, as they are on lists that were printed.
    """
    others = {other.pk: other for other in player.tournament.players.exclude(pk=player.pk)}
    called = [(other, identity_of(other)) for other in others.values()]
    earlier = ((others.get(act.after[PLAYER]), act.before) for act in corrections(player.tournament))
    called += [(other, theirs) for other, theirs in earlier if other]
    found = {}
    for other, theirs in called:
        name = before["name"] != after["name"] and is_spelling_of(after["name"], theirs["name"])
        fide_id = before["fide_id"] != after["fide_id"] and bool(after["fide_id"] and theirs["fide_id"])
        if name or (fide_id and slips_between(after["fide_id"], theirs["fide_id"]) <= 1):
            found[other] = " ".join(filter(None, (theirs["name"], theirs["fide_id"])))
    return found


# A person who asks for a team's data is one of its members and must not learn the others' births.
SECRET: frozenset[tuple[type[Model], str]] = frozenset({(Member, "birth")})
# With it, everybody could find out by trying which days of birth an end is about.
SECRET_OF_TEAMS = SECRET | {(Player, "salt")}


def fields_shown(
    model: type[Model], secret: Collection[tuple[type[Model], str]] = SECRET
) -> list[Field[Any, Any]]:
    """The model's columns that are told to whom they are about: none that stays here, and none of these."""
    return [
        field
        for field in model._meta.concrete_fields
        if matter_of(field) is not Here.HERE and (model, field.name) not in secret
    ]


def personal_data(player: Player) -> str:
    """All data kept about the entry, as JSON: a list for each kind of row, and the lines of the log.

    Rows are given by the columns of their models, with rows that they point to by name, and games with the
    opponent. Left out are secrets and, for a team, its members' births, both in its rows and in the log, and
    what they can be found out by.
    """
    secret = SECRET_OF_TEAMS if rulebook.is_of_teams(player.tournament) else SECRET
    rows = {
        str(model._meta.model_name): [_row_data(row, secret) for row in _rows(model, theirs)]
        for model, theirs in _sources(player)
    }
    content = {
        "event": player.tournament.name,
        **rows,
        "game": list(_games(player)),
        "log": [_row_data(line) for line in _lines(player)],
    }
    return json.dumps(content, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1) + "\n"


def _games(player: Player) -> Iterator[dict[str, Any]]:
    """The games of the player with their results, White's first, and the opponents."""
    for game in _rows(Game, Q(seats__player=player)).prefetch_related("seats__player"):
        opponents = [seat.player.name for seat in game.seats.all() if seat.player_id != player.pk]
        yield _row_data(game) | {"opponent": ", ".join(opponents)}


def _rows[M: Model](model: type[M], theirs: Q) -> QuerySet[M]:
    """The rows, with all that `_told` needs to name what they point to, in one query."""
    return model._base_manager.filter(theirs).select_related(*_pointed(model)).order_by("pk")


def _pointed(model: type[Model], *, always: bool = False) -> Iterator[str]:
    """The keys of a model, and those that its parents always have: game, game__round."""
    for field in model._meta.concrete_fields:
        if isinstance(field, ForeignKey) and not (always and field.null):
            yield field.name
            yield from (f"{field.name}__{above}" for above in _pointed(field.related_model, always=True))


def _sources(player: Player) -> Iterator[tuple[type[Model], Q]]:
    """The models with rows of the player, and the filter for them; found so that new models are included."""
    yield Player, Q(pk=player.pk)
    for model in apps.get_app_config("tournaments").get_models(include_auto_created=True):
        keys = [
            field.name
            for field in model._meta.concrete_fields
            if isinstance(field, ForeignKey) and field.related_model is Player
        ]
        if keys:
            yield model, reduce(or_, (Q((key, player.pk)) for key in keys))


def _row_data(row: Model, secret: Collection[tuple[type[Model], str]] = SECRET) -> dict[str, Any]:
    return {
        field.name: (str(getattr(row, field.name) or ""))
        if isinstance(field, ForeignKey)
        else getattr(row, field.name)
        for field in fields_shown(type(row), secret)
    }


def _lines(player: Player) -> list[AuditEvent]:
    """The lines of the log that name the player by their key, or by a name that nobody else has or had.

    Their own names from before corrections count too.
    """
    called: dict[bool, set[str]] = {True: set(), False: set()}
    for key, name in player.tournament.players.values_list("pk", "name"):
        called[key == player.pk].add(name)
    for act in corrections(player.tournament):
        called[act.after[PLAYER] == player.pk].add(act.before["name"])
    named = Q(subject__in=called[True] - called[False]) | Q(after__player=player.pk)
    lines = player.tournament.audit_events.filter(named).exclude(action=AuditEvent.Action.MEMBERS_SET)
    return list(lines.select_related("actor", "helper__link").order_by("pk"))


class Removable(NamedTuple):
    """Counts of what may be removed: days of birth (years stay), notified phones, the player's own links."""

    births: int
    phones: int
    links: int


def removable(player: Player) -> Removable:
    """The data about the entry, and a team's members, that neither results nor their report need."""
    births = [player.birth, *player.members.values_list("birth", flat=True)]
    return Removable(
        sum(len(birth) > 4 for birth in births),
        player.push_subscriptions.count(),
        player.own_links.active().count(),
    )

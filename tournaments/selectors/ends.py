"""What the end of an event states: regulations, prizes, players' data, final standings and awards.

Each is a line of the link that ends the event (`tournaments.chain`). A cell is a value, or `name=value` where
most rows have none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from django.db.models import Model

from tournaments import engine
from tournaments.chain import Line, commitment, key_of_member, line_of
from tournaments.models import EarlierRating, Member, Player, PrizeFund, PrizeList, Tournament
from tournaments.prizes import queries as prizes

# A member's facts besides name, FIDE ID and birth.
OF_MEMBERS = tuple(name for name in Member.ENTERED if name not in Player.IDENTITY)


class Rows(NamedTuple):
    """What the database has of it: the same rows give the same lines."""

    # Those of regulations and prizes.
    lines: list[Line]
    # Key of the row, key in the chain, number, salt, IDENTITY, AT_THE_END.
    players: list[tuple[Any, ...]]
    # Key of the team's row, place, IDENTITY, OF_MEMBERS.
    members: list[tuple[Any, ...]]
    # Key of the player's row, rating, until which round.
    earlier: list[tuple[Any, ...]]


def rows(tournament: Tournament) -> Rows:
    """The present rows."""
    players = tournament.players.order_by("number")
    members = Member.objects.filter(team__tournament=tournament).order_by("place")
    earlier = EarlierRating.objects.filter(player__tournament=tournament).order_by("until")
    return Rows(
        [*_regulations(tournament), *_prizes(tournament)],
        list(players.values_list("pk", "key", "number", "salt", *Player.IDENTITY, *Player.AT_THE_END)),
        list(members.values_list("team_id", "place", *Player.IDENTITY, *OF_MEMBERS)),
        list(earlier.values_list("player_id", "value", "until")),
    )


def stored(tournament: Tournament, present: Rows | None = None) -> list[Line]:
    """What the rows of the event say about it; `present` are these rows, if they are at hand."""
    found = present or rows(tournament)
    return [*found.lines, *_people(found)]


def computed(tournament: Tournament) -> list[Line]:
    """What the rule book makes of them: the final standings, and who has which prize."""
    lines = engine.table(tournament)
    return [*_standings(tournament, lines), *_awards(tournament, lines)]


def _regulations(tournament: Tournament) -> Iterator[Line]:
    for name in Tournament.AT_THE_END:
        value = getattr(tournament, name)
        yield line_of(("regulation", name, "" if value is None else str(value)))


def _prizes(tournament: Tournament) -> Iterator[Line]:
    lists = prizes.lists_of(tournament)
    if not lists:
        return
    yield line_of(("fund", "", *_facts_of(lists[0].fund, _columns(PrizeFund))))
    for row in lists:
        of = row.category
        conditions = (f"category.{cell}" for cell in _facts_of(of, _columns(type(of)))) if of else ()
        yield line_of(("prizes", str(row.place), *_facts_of(row, _columns(PrizeList)), *conditions))


def _columns(model: type[Model]) -> list[str]:
    """The columns of the model that are not keys."""
    return [
        field.name for field in model._meta.concrete_fields if not (field.primary_key or field.is_relation)
    ]


def _facts_of(row: Model, names: Sequence[str]) -> Iterator[str]:
    return _facts(names, (getattr(row, name) for name in names))


def _facts(names: Iterable[str], values: Iterable[object]) -> Iterator[str]:
    """The values of these columns, without those that are empty or false."""
    for name, value in zip(names, values, strict=True):
        if value:
            yield f"{name}={','.join(map(str, value)) if isinstance(value, list) else value}"


def _people(found: Rows) -> Iterator[Line]:
    held: defaultdict[int, list[str]] = defaultdict(list)
    for row, value, until in found.earlier:
        held[row].append(f"{value or '-'} until {until}")
    members: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for row, *one in found.members:
        members[row].append(tuple(one))
    for row, key, number, salt, name, fide_id, birth, *rest in found.players:
        earlier = [f"earlier={', '.join(held[row])}"] if row in held else []
        facts = (*_facts(Player.AT_THE_END, rest), *earlier, *_born(salt, key, birth))
        yield line_of(("player", key, number or 0, name, fide_id, *facts))
        for place, of_member, its_id, born, *others in members[row]:
            its_key = key_of_member(key, place)
            facts = (*_facts(OF_MEMBERS, others), *_born(salt, its_key, born))
            yield line_of(("member", its_key, place, of_member, its_id, *facts))


def _born(salt: str, key: str, birth: str) -> Iterator[str]:
    """The year of a birth, and if its day is known, the commitment to it."""
    if birth:
        yield f"born={birth[:4]}"
    if len(birth) > 4:
        yield f"birth={commitment(salt, key, birth)}"


def _standings(tournament: Tournament, lines: Iterable[engine.Standing]) -> Iterator[Line]:
    columns = engine.columns(tournament)
    for line in lines:
        values = (
            f"{one.code}={engine.tie_break_in_print(line.values[one.code], one.unit, '.')}" for one in columns
        )
        whole, tenth = divmod(line.points, 10)
        yield line_of(("standing", line.number, line.rank, f"{whole}.{tenth}", *values))


def _awards(tournament: Tournament, lines: Sequence[engine.Standing]) -> Iterator[Line]:
    found = prizes.awards(tournament, lines)
    if found is None:
        return
    for row in found.lists:
        for award in row.awards:
            numbers = ",".join(str(player.number) for player in award.players)
            yield line_of(("award", str(row.prizes.place), numbers, str(award.amount)))
    yield line_of(("kept", "", str(found.kept)))

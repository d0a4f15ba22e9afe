"""Finding people on the rating lists in use, and what the lists say about them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import ListedName, ListedPlayer, Player, RatingList
from tournaments.names import words

MOST_FOUND = 20
# If more names than this have a word, another word is looked up first; two such words share so many names
# that the first few are found quickly.
MANY = 2000
# Sorts after every text that begins with the same letters, in the order of code points.
LAST = "\U0010ffff"


@dataclass(frozen=True, slots=True)
class ListRating:
    """A rating, the month of its list (its first day), and its K, if the list has one."""

    kind: str
    value: int
    month: date
    k: int | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """A person on the lists. Ratings are by kind, as far as there are any.

    `kinds` are the kinds that the lists with this person cover, including those in which they are unrated.
    """

    fide_id: str
    name: str
    federation: str
    sex: str
    title: str
    birth_year: int
    inactive: bool
    ratings: dict[str, ListRating]
    kinds: frozenset[str]

    @property
    def entry(self) -> dict[str, Any]:
        """The data with which they are entered."""
        return {
            # For a person who is only on a national list, the key is not a FIDE ID.
            "fide_id": self.fide_id if self.fide_id.isdigit() else "",
            "name": self.name,
            "federation": self.federation,
            "sex": self.sex,
            "title": self.title,
            "birth": str(self.birth_year or ""),
            "listed": self,
        }


def in_use() -> list[RatingList]:
    """The lists in use, the latest month first; within a month, the combined list first."""
    found = RatingList.objects.filter(state=RatingList.State.IN_FORCE)
    return sorted(found, key=lambda row: (-row.month.toordinal(), row.kind != RatingList.Kind.COMBINED))


def of_month(month: date) -> list[RatingList]:
    """The lists of that month, in use or kept, the combined one first."""
    found = RatingList.objects.filter(Q(state=RatingList.State.IN_FORCE) | Q(kept=True), month=month)
    return sorted(found, key=lambda row: row.kind != RatingList.Kind.COMBINED)


def months() -> list[date]:
    """The months with a list, in use or kept, the latest first."""
    found = RatingList.objects.filter(Q(state=RatingList.State.IN_FORCE) | Q(kept=True))
    return list(found.order_by("-month").values_list("month", flat=True).distinct())


def sources(lists: Iterable[RatingList]) -> dict[str, RatingList]:
    """Kind of rating -> the list that it is taken from: the first that has such ratings."""
    found: dict[str, RatingList] = {}
    for row in lists:
        for kind in row.brings:
            found.setdefault(str(kind), row)
    return found


def search(query: str, lists: Sequence[RatingList] | None = None, most: int = MOST_FOUND) -> list[Listed]:
    """People by the beginning of their FIDE ID, or of words of their names in any order.

    Returns at most `most`, first those with the most words typed in full. "carlsen m" and "magnus c" find the
    same player; so does the beginning of their number. People are found on the newest lists, but their data
    come from `lists`, see `by_fide_id`.
    """
    typed = words(query)
    if not typed:
        return []
    by_id = len(typed) == 1 and typed[0].isascii() and typed[0].isdigit()
    found: dict[str, None] = {}
    searched = {row.name for row in in_use() if lists is None} | {row.name for row in lists or ()} | {""}
    for row in in_use():
        if row.name not in searched:
            continue
        ids = _by_id(row, typed[0], most) if by_id else _by_name(row, typed, most)
        found |= dict.fromkeys(ids)
    people = by_fide_id(found, lists)
    if by_id:
        return sorted(people.values(), key=lambda person: (len(person.fide_id), person.fide_id))[:most]

    def rank(person: Listed) -> tuple[int, str, str]:
        names = words(person.name)
        return (-sum(1 for word in typed if word in names), " ".join(names), person.fide_id)

    return sorted(people.values(), key=rank)[:most]


def by_fide_id(fide_ids: Iterable[str], lists: Sequence[RatingList] | None = None) -> dict[str, Listed]:
    """FIDE ID -> what the lists say, for people who are on one.

    Each rating is from the first list that has such ratings, all other data from the first list with the
    person. Without `lists`, the lists in use are read.
    """
    wanted = list(fide_ids)
    lists = in_use() if lists is None else lists
    rows: dict[tuple[int, str], ListedPlayer] = {}
    for start in range(0, len(wanted), 500):
        part = ListedPlayer.objects.filter(
            list__in=[row.pk for row in lists], fide_id__in=wanted[start : start + 500]
        )
        rows |= {(row.list_id, row.fide_id): row for row in part}
    source_of = sources(lists)
    found = {}
    for fide_id in wanted:
        lines = [rows[row.pk, fide_id] for row in lists if (row.pk, fide_id) in rows]
        if not lines:
            continue
        ratings = {}
        for kind, source in source_of.items():
            line = rows.get((source.pk, fide_id))
            if line and (value := getattr(line, kind)):
                # National lists have no K.
                k = getattr(line, f"{kind}_k", 0)
                ratings[kind] = ListRating(kind, value, source.month, k or None)
        kinds = {kind for row in lists if (row.pk, fide_id) in rows for kind in _told(row)}
        found[fide_id] = _listed(lines[0], ratings, kinds)
    return found


def of_players(players: Iterable[Player], lists: Sequence[RatingList]) -> dict[int, Listed]:
    """Player's key -> what the lists say: by FIDE ID, on a national list also by name and year of birth.

    If it has several people with the same name and year, none of them is taken.
    """
    players = list(players)
    known = by_fide_id((player.fide_id for player in players if player.fide_id), lists)
    found = {player.pk: known[player.fide_id] for player in players if player.fide_id in known}
    national = sources(lists).get(RatingList.Kind.NATIONAL)
    if national is None:
        return found
    others = [row for row in players if row.pk not in found or "national" not in found[row.pk].kinds]
    for pk, line in _by_full_name(others, national).items():
        ratings = {"national": ListRating("national", line.national, national.month)} if line.national else {}
        if listed := found.get(pk):
            kinds = listed.kinds | {"national"}
            found[pk] = replace(listed, ratings=listed.ratings | ratings, kinds=kinds)
        else:
            found[pk] = _listed(line, ratings, {"national"})
    return found


def _by_full_name(players: Iterable[Player], row: RatingList) -> dict[int, ListedPlayer]:
    """Player's key -> the only line of the list with that name that nothing speaks against."""
    of_name: dict[str, list[Player]] = {}
    for player in players:
        of_name.setdefault(" ".join(words(player.name))[:80], []).append(player)
    names = list(of_name)
    lines: dict[str, list[ListedPlayer]] = {}
    for start in range(0, len(names), 500):
        keys = ListedName.objects.filter(list=row, key__in=names[start : start + 500])
        key_of = dict(keys.values_list("fide_id", "key"))
        for line in ListedPlayer.objects.filter(list=row, fide_id__in=key_of):
            lines.setdefault(key_of[line.fide_id], []).append(line)
    found = {}
    for name, namesakes in of_name.items():
        for player in namesakes:
            fitting = [line for line in lines.get(name, ()) if _may_be(line, player)]
            if len(fitting) == 1:
                found[player.pk] = fitting[0]
    return found


def _may_be(line: ListedPlayer, player: Player) -> bool:
    """Whether the line may be that of the player by the year of birth and the FIDE ID."""
    same_year = not line.birth_year or not player.birth or player.birth.startswith(str(line.birth_year))
    return same_year and not (player.fide_id and line.fide_id.isdigit() and line.fide_id != player.fide_id)


def _told(row: RatingList) -> tuple[str, ...]:
    """The kinds of ratings that a person on this list is known by; all of FIDE's lists count as one."""
    return row.brings if row.kind == RatingList.Kind.NATIONAL else RatingList.RATINGS


def _listed(line: ListedPlayer, ratings: dict[str, ListRating], kinds: Iterable[str]) -> Listed:
    return Listed(
        line.fide_id,
        line.name,
        line.federation,
        line.sex,
        line.title,
        line.birth_year,
        line.inactive,
        ratings,
        frozenset(map(str, kinds)),
    )


def _by_id(row: RatingList, digits: str, most: int) -> list[str]:
    exact = ListedPlayer.objects.filter(list=row, fide_id=digits)
    longer = ListedPlayer.objects.filter(list=row, fide_id__gt=digits, fide_id__lt=digits + LAST)
    return [found.fide_id for rows in (exact, longer.order_by("fide_id")[:most]) for found in rows]


def _by_name(row: RatingList, typed: Sequence[str], most: int) -> list[str]:
    """FIDE IDs of names in which each typed word is the beginning of a different word."""
    first = min(typed, key=lambda word: _how_many(row, word)) if len(typed) > 1 else typed[0]
    others = list(typed)
    others.remove(first)
    names = _beginning(row, first)
    for word in others:
        names = names.filter(key__contains=f" {word}")
    # A name with two words that begin like this is found twice.
    return list(dict.fromkeys(names.order_by("key", "fide_id").values_list("fide_id", flat=True)[: 2 * most]))


def _beginning(row: RatingList, word: str) -> QuerySet[ListedName]:
    return ListedName.objects.filter(list=row, key__gte=word, key__lt=word + LAST)


def _how_many(row: RatingList, word: str) -> int:
    """How many names have a word that begins like this, counted up to MANY."""
    return _beginning(row, word).values("fide_id")[:MANY].count()

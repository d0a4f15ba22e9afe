"""Reading ratings and rating lists, and which lists an event follows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import reduce
from operator import or_
from typing import Any

from django.db import models
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import rulebook
from tournaments.models import ListedName, ListedPlayer, Player, Rating, RatingList, Tournament
from tournaments.persons import Crowd, Person, Verdict, compare
from tournaments.texts import letters, spellings, words

Kind = Rating.Kind

# The order in which FIDE's ratings are considered, by the kind of event: arbiters may give a player without
# the first one the next.
SEQUENCES = {
    "standard": (Kind.STANDARD, Kind.RAPID, Kind.BLITZ),
    "rapid": (Kind.RAPID, Kind.STANDARD, Kind.BLITZ),
    "blitz": (Kind.BLITZ, Kind.STANDARD, Kind.RAPID),
}


class Which(models.TextChoices):
    """A rating that counts, by where it is from; the labels are those of lists."""

    FIDE = "fide", "FIDE"
    NATIONAL = "national", gettext_lazy("nat.")
    ESTIMATE = "estimate", gettext_lazy("est.")
    ARBITERS = "arbiters", gettext_lazy("arb.")


# The fields of an entry that replace a list's ratings.
BY_HAND = ("listed", "rating", "fide_rating", "estimate", *Rating.CONVERTED)


@dataclass(frozen=True, slots=True)
class Change:
    """What the rating lists say about a player, compared with what the event has."""

    player: Player
    before: Rating | None
    after: Rating | None
    listed: Listed

    @property
    def title(self) -> str:
        """Their title on the list if it differs from that here; "" if it does not."""
        return self.listed.title if self.listed.title != self.player.title else ""

    @property
    def is_of_another(self) -> bool:
        """Whether the list has another person under the player's FIDE ID."""
        found = doubt_of(self.player, self.listed)
        return found is not None and found.is_another

    @property
    def changes_order(self) -> bool:
        """Whether the rating or title differs, and so perhaps the place in the initial order."""
        return (self.after.value if self.after else None) != self.player.rating or bool(self.title)


@dataclass(frozen=True, slots=True)
class Check:
    """The ratings of an event compared with the lists that it follows.

    `unrated` are the players whose strength is still to be estimated. `other_month` is the month whose list
    counts by the regulations, if it is not that of the first list; else None.
    """

    lists: list[RatingList]
    changed: list[Change]
    confirmed: list[Change]
    agreeing: int
    not_listed: list[Player]
    # Players whose FIDE ID is on the list, but there that of another person; or theirs, with other data.
    doubtful: list[tuple[Player, Doubt]]
    without_id: list[Player]
    unrated: list[Player]
    other_month: date | None
    # Whether the regular month is that of the first day, and not the present one.
    by_first_day: bool

    @property
    def sources(self) -> list[RatingList]:
        """The lists from which ratings are taken."""
        return list(dict.fromkeys(sources(self.lists).values()))


def counting(tournament: Tournament, ratings: Iterable[Rating]) -> Rating | None:
    """The rating that counts: the arbiters' own, else that of the tournament's method (C.04.2 B.1)."""
    by_kind = {rating.kind: rating for rating in ratings}
    if own := by_kind.get(Kind.OWN):
        return own
    kind = rulebook.counting_rating(tournament, {kind: rating.value for kind, rating in by_kind.items()})
    return by_kind[kind] if kind else None


def which(player: Player) -> Which | None:
    """Which rating of the player counts; None for an unrated player. Fetch their ratings with the players."""
    found = list(player.ratings.all())
    best = counting(player.tournament, found)
    if best is None:
        return None
    if best.is_estimated:
        return Which.ESTIMATE
    if best.kind == Kind.NATIONAL:
        return Which.NATIONAL
    of_fide = best.kind != Kind.OWN or best == rulebook.fide_rating(player.tournament, found)
    return Which.FIDE if of_fide else Which.ARBITERS


def mark(player: Player) -> str:
    """Which rating of the player counts, in short; "" where the regulations of the event say as much."""
    methods = Tournament.RatingMethod
    known = {methods.FIDE: Which.FIDE, methods.NRO: Which.NATIONAL}.get(
        methods(player.tournament.rating_method)
    )
    found = which(player)
    return str(found.label) if found and found != known else ""


def in_print(player: Player) -> str:
    """The rating that counts, with its mark: "1800 est."; "" for an unrated player."""
    return f"{player.rating} {mark(player)}".strip() if player.rating else ""


def name_of(player: Player) -> str:
    """What the rating of the player that counts is called on their card."""
    return {
        Which.FIDE: _("FIDE rating"),
        Which.NATIONAL: _("National rating"),
        Which.ESTIMATE: _("Estimated rating"),
        Which.ARBITERS: _("Rating by the arbiters"),
        None: _("Rating"),
    }[which(player)]


def uncounted_fide_rating(player: Player) -> int | None:
    """FIDE's rating, in Elo, of a player for whom another one counts."""
    found = rulebook.fide_rating(player.tournament, player.ratings.all())
    return found.value if found and found.value != player.rating else None


def in_sequence(tournament: Tournament, ratings: Iterable[Rating]) -> list[Rating]:
    """All known ratings in the order in which the event considers them: its own, or that of its kind."""
    own = tournament.rating_sequence if tournament.rating_method == tournament.RatingMethod.OTHER else ""
    usual = (*SEQUENCES[tournament.rating_kind], Kind.NATIONAL)
    sequence = [*map(Kind, own.split()), *(kind for kind in usual if kind not in own.split())]
    place = {kind: number for number, kind in enumerate((Kind.OWN, *sequence))}
    return sorted(ratings, key=lambda rating: place[Kind(rating.kind)])


def source_in_words(rating: Rating) -> str:
    """The source of a rating: "standard, November 2026", "converted from Ingo 105", "entered by hand"."""
    if rating.month:
        month = date_format(rating.month, "YEAR_MONTH_FORMAT")
        return _("%(kind)s, %(month)s") % {"kind": rating.get_kind_display(), "month": month}
    words = rating.get_source_display()
    if rating.converted_from is not None:
        words = f"{words} {rating.converted_from}"
    if rating.kind == Kind.NATIONAL:
        words = _("national, %(source)s") % {"source": words}
    return words


def method_in_words(tournament: Tournament) -> str:
    """The rating that counts by the regulations: FIDE's of a kind, the national one, a sequence of lists."""
    sequence = tournament.rating_sequence.split()
    if tournament.rating_method == tournament.RatingMethod.OTHER and sequence:
        lists = ", ".join(str(Kind(kind).label) for kind in sequence)
        text = _("the highest of %(lists)s") if tournament.highest_counts else _("the first of %(lists)s")
        return text % {"lists": lists}
    return _("%(kind)s; %(method)s") % {
        "kind": tournament.get_rating_kind_display(),
        "method": tournament.get_rating_method_display(),
    }


def sentence(tournament: Tournament) -> str:
    """Which rating the lists of the event have: "Rating: standard; FIDE’s rating."."""
    return _("Rating: %(method)s.") % {"method": method_in_words(tournament)}


def from_list(listed: Listed) -> list[Rating]:
    """The ratings of a person on the lists, unsaved."""
    return [
        Rating(
            kind=rating.kind,
            value=rating.value,
            source=Rating.Source.FIDE_LIST,
            month=rating.month,
            k=rating.k,
        )
        for rating in listed.ratings.values()
    ]


def complete(tournament: Tournament, entries: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The entries; one with a FIDE ID and none of the fields BY_HAND gets what the lists say as "listed"."""
    completed = [dict(entry) for entry in entries]
    bare = [
        entry for entry in completed if entry.get("fide_id") and not any(entry.get(key) for key in BY_HAND)
    ]
    people = by_fide_id((entry["fide_id"] for entry in bare), followed(tournament))
    for entry in bare:
        entry["listed"] = people.get(entry["fide_id"])
    return completed


def fide_of(tournament: Tournament, ratings: Iterable[Rating]) -> Rating | None:
    """The FIDE rating for the event's kind: the standard one if there is none for rapid or blitz."""
    known = {rating.kind: rating for rating in ratings}
    return known.get(tournament.rating_kind) or known.get(Kind.STANDARD)


def fields_of(player: Player, ratings: Iterable[Rating]) -> dict[str, Any]:
    """The ratings that a form shows and may change; an Ingo or BCF number is shown unconverted."""
    ratings = list(ratings)
    known = {rating.kind: rating for rating in ratings}
    own, national = known.get(Rating.Kind.OWN), known.get(Rating.Kind.NATIONAL)
    fide = fide_of(player.tournament, ratings)
    return {
        "rating": own and (own.converted_from or own.value),
        "rating_source": own.source
        if own and own.source in {Rating.Source.ESTIMATE, *Rating.CONVERTED}
        else Rating.Source.HAND,
        "fide_rating": fide and fide.value,
        "national_rating": national and national.value,
    }


def after_list(tournament: Tournament, ratings: Iterable[Rating], listed: Listed) -> list[Rating]:
    """The player's ratings once the lists are followed.

    The lists' ratings replace entered or estimated ones, unless none of them counts by the tournament's
    method.
    """
    known = [rating for rating in ratings if rating.kind not in listed.kinds]
    others = [rating for rating in known if rating.kind != Kind.OWN] + from_list(listed)
    best = counting(tournament, others)
    if best and best.kind in listed.kinds:
        return others
    return others + [rating for rating in known if rating.kind == Kind.OWN]


def check(tournament: Tournament) -> Check:
    """Compare every player with the lists that the event follows."""
    players = list(tournament.players.prefetch_related("ratings").select_related("tournament"))
    lists = followed(tournament)
    people = of_players(players, lists)
    changed, confirmed, agreeing, not_listed, doubtful = [], [], 0, [], []
    for player in players:
        listed = people.get(player.pk)
        if not listed:
            if player.fide_id:
                not_listed.append(player)
            continue
        if question := doubt_of(player, listed):
            doubtful.append((player, question))
        ratings = list(player.ratings.all())
        before = counting(tournament, ratings)
        after = counting(tournament, after_list(tournament, ratings, listed))
        change = Change(player, before, after, listed)
        if change.changes_order:
            changed.append(change)
        elif _source(before) != _source(after):
            confirmed.append(change)
        else:
            agreeing += 1
    return Check(
        lists,
        changed,
        confirmed,
        agreeing,
        not_listed if lists else [],
        doubtful,
        [player for player in players if not player.fide_id and player.pk not in people],
        [player for player in players if not player.rating],
        *_other_month(tournament, lists),
    )


def entered(
    tournament: Tournament, people: Iterable[Listed], besides: Player | None = None
) -> dict[str, Player]:
    """FIDE ID -> the player who has that ID, or else is probably that person; `besides` is left out."""
    crowd = Crowd[str]()
    known = {listed.fide_id: listed.person for listed in people}
    for fide_id, person in known.items():
        crowd.add(person, fide_id)
    found: dict[str, Player] = {}
    for player in tournament.players.all() if known else ():
        if player != besides:
            for fide_id in crowd.doubles_of(player.person):
                found.setdefault(fide_id, player)
            if player.fide_id in known:
                found[player.fide_id] = player
    return found


def _source(rating: Rating | None) -> tuple[str, date | None, int | None] | None:
    return (rating.source, rating.month, rating.k) if rating else None


def _other_month(tournament: Tournament, lists: list[RatingList]) -> tuple[date | None, bool]:
    """The regular month if the first list is of another month, and whether it is that of the first day."""
    month = regular_month(tournament)
    by_first_day = tournament.start_date is not None and not tournament.is_long
    return (month if lists and lists[0].month != month else None), by_first_day


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
    def person(self) -> Person:
        """Who they are, to be compared with what an event knows of people."""
        birth, fide_id = str(self.birth_year or ""), self.fide_id if self.fide_id.isdigit() else ""
        return Person(self.name, birth, self.federation, self.sex, fide_id)

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


@dataclass(frozen=True, slots=True)
class Doubt:
    """Somebody under whose FIDE ID the list has another person, or the same one with other data."""

    person: Person
    listed: Person
    is_another: bool

    def __str__(self) -> str:
        return _("The rating list has %(person)s under FIDE ID %(id)s.") % {
            "person": in_words(self.listed),
            "id": self.listed.fide_id,
        }


def in_words(person: Person) -> str:
    """What tells a person from others: "Garcia, Jose, 1980, ESP"."""
    return ", ".join(filter(None, (person.name, person.birth[:4], person.federation)))


def doubt(person: Person, listed: Listed | None) -> Doubt | None:
    """What is to be asked about the FIDE ID of the person, for whom a list was read."""
    if listed is None or not person.fide_id or person.fide_id != listed.fide_id:
        return None
    found = compare(person, listed.person)
    if found.verdict is Verdict.SAME and not found.differ:
        return None
    return Doubt(person, listed.person, not found.is_likely)


def doubt_of(player: Player, listed: Listed | None) -> Doubt | None:
    """The same for a player; nothing if an arbiter has said that the ID is right."""
    return None if player.has_confirmed_id else doubt(player.person, listed)


def doubts(tournament: Tournament, people: Sequence[Person]) -> list[Doubt | None]:
    """What is to be asked about the FIDE ID of each of them, by the lists that the event follows.

    Nobody is asked about an ID that is right, as an arbiter has said.
    """
    confirmed = set(tournament.players.filter(confirmed_id=F("fide_id")).values_list("fide_id", flat=True))
    asked = [person.fide_id for person in people if person.fide_id and person.fide_id not in confirmed]
    listed = by_fide_id(asked, followed(tournament))
    return [doubt(person, listed.get(person.fide_id)) for person in people]


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
    by_id = len(typed) == 1 and query.isascii() and typed[0].isdigit()
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
        names = [letters(word) for word in words(person.name)]
        return (-sum(1 for word in typed if letters(word) in names), " ".join(names), person.fide_id)

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
        kinds = {kind for row in lists if (row.pk, fide_id) in rows for kind in _kinds_known_by(row)}
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


def _kinds_known_by(row: RatingList) -> tuple[str, ...]:
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
    """FIDE IDs of names in which each typed word, in one of its spellings, begins a different word.

    Another spelling of the word that is looked up is only tried if its own finds too few.
    """
    ways = [spellings(word) for word in typed]
    # The shortest spelling tells well enough how frequent a word is.
    first = min(ways, key=lambda way: _how_many(row, min(way, key=len))) if len(ways) > 1 else ways[0]
    ways.remove(first)
    found: dict[str, None] = {}
    for beginning in sorted(first, key=lambda spelling: spelling not in typed):
        if len(found) >= most:
            break
        names = _beginning(row, beginning)
        for way in ways:
            names = names.filter(reduce(or_, (Q(key__contains=f" {word}") for word in way)))
        # A name with two words that begin like this is found twice.
        ids = names.order_by("key", "fide_id").values_list("fide_id", flat=True)[: 2 * most]
        found |= dict.fromkeys(ids)
    return list(found)


def _beginning(row: RatingList, word: str) -> QuerySet[ListedName]:
    return ListedName.objects.filter(list=row, key__gte=word, key__lt=word + LAST)


def _how_many(row: RatingList, word: str) -> int:
    """How many names have a word that begins like this, counted up to MANY."""
    return _beginning(row, word).values("fide_id")[:MANY].count()


def regular_month(tournament: Tournament) -> date:
    """The month whose list counts by the regulations, as its first day.

    It is that of the event's first day; for a long event, or one whose days are not known, this month.
    """
    first = tournament.start_date
    return (first if first and not tournament.is_long else timezone.localdate()).replace(day=1)


def national_list(tournament: Tournament, lists: Iterable[RatingList]) -> str:
    """The name of the national list that the event follows: the chosen one, or the only one; "" for none."""
    names = {row.name for row in lists if row.name}
    return tournament.national_list or (names.pop() if len(names) == 1 else "")


def followed(tournament: Tournament) -> list[RatingList]:
    """The lists that the event reads, in order of precedence.

    First come those of the month that its arbiters have chosen, or that counts by the regulations; then the
    newest ones, which are also used alone for an event without a chosen month or a known first day.
    """
    newest = in_use()
    names = {"", national_list(tournament, newest)}
    newest = [row for row in newest if row.name in names]
    if not tournament.list_month and not tournament.start_date:
        return newest
    first = of_month(tournament.list_month or regular_month(tournament))
    first = [row for row in first if row.name in names]
    return first + [row for row in newest if row not in first]

"""Which of a player's ratings counts, and what the rating lists in use would change (C.04.2 B.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import engine
from tournaments.models import Player, Rating, RatingList, Register, Tournament
from tournaments.selectors import event_lists, rating_lists
from tournaments.selectors.rating_lists import Listed

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
    without_id: list[Player]
    unrated: list[Player]
    other_month: date | None
    # Whether the regular month is that of the first day, and not the present one.
    by_first_day: bool

    @property
    def sources(self) -> list[RatingList]:
        """The lists from which ratings are taken."""
        return list(dict.fromkeys(rating_lists.sources(self.lists).values()))


def counting(tournament: Tournament, ratings: Iterable[Rating]) -> Rating | None:
    """The rating that counts: the arbiters' own, else that of the tournament's method (C.04.2 B.1)."""
    by_kind = {rating.kind: rating for rating in ratings}
    if own := by_kind.get(Kind.OWN):
        return own
    kind = engine.counting_rating(tournament, {kind: rating.value for kind, rating in by_kind.items()})
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
    of_fide = best.kind != Kind.OWN or best == engine.fide_rating(player.tournament, found)
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
    found = engine.fide_rating(player.tournament, player.ratings.all())
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
    people = rating_lists.by_fide_id((entry["fide_id"] for entry in bare), event_lists.followed(tournament))
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
    lists = event_lists.followed(tournament)
    people = rating_lists.of_players(players, lists)
    changed, confirmed, agreeing, not_listed = [], [], 0, []
    for player in players:
        listed = people.get(player.pk)
        if not listed:
            if player.fide_id:
                not_listed.append(player)
            continue
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
        [player for player in players if not player.fide_id and player.pk not in people],
        [player for player in players if not player.rating],
        *_other_month(tournament, lists),
    )


def entered(
    tournament: Tournament, people: Iterable[Listed], besides: Player | None = None
) -> dict[str, Player]:
    """FIDE ID -> the player who is that person, for people who are entered; `besides` is left out."""
    people = list(people)
    same = Q(fide_id__in=[person.fide_id for person in people]) | Q(name__in=[p.name for p in people])
    register = Register(row for row in tournament.players.filter(same) if row != besides)
    found = {}
    for person in people:
        stranger = Player(fide_id=person.entry["fide_id"], name=person.name, birth=person.entry["birth"])
        if twin := register.twin_of(stranger):
            found[person.fide_id] = twin.player
    return found


def _source(rating: Rating | None) -> tuple[str, date | None, int | None] | None:
    return (rating.source, rating.month, rating.k) if rating else None


def _other_month(tournament: Tournament, lists: list[RatingList]) -> tuple[date | None, bool]:
    """The regular month if the first list is of another month, and whether it is that of the first day."""
    month = event_lists.regular_month(tournament)
    by_first_day = tournament.start_date is not None and not tournament.is_long
    return (month if lists and lists[0].month != month else None), by_first_day

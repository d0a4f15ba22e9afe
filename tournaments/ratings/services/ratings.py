"""The ratings of players: which one counts, earlier ones, and how they differ from the lists."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import rulebook
from tournaments.errors import Conflict, DomainError
from tournaments.log.acts import RATED, LogLines, acting, fields, require_unfinished
from tournaments.models import AuditEvent, Comparison, EarlierRating, Player, Rating, Round, Tournament
from tournaments.players.services.numbers import follow_data
from tournaments.ratings import queries
from tournaments.ratings.queries import Listed, after_list, check, counting, fide_of, fields_of, from_list
from tournaments.rounds.queries.rounds import is_bound

# The keys of an entry that concern ratings; "listed" is what FIDE's lists say about the player.
ENTRY_KEYS = frozenset(
    {"rating", "rating_source", "fide_rating", *Rating.OF_FIDE, "national_rating", "estimate"}
    | {*Rating.CONVERTED, "listed"}
)
# The keys of a correction that concern ratings.
CHANGE_KEYS = frozenset({"rating", "rating_source", "fide_rating", "national_rating"})

NATIONAL_METHODS = frozenset(Tournament.RatingMethod) - {"FIDE", "OTHER"}


def of_entry(tournament: Tournament, entry: Mapping[str, Any], source: Rating.Source) -> list[Rating]:
    """The ratings that a new entry brings, not stored yet; `source` is where the entry comes from.

    A "rating" counts whatever the lists say, or else an "estimate"; it is an Ingo or BCF number if
    "rating_source" says so. A "fide_rating" is of the kind that the event uses (standard, rapid or blitz),
    a "standard", "rapid" or "blitz" one of that kind; they take precedence over a list's. A number in
    another column of its own ("ingo", "bcf", "national_rating") is a national rating. The tournament's
    method decides whether these count. If no other rating is known and the method uses no national ones, a
    converted Ingo or BCF number is the best estimate. Raises DomainError for an Ingo or BCF number that
    converts to no rating.
    """
    found: dict[str, Rating] = {}
    if listed := entry.get("listed"):
        found = {rating.kind: rating for rating in from_list(listed)}
    if number := entry.get("estimate"):
        found[Rating.Kind.OWN] = _rating(Rating.Kind.OWN, number, Rating.Source.ESTIMATE)
    if number := entry.get("rating"):
        found[Rating.Kind.OWN] = _rating(
            Rating.Kind.OWN, number, Rating.Source(entry.get("rating_source") or source)
        )
    for kind in Rating.OF_FIDE:
        if number := entry.get(kind):
            found[kind] = _rating(kind, number, source)
    if number := entry.get("fide_rating"):
        kind = Rating.Kind(tournament.rating_kind)
        found[kind] = _rating(kind, number, source)
    if number := entry.get("national_rating"):
        found[Rating.Kind.NATIONAL] = _rating(Rating.Kind.NATIONAL, number, source)
    for scale in Rating.CONVERTED:
        if number := entry.get(scale):
            kind = (
                Rating.Kind.NATIONAL
                if found or tournament.rating_method in NATIONAL_METHODS
                else Rating.Kind.OWN
            )
            found.setdefault(kind, _rating(kind, number, scale))
    return list(found.values())


def settle(player: Player, ratings: Iterable[Rating]) -> None:
    """Make the one that counts the player's rating; the player is not stored.

    Raises DomainError if pairings that were made follow from a different rating.
    """
    before, best = player.rating, counting(player.tournament, ratings)
    player.rating = best.value if best else None
    if before not in (None, player.rating) and _paired_by_ratings(player.tournament):
        raise DomainError(
            "rating",
            _(
                "Pairings of this event follow from the ratings: that of %(name)s stays %(rating)d from the "
                "draft of round 1 on."
            )
            % {"name": player.name, "rating": before},
        )


def _paired_by_ratings(tournament: Tournament) -> bool:
    return rulebook.edition_of(tournament).needs_ratings and is_bound(tournament)


def keep(brought: Iterable[tuple[Player, Iterable[Rating]]]) -> None:
    """Store the ratings that players bring."""
    rows = []
    for player, found in brought:
        for rating in found:
            rating.player = player
            rows.append(rating)
    Rating.objects.bulk_create(rows)


def revise(player: Player, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Carry out a correction of ratings (CHANGE_KEYS), and make the one that counts the player's.

    A "rating" is the arbiters' own and counts from now on; None takes it back, so that a list's counts
    again. A "fide_rating" is of the kind that the event uses; None removes the one that there is. The player
    is not stored. Returns the previous values of these fields.
    """
    known = {rating.kind: rating for rating in player.ratings.all()}
    before = fields_of(player, known.values())
    own, national = known.get(Rating.Kind.OWN), known.get(Rating.Kind.NATIONAL)
    if "rating" in changes or "rating_source" in changes:
        number = changes.get("rating", before["rating"])
        source = Rating.Source(changes.get("rating_source") or _source_of_correction(own))
        _replace(player, known, Rating.Kind.OWN, number, source)
    if "fide_rating" in changes and changes["fide_rating"] != before["fide_rating"]:
        number, fide = changes["fide_rating"], fide_of(player.tournament, known.values())
        kind = fide.kind if fide and number is None else player.tournament.rating_kind
        _replace(player, known, Rating.Kind(kind), number, Rating.Source.HAND)
    if "national_rating" in changes and changes["national_rating"] != (national and national.value):
        _replace(player, known, Rating.Kind.NATIONAL, changes["national_rating"], Rating.Source.HAND)
    settle(player, known.values())
    return before


def take(player: Player, listed: Listed) -> None:
    """Give a player the ratings of FIDE's lists; the player is not stored."""
    after = after_list(player.tournament, player.ratings.all(), listed)
    player.ratings.exclude(pk__in=[rating.pk for rating in after if rating.pk]).delete()
    keep([(player, [rating for rating in after if not rating.pk])])
    settle(player, after)


def recompute(tournament: Tournament) -> None:
    """Give every player the rating that now counts by the tournament's method."""
    changed = []
    for player in tournament.players.prefetch_related("ratings"):
        before = player.rating
        if found := player.ratings.all():
            settle(player, found)
        if player.rating != before:
            changed.append(player)
    Player.objects.bulk_update(changed, ["rating"])


def follow_lists(
    *, tournament: Tournament, players: Collection[int], lists: Collection[int], actor: User
) -> list[Player]:
    """Give the players with these keys the ratings, and the titles, of the rating lists (C.04.2 B.1).

    `lists` are the keys of the lists that the arbiter has seen. Pairing numbers follow until round 1 is
    published. Returns the players whose rating or its source has changed. Raises Conflict if another list
    has come into use since the actor looked.
    """
    with acting(tournament, actor) as act:
        event = act.tournament
        require_unfinished(event)
        if {row.pk for row in queries.followed(event)} != set(lists):
            raise Conflict(
                "other_list", _("Another rating list has come into use in the meantime: look again.")
            )
        found = check(event)
        chosen = [change for change in found.changed + found.confirmed if change.player.pk in players]
        if not chosen:
            return []
        held = {change.player: change.player.rating for change in chosen}
        before = [_in_words(change.player) for change in chosen]
        for change in chosen:
            take(change.player, change.listed)
            change.player.title = change.title or change.player.title
        rated = rerating(event, held)
        act.record(
            AuditEvent.Action.RATINGS_UPDATED,
            subject=str(len(chosen)),
            before={"ratings": before} | rated.before,
            after={"ratings": [_in_words(change.player) for change in chosen]} | rated.after,
        )
        rated.store()
        Player.objects.bulk_update([change.player for change in chosen], ["rating", "title"])
        follow_data(event)
        compare(event)
        return [change.player for change in chosen]


def let_count(*, player: Player, kind: str, actor: User) -> Rating:
    """Let a known rating of the player count, though the event's method uses another one (C.04.2 B.1).

    It becomes the arbiters' own, keeps its source, and counts until that is taken back. Pairing numbers
    follow until round 1 is published. Raises DomainError if no such rating is known.
    """
    with acting(player.tournament, actor) as act:
        require_unfinished(act.tournament)
        row = act.tournament.players.filter(pk=player.pk).first()
        known = {rating.kind: rating for rating in row.ratings.all()} if row else {}
        chosen = known.get(Rating.Kind(kind)) if kind in Rating.Kind.values else None
        if row is None or chosen is None or kind == Rating.Kind.OWN:
            raise DomainError("rating", _("No such rating is known for %(name)s.") % {"name": player.name})
        before = row.rating
        if own := known.pop(Rating.Kind.OWN, None):
            own.delete()
        copy = Rating(
            player=row,
            kind=Rating.Kind.OWN,
            value=chosen.value,
            source=chosen.source,
            converted_from=chosen.converted_from,
            month=chosen.month,
            k=chosen.k,
        )
        copy.save()
        settle(row, [*known.values(), copy])
        rated = rerating(act.tournament, {row: before})
        act.record(
            AuditEvent.Action.PLAYER_CHANGED,
            subject=row.name,
            before={"rating": before} | rated.before,
            after={"rating": row.rating} | rated.after,
        )
        rated.store()
        row.save(update_fields=["rating"])
        follow_data(act.tournament)
        return copy


def _rating(kind: Rating.Kind, number: int, source: Rating.Source) -> Rating:
    if source in Rating.CONVERTED:
        return Rating(
            kind=kind, value=rulebook.converted(source, number), source=source, converted_from=number
        )
    return Rating(kind=kind, value=number, source=source)


def _source_of_correction(own: Rating | None) -> Rating.Source:
    """A corrected Ingo number stays one, and so does an estimate; all else was entered by hand."""
    kept = own is not None and own.source in {Rating.Source.ESTIMATE, *Rating.CONVERTED}
    return Rating.Source(own.source) if own and kept else Rating.Source.HAND


def _replace(
    player: Player, known: dict[str, Rating], kind: Rating.Kind, number: int | None, source: Rating.Source
) -> None:
    if old := known.pop(kind, None):
        old.delete()
    if number is not None:
        rating = _rating(kind, number, source)
        rating.player = player
        rating.full_clean()
        rating.save()
        known[kind] = rating


def _in_words(player: Player) -> str:
    return " ".join(filter(None, (player.title, player.name, str(player.rating or "–"))))


LOG_LINES: LogLines = {AuditEvent.Action.RATINGS_UPDATED: fields(ratings=gettext_lazy("ratings"))}


class Rerating(NamedTuple):
    """What an act does to ratings of a tournament that is paired, as its line of the log must say it.

    `before` and `after` are for that line: the database changes these ratings only as they say
    (guards.ratings). `kept` and `dropped` are the earlier ratings that come and go with it.
    """

    before: dict[str, str]
    after: dict[str, str]
    kept: list[EarlierRating]
    dropped: list[EarlierRating]

    def store(self) -> None:
        """Store the earlier ratings, directly after the line of the act."""
        EarlierRating.objects.filter(pk__in=[row.pk for row in self.dropped]).delete()
        EarlierRating.objects.bulk_create(self.kept)


def rerating(tournament: Tournament, before: Mapping[Player, int | None]) -> Rerating:
    """What it means that these players, who have their new ratings now, had those `before` the act.

    In a long event the published rounds keep the rating that they were played with. One that counted for no
    round is not kept.
    """
    changed = {player: rating for player, rating in before.items() if rating != player.rating}
    kept, dropped = _earlier(tournament, changed)
    return Rerating(
        _rated(tournament, {player: (rating, dropped) for player, rating in changed.items()}),
        _rated(tournament, {player: (player.rating, kept) for player in changed}),
        kept,
        dropped,
    )


def _earlier(
    tournament: Tournament, changed: Mapping[Player, int | None]
) -> tuple[list[EarlierRating], list[EarlierRating]]:
    """The earlier ratings to be kept from now on, and those that stood and are not."""
    public = tournament.rounds.filter(state__in=Round.LOCKED).order_by("-number")
    last = public.values_list("number", flat=True).first()
    if not tournament.is_long or last is None:
        return [], []
    stood = {
        row.player_id: row
        for row in EarlierRating.objects.filter(player__in=[player.pk for player in changed], until=last)
    }
    kept = [
        EarlierRating(player=player, until=last, value=rating)
        for player, rating in changed.items()
        if player.pk not in stood and player.first_round <= last
    ]
    dropped = [
        stood[player.pk]
        for player in changed
        if player.pk in stood and stood[player.pk].value == player.rating
    ]
    return kept, dropped


def _rated(
    tournament: Tournament, ratings: Mapping[Player, tuple[int | None, Iterable[EarlierRating]]]
) -> dict[str, str]:
    """The ratings as the guards read them: ",KEY:0:RATING,KEY:UNTIL:RATING,", 0 for now and for no rating."""
    if not ratings or not is_bound(tournament):
        return {}
    found = []
    for player, (now, earlier) in ratings.items():
        found.append(f"{player.key}:0:{now or 0}")
        found += [
            f"{player.key}:{row.until}:{row.value or 0}" for row in earlier if row.player_id == player.pk
        ]
    return {RATED: f",{','.join(found)},"}


def forget_earlier(*, player: Player, actor: User) -> None:
    """Let the present rating count from round 1 on: the earlier ones were mistakes.

    Raises DomainError if there is none, or the event is finished.
    """
    with acting(player.tournament, actor) as act:
        rows = EarlierRating.objects.filter(player=player, player__tournament=act.tournament)
        told = [f"{row.value or '–'} ({row.until})" for row in rows]
        require_unfinished(act.tournament)
        if not told:
            raise DomainError("rating", _("%(name)s has no earlier rating.") % {"name": player.name})
        act.record(
            AuditEvent.Action.PLAYER_CHANGED,
            subject=player.name,
            before={"earlier_ratings": told} | _rated(act.tournament, {player: (player.rating, rows)}),
            after={"earlier_ratings": [str(player.rating or "–")]},
        )
        rows.delete()


def compare_all() -> None:
    """Compare every event that has this switched on and is not finished, archived or removed."""
    for event in Tournament.objects.active().filter(
        finished_at=None, archived_at=None, compares_ratings=True
    ):
        compare(event)


def compare(tournament: Tournament) -> None:
    """Note how many players of the event differ from the lists that it uses; nothing if that is switched off.

    This is not an act: the note follows from the event and the lists, and no other data change.
    """
    found = check(tournament) if tournament.compares_ratings else None
    if not found or not found.lists:
        Comparison.objects.filter(tournament=tournament).delete()
        return
    Comparison.objects.update_or_create(
        tournament=tournament,
        defaults={"month": found.lists[0].month, "differing": len(found.changed)},
    )

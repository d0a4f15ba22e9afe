"""Ratings by round: in a long event an earlier round keeps the rating that it was played with (C.07 10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.log.acts import RATED, acting, require_unfinished
from tournaments.models import AuditEvent, EarlierRating, Player, Round, Tournament
from tournaments.selectors.rounds import is_bound


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

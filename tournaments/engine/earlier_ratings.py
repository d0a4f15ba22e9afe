"""The ratings of a long event by round (C.07 10), and how a report states them (`pairing.core.strength`).

Record 001 has the rating that tie-breaks use: the one before a player's first remark, or the one after
their last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pairing.core import tournament as rules
from pairing.core.strength import BY_ROUND, NewRating, new_ratings, tells_a_rating
from tournaments.models import EarlierRating, Tournament

# The round from which each rating counts, and the rating in Elo; None for an unrated player.
type LaterRatings = tuple[tuple[int, int | None], ...]


class Held(NamedTuple):
    """The rating that counted, in Elo, up to and including a round; None for an unrated player."""

    until: int
    rating: int | None


def earlier_ratings(tournament: Tournament) -> dict[int, list[Held]]:
    """Player's key -> the ratings before the present one, oldest first.

    {} for an event that is not long, where a new rating is a correction of the old one.
    """
    if not tournament.is_long:
        return {}
    rows = EarlierRating.objects.filter(player__tournament=tournament).order_by("until")
    found: dict[int, list[Held]] = {}
    for player, until, value in rows.values_list("player_id", "until", "value"):
        found.setdefault(player, []).append(Held(until, value))
    return found


def ratings_in(tournament: Tournament, number: int) -> dict[int, int | None]:
    """Player's key -> the rating in the round, for players whose rating then was not the present one."""
    return {
        player: next(one.rating for one in held if number <= one.until)
        for player, held in earlier_ratings(tournament).items()
        if number <= held[-1].until
    }


def ratings_of_tie_breaks(tournament: Tournament) -> dict[int, int | None]:
    """Player's key -> the rating that tie-breaks use, for players for whom it may not be the present one.

    If tie-breaks use the rating of each round, this is the first one; `later_ratings` has the others.
    """
    if tournament.tie_break_rating == Tournament.TieBreakRating.PRESENT:
        return {}
    return ratings_in(tournament, 1)


def later_ratings(tournament: Tournament, present: Mapping[int, int | None]) -> dict[int, LaterRatings]:
    """Player's key -> the ratings after the first one, each with the round from which it counts.

    `present` has the present ratings by player's key. {} if tie-breaks use one rating for all rounds.
    """
    if tournament.tie_break_rating != Tournament.TieBreakRating.EACH:
        return {}
    return {
        player: tuple((one.round, one.after) for one in _changes(held, present[player]))
        for player, held in earlier_ratings(tournament).items()
        if player in present
    }


def rating_remarks(tournament: Tournament) -> list[str]:
    """A line for each new rating, by round and player's number, and one more if tie-breaks use them."""
    earlier = earlier_ratings(tournament)
    lines = [
        (one.round, player.number or 0, one)
        for player in tournament.players.filter(pk__in=earlier)
        for one in _changes(earlier[player.pk], player.rating)
    ]
    by_round = [BY_ROUND] if lines and tournament.tie_break_rating == Tournament.TieBreakRating.EACH else []
    return [one.told(number) for _round, number, one in sorted(lines, key=lambda line: line[:2])] + by_round


def _changes(held: Sequence[Held], present: int | None) -> list[NewRating]:
    after = [*(one.rating for one in held[1:]), present]
    return [NewRating(one.until + 1, one.rating, new) for one, new in zip(held, after, strict=True)]


@dataclass(frozen=True, slots=True)
class RatingsTold:
    """What a file's lines say: earlier and present ratings by pairing number, and which of them 001 has."""

    earlier: dict[int, list[Held]]
    present: dict[int, int | None]
    in_tie_breaks: Tournament.TieBreakRating


def ratings_told(
    event: Tournament, source: rules.Tournament, records: list[str]
) -> tuple[RatingsTold, list[str]]:
    """What the file of a long event says about ratings by round, and the records that say nothing about them.

    `event` is the event made from the file, `records` are the file's. The lines count only if each continues
    from the player's previous one and all agree with record 001 under one choice; otherwise they are ordinary
    records.
    """
    nothing = RatingsTold({}, {}, Tournament.TieBreakRating.FIRST), records
    told = new_ratings(source, records)
    if not event.is_long or not told:
        return nothing
    stated = {number: source.players[number - 1].rating or None for number in told}
    last = {number: changes[-1].after for number, changes in told.items()}
    if stated == {number: changes[0].before for number, changes in told.items()}:
        each = BY_ROUND in records
        choice = Tournament.TieBreakRating.EACH if each else Tournament.TieBreakRating.FIRST
    elif stated == last and BY_ROUND not in records:
        choice = Tournament.TieBreakRating.PRESENT
    else:
        return nothing
    earlier = {
        number: [Held(one.round - 1, one.before) for one in changes] for number, changes in told.items()
    }
    return RatingsTold(earlier, last, choice), [one for one in records if not tells_a_rating(one)]

"""The ratings of a long event by its rounds (C.07 10), and how a report tells them: `pairing.new_ratings`.

Record 001 has the rating that tie-breaks use: the one before the first of a player's remarks, or the one
behind the last.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from pairing.new_ratings import BY_ROUND, NewRating, new_ratings, tells_a_rating
from tournaments.models import EarlierRating, Tournament

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pairing import tournament as rules

    # The round that each begins with, and the rating in Elo; None for an unrated player.
    type LaterRatings = tuple[tuple[int, int | None], ...]


class Held(NamedTuple):
    """What counted as a rating, in Elo, up to and including a round; None for an unrated player."""

    until: int
    rating: int | None


def earlier_ratings(tournament: Tournament) -> dict[int, list[Held]]:
    """Player's key -> the ratings before the present one, the first before all.

    {} for an event that is not long: there a new rating is a correction of the old one.
    """
    if not tournament.is_long:
        return {}
    rows = EarlierRating.objects.filter(player__tournament=tournament).order_by("until")
    found: dict[int, list[Held]] = {}
    for player, until, value in rows.values_list("player_id", "until", "value"):
        found.setdefault(player, []).append(Held(until, value))
    return found


def ratings_in(tournament: Tournament, number: int) -> dict[int, int | None]:
    """Player's key -> the rating in the round, for those for whom it was not the present one."""
    return {
        player: next(one.rating for one in held if number <= one.until)
        for player, held in earlier_ratings(tournament).items()
        if number <= held[-1].until
    }


def ratings_of_tie_breaks(tournament: Tournament) -> dict[int, int | None]:
    """Player's key -> the rating that tie-breaks use, for those for whom that may not be the present one.

    Where they go by the rating of each round it is the first one; for the others see `later_ratings`.
    """
    if tournament.tie_break_rating == Tournament.TieBreakRating.PRESENT:
        return {}
    return ratings_in(tournament, 1)


def later_ratings(tournament: Tournament, present: Mapping[int, int | None]) -> dict[int, LaterRatings]:
    """Player's key -> the ratings after the first one, each with the round that it begins with.

    `present` are the present ratings by the players' keys. {} where tie-breaks use one rating for all rounds.
    """
    if tournament.tie_break_rating != Tournament.TieBreakRating.EACH:
        return {}
    return {
        player: tuple((one.round, one.after) for one in _changes(held, present[player]))
        for player, held in earlier_ratings(tournament).items()
        if player in present
    }


def rating_remarks(tournament: Tournament) -> list[str]:
    """A line for each new rating, by its round and the player's number; and that tie-breaks go by them."""
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
    """What a file's lines say: by number the earlier ratings and the present one; which of them 001 has."""

    earlier: dict[int, list[Held]]
    present: dict[int, int | None]
    in_tie_breaks: Tournament.TieBreakRating


def ratings_told(
    event: Tournament, source: rules.Tournament, records: list[str]
) -> tuple[RatingsTold, list[str]]:
    """What the file of a long event says of ratings by round, and those of the records that do not.

    `event` is what becomes of the file, of which these are the records. The lines count where each goes on
    from the player's one before it, and all agree with record 001 by one choice; else they are records as any
    other.
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

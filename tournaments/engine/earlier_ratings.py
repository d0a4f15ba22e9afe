"""The ratings of a long event by its rounds (C.07 10), and how a report tells them.

    ### New rating @ Round 4: 12: 2100 => 2150

From that round on player 12 has another rating; "-" is none. Record 001 has the rating that tie-breaks use:
the one before the first of a player's lines, or the one behind the last.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from tournaments.models import EarlierRating, Tournament

if TYPE_CHECKING:
    from pairing import tournament as rules

_NEW_RATING = re.compile(
    r"### New rating @ Round ([0-9]{1,2}): ([0-9]{1,4}): ([1-9][0-9]{0,3}|-) => ([1-9][0-9]{0,3}|-)"
)
HIGHEST = 3999


class Held(NamedTuple):
    """What counted as a rating, in Elo, up to and including a round; None for who was unrated."""

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
    """Player's key -> the rating that tie-breaks use, for those for whom that may not be the present one."""
    if tournament.tie_break_rating == Tournament.TieBreakRating.PRESENT:
        return {}
    return ratings_in(tournament, 1)


def rating_remarks(tournament: Tournament) -> list[str]:
    """A line for each new rating, by its round and the player's number."""
    earlier = earlier_ratings(tournament)
    lines = []
    for player in tournament.players.filter(pk__in=earlier):
        held = earlier[player.pk]
        after = [*(one.rating for one in held[1:]), player.rating]
        lines += [
            (one.until + 1, player.number, one.rating, new) for one, new in zip(held, after, strict=True)
        ]
    return [
        f"### New rating @ Round {round_}: {number}: {before or '-'} => {new or '-'}"
        for round_, number, before, new in sorted(lines, key=lambda line: line[:2])
    ]


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
    lines: dict[int, list[tuple[int, int | None, int | None]]] = {}
    for record in records:
        if found := _NEW_RATING.fullmatch(record):
            round_, number, before, after = found.groups()
            lines.setdefault(int(number), []).append((int(round_), _rating(before), _rating(after)))
    if (
        not event.is_long
        or not lines
        or not all(_goes_on(source, number, told) for number, told in lines.items())
    ):
        return nothing
    stated = {number: source.players[number - 1].rating or None for number in lines}
    first = {number: told[0][1] for number, told in lines.items()}
    last = {number: told[-1][2] for number, told in lines.items()}
    if stated == first:
        choice = Tournament.TieBreakRating.FIRST
    elif stated == last:
        choice = Tournament.TieBreakRating.PRESENT
    else:
        return nothing
    earlier = {
        number: [Held(round_ - 1, before) for round_, before, _after in told]
        for number, told in lines.items()
    }
    others = [record for record in records if not _NEW_RATING.fullmatch(record)]
    return RatingsTold(earlier, last, choice), others


def _goes_on(source: rules.Tournament, number: int, told: list[tuple[int, int | None, int | None]]) -> bool:
    """Whether the lines are of a player of the file, one round and one rating after the other."""
    return (
        1 <= number <= len(source.players)
        and all(1 < round_ <= source.played_rounds + 1 for round_, _before, _after in told)
        and all(before != after and max(before or 0, after or 0) <= HIGHEST for _, before, after in told)
        and all(one[0] < other[0] and one[2] == other[1] for one, other in pairwise(told))
    )


def _rating(text: str) -> int | None:
    return None if text == "-" else int(text)

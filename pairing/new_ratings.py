"""New ratings in the course of a long event, as the remarks of a report state them.

    ### New rating @ Round 4: 12: 2100 => 2150
    ### Ratings in tie-breaks: by round

From round 4 on, player 12 has another rating; "-" means unrated. With the second line, tie-breaks use the
rating that each opponent had in the round (C.07 10), and record 001 has the first one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from pairing.strength import HIGHEST
from pairing.tournament import Tournament

BY_ROUND = "### Ratings in tie-breaks: by round"
_NEW_RATING = re.compile(
    r"### New rating @ Round ([0-9]{1,2}): ([0-9]{1,4}): ([1-9][0-9]{0,3}|-) => ([1-9][0-9]{0,3}|-)"
)


class NewRating(NamedTuple):
    """A change of a player's rating: the round it begins in and both ratings, in Elo; None is unrated."""

    round: int
    before: int | None
    after: int | None

    def told(self, number: int) -> str:
        """The remark for the player with this number."""
        return f"### New rating @ Round {self.round}: {number}: {self.before or '-'} => {self.after or '-'}"


def tells_a_rating(record: str) -> bool:
    """Whether the record is a remark on a new rating, or the one that makes tie-breaks use new ratings."""
    return record == BY_ROUND or _NEW_RATING.fullmatch(record) is not None


def new_ratings(tournament: Tournament, records: Iterable[str]) -> Mapping[int, Sequence[NewRating]]:
    """Pairing number -> the new ratings that the records state, in their order.

    Empty if those of any player do not follow from each other in round and rating, or the player is unknown.
    """
    found: dict[int, list[NewRating]] = {}
    for record in records:
        if told := _NEW_RATING.fullmatch(record):
            round_, number, before, after = told.groups()
            found.setdefault(int(number), []).append(NewRating(int(round_), _rating(before), _rating(after)))
    return found if all(_follow(tournament, number, told) for number, told in found.items()) else {}


def with_new_ratings(tournament: Tournament) -> Tournament:
    """The tournament with the ratings that its remarks state, if its tie-breaks use those of each round."""
    if BY_ROUND not in tournament.other_records:
        return tournament
    told = new_ratings(tournament, tournament.other_records)
    players = (
        replace(player, later_ratings=tuple((one.round, one.after) for one in told[player.number]))
        if player.number in told and (player.rating or None) == told[player.number][0].before
        else player
        for player in tournament.players
    )
    return replace(tournament, players=tuple(players))


def _follow(tournament: Tournament, number: int, told: Sequence[NewRating]) -> bool:
    return (
        1 <= number <= len(tournament.players)
        and all(1 < one.round <= tournament.played_rounds + 1 for one in told)
        and all(one.before != one.after and max(one.before or 0, one.after or 0) <= HIGHEST for one in told)
        and all(one.round < other.round and one.after == other.before for one, other in pairwise(told))
    )


def _rating(text: str) -> int | None:
    return None if text == "-" else int(text)

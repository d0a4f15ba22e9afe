"""The measure of a player's strength: which rating counts, and how other scales convert (C.04.2 B.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from pairing.core.sentences import Phrase
from pairing.core.tournament import PairingError, Tournament

LOWEST, HIGHEST = 1, 3999


class Method(StrEnum):
    """The list from which a tournament takes the ratings, by the names that TRF26 has for it (record 172)."""

    # FIDE's rating alone.
    FIDE = "FIDE"
    # The national rating alone.
    NRO = "NRO"
    # FIDE's rating, or the national one of players without it.
    FIDON = "FIDON"
    # The national rating, or FIDE's of players without it.
    NIDOF = "NIDOF"
    # The higher of both.
    HBFN = "HBFN"
    # The lower of both.
    LBFN = "LBFN"
    # Some other measure, which the arbiters enter.
    OTHER = "OTHER"


STANDARD, NATIONAL = "standard", "national"


def counting_rating(
    method: Method,
    tempo: str,
    ratings: Mapping[str, int],
    sequence: Sequence[str] = (),
    *,
    highest: bool = False,
) -> str | None:
    """The list whose rating counts, a key of `ratings`; None if no list has one (C.04.2 B.1).

    For a rapid or blitz event FIDE's rating is that of the tempo, or else the standard one ("effective" rapid
    and blitz). Of two equally high ratings FIDE's counts. With OTHER it is the first list of the `sequence`
    that has a rating, or the one with the `highest`; without a sequence there is none.
    """
    fide = next((kind for kind in (tempo, STANDARD) if kind in ratings), None)
    national = NATIONAL if NATIONAL in ratings else None
    match method:
        case Method.FIDE:
            return fide
        case Method.NRO:
            return national
        case Method.FIDON:
            return fide or national
        case Method.NIDOF:
            return national or fide
        case Method.HBFN:
            return max(filter(None, (fide, national)), key=ratings.__getitem__, default=None)
        case Method.LBFN:
            return min(filter(None, (fide, national)), key=ratings.__getitem__, default=None)
        case Method.OTHER:
            known = [kind for kind in sequence if kind in ratings]
            return max(known, key=ratings.__getitem__, default=None) if highest else next(iter(known), None)


def elo_of_ingo(ingo: int) -> int:
    """The rating for a German Ingo number, where lower is better: 2840 - 8 x Ingo (1998, A.1).

    Raises PairingError if the result is not a possible rating.
    """
    return _converted(2840 - 8 * ingo, f"Ingo {ingo}")


def elo_of_bcf(bcf: int) -> int:
    """The rating for a British BCF grade: 600 + 8 x BCF (1998, A.1).

    Raises PairingError if the result is not a possible rating.
    """
    return _converted(600 + 8 * bcf, f"BCF {bcf}")


def _converted(elo: int, found: str) -> int:
    if not LOWEST <= elo <= HIGHEST:
        raise PairingError(
            Phrase(
                "{found} comes to {rating}; expected a rating from {lowest} to {highest}.",
                found=found,
                rating=elo,
                lowest=LOWEST,
                highest=HIGHEST,
            )
        )
    return elo


# -- New ratings in the course of a long event, as the remarks of a report state them -----------------
#
#     ### New rating @ Round 4: 12: 2100 => 2150
#     ### Ratings in tie-breaks: by round
#
# From round 4 on, player 12 has another rating; "-" means unrated. With the second line, tie-breaks use the
# rating that each opponent had in the round (C.07 10), and record 001 has the first one.

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


def states_a_rating(record: str) -> bool:
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
            found.setdefault(int(number), []).append(
                NewRating(int(round_), _rating_or_none(before), _rating_or_none(after))
            )
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


def _rating_or_none(text: str) -> int | None:
    return None if text == "-" else int(text)

"""The wishes for a random tournament. Whatever is not asked for is drawn."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from pairing.core.tournament import Colour, PairingError
from pairing.generator.ratings import Ratings

_SHARE = re.compile(r"([0-9]{1,6})|([0-9]{1,3})(?:\.([0-9]))?%")


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happens: on a fixed `number` of occasions, or else on `permille` in a thousand."""

    number: int | None = None
    permille: int = 0

    @classmethod
    def of(cls, text: str) -> Share:
        """The share that `text` names: "12", "5%" or "0.5%". Raises PairingError for anything else."""
        match = _SHARE.fullmatch(text)
        if match is None or (match[2] and int(match[2]) > 100):
            raise PairingError(f"found {text!r}, expected a number such as 12, or a share such as 5% or 0.5%")
        if match[1]:
            return cls(number=int(match[1]))
        return cls(permille=10 * int(match[2]) + int(match[3] or 0))

    def choose[T](self, rng: random.Random, occasions: Sequence[T], what: str) -> list[T]:
        """The occasions on which it happens. Raises PairingError if there are too few of them."""
        if self.number is None:
            return [one for one in occasions if rng.randrange(1000) < self.permille]
        if self.number > len(occasions):
            raise PairingError(
                f"found {self.number} {what}, expected {len(occasions)} at most in this tournament"
            )
        return rng.sample(occasions, self.number)


@dataclass(frozen=True, slots=True)
class Wishes:
    """The properties wished for in a tournament; None leaves one to chance.

    Byes are shares of all players in all rounds, forfeits and unusual results of all games, late entries
    and withdrawals of the players. `forbidden` is the number of groups of players who must not meet.
    `draws` is the percentage of games between equals that are drawn.
    """

    edition: str
    players: int | None = None
    rounds: int | None = None
    ratings: Ratings | None = None
    full_point_byes: Share | None = None
    half_point_byes: Share | None = None
    zero_point_byes: Share | None = None
    # Games that one player wins because the other does not come, and games to which neither comes.
    forfeit_wins: Share | None = None
    forfeit_losses: Share | None = None
    # Played games that end ½-0, 0-½ or 0-0.
    unusual_results: Share | None = None
    late_entries: Share | None = None
    withdrawals: Share | None = None
    baku: bool | None = None
    forbidden: int | None = None
    # The points for a win, a draw and a loss, and for the pairing-allocated bye, in tenths of a point.
    points: tuple[int, int, int] | None = None
    bye: int | None = None
    initial_colour: Colour | None = None
    draws: int | None = None
    # The tie-breaks of the standings, after the points.
    tie_breaks: tuple[str, ...] | None = None
    # Whether the organiser gives a table; None means that they do not.
    own_table: bool | None = None

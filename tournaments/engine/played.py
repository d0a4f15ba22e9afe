"""What each player has played, as shown on pairing cards and in the cross table."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Max

from pairing.core import records
from tournaments.engine.editions import edition_of
from tournaments.engine.positions import position
from tournaments.engine.rows import Outcome
from tournaments.models import Round, Tournament

FORFEITS = {Outcome.FORFEIT_WIN: "+", Outcome.FORFEIT_LOSS: "-"}


class Played(NamedTuple):
    """One round of a player, scores in tenths; `points` is None while the game has no result."""

    # The pairing number; 0 for no opponent.
    opponent: int
    # "w", "b"; "" for no opponent.
    colour: str
    points: int | None
    # "+", "-" for a game that was not played; "".
    forfeit: str
    # "D", "U" for a float down or up; "".
    floated: str


def played(tournament: Tournament) -> dict[int, list[Played]]:
    """Pairing number -> a line for each published round. An adjourned game is a draw for the time being."""
    public = Round.objects.filter(tournament=tournament, state__in=Round.LOCKED)
    last = public.aggregate(last=Max("number"))["last"] or 0
    present = position(tournament, provisional=True)
    known = edition_of(tournament)
    games, paired = known.form.games, known.entrants(present)
    # The float of a match of two games is shown at its first game.
    floated = {
        games * (number - 1) + 1: records.floats_of_round(paired, number, known.handling.float_of)
        for number in range(1, last // games + 1)
    }
    found = {}
    for player in present.players:
        lines = []
        for number in range(1, last + 1):
            cell = player.cell(number)
            # Players have not floated before their game is played.
            left = floated[number][player.number] if number in floated and not cell.pending else None
            lines.append(
                Played(
                    opponent=cell.opponent or 0,
                    colour=cell.colour.value if cell.colour else "",
                    points=None if cell.pending else present.scoring.points(cell),
                    forfeit=FORFEITS.get(cell.outcome, ""),
                    floated=left.value if left else "",
                )
            )
        found[player.number] = lines
    return found

"""What players bring to a round besides points: colours, floats, and the colour that is due."""

from __future__ import annotations

from dataclasses import dataclass

from pairing import editions, preferences
from pairing import tournament as rules
from pairing.floats import float_in, floats_of_round
from pairing.scores import pairing_scores
from tournaments.engine.positions import keys, position
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Form:
    """What a player brings to a round besides points: the colours of their games, their last float.

    In matches of two games, the colours are those of the first games.
    """

    colours: str
    floated: str


def forms_before(
    tournament: Tournament, number: int, present: rules.Tournament | None = None
) -> dict[int, Form]:
    """Player's key -> what they bring to the round. `present` is the position before it, if at hand."""
    known = editions.edition_by_code(tournament.edition)
    present = known.entrants(present or position(tournament, before=number))
    people = keys(tournament)
    last = (number - 1) // known.form.games
    floated = floats_of_round(present, last, known.handling.float_of)

    def form(player: rules.Player) -> Form:
        left = floated[player.number]
        return Form(
            colours="".join(preferences.colour_history(player, last)), floated=left.value if left else ""
        )

    return {people[player.number]: form(player) for player in present.players}


def floats(tournament: Tournament, present: rules.Tournament, rounds: int) -> dict[int, str]:
    """Pairing number -> the float of each of the first rounds: D down, U up, and a blank for no float.

    The rounds of the position have to be finished, with an adjourned game as a draw. The float of a match of
    two games is in the place of the first game.
    """
    known = editions.edition_by_code(tournament.edition)
    present, games = known.entrants(present), known.form.games
    last = rounds // games
    scores = {player.number: pairing_scores(present, player, last) for player in present.players}
    return {
        player.number: "".join(
            (float_in(player, number, known.handling.float_of, scores, present.scoring) or " ").ljust(games)
            for number in range(1, last + 1)
        )
        for player in present.players
    }


def colours_due(tournament: Tournament, number: int) -> dict[int, str]:
    """Player's key -> the colour ("w", "b") due to them in the round, for players with one due.

    Nobody has one in a match of two games.
    """
    if editions.edition_by_code(tournament.edition).form.games > 1:
        return {}
    people = keys(tournament)
    due = (
        (player.number, preferences.preference(preferences.colour_history(player, number - 1)).colour)
        for player in position(tournament, before=number).players
    )
    return {people[player]: colour.value for player, colour in due if colour}

"""The pairing of a round by the Dubov System (art. 3), and how it was decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.core import colours
from pairing.core.handling import in_order
from pairing.core.sentences import Saying
from pairing.core.tournament import Colour, Pair, PairingError, RoundPairing, Tournament
from pairing.dubov.entrants import Entrant, make_entrants, most_upfloats
from pairing.dubov.subgroups import Group, Subgroups
from pairing.dubov.upfloaters import Scene, pair_scoregroup
from pairing.matching.completion import Completion, give_bye


@dataclass(frozen=True, slots=True)
class Bracket:
    """1.3: a scoregroup and the players who floated up to it, as they were paired."""

    scene: Scene
    upfloaters: Group
    subgroups: Subgroups


@dataclass(frozen=True, slots=True)
class Decision:
    """How the pairing of a round came about."""

    # The players to be paired, by score and then by pairing number.
    entrants: Group
    bye: Entrant | None
    brackets: tuple[Bracket, ...]
    pairing: RoundPairing


def decide(tournament: Tournament) -> Decision:
    """C.04.4.1: the pairing of the round after the last one that was paired, and how it came about.

    Players with a bye noted for that round are left out. The boards come in publishing order. Raises
    UnpairableRound when no pairing is complete, and PairingError when a result, a rating or the number of
    rounds is missing, or the initial colour if it is needed.
    """
    if tournament.rounds is None:
        raise PairingError(
            Saying(
                "The Dubov System depends on the number of rounds (1.8), which is not stated: expected a "
                "record 142 or XXR."
            )
        )
    coming = tournament.played_rounds + 1
    entrants = make_entrants(tournament)
    bye, completion = give_bye(entrants, bye_order, coming)
    limit = most_upfloats(tournament.rounds) if coming < tournament.rounds else None
    brackets = pair_scoregroups([one for one in entrants if one is not bye], completion, limit)
    couples = [couple for bracket in brackets for couple in bracket.subgroups.pairs]
    pairs = [allocate(one, two, tournament.initial_colour) for one, two in couples]
    boards = in_order(pairs, {one.number: one.score for one in entrants})
    return Decision(entrants, bye, brackets, RoundPairing(boards, bye.number if bye else None))


def bye_order(player: Entrant) -> tuple[int, int, int]:
    """3.1.3 to 3.1.5: the lowest score, then the most games played, then the largest pairing number."""
    return player.score, -len(player.colours), -player.number


def pair_scoregroups(
    players: Sequence[Entrant], completion: Completion, most: int | None
) -> tuple[Bracket, ...]:
    """3.2: pair each scoregroup that still has players, from the top, with the players who float up to it."""
    brackets = []
    left = tuple(players)
    while left:
        size = sum(one.score == left[0].score for one in left)
        scene = Scene(left[:size], left[size:], most)
        found = pair_scoregroup(scene, completion)
        paired = {one for pair in found.pairs for one in pair}
        upfloaters = tuple(one for one in scene.lower if one in paired)
        brackets.append(Bracket(scene, upfloaters, found))
        left = tuple(one for one in scene.lower if one not in paired)
    return tuple(brackets)


def allocate(one: Entrant, two: Entrant, initial: Colour | None) -> Pair:
    """5.2: the colours of a pair."""
    return colours.allocate(one, two, initial, colour_rules(one, two))


def colour_rules(one: Entrant, two: Entrant) -> Sequence[colours.Rule]:
    """5.2.2 to 5.2.5; empty if neither has played, as the lot then decides their colours (5.2.1)."""
    return colours.RULES if one.colours or two.colours else ()

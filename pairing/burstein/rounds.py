"""The pairing of a round by the Burstein System (art. 3), and how it was decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.burstein.brackets import pair_bracket
from pairing.burstein.criteria import Couples, Group, Scene
from pairing.burstein.entrants import Entrant, make_entrants
from pairing.core.colours import allocate_all
from pairing.core.handling import in_order
from pairing.core.sentences import Saying
from pairing.core.tournament import PairingError, RoundPairing, Tournament
from pairing.dutch import rounds as dutch
from pairing.dutch.edition_2026 import RULES as SEEDING_RULES
from pairing.matching.completion import Completion, give_bye


@dataclass(frozen=True, slots=True)
class Bracket:
    """1.2: a scoregroup with the players who floated down to it, as they were paired."""

    # The score of the residents.
    score: int
    scene: Scene
    # The higher ranked one first.
    pairs: Couples
    downfloaters: Group


@dataclass(frozen=True, slots=True)
class Decision:
    """How the pairing of a round after the seeding rounds came about."""

    # The players to be paired, by score and then by rank.
    entrants: Group
    bye: Entrant | None
    brackets: tuple[Bracket, ...]
    pairing: RoundPairing


def decide(tournament: Tournament) -> Decision | dutch.Decision:
    """C.04.4.2: the pairing of the round after the last one that was paired, and how it came about.

    Seeding rounds are decided by the Dutch system. Players with a bye noted for the round are left out. The
    boards come in publishing order. Raises UnpairableRound when no pairing is complete, and PairingError when
    a result or the number of rounds is missing, or the initial colour if it is needed.
    """
    if tournament.rounds is None:
        raise PairingError(
            Saying(
                "The Burstein System depends on the number of rounds (1.6), which is not stated: expected a "
                "record 142 or XXR."
            )
        )
    coming = tournament.played_rounds + 1
    if coming <= seeding_rounds(tournament.rounds):
        return dutch.decide(tournament, SEEDING_RULES)
    entrants = make_entrants(tournament)
    bye, completion = give_bye(entrants, bye_order, coming)
    brackets = pair_scoregroups([one for one in entrants if one is not bye], completion)
    couples = [couple for bracket in brackets for couple in bracket.pairs]
    pairs = allocate_all(couples, tournament.initial_colour)
    boards = in_order(pairs, {one.number: one.score for one in entrants})
    return Decision(entrants, bye, brackets, RoundPairing(boards, bye.number if bye else None))


def seeding_rounds(rounds: int) -> int:
    """1.6: the number of rounds at the start that are paired by the Dutch system."""
    return min(rounds // 2, 4)


def bye_order(player: Entrant) -> tuple[int, int, int]:
    """3.1: the lowest score, then the most games played, then the lowest rank."""
    return player.score, -len(player.colours), -player.rank


def pair_scoregroups(players: Sequence[Entrant], completion: Completion) -> tuple[Bracket, ...]:
    """3.2: pair each scoregroup, from the top, with the players who floated down to it."""
    brackets = []
    groups = dutch.scoregroups(players)
    floaters: Group = ()
    for place, residents in enumerate(groups):
        following = groups[place + 1] if place + 1 < len(groups) else ()
        below = tuple(one for group in groups[place + 2 :] for one in group)
        ranked = tuple(sorted((*floaters, *residents), key=lambda one: one.rank))
        scene = Scene(ranked, following, below)
        pairs = pair_bracket(scene, completion)
        paired = {one for pair in pairs for one in pair}
        floaters = tuple(one for one in ranked if one not in paired)
        brackets.append(Bracket(residents[0].score, scene, pairs, floaters))
    return tuple(brackets)

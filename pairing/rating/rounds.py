"""From a tournament to the pairing of its next round, and to the account of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.dutch.completion import Completion
from pairing.publishing import board_order
from pairing.rating.colours import allocate
from pairing.rating.decision import Decision, describe
from pairing.rating.procedure import Procedure
from pairing.saying import Saying
from pairing.tournament import RoundPairing, UnpairableRound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pairing.rating.procedure import Revision
    from pairing.records import Record
    from pairing.tournament import Tournament


def decide_round(tournament: Tournament, records: Sequence[Record], revision: Revision) -> Decision:
    """C, E, F.1: the coming round of `tournament`, decided by `revision`; `records` are who takes part.

    Raises UnpairableRound when B.1 and B.2 leave no complete pairing, and PairingError when the initial
    colour is needed and not known.
    """
    coming = tournament.played_rounds + 1
    completion = Completion(records)
    if not completion.possible:
        raise unpairable(coming, completion)
    procedure = Procedure(revision, coming)
    procedure.run(records)
    couples = [couple for paired in procedure.paired for couple in paired.couples]
    bye = next((record.number for record in procedure.floaters), None)
    pairs = (allocate(higher, lower, tournament.initial_colour) for higher, lower in couples)
    return Decision(
        records=tuple(records),
        brackets=tuple(
            describe(p, procedure.requirements(p.target), procedure.first_values(p.bracket, p.target))
            for p in procedure.paired
        ),
        pairing=RoundPairing(board_order(tournament, pairs), bye),
    )


def unpairable(number: int, completion: Completion) -> UnpairableRound:
    """B: why no pairing of the round is complete."""
    players = tuple(sorted(record.number for record in completion.unplaced()))
    names = ", ".join(map(str, players))
    saying = Saying(
        "Round {round} cannot be paired under B.1 and B.2: no place is left for {names}",
        round=number,
        names=names,
    )
    return UnpairableRound(players, saying)

"""From a tournament to the pairing of its next round, and the account of how it was decided."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.core.handling import board_order
from pairing.core.records import Record
from pairing.core.sentences import phrase
from pairing.core.tournament import RoundPairing, Tournament
from pairing.matching.completion import Completion, unpairable
from pairing.rating.colours import allocate
from pairing.rating.decision import Decision, describe
from pairing.rating.procedure import Procedure, Revision

UNPAIRABLE = phrase("Round {round} cannot be paired under B.1 and B.2: no place is left for {names}")


def decide_round(tournament: Tournament, records: Sequence[Record], revision: Revision) -> Decision:
    """C, E, F.1: the coming round of `tournament`, decided by `revision`; `records` are the players in it.

    Raises UnpairableRound when B.1 and B.2 leave no complete pairing, and PairingError when the initial
    colour is needed and unknown.
    """
    coming = tournament.played_rounds + 1
    if not Completion(records).possible:
        raise unpairable(coming, records, UNPAIRABLE)
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

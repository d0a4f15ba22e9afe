"""The pairing of a round by the Dutch system: the part common to all its editions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from pairing.core.colours import allocate_all
from pairing.core.handling import in_order
from pairing.core.records import ByeRule, FloatRule, Record, make_records
from pairing.core.tournament import RoundPairing, Tournament
from pairing.dutch.criteria import Criterion
from pairing.matching.bracket import Bracket, Candidate
from pairing.matching.completion import Completion, unpairable

type Groups = list[tuple[Record, ...]]


@dataclass(frozen=True, slots=True)
class Settled:
    """A bracket as it was finally paired."""

    bracket: Bracket
    candidate: Candidate
    # 2016 A.9: the best candidate before it turned out that the round could not be completed with it.
    discarded: Candidate | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """The parts of an edition of the Dutch system."""

    # By descending priority.
    criteria: tuple[Criterion, ...]
    float_of: FloatRule
    bars_from_bye: ByeRule
    # A completion of the whole round; None if there is none.
    complete: Callable[[Sequence[Record]], Completion | None]
    pair_scoregroups: Callable[[Groups, Completion], list[Settled]]


@dataclass(frozen=True, slots=True)
class Decision:
    """How the pairing of a round came about: everything that decided it, and the outcome."""

    rules: Rules
    tournament: Tournament
    # The players to be paired, in ranking order.
    records: tuple[Record, ...]
    # The brackets from the top.
    brackets: tuple[Settled, ...]
    pairing: RoundPairing


def decide(tournament: Tournament, rules: Rules) -> Decision:
    """Pair the round after the last one that was paired.

    Players with a bye noted for that round are left out. The boards come in publishing order. Raises
    UnpairableRound when no pairing is complete, and PairingError when a result is missing, or the initial
    colour if it is needed.
    """
    return decide_from(records_of(tournament, rules), tournament, rules)


def records_of(tournament: Tournament, rules: Rules) -> tuple[Record, ...]:
    """The players of the coming round; raises PairingError if the history is not fit to pair from."""
    return make_records(tournament, float_of=rules.float_of, bars_from_bye=rules.bars_from_bye)


def decide_from(records: tuple[Record, ...], tournament: Tournament, rules: Rules) -> Decision:
    """Like `decide`, from the players' records."""
    completion = rules.complete(records)
    if completion is None:
        raise unpairable(tournament.played_rounds + 1, records)
    brackets = rules.pair_scoregroups(scoregroups(records), completion)
    couples = [couple for settled in brackets for couple in settled.candidate.pairs]
    placed = {record for couple in couples for record in couple}
    bye = next((record.number for record in records if record not in placed), None)
    pairs = allocate_all(couples, tournament.initial_colour)
    pairing = RoundPairing(in_order(pairs, {r.number: r.score for r in records}), bye)
    return Decision(rules, tournament, records, tuple(brackets), pairing)


def scoregroups[Player: Record](records: Sequence[Player]) -> list[tuple[Player, ...]]:
    """2016 A.3, 2026 art. 1.3: the players with the same score together, the highest score first."""
    return [tuple(group) for _, group in groupby(records, key=lambda record: record.score)]

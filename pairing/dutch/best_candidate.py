"""The best candidate of a bracket (2016 B.8, 2026 art. 3.8), found the short way if there is one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pairing.dutch.criteria import Criterion
from pairing.dutch.lookahead import absorbs_everybody
from pairing.dutch.plain_bracket import pair_plainly
from pairing.dutch.weighed_bracket import pair_by_weight
from pairing.matching.bracket import Bracket, Candidate, Couple
from pairing.matching.completion import Completion

# This few players are weighed more quickly with everybody below them than first without.
FEW = 18


def pair_bracket(bracket: Bracket, criteria: Sequence[Criterion]) -> Candidate:
    """The perfect candidate, or else the best, the earliest generated among equals.

    `criteria` are those of the edition, by descending priority.
    """
    if len(bracket.players) == 1:
        return Candidate((), bracket.players)
    pairs = pair_plainly(bracket, criteria)
    if pairs is not None:
        return candidate(bracket, pairs)
    return candidate(bracket, *pair_by_weight(bracket, criteria))


def candidate(bracket: Bracket, pairs: Sequence[Couple], ahead: Sequence[Couple] | None = None) -> Candidate:
    """The candidate that consists of these pairs."""
    placed = {record for pair in pairs for record in pair}
    left = tuple(record for record in bracket.players if record not in placed)
    return Candidate(tuple(pairs), left, None if ahead is None else tuple(ahead))


def pair_completably(bracket: Bracket, criteria: Sequence[Criterion], completion: Completion) -> Candidate:
    """2026 art. 3.8: the best candidate with which the round can be completed (C4, C5).

    First the bracket is paired as if the players below the next one did not matter. Looking at them makes no
    candidate better. So if the round can be completed with the best one, and the next bracket can be paired
    as assumed (C8), it is the best of all; if not, everybody below is looked at.

    `completion` is one of the round without the pairs made so far; the pairs found are taken out of it.
    """
    if len(bracket.players) == 1:
        return Candidate((), bracket.players)
    narrow = None
    pairs = pair_plainly(bracket, criteria)
    if pairs is None and (narrow := narrowed(bracket)) is not None:
        pairs = pair_plainly(narrow, criteria)
    if pairs is not None and settle(bracket, found := candidate(bracket, pairs), completion):
        return found
    if narrow is not None and len(bracket.players) + len(bracket.following) + len(bracket.below) > FEW:
        found = candidate(bracket, *pair_by_weight(narrow, criteria))
        if settle(bracket, found, completion):
            return found
    found = candidate(bracket, *pair_by_weight(bracket, criteria))
    if not completion.remove(found.pairs):
        raise AssertionError("A complete candidate leaves the round incomplete")
    return found


def narrowed(bracket: Bracket) -> Bracket | None:
    """The bracket without the players below the next one; None if they must be looked at."""
    if bracket.last or bracket.gives_bye:
        return None
    if bracket.bye_limit is not None and bracket.residents[0].score <= bracket.bye_limit:
        return None
    if bracket.before_last:
        return replace(bracket, following=(), completing=False) if absorbs_everybody(bracket) else None
    return replace(bracket, below=(), completing=False)


def settle(bracket: Bracket, found: Candidate, completion: Completion) -> bool:
    """Whether the round can be completed with this candidate, at the value for C8 that it was found with.

    If so, its pairs are taken out of the completion; if not, nothing is changed.
    """
    if not found.pairs:
        # Nobody can be paired, so there is no choice.
        return True
    if not completion.remove(found.pairs):
        return False
    if not found.downfloaters or bracket.before_last or bracket.gives_bye:
        return True
    ahead: Sequence[Couple] | None = found.ahead
    if ahead is None:
        ahead = pairs_ahead(bracket, found, completion)
    if ahead is None or not completion.remove(ahead):
        completion.restore(found.pairs)
        return False
    completion.restore(ahead)
    return True


def pairs_ahead(bracket: Bracket, found: Candidate, completion: Completion) -> Sequence[Couple] | None:
    """Pairs of the next bracket that leave over at most one of its players, and no downfloater.

    None if such pairs are not easily found; empty if the completion has them already.
    """
    players = {record.rank: record for record in found.downfloaters + bracket.following}

    def suffices(known: Completion) -> bool:
        single = [rank for rank in players if known.mates.get(rank) not in players]
        return len(single) <= len(players) % 2 and not any(
            players[rank] in found.downfloaters for rank in single
        )

    if suffices(completion):
        return ()
    alone = Completion(tuple(players.values()), bye_limit=None)
    if not suffices(alone):
        return None
    return [(players[one], players[two]) for one, two in alone.mates.items() if one < two]

"""The FIDE (Dutch) System of 2026: its criteria, and the round bracket by bracket (C.04.3 art. 1.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from pairing.core.edition import HANDLING, KEPT_APART, Book, Edition, ReportCodes, Wrong
from pairing.core.records import Record, bars_by_2026, float_of_2026, pair_is_excused
from pairing.core.sentences import in_catalogue
from pairing.core.tournament import RoundPairing, Tournament
from pairing.dutch.criteria import (
    EARLIER,
    PREVIOUS,
    Criterion,
    Stage,
    Unit,
    colour_difference_above_two,
    completion,
    number_of_pairs,
    pairs_in_next_bracket,
    preferences_refused,
    scores_of_downfloaters,
    scores_of_next_downfloaters,
    strong_preferences_refused,
    third_equal_colour,
    unplayed_games_of_bye,
)
from pairing.dutch.rounds import Groups, Rules, Settled, decide, pair_completably, records_of
from pairing.matching.bracket import Bracket
from pairing.matching.completion import Completion

# C4 to C21, by descending priority. C5 is part of C4: see `lowest_bye`.
CRITERIA = (
    Criterion("C4", Stage.COMPLETION, completion),
    Criterion("C6", Stage.PAIRS, number_of_pairs),
    Criterion("C7", Stage.PAIRS, scores_of_downfloaters, Unit.SCORES),
    Criterion("C8", Stage.NEXT_BRACKET, pairs_in_next_bracket),
    Criterion("C8", Stage.NEXT_BRACKET, scores_of_next_downfloaters, Unit.SCORES),
    Criterion("C9", Stage.BYE, unplayed_games_of_bye, Unit.ROUNDS),
    Criterion("C10", Stage.COLOURS, colour_difference_above_two),
    Criterion("C11", Stage.COLOURS, third_equal_colour),
    Criterion("C12", Stage.COLOURS, preferences_refused),
    Criterion("C13", Stage.COLOURS, strong_preferences_refused),
    Criterion("C14", Stage.FLOATS, PREVIOUS.same_downfloats),
    Criterion("C15", Stage.FLOATS, PREVIOUS.same_upfloats),
    Criterion("C16", Stage.FLOATS, EARLIER.same_downfloats),
    Criterion("C17", Stage.FLOATS, EARLIER.same_upfloats),
    Criterion("C18", Stage.FLOATS, PREVIOUS.downfloats_of_limbo, Unit.SCORES),
    Criterion("C19", Stage.FLOATS, PREVIOUS.upfloats_by_score, Unit.SCORES),
    Criterion("C20", Stage.FLOATS, EARLIER.downfloats_of_limbo, Unit.SCORES),
    Criterion("C21", Stage.FLOATS, EARLIER.upfloats_by_score, Unit.SCORES),
)


def lowest_bye(records: Sequence[Record]) -> Completion | None:
    """C5: a completion of the round in which the taker of the bye has the lowest possible score.

    It outranks all that follows, so it is settled once for the whole round: from then on nobody with a higher
    score takes the bye, and every completion of the round (C4) complies with it. Returns None if the round
    cannot be completed.
    """
    limits: Sequence[int | None] = (None,)
    if len(records) % 2:
        limits = sorted({record.score for record in records if record.may_take_bye})
    tries = (Completion(records, bye_limit=limit) for limit in limits)
    return next((completion for completion in tries if completion.possible), None)


def lowest_score_of_bye(records: Sequence[Record]) -> int | None:
    """C5: the lowest score with which a player can take the bye; None if there is no bye, or nobody can."""
    completion = lowest_bye(records)
    return completion.bye_limit if completion else None


def pair_scoregroups(groups: Groups, completion: Completion) -> list[Settled]:
    """Art. 1.9: pair the scoregroups from the top, each with the downfloaters of the one above."""
    brackets: list[Settled] = []
    downfloaters: tuple[Record, ...] = ()
    bye_limit = completion.bye_limit
    lower = tuple(record for group in groups for record in group)
    for residents, following in zip_longest(groups, groups[1:], fillvalue=()):
        lower = lower[len(residents) :]
        below = lower[len(following) :]
        bracket = Bracket(
            downfloaters,
            residents,
            following,
            before_last=bool(following) and not below,
            completing=True,
            below=below,
            bye_limit=bye_limit,
            gives_bye=gives_bye(downfloaters + residents, lower, bye_limit),
        )
        candidate = pair_completably(bracket, CRITERIA, completion)
        brackets.append(Settled(bracket, candidate))
        downfloaters = candidate.downfloaters
        receiver = bye_receiver(bracket, downfloaters)
        if receiver is not None:
            completion.give_bye()
            bye_limit = None
            downfloaters = tuple(record for record in downfloaters if record is not receiver)
    return brackets


def bye_receiver(bracket: Bracket, downfloaters: Sequence[Record]) -> Record | None:
    """The player who takes the bye, once only one is left who can; None before.

    By C5 they have the score that `lowest_bye` found, so they are among the players of the first bracket that
    is not above it, and then among its downfloaters.
    """
    if bracket.bye_limit is None or bracket.residents[0].score > bracket.bye_limit:
        return None
    able = [record for record in downfloaters if bracket.may_give_bye_to(record)]
    return able[0] if len(able) == 1 else None


def gives_bye(players: Sequence[Record], lower: Sequence[Record], bye_limit: int | None) -> bool:
    """C9: whether exactly one player of the bracket can be left over, who then takes the bye.

    This is so when the bracket with the bye, and all players below, can each be paired completely.
    """
    if bye_limit is None or players[-1].score > bye_limit or len(players) % 2 == 0:
        return False
    return Completion(players, bye_limit=bye_limit).possible and Completion(lower, bye_limit=None).possible


RULES = Rules(
    criteria=CRITERIA,
    float_of=float_of_2026,
    bars_from_bye=bars_by_2026,
    complete=lowest_bye,
    pair_scoregroups=pair_scoregroups,
)


def records(tournament: Tournament) -> tuple[Record, ...]:
    """The players of the coming round; raises PairingError if the history is not fit to pair from."""
    return records_of(tournament, RULES)


def pair(tournament: Tournament) -> RoundPairing:
    """C.04.3 (2026): the pairing of the round after the last one that was paired; see `rounds.decide`."""
    return decide(tournament, RULES).pairing


DUTCH_2026 = Edition(
    code="dutch-2026",
    name=in_catalogue("FIDE (Dutch) System, 2026"),
    description=in_catalogue(
        "C.04.3 in force since 1 February 2026: for every tournament that ends on that day or later."
    ),
    pair=pair,
    records=records,
    explained_by="pairing.dutch.explained:account_of_2026",
    # Drafts of TRF26, and the programs that follow them, name it by the year before.
    report=ReportCodes("FIDE_DUTCH_2026", ("FIDE_DUTCH_2025",), system="FIDE_DUTCH", since="2026/02/01"),
    faults=Book(
        {
            Wrong.REMATCH: "C.04.1 art. 2, C.04.3 C1",
            Wrong.FORBIDDEN: KEPT_APART,
            Wrong.THIRD_COLOUR: "C.04.1 art. 7, C.04.3 C3",
            Wrong.COLOUR_DIFFERENCE: "C.04.1 art. 6, C.04.3 C3",
            Wrong.BOTH_COLOURS: "C.04.3 art. 5.2.1",
            Wrong.BYE: "C.04.1 art. 4, C.04.3 C2",
            Wrong.HIGHER_BYE: "C.04.3 C5",
        },
        pair_is_excused,
        lowest_score_of_bye,
    ),
    handling=replace(HANDLING, float_of=RULES.float_of, bars_from_bye=RULES.bars_from_bye),
)

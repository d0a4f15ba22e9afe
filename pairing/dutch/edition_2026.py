"""The FIDE (Dutch) System of 2026: its criteria, and the round bracket by bracket (C.04.3 art. 1.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.byes import may_take_bye_2026
from pairing.colours import allocate_all
from pairing.dutch.best_candidate import pair_completably
from pairing.dutch.bracket import Bracket
from pairing.dutch.completion import Completion
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
from pairing.dutch.rounds import scoregroups, unpairable
from pairing.edition import Edition, Ground, Handling
from pairing.floats import float_of_2026
from pairing.publishing import board_order
from pairing.records import make_records
from pairing.tournament import RoundPairing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pairing.dutch.bracket import Couple
    from pairing.dutch.rounds import Groups
    from pairing.records import Record
    from pairing.tournament import Tournament

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


def pair(tournament: Tournament) -> RoundPairing:
    """C.04.3 (2026): the pairing of the round after the last one that was paired.

    Players with a bye noted for that round are left alone. The boards come in publishing order. Raises
    UnpairableRound when no pairing keeps C1 to C3, and PairingError when a result is missing, or the
    initial colour is when it is needed.
    """
    records = make_records(tournament, float_of=float_of_2026, may_take_bye=may_take_bye_2026)
    completion = lowest_bye(records)
    if completion is None:
        raise unpairable(tournament.played_rounds + 1, Completion(records))
    couples = pair_scoregroups(scoregroups(records), completion)
    placed = {record for couple in couples for record in couple}
    bye = next((record.number for record in records if record not in placed), None)
    pairs = allocate_all(couples, tournament.initial_colour)
    return RoundPairing(board_order(tournament, pairs), bye)


def lowest_bye(records: Sequence[Record]) -> Completion | None:
    """C5: a completion of the round in which the score of who takes the bye is the lowest possible.

    It outranks all that follows, so it is settled once for the whole round: from then on nobody with a
    higher score takes the bye, and every completion of the round (C4) complies with it. None where the
    round cannot be completed.
    """
    limits: Sequence[int | None] = (None,)
    if len(records) % 2:
        limits = sorted({record.score for record in records if record.may_take_bye})
    tries = (Completion(records, bye_limit=limit) for limit in limits)
    return next((completion for completion in tries if completion.possible), None)


def pair_scoregroups(groups: Groups, completion: Completion) -> list[Couple]:
    """Art. 1.9: pair the scoregroups from the top, each with the downfloaters of the one above."""
    couples: list[Couple] = []
    downfloaters: tuple[Record, ...] = ()
    bye_limit = completion.bye_limit
    for place, residents in enumerate(groups):
        following = groups[place + 1] if groups[place + 1 :] else ()
        below = tuple(record for group in groups[place + 2 :] for record in group)
        bracket = Bracket(
            downfloaters,
            residents,
            following=following,
            before_last=bool(following) and not below,
            completing=True,
            below=below,
            bye_limit=bye_limit,
            gives_bye=gives_bye(downfloaters + residents, following + below, bye_limit),
        )
        candidate = pair_completably(bracket, CRITERIA, completion)
        couples += candidate.pairs
        downfloaters = candidate.downfloaters
        if bye_limit is not None and residents[0].score <= bye_limit:
            receivers = [record for record in downfloaters if bracket.may_give_bye_to(record)]
            if len(receivers) == 1:
                completion.give_bye()
                downfloaters = tuple(record for record in downfloaters if record not in receivers)
                bye_limit = None
    return couples


def gives_bye(players: Sequence[Record], lower: Sequence[Record], bye_limit: int | None) -> bool:
    """C9: whether exactly one player of the bracket can be left over, who then takes the bye.

    So it is when the bracket with the bye, and all players below, can each be paired completely.
    """
    if bye_limit is None or players[-1].score > bye_limit or len(players) % 2 == 0:
        return False
    return Completion(players, bye_limit=bye_limit).possible and Completion(lower, bye_limit=None).possible


DUTCH_2026 = Edition(
    code="dutch-2026",
    name="FIDE (Dutch) System, 2026",
    description="C.04.3 as approved by the Council in October 2025, in force since 1 February 2026",
    pair=pair,
    handling=Handling(
        grounds_for_change=(
            Ground.REMATCH,
            Ground.COMPETITION_RULES,
            Ground.WITHOUT_OPPONENT,
            Ground.LATE_ENTRY,
            Ground.TOP_BOARDS,
        ),
        change_article="C.04.2 art. 4.4",
        absence_is_withdrawal=False,
        numbers_freeze_with_round=4,
        board_order=board_order,
    ),
)

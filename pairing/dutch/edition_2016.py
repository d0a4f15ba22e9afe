"""The FIDE (Dutch) System of Baku 2016: its criteria, and the round bracket by bracket (C.04.3 A.9)."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.core.edition import KEPT_APART, Book, Edition, Ground, Handling, ReportCodes, Wrong
from pairing.core.records import Record, bars_by_2016, float_of_2016, pair_is_excused
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
    pairing_score_difference,
    players_placed_in_next_bracket,
    preferences_refused,
    score_difference_in_next_bracket,
    strong_preferences_refused,
    third_equal_colour,
)
from pairing.dutch.rounds import Groups, Rules, Settled, decide, pair_bracket, records_of
from pairing.matching.bracket import Bracket, Candidate
from pairing.matching.completion import Completion

# C.4 to C.19, by descending priority.
CRITERIA = (
    Criterion("C.4", Stage.COMPLETION, completion),
    Criterion("C.5", Stage.PAIRS, number_of_pairs),
    Criterion("C.6", Stage.PAIRS, pairing_score_difference, Unit.DIFFERENCES),
    Criterion("C.7", Stage.NEXT_BRACKET, players_placed_in_next_bracket),
    Criterion("C.7", Stage.NEXT_BRACKET, score_difference_in_next_bracket, Unit.DIFFERENCES),
    Criterion("C.8", Stage.COLOURS, colour_difference_above_two),
    Criterion("C.9", Stage.COLOURS, third_equal_colour),
    Criterion("C.10", Stage.COLOURS, preferences_refused),
    Criterion("C.11", Stage.COLOURS, strong_preferences_refused),
    Criterion("C.12", Stage.FLOATS, PREVIOUS.same_downfloats),
    Criterion("C.13", Stage.FLOATS, PREVIOUS.same_upfloats),
    Criterion("C.14", Stage.FLOATS, EARLIER.same_downfloats),
    Criterion("C.15", Stage.FLOATS, EARLIER.same_upfloats),
    Criterion("C.16", Stage.FLOATS, PREVIOUS.same_downfloat_differences, Unit.DIFFERENCES),
    Criterion("C.17", Stage.FLOATS, PREVIOUS.same_upfloat_differences, Unit.DIFFERENCES),
    Criterion("C.18", Stage.FLOATS, EARLIER.same_downfloat_differences, Unit.DIFFERENCES),
    Criterion("C.19", Stage.FLOATS, EARLIER.same_upfloat_differences, Unit.DIFFERENCES),
)


def complete(records: Sequence[Record]) -> Completion | None:
    """A.9: a completion of the round; None if there is none."""
    completion = Completion(records)
    return completion if completion.possible else None


def pair_scoregroups(groups: Groups, completion: Completion) -> list[Settled]:
    """A.9: pair the scoregroups from the top, each with the downfloaters of the one above.

    When a bracket leaves behind players with whom the round cannot be completed, it is the penultimate
    one: it is paired again, and all scoregroups below collapse into the last bracket.
    """
    brackets: list[Settled] = []
    downfloaters: tuple[Record, ...] = ()
    for place, residents in enumerate(groups[:-1]):
        below = groups[place + 1 :]
        bracket = Bracket(downfloaters, residents, below[0], before_last=len(below) == 1)
        candidate = pair_bracket(bracket, CRITERIA)
        if not completion.remove(candidate.pairs):
            return brackets + pair_collapsed(bracket, below, candidate)
        brackets.append(Settled(bracket, candidate))
        downfloaters = candidate.downfloaters
    if groups:
        last = Bracket(downfloaters, groups[-1], completing=True)
        brackets.append(Settled(last, pair_bracket(last, CRITERIA)))
    return brackets


def pair_collapsed(bracket: Bracket, below: Groups, discarded: Candidate) -> list[Settled]:
    """A.9: pair the penultimate bracket again, and then everybody below as one last bracket."""
    collapsed = tuple(record for group in below for record in group)
    penultimate = Bracket(bracket.mdps, bracket.residents, completing=True, below=collapsed)
    candidate = pair_bracket(penultimate, CRITERIA)
    last = Bracket(candidate.downfloaters, collapsed, completing=True)
    return [Settled(penultimate, candidate, discarded), Settled(last, pair_bracket(last, CRITERIA))]


RULES = Rules(
    criteria=CRITERIA,
    float_of=float_of_2016,
    bars_from_bye=bars_by_2016,
    complete=complete,
    pair_scoregroups=pair_scoregroups,
)


def records(tournament: Tournament) -> tuple[Record, ...]:
    """The players of the coming round; raises PairingError if the history is not fit to pair from."""
    return records_of(tournament, RULES)


def pair(tournament: Tournament) -> RoundPairing:
    """C.04.3 (Baku 2016): the pairing of the round after the last one paired; see `rounds.decide`."""
    return decide(tournament, RULES).pairing


DUTCH_2016 = Edition(
    code="dutch-2016",
    name=in_catalogue("FIDE (Dutch) System, Baku 2016"),
    description=in_catalogue("C.04.3 in force until 31 January 2026: for a tournament that ended by then."),
    pair=pair,
    records=records,
    explained_by="pairing.dutch.explained:account_of_2016",
    report=ReportCodes("FIDE_DUTCH_2017", system="FIDE_DUTCH"),
    faults=Book(
        {
            Wrong.REMATCH: "C.04.1 b, C.04.3 C.1",
            Wrong.FORBIDDEN: KEPT_APART,
            Wrong.THIRD_COLOUR: "C.04.1 g, C.04.3 C.3",
            Wrong.COLOUR_DIFFERENCE: "C.04.1 f, C.04.3 C.3",
            Wrong.BOTH_COLOURS: "C.04.3 E.1",
            Wrong.BYE: "C.04.1 d, C.04.3 C.2",
        },
        pair_is_excused,
    ),
    handling=Handling(
        grounds_for_change=(Ground.REMATCH,),
        change_article="C.04.2 D.10",
        absence_is_withdrawal=True,
        late_entries_freeze=True,
        float_of=RULES.float_of,
        bars_from_bye=RULES.bars_from_bye,
    ),
)

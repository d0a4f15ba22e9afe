"""Which of the three cases of C.04.2 D.8 (2026 4.3) applies to an error reported now."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments import engine
from tournaments.models import Correction, Game, Round
from tournaments.selectors import rounds

Case = Correction.Case
Kind = Correction.Kind

# As numbered in the text of 2016; engine.article gives its number in the event's edition.
ARTICLE = "C.04.2 D.8"


@dataclass(frozen=True, slots=True)
class Window:
    """The case of D.8, out of three, that applies if an error in a game is reported now.

    `counts_from` is the first round whose pairing uses the correction, None for none; `round` is the round
    whose deadline applies. The report is `late` if that is over although the next round is not paired yet.
    """

    case: Correction.Case
    counts_from: int | None
    round: Round
    following: Round | None
    late: bool = False


def window(game: Game) -> Window:
    """C.04.2 D.8, 2026 4.3: what the correction of an error reported now counts for.

    A round ends when the arbiter goes on, and pairs the next one or closes the event. An error that is
    reported after the deadline still counts while the next round has not been paired, but as `late`.

    An adjourned game belongs to the round in which its result came in, or to the latest round while it is
    open.
    """
    round_ = _round_of_result(game)
    number, tournament = round_.number, round_.tournament
    # An error in either game of a match is an error of the match.
    match = engine.rounds_of_match(tournament, number)
    following = tournament.rounds.filter(number=match.stop).first()
    state = following.state if following else Round.State.PLANNED
    late = round_.deadline_is_over
    knows = engine.handling.first_pairing_to_know(
        engine.match_number(tournament, number),
        drafted=state == Round.State.DRAFT,
        published=state == Round.State.PUBLISHED,
        ended=tournament.is_finished or state == Round.State.FINISHED,
        in_time=not late,
    )
    at_once = engine.match_number(tournament, number) + 1
    case = {at_once: Case.NEXT, at_once + 1: Case.FOLLOWING, None: Case.RATING}[knows]
    counts_from = None if knows is None else match.stop + len(match) * (knows - at_once)
    return Window(case, counts_from, round_, following, late and case == Case.NEXT)


def _round_of_result(game: Game) -> Round:
    """The round in which the game's result came in."""
    resumed = game.corrections.filter(kind=Kind.ADJOURNED).first()
    tournament = game.round.tournament
    number = game.round.number
    if game.is_adjourned:
        number = (rounds.next_number(tournament) or tournament.last_round + 1) - 1
    elif resumed and resumed.counts_from:
        number = max(number, resumed.counts_from - 1)
    return tournament.rounds.get(number=number)

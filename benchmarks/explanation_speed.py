"""How long it takes to explain a round, and to answer why two players do not meet.

    python benchmarks/explanation_speed.py [--players 100 400 1600] [--seed 1]

Plays a nine-round open with random results for each number of players, by both editions of the Dutch system,
and explains rounds 2 to 9. Prints medians and the worst: the pairing alone, the explanation with it, one
player's paragraph, one question about two players drawn at random, one about two of the same bracket; and how
often the answer was that the bracket is too large. Nothing is asserted: the figures depend on the machine.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

# The positions are helpers of the tests.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pairing.editions import pair_round
from pairing.explanation.facts import InBracket, TooLarge
from pairing.explanations import explain
from tests.pairing.positions import a_tournament, events, seeded

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from pairing.core.tournament import Tournament
    from pairing.explanation.account import Explanation

ROUNDS = 9
QUESTIONS = 20


class Clock:
    """Times by name, in milliseconds."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = {}

    def time[T](self, name: str, act: Callable[[], T]) -> T:
        start = perf_counter()
        result = act()
        self.times.setdefault(name, []).append(1000 * (perf_counter() - start))
        return result

    def report(self) -> None:
        for name, times in self.times.items():
            print(f"    {name:<28} {median(times):8.1f} ms, at worst {max(times):8.1f} ms")


def ask(clock: Clock, name: str, explanation: Explanation, one: int, two: int) -> int:
    """Ask one question; 1 if the bracket was too large for an answer."""
    answer = clock.time(name, lambda: explanation.why_not(one, two))
    return sum(isinstance(r, InBracket) and isinstance(r.verdict, TooLarge) for r in answer.reasons)


def explained(clock: Clock, rng: random.Random, tournament: Tournament, edition: str) -> int:
    """Explain one round and ask about it; returns how many brackets were too large."""
    clock.time("pairing", lambda: pair_round(tournament, edition))
    explanation = clock.time("pairing and explanation", lambda: explain(tournament, edition))
    numbers = list(explanation.people)
    too_large = 0
    for _ in range(QUESTIONS):
        one, two = rng.sample(numbers, 2)
        clock.time("one player", lambda one=one: explanation.player(one))
        too_large += ask(clock, "why not, any two", explanation, one, two)
        bracket = rng.choice(explanation.brackets)
        members = bracket.moved_down + bracket.residents
        if len(members) > 1:
            too_large += ask(clock, "why not, in one bracket", explanation, *rng.sample(members, 2))
    return too_large


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, nargs="+", default=[100, 400, 1600])
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for edition in ("dutch-2016", "dutch-2026"):
        print(edition)
        for players in options.players:
            rng = seeded(f"{edition} {players} {options.seed}")
            clock, too_large = Clock(), 0
            positions = events(rng, a_tournament(players, ROUNDS), ROUNDS, edition=edition)
            for tournament in positions:
                if tournament.played_rounds:
                    too_large += explained(clock, rng, tournament, edition)
            print(f"  {players} players; brackets too large for an answer: {too_large}")
            clock.report()


if __name__ == "__main__":
    main()

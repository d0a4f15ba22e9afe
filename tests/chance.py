"""How much of what is random or large a run tries: a part with a fixed seed, or all of it (`make nights`)."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from itertools import combinations, product
from typing import Any

from hypothesis import settings


def all_of_it() -> bool:
    """Whether more examples were asked for than usual: --hypothesis-profile=long."""
    return settings().max_examples > settings.get_profile("patient").max_examples


def share[T](
    cases: Iterable[T], *, of_each: int, kind: Callable[[T], Hashable] = lambda _case: None
) -> list[T]:
    """At most `of_each` cases of each kind, the same in every run, in their order; or all of them."""
    cases = list(cases)
    if all_of_it():
        return cases
    places = defaultdict(list)
    for place, case in enumerate(cases):
        places[kind(case)].append(place)
    chance = random.Random(1)
    taken = [place for some in places.values() for place in chance.sample(some, min(of_each, len(some)))]
    return [cases[place] for place in sorted(taken)]


def pairwise(*choices: Iterable[object]) -> list[tuple[Any, ...]]:
    """Combinations of one of each choice in which any two that can meet do meet; or all combinations."""
    combined = list(product(*choices))
    if all_of_it():
        return combined
    meetings = [set(combinations(enumerate(one), 2)) for one in combined]
    missing, taken = set().union(*meetings), []
    while missing:
        place = max(range(len(combined)), key=lambda place: len(meetings[place] & missing))
        missing -= meetings[place]
        taken.append(place)
    return [combined[place] for place in sorted(taken)]

"""Funds and finishers for tests: given ones, and random ones drawn by hypothesis."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from pairing.prizes import Finisher, Fund, PrizeList, Sharing, Unawarded, currency

EUR = currency("EUR")


def players(*points: int, equal: tuple[tuple[int, int], ...] = ()) -> tuple[Finisher, ...]:
    """A, B, C … with these tenths; in each `equal` pair of places, the second has the first's rank."""
    shared = {second: first for first, second in equal}
    return tuple(
        Finisher(place, chr(64 + place), made, shared.get(place, place))
        for place, made in enumerate(points, 1)
    )


def one_list(*euros: int, of: tuple[Finisher, ...], name: str = "Main", **more: Any) -> PrizeList:
    """A list of prizes, in whole euros."""
    return PrizeList(name, tuple(100 * amount for amount in euros), of, **more)


@st.composite
def finishers(draw: st.DrawFn) -> tuple[Finisher, ...]:
    """Up to a dozen finishers, often equal on points, sometimes equal in everything."""
    points = sorted(draw(st.lists(st.integers(0, 4), max_size=12)), reverse=True)
    found: list[Finisher] = []
    for place, made in enumerate(points, 1):
        same = found and found[-1].points == 10 * made and draw(st.integers(0, 3)) == 0
        found.append(Finisher(place, f"P{place}", 10 * made, found[-1].rank if same else place))
    return tuple(found)


@st.composite
def funds(draw: st.DrawFn, **fixed: Any) -> Fund:
    """Up to four lists for the same finishers, with all existing rules."""
    everybody, step = draw(finishers()), draw(st.sampled_from((1, 5, 100)))
    lists = []
    for index in range(draw(st.integers(1, 4))):
        amounts = sorted(draw(st.lists(st.integers(1, 999), min_size=1, max_size=6)), reverse=True)
        members = [one for one in everybody if not index or draw(st.booleans())]
        lists.append(
            PrizeList(
                f"L{index}",
                tuple(step * amount for amount in amounts),
                tuple(members),
                sharing=fixed.get("sharing") or draw(st.sampled_from(Sharing)),
                starters=len(members),
                needed=draw(st.sampled_from((0, 0, 3))),
                unawarded=draw(st.sampled_from(Unawarded)),
                besides=draw(st.integers(0, 4)) == 0,
            )
        )
    return Fund(tuple(lists), EUR, step, fixed.get("one_each", draw(st.booleans())))

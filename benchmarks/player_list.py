"""How long it takes to read and to enter a list of players, and to add another player.

    python benchmarks/player_list.py [--players 400 1999]
    scripts/with-postgresql python benchmarks/player_list.py

Pastes lists of made-up players, in no order, into new events and prints in seconds: the preview, entering
them all, a late entry who moves everybody down, and the check of their ratings. Without DATABASE_URL the
database is SQLite's, in a directory of its own that is removed afterwards; with it, the database must be
empty. Nothing is asserted: the figures depend on the machine.
"""

from __future__ import annotations

import argparse
from time import perf_counter
from typing import TYPE_CHECKING

import events

if TYPE_CHECKING:
    from collections.abc import Callable


def timed[T](act: Callable[[], T]) -> tuple[T, float]:
    """What the act returns, and its seconds."""
    start = perf_counter()
    found = act()
    return found, perf_counter() - start


def measure(count: int) -> None:
    """One line of the table."""
    from django.contrib.auth.models import User

    from tournaments.files import lists
    from tournaments.selectors import ratings
    from tournaments.services import players, tournaments

    actor = User.objects.create_user(f"arbiter-{count}")
    event = tournaments.create_tournament(actor=actor, name=f"{count} players", number_of_rounds=9)
    rows = (f"Family{n * 7919 % count}, Given;{1000 + n * 7 % 1500};{100_000 + n}" for n in range(count))
    text = "\n".join(["Name;Elo;FIDE ID", *rows])
    found, read = timed(lambda: lists.read(text, event))
    _all, entered = timed(lambda: players.add_players(tournament=event, entries=found.entries, actor=actor))
    late = [{"name": "Late, Lena", "rating": 3000}]
    _one, added = timed(lambda: players.add_players(tournament=event, entries=late, actor=actor))
    _check, checked = timed(lambda: ratings.check(event))
    print(f"{count:8}{read:10.2f}{entered:10.2f}{added:10.2f}{checked:10.2f}")


def main() -> None:
    """Enter a list of each length."""
    parser = argparse.ArgumentParser(description="How long it takes to enter a list of players.")
    parser.add_argument("--players", type=int, nargs="+", default=[400, 1999])
    options = parser.parse_args()
    with events.database() as vendor:
        print(vendor)
        print(f"{'players':>8}{'preview':>10}{'enter':>10}{'one more':>10}{'check':>10}")
        for count in options.players:
            measure(count)


if __name__ == "__main__":
    main()

"""The cost of each printed paper: seconds, memory, and the size of the file.

    python benchmarks/papers.py [--players 300] [--rounds 9] [--turns 3] [--size a4] [--language en]
    scripts/with-postgresql python benchmarks/papers.py

Plays an event to its end with random results, announces prizes, and makes every paper of the registry; papers
of a round for the last one. Printed for each are the median seconds of processor time, how many of them are
spent on drawing, the peak memory that Python held for it, in MB, the sheets, and the kilobytes of the file;
then the seconds for drawing the print view, and its kilobytes, compressed as browsers get them. Memory is
measured in a separate run, because measuring slows it down. Nothing is asserted: the figures depend on the
machine.
"""

from __future__ import annotations

import argparse
import gc
import gzip
import io
import random
import tracemalloc
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

import events

if TYPE_CHECKING:
    from tournaments.models import Tournament
    from tournaments.selectors.papers.orders import Order
    from tournaments.selectors.papers.registry import Paper


def main() -> None:
    """Play, and print."""
    parser = argparse.ArgumentParser(description="What each paper of the printer costs.")
    parser.add_argument("--players", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--turns", type=int, default=3, help="how often each is measured")
    parser.add_argument("--size", choices=("a4", "letter"), default="a4")
    parser.add_argument("--language", default="en", help="one of LANGUAGES in the settings")
    options = parser.parse_args()
    with events.database() as vendor:
        from django.utils.translation import override

        event = played(options)
        print(f"{options.players} players, {options.rounds} rounds, {vendor}, medians of {options.turns}")
        heads = ("drawing", 9), ("MB", 7), ("sheets", 8), ("kB", 7), ("page", 9), ("kB", 7)
        print(f"{'':<16}{'seconds':>9}" + "".join(f"{head:>{wide}}" for head, wide in heads), flush=True)
        with override(options.language):
            measure(event, options)


def played(options: argparse.Namespace) -> Tournament:
    """An event that is over, with prizes."""
    from tests import builders
    from tournaments.models import Tournament
    from tournaments.prizes import services as prizes
    from tournaments.services import tournaments as services

    chief = builders.user("chief")
    event = events.event_in_round(
        options.rounds, players=options.players, name="Open of Papers", chief=chief, rounds=options.rounds
    )
    prizes.add_prizes(tournament=event, actor=chief, amounts=[100000, 50000, 25000], reason="For the papers.")
    events.enter_results(event, options.rounds, chief, random.Random(1))
    builders.confirmed(services.finish_tournament, tournament=event, actor=chief)
    return Tournament.objects.get(pk=event.pk)


def measure(event: Tournament, options: argparse.Namespace) -> None:
    """Make each paper several times, without caching."""
    from django.urls import reverse

    from tournaments.selectors.papers import registry
    from tournaments.selectors.papers.orders import Order

    def address(page: str, *of: object) -> str:
        return "http://board-one.example" + reverse(page, args=of)

    for name, paper in registry.OF_ROUND.items():
        round_ = event.rounds.last()
        round_.tournament = event
        line(name, paper, Order(event, round_, address=address), options)
    for name, paper in registry.OF_EVENT.items():
        line(name, paper, Order(event, address=address), options)


def line(name: str, paper: Paper, order: Order, options: argparse.Namespace) -> None:
    """Print the cost of one paper."""
    from pypdf import PdfReader

    turns = [timed(paper, order, options.size) for _turn in range(options.turns)]
    gc.collect()
    tracemalloc.start()
    timed(paper, order, options.size)
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    data = turns[0][2]
    sheets = len(PdfReader(io.BytesIO(data)).pages)
    whole, drawing = (median(turn[place] for turn in turns) for place in (0, 1))
    page, packed = viewed(paper, order, options.size)
    print(
        f"{name:<16}{whole:>9.2f}{drawing:>9.2f}{most / 1e6:>7.1f}{sheets:>8}{len(data) // 1024:>7}"
        f"{page:>9.2f}{packed // 1024:>7}",
        flush=True,
    )


def timed(paper: Paper, order: Order, size: str) -> tuple[float, float, bytes]:
    """The seconds for the paper, the seconds for drawing alone, and the file."""
    from django.core.cache import cache

    from tournaments.files.papers.pdf import as_pdf

    cache.clear()
    start = process_time()
    printout = paper.maker(order)
    read = process_time()
    data = as_pdf(printout, size)
    end = process_time()
    return end - start, end - read, data


def viewed(paper: Paper, order: Order, size: str) -> tuple[float, int]:
    """The seconds that drawing the print view takes, and its bytes, compressed."""
    from tournaments.files.papers.svg import as_sheets

    printout = paper.maker(order)
    start = process_time()
    page = "".join(as_sheets(printout, size))
    return process_time() - start, len(gzip.compress(page.encode()))


if __name__ == "__main__":
    main()

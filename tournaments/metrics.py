"""The counters of this process since it began, for a monitoring program (docs/operations/seeing.md).

Each process is a target of its own; the monitoring program adds them up.
"""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector

# A registry of our own: the library's default one also reports Python's garbage collection.
COUNTED = CollectorRegistry()
ProcessCollector(registry=COUNTED)

REQUESTS = Histogram(
    "board_one_request_seconds",
    "Time to answer a request, by the name of its route and the status of the answer.",
    ["route", "status"],
    buckets=(0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10),
    registry=COUNTED,
)
PAGES = Counter(
    "board_one_public_pages",
    "Public pages: sent, unchanged since the client's copy, or made.",
    ["how"],
    registry=COUNTED,
)
ACTS = Counter("board_one_acts", "Acts written into the logs of events.", ["action"], registry=COUNTED)
PAIRING = Histogram(
    "board_one_pairing_seconds",
    "Time to pair a round, by the edition of the rules.",
    ["edition"],
    buckets=(0.01, 0.05, 0.1, 0.5, 1, 5, 30),
    registry=COUNTED,
)

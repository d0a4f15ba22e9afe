"""What a run of the tests tries, how long the last such run took, and `--fast` for an answer in two minutes.

The cache of pytest keeps how long each run took, by what it ran, and each file when it last ran.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

import pytest
from _pytest.subtests import SubtestReport
from _pytest.terminal import TerminalReporter
from django.db import connection

from tests.chance import all_of_it

HERE = Path(__file__).parent
# What --fast leaves out, and the seconds that the tests of each processor then have beside collecting.
LONG = ("tests/browser", "tests/concurrency", "tests/deploy")
BUDGET = 90
RUNS, FILES = "board-one/runs", "board-one/files"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--fast", action="store_true", help="leave out what takes long: two minutes on two cores"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Times(config))


def too_slow(seconds: Mapping[str, float], budget: float) -> list[str]:
    """The files for which no time is left when the quickest come first."""
    left = []
    for name in sorted(seconds, key=lambda name: (seconds[name], name)):
        budget -= seconds[name]
        if budget < 0:
            left.append(name)
    return left


class Times:
    """Says at the start what is run, and notes at the end how long that took."""

    def __init__(self, config: pytest.Config) -> None:
        self.cache = getattr(config, "cache", None)
        self.began = time.monotonic()
        self.took: Counter[str] = Counter()
        self.fast: bool = config.getoption("fast")
        words = [os.path.relpath(place) for place in config.args]
        words += [f"{option} {said}" for option in ("-k", "-m") if (said := config.getoption(option))]
        self.words = words + ["--fast"] * self.fast
        known = {
            name: spent
            for name, spent in self.known(FILES).items()
            if not name.startswith(LONG) and (HERE.parent / name).exists()
        }
        self.left_out = too_slow(known, BUDGET * (os.cpu_count() or 1)) if self.fast else []

    @property
    def what(self) -> str:
        return f"{' '.join(self.words)}{', all of each corpus' * all_of_it()}, on {connection.vendor}"

    def known(self, key: str) -> dict[str, float]:
        return self.cache.get(key, {}) if self.cache else {}

    def pytest_report_header(self) -> list[str]:
        last = self.known(RUNS).get(self.what)
        took = f"{timedelta(seconds=round(last))} the last time" if last else "not run here before"
        said = [f"Runs {self.what}: {took}"]
        if self.fast:
            said.append(f"Left out: {', '.join(LONG)}")
            said += [f"Left out, too slow the last time: {', '.join(self.left_out)}"] * bool(self.left_out)
        return said

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """With --fast, the files that are left out are not even imported."""
        if not self.fast or not collection_path.is_relative_to(HERE):
            return None
        name = collection_path.relative_to(HERE.parent).as_posix()
        return name.startswith(LONG) or name in self.left_out or None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        # A subtest is within its test.
        if not isinstance(report, SubtestReport):
            self.took[report.nodeid.partition("::")[0]] += report.duration

    def pytest_terminal_summary(self, terminalreporter: TerminalReporter, exitstatus: int) -> None:
        """Note the times: of each file that was run, and of a run that came to its end."""
        if self.cache:
            self.cache.set(FILES, self.known(FILES) | self.took)
            if exitstatus in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}:
                self.cache.set(RUNS, self.known(RUNS) | {self.what: time.monotonic() - self.began})

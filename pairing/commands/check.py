"""`python -m pairing check`: pairs every round of report files again and compares; checks their ranks too."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from pairing.checker import RankCheck, RoundCheck, check, check_ranks, edition_of
from pairing.commands.files import (
    STANDARD_INPUT,
    Progress,
    Status,
    add_edition_option,
    add_jobs_option,
    complain,
    contents,
    in_order,
    reason_of,
)
from pairing.core.tournament import Pair, PairingError, RoundPairing
from pairing.trf import read


@dataclass(frozen=True, slots=True)
class Task:
    """One file to be checked. `data` is what was read from the standard input, None for any other file."""

    file: str
    data: bytes | None
    edition: str | None


@dataclass(frozen=True, slots=True)
class Report:
    """The result for one file; if it could not be checked, `error` says why."""

    file: str
    edition: str = ""
    rounds: tuple[RoundCheck, ...] = ()
    ranks: RankCheck | None = None
    error: str = ""


@dataclass(slots=True)
class Sums:
    """The counts over all files."""

    files: int
    rounds: int = 0
    discrepancies: int = 0
    rank_differences: int = 0
    # Whether any file names its tie-breaks, and whether any could not be checked.
    ranked: bool = False
    failed: bool = False

    def add(self, report: Report) -> None:
        """Count one more file."""
        self.rounds += len(report.rounds)
        self.discrepancies += sum(not result.accepted for result in report.rounds)
        self.failed |= bool(report.error)
        if report.ranks is not None:
            self.ranked = True
            self.rank_differences += len(report.ranks.differences)

    @property
    def status(self) -> Status:
        """The exit status of the command."""
        if self.failed:
            return Status.UNREADABLE
        return Status.DIFFERS if self.discrepancies or self.rank_differences else Status.OK

    def named(self) -> dict[str, int]:
        """The counts by their names. Ranks are included only if there was something to compare."""
        numbers = {"files": self.files, "rounds": self.rounds, "discrepancies": self.discrepancies}
        return numbers | {"rank_differences": self.rank_differences} if self.ranked else numbers


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `check`."""
    add_edition_option(parser)
    parser.add_argument("files", metavar="FILE", nargs="+", help="report files; - reads standard input")
    add_jobs_option(parser)


def run(options: argparse.Namespace) -> Status:
    """Print a line per round, a line about the ranks, and a line of sums; or all of it as one JSON object."""
    sums = Sums(len(options.files))
    details: list[dict[str, Any]] = []
    tasks = [
        Task(file, contents(file) if file == STANDARD_INPUT else None, options.edition)
        for file in options.files
    ]
    with (
        Progress(sums.files, "files") as progress,
        closing(in_order(examine, tasks, options.jobs)) as reports,
    ):
        for report in reports:
            progress.hide()
            sums.add(report)
            if report.error:
                complain(report.file, report.error)
            if options.json:
                details.append(_as_json(report))
            else:
                _print_report(report)
            progress.step()
    if options.json:
        print(json.dumps(sums.named() | {"reports": details}, indent=2))
    else:
        print(", ".join(f"{number} {name.replace('_', ' ')}" for name, number in sums.named().items()))
    return sums.status


def examine(task: Task) -> Report:
    """Check one file."""
    try:
        tournament = read(contents(task.file) if task.data is None else task.data)
        code = edition_of(tournament, task.edition)
        return Report(task.file, code, check(tournament, code), check_ranks(tournament))
    except (PairingError, OSError) as error:
        return Report(task.file, error=reason_of(error))


def _print_report(report: Report) -> None:
    for result in report.rounds:
        print(f"{report.file}: round {result.number}: {_verdict(result)}")
    if report.ranks is not None:
        print(f"{report.file}: {_verdict_on_ranks(report.ranks)}")
    sys.stdout.flush()


def _verdict(result: RoundCheck) -> str:
    if result.agrees:
        return "ok"
    if result.remarks:
        return f"not by the rules, as the file says: {' '.join(result.remarks)}"
    if result.expected is None:
        return str(result.message)
    bye_differs = result.found.bye != result.expected.bye
    found = _listed(result.surplus, result.found.bye if bye_differs else None)
    expected = _listed(result.missing, result.expected.bye if bye_differs else None)
    return f"found {found}, expected {expected}"


def _listed(pairs: Sequence[Pair], bye: int | None) -> str:
    """Pairs as White-Black, and the bye."""
    words = [f"{pair.white}-{pair.black}" for pair in pairs]
    return " ".join(words if bye is None else [*words, f"{bye}-bye"]) or "nothing"


def _verdict_on_ranks(ranks: RankCheck) -> str:
    if ranks.message:
        return f"standings not checked: {ranks.message}"
    if not ranks.differences:
        return "standings: ok"
    return "standings: " + ", ".join(
        f"player {one.number} found in place {one.found}, expected in {one.expected}"
        for one in ranks.differences
    )


def _as_json(report: Report) -> dict[str, Any]:
    """A file in detail."""
    if report.error:
        return {"file": report.file, "error": report.error}
    detail: dict[str, Any] = {
        "file": report.file,
        "edition": report.edition,
        "rounds": [_round_as_json(result) for result in report.rounds],
    }
    if report.ranks is not None:
        detail["standings"] = _ranks_as_json(report.ranks)
    return detail


def _round_as_json(result: RoundCheck) -> dict[str, Any]:
    """A round in detail: pairs are [White, Black]."""

    def pairing(side: RoundPairing) -> dict[str, Any]:
        return {"pairs": [[pair.white, pair.black] for pair in side.pairs], "bye": side.bye}

    detail = {
        "round": result.number,
        "agrees": result.agrees,
        "found": pairing(result.found),
        "expected": pairing(result.expected) if result.expected else None,
        "message": str(result.message),
    }
    return detail | {"remarks": list(result.remarks)} if result.remarks else detail


def _ranks_as_json(ranks: RankCheck) -> dict[str, Any]:
    """The check of the ranks in detail: the message says why they were not checked."""
    return {
        "tie_breaks": list(ranks.tie_breaks),
        "differences": [
            {"player": one.number, "found": one.found, "expected": one.expected} for one in ranks.differences
        ],
        "message": ranks.message,
    }

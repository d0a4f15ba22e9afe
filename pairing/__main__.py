"""The rule book on the command line: the next round of a report file, or a check of its rounds."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .checker import RoundCheck, check, edition_of
from .editions import EDITIONS, pair_round
from .tournament import Pair, PairingError, RoundPairing, UnpairableRound
from .trf import read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .tournament import Tournament

_OK, _DIFFERS, _UNREADABLE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command. The result is the exit status.

    0: done, and all rounds agree. 1: a round differs, or cannot be paired. 2: a file cannot be read,
    or the command is not understood.
    """
    for stream in (sys.stdout, sys.stderr):
        # A file may have a name that the terminal cannot show.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    options = _parser().parse_args(arguments)
    try:
        if options.command == "pair":
            status = _pair(options.file, options.edition)
        else:
            status = _check(options.files, options.edition, as_json=options.json)
        sys.stdout.flush()
    except BrokenPipeError:
        # Who read the output has seen enough. Python would complain once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _DIFFERS
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m pairing", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    edition = argparse.ArgumentParser(add_help=False)
    edition.add_argument(
        "--edition", choices=tuple(EDITIONS), help="the edition of the rules, instead of the file's own"
    )

    pair = commands.add_parser("pair", parents=[edition], help="pair the next round")
    pair.add_argument("file", metavar="FILE", help="a report file; - reads standard input")
    checking = commands.add_parser("check", parents=[edition], help="pair every round again, and compare")
    checking.add_argument("files", metavar="FILE", nargs="+", help="report files; - reads standard input")
    checking.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def _load(file: str) -> Tournament:
    """The tournament in `file`. Raises PairingError or OSError."""
    return read(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes())


def _pair(file: str, edition: str | None) -> int:
    """Prints the number of pairs, then a line a board: White and Black, and the bye as its holder and 0."""
    try:
        tournament = _load(file)
        _expect_another_round(file, tournament)
        pairing = pair_round(tournament, edition_of(tournament, edition))
    except UnpairableRound as error:
        _complain(file, error)
        return _DIFFERS
    except (PairingError, OSError) as error:
        _complain(file, error)
        return _UNREADABLE
    print(len(pairing.pairs) + (pairing.bye is not None))
    for pair in pairing.pairs:
        print(pair.white, pair.black)
    if pairing.bye is not None:
        print(pairing.bye, 0)
    return _OK


def _expect_another_round(file: str, tournament: Tournament) -> None:
    """Refuses a tournament whose rounds are all paired, and says so where their number is not known.

    The number decides whether the round is the last, which has rules of its own.
    """
    if tournament.rounds is None:
        print(
            f"{file}: the number of rounds is not stated (XXR): not paired as the last round", file=sys.stderr
        )
    elif tournament.played_rounds >= tournament.rounds:
        raise PairingError(f"All {tournament.rounds} rounds of the tournament are paired.")


def _check(files: Sequence[str], edition: str | None, *, as_json: bool) -> int:
    """Prints a line a round and a line of sums, or all of it as one JSON object."""
    rounds = discrepancies = 0
    status = _OK
    reports: list[dict[str, Any]] = []
    for file in files:
        try:
            tournament = _load(file)
            code = edition_of(tournament, edition)
            checks = check(tournament, code)
        except (PairingError, OSError) as error:
            _complain(file, error)
            status = _UNREADABLE
            reports.append({"file": file, "error": _reason(error)})
            continue
        rounds += len(checks)
        discrepancies += sum(not result.agrees for result in checks)
        if as_json:
            reports.append({"file": file, "edition": code, "rounds": [_as_json(result) for result in checks]})
        else:
            for result in checks:
                print(f"{file}: round {result.number}: {_verdict(result)}")
    sums = {"files": len(files), "rounds": rounds, "discrepancies": discrepancies}
    if as_json:
        print(json.dumps(sums | {"reports": reports}, indent=2))
    else:
        print(", ".join(f"{number} {name}" for name, number in sums.items()))
    return status or (_DIFFERS if discrepancies else _OK)


def _verdict(result: RoundCheck) -> str:
    if result.agrees:
        return "ok"
    if result.expected is None:
        return result.message
    bye_differs = result.found.bye != result.expected.bye
    found = _listed(result.surplus, result.found.bye if bye_differs else None)
    expected = _listed(result.missing, result.expected.bye if bye_differs else None)
    return f"found {found}, expected {expected}"


def _listed(pairs: Sequence[Pair], bye: int | None) -> str:
    """Pairs as White-Black, and the bye."""
    words = [f"{pair.white}-{pair.black}" for pair in pairs]
    return " ".join(words if bye is None else [*words, f"{bye}-bye"]) or "nothing"


def _as_json(result: RoundCheck) -> dict[str, Any]:
    """A round in detail: pairs are [White, Black]."""

    def pairing(side: RoundPairing) -> dict[str, Any]:
        return {"pairs": [[pair.white, pair.black] for pair in side.pairs], "bye": side.bye}

    return {
        "round": result.number,
        "agrees": result.agrees,
        "found": pairing(result.found),
        "expected": pairing(result.expected) if result.expected else None,
        "message": result.message,
    }


def _complain(file: str, error: Exception) -> None:
    print(f"{file}: {_reason(error)}", file=sys.stderr)


def _reason(error: Exception) -> str:
    """What went wrong, in words. The file need not be named: its name stands before the words."""
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


if __name__ == "__main__":
    sys.exit(main())

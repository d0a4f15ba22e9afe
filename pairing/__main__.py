"""The rule book on the command line: pairs a round, checks files, ranks players, makes random tournaments."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from pairing.commands.files import Parser, Status, complain, reason_of

# The modules of the commands, and what they do.
COMMANDS = {
    "pair": "pair the next round",
    "check": "pair every round again, and compare",
    "tiebreaks": "compute tie-breaks, and rank by them",
    "generate": "make random tournaments",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status.

    0: done, and all rounds and ranks agree. 1: one differs, or a round cannot be paired. 2: a file cannot be
    read or written, or the command is not understood. 130: interrupted.
    """
    for stream in (sys.stdout, sys.stderr):
        # A file may have a name that the terminal cannot show.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    words = sys.argv[1:] if arguments is None else list(arguments)
    options = _parser(words).parse_args(words)
    try:
        status: Status = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the output has closed it.
        _print_no_more()
        return Status.DIFFERS
    except OSError as error:
        # The commands report problems with files themselves: this one is about the standard output.
        complain("python -m pairing", reason_of(error))
        _print_no_more()
        return Status.UNREADABLE
    except KeyboardInterrupt:
        return Status.INTERRUPTED
    return status


def _print_no_more() -> None:
    """Discard further output: otherwise Python would try once more to write it on exit, and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser(words: Sequence[str]) -> Parser:
    """The argument parser. Only the command that `words` begin with is loaded: the others would take time."""
    parser = Parser(prog="python -m pairing", description=__doc__, words=words)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, meaning in COMMANDS.items():
        options = commands.add_parser(name, help=meaning, words=words)
        if words and words[0] == name:
            options.add_argument("--json", action="store_true", help="answer with one JSON object")
            command = import_module(f"pairing.commands.{name}")
            command.add_options(options)
            options.set_defaults(run=command.run)
    return parser


if __name__ == "__main__":
    sys.exit(main())

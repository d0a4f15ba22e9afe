"""The parser of the command line. Its errors are in the language asked for, and also in JSON if asked for."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from pairing.commands.files import Status
from pairing.core.sentences import in_catalogue
from pairing.editions import EDITIONS
from pairing.explanation.language import ENGLISH, LANGUAGES

# The messages that argparse has only in English, and their prefixes: as patterns, and as in the catalogues.
COMPLAINTS: Sequence[tuple[str, str]] = (
    (r"^usage: ", in_catalogue("usage: ")),
    (r": error: ", in_catalogue(": error: ")),
    (r"argument (?P<option>[^:]+): ", in_catalogue("argument {option}: ")),
    (r"the following arguments are required: ", in_catalogue("the following arguments are required: ")),
    (r"unrecognized arguments: ", in_catalogue("unrecognized arguments: ")),
    (r"expected one argument$", in_catalogue("expected one argument")),
    (r"expected (?P<number>\d+) arguments$", in_catalogue("expected {number} arguments")),
    (r"ignored explicit argument (?P<found>.+)$", in_catalogue("ignored explicit argument {found}")),
    (r"not allowed with argument (?P<option>.+)$", in_catalogue("not allowed with argument {option}")),
    (r"invalid int value: (?P<found>.+)$", in_catalogue("invalid int value: {found}")),
    (
        r"invalid choice: (?P<found>.+) \(choose from (?P<known>.+)\)",
        in_catalogue("invalid choice: {found} (choose from {known})"),
    ),
    (
        r"ambiguous option: (?P<option>.+) could match (?P<known>.+)",
        in_catalogue("ambiguous option: {option} could match {known}"),
    ),
)


class Parser(argparse.ArgumentParser):
    """A parser for one command line, its `words`, which may name the language of its errors."""

    def __init__(self, *, words: Sequence[str], **settings: Any) -> None:
        super().__init__(**settings)
        self.words = words

    def error(self, message: str) -> NoReturn:
        """Say what is not understood, and exit with the status UNREADABLE."""
        said = self._said(f"{self.format_usage()}{self.prog}: error: {message}")
        if "--json" in self.words:
            print(json.dumps({"error": self._said(message)}, indent=2))
        print(said, file=sys.stderr)
        sys.exit(Status.UNREADABLE)

    def _said(self, message: str) -> str:
        named = re.search(r"--language[ =](\S+)", " ".join(self.words))
        language = LANGUAGES.get(named[1] if named else "", ENGLISH)
        for found, sentence in COMPLAINTS:
            if match := re.search(found, message):
                said = language.say(sentence, **match.groupdict())
                message = f"{message[: match.start()]}{said}{message[match.end() :]}"
        return message


def add_edition_option(parser: argparse.ArgumentParser) -> None:
    """Add the option for the edition of the pairing rules."""
    parser.add_argument(
        "--edition",
        choices=tuple(EDITIONS),
        help="the edition of the rules (default: the file's own, else the one in force on its last "
        "day; for generate the newest one)",
    )

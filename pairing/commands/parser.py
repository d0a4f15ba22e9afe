"""What a command line is understood by; what is not understood is said in its language, or in JSON."""

from __future__ import annotations

import argparse
import json
import re
import sys
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

from pairing.commands.files import Status
from pairing.editions import EDITIONS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# What argparse says in English alone, and what stands before it: in each other language.
TRANSLATED: Mapping[str, Sequence[tuple[str, str]]] = MappingProxyType(
    {
        "fr": (
            (r"^usage: ", "usage : "),
            (r": error: ", " : erreur : "),
            (r"argument ([^:]+): ", r"option \1 : "),
            (r"the following arguments are required: ", "il manque : "),
            (r"unrecognized arguments: ", "options inconnues : "),
            (r"expected one argument$", "une valeur attendue"),
            (r"expected (\d+) arguments$", r"\1 valeurs attendues"),
            (r"ignored explicit argument (.+)$", r"aucune valeur attendue, trouvé : \1"),
            (r"not allowed with argument (.+)$", r"incompatible avec \1"),
            (r"invalid int value: (.+)$", r"nombre entier attendu, trouvé : \1"),
            (r"invalid choice: (.+) \(choose from (.+)\)", r"choix attendu : \2 ; trouvé : \1"),
            (r"ambiguous option: (.+) could match (.+)", r"option ambiguë : \1 peut être \2"),
        ),
    }
)


class Parser(argparse.ArgumentParser):
    """A parser for one command line, its `words`: they may say in which language it complains."""

    def __init__(self, *, words: Sequence[str], **settings: Any) -> None:
        super().__init__(**settings)
        self.words = words

    def error(self, message: str) -> NoReturn:
        """Says what is not understood, and ends with the status of that."""
        said = self._said(f"{self.format_usage()}{self.prog}: error: {message}")
        if "--json" in self.words:
            print(json.dumps({"error": self._said(message)}, indent=2))
        print(said, file=sys.stderr)
        sys.exit(Status.UNREADABLE)

    def _said(self, message: str) -> str:
        language = re.search(r"--language[ =](\S+)", " ".join(self.words))
        for english, other in TRANSLATED.get(language[1] if language else "", ()):
            message = re.sub(english, typographic(other), message)
        return message


def add_edition_option(parser: argparse.ArgumentParser) -> None:
    """Lets a command be told by which edition of the pairing rules."""
    parser.add_argument(
        "--edition",
        choices=tuple(EDITIONS),
        help="the edition of the rules (default: the file's own, else the one in force on its last "
        "day; for generate the newest one)",
    )


def typographic(text: str) -> str:
    """French typography: no line breaks before a double punctuation mark, and the apostrophe of print."""
    return re.sub(" (?=[:;?!])", "\N{NO-BREAK SPACE}", text).replace("'", "’")

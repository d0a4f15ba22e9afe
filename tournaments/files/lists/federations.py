"""FIDE's codes of federations, by the names and short forms that people write instead."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tournaments.files.lists.keys import key

# One line per federation: its code; its names in English, German, French, Spanish, Italian, Portuguese and
# Dutch, without repeats; its other codes (ISO 3166, cars), unless FIDE uses them for another federation.
FILE = Path(__file__).with_name("federations.txt")
# Codes that FIDE gave to federations of former countries, which stand in old reports.
FORMER = frozenset({"FRG", "GDR", "SCG", "URS", "YUG"})


def code_of(text: str) -> str:
    """FIDE's code of the federation; "" if it is not a federation.

    Three capital letters count as a code, even one that FIDE no longer uses, such as URS.
    """
    return _codes().get(key(text), text if len(text) == 3 and text.isalpha() and text.isupper() else "")


def known_code_of(text: str) -> str:
    """As `code_of`, but "" for three capital letters that stand for no federation."""
    return _codes().get(key(text), text if text in FORMER else "")


@cache
def _codes() -> dict[str, str]:
    """Name, short form or code, as key() writes it -> code."""
    codes: dict[str, str] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        code, _blank, names = line.partition("  ")
        codes |= {key(name): code for name in (code, *names.split("; "))}
    return codes

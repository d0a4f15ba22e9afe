"""Files given as a list of players that are something else: what they are, and where they belong."""

from __future__ import annotations

import re
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.formats.lists.cells import key, splits
from tournaments.formats.lists.columns import has_digit
from tournaments.formats.lists.headings import HEADINGS

# What a file is shows at its beginning.
MOST_LOOKED_AT = 20_000
FIRST_LINES = 12


class Misplaced(NamedTuple):
    """What was given, in a sentence, and the page where it belongs."""

    sentence: str | Promise
    # The name of the page's address, "" if there is none; and whether it is a page of the tournament.
    route: str = ""
    of_tournament: bool = False
    # Whether the players can be read from it nevertheless.
    has_players: bool = False


GAMES = Misplaced(
    gettext_lazy("This is a file of games (PGN). Use it on the page of a round, under “Results from a PGN”."),
    "desk",
    of_tournament=True,
)
RATING_LIST = Misplaced(
    gettext_lazy(
        "This is FIDE’s rating list as XML. Import it under “Rating lists”; then players are found there."
    ),
    "rating-lists",
)
BACKUP = Misplaced(
    gettext_lazy("This is a backup of a tournament. Use it under “Bring back a backup”."),
    "tournament-restore",
)
REPORT = Misplaced(
    gettext_lazy(
        "This report (TRF) has results. Only its players are read here; a whole tournament is read under"
        " “Import a TRF file”."
    ),
    "tournament-import",
    has_players=True,
)
TABLE = Misplaced(
    gettext_lazy(
        "This is a cross table or a standing as text. Use the program’s list of players, or its TRF file."
    )
)
PAIRINGS = Misplaced(gettext_lazy("These are pairings or results. Use the list of players instead."))
WEB_PAGE = Misplaced(
    gettext_lazy("This is a web page. Copy the list of players from it, or use its Excel file.")
)
OTHER_XML = Misplaced(
    gettext_lazy("This is an XML file, not a list. Save the players as CSV or Excel (XLSX).")
)
OTHER_JSON = Misplaced(
    gettext_lazy("This is a JSON file, not a list. Save the players as CSV or Excel (XLSX).")
)

TAGS = re.compile(r'\s*\[[A-Z]\w{1,40} +"')
# A player's record with at least one game or bye after the rank.
RESULT = re.compile(r"^001 .{86}.{0,200}? [wb-] [-+=10WDLHFUZ](?: |$)", re.MULTILINE)
# "  N NAME     Rtg   T  Fed  Pts |   1     2", as Vega writes tables.
VEGA_TABLE = re.compile(r"^\s*(?:N|Pos|Rk)\.? +NAME\b.*\bPts\b", re.MULTILINE)
OBJECT = re.compile(r"\s*(?:\{|\[\s*[\[{])")
# Headings of pairings in the languages of lists, as key() writes them.
RESULTS = {
    *(
        "result",
        "res",
        "erg",
        "ergebnis",
        "resultat",
        "resultado",
        "risultato",
        "uitslag",
        "wynik",
        "vysledek",
    ),
    *("vysledok", "eredmeny", "rezultat", "результат", "резултат", "sonuc", "tulos"),
}
COLOURS = (
    *({"white", "black"}, {"weiss", "schwarz"}, {"blancs", "noirs"}),
    *(
        {"blancas", "negras"},
        {"bianco", "nero"},
        {"brancas", "pretas"},
        {"wit", "zwart"},
        {"białe", "czarne"},
    ),
    *({"bily", "cerny"}, {"vit", "svart"}, {"hvit", "svart"}, {"hvid", "sort"}, {"белые", "черные"}),
    *({"beyaz", "siyah"}, {"vilagos", "sotet"}, {"bijeli", "crni"}),
)
WORD = re.compile(r"[^\W\d]+")


def misplaced(text: str) -> Misplaced | None:
    """What the text is if it is no list of players, or more than one; None if it may be a list."""
    start = text[:MOST_LOOKED_AT].lstrip("\ufeff \t\r\n")
    if start.startswith("<"):
        return _of_markup(start[:2000].lower())
    if TAGS.match(start):
        return GAMES
    if OBJECT.match(start):
        first = start.partition("\n")[0]
        if '"format": "Board One backup"' in start[:200]:
            return BACKUP
        return None if '"username"' in first and first.startswith("{") else OTHER_JSON
    if RESULT.search(start):
        return REPORT
    if VEGA_TABLE.search(start):
        return TABLE
    return PAIRINGS if any(map(_heads_pairings, start.splitlines()[:FIRST_LINES])) else None


def _of_markup(start: str) -> Misplaced:
    if "<playerslist" in start or "<fideid>" in start:
        return RATING_LIST
    return WEB_PAGE if "<html" in start or "<!doctype html" in start or "<table" in start else OTHER_XML


def _heads_pairings(line: str) -> bool:
    """Whether the line has headings of pairings: White and Black, or two players and a result."""
    words = {key(word) for word in WORD.findall(line[:500])}
    if any(colours <= words for colours in COLOURS) and not has_digit(line):
        return True
    if RESULTS.isdisjoint(words):
        return False
    rows = [[key(cell) for cell in cells] for cells in splits(line[:500]).values()]
    return any(row.count(word) > 1 for row in rows for word in HEADINGS["name"].intersection(row))

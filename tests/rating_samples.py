"""Rating lists as FIDE publishes them, with made-up people."""

from __future__ import annotations

import io
import zipfile
from datetime import date
from pathlib import Path

from tournaments.models import RatingList
from tournaments.ratings.services import lists

# Column -> width, in the layouts that FIDE has used; the last column extends to the end of the line.
BASE = {"ID Number": 15, "Name": 61, "Fed": 4, "Sex": 4, "Tit": 5, "WTit": 5, "OTit": 15}
RATINGS = {"SRtng": 6, "SGm": 4, "SK": 3, "RRtng": 6, "RGm": 4, "Rk": 3, "BRtng": 6, "BGm": 4, "BK": 3}
END = {"B-day": 6, "Flag": 4}
COMBINED = BASE | {"FOA": 4} | RATINGS | END
LEGACY = BASE | RATINGS | END
SINGLE = BASE | {"FOA": 4} | {"OCT26": 6, "Gms": 4, "K": 3} | END
# The layout until 2012, without a blank between some column names, and with titles in small letters.
OLD = {"ID number ": 10, "Name": 34, "Titl": 4, "Fed": 5, "Mar11": 6, "Games": 5, "Born": 6, "Flag": 4}

ELEMENTS = {
    "fideid": "ID Number",
    "name": "Name",
    "country": "Fed",
    "sex": "Sex",
    "title": "Tit",
    "w_title": "WTit",
    "o_title": "OTit",
    "foa_title": "FOA",
    "rating": "SRtng",
    "games": "SGm",
    "k": "SK",
    "rapid_rating": "RRtng",
    "rapid_games": "RGm",
    "rapid_k": "Rk",
    "blitz_rating": "BRtng",
    "blitz_games": "BGm",
    "blitz_k": "BK",
    "birthday": "B-day",
    "flag": "Flag",
}
SINGLE_ELEMENTS = {tag: name for tag, name in ELEMENTS.items() if "_" not in tag or "title" in tag}


def person(fide_id: object, name: str, **cells: object) -> dict[str, str]:
    """A line's cells by column; cells that are not given have FIDE's empty values."""
    found = {"Fed": "NOR", "Sex": "M", "SRtng": "0", "RRtng": "0", "BRtng": "0", "B-day": "0"}
    found |= {"ID Number": str(fide_id), "Name": name}
    return found | {name.replace("_", "-"): str(cell) for name, cell in cells.items()}


def text(*people: dict[str, str], columns: dict[str, int] = COMBINED, end: str = "\r\n") -> bytes:
    """The list as text."""
    lines = ["".join(f"{name:{width}}" for name, width in columns.items())]
    for cells in people:
        named = {name.strip().casefold(): cell for name, cell in cells.items()}
        known = [named.get(name.strip().casefold(), "") for name in columns]
        lines.append("".join(f"{c:{w}}" for c, w in zip(known, columns.values(), strict=True)))
    return "".join(line + end for line in lines).encode("latin-1")


def xml(*people: dict[str, str], elements: dict[str, str] | None = None) -> bytes:
    """The list as XML."""
    tags = ELEMENTS if elements is None else elements
    rows = (
        "".join(f"<{tag}>{cells.get(column, '')}</{tag}>\n" for tag, column in tags.items())
        for cells in people
    )
    players = "".join(f"<player>\n{row}</player>\n" for row in rows)
    return f"<playerslist>\n{players}</playerslist>\n".encode()


def zipped(
    data: bytes, name: str = "players_list_foa.txt", *others: str, day: tuple[int, int] = (2026, 11)
) -> bytes:
    """The list as FIDE packs it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for member in (name, *others):
            archive.writestr(zipfile.ZipInfo(member, (*day, 1, 0, 0, 0)), data)
    return packed.getvalue()


def load(
    folder: Path, data: bytes, *, name: str = "players_list.txt", kind: str = "", month: date | None = None
) -> RatingList:
    """Import the list as `manage.py import_fide_list` does."""
    path = folder / name
    path.write_bytes(data)
    return lists.import_list(path=path, kind=kind, month=month)

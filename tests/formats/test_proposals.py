"""What the program proposes to put right in a list: titles, names, births, federations and FIDE IDs."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tournaments.formats.lists.proposals import Known, Proposal, Result, Row, proposed

pytestmark = pytest.mark.any_database


def every(_proposal: Proposal) -> bool:
    """Accepts whatever is proposed."""
    return True


def no(_proposal: Proposal) -> bool:
    """Accepts nothing."""
    return False


def of(*names: str, federation: str = "", known: Mapping[str, Known] | None = None) -> Result:
    """What becomes of a list of names if everything is accepted."""
    rows = [Row(str(number), {"name": name, "federation": federation}) for number, name in enumerate(names)]
    return proposed(rows, known or {}, every)


TITLES = """
GM Smith John         | GM  | Smith, John
GM Smith, John        | GM  | Smith, John
Brown, Al (FM)        | FM  | Brown, Al
Brown (FM), Al        | FM  | Brown, Al
(WGM) Brown, Ann      | WGM | Brown, Ann
Smith, FM John        | FM  | Smith, John
Smith John, IM        | IM  | Smith, John
Smith, John IM        | IM  | Smith, John
Smith CM John         | CM  | Smith, John
gm smith, john        | GM  | Smith, John
GM SMITH, JOHN        | GM  | Smith, John
IM SMITH, JOHN        | IM  | Smith, John
IM Tony Kosten        | IM  | Kosten, Tony
WIM Petra Jansen      | WIM | Jansen, Petra
g Smith               | GM  | Smith
wf Munro, Callum      | WFM | Munro, Callum
MF Dubois, Jean       | FM  | Dubois, Jean
Grandmaster Al Smith  | GM  | Smith, Al
International Master Smith, John | IM | Smith, John
Smith, John (Großmeister) | GM | Smith, John
GM WGM Smith, Anna    | GM  | Smith, Anna
FM AGM Smith, John    | FM  | Smith, John
AFM Smith, John       |     | Smith, John
NM Smith, John        |     | Smith, John
Mr. Smith, John       |     | Smith, John
Im, Sang-hoon         |     | Im, Sang-hoon
Im Sang-hoon          |     | Im, Sang-hoon
Wim Jansen            |     | Jansen, Wim
WIM JANSEN            |     | Jansen, Wim
Park, Im              |     | Park, Im
Li, Mi                |     | Li, Mi
GM                    |     | GM
Smith, GM             | GM  | Smith
Dr. Weber, Hans       |     | Dr. Weber, Hans
m smith, john         |     | M Smith, John
"""


def test_titles_are_taken_out_of_names() -> None:
    for line in TITLES.strip().splitlines():
        name, title, right = (part.strip() for part in line.split("|"))
        [row] = of(name).rows
        assert (name, row.fields.get("title", ""), row.fields["name"]) == (name, title, right)

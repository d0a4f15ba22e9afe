"""Files given as a list by mistake: said what they are, and where they belong."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.rating_samples import person, xml
from tests.tournaments.one_event import chief, db, event, made
from tournaments.backup.files import FORMAT
from tournaments.formats import lists
from tournaments.formats.lists import misplaced as kinds
from tournaments.formats.lists.misplaced import misplaced
from tournaments.models import Tournament

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.any_database

PGN = '[Event "Test"]\n[White "Adler, Anna"]\n[Black "Berg, Bo"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n'
RECORD = "001    1 m  g Adler, Anna                       2705 NOR     9900001 1990/11/09  1.0    1"
VEGA = """Somewhere - 05/09/2026, 07/09/2026

 Cross Table at round 2

  N NAME                 Rtg   T  Fed  Pts |   1     2
----------------------------------------------------------
  1 Adler, Anna          2201  f  SUI  2.0 | +W  5 +B  3
"""
FILES = {
    PGN: kinds.GAMES,
    f"\ufeff\n\n{PGN}": kinds.GAMES,
    xml(person(9900001, "Adler, Anna")).decode(): kinds.RATING_LIST,
    f'{{\n"format": "{FORMAT}",\n"version": 9,\n"people": {{}}}}': kinds.BACKUP,
    f"012 Open\n{RECORD}     2 w 1\n": kinds.REPORT,
    f"012 Open\n{RECORD}  0000 - H     2 b =\n": kinds.REPORT,
    VEGA: kinds.TABLE,
    "Bo.;No.;;Name;Rtg;Pts.;Result;Pts.;;Name;Rtg;No.\n1;1;;Adler, Anna;2300;0;1 - 0;0;;Berg, Bo;2200;2": (
        kinds.PAIRINGS
    ),
    "Round 3\nBoard,White,Result,Black\n1,Adler Anna,1-0,Berg Bo": kinds.PAIRINGS,
    "Runde 3\nBrett  Weiß         Erg.  Schwarz\n1      Adler, Anna  1-0   Berg, Bo": kinds.PAIRINGS,
    "Bo.;Nome;Elo;Risultato;Nome;Elo\n1;Adler, Anna;2300;1 - 0;Berg, Bo;2200": kinds.PAIRINGS,
    "<!DOCTYPE html>\n<html><body><table><tr><td>Adler</td></tr></table></body></html>": kinds.WEB_PAGE,
    '<?xml version="1.0"?>\n<tournament><player/></tournament>': kinds.OTHER_XML,
    '{"players": [{"name": "Adler"}]}': kinds.OTHER_JSON,
    '[{"name": "Adler"}]': kinds.OTHER_JSON,
}
LISTS = [
    "Adler, Anna 2300",
    "[Adler, Anna] 2300",
    f"012 Open\n{RECORD}\n",
    '{"rank":1,"rating":2618,"username":"adler"}',
    "Nr;Name;EloInt;FideIdent;Nachname;Vorname\n1;Adler Anna;2300;9900001;Adler;Anna",
    "Rk.,,Name,Rtg,FED,1.Rd,2.Rd,Pts. ,TB1\n1,FM,Adler A001 ,2020,SWE, 17b1,  5w1,2,5",
    "White, Anna;2300\nBlack, Bo;2200",
    "Name;Result fee;Paid\nAdler;1;2",
    "Weiß, Anna\nSchwarz, Bo",
    "Apellidos;Nombre;Resultado\nAdler;Anna;",
    "",
]


@pytest.mark.parametrize("text", FILES)
def test_what_is_no_list_is_told(text: str) -> None:
    assert misplaced(text) is FILES[text]


@pytest.mark.parametrize("text", LISTS)
def test_a_list_is_none_of_these(text: str) -> None:
    assert misplaced(text) is None


def test_each_page_where_it_belongs_exists() -> None:
    for kind in FILES.values():
        if kind.route:
            assert reverse(kind.route, args=["open"] if kind.of_tournament else [])


@pytest.mark.django_db
def test_only_of_a_report_the_players_are_read(event: Tournament) -> None:
    for text, kind in FILES.items():
        found = lists.read(text, event)
        assert found.misplaced is kind
        assert found.refusal == ("" if kind is kinds.REPORT else str(kind.sentence))
        assert len(found.lines) == (kind is kinds.REPORT)
    assert lists.read("Adler, Anna 2300", event).misplaced is None

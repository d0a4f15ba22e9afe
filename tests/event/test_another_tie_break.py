"""Another tie-break is a function and a line of the registry; every page and file then has it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from pairing import tie_breaks, trf
from pairing.__main__ import main as command_line
from pairing.checker import check_ranks
from pairing.core.sentences import Phrase
from pairing.core.tournament import Colour, Outcome
from pairing.tie_breaks import Table, TieBreak
from pairing.tie_breaks.working import COUNT, Part
from tests import builders
from tournaments.models import Game, Tournament

pytestmark = pytest.mark.any_database


def games_taken_from_white(table: Table, number: int) -> tuple[Part, ...]:
    """The games won with Black, two for each: no tie-break of C.07."""
    return tuple(
        Part(entry.round, entry.opponent, 2)
        for entry in table.entries[number]
        if entry.colour is Colour.BLACK and entry.outcome is Outcome.WIN
    )


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line that registers it; events use it directly after the points."""
    entry = TieBreak("OTHER_TW", Phrase("Taken from White"), "", games_taken_from_white, COUNT)
    monkeypatch.setitem(tie_breaks.TIE_BREAKS, entry.code, entry)
    monkeypatch.setattr(tie_breaks, "USUAL", ("PTS", "OTHER_TW", *tie_breaks.USUAL[1:]))


@pytest.fixture
def played(event: Tournament, chief: User) -> Tournament:
    """Round 1 is over: Black has won on board 2, White on the others."""
    builders.play(event, 1, chief, {2: Game.Result.BLACK_WINS})
    return event


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_the_regulations_name_it(played: Tournament, client: Client) -> None:
    named = "Taken from White, Buchholz Cut 1, Buchholz, Sonneborn-Berger"
    assert named in text(client, reverse("event", args=[played.slug]))
    assert f"Points, then {named} (C.07" in text(client, reverse("standings", args=[played.slug]))


def test_the_standings_go_by_it_and_show_it(played: Tournament, client: Client) -> None:
    page = text(client, reverse("standings", args=[played.slug]))
    assert '<abbr title="Taken from White">OTHER_TW</abbr>' in page
    winner = played.players.get(seats__game__board=2, seats__colour="b")
    first = page.split("<tbody", 1)[1].split("</tr>")[0]
    assert winner.name in first
    opened = f'<a href="{winner.get_absolute_url()}?workings=shown#OTHER_TW">2</a>'
    assert re.search(rf"<strong>1</strong></td>\s*<td[^>]*>{re.escape(opened)}</td>", first)


def test_the_card_of_a_player_tells_what_it_was_computed_from(played: Tournament, client: Client) -> None:
    winner = played.players.get(seats__game__board=2, seats__colour="b")
    card = reverse("player", args=[played.slug, winner.number])
    opponent = played.players.get(seats__game__board=2, seats__colour="w")
    at_a_glance = '<dt>Taken from White</dt><dd><a href="?workings=shown#OTHER_TW">2</a></dd>'
    assert at_a_glance in text(client, card)
    page = text(client, f"{card}?workings=shown")
    met = f'<td class="num">1</td> <td><a href="{opponent.get_absolute_url()}">{opponent.name}</a> </td>'
    for name, amount in (("Taken from White: 2", "2"), ("Buchholz: 0", "0.0")):
        shown = page.partition(f"<h3>{name} ")[2].partition("</section>")[0]
        assert f'{met} <td class="num">{amount} </td>' in shown


def test_the_report_has_the_ranks_that_follow(played: Tournament, chief_client: Client) -> None:
    data = chief_client.get(reverse("report", args=[played.slug])).content
    winner = played.players.get(seats__game__board=2, seats__colour="b")
    assert next(p.rank for p in trf.read(data).players if p.number == winner.number) == 1


@pytest.mark.parametrize("record", ["202 OTHER_TW,BH/C1,BH,SB", "212 PTS,OTHER_TW,BH/C1,BH,SB"])
def test_a_report_that_names_it_is_checked_by_it(
    played: Tournament, chief_client: Client, record: str
) -> None:
    data = chief_client.get(reverse("report", args=[played.slug])).content
    stated = trf.read(data + f"{record}\r\n".encode())
    ranks = {player.number: player.rank or 0 for player in stated.players}
    found = check_ranks(stated)
    assert found is not None
    assert (found.message, found.differences) == ("", ())
    upside_down = (replace(player, rank=9 - ranks[player.number]) for player in stated.players)
    other = check_ranks(replace(stated, players=tuple(upside_down)))
    assert other is not None
    assert played.players.get(seats__game__board=2, seats__colour="b").number in {
        difference.number for difference in other.differences
    }


def test_the_command_line_makes_and_checks_tournaments_by_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "made.trf"
    assert command_line(["generate", "--tie-breaks", "OTHER_TW,SB", "--seed", "1", "-o", str(file)]) == 0
    assert b"\r\n202 OTHER_TW,SB\r\n" in file.read_bytes()
    assert command_line(["check", str(file)]) == 0
    assert "standings: ok" in capsys.readouterr().out

"""The headers of a round's games in PGN, read back by the rules of the standard of 1994."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tests import builders
from tournaments.models import Player, Round, Tournament
from tournaments.results.pgn import Header, Side, written

pytestmark = pytest.mark.any_database

ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
# A tag pair (8.1): between the quotation marks, every quotation mark and backslash is escaped.
NAME = 'Ødegård "Øde", Åse'
PAIR = re.compile(r'\[(\w+) "((?:[^"\\\n]|\\["\\])*)"\]')


def read(text: str) -> list[dict[str, str]]:
    """The tags of each game; the text after them must be the result."""
    games = []
    for game in text.removesuffix("\n\n").split("\n\n") if text else []:
        *lines, end = game.split("\n")
        if not lines or not lines[0].startswith("["):
            assert [end] == game.split("\n")
            assert end == games[-1]["Result"]
            continue
        pairs = [PAIR.fullmatch(line) for line in [*lines, end]]
        assert all(pairs), game
        tags = {pair[1]: re.sub(r"\\(.)", r"\1", pair[2]) for pair in pairs if pair}
        assert list(tags)[:7] == ROSTER
        games.append(tags)
    return games


@given(name=st.text(max_size=300), event=st.text(max_size=300))
def test_whatever_a_name_holds_the_file_can_be_read(name: str, event: str) -> None:
    header = Header(event, "", None, "1.1", Side(name or "x"), Side("Black"))
    [game] = read(written([header, header]))[:1]
    assert game["White"] == " ".join((name or "x").split())[:255]
    assert game["Date"] == "????.??.??"
    assert game["Site"] == "?"
    assert game["Result"] == "*"
    [game] = read(written([header], ascii_alone=True))[:1]
    assert "".join(game.values()).isascii()


def test_quotation_marks_of_other_languages_break_no_tag() -> None:
    [game] = read(
        written([Header("“Open”", "", None, "1.1", Side("A ＂B＂ ＼"), Side("C"))], ascii_alone=True)
    )
    assert (game["Event"], game["White"]) == ('"Open"', 'A "B" \\')


@pytest.mark.django_db
def test_a_game_for_each_board_with_all_that_is_known(event: Tournament, chief: User) -> None:
    Tournament.objects.filter(pk=event.pk).update(city="Oban", federation="SCO")
    Player.objects.filter(pk=event.players.get(number=1).pk).update(name=NAME, title="WIM", fide_id="1500012")
    event.rounds.filter(number=1).update(day="2026-11-21")
    builders.publish(event, 1, chief)
    builders.enter(event, 1, chief, {1: "1/2-1/2", 2: "1F-0F", 3: "0-0", 4: "0-1"})
    answer = Client().get(reverse("round-pgn", args=[event.slug, 1]))
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{event.slug}-round-1.pgn"'
    games = read(answer.content.decode())
    assert [(game["Round"], game["Result"], game.get("Termination")) for game in games] == [
        ("1.1", "1/2-1/2", None),
        ("1.2", "1-0", "forfeit"),
        ("1.3", "*", "adjudication"),
        ("1.4", "0-1", None),
    ]
    roster = ["Test Open", "Oban SCO", "2026.11.21", "1.1", NAME, "Eklund, A004", "1/2-1/2"]
    assert games[0] == dict(
        zip(ROSTER, roster, strict=True),
        WhiteTitle="WIM",
        WhiteElo="2400",
        WhiteFideId="1500012",
        BlackTitle="-",
        BlackElo="2380",
    )
    plain = Client().get(reverse("round-pgn", args=[event.slug, 1]), {"letters": "plain"}).content
    assert plain.isascii()
    assert read(plain.decode())[0]["White"] == 'Odegard "Ode", Ase'


@pytest.mark.django_db
def test_a_draft_has_no_games(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    event.rounds.filter(number=2).update(state=Round.State.DRAFT)
    assert Client().get(reverse("round-pgn", args=[event.slug, 2])).status_code == 404

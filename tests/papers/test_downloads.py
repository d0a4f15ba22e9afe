"""Lists as files for spreadsheets: their contents, and that nothing in them is a formula."""

from __future__ import annotations

import csv
import io
from datetime import date
from decimal import Decimal
from typing import Any

import openpyxl
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tests import builders
from tournaments.formats.lists import decode, read
from tournaments.formats.workbooks import KINDS, Table, as_csv, as_xlsx
from tournaments.models import Player, Tournament
from tournaments.players.services.byes import note_presence, start_check_in
from tournaments.players.services.players import add_players, withdraw_player
from tournaments.prizes.services import add_category

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
HOSTILE = st.builds("{}{}".format, st.sampled_from("=+-@\t\r"), TEXT)


def csv_of(client: Client, route: str, event: Tournament, *number: int, **query: Any) -> list[list[str]]:
    """The lines of the list as a spreadsheet in English reads them."""
    answer = client.get(reverse(route, args=[event.slug, *number, "csv"]), query)
    assert answer.status_code == 200
    assert answer.content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))


def cells_of(data: bytes) -> list[tuple[Any, ...]]:
    """The cells of the only sheet."""
    return [tuple(row) for row in openpyxl.load_workbook(io.BytesIO(data)).active.iter_rows()]


@given(cells=st.lists(HOSTILE | TEXT, min_size=1, max_size=5))
def test_no_cell_of_a_csv_file_is_a_formula(cells: list[str]) -> None:
    data = as_csv(Table("List", ["Name"] * len(cells), [cells]))
    _headings, row = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))
    assert not [cell for cell in row if cell[:1] in tuple("=+-@\t\r")]
    # Nothing is lost: only one apostrophe was put in front.
    assert [cell.removeprefix("'") for cell in row] == [cell.removeprefix("'") for cell in cells]


@given(cells=st.lists(HOSTILE | TEXT, min_size=1, max_size=5))
def test_no_cell_of_a_workbook_is_a_formula(cells: list[str]) -> None:
    found = cells_of(as_xlsx(Table("List", ["Name"] * len(cells), [cells])))
    assert {cell.data_type for row in found for cell in row} <= {"s", "n"}
    for cell in found[-1]:
        assert cell.quotePrefix or not (cell.value or "").startswith(tuple("=+-@\t\r"))


def test_numbers_and_days_are_numbers_and_days_and_nothing_is_nothing() -> None:
    row = (Decimal("2.5"), 7, date(2026, 11, 22), None, "07")
    table = Table("List", list("abcde"), [row])
    assert as_csv(table).decode("utf-8-sig").splitlines()[1] == "2.5,7,2026-11-22,,07"
    found = [cell.value for cell in cells_of(as_xlsx(table))[1]]
    assert (found[0], found[1], found[2].date(), found[3], found[4]) == (
        2.5,
        7,
        date(2026, 11, 22),
        None,
        "07",
    )


def test_french_spreadsheets_part_columns_by_semicolons() -> None:
    with translation.override("fr"):
        data = as_csv(Table("Liste", ["Nom", "Pts"], [("Dupont; Jean", Decimal("2.5"))]))
    assert data.decode("utf-8-sig").splitlines() == ["Nom;Pts", '"Dupont; Jean";2,5']


def test_the_public_lists(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    last = event.players.latest("number")
    withdraw_player(player=last, from_round=2, actor=chief)
    client = Client()
    players = csv_of(client, "players-file", event)
    assert players[0][:5] == ["No.", "Title", "Name", "Federation", "Rating"]
    assert len(players) == 9
    assert players[8][-1] == "withdrawn from round 2"
    standings = csv_of(client, "standings-file", event)
    assert standings[0][:7] == ["Rank", "No.", "Title", "Name", "Federation", "Rating", "Points"]
    assert {row[6] for row in standings[1:5]} == {"1"}
    boards = csv_of(client, "round-file", event, 1)
    game = event.rounds.get(number=1).games.get(board=1)
    white, black = game.seats.get(colour="w").player, game.seats.get(colour="b").player
    assert boards[1] == [
        *("1", str(white.number), white.name, str(white.rating), "0", game.get_result_display()),
        *(str(black.number), black.name, str(black.rating), "0"),
    ]


def test_who_has_no_game_stands_below_the_boards(chief: User) -> None:
    event = builders.tournament(chief, players=7)
    builders.play(event, 1, chief)
    boards = csv_of(Client(), "round-file", event, 1)
    assert [row[0] for row in boards[1:]] == ["1", "2", "3", ""]
    assert boards[-1][5:] == ["pairing-allocated bye", "", "", "", ""]


@pytest.mark.parametrize("kind", KINDS)
def test_the_name_of_the_file_tells_event_list_and_round(kind: str, event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    add_category(tournament=event, name="Women +50", sex="w", actor=chief)
    category = event.categories.get().pk
    for route, number, query, name in (
        ("players-file", (), {}, "players"),
        ("players-file", (), {"category": category}, "players-women-50"),
        ("standings-file", (), {}, "standings-after-round-1"),
        ("standings-file", (), {"category": category}, "standings-after-round-1-women-50"),
        ("round-file", (1,), {}, "round-1"),
    ):
        answer = Client().get(reverse(route, args=[event.slug, *number, kind]), query)
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{event.slug}-{name}.{kind}"'
        assert answer.headers["Content-Type"] == KINDS[kind][0]


def test_a_workbook_says_what_the_csv_file_says(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    lines = csv_of(Client(), "standings-file", event)
    data = Client().get(reverse("standings-file", args=[event.slug, "xlsx"])).content
    assert [[str(c.value if c.value is not None else "") for c in row] for row in cells_of(data)] == lines


def test_a_file_is_made_once_for_everybody_and_anew_after_an_act(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    url = reverse("round-file", args=[event.slug, 1, "csv"])
    first = Client().get(url)
    again = Client().get(url, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    builders.enter(event, 1, chief, {1: "1/2-1/2"})
    after = Client().get(url, headers={"If-None-Match": first.headers["ETag"]})
    assert after.status_code == 200
    assert "½-½" in after.content.decode("utf-8-sig")


def test_headings_are_in_the_readers_language(event: Tournament) -> None:
    answer = Client().get(
        reverse("players-file", args=[event.slug, "csv"]), headers={"Accept-Language": "fr"}
    )
    assert "Nom" in answer.content.decode("utf-8-sig").splitlines()[0].split(";")


def test_what_the_arbiters_take_away_can_be_uploaded_again(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    entry = {"name": "Muñoz, Ana", "rating": 2105, "title": "WFM", "federation": "ESP", "fide_id": "2201"}
    entry |= {"birth": "1999/02/03", "sex": "w", "club": "Ajedrez, Lugo"}
    add_players(tournament=event, actor=chief, entries=[entry])
    answer = chief_client.get(reverse("desk-players-file", args=[event.slug, "csv"]))
    found = read(decode(answer.content), builders.tournament(chief, players=0))
    assert not found.refusal
    assert [line.fault for line in found.faults] == []
    assert len(found.entries) == 9
    [ana] = [fields for fields in found.entries if fields["name"] == entry["name"]]
    assert {name: ana.get(name) for name in entry} == entry


def test_the_check_in_and_the_check_of_ratings(event: Tournament, chief: User, chief_client: Client) -> None:
    start_check_in(tournament=event, actor=chief)
    player = event.players.get(number=1)
    note_presence(player=player, presence=Player.Presence.PRESENT, actor=chief)
    rows = csv_of(chief_client, "check-in-file", event)
    assert [row[0] for row in rows if row[4] == "present"] == [player.name]
    assert {row[4] for row in rows[1:]} == {"present", "missing"}
    found = csv_of(chief_client, "ratings-file", event)
    assert [row[2] for row in found[1:]] == ["Without FIDE ID"] * 8

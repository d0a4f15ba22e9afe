"""Text that people read contains nothing invisible, whichever way it came in; and dates are dates."""

from __future__ import annotations

import unicodedata
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from tests import builders, rating_samples
from tests.fide.test_imports import HEADER, file, load, row
from tests.tournaments.one_event import chief, db, event, made
from tournaments.event.services import event as event_services
from tournaments.fide.queries import supplied_to
from tournaments.formats import lists
from tournaments.models import AuditEvent, Player, Tournament
from tournaments.players.services import players
from tournaments.texts import BLANKS, cleaned, cleaned_lines, hidden_in

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.any_database

OVERRIDE, ISOLATE, NO_WIDTH, MARK, BOM = "\u202e", "\u2068", "\u200b", "\u200f", "\ufeff"
HIDDEN = (
    OVERRIDE,
    ISOLATE,
    NO_WIDTH,
    MARK,
    BOM,
    "\x00",
    "\x1b",
    "\x9f",
    "\xad",
    "\ue000",
    "\ud800",
    "\u3164",
)


@pytest.mark.parametrize("character", HIDDEN, ids=lambda c: f"U+{ord(c):04X}")
def test_what_nobody_sees_is_left_out(character: str) -> None:
    for text in (f"Ad{character}ler, Anna", f"{character}Adler, Anna", f"Adler, Anna{character}"):
        assert cleaned(text) == "Adler, Anna"
        assert hidden_in(text) == [f"U+{ord(character):04X}"]


@pytest.mark.parametrize(
    "blank", ["  ", "\t", "\n", "\xa0", "\u202f", "\u2003", "\u2028", "\u3000", " \xa0 "]
)
def test_every_blank_is_one(blank: str) -> None:
    assert cleaned(f"{blank}Adler,{blank}Anna{blank}") == "Adler, Anna"
    assert hidden_in(f"Adler,{blank}Anna") == []


def test_letters_are_composed() -> None:
    assert cleaned("E\u0301lodie") == cleaned("E\u200b\u0301lodie") == "\xc9lodie"


@pytest.mark.parametrize(
    "name",
    [
        "نیک\u200cنژاد، علی",
        "ශ\u0dca\u200dරී",
        "ക\u0d4d\u200cഷ",
        "Müller, Jürgen",
        "Đặng, Ngọc",
        "王, 毅",
        "O’Neill",
    ],
)
def test_a_name_keeps_the_joiners_that_shape_its_letters(name: str) -> None:
    assert cleaned(name) == unicodedata.normalize("NFC", name)
    assert hidden_in(name) == []


@pytest.mark.parametrize("joiner", ["\u200c", "\u200d"])
@pytest.mark.parametrize("text", ["Ad{}ler", "{}Adler", "Adler{}", "علی{}", "ک\u0d4d{} "])
def test_a_joiner_that_shapes_nothing_is_left_out(text: str, joiner: str) -> None:
    assert joiner not in cleaned(text.format(joiner))


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from([*HIDDEN, *BLANKS, "\u200c", "\u200d"]))))
def test_cleaned_text_is_clean(text: str) -> None:
    once = cleaned(text)
    assert cleaned(once) == once
    assert hidden_in(once) == []
    assert once.strip() == once
    assert unicodedata.is_normalized("NFC", once)
    assert not {"Cc", "Cs", "Co", "Cn"} & set(map(unicodedata.category, once))


def test_lines_stay_lines() -> None:
    assert cleaned_lines(f"\nOne,  A{OVERRIDE}\r\nTwo, B\n") == "One, A\nTwo, B"


# Whichever way it comes in.

BAD, GOOD = f"Tal,\xa0 Mi{OVERRIDE}khail{NO_WIDTH}", "Tal, Mikhail"


def test_a_service_keeps_nothing_hidden(event: Tournament, chief: User) -> None:
    [player] = players.add_players(tournament=event, entries=[{"name": BAD, "club": f"S{BOM}C"}], actor=chief)
    stored = event.players.get(pk=player.pk)
    assert (player.name, stored.name, stored.club) == (GOOD, GOOD, "SC")
    players.change_player(player=stored, changes={"club": f"SC{MARK} Riga"}, actor=chief)
    assert event.players.get(pk=player.pk).club == "SC Riga"
    act = AuditEvent.objects.filter(action="player_changed")[0]
    assert act.after == {"club": "SC Riga"}


def test_who_differs_in_what_nobody_sees_is_the_same(event: Tournament, chief: User) -> None:
    with pytest.raises(Exception, match="entered already"):
        players.add_players(tournament=event, entries=[{"name": f"Adler,{NO_WIDTH}  A000"}], actor=chief)


def test_the_orm_keeps_nothing_hidden(event: Tournament) -> None:
    event.players.filter(number=1).update(name=BAD)
    Tournament.objects.filter(pk=event.pk).update(city=f"Ri{OVERRIDE}ga")
    act = AuditEvent.objects.create(tournament=event, action="player_changed", reason=f"A\nB{NO_WIDTH}")
    event.refresh_from_db()
    act.refresh_from_db()
    assert event.players.get(number=1).name == GOOD
    assert (event.city, act.reason) == ("Riga", "A\nB")
    assert event.players.filter(name=BAD).exists()


def test_a_form_says_what_it_has_taken_out(event: Tournament, chief_client: Client) -> None:
    url = reverse("player-add", args=[event.slug])
    answer = chief_client.post(url, {"name": BAD, "first_round": "1"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "invisible characters (U+202E, U+200B). They have been taken out: send it again." in page
    assert f'value="{GOOD}"' in page
    assert not event.players.filter(name=GOOD).exists()
    assert chief_client.post(url, {"name": GOOD, "first_round": "1"}).status_code == 302
    assert event.players.filter(name=GOOD).exists()


@pytest.mark.parametrize(
    ("page", "field"),
    [
        ("settings", "name"),
        ("report-data", "city"),
        ("report-data", "time_control"),
        ("arbiters", "1-name"),
    ],
)
def test_the_settings_say_it_too(event: Tournament, chief_client: Client, page: str, field: str) -> None:
    answer = chief_client.post(reverse(page, args=[event.slug]), {field: f"Ri{OVERRIDE}ga"})
    assert answer.status_code == 422
    assert "invisible characters (U+202E)" in answer.content.decode()


def test_a_list_is_cleaned_and_says_so(event: Tournament, chief: User) -> None:
    found = lists.read(f"Name;Club\nFischer, R;A\n{BAD};S{BOM}C\nKeres, P{MARK};B", event)
    assert [entry["name"] for entry in found.entries] == ["Fischer, R", GOOD, "Keres, P"]
    assert found.entries[1]["club"] == "SC"
    assert found.unused == (
        "Lines 3, 4 contain invisible characters (U+202E, U+200B, U+FEFF, U+200F). They are left out.",
    )
    assert lists.read("Name;Club\nFischer,\xa0R;A", event).unused == ()


def test_a_report_is_cleaned_and_says_so(chief: User) -> None:
    event = load(chief, file(*HEADER, row(1, f"Low{OVERRIDE}, L"), row(2, "High, H"), row(3, NO_WIDTH * 3)))
    assert [p.name for p in event.players.all()] == ["Low, L", "High, H", "Player 3"]
    notes = supplied_to(event)
    assert "Player 1: U+202E in the name is left out, because it is invisible." in notes
    assert "Player 3: U+200B in the name is left out, because it is invisible." in notes


def test_a_reason_is_cleaned(event: Tournament, chief: User, chief_client: Client) -> None:
    builders.publish(event, 1, chief)
    player = event.players.get(number=3)
    url = reverse("player-expel", args=[event.slug, player.pk])
    chief_client.post(url, {"reason": f"Hit{OVERRIDE} somebody.\0"})
    assert AuditEvent.objects.get(action="player_expelled").reason == "Hit somebody."


# Dates are dates.


def born(birth: str, event: Tournament, actor: User) -> str:
    [player] = players.add_players(
        tournament=event, entries=[{"name": "Born, B", "birth": birth}], actor=actor
    )
    return Player.objects.get(pk=player.pk).birth


@pytest.mark.parametrize("birth", ["", "1990", "1990/05/31", "2000/02/29"])
def test_a_birth(event: Tournament, chief: User, birth: str) -> None:
    assert born(birth, event, chief) == birth


@pytest.mark.parametrize(
    "birth",
    ["9999/99/99", "9999", "0000", "1800", "1990/13/01", "1990/02/30", "1990/05", "١٩٩٠", "1990-05-31", "90"],
)
def test_no_birth(event: Tournament, chief: User, birth: str) -> None:
    with pytest.raises(ValidationError):
        born(birth, event, chief)


def test_nobody_is_born_tomorrow(event: Tournament, chief: User) -> None:
    tomorrow = timezone.localdate() + timedelta(days=1)
    with pytest.raises(ValidationError, match="Expected a birth from"):
        born(f"{tomorrow:%Y/%m/%d}", event, chief)


def test_nobody_is_born_after_the_event(event: Tournament, chief: User) -> None:
    event_services.change_regulations(
        tournament=event,
        changes={"start_date": date(1851, 5, 27), "end_date": date(1851, 7, 15)},
        actor=chief,
    )
    with pytest.raises(ValidationError, match="Expected a birth from 1731 to 1851/07/15"):
        born("1990", event, chief)
    assert born("1818/07/06", event, chief) == "1818/07/06"


@pytest.mark.parametrize("fide_id", ["007", "١٢٣", "12x"])
def test_a_fide_id_is_written_as_fide_writes_it(event: Tournament, chief: User, fide_id: str) -> None:
    with pytest.raises(ValidationError, match="Expected digits only"):
        players.add_players(tournament=event, entries=[{"name": "Id, I", "fide_id": fide_id}], actor=chief)


def test_the_form_says_what_is_no_birth(event: Tournament, chief_client: Client) -> None:
    fields = {"name": GOOD, "birth": "9999/99/99", "first_round": "1"}
    answer = chief_client.post(reverse("player-add", args=[event.slug]), fields)
    assert answer.status_code == 422
    assert "There is no such day." in answer.content.decode()


@pytest.mark.parametrize(
    ("field", "found", "kept", "note"),
    [
        ("birth", "2091/05/31", "", "born: “2091/05/31” became “”."),
        ("birth", "1990/05/00", "1990", "born: “1990/05/00” became “1990”."),
        ("birth", "1990/00/00", "1990", ""),
        ("federation", "x1", "", "federation: “x1” became “”."),
        ("federation", "sco", "SCO", "federation: “sco” became “SCO”."),
    ],
)
def test_what_pairs_nobody_never_stops_an_import(
    chief: User, field: str, found: str, kept: str, note: str
) -> None:
    fields: dict[str, Any] = {field: found}
    event = load(chief, file(*HEADER, row(1, "Low, L", **fields), row(2, "High, H")))
    assert getattr(event.players.get(number=1), field) == kept
    told = [line for line in supplied_to(event) if line.startswith("Player 1, ")]
    assert told == ([f"Player 1, {note}"] if note else [])


def test_a_rating_list_with_a_strange_year_is_refused_in_words(
    event: Tournament, chief_client: Client, tmp_path: Path
) -> None:
    rating_samples.load(tmp_path, rating_samples.text(rating_samples.person(101, "Old, O", B_day=1111)))
    answer = chief_client.post(reverse("player-find", args=[event.slug]), {"fide_id": "101"})
    assert answer.status_code == 422
    assert "Expected a birth from" in answer.content.decode()

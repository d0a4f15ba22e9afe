"""Choosing tie-breaks: a list for a new event, one's own in any order, without a script."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tournaments.models import AuditEvent, Tournament
from tournaments.standings import queries

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.any_database

STORED = "BH/C1,BH,SB"


def press(client: Client, event: Tournament, codes: str = STORED, **button: Any) -> Any:
    """Press a button on the page while it shows these codes."""
    seen = {"seen-tie_breaks": STORED, "seen-tie_break_text": "2026"}
    sent = {"code": codes.split(","), "text": "2026", **seen, **button}
    return client.post(reverse("tie-breaks", args=[event.slug]), sent)


def listed(answer: Any) -> str:
    """The codes in the order in which the page shows them."""
    return ",".join(answer.context["form"].codes)


@pytest.mark.parametrize(
    ("button", "after"),
    [
        ({"up": "BH"}, "BH,BH/C1,SB"),
        ({"down": "BH"}, "BH/C1,SB,BH"),
        ({"up": "BH/C1"}, "BH/C1,BH,SB"),
        ({"down": "SB"}, "BH/C1,BH,SB"),
        ({"remove": "BH/C1"}, "BH,SB"),
        ({"add": "1", "more": "DE/P"}, "BH/C1,BH,SB,DE/P"),
        ({"add": "1"}, "BH/C1,BH,SB"),
        ({"take": "DE,BH/C1,BH,SB,WIN"}, "DE,BH/C1,BH,SB,WIN"),
    ],
)
def test_each_button_shows_the_list_anew_and_saves_nothing(
    event: Tournament, chief_client: Client, button: dict[str, str], after: str
) -> None:
    answer = press(chief_client, event, **button)
    assert (answer.status_code, listed(answer)) == (200, after)
    assert "This order is not saved yet" in answer.content.decode()
    event.refresh_from_db()
    assert event.tie_breaks == STORED


def test_the_page_goes_on_where_one_was(event: Tournament, chief_client: Client) -> None:
    page = press(chief_client, event, up="SB").content.decode()
    assert '<button name="up" value="SB" autofocus>' in page


def test_saved_it_is_the_event_s_list_and_stands_in_its_log(event: Tournament, chief_client: Client) -> None:
    answer = press(chief_client, event, "DE,ARO/C1,BH", unrated="1400", save="1")
    assert answer.status_code == 302
    event.refresh_from_db()
    assert event.tie_breaks == "DE,ARO/C1/U1400,BH"
    told = AuditEvent.objects.first()
    assert told is not None
    assert told.after == {"tie_breaks": "DE,ARO/C1/U1400,BH"}
    page = chief_client.get(reverse("log", args=[event.slug])).content.decode()
    assert "tie-breaks BH/C1, BH, SB → DE, ARO/C1/U1400, BH" in page
    page = chief_client.get(reverse("event", args=[event.slug])).content.decode()
    assert "Average Rating of Opponents Cut 1, unrated as 1400" in page


def test_what_the_unrated_count_as_can_be_taken_back(event: Tournament, chief_client: Client) -> None:
    Tournament.objects.update(tie_breaks="ARO/U1400,TPR/U1400")
    form = chief_client.get(reverse("tie-breaks", args=[event.slug])).context["form"]
    assert form["unrated"].value() == 1400
    assert listed(press(chief_client, event, "ARO/U1400,TPR/U1400", unrated="", up="TPR/U1400")) == "TPR,ARO"


@pytest.mark.parametrize(
    ("sent", "fault"),
    [
        ({"add": "1", "more": "BH"}, "The tie-break BH is there already"),
        ({"add": "1", "more": "BH/C9"}, "BH/C9"),
        ({"save": "1", "unrated": "9000"}, "3999"),
        ({"save": "1", "codes": "BH,XYZ"}, "The tie-break XYZ is not known"),
    ],
)
def test_what_is_no_list_is_refused_with_its_reason(
    event: Tournament, chief_client: Client, sent: dict[str, str], fault: str
) -> None:
    answer = press(chief_client, event, **sent)
    assert answer.status_code == 422
    assert fault in answer.content.decode()
    event.refresh_from_db()
    assert event.tie_breaks == STORED


def test_a_refused_form_shows_what_is_stored_and_not_that_there_is_nothing(
    event: Tournament, chief_client: Client
) -> None:
    sent = {"save": "1", "code": ["BH", "XYZ"], "unrated": "9000"}
    page = chief_client.post(reverse("tie-breaks", args=[event.slug]), sent)
    assert page.status_code == 422
    html = page.content.decode()
    assert "None: points alone" not in html
    assert [column.code for column in page.context["form"].columns] == STORED.split(",")
    assert html.count(" checked>") == 2


def test_two_arbiters_at_once(event: Tournament, chief_client: Client) -> None:
    Tournament.objects.update(tie_breaks="DE")
    answer = press(chief_client, event, "SB", save="1")
    assert answer.status_code == 409
    assert "Somebody else has changed it to Direct Encounter in the meantime" in answer.content.decode()
    assert listed(answer) == "SB"
    seen = {f"seen-{name}": value for name, value in answer.context["form"].seen.items()}
    again = press(chief_client, event, "SB", save="1", **seen)
    assert again.status_code == 302
    event.refresh_from_db()
    assert event.tie_breaks == "SB"


def test_fixed_once_round_1_is_paired(event: Tournament, chief: User, chief_client: Client) -> None:
    builders.publish(event, 1, chief)
    page = chief_client.get(reverse("tie-breaks", args=[event.slug])).content.decode()
    assert "Round 1 is paired: the tie-breaks are fixed" in page
    assert "Save the tie-breaks" not in page
    answer = press(chief_client, event, "SB", save="1")
    assert answer.status_code == 422
    assert "Fixed since round 1 was paired" in answer.content.decode()


def test_a_new_event_takes_one_of_the_lists(chief: User, chief_client: Client) -> None:
    page = chief_client.get(reverse("tournament-new")).content.decode()
    assert "Direct encounter first" in page
    for name, chosen, stored in (("One", "DE,BH/C1,BH,SB,WIN", "DE,BH/C1,BH,SB,WIN"), ("Two", "", STORED)):
        sent = {"name": name, "number_of_rounds": 5, "scoring": "10-5-0", "bye": "win"}
        sent |= {"acceleration": "none", "tie_breaks": chosen}
        assert chief_client.post(reverse("tournament-new"), sent).status_code == 302
        assert Tournament.objects.get(name=name).tie_breaks == stored


def test_q199_every_tie_break_that_a_swiss_must_have_can_be_chosen(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    medians = ("C1", "C2", "M1", "M2")
    wanted = [
        *("AOB", "APPO", "APRO", "BPG", "BWG", "DE", "DE/P", "PTP", "REP", "RTNG", "STD", "TPN", "TPR"),
        *("WIN", "WON", "PS", "PS/C1", "PS/C2", "SB", "SB/C1", "SB/C2"),
        *(f"{base}{cut}" for base in ("ARO", "BH", "FB") for cut in ("", *(f"/{one}" for one in medians))),
    ]
    page = chief_client.get(reverse("tie-breaks", args=[event.slug])).content.decode()
    assert [code for code in wanted if f'<option value="{code}">' not in page] == []
    for code in wanted:
        with builders.undone():
            assert press(chief_client, event, code, save="1").status_code == 302
            assert Tournament.objects.get(pk=event.pk).tie_breaks == code
    builders.play(event, 1, chief)
    for code in wanted:
        event.tie_breaks = code
        assert all(code in line.values for line in queries.table(event)), code

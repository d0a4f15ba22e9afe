"""The pages of a correction: what it would change, what cannot be, and where it shows."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.tournaments.correction_samples import at, everything, points
from tests.tournaments.one_event import chief, db, event, made
from tournaments import rulebook
from tournaments.corrections import queries
from tournaments.corrections.queries import Wish
from tournaments.models import Correction, Tournament
from tournaments.rounds.services import rounds

__all__ = ["chief", "db", "event", "made"]

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def shown(event: Tournament, number: int, **wish: Any) -> queries.Preview:
    asked = Wish(number=number, board=wish.pop("board", 1), kind=wish.pop("kind", "result"), **wish)
    before = everything(event)
    found = queries.preview(*queries.planned(event, asked))
    assert everything(event) == before
    return found


def test_d8_the_preview_tells_scores_ranks_and_the_next_pairing(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    white, black = at(event, 1, 1, "w"), at(event, 1, 1, "b")
    told = shown(event, 1, result="0-1")
    changes = {change.player: change for change in told.standings}
    assert changes[white].points == (10, 0)
    assert changes[black].points == (0, 10)
    assert changes[black].rank[1] < changes[black].rank[0]
    (pairing,) = told.pairings
    assert (pairing.number, pairing.stays, pairing.message) == (2, False, "")
    assert pairing.difference
    ((before, after),) = told.boards
    assert (before.label, after.label) == ("1-0", "0-1")
    # What the page says comes true.
    expected = {frozenset({line.white.pk, line.black.pk}) for line in pairing.difference.new}
    builders.correct(event, 1, chief, result="0-1")
    assert {p: c.points[1] for p, c in changes.items()} == {p: points(event, p) for p in changes}
    builders.publish(event, 2, chief)
    assert expected <= builders.meetings(event, 2)


def test_d8_the_preview_says_whether_the_round_would_have_been_paired_otherwise(
    event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    told = shown(event, 1, result="0-1")
    made, coming = told.pairings
    assert (made.number, made.stays, coming.number, coming.stays) == (2, True, 3, False)
    assert made.difference
    assert coming.message == "This will be known when all results of round 2 are in."
    builders.enter(event, 2, chief)
    made, coming = shown(event, 1, result="0-1").pairings
    assert coming.difference is not None


def test_d8_the_preview_of_a_rating_correction_changes_nothing(event: Tournament, chief: User) -> None:
    for number in (1, 2):
        builders.play(event, number, chief)
    builders.publish(event, 3, chief)
    told = shown(event, 1, result="0-1")
    assert (told.standings, told.pairings) == ((), ())


@pytest.mark.parametrize("kind", ["result", "colours", "opponents"])
def test_d8_a_position_with_a_correction_supposed_is_the_one_that_comes_true(
    event: Tournament, chief: User, kind: str
) -> None:
    builders.play(event, 1, chief)
    here, there = at(event, 1, 1, "b"), at(event, 1, 3, "w")
    wish: dict[str, Any] = {
        "result": {"result": "0-1"},
        "colours": {},
        "opponents": {"player": here.pk, "other_player": there.pk},
    }[kind]
    planned, _window = queries.planned(event, Wish(number=1, board=1, kind=kind, **wish))
    cases: list[tuple[Correction, ...]] = [(), (planned,)]
    before, now = rulebook.position(event), rulebook.positions(event, cases)
    coming = rulebook.positions(event, cases, before=2)[1]
    builders.correct(event, 1, chief, kind=kind, **wish)
    assert now == [before, rulebook.position(event)]
    assert now[0] != now[1]
    assert coming == rulebook.position(event, before=2)


def test_d8_the_preview_of_wrong_opponents_names_both_boards(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    here, there = at(event, 1, 1, "b"), at(event, 1, 3, "w")
    told = shown(event, 1, kind="opponents", player=here.pk, other_player=there.pk)
    (_first, one), (_third, other) = told.boards
    assert (one.board, one.black, other.board, other.white) == (1, there, 3, here)


def asked(client: Client, event: Tournament, number: int, board: int = 1, **wish: str) -> str:
    return client.get(reverse("correction", args=[event.slug, number, board]), wish).content.decode()


def test_the_page_says_which_case_holds_and_what_would_change(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    builders.play(event, 1, chief)
    page = asked(chief_client, event, 1)
    assert "Now: case 1. Round 2 is not published yet: its pairing will take it into account." in page
    assert "What this would change" not in page
    seated = builders.names(event, 1, board=1)
    assert all(name in page.split("What an error counts for")[0] for name in seated)
    page = asked(chief_client, event, 1, kind="result", result="1/2-1/2")
    scores, ranks = page.split("Only the rank of")
    assert all(f'<th scope="row">{name}</th>' in scores for name in seated)
    assert not any(f'<th scope="row">{name}</th>' in ranks for name in seated)
    page = asked(chief_client, event, 1, kind="result", result="0-1")
    assert "Pairing of round 2" in page
    assert "The round will be paired differently:" in page
    builders.publish(event, 2, chief)
    page = asked(chief_client, event, 1, kind="result", result="0-1")
    assert "Now: case 2. Round 2 is paired already and stays as it is" in page
    assert "Had this been known, the round would have been paired differently. It stays as it is." in page
    builders.enter(event, 2, chief)
    builders.publish(event, 3, chief)
    page = asked(chief_client, event, 1, kind="colours")
    assert "Now: case 3." in page
    assert "Scores, ranks and pairings do not change." in page
    assert 'name="case" value="rating"' in page


@pytest.mark.parametrize(
    ("wish", "fault"),
    [
        ({"kind": "result", "result": "1-0"}, "That result is already entered."),
        ({"kind": "result", "result": "1-1"}, "is not offered here"),
        ({"kind": "adjourned"}, "is not offered here"),
        ({"kind": "opponents"}, "Choose a player of board 1, and one of another board."),
        ({"kind": "opponents", "player": "x", "other_player": "0"}, "is not offered here"),
    ],
)
def test_the_page_names_what_cannot_be(
    event: Tournament, chief: User, chief_client: Client, wish: dict[str, str], fault: str
) -> None:
    builders.play(event, 1, chief)
    answer = chief_client.get(reverse("correction", args=[event.slug, 1, 1]), wish)
    assert answer.status_code == 422
    assert fault in answer.content.decode()


def test_the_page_corrects_and_the_lists_show_it(
    event: Tournament, chief: User, chief_client: Client, client: Client
) -> None:
    builders.play(event, 1, chief)
    url = reverse("correction", args=[event.slug, 1, 1])
    shown = chief_client.get(url, {"kind": "colours"})
    assert [warning.level for warning in shown.context["question"].warnings] == [3]
    form = {"kind": "colours", "version": "1", "case": "next", "reason": "They told me."}
    # An arbiter who has not seen what it changes is asked first.
    assert chief_client.post(url, form | {"password_again": "chief"}).status_code == 422
    assert not Correction.objects.exists()
    form["confirmation"] = shown.context["question"].token
    done = chief_client.post(url, form, follow=True)
    assert "Round 1, board 1 is corrected. It counts from the pairing of round 2 on." in done.content.decode()
    for page in (
        done.content.decode(),
        client.get(reverse("round", args=[event.slug, 1])).content.decode(),
    ):
        assert "Board 1: played with the other colours." in page
        assert "They told me." in page
    white = at(event, 1, 1, "w")
    card = client.get(white.get_absolute_url()).content.decode()
    assert "played with the other colours" in card
    log = chief_client.get(reverse("log", args=[event.slug])).content.decode()
    assert "recorded the colours really played · round 1 · board 1: 1–5 1-0 → 5–1 0-1" in log
    assert "counts from round 2 on · “They told me.”" in log


def test_a_rating_correction_is_on_the_card_and_in_the_log(
    event: Tournament, chief: User, chief_client: Client, client: Client
) -> None:
    for number in (1, 2):
        builders.play(event, number, chief)
    builders.publish(event, 3, chief)
    builders.correct(event, 1, chief, result="0-1")
    white = at(event, 1, 1, "w")
    note = "for the rating report only: 1-0 corrected to 0-1"
    assert note in client.get(white.get_absolute_url()).content.decode()
    log = chief_client.get(reverse("log", args=[event.slug])).content.decode()
    assert "corrected what is reported for rating · round 1 · board 1: 1-0 → 0-1" in log
    assert "for the rating report only" in log


def test_a_page_that_is_out_of_date_changes_nothing(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    url = reverse("correction", args=[event.slug, 1, 1])
    form = {"kind": "colours", "version": "1", "case": "next", "reason": "So."}
    answer = chief_client.post(url, form | {"password_again": "chief"})
    assert answer.status_code == 409
    assert not Correction.objects.exists()


def test_a_draft_has_no_boards_to_correct(event: Tournament, chief: User, chief_client: Client) -> None:
    rounds.pair_round(tournament=event, number=1, actor=chief)
    assert chief_client.get(reverse("correction", args=[event.slug, 1, 1])).status_code == 404


def test_the_deadline_is_set_on_the_page_of_the_round(
    timed: Tournament, chief: User, chief_client: Client
) -> None:
    builders.publish(timed, 1, chief)
    url = reverse("round-deadline", args=[timed.slug, 1])
    assert chief_client.post(url, {"deadline": "soon"}).status_code == 422
    assert chief_client.post(url, {"deadline": "2001-01-01T12:00"}).status_code == 422
    page = chief_client.post(url, {"deadline": "2100-01-01T12:00"}, follow=True).content.decode()
    assert "The deadline is set." in page
    assert timed.rounds.get(number=1).deadline is not None
    desk = chief_client.get(reverse("desk", args=[timed.slug])).content.decode()
    assert "1 Jan. 12:00" in desk
    log = chief_client.get(reverse("log", args=[timed.slug])).content.decode()
    assert "set the deadline for corrections · round 1 · 1 Jan. 12:00" in log

"""The pages of prizes: typed at the desk, read by the public, awarded, signed for."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.papers.test_papers import text_of
from tests.prizes.samples import made, small, with_prizes
from tests.tournaments.one_event import chief, db, event
from tournaments.event.services import event as event_services
from tournaments.models import PrizeFund, PrizeList, Tournament
from tournaments.prizes import queries

pytestmark = pytest.mark.any_database

__all__ = ["chief", "db", "event", "made", "small", "with_prizes"]


def test_an_arbiter_types_the_prizes_of_a_list(
    client: Client, chief_client: Client, small: Tournament
) -> None:
    url = reverse("prize-fund", args=[small.slug])
    answer = chief_client.post(
        url,
        {"amounts": "1000, 600, 400", "sharing": "hort", "unawarded": "stays", "needed": "0"},
        follow=True,
    )
    assert "The prizes are announced." in answer.content.decode()
    assert PrizeList.objects.get().amounts == [100000, 60000, 40000]
    for route in ("event", "prizes"):
        page = client.get(reverse(route, args=[small.slug])).content.decode()
        assert "1\u202f000\xa0EUR" in page
        assert "by Hort’s system" in page
        assert "2\u202f000\xa0EUR in all" in page


@pytest.mark.parametrize(
    ("typed", "amounts"),
    [
        ("1000, 600, 400", [100000, 60000, 40000]),
        ("1000 600 400", [100000, 60000, 40000]),
        ("1 000; 600; 12,50", [100000, 60000, 1250]),
        ("1000\n600", [100000, 60000]),
        ("12.5,", [1250]),
    ],
)
def test_however_it_is_typed(chief_client: Client, small: Tournament, typed: str, amounts: list[int]) -> None:
    sent = {"amounts": typed, "sharing": "equally", "unawarded": "stays", "needed": "0"}
    assert chief_client.post(reverse("prize-fund", args=[small.slug]), sent).status_code == 302
    assert PrizeList.objects.get().amounts == amounts


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("1000, cup", "Prize 2: expected an amount of EUR, found “cup”"),
        ("400, 600", "Prize 2, 600\xa0EUR, is greater than the one before it"),
        ("1 000, 600", "Prize 2: expected more than 0"),
        ("", "This field is required"),
        (",", "This field is required"),
        ("1 " * 201, "Expected at most 200 prizes, found 201"),
        ("12.345", "found “12.345”"),
    ],
)
def test_what_is_no_list_of_prizes_says_where(
    chief_client: Client, small: Tournament, typed: str, fault: str
) -> None:
    sent = {"amounts": typed, "sharing": "equally", "unawarded": "stays", "needed": "0"}
    answer = chief_client.post(reverse("prize-fund", args=[small.slug]), sent)
    assert (answer.status_code, fault in answer.content.decode()) == (422, True)


def test_the_desk_changes_and_removes_them(chief_client: Client, with_prizes: Tournament) -> None:
    main = PrizeList.objects.get(place=1)
    url = reverse("prize-list", args=[with_prizes.slug, main.pk])
    page = chief_client.get(url).content.decode()
    assert 'value="1000, 600, 400"' in page
    sent = {"amounts": "1000, 500", "sharing": "equally", "unawarded": "stays", "needed": "3", "place": "2"}
    shown = {f"initial-{name}": value for name, value in {**sent, "needed": "0", "place": "1"}.items()}
    shown["initial-amounts"] = "1000, 600, 400"
    assert chief_client.post(url, sent | shown).status_code == 302
    main.refresh_from_db()
    assert (main.amounts, main.needed, main.place) == ([100000, 50000], 3, 2)
    stale = chief_client.post(url, sent | shown | {"amounts": "1000, 400"})
    assert (stale.status_code, "1000, 500" in stale.content.decode()) == (409, True)
    chief_client.post(reverse("prize-list-remove", args=[with_prizes.slug, main.pk]))
    assert not PrizeList.objects.filter(pk=main.pk).exists()


def test_what_holds_for_all_is_set_on_the_same_page(chief_client: Client, small: Tournament) -> None:
    url = reverse("prize-fund", args=[small.slug])
    assert (
        chief_client.post(url, {"currency": "jpy", "step": "100", "initial-one_each": "True"}).status_code
        == 302
    )
    fund = PrizeFund.objects.get()
    assert (fund.currency, fund.step, fund.one_each) == ("JPY", 100, False)
    wrong = chief_client.post(url, {"currency": "JPY", "step": "0"})
    assert (wrong.status_code, "Expected an amount of JPY" in wrong.content.decode()) == (422, True)
    assert chief_client.post(url, {"currency": "Yen!", "step": "1"}).status_code == 422


def test_after_round_1_the_page_asks_for_the_reason(
    chief_client: Client, with_prizes: Tournament, chief: User
) -> None:
    builders.publish(with_prizes, 1, chief)
    main = PrizeList.objects.get(place=1)
    url = reverse("prize-list", args=[with_prizes.slug, main.pk])
    sent = {"amounts": "1000", "sharing": "equally", "unawarded": "stays", "needed": "0", "place": "1"}
    assert chief_client.post(url, sent).status_code == 422
    assert chief_client.post(url, sent | {"reason": "The sponsor failed."}).status_code == 302
    removing = reverse("prize-list-remove", args=[with_prizes.slug, main.pk])
    assert chief_client.post(removing).status_code == 422
    assert chief_client.post(removing, {"reason": "It failed altogether."}).status_code == 302


def test_the_public_sees_who_gets_what_when_it_is_over_and_the_arbiters_before(
    client: Client, chief_client: Client, with_prizes: Tournament, chief: User
) -> None:
    desk, public = (reverse(route, args=[with_prizes.slug]) for route in ("awards", "prizes"))
    builders.play(with_prizes, 1, chief)
    early = chief_client.get(desk)
    assert early.context["awards"] is None
    assert "From the last round on" in early.content.decode()
    builders.publish(with_prizes, 2, chief)
    during = chief_client.get(desk).content.decode()
    assert "If it ended now" in during
    assert "provisional" in during
    assert client.get(public).context["awards"] is None
    builders.enter(with_prizes, 2, chief)
    settled = chief_client.get(desk).content.decode()
    assert "All results are in" in settled
    assert client.get(public).context["awards"] is None
    event_services.finish_tournament(tournament=with_prizes, actor=chief)
    page = client.get(public).content.decode()
    assert "share 1\u202f600\xa0EUR equally, which makes 800\xa0EUR." in page
    assert "2\u202f250\xa0EUR" in page
    french = client.get(public, headers={"Accept-Language": "fr"}).content.decode()
    assert "partagent 1\u202f600\xa0EUR à parts égales, soit 800\xa0EUR." in french


def test_the_reason_why_a_player_can_win_no_prizes_is_the_arbiters_alone(
    client: Client, chief_client: Client, with_prizes: Tournament, chief: User
) -> None:
    builders.play(with_prizes, 1, chief)
    builders.publish(with_prizes, 2, chief)
    player = with_prizes.players.get(number=1)
    page = reverse("player-edit", args=[with_prizes.slug, player.pk])
    out = reverse("player-no-prizes", args=[with_prizes.slug, player.pk])
    assert f'action="{out}"' in chief_client.get(page).content.decode()
    assert chief_client.post(out, {"reason": " "}).status_code == 422
    with_prizes.refresh_from_db()
    public = with_prizes.public_revision
    told = chief_client.post(out, {"reason": "Helps the <b>arbiters</b>."}, follow=True).content.decode()
    with_prizes.refresh_from_db()
    assert with_prizes.public_revision == public
    reason = "Helps the &lt;b&gt;arbiters&lt;/b&gt;."
    assert f"{player.name} can win no prizes. Reason: {reason}" in told
    builders.enter(with_prizes, 2, chief)
    assert reason in chief_client.get(reverse("awards", args=[with_prizes.slug])).content.decode()
    paper = chief_client.get(reverse("desk-paper", args=[with_prizes.slug, "awards", "pdf"]))
    assert f"Without prizes: {player.name}" in text_of(paper.content)
    event_services.finish_tournament(tournament=with_prizes, actor=chief)
    for route in ("prizes", "event", "standings"):
        seen = client.get(reverse(route, args=[with_prizes.slug])).content.decode()
        assert [
            words for words in ("Without prizes", "Helps the", "out of the prizes") if words in seen
        ] == []
    again = reverse("player-prizes-again", args=[with_prizes.slug, player.pk])
    assert f'action="{again}"' not in chief_client.get(page).content.decode()
    event_services.reopen_tournament(tournament=with_prizes, actor=chief)
    assert f'action="{again}"' in chief_client.get(page).content.decode()
    chief_client.post(again)
    player.refresh_from_db()
    assert not player.without_prizes


def test_while_the_last_round_is_on_its_results_count_as_they_come_in(
    with_prizes: Tournament, chief: User
) -> None:
    builders.play(with_prizes, 1, chief)
    builders.publish(with_prizes, 2, chief)
    four = queries.awards(with_prizes)
    assert four
    assert "4 with 1.0 points share 2" in four.lists[0].awards[0].told[0]
    builders.enter(with_prizes, 2, chief, dict.fromkeys((2, 3, 4), ""))
    first = queries.awards(with_prizes)
    assert first
    assert first.lists[0].awards[0].told[0].startswith("Place 1 of “Main prizes” with 2.0 points")


def test_receipts_are_printed_when_no_result_is_open(
    chief_client: Client, with_prizes: Tournament, chief: User
) -> None:
    Tournament.objects.filter(pk=with_prizes.pk).update(city="Turku", end_date="2026-11-22")
    receipts = reverse("desk-paper", args=[with_prizes.slug, "receipts", "pdf"])
    builders.play(with_prizes, 1, chief)
    builders.publish(with_prizes, 2, chief)
    assert receipts not in chief_client.get(reverse("awards", args=[with_prizes.slug])).content.decode()
    assert chief_client.get(receipts).status_code == 422
    builders.enter(with_prizes, 2, chief)
    answer = chief_client.get(reverse("awards", args=[with_prizes.slug]))
    recipients = answer.context["awards"].recipients
    assert answer.content.decode().count(f'href="{receipts}"') == 1
    paper = text_of(chief_client.get(receipts).content)
    assert (
        paper.count("Signature") == paper.count("Test Open, Turku, 22 November 2026") == len(recipients) >= 4
    )
    assert all(one.name in paper for one in recipients)

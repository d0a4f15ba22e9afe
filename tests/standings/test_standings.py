"""Standings after any round and of any category, opened value by value, and why one is ahead of another."""

from __future__ import annotations

from itertools import pairwise

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.tournaments.one_event import chief, db
from tests.tournaments.one_event import event as played
from tournaments import rulebook
from tournaments.log.acts import acting
from tournaments.models import AuditEvent, Game, Tournament
from tournaments.players.services import players
from tournaments.prizes import services as prizes
from tournaments.standings import queries

__all__ = ["chief", "db", "played"]

pytestmark = pytest.mark.any_database


@pytest.fixture(scope="module")
def made(module_db: None) -> int:
    """The key of an event with direct encounter, Buchholz Cut 1 and wins; three rounds are played."""
    chief = builders.user("chief")
    event = builders.tournament(chief, tie_breaks="DE,BH/C1,WIN", players=9)
    for number in (1, 2, 3):
        builders.play(event, number, chief, {2: Game.Result.DRAW, 3: Game.Result.BLACK_WINS})
    return event.pk


def text(client: Client, address: str, **query: object) -> str:
    answer = client.get(address, query)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def points(event: Tournament, after: int | None = None) -> dict[str, int]:
    return {row.player.name: row.standing.points for row in queries.rows(event, after)}


# After every round.


def test_after_an_earlier_round_only_that_much_counts(
    played: Tournament, client: Client, chief: User
) -> None:
    final = points(played)
    assert points(played, 3) == final
    after_1 = points(played, 1)
    assert max(after_1.values()) == 10
    assert points(played, 2) != final
    page = text(client, reverse("standings", args=[played.slug]), after=1)
    assert "Standings after round 1" in page
    assert '<a href="?after=1" aria-current="page">1</a>' in page
    # A correction that counts only for rating changes no table, not even earlier ones (C.04.2 D.8).
    builders.correct(played, 1, chief, board=1, result=Game.Result.DRAW)
    assert points(played, 1) == after_1


def test_who_enters_later_is_not_in_an_earlier_table(played: Tournament, chief: User) -> None:
    players.add_players(tournament=played, actor=chief, entries=[{"name": "Late, Lee", "rating": 2000}])
    builders.play(played, 4, chief)
    assert "Late, Lee" in points(played)
    assert "Late, Lee" not in points(played, 3)


@pytest.mark.parametrize("after", ["0", "4", "x", "-1", "²", "01", "9" * 40])
def test_a_round_that_is_not_over_has_no_standings(played: Tournament, client: Client, after: str) -> None:
    for route, *more in (("standings",), ("ahead", 2), ("player", 2)):
        answer = client.get(reverse(route, args=[played.slug, *more]), {"after": after, "workings": "shown"})
        assert answer.status_code == 404


# Of a category, without the expelled, and with the withdrawn.


def test_what_the_public_may_not_know_of_makes_no_table_again(
    played: Tournament, chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = queries.table(played)
    monkeypatch.setattr(rulebook, "stand", lambda *_: pytest.fail("made again"))
    with acting(played, chief) as act:
        act.record(AuditEvent.Action.RESULT_REPORTED, subject="Somebody")
    assert queries.table(played) == before


def test_a_category_has_places_of_its_own(played: Tournament, client: Client, chief: User) -> None:
    row = prizes.add_category(tournament=played, actor=chief, name="U2390", under_rating=2390)
    found = queries.rows(played, 2, row)
    assert [one.place for one in found] == sorted(one.place for one in found)
    assert found[0].place == 1
    assert [one.rank for one in found] == [
        one.rank for one in queries.rows(played, 2) if one.player in [other.player for other in found]
    ]
    page = text(client, reverse("standings", args=[played.slug]), category=row.pk, after=2)
    assert "Place: U2390" in page
    assert f'<a href="?category={row.pk}&amp;after=2" aria-current="page">U2390</a>' in page
    assert f'<a href="?category={row.pk}&amp;after=1">1</a>' in page


def test_the_expelled_leave_every_table_and_the_withdrawn_are_marked_in_words(
    played: Tournament, client: Client, chief: User
) -> None:
    out, gone, *_others = (row.player for row in queries.rows(played))
    players.expel_player(player=out, reason="A telephone rang twice.", actor=chief)
    players.withdraw_player(player=gone, actor=chief)
    for after in (None, 1):
        rows = queries.rows(played, after)
        assert out.pk not in {row.player.pk for row in rows}
        assert rows[0].rank == 1
    page = text(client, reverse("standings", args=[played.slug]), after=2)
    assert out.name not in page
    assert "withdrawn from round 4" in page
    assert client.get(reverse("ahead", args=[played.slug, out.number])).status_code == 404


# Each value can be opened.


def test_every_value_of_the_table_opens_its_working(played: Tournament, client: Client) -> None:
    row = queries.rows(played)[2]
    table = text(client, reverse("standings", args=[played.slug]))
    card = text(client, f"{row.player.get_absolute_url()}?workings=shown")
    for column in rulebook.columns(played):
        assert f'{row.player.get_absolute_url()}?workings=shown#{column.heading}"' in table
        assert f'id="{column.heading}"' in card
    earlier = text(client, reverse("standings", args=[played.slug]), after=2)
    assert f"{row.player.get_absolute_url()}?workings=shown&amp;after=2#DE" in earlier


def test_a_working_says_who_brought_what_what_was_cut_and_by_which_article(
    played: Tournament, client: Client
) -> None:
    row = queries.rows(played)[0]
    opened = next(
        one
        for one in rulebook.workings(played, row.player.number or 0, after=3)
        if one.column.code == "BH/C1"
    )
    assert len(opened.lines) == 3
    assert [line.left_out for line in opened.lines].count("14.1") == 1
    counted = sum(int(line.amount.replace(".", "")) for line in opened.lines if not line.left_out)
    assert counted == row.standing.values["BH/C1"] == opened.value
    page = text(client, f"{row.player.get_absolute_url()}?workings=shown").partition('id="BH-C1"')[2]
    assert "left out (14.1)" in page
    assert "C.07 8.1" in page


def test_the_workings_after_an_earlier_round(played: Tournament, client: Client) -> None:
    row = queries.rows(played)[0]
    assert {len(one.lines) for one in rulebook.workings(played, row.player.number or 0, after=1)[1:]} <= {
        0,
        1,
    }
    page = text(client, row.player.get_absolute_url(), workings="shown", after=1)
    assert "How the tie-breaks came about after round 1" in page


def test_one_table_serves_all_tie_breaks(played: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    table_of = rulebook.standings.ranking.table_of
    monkeypatch.setattr(
        rulebook.standings.ranking,
        "table_of",
        lambda *args, **kwargs: made.append(args) or table_of(*args, **kwargs),
    )
    assert len(rulebook.workings(played, 1, after=3)) == 3
    assert len(made) == 1


# Why one is ahead of another.


def test_why_one_is_ahead_of_the_next(played: Tournament, client: Client) -> None:
    rows = queries.rows(played)
    for above, below in pairwise(rows):
        page = text(client, reverse("ahead", args=[played.slug, below.player.number]))
        assert above.player.name in page
        assert below.player.name in page
        if above.rank == below.rank:
            assert "Nothing separates them: they share the rank" in page
        else:
            assert f"That decides: {above.player.name} is ahead." in page
        both = reverse("ahead-of", args=[played.slug, above.player.number, below.player.number])
        assert "That decides" in text(client, both) or above.rank == below.rank
    card = text(client, rows[1].player.get_absolute_url())
    assert reverse("ahead", args=[played.slug, rows[1].player.number]) in card


def test_the_first_is_compared_with_the_second(played: Tournament, client: Client) -> None:
    first, second, *_others = queries.rows(played)
    page = client.get(reverse("ahead", args=[played.slug, first.player.number]))
    assert page.context["lower"].player == second.player


@pytest.mark.parametrize("route", ["standings", "players"])
def test_who_finds_nobody_is_told_so_without_a_script_too(
    played: Tournament, client: Client, route: str
) -> None:
    """Otherwise the table would have no row left, and no head on a phone."""
    address = reverse(route, args=[played.slug])
    told = '<div role="status"><p class="nothing-found">Nobody of that name is in this list.'
    assert told in client.get(address, {"q": "zzz"}).content.decode()
    assert told not in client.get(address, {"q": "holm"}).content.decode()
    assert told not in client.get(address).content.decode()


def test_anybody_is_found_by_a_part_of_the_name(played: Tournament, client: Client) -> None:
    address = reverse("ahead", args=[played.slug, 1])
    page = client.get(address, {"q": "holm"})
    assert "Holm, A007" in {page.context["higher"].player.name, page.context["lower"].player.name}
    assert "Nobody of that name" in text(client, address, q="zzz")
    several = text(client, address, q="a00")
    assert reverse("ahead-of", args=[played.slug, 1, 3]) in several


@pytest.mark.parametrize("numbers", [(1, 1), (1, 99), (99, 1)])
def test_nobody_is_compared_with_himself_or_with_nobody(
    played: Tournament, client: Client, numbers: tuple[int, int]
) -> None:
    assert client.get(reverse("ahead-of", args=[played.slug, *numbers])).status_code == 404


def test_before_the_first_round_all_are_equal(event: Tournament, client: Client) -> None:
    assert "Nothing separates them" in text(client, reverse("ahead", args=[event.slug, 3]))


@pytest.mark.parametrize("name", ["players", "standings"])
def test_federations_have_a_column_where_somebody_has_one(
    played: Tournament, chief: User, client: Client, name: str
) -> None:
    address = reverse(name, args=[played.slug])
    assert "Fed.</th>" not in text(client, address)
    players.change_player(player=played.players.get(number=3), changes={"federation": "AZE"}, actor=chief)
    assert "Fed.</th>" in text(client, address)

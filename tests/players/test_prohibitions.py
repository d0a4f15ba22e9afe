"""Players kept apart: announced before round 1, obeyed by every pairing, fixed with round 1 (C.05 5.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from pairing import trf
from tests import builders
from tests.swiss import SWISS
from tests.tournaments.one_event import chief, db, event, made
from tournaments import rulebook
from tournaments.errors import Conflict, DomainError
from tournaments.event.services import event as event_services
from tournaments.models import AuditEvent, Prohibition, Tournament
from tournaments.players.services import players
from tournaments.rounds.queries.boards import games_of
from tournaments.rounds.services import rounds

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.any_database


def keys(event: Tournament, numbers: Iterable[int]) -> list[int]:
    return list(event.players.filter(number__in=list(numbers)).values_list("pk", flat=True))


def apart(
    event: Tournament, actor: User, *numbers: int, first: int = 1, last: int | None = None
) -> Prohibition:
    return event_services.keep_apart(
        tournament=event, players=keys(event, numbers), first_round=first, last_round=last, actor=actor
    )


def pairs(event: Tournament, number: int) -> set[frozenset[int | None]]:
    boards = games_of(event.rounds.get(number=number))
    return {frozenset((board.white.number, board.black.number)) for board in boards}


def text(answer: Answer) -> str:
    return " ".join(answer.content.decode().split())


@pytest.mark.parametrize("edition", SWISS.values(), ids=lambda edition: edition.code)
def test_no_edition_pairs_them(chief: User, edition: rulebook.Edition) -> None:
    """Of eight players 1 meets 5 in round 1, unless the regulations keep them apart."""
    free = builders.tournament(chief, edition=edition.code)
    assert frozenset((1, 5)) in pairs(free, builders.publish(free, 1, chief).number)
    event = builders.tournament(chief, edition=edition.code, name="Other Open")
    apart(event, chief, 1, 5, 6)
    for number in range(1, 4):
        builders.play(event, number, chief)
        forbidden = {frozenset(pair) for pair in ((1, 5), (1, 6), (5, 6))}
        assert not pairs(event, number) & forbidden


def test_only_in_the_rounds_that_were_announced(chief: User) -> None:
    event = builders.tournament(chief, players=2, rounds=3)
    apart(event, chief, 1, 2, first=2, last=3)
    builders.play(event, 1, chief, {1: "0F-0F"})
    assert pairs(event, 1) == {frozenset((1, 2))}
    with pytest.raises(DomainError) as refusal:
        rounds.pair_round(tournament=event, number=2, actor=chief)
    assert refusal.value.code == "unpairable"


def test_the_group_reaches_the_report_and_comes_back(event: Tournament, chief: User) -> None:
    apart(event, chief, 1, 2, 3)
    apart(event, chief, 4, 5, first=2, last=3)
    groups = rulebook.position(event).forbidden
    assert [(set(g.players), g.first, g.last) for g in groups] == [({1, 2, 3}, 1, None), ({4, 5}, 2, 3)]
    found = trf.read(rulebook.report(event).encode()).forbidden
    assert {(g.players, g.first, g.last or 5) for g in found} == {
        (frozenset({1, 2, 3}), 1, 5),
        (frozenset({4, 5}), 2, 3),
    }


def test_a_group_follows_its_players_and_not_their_numbers(event: Tournament, chief: User) -> None:
    apart(event, chief, 1, 2)
    before = rulebook.fingerprint(event, 1)
    players.add_players(tournament=event, entries=[{"name": "High, H", "rating": 2900}], actor=chief)
    assert rulebook.position(event).forbidden[0].players == {2, 3}
    players.remove_player(player=event.players.get(number=1), actor=chief)
    assert rulebook.fingerprint(event, 1) == before


def test_a_draft_is_out_of_date_when_a_group_changes(event: Tournament, chief: User) -> None:
    before = rulebook.fingerprint(event, 1)
    group = apart(event, chief, 7, 8)
    assert rulebook.fingerprint(event, 1) != before
    event_services.let_meet(tournament=event, prohibition=group.pk, actor=chief)
    assert rulebook.fingerprint(event, 1) == before


def test_the_log_names_them(event: Tournament, chief: User) -> None:
    group = apart(event, chief, 1, 2, first=2, last=4)
    line = AuditEvent.objects.filter(tournament=event)[0]
    assert (line.action, line.subject) == ("kept_apart", "Adler, A000 – Berg, A001")
    assert line.after == {"first_round": 2, "last_round": 4}
    event_services.let_meet(tournament=event, prohibition=group.pk, actor=chief)
    assert AuditEvent.objects.filter(tournament=event)[0].action == "let_meet"
    with pytest.raises(Conflict):
        event_services.let_meet(tournament=event, prohibition=group.pk, actor=chief)


@pytest.mark.parametrize(
    ("numbers", "first", "last", "code"),
    [
        ((), 1, None, "too_few"),
        ((1,), 1, None, "too_few"),
        ((1, 99), 1, None, "too_few"),
        ((1, 2), 0, None, "rounds"),
        ((1, 2), 3, 2, "rounds"),
        ((1, 2), 1, 6, "rounds"),
        ((1, 2), 6, None, "rounds"),
    ],
)
def test_nonsense_is_refused(
    event: Tournament, chief: User, numbers: tuple[int, ...], first: int, last: int | None, code: str
) -> None:
    with pytest.raises(DomainError) as refusal:
        apart(event, chief, *numbers, first=first, last=last)
    assert refusal.value.code == code
    assert not Prohibition.objects.exists()


def test_players_of_another_event_are_no_members(event: Tournament, chief: User) -> None:
    other = builders.tournament(chief, name="Other Open")
    with pytest.raises(DomainError, match="at least two"):
        event_services.keep_apart(tournament=event, players=keys(other, (1, 2)), actor=chief)


@pytest.mark.parametrize("published", [False, True])
def test_they_are_fixed_once_round_1_is_paired(event: Tournament, chief: User, published: bool) -> None:
    group = apart(event, chief, 1, 2)
    rounds.pair_round(tournament=event, number=1, actor=chief)
    if published:
        rounds.publish_round(tournament=event, number=1, actor=chief)
    for act in (
        lambda: apart(event, chief, 3, 4),
        lambda: event_services.let_meet(tournament=event, prohibition=group.pk, actor=chief),
    ):
        with pytest.raises(DomainError) as refusal:
            act()
        assert refusal.value.code == "binding"
    assert Prohibition.objects.count() == 1


def test_who_is_removed_leaves_the_groups_and_a_group_of_one_goes(event: Tournament, chief: User) -> None:
    apart(event, chief, 1, 2)
    three = apart(event, chief, 1, 3, 4)
    players.remove_player(player=event.players.get(number=1), actor=chief)
    assert list(event.prohibitions.all()) == [three]
    assert rulebook.position(event).forbidden[0].players == {2, 3}
    actions = AuditEvent.objects.filter(tournament=event).values_list("action", flat=True)[:2]
    assert list(actions) == ["player_removed", "let_meet"]


def test_a_member_who_has_not_played_yet_is_not_removed_any_more(event: Tournament, chief: User) -> None:
    """A late entry named in the regulations: the group is fixed, so they can only withdraw."""
    late = event.players.get(number=8)
    players.change_player(player=late, changes={"first_round": 3}, actor=chief)
    apart(event, chief, 1, 8)
    builders.play(event, 1, chief)
    with pytest.raises(DomainError) as refusal:
        players.remove_player(player=late, actor=chief)
    assert refusal.value.code == "has_begun"


# The page.


def test_the_page_adds_shows_and_removes_a_group(
    chief_client: Client, event: Tournament, client: Client
) -> None:
    url = reverse("apart", args=[event.slug])
    page = text(chief_client.get(url))
    assert "Nobody is kept apart." in page
    assert page.count('type="checkbox"') == 8
    sent = {"players": keys(event, (1, 8)), "first_round": 1, "last_round": ""}
    shown = text(chief_client.post(url, sent, follow=True))
    assert "These players are kept apart." in shown
    assert re.search(r"Adler, A000</a> – <a[^>]*>Holm, A007</a> <small>in all rounds", shown)
    public = text(client.get(reverse("event", args=[event.slug])))
    assert "Players kept apart" in public
    assert "Holm, A007" in public
    group = event.prohibitions.get()
    gone = chief_client.post(reverse("apart-remove", args=[event.slug, group.pk]), follow=True)
    assert "These players may meet." in text(gone)
    assert "Players kept apart" not in text(client.get(reverse("event", args=[event.slug])))


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"first_round": 1}, "Choose at least two players"),
        ({"players": [1], "first_round": 0}, "greater than or equal to 1"),
        ({"players": ["x"], "first_round": 1}, "is not offered here"),
        ({"players": [1, 2], "first_round": 4, "last_round": 3}, "Expected rounds from 1 to 5"),
    ],
)
def test_the_page_says_what_is_wrong_and_keeps_what_was_chosen(
    chief_client: Client, event: Tournament, sent: dict[str, object], words: str
) -> None:
    people = keys(event, range(1, 9))
    chosen = [people[n - 1] if isinstance(n, int) else n for n in sent.get("players", [])]  # type: ignore[attr-defined]
    answer = chief_client.post(reverse("apart", args=[event.slug]), sent | {"players": chosen})
    assert answer.status_code == 422
    assert words in text(answer)
    checked = re.findall(r'name="players" value="(\d+)"[^>]*checked', answer.content.decode())
    assert [int(key) for key in checked] == [key for key in chosen if isinstance(key, int)]
    assert not Prohibition.objects.exists()


def test_the_page_shows_them_fixed_with_the_article(
    chief_client: Client, event: Tournament, chief: User
) -> None:
    apart(event, chief, 1, 2)
    url = reverse("apart", args=[event.slug])
    builders.publish(event, 1, chief)
    page = text(chief_client.get(url))
    assert "these groups are fixed (C.05 5.2)" in page
    assert "Let them meet" not in page
    assert 'type="checkbox"' not in page
    sent = {"players": keys(event, (3, 4)), "first_round": 1}
    assert chief_client.post(url, sent).status_code == 422
    assert Prohibition.objects.count() == 1


def test_the_settings_lead_there(chief_client: Client, event: Tournament) -> None:
    assert reverse("apart", args=[event.slug]) in text(
        chief_client.get(reverse("settings", args=[event.slug]))
    )

"""Pairing numbers: the initial order, its last criterion, and when numbers change (C.04.2 B, C)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.swiss import SWISS
from tournaments import rulebook
from tournaments.errors import ConfirmationNeeded, Conflict, DomainError, Level
from tournaments.event.services import event as event_services
from tournaments.models import AuditEvent, Player, Tournament
from tournaments.players.queries import presence
from tournaments.players.services import numbers, players
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.any_database


def order(event: Tournament) -> list[str]:
    """Names by pairing number; the numbers must be 1 to n without a gap."""
    rows = list(event.players.order_by("number").values_list("number", "name"))
    assert [number for number, _name in rows] == list(range(1, len(rows) + 1))
    return [name for _number, name in rows]


def add(event: Tournament, actor: User, *entries: dict[str, Any]) -> list[Player]:
    return players.add_players(tournament=event, entries=entries, actor=actor)


def exchange(event: Tournament, actor: User, one: str, other: str) -> None:
    rows = {row.name: row for row in event.players.all()}
    builders.confirmed(numbers.exchange_numbers, player=rows[one], other=rows[other], actor=actor)


@pytest.fixture
def equals(chief: User) -> Tournament:
    """Four players of the same rating without a title, one with a higher rating, and one with a title."""
    event = builders.tournament(chief, players=0)
    add(
        event,
        chief,
        {"name": "Above, A", "rating": 2300},
        {"name": "Equal, A", "rating": 2200, "birth": "1990", "fide_id": "40"},
        {"name": "Equal, B", "rating": 2200, "birth": "1980", "fide_id": "300"},
        {"name": "Equal, C", "rating": 2200, "birth": "1985/05/31"},
        {"name": "Equal, D", "rating": 2200, "fide_id": "7"},
        {"name": "Titled, T", "rating": 2200, "title": "FM"},
    )
    return event


# B.2: the criterion.


@pytest.mark.parametrize(
    ("criterion", "expected"),
    [("name", "ABCD"), ("birth", "BCAD"), ("fide_id", "DABC")],
)
def test_b2_another_criterion_may_be_announced(
    equals: Tournament, chief: User, criterion: str, expected: str
) -> None:
    """Players whom it does not place come last, in alphabetical order."""
    event_services.change_regulations(tournament=equals, changes={"among_equals": criterion}, actor=chief)
    assert order(equals) == ["Above, A", "Titled, T", *(f"Equal, {letter}" for letter in expected)]


def test_b2_c_an_accented_letter_stands_with_the_plain_one(chief: User) -> None:
    event = builders.tournament(chief, players=0)
    for name in ("Fox, F", "Élan, É", "Eden, E", "øverli, Å", "Perez, P", "Olsen, O"):
        add(event, chief, {"name": name, "rating": 2000})
    assert order(event) == ["Eden, E", "Élan, É", "Fox, F", "Olsen, O", "øverli, Å", "Perez, P"]


@pytest.mark.parametrize("criterion", ["name", "fide_id", "birth"])
def test_b2_the_longest_names_exchange_their_numbers(chief: User, criterion: str) -> None:
    event = builders.tournament(chief, players=0, among_equals=criterion)
    names = [letter + "ß" * 79 for letter in "AB"]
    for name in names:
        fide_id = f"{ord(name[0])}" * 5
        add(event, chief, {"name": name, "rating": 2000, "fide_id": fide_id, "birth": "1990/05/31"})
    exchange(event, chief, *names)
    assert order(event) == names[::-1]


def test_b2_by_lot_everybody_keeps_theirs(equals: Tournament, chief: User) -> None:
    event_services.change_regulations(tournament=equals, changes={"among_equals": "lot"}, actor=chief)
    lots = dict(equals.players.values_list("name", "among_equals"))
    assert len(set(lots.values())) == 6
    assert all(len(lot) == 12 for lot in lots.values())
    drawn = order(equals)
    assert drawn[2:] == sorted(drawn[2:], key=lots.__getitem__)
    add(equals, chief, {"name": "Late, L", "rating": 2200})
    assert [name for name in order(equals) if name != "Late, L"] == drawn
    assert equals.players.get(name="Late, L").among_equals


def test_b2_a_lot_is_drawn_by_chance(chief: User) -> None:
    event = builders.tournament(chief, players=0, among_equals="lot")
    add(event, chief, *[{"name": f"Same, {n:02}", "rating": 2000} for n in range(30)])
    assert order(event) != sorted(order(event))


@pytest.mark.parametrize(
    ("edition", "expected"),
    [
        ("dutch-2016", ["GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"]),
        ("dutch-2026", ["GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"]),
        ("rating-2012", ["GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"]),
        # A.2 c of 1998, which does not know the candidate masters: they rank with those without a title.
        ("rating-1998", ["GM", "WGM", "IM", "WIM", "FM", "WFM", "CM", "WCM"]),
    ],
)
def test_b2_titles_rank_by_the_edition(chief: User, edition: str, expected: list[str]) -> None:
    event = builders.tournament(chief, players=0, edition=edition)
    names = {
        title: f"{'ABCDEFGH'[place]}, {title}" for place, title in enumerate(sorted(Player.Title.values))
    }
    add(event, chief, *[{"name": name, "title": title, "rating": 2000} for title, name in names.items()])
    assert [name.split(", ")[1] for name in order(event)] == expected


def test_b2_the_titles_of_another_edition_rank_at_once(chief: User) -> None:
    event = builders.tournament(chief, players=0, edition="dutch-2016")
    add(event, chief, *[{"name": f"P, {t}", "title": t, "rating": 2000} for t in ("IM", "WGM")])
    event_services.change_regulations(tournament=event, changes={"edition": "rating-1998"}, actor=chief)
    assert order(event) == ["P, WGM", "P, IM"]


# The exchange among equals.


def test_b2_equal_players_exchange_their_numbers(equals: Tournament, chief: User) -> None:
    exchange(equals, chief, "Equal, A", "Equal, D")
    assert order(equals)[2:] == [f"Equal, {letter}" for letter in "DBCA"]
    act = AuditEvent.objects.filter(action="numbers_exchanged").get()
    assert act.before == {"numbers": ["3 Equal, A", "6 Equal, D"]}
    assert act.after == {"numbers": ["6 Equal, A", "3 Equal, D"]}


def test_b2_an_exchange_outlasts_what_comes_after(equals: Tournament, chief: User) -> None:
    exchange(equals, chief, "Equal, A", "Equal, D")
    add(equals, chief, {"name": "Equal, AB", "rating": 2200}, {"name": "Top, T", "rating": 2500})
    expected = ["Equal, D", "Equal, AB", "Equal, B", "Equal, C", "Equal, A"]
    assert order(equals)[3:] == expected
    exchange(equals, chief, "Equal, D", "Equal, A")
    assert order(equals)[3:] == ["Equal, A", "Equal, AB", "Equal, B", "Equal, C", "Equal, D"]


def test_b2_another_criterion_makes_exchanges_void(equals: Tournament, chief: User) -> None:
    exchange(equals, chief, "Equal, A", "Equal, D")
    event_services.change_regulations(tournament=equals, changes={"among_equals": "birth"}, actor=chief)
    assert order(equals)[2:] == [f"Equal, {letter}" for letter in "BCAD"]


@pytest.mark.parametrize("other", ["Above, A", "Titled, T"])
def test_b2_who_differs_in_rating_or_title_keeps_their_number(
    equals: Tournament, chief: User, other: str
) -> None:
    before = order(equals)
    with pytest.raises(DomainError, match="differ in rating or title") as refused:
        exchange(equals, chief, "Equal, A", other)
    assert refused.value.code == "not_equal"
    assert order(equals) == before


def test_b2_an_exchange_is_asked_about_first(equals: Tournament, chief: User) -> None:
    one, other = equals.players.get(name="Equal, A"), equals.players.get(name="Equal, B")
    with pytest.raises(ConfirmationNeeded) as question:
        numbers.exchange_numbers(player=one, other=other, actor=chief)
    assert question.value.level is Level.HARMLESS
    assert order(equals)[2] == "Equal, A"


def test_b2_numbers_are_exchanged_only_by_two_who_are_in_the_event(
    equals: Tournament, event: Tournament, chief: User
) -> None:
    """The other one was removed since the page was loaded, or plays somewhere else."""
    one, gone = equals.players.get(name="Equal, A"), equals.players.get(name="Equal, B")
    players.remove_player(player=gone, actor=chief)
    for other in (gone, event.players.get(number=1)):
        with pytest.raises(Conflict, match="removed in the meantime"):
            numbers.exchange_numbers(player=one, other=other, actor=chief)


def test_b3_until_round_4_is_paired_equals_exchange_and_not_after(chief: User) -> None:
    event = builders.tournament(chief, players=0)
    add(event, chief, *[{"name": f"Same, {letter}", "rating": 2000} for letter in "ABCDEFGH"])
    for number in (1, 2, 3):
        builders.play(event, number, chief)
    exchange(event, chief, "Same, A", "Same, B")
    assert order(event)[:2] == ["Same, B", "Same, A"]
    rounds.pair_round(tournament=event, number=4, actor=chief)
    with pytest.raises(
        DomainError, match=r"Round 4 has been paired: pairing numbers can no longer change"
    ) as refused:
        exchange(event, chief, "Same, A", "Same, B")
    assert refused.value.code == "frozen"


# B.3: corrections.


def corrected(event: Tournament, actor: User, rating: int = 2800) -> Player:
    """The last player's rating turns out to be the highest."""
    last = event.players.get(number=8)
    players.change_player(player=last, changes={"rating": rating}, actor=actor)
    return last


@pytest.mark.parametrize("played", [1, 2, 3])
def test_b3_numbers_are_assigned_anew_until_round_4_is_paired(
    event: Tournament, chief: User, played: int
) -> None:
    for number in range(1, played + 1):
        builders.play(event, number, chief)
    before = order(event)
    last = corrected(event, chief)
    assert order(event) == before
    assert len(presence.moves(event)) == 8
    assert builders.confirmed(numbers.assign_numbers, tournament=event, actor=chief) == 8
    assert order(event) == [last.name, *before[:-1]]
    assert presence.moves(event) == []


@pytest.mark.parametrize("published", [False, True])
@pytest.mark.parametrize("edition", [code for code, one in SWISS.items() if not one.needs_ratings])
def test_b3_after_round_4_is_paired_no_number_changes_for_a_correction(
    chief: User, edition: str, *, published: bool
) -> None:
    event = builders.tournament(chief, edition=edition)
    for number in (1, 2, 3):
        builders.play(event, number, chief)
    rounds.pair_round(tournament=event, number=4, actor=chief)
    if published:
        rounds.publish_round(tournament=event, number=4, actor=chief)
    before = order(event)
    corrected(event, chief)
    article = re.escape(rulebook.article(event, "C.04.2 B.3"))
    with pytest.raises(DomainError, match=article) as refused:
        builders.confirmed(numbers.assign_numbers, tournament=event, actor=chief)
    assert refused.value.code == "frozen"
    assert order(event) == before


def test_b3_what_was_published_does_not_change_with_the_numbers(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    before = builders.meetings(event, 1)
    corrected(event, chief)
    builders.confirmed(numbers.assign_numbers, tournament=event, actor=chief)
    assert builders.meetings(event, 1) == before
    builders.play(event, 2, chief)


def test_b3_a_draft_with_the_old_numbers_is_made_anew(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    rounds.pair_round(tournament=event, number=2, actor=chief)
    corrected(event, chief)
    builders.confirmed(numbers.assign_numbers, tournament=event, actor=chief)
    with pytest.raises(DomainError, match="Pair round 2 again"):
        rounds.publish_round(tournament=event, number=2, actor=chief)


def test_b3_the_question_names_who_gets_which_number(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    last = corrected(event, chief, rating=2391)
    with pytest.raises(ConfirmationNeeded) as question:
        numbers.assign_numbers(tournament=event, actor=chief)
    [warning] = question.value.warnings
    assert warning.level is Level.HARMLESS
    assert warning.sentence == "6 players get another pairing number."
    assert warning.details[0] == f"8 → 3 {last.name}" or warning.details[-1] == f"8 → 3 {last.name}"


def test_b3_numbers_that_follow_already_are_left_alone(event: Tournament, chief: User) -> None:
    with pytest.raises(Conflict, match="follow the data already"):
        numbers.assign_numbers(tournament=event, actor=chief)


def test_a_corrected_name_changes_no_number_unasked_once_round_1_is_out(chief: User) -> None:
    event = builders.tournament(chief, players=0)
    add(event, chief, *[{"name": f"Same, {letter}", "rating": 2000} for letter in "ABCD"])
    builders.publish(event, 1, chief)
    first = event.players.get(number=1)
    builders.confirmed(players.change_player, player=first, changes={"name": "Same, Z"}, actor=chief)
    assert order(event) == ["Same, Z", "Same, B", "Same, C", "Same, D"]


# C.3: the list of participants.


def test_c3_a_closed_list_takes_nobody_until_it_is_opened(event: Tournament, chief: User) -> None:
    numbers.close_list(tournament=event, actor=chief)
    with pytest.raises(DomainError, match="The list of participants is closed") as refused:
        add(event, chief, {"name": "Late, L"})
    assert refused.value.code == "list_closed"
    assert event.players.count() == 8
    numbers.open_list(tournament=event, actor=chief)
    add(event, chief, {"name": "Late, L"})


def test_c3_a_list_is_closed_and_opened_once(event: Tournament, chief: User) -> None:
    with pytest.raises(Conflict):
        numbers.open_list(tournament=event, actor=chief)
    numbers.close_list(tournament=event, actor=chief)
    with pytest.raises(Conflict):
        numbers.close_list(tournament=event, actor=chief)


def test_c3_closing_asks_about_numbers_that_do_not_follow_the_data(event: Tournament, chief: User) -> None:
    """They could have been assigned anew before; once nobody enters any more, they are definitive."""
    builders.publish(event, 1, chief)
    players.change_player(player=event.players.get(number=8), changes={"rating": 2398}, actor=chief)
    with pytest.raises(ConfirmationNeeded) as question:
        numbers.close_list(tournament=event, actor=chief)
    [warning] = question.value.warnings
    assert warning.sentence.endswith("With the corrected data 7 would be different.")
    assert warning.details[0] == f"8 → 2 {event.players.get(number=8).name}"
    numbers.close_list(tournament=event, actor=chief, confirmation=question.value.token)
    event.refresh_from_db()
    assert event.list_closed_at
    assert event.players.get(rating=2398).number == 8


def test_c3_closing_does_not_ask_once_they_are_frozen(chief: User) -> None:
    event = builders.tournament(chief, edition="dutch-2026")
    for number in (1, 2, 3, 4):
        builders.play(event, number, chief)
    players.change_player(player=event.players.get(number=8), changes={"rating": 2398}, actor=chief)
    numbers.close_list(tournament=event, actor=chief)
    event.refresh_from_db()
    assert event.list_closed_at


def test_the_desk_s_list_calls_no_numbers_provisional_that_are_fixed(
    chief: User, chief_client: Client
) -> None:
    swiss = builders.tournament(chief, players=4)
    table = builders.tournament(chief, players=4, rounds=3, edition="round-robin", name="Table")
    for event, said in ((swiss, True), (table, False)):
        builders.publish(event, 1, chief)
        page = chief_client.get(reverse("desk-players", args=[event.slug])).content.decode()
        assert ("provisional" in page) is said
        assert ("numbers fixed" in page) is not said
        assert "assigned again with every change" not in page


def test_c3_the_public_list_calls_its_numbers_provisional_until_then(
    client: Client, event: Tournament, chief: User
) -> None:
    url = reverse("players", args=[event.slug])
    assert "provisional numbers" in client.get(url).content.decode()
    numbers.close_list(tournament=event, actor=chief)
    assert "provisional numbers" not in client.get(url).content.decode()
    numbers.open_list(tournament=event, actor=chief)
    assert "provisional numbers" in client.get(url).content.decode()


def test_b3_a_draft_does_not_tell_the_public_that_the_numbers_are_fixed(client: Client, chief: User) -> None:
    """The first round fixes those of a round robin; a page kept from before the draft would not say so."""
    table = builders.tournament(chief, players=4, rounds=3, edition="round-robin", name="Table")
    url = reverse("players", args=[table.slug])
    rounds.pair_round(tournament=table, number=1, actor=chief)
    assert "provisional numbers" in client.get(url).content.decode()
    rounds.publish_round(tournament=table, number=1, actor=chief)
    assert "provisional numbers" not in client.get(url).content.decode()


@pytest.mark.parametrize("played", [1, 4])
@pytest.mark.parametrize("rating", [2900, 2388, None])
@pytest.mark.parametrize("edition", ["dutch-2016", "dutch-2026"])
def test_c2_the_number_of_a_late_entry_can_be_told_before(
    chief: User, edition: str, rating: int | None, played: int
) -> None:
    event = builders.tournament(chief, edition=edition)
    for number in range(1, played + 1):
        builders.play(event, number, chief)
    late = Player(tournament=event, name="Late, L", rating=rating)
    told = presence.with_late_entries(event, [late]).index(late) + 1
    [late] = add(event, chief, {"name": "Late, L", "rating": rating})
    assert late.number == told

"""Players: the initial order (C.04.2 B), late entries (C), withdrawals and byes (D.3, D.4)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tournaments import rulebook
from tournaments.errors import Conflict, DomainError
from tournaments.models import AuditEvent, Player, Round, Seat, Tournament
from tournaments.players.services import byes, players
from tournaments.rounds.services import rounds

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.any_database


def order(event: Tournament) -> list[str]:
    """Names by pairing number; the numbers must be 1 to n without a gap."""
    rows = list(event.players.order_by("number").values_list("number", "name"))
    assert [number for number, _name in rows] == list(range(1, len(rows) + 1))
    return [name for _number, name in rows]


def add(event: Tournament, actor: User, *entries: dict[str, Any]) -> list[Player]:
    return players.add_players(tournament=event, entries=entries, actor=actor)


def late(event: Tournament, actor: User, name: str, rating: int, **fields: Any) -> Player:
    return add(event, actor, {"name": name, "rating": rating, **fields})[0]


def numbered(event: Tournament, number: int) -> Player:
    return event.players.get(number=number)


def cell(event: Tournament, player: Player, number: int) -> str:
    """The player's result in the round, in the report's code."""
    player.refresh_from_db()
    row = next(p for p in rulebook.position(event).players if p.number == player.number)
    return row.cell(number).outcome.value


# B.2: rating, title, name.


@pytest.fixture
def empty(chief: User) -> Tournament:
    return builders.tournament(chief, players=0)


def test_b2_order_is_rating_then_title_then_name(empty: Tournament, chief: User) -> None:
    titles = ["GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", ""]
    entries = [{"name": f"Same, {title or 'None'}", "title": title, "rating": 2300} for title in titles]
    entries += [
        {"name": "Zander, Higher", "rating": 2301},
        {"name": "Abel, Lower", "title": "GM", "rating": 2299},
        {"name": "adams, small", "rating": 2300},
        {"name": "Adams, Tall", "rating": 2300},
        {"name": "Unrated, Grandmaster", "title": "GM", "rating": None},
        {"name": "Unrated, Abel", "rating": None},
        {"name": "Unrated, Zoë", "rating": None},
    ]
    random.Random(4).shuffle(entries)
    add(empty, chief, *entries)
    assert order(empty) == [
        "Zander, Higher",
        *(f"Same, {title}" for title in titles[:-1]),
        "adams, small",
        "Adams, Tall",
        "Same, None",
        "Abel, Lower",
        "Unrated, Grandmaster",
        "Unrated, Abel",
        "Unrated, Zoë",
    ]


def test_b2_the_order_of_entering_does_not_matter(empty: Tournament, chief: User) -> None:
    for name, rating in (("Third, C", 1800), ("First, A", 2400), ("Second, B", 2100)):
        late(empty, chief, name, rating)
    assert order(empty) == ["First, A", "Second, B", "Third, C"]


def test_adding_tells_the_numbers(empty: Tournament, chief: User) -> None:
    added = add(empty, chief, {"name": "Low, L", "rating": 1500}, {"name": "High, H", "rating": 2500})
    assert [(p.name, p.number) for p in added] == [("Low, L", 2), ("High, H", 1)]


def test_b3_a_correction_before_round_1_renumbers(event: Tournament, chief: User) -> None:
    last = numbered(event, 8)
    players.change_player(player=last, changes={"rating": 2800}, actor=chief)
    assert order(event)[0] == last.name


def test_b3_a_draft_of_round_1_does_not_freeze_the_numbers(event: Tournament, chief: User) -> None:
    rounds.pair_round(tournament=event, number=1, actor=chief)
    last = numbered(event, 8)
    players.change_player(player=last, changes={"rating": 2800}, actor=chief)
    assert order(event)[0] == last.name
    with pytest.raises(DomainError, match="Pair round 1 again"):
        rounds.publish_round(tournament=event, number=1, actor=chief)


def test_b3_a_correction_after_publishing_leaves_the_numbers(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    before, last = order(event), numbered(event, 8)
    players.change_player(player=last, changes={"rating": 2800, "title": "IM"}, actor=chief)
    assert order(event) == before
    last.refresh_from_db()
    assert (last.rating, last.title) == (2800, "IM")


def test_a_correction_that_changes_nothing_is_no_act(event: Tournament, chief: User) -> None:
    count = AuditEvent.objects.count()
    row = numbered(event, 1)
    players.change_player(player=row, changes={"name": row.name, "rating": row.rating}, actor=chief)
    assert AuditEvent.objects.count() == count


# C.2, C.3: late entries.


@pytest.mark.parametrize("played", [1, 2, 3])
def test_c3_a_late_entry_gets_the_number_that_their_rating_earns(
    event: Tournament, chief: User, played: int
) -> None:
    for number in range(1, played + 1):
        builders.play(event, number, chief)
    before = order(event)
    newcomer = late(event, chief, "Late, Larry", 2387)
    assert order(event) == [*before[:3], "Late, Larry", *before[3:]]
    assert (newcomer.number, newcomer.first_round) == (4, played + 1)


def test_c3_several_late_entries_stand_in_their_order(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    before = order(event)
    add(
        event,
        chief,
        {"name": "Late, Lowest", "rating": 1000},
        {"name": "Late, Second", "rating": 2900},
        {"name": "Late, First", "rating": 2900},
    )
    assert order(event) == ["Late, First", "Late, Second", *before, "Late, Lowest"]


@pytest.mark.parametrize(("edition", "place"), [("dutch-2016", 9), ("dutch-2026", 1), ("rating-2012", 1)])
@pytest.mark.parametrize("paired", ["draft", "published"])
def test_b3_whether_a_late_entry_moves_others_after_round_4_is_the_editions(
    chief: User, paired: str, edition: str, place: int
) -> None:
    """In 2016 no number changes any more; since 2026 none for a correction, which a late entry is not."""
    event = builders.tournament(chief, edition=edition)
    for number in range(1, 4):
        builders.play(event, number, chief)
    rounds.pair_round(tournament=event, number=4, actor=chief)
    if paired == "published":
        rounds.publish_round(tournament=event, number=4, actor=chief)
    before = dict(event.players.values_list("pk", "number"))
    newcomer = late(event, chief, "Late, Larry", 2900)
    assert newcomer.number == place
    after = dict(event.players.exclude(pk=newcomer.pk).values_list("pk", "number"))
    assert after == {pk: number + (place == 1) for pk, number in before.items()}


def test_b3_a_draft_of_round_4_that_was_thrown_away_paired_nobody(event: Tournament, chief: User) -> None:
    for number in range(1, 4):
        builders.play(event, number, chief)
    rounds.pair_round(tournament=event, number=4, actor=chief)
    rounds.discard_draft(tournament=event, number=4, actor=chief)
    assert late(event, chief, "Late, Larry", 2900).number == 1


def test_c2_a_late_entry_has_no_points_for_the_rounds_they_missed(event: Tournament, chief: User) -> None:
    for number in (1, 2):
        builders.play(event, number, chief)
    newcomer = late(event, chief, "Late, Larry", 2387)
    builders.play(event, 3, chief)
    standing = next(s for s in rulebook.table(event) if s.number == newcomer.number)
    assert standing.points in {0, 5, 10}
    assert [cell(event, newcomer, number) for number in (1, 2)] == [" ", " "]
    assert newcomer.seats.get().round.number == 3


def test_c2_who_is_announced_for_a_later_round_is_not_paired_before(event: Tournament, chief: User) -> None:
    newcomer = late(event, chief, "Late, Larry", 2387, first_round=3)
    for number in (1, 2, 3):
        builders.play(event, number, chief)
    kinds = newcomer.seats.order_by("round__number").values_list("round__number", "kind")
    assert list(kinds)[:2] == [(1, "zero"), (2, "zero")]
    assert kinds[2][1] in {"game", "pab"}
    assert [cell(event, newcomer, number) for number in (1, 2)] == ["Z", "Z"]


def test_c2_who_is_announced_and_comes_earlier_is_paired_earlier(event: Tournament, chief: User) -> None:
    newcomer = late(event, chief, "Late, Larry", 2387, first_round=3)
    builders.play(event, 1, chief)
    rounds.pair_round(tournament=event, number=2, actor=chief)
    players.change_player(player=newcomer, changes={"first_round": 2}, actor=chief)
    builders.publish(event, 2, chief)
    assert newcomer.seats.get(round__number=2).kind in {"game", "pab"}


def test_c2_history_is_not_rewritten(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    for row, first in ((numbered(event, 1), 3), (late(event, chief, "Late, L", 2000), 1)):
        with pytest.raises(DomainError, match="past") as refusal:
            players.change_player(player=row, changes={"first_round": first}, actor=chief)
        assert refusal.value.code == "first_round"


def test_a_late_entry_into_a_published_round_is_impossible(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    assert late(event, chief, "Late, Larry", 2387, first_round=1).first_round == 2


def test_nobody_enters_when_all_rounds_are_published(chief: User) -> None:
    event = builders.tournament(chief, players=4, rounds=1)
    builders.publish(event, 1, chief)
    with pytest.raises(DomainError, match="nobody can enter") as refusal:
        late(event, chief, "Late, Larry", 2387)
    assert refusal.value.code == "no_round_left"


# Doubles, and all or none.


def test_a_fide_id_is_entered_once(event: Tournament, chief: User) -> None:
    late(event, chief, "One, O", 2000, fide_id="2000567")
    with pytest.raises(DomainError, match="FIDE ID 2000567 is entered already: One, O") as refusal:
        late(event, chief, "Other, P", 2000, fide_id="2000567")
    assert refusal.value.code == "double"
    with pytest.raises(DomainError, match="2000567") as refusal:
        players.change_player(player=numbered(event, 1), changes={"fide_id": "2000567"}, actor=chief)
    assert refusal.value.code == "double"


@pytest.mark.parametrize("twin", ["Ångström, Élodie", "ÅNGSTRÖM, ÉLODIE", "ångström, élodie"])
def test_a_name_is_entered_once(event: Tournament, chief: User, twin: str) -> None:
    late(event, chief, "Ångström, Élodie", 2000)
    with pytest.raises(DomainError, match="entered already") as refusal:
        late(event, chief, twin, 1500)
    assert refusal.value.code == "double"


def test_namesakes_differ_in_birth_or_fide_id(event: Tournament, chief: User) -> None:
    late(event, chief, "Smith, John", 2000, birth="1960")
    late(event, chief, "Smith, John", 1800, birth="1990", fide_id="2000567")
    late(event, chief, "Smith, John", 1800, birth="1990", fide_id="2000568")
    assert event.players.filter(name="Smith, John").count() == 3
    with pytest.raises(DomainError, match="tell two players with the same name apart"):
        late(event, chief, "Smith, John", 1800, birth="1990")


@pytest.mark.parametrize(
    "bad",
    [
        {"name": "Adler, A000"},
        {"name": ""},
        {"name": "Rated, Badly", "rating": 5000},
        {"name": "Rated, Worse", "rating": -1},
        {"name": "Titled, Oddly", "title": "XX"},
        {"name": "From, Nowhere", "federation": "sco"},
        {"name": "Born, Never", "birth": "yesterday"},
        {"name": "Identified, Not", "fide_id": "SCO1"},
        {"name": "New, One"},
    ],
    ids=str,
)
def test_entries_are_added_all_or_none(event: Tournament, chief: User, bad: dict[str, Any]) -> None:
    before = list(event.players.values_list()), AuditEvent.objects.count()
    with pytest.raises((DomainError, ValidationError)):
        add(event, chief, {"name": "New, One", "rating": 2900}, bad, {"name": "New, Two"})
    assert (list(event.players.values_list()), AuditEvent.objects.count()) == before


# Removal.


def test_before_round_1_a_player_is_removed_and_the_numbers_close(event: Tournament, chief: User) -> None:
    row = numbered(event, 3)
    byes.give_bye(player=row, number=2, kind="half", actor=chief)
    players.remove_player(player=row, actor=chief)
    assert row.name not in order(event)
    assert event.players.count() == 7


def test_a_player_in_the_draft_is_not_removed(event: Tournament, chief: User) -> None:
    rounds.pair_round(tournament=event, number=1, actor=chief)
    with pytest.raises(DomainError, match="Throw the draft away first"):
        players.remove_player(player=numbered(event, 3), actor=chief)
    rounds.discard_draft(tournament=event, number=1, actor=chief)
    players.remove_player(player=numbered(event, 3), actor=chief)


def test_a_player_of_a_published_round_only_withdraws(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    newcomer = late(event, chief, "Late, L", 2000)
    with pytest.raises(DomainError, match="can be withdrawn but not removed") as refusal:
        players.remove_player(player=numbered(event, 3), actor=chief)
    assert refusal.value.code == "has_begun"
    players.remove_player(player=newcomer, actor=chief)
    assert not event.players.filter(name="Late, L").exists()


def test_b3_after_round_4_is_paired_a_removal_moves_nobody_up(chief: User) -> None:
    event = builders.tournament(chief, edition="dutch-2016")
    for number in range(1, 5):
        builders.play(event, number, chief)
    first, second = late(event, chief, "Late, L", 2000), late(event, chief, "Later, L", 2300)
    with pytest.raises(DomainError, match="can be withdrawn but not removed"):
        players.remove_player(player=first, actor=chief)
    for entry in (second, first):
        players.remove_player(player=entry, actor=chief)
    assert event.players.count() == 8


@pytest.mark.parametrize(
    "act",
    [
        lambda p, a: players.remove_player(player=p, actor=a),
        lambda p, a: players.change_player(player=p, changes={"rating": 1}, actor=a),
        lambda p, a: players.withdraw_player(player=p, actor=a),
        lambda p, a: players.return_player(player=p, actor=a),
        lambda p, a: byes.give_bye(player=p, number=1, kind="half", actor=a),
        lambda p, a: byes.cancel_bye(player=p, number=1, actor=a),
    ],
)
def test_who_was_removed_by_another_arbiter_is_told_so(event: Tournament, chief: User, act: Any) -> None:
    row = numbered(event, 3)
    players.remove_player(player=numbered(event, 3), actor=chief)
    with pytest.raises(Conflict, match="has been removed in the meantime"):
        act(row, chief)


# D.3: withdrawal.


def test_d3_who_has_withdrawn_is_no_longer_paired(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    gone = numbered(event, 2)
    assert players.withdraw_player(player=gone, actor=chief) == 2
    for number in (2, 3):
        builders.play(event, number, chief)
    kinds = gone.seats.filter(round__number__gte=2).values_list("kind", flat=True)
    assert list(kinds) == ["zero", "zero"]
    assert [cell(event, gone, number) for number in (2, 3, 4)] == ["Z", "Z", "Z"]


def test_d3_a_published_pairing_stays_when_a_player_withdraws(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    pairs = builders.meetings(event, 1)
    players.withdraw_player(player=numbered(event, 2), actor=chief)
    assert builders.meetings(event, 1) == pairs
    assert numbered(event, 2).withdrawn_from == 2


def test_d3_who_returns_is_paired_from_the_next_round(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    gone = numbered(event, 2)
    players.withdraw_player(player=gone, actor=chief)
    builders.play(event, 2, chief)
    players.return_player(player=gone, actor=chief)
    builders.play(event, 3, chief)
    assert cell(event, gone, 2) == "Z"
    assert gone.seats.get(round__number=3).kind in {"game", "pab"}


@pytest.mark.parametrize("discard", [True, False])
def test_d3_who_returns_while_the_draft_lacks_them_is_paired(
    event: Tournament, chief: User, discard: bool
) -> None:
    """An absence is written down when the round is published, not when it is drafted."""
    builders.play(event, 1, chief)
    gone = numbered(event, 2)
    players.withdraw_player(player=gone, actor=chief)
    rounds.pair_round(tournament=event, number=2, actor=chief)
    players.return_player(player=gone, actor=chief)
    if discard:
        rounds.discard_draft(tournament=event, number=2, actor=chief)
    builders.publish(event, 2, chief)
    assert gone.seats.get(round__number=2).kind == "game"


def test_d3_a_bye_that_was_promised_is_worth_nothing_to_who_withdraws(event: Tournament, chief: User) -> None:
    gone = numbered(event, 2)
    byes.give_bye(player=gone, number=2, kind="half", actor=chief)
    builders.play(event, 1, chief)
    points = next(s for s in rulebook.table(event) if s.number == 2).points
    players.withdraw_player(player=gone, actor=chief)
    assert cell(event, gone, 2) == "Z"
    builders.play(event, 2, chief)
    assert gone.seats.get(round__number=2).kind == "zero"
    assert next(s for s in rulebook.table(event) if s.number == 2).points == points


def test_c2_a_bye_that_was_promised_is_worth_nothing_to_who_comes_later(
    event: Tournament, chief: User
) -> None:
    row = numbered(event, 2)
    byes.give_bye(player=row, number=1, kind="half", actor=chief)
    players.change_player(player=row, changes={"first_round": 2}, actor=chief)
    builders.play(event, 1, chief)
    assert row.seats.get(round__number=1).kind == "zero"


def test_d3_a_bye_is_there_again_for_who_returns_in_time(event: Tournament, chief: User) -> None:
    row = numbered(event, 2)
    byes.give_bye(player=row, number=1, kind="half", actor=chief)
    players.withdraw_player(player=row, actor=chief)
    players.return_player(player=row, actor=chief)
    builders.publish(event, 1, chief)
    assert row.seats.get(round__number=1).kind == "half"


def test_withdrawing_twice_and_returning_twice_are_told(event: Tournament, chief: User) -> None:
    row = numbered(event, 2)
    with pytest.raises(Conflict, match="takes part already"):
        players.return_player(player=row, actor=chief)
    players.withdraw_player(player=row, actor=chief)
    with pytest.raises(Conflict, match="withdrawn already"):
        players.withdraw_player(player=row, actor=chief)


def test_nobody_withdraws_from_rounds_that_are_all_published(chief: User) -> None:
    event = builders.tournament(chief, players=4, rounds=1)
    builders.publish(event, 1, chief)
    with pytest.raises(DomainError, match="none to withdraw from"):
        players.withdraw_player(player=numbered(event, 1), actor=chief)


# D.4: byes.


@pytest.mark.parametrize(("kind", "points", "code"), [("half", 5, "H"), ("zero", 0, "Z")])
def test_d4_a_bye_is_given_scored_and_not_paired(
    event: Tournament, chief: User, kind: str, points: int, code: str
) -> None:
    row = numbered(event, 2)
    byes.give_bye(player=row, number=1, kind=kind, actor=chief)
    builders.play(event, 1, chief)
    assert row.seats.get(round__number=1).kind == kind
    assert cell(event, row, 1) == code
    assert next(s for s in rulebook.table(event) if s.number == 2).points == points


def test_d4_a_bye_for_a_later_round_waits_for_it(event: Tournament, chief: User) -> None:
    row = numbered(event, 2)
    byes.give_bye(player=row, number=3, kind="half", actor=chief)
    for number in (1, 2, 3):
        builders.play(event, number, chief)
    assert [seat.kind for seat in row.seats.order_by("round__number")] == ["game", "game", "half"]


def test_d4_a_bye_changes_its_kind_and_is_taken_back(event: Tournament, chief: User) -> None:
    row = numbered(event, 2)
    for kind in ("half", "zero", "half"):
        byes.give_bye(player=row, number=1, kind=kind, actor=chief)
        assert row.seats.get().kind == kind
    byes.cancel_bye(player=row, number=1, actor=chief)
    assert not row.seats.exists()
    builders.publish(event, 1, chief)
    assert row.seats.get().kind == "game"


@pytest.mark.parametrize("kind", ["pab", "game", "", "other"])
def test_d4_an_arbiter_gives_only_byes_that_are_asked_for(event: Tournament, chief: User, kind: str) -> None:
    with pytest.raises(DomainError, match="half-point, a zero-point or a full-point") as refusal:
        byes.give_bye(player=numbered(event, 2), number=1, kind=kind, actor=chief)
    assert refusal.value.code == "kind"


def test_a_newcomer_is_compared_with_their_likes_alone(
    event: Tournament, chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Comparing each with everybody would be two million comparisons for the longest list."""
    compared = 0
    compare = Player.is_same_person

    def counted(one: Player, other: Player) -> bool:
        nonlocal compared
        compared += 1
        return compare(one, other)

    monkeypatch.setattr(Player, "is_same_person", counted)
    names = [f"Player, {number}" for number in range(300)]
    entries = [{"name": name, "birth": birth} for name in names for birth in ("1990", "2001")]
    entered = players.add_players(tournament=event, entries=entries, actor=chief)
    assert compared == len(names)
    assert [p.number for p in entered] == [event.players.get(pk=p.pk).number for p in entered]
    with pytest.raises(DomainError, match="Player, 7 is entered already"):
        players.add_players(tournament=event, entries=[{"name": "PLAYER, 7", "birth": "2001"}], actor=chief)


def test_d4_no_bye_in_a_published_round(event: Tournament, chief: User) -> None:
    byes.give_bye(player=numbered(event, 2), number=1, kind="half", actor=chief)
    builders.publish(event, 1, chief)
    for act in (
        lambda: byes.give_bye(player=numbered(event, 1), number=1, kind="half", actor=chief),
        lambda: byes.cancel_bye(player=numbered(event, 2), number=1, actor=chief),
    ):
        with pytest.raises(DomainError, match=r"C\.04\.2 art\. 4\.4") as refusal:
            act()
        assert refusal.value.code == "published"
    assert numbered(event, 2).seats.get().kind == "half"


def test_d4_no_bye_for_who_sits_in_the_draft(event: Tournament, chief: User) -> None:
    rounds.pair_round(tournament=event, number=1, actor=chief)
    with pytest.raises(DomainError, match="throw it away, give the bye, pair again") as refusal:
        byes.give_bye(player=numbered(event, 2), number=1, kind="half", actor=chief)
    assert refusal.value.code == "in_draft"


def test_d4_no_bye_for_who_is_absent_anyway_or_in_no_round(event: Tournament, chief: User) -> None:
    row = late(event, chief, "Late, L", 2000, first_round=3)
    for number, code in ((1, "absent"), (9, "no_round"), (0, "no_round")):
        with pytest.raises(DomainError) as refusal:
            byes.give_bye(player=row, number=number, kind="half", actor=chief)
        assert refusal.value.code == code
    with pytest.raises(Conflict, match="has no bye in round 1"):
        byes.cancel_bye(player=numbered(event, 1), number=1, actor=chief)


def test_d4_a_bye_given_while_another_is_paired_is_kept_when_the_draft_goes(
    event: Tournament, chief: User
) -> None:
    byes.give_bye(player=numbered(event, 2), number=1, kind="zero", actor=chief)
    rounds.pair_round(tournament=event, number=1, actor=chief)
    rounds.discard_draft(tournament=event, number=1, actor=chief)
    round_ = event.rounds.get(number=1)
    assert round_.state == Round.State.PLANNED
    assert list(round_.seats.values_list("player__number", "kind")) == [(2, Seat.Kind.ZERO_POINT_BYE)]

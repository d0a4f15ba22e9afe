"""Rounds: drafted, thrown away, published for good."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from tests import builders
from tests.tournaments.round_samples import discard, numbers, pair, publish, seats, state
from tournaments import rulebook
from tournaments.errors import Conflict, Cure, DomainError, Place
from tournaments.event.queries.obstacles import missing_in, obstacles
from tournaments.event.services import event as event_services
from tournaments.models import AuditEvent, Game, Round, Seat, Tournament
from tournaments.players.services import players
from tournaments.players.services.byes import give_bye
from tournaments.results import services as results
from tournaments.rounds.queries.boards import games_of
from tournaments.rounds.queries.rounds import next_number

# Drafts.


def test_a_draft_is_what_the_rules_give(event: Tournament, chief: User) -> None:
    """C.04.3 E.5: the top seed has the drawn colour, the next one the other."""
    round_ = pair(event, 1, chief)
    assert (round_.state, round_.imported, round_.published_at) == (Round.State.DRAFT, False, None)
    assert set(numbers(event, 1)) == {(1, 5), (6, 2), (3, 7), (8, 4)}
    assert not round_.games.exclude(board=None).exists()


@pytest.mark.parametrize(("colour", "first"), [("w", (1, 5)), ("b", (5, 1))])
def test_e5_the_drawn_colour_is_the_top_seeds(chief: User, colour: str, first: tuple[int, int]) -> None:
    event = builders.tournament(chief, colour=colour)
    builders.publish(event, 1, chief)
    assert numbers(event, 1)[0] == first


def test_pairing_again_gives_the_same_draft(event: Tournament, chief: User) -> None:
    pair(event, 1, chief)
    before = set(numbers(event, 1))
    pair(event, 1, chief)
    assert set(numbers(event, 1)) == before
    assert Game.objects.filter(round__tournament=event).count() == 4
    assert Seat.objects.filter(round__tournament=event).count() == 8


def test_a_draft_is_thrown_away_without_a_trace_but_the_audit(event: Tournament, chief: User) -> None:
    before = seats(event)
    pair(event, 1, chief)
    discard(event, 1, chief)
    round_ = event.rounds.get(number=1)
    assert (round_.state, round_.fingerprint, round_.drafted_at) == (Round.State.PLANNED, "", None)
    assert seats(event) == before == []
    assert not round_.games.exists()
    with pytest.raises(Conflict, match="pair it first"):
        discard(event, 1, chief)


def test_pairing_a_round_ends_the_one_before(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    assert state(event, 1) == Round.State.PUBLISHED
    pair(event, 2, chief)
    assert state(event, 1) == Round.State.FINISHED


def test_a_draft_counts_for_nothing(event: Tournament, chief: User) -> None:
    """A draft is in no report, and its allocated bye is worth nothing before it is published."""
    players.add_players(tournament=event, entries=[{"name": "Odd, One", "rating": 1000}], actor=chief)
    pair(event, 1, chief)
    assert rulebook.position(event).played_rounds == 0
    publish(event, 1, chief)
    position = rulebook.position(event)
    assert position.played_rounds == 1
    assert [p.cell(1).outcome for p in position.players].count("U") == 1


# Obstacles to pairing.


def _no_colour(chief: User) -> tuple[Tournament, int]:
    return builders.tournament(chief, colour=""), 1


def _one_player(chief: User) -> tuple[Tournament, int]:
    return builders.tournament(chief, players=1), 1


def _no_player(chief: User) -> tuple[Tournament, int]:
    return builders.tournament(chief, players=0), 1


def _all_but_one_away(chief: User) -> tuple[Tournament, int]:
    event = builders.tournament(chief, players=3)
    for row, kind in zip(event.players.all()[:2], ("half", "zero"), strict=True):
        give_bye(player=row, number=1, kind=kind, actor=chief)
    return event, 1


def _nothing_before(chief: User) -> tuple[Tournament, int]:
    return builders.tournament(chief), 2


def _draft_before(chief: User) -> tuple[Tournament, int]:
    event = builders.tournament(chief)
    pair(event, 1, chief)
    return event, 2


def _results_missing(chief: User) -> tuple[Tournament, int]:
    event = builders.tournament(chief)
    builders.play(event, 1, chief)
    results.enter_result(tournament=event, number=1, board=3, result="", version=1, actor=chief)
    return event, 2


def _no_such_round(chief: User) -> tuple[Tournament, int]:
    return builders.tournament(chief), 6


def _finished(chief: User) -> tuple[Tournament, int]:
    event = builders.tournament(chief, rounds=1)
    builders.play(event, 1, chief)
    event_services.finish_tournament(tournament=event, actor=chief)
    return event, 1


@pytest.mark.parametrize(
    ("scene", "code"),
    [
        (_no_colour, "no_initial_colour"),
        (_one_player, "too_few_players"),
        (_no_player, "too_few_players"),
        (_all_but_one_away, "too_few_players"),
        (_nothing_before, "earlier_round"),
        (_draft_before, "earlier_round"),
        (_no_such_round, "no_round"),
        (_finished, "published"),
    ],
)
def test_what_stands_in_the_way_of_pairing_is_named(
    chief: User, scene: Callable[[User], tuple[Tournament, int]], code: str
) -> None:
    event, number = scene(chief)
    before = seats(event)
    with pytest.raises(DomainError) as refusal:
        pair(event, number, chief)
    assert refusal.value.code == code
    assert refusal.value.message
    assert seats(event) == before


def test_missing_results_are_named_by_board(chief: User) -> None:
    event, number = _results_missing(chief)
    assert obstacles(event, number) == []
    (obstacle,) = missing_in(event, number)
    assert "board 3" in obstacle.message
    assert obstacle.cure == Cure(Place.BOARD, 1, 3)


def test_what_the_rules_cannot_pair_is_told_with_the_players(chief: User) -> None:
    """Three players, three rounds: in the fourth everybody has met everybody."""
    event = builders.tournament(chief, players=3, rounds=4)
    for number in (1, 2, 3):
        builders.play(event, number, chief)
    before = seats(event), AuditEvent.objects.count(), state(event, 3)
    with pytest.raises(DomainError) as refusal:
        pair(event, 4, chief)
    assert refusal.value.code == "unpairable"
    assert any(str(row.number) in refusal.value.message for row in event.players.all())
    assert (seats(event), AuditEvent.objects.count(), state(event, 3)) == before


# Publishing.


def test_publishing_numbers_stamps_and_locks(event: Tournament, chief: User) -> None:
    pair(event, 1, chief)
    round_ = publish(event, 1, chief)
    stored = event.rounds.get(number=1)
    assert (stored.state, stored.published_by) == (Round.State.PUBLISHED, chief)
    assert stored.published_at == round_.published_at
    assert list(stored.games.values_list("board", flat=True)) == [1, 2, 3, 4]


def test_d9_boards_go_by_the_higher_score_then_the_sum_then_the_rank(chief: User) -> None:
    """Checked independently: every key is computed from what the public sees."""
    event = builders.tournament(chief, players=11, rounds=5)
    outcomes = ["1-0", "1/2-1/2", "0-1", "1-0", "0F-1F", "1/2-1/2"]
    for number in range(1, 6):
        round_ = builders.publish(event, number, chief)
        keys = []
        for board in games_of(round_):
            pairs = [
                (board.white_score, -(board.white.number or 0)),
                (board.black_score, -(board.black.number or 0)),
            ]
            higher = max(pairs)
            keys.append((-higher[0], -board.white_score - board.black_score, -higher[1]))
        assert keys == sorted(keys)
        assert len(set(keys)) == 5
        builders.enter(event, number, chief, {b: outcomes[(b + number) % 6] for b in range(1, 6)})
    assert len({board.white_score for board in games_of(event.rounds.get(number=5))}) > 2


@pytest.mark.parametrize(("edition", "floated"), [("dutch-2016", "D"), ("dutch-2026", "")])
def test_a_round_missed_without_points_is_a_float_by_the_edition(
    chief: User, edition: str, floated: str
) -> None:
    event = builders.tournament(chief, edition=edition)
    give_bye(player=event.players.get(number=2), number=1, kind="zero", actor=chief)
    builders.publish(event, 1, chief)
    builders.enter(event, 1, chief)
    assert rulebook.forms_before(event, 2)[event.players.get(number=2).pk].floated == floated


def test_d9_ranks_among_equal_scores_by_number(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    assert numbers(event, 1) == [(1, 5), (6, 2), (3, 7), (8, 4)]


def test_a_round_is_published_once(event: Tournament, chief: User, deputy: User) -> None:
    builders.publish(event, 1, chief)
    before = seats(event), AuditEvent.objects.count()
    for act in (publish, pair, discard):
        with pytest.raises(Conflict, match="published") as refusal:
            act(event, 1, deputy)
        assert refusal.value.status == 409
    assert (seats(event), AuditEvent.objects.count()) == before
    assert event.rounds.get(number=1).published_by == chief


def test_nothing_is_published_without_a_draft(event: Tournament, chief: User) -> None:
    with pytest.raises(Conflict, match="has no draft: pair it first") as refusal:
        publish(event, 1, chief)
    assert refusal.value.code == "no_draft"
    with pytest.raises(DomainError, match="no round 77"):
        publish(event, 77, chief)


# Byes over a whole event.


@pytest.mark.parametrize("count", [7, 9, 11])
def test_c2_nobody_is_allocated_two_byes_over_a_whole_event(chief: User, count: int) -> None:
    event = builders.tournament(chief, players=count, rounds=5)
    outcomes = ["1-0", "0-1", "1/2-1/2", "1F-0F", "0-0"]
    met: set[frozenset[int]] = set()
    for number in range(1, 6):
        builders.play(
            event, number, chief, {b: outcomes[(3 * b + number) % 5] for b in range(1, count // 2 + 1)}
        )
        played = {
            frozenset(game.seats.values_list("player_id", flat=True))
            for game in event.rounds.get(number=number).games.filter(result__in=Game.PLAYED)
        }
        assert not met & played, "C.04.1 b"
        met |= played
    byes = Seat.objects.filter(round__tournament=event, kind="pab")
    assert byes.count() == 5
    assert len(set(byes.values_list("player_id", flat=True))) == 5
    event_services.finish_tournament(tournament=event, actor=chief)


def test_c041d_who_won_by_forfeit_is_allocated_no_bye(chief: User) -> None:
    event = builders.tournament(chief, players=5, rounds=3)
    builders.play(event, 1, chief, {1: "1F-0F", 2: "1F-0F"})
    winners = {game.seats.get(colour="w").player_id for game in event.rounds.get(number=1).games.all()}
    for number in (2, 3):
        builders.play(event, number, chief, {1: "0-1", 2: "0-1"})
    byes = set(Seat.objects.filter(round__tournament=event, kind="pab").values_list("player_id", flat=True))
    assert len(byes) == 3
    assert not byes & winners


@pytest.mark.parametrize(("byes", "allocated"), [(0, True), (1, False), (2, True)])
def test_the_allocated_bye_depends_on_who_is_there(chief: User, byes: int, allocated: bool) -> None:
    event = builders.tournament(chief, players=9)
    for row in event.players.all()[:byes]:
        give_bye(player=row, number=1, kind="half", actor=chief)
    round_ = builders.publish(event, 1, chief)
    assert round_.seats.filter(kind="pab").exists() is allocated
    assert round_.seats.filter(kind="half").count() == byes
    assert round_.seats.count() == 9


def test_everybody_has_one_seat_in_every_published_round(chief: User) -> None:
    event = builders.tournament(chief, players=9, rounds=4)
    give_bye(player=event.players.get(number=4), number=2, kind="zero", actor=chief)
    for number in range(1, 5):
        if number == 3:
            players.withdraw_player(player=event.players.get(number=1), actor=chief)
        round_ = builders.play(event, number, chief)
        assert round_.seats.count() == event.players.count()


def test_the_last_round_is_paired_as_the_last(chief: User) -> None:
    """A.7: topscorers exist in the final round only; it is paired, published and ends the event."""
    event = builders.tournament(chief, players=8, rounds=3)
    for number in (1, 2, 3):
        builders.play(event, number, chief)
    assert next_number(event) is None
    with pytest.raises(DomainError, match="no round 4"):
        pair(event, 4, chief)
    event_services.finish_tournament(tournament=event, actor=chief)
    for act in (lambda: pair(event, 3, chief), lambda: publish(event, 3, chief)):
        with pytest.raises(Conflict):
            act()

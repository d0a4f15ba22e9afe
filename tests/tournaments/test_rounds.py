"""Rounds: drafted, thrown away, published for good, and repaired where the edition allows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.db import IntegrityError, transaction

from tests import builders
from tournaments import engine
from tournaments.errors import Conflict, DomainError
from tournaments.models import AuditEvent, Game, Round, Seat, Tournament
from tournaments.selectors.boards import boards_as_numbers, games_of
from tournaments.selectors.cures import Cure, Place
from tournaments.selectors.grounds import grounds_for_change, rematches
from tournaments.selectors.obstacles import missing_in, obstacles
from tournaments.selectors.rounds import next_number
from tournaments.services import imports, people, players, results, rounds, withdrawals
from tournaments.services import tournaments as services
from tournaments.services.byes import cancel_bye, give_bye

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.contrib.auth.models import User


def pair(event: Tournament, number: int, actor: User) -> Round:
    return rounds.pair_round(tournament=event, number=number, actor=actor)


def publish(event: Tournament, number: int, actor: User) -> Round:
    builders.explain_absences(event, actor)
    return rounds.publish_round(tournament=event, number=number, actor=actor)


def discard(event: Tournament, number: int, actor: User) -> None:
    rounds.discard_draft(tournament=event, number=number, actor=actor)


def repair(
    event: Tournament,
    number: int,
    actor: User,
    reason: str = "They have met already.",
    ground: str = "rematch",
) -> Round:
    return builders.repair(event, number, actor, ground=ground, reason=reason)


def state(event: Tournament, number: int) -> str:
    return event.rounds.get(number=number).state


def numbers(event: Tournament, number: int) -> list[tuple[int | None, int | None]]:
    """White and Black of each board."""
    return [(b.white.number, b.black.number) for b in games_of(event.rounds.get(number=number))]


def seats(event: Tournament) -> list[tuple[Any, ...]]:
    return sorted(
        Seat.objects.filter(round__tournament=event).values_list(
            "round__number", "player_id", "kind", "colour", "game_id", "game__board", "game__result"
        ),
        key=str,
    )


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
    assert engine.position(event).played_rounds == 0
    publish(event, 1, chief)
    position = engine.position(event)
    assert position.played_rounds == 1
    assert [p.cell(1).outcome for p in position.players].count("U") == 1


# What stands in the way.


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
    services.finish_tournament(tournament=event, actor=chief)
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
    """Checked on its own terms: every key is worked out from what the public sees."""
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
    assert engine.forms_before(event, 2)[event.players.get(number=2).pk].floated == floated


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


def _result(event: Tournament, chief: User) -> None:
    builders.correct(event, 1, chief, result="0-1")


def _forfeit(event: Tournament, chief: User) -> None:
    """The points stay, but the game was not played: no colour, no meeting (D.5, D.6)."""
    builders.correct(event, 1, chief, result="1F-0F")


def _withdrawal(event: Tournament, chief: User) -> None:
    withdrawals.withdraw_player(player=event.players.get(number=2), actor=chief)


def _return(event: Tournament, chief: User) -> None:
    withdrawals.return_player(player=event.players.get(number=8), actor=chief)


def _late_entry(event: Tournament, chief: User) -> None:
    players.add_players(tournament=event, entries=[{"name": "Late, L", "rating": 2222}], actor=chief)


def _bye_cancelled(event: Tournament, chief: User) -> None:
    cancel_bye(player=event.players.get(number=7), number=2, actor=chief)


def _bye_changed(event: Tournament, chief: User) -> None:
    give_bye(player=event.players.get(number=7), number=2, kind="zero", actor=chief)


CHANGES = [_result, _forfeit, _withdrawal, _return, _late_entry, _bye_cancelled, _bye_changed]


@pytest.mark.parametrize("change", CHANGES)
def test_a_draft_that_is_out_of_date_is_not_published(
    event: Tournament, chief: User, change: Callable[[Tournament, User], None]
) -> None:
    builders.play(event, 1, chief)
    withdrawals.withdraw_player(player=event.players.get(number=8), actor=chief)
    give_bye(player=event.players.get(number=7), number=2, kind="half", actor=chief)
    pair(event, 2, chief)
    change(event, chief)
    with pytest.raises(DomainError, match="Pair round 2 again") as refusal:
        publish(event, 2, chief)
    assert refusal.value.code == "stale_draft"
    assert state(event, 2) == Round.State.DRAFT
    pair(event, 2, chief)
    publish(event, 2, chief)


@pytest.mark.parametrize(
    "change",
    [
        lambda e, a: players.change_player(player=e.players.get(number=8), changes={"rating": 2900}, actor=a),
        lambda e, a: players.change_player(
            player=e.players.get(number=8), changes={"first_round": 2}, actor=a
        ),
        lambda e, a: withdrawals.withdraw_player(player=e.players.get(number=8), actor=a),
    ],
    ids=["rating", "first round", "withdrawal"],
)
def test_a_draft_of_round_1_is_out_of_date_when_its_foundations_move(
    event: Tournament, chief: User, change: Callable[[Tournament, User], None]
) -> None:
    pair(event, 1, chief)
    change(event, chief)
    with pytest.raises(DomainError) as refusal:
        publish(event, 1, chief)
    assert refusal.value.code == "stale_draft"


@pytest.mark.parametrize(
    "change",
    [
        lambda e, a: services.change_regulations(tournament=e, changes={"city": "Baku"}, actor=a),
        lambda e, a: people.change_role(
            tournament=e,
            person=e.memberships.get(user=builders.deputy(e, "newcomer")).pk,
            role="clerk",
            actor=a,
        ),
        lambda e, a: players.change_player(
            player=e.players.get(number=8), changes={"federation": "SCO"}, actor=a
        ),
        lambda e, a: give_bye(player=e.players.get(number=1), number=3, kind="half", actor=a),
    ],
    ids=["city", "arbiter", "federation", "later bye"],
)
def test_a_draft_stays_good_when_something_else_changes(
    event: Tournament, chief: User, change: Callable[[Tournament, User], None]
) -> None:
    builders.play(event, 1, chief)
    pair(event, 2, chief)
    change(event, chief)
    publish(event, 2, chief)


def test_a_change_that_was_taken_back_leaves_the_draft_good(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    pair(event, 2, chief)
    _withdrawal(event, chief)
    withdrawals.return_player(player=event.players.get(number=2), actor=chief)
    publish(event, 2, chief)


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
    services.finish_tournament(tournament=event, actor=chief)


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
            withdrawals.withdraw_player(player=event.players.get(number=1), actor=chief)
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
    services.finish_tournament(tournament=event, actor=chief)
    for act in (lambda: pair(event, 3, chief), lambda: publish(event, 3, chief)):
        with pytest.raises(Conflict):
            act()


# D.10's exception: a violation of C.04.1 b.


@pytest.fixture
def rematch(chief: User) -> Tournament:
    return builders.with_rematch(chief)


def test_d10_the_arbiter_sees_the_violation_named(rematch: Tournament) -> None:
    ((white, black),) = rematches(rematch.rounds.get(number=2))
    assert {white.number, black.number} == {1, 3}


def test_d10_a_rematch_is_repaired_with_a_reason_into_a_legal_pairing(
    rematch: Tournament, chief: User
) -> None:
    before = boards_as_numbers(rematch.rounds.get(number=2))
    round_ = repair(rematch, 2, chief, "  Round 1, board 1 had been played.  ")
    assert (round_.state, round_.repair_ground) == ("draft", "rematch")
    assert round_.repair_reason == "Round 1, board 1 had been played."
    assert frozenset(rematch.players.filter(number__in=(1, 3)).values_list("pk", flat=True)) not in (
        builders.meetings(rematch, 2)
    )
    paired, withdrawn = AuditEvent.objects.filter(tournament=rematch)[:2]
    assert (paired.action, withdrawn.action) == ("round_paired", "round_withdrawn")
    assert (withdrawn.reason, withdrawn.round_number) == ("Round 1, board 1 had been played.", 2)
    assert (withdrawn.before, withdrawn.after) == (before, {"ground": "rematch"})
    assert "Adler, A000" in withdrawn.subject
    first = rematch.rounds.get(number=2).published_at
    publish(rematch, 2, chief)
    stored = rematch.rounds.get(number=2)
    assert stored.state == Round.State.PUBLISHED
    assert stored.published_at is not None
    assert first is not None
    assert stored.published_at > first
    assert not rematches(stored)
    assert stored.seats.count() == 4
    with pytest.raises(DomainError) as refusal:
        repair(rematch, 2, chief)
    assert refusal.value.code == "lawful_only"


@pytest.mark.parametrize("reason", ["", "  ", "\n"])
def test_d10_a_repair_needs_a_reason(rematch: Tournament, chief: User, reason: str) -> None:
    before = seats(rematch)
    with pytest.raises(DomainError, match="Give the reason") as refusal:
        repair(rematch, 2, chief, reason)
    assert refusal.value.code == "reason"
    assert seats(rematch) == before


def test_d10_a_repair_loses_no_results(rematch: Tournament, chief: User) -> None:
    results.enter_result(tournament=rematch, number=2, board=2, result="1-0", version=0, actor=chief)
    before = seats(rematch)
    with pytest.raises(DomainError, match="Clear them first") as refusal:
        repair(rematch, 2, chief)
    assert refusal.value.code == "has_results"
    assert seats(rematch) == before
    results.enter_result(tournament=rematch, number=2, board=2, result="", version=1, actor=chief)
    repair(rematch, 2, chief)


def test_d10_a_lawful_pairing_is_not_repaired(chief: User) -> None:
    event = builders.tournament(chief, edition="dutch-2016")
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    before = seats(event)
    with pytest.raises(DomainError, match=r"not so in round 2.*stay \(C\.04\.2 D\.10\)") as refusal:
        repair(event, 2, chief, "The top boards look odd")
    assert refusal.value.code == "lawful_only"
    assert seats(event) == before


def test_d6_meeting_again_after_a_forfeit_is_lawful(chief: User) -> None:
    event = builders.tournament(chief, players=4, rounds=3)
    builders.play(event, 1, chief, {1: "0F-0F", 2: "0F-0F"})
    builders.publish(event, 2, chief)
    assert builders.meetings(event, 1) == builders.meetings(event, 2)
    assert rematches(event.rounds.get(number=2)) == []
    with pytest.raises(DomainError) as refusal:
        repair(event, 2, chief)
    assert refusal.value.code == "lawful_only"


@pytest.mark.parametrize("number", [1, 3])
def test_d10_only_a_published_round_that_is_on_is_repaired(
    rematch: Tournament, chief: User, number: int
) -> None:
    with pytest.raises(DomainError) as refusal:
        repair(rematch, number, chief)
    assert refusal.value.code == "not_published"


def test_d10_a_repaired_draft_that_was_thrown_away_is_paired_anew(rematch: Tournament, chief: User) -> None:
    repair(rematch, 2, chief)
    drafted = set(numbers(rematch, 2))
    discard(rematch, 2, chief)
    builders.publish(rematch, 2, chief)
    assert set(numbers(rematch, 2)) == drafted


# The grounds of the other editions.


@pytest.mark.parametrize("ground", ["competition-rules", "without-opponent", "late-entry"])
def test_44_of_2026_an_arbiter_may_withdraw_a_pairing_on_other_grounds(
    event: Tournament, chief: User, ground: str
) -> None:
    builders.publish(event, 1, chief)
    round_ = repair(event, 1, chief, "As announced", ground)
    assert (round_.state, round_.repair_ground, round_.repair_reason) == ("draft", ground, "As announced")
    withdrawn = AuditEvent.objects.filter(tournament=event)[1]
    assert (withdrawn.action, withdrawn.after, withdrawn.subject) == (
        "round_withdrawn",
        {"ground": ground},
        "",
    )
    publish(event, 1, chief)
    # The regulations stay fixed meanwhile, though no round stood published.
    with pytest.raises(DomainError, match="Fixed since round 1"):
        services.change_regulations(tournament=event, changes={"edition": "dutch-2016"}, actor=chief)


def test_44_a_late_entry_is_paired_after_all(event: Tournament, chief: User) -> None:
    """Published without him, withdrawn for him: he is in the draft that follows."""
    event.players.filter(number=8).delete()
    builders.publish(event, 1, chief)
    (late,) = players.add_players(
        tournament=event, entries=[{"name": "Late, L", "rating": 2300}], actor=chief
    )
    assert late.first_round == 2
    repair(event, 1, chief, "All agree", "late-entry")
    players.change_player(player=late, changes={"first_round": 1}, actor=chief)
    pair(event, 1, chief)
    publish(event, 1, chief)
    assert event.rounds.get(number=1).seats.get(player=late).kind == "game"


@pytest.mark.parametrize(
    ("edition", "ground", "code"),
    [
        ("dutch-2016", "competition-rules", "ground"),
        ("dutch-2016", "late-entry", "ground"),
        ("dutch-2016", "colours", "ground"),
        ("dutch-2016", "rematch", "lawful_only"),
        ("dutch-2026", "colours", "ground"),
        ("dutch-2026", "rematch", "lawful_only"),
        ("dutch-2026", "top-boards", "lawful_only"),
        ("dutch-2026", "", "ground"),
        ("dutch-2026", "because", "ground"),
        ("rating-2012", "late-entry", "ground"),
        ("rating-2012", "colours", "lawful_only"),
        ("rating-1998", "rematch", "lawful_only"),
    ],
)
def test_a_ground_that_the_edition_lacks_or_that_is_not_so_changes_nothing(
    chief: User, edition: str, ground: str, code: str
) -> None:
    event = builders.tournament(chief, edition=edition)
    builders.publish(event, 1, chief)
    before = seats(event)
    with pytest.raises(DomainError) as refusal:
        repair(event, 1, chief, "I would like to", ground)
    assert refusal.value.code == code
    assert engine.edition_of(event).handling.change_article in refusal.value.message
    assert seats(event) == before


def test_44_top_boards_of_the_final_round(chief: User) -> None:
    event = builders.tournament(chief, rounds=2)
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    assert repair(event, 2, chief, "The hall of the top boards burnt down", "top-boards").is_draft


@pytest.mark.parametrize("edition", ["rating-1998", "rating-2012"])
def test_f6_a_colour_that_nobody_may_get_breaks_a_published_pairing(chief: User, edition: str) -> None:
    """The colours of round 1 and 2 come out wrong when games that counted as forfeits had been played."""
    event = builders.tournament(chief, players=4, rounds=3, edition=edition)
    builders.play(event, 1, chief, {1: "1F-0F", 2: "1F-0F"})
    builders.play(event, 2, chief, {1: "1F-0F", 2: "1F-0F"})
    builders.publish(event, 3, chief)
    assert not engine.colour_violations(event, 3)
    # Rows of a release that let every earlier round be corrected: D.8 would let only round 2.
    Game.objects.filter(round__tournament=event, round__number__lt=3).update(result="1-0")
    wrong = engine.colour_violations(event, 3)
    offered = {offer.ground: offer for offer in grounds_for_change(event.rounds.get(number=3))}
    assert wrong
    assert offered[engine.Ground.COLOURS].concerned == tuple(player.name for player in wrong)
    assert repair(event, 3, chief, "They had played", "colours").is_draft


def test_d10_byes_survive_a_repair(chief: User) -> None:
    event = builders.tournament(chief, players=6, rounds=3)
    given, gone = event.players.get(number=6), event.players.get(number=5)
    withdrawals.withdraw_player(player=gone, actor=chief)
    give_bye(player=given, number=2, kind="half", actor=chief)
    give_bye(player=given, number=1, kind="zero", actor=chief)
    builders.play(event, 1, chief, {1: "0F-0F", 2: "0F-0F"})
    builders.publish(event, 2, chief)
    builders.correct(event, 1, chief, result="1-0")
    repair(event, 2, chief)
    publish(event, 2, chief)
    round_ = event.rounds.get(number=2)
    assert round_.seats.get(player=given).kind == "half"
    assert round_.seats.get(player=gone).kind == "zero"
    assert round_.games.count() == 2


def test_d10_a_round_with_later_ones_published_is_not_paired_again(chief: User) -> None:
    """An imported round 1 that was never finished, and a round 2 in which the same pairs have played."""
    names = ("Adler", "Berg", "Costa", "Dahl")
    rows = ((3, "w"), (4, "w"), (1, "b"), (2, "b"))
    lines = ["012 Odd Open", "XXR 5", "XXC white1"]
    for number, (name, (opponent, colour)) in enumerate(zip(names, rows, strict=True), 1):
        other = "b" if colour == "w" else "w"
        score = "0" if other == "w" else "1"
        head = f"001 {number:4}      {name:<33} {2400 - number:4}{'':28}{score:>2}.0 {number:4}"
        lines.append(f"{head}  {opponent:4} {colour}    {opponent:4} {other} {score}")
    event = builders.confirmed(imports.import_tournament, data="\n".join(lines).encode(), actor=chief)
    first = event.rounds.get(number=1)
    assert first.state == "published"
    assert rematches(first)
    with pytest.raises(DomainError, match="A later round is published already") as refusal:
        repair(event, 1, chief)
    assert refusal.value.code == "not_latest"
    with pytest.raises(IntegrityError, match=r"C\.04\.2 D\.10"), transaction.atomic():
        event.rounds.filter(number=1).update(
            state="draft", repair_ground="rematch", repair_reason="they meet twice"
        )

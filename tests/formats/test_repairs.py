"""A published pairing that is withdrawn and made anew, where the edition allows it (D.10, 2026: 4.4)."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from tests import builders
from tests.tournaments.one_event import chief, db
from tests.tournaments.one_event import event as rematch
from tests.tournaments.round_samples import discard, numbers, pair, publish, repair, seats
from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.event.services import event as event_services
from tournaments.fide import services as fide
from tournaments.models import AuditEvent, Game, Round, Tournament
from tournaments.players.services import players
from tournaments.players.services.byes import give_bye
from tournaments.results import services as results
from tournaments.rounds.queries.boards import boards_as_numbers, grounds_for_change, rematches

__all__ = ["chief", "db", "rematch"]


# D.10's exception: a violation of C.04.1 b.


@pytest.fixture(scope="module")
def made(module_db: None) -> int:
    """The key of an event with a published rematch."""
    return builders.with_rematch(builders.user("chief")).pk


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
    with pytest.raises(DomainError, match=r"not the case in round 2.*stay \(C\.04\.2 D\.10\)") as refusal:
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
    # The regulations stay fixed meanwhile, though no round is published.
    with pytest.raises(DomainError, match="Fixed since round 1"):
        event_services.change_regulations(tournament=event, changes={"edition": "dutch-2016"}, actor=chief)


def test_44_a_late_entry_is_paired_after_all(event: Tournament, chief: User) -> None:
    """The round was published without them and withdrawn for them: they are in the next draft."""
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
    assert rulebook.edition_of(event).handling.change_article in refusal.value.message
    assert seats(event) == before


def test_44_top_boards_of_the_final_round(chief: User) -> None:
    event = builders.tournament(chief, rounds=2)
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    assert repair(event, 2, chief, "The hall of the top boards burnt down", "top-boards").is_draft


@pytest.mark.parametrize("edition", ["rating-1998", "rating-2012"])
def test_f6_a_colour_that_nobody_may_get_breaks_a_published_pairing(chief: User, edition: str) -> None:
    """Games of rounds 1 and 2 that counted as forfeits had been played: a colour of round 3 becomes wrong."""
    event = builders.tournament(chief, players=4, rounds=3, edition=edition)
    builders.play(event, 1, chief, {1: "1F-0F", 2: "1F-0F"})
    builders.play(event, 2, chief, {1: "1F-0F", 2: "1F-0F"})
    builders.publish(event, 3, chief)
    assert not rulebook.colour_violations(event, 3)
    # Rows from a release that let every earlier round be corrected: D.8 would allow only round 2.
    Game.objects.filter(round__tournament=event, round__number__lt=3).update(result="1-0")
    wrong = rulebook.colour_violations(event, 3)
    offered = {offer.ground: offer for offer in grounds_for_change(event.rounds.get(number=3))}
    assert wrong
    assert offered[rulebook.Ground.COLOURS].concerned == tuple(player.name for player in wrong)
    assert repair(event, 3, chief, "They had played", "colours").is_draft


def test_d10_byes_survive_a_repair(chief: User) -> None:
    event = builders.tournament(chief, players=6, rounds=3)
    given, gone = event.players.get(number=6), event.players.get(number=5)
    players.withdraw_player(player=gone, actor=chief)
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
    """Three imported rounds with the same pairs, of which the second was never finished."""
    names = ("Adler", "Berg", "Costa", "Dahl")
    rows = ((3, "w"), (4, "w"), (1, "b"), (2, "b"))
    lines = ["012 Odd Open", "042 2026/05/02", "XXR 5", "XXC white1"]
    for number, (name, (opponent, colour)) in enumerate(zip(names, rows, strict=True), 1):
        other = "b" if colour == "w" else "w"
        score = "1" if colour == "w" else "0"
        head = f"001 {number:4}      {name:<33} {2400 - number:4}{'':28}{2 * int(score):>2}.0 {number:4}"
        games = (
            f"  {opponent:4} {side} {told}"
            for side, told in zip((colour, other, colour), (score, " ", score), strict=True)
        )
        lines.append(head + "".join(games))
    event = builders.confirmed(fide.import_tournament, data="\n".join(lines).encode(), actor=chief)
    second, third = event.rounds.filter(number__in=(2, 3))
    assert second.state == third.state == "published"
    assert rematches(second)
    with pytest.raises(DomainError, match="A later round is published already") as refusal:
        repair(event, 2, chief)
    assert refusal.value.code == "not_latest"
    back = {"state": "draft", "repair_ground": "rematch", "repair_reason": "they meet twice"}
    for round_ in (second, third):
        builders.announce_withdrawal(round_, chief, "they meet twice")
    with pytest.raises(IntegrityError, match=r"C\.04\.2 D\.10"), transaction.atomic():
        event.rounds.filter(number=2).update(**back)
    # Only the later round stood in the way.
    event.rounds.filter(number=3).update(**back)
    event.rounds.filter(number=2).update(**back)

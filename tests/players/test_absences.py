"""Players who do not play: absence without notice (C.04.2 D.2), byes and their limits (D.4), expulsion."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.again import again
from tests.tournaments.one_event import chief, db, event, made
from tournaments import rulebook
from tournaments.errors import ConfirmationNeeded, Conflict, DomainError
from tournaments.models import Absence, AbsenceRules, Game, Player, Tournament
from tournaments.players.queries import presence
from tournaments.players.services import byes as byes_services
from tournaments.players.services import players
from tournaments.players.services.byes import give_bye
from tournaments.results import services as results
from tournaments.rounds.queries.boards import byes_of
from tournaments.rounds.services import rounds

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.any_database

Answer = Absence.Answer


def numbered(event: Tournament, number: int) -> Player:
    return event.players.get(number=number)


def absent(event: Tournament) -> list[int | None]:
    return [one.player.number for one in presence.unexplained(event)]


def answer(event: Tournament, who: int, decision: str, actor: User, **facts: Any) -> Absence:
    facts = {"number": 1, "reason": "The bus was late."} | facts
    return byes_services.answer_absence(player=numbered(event, who), answer=decision, actor=actor, **facts)


@again
def publish(event: Tournament, number: int, actor: User) -> None:
    """Pair and publish, without deciding about any absence."""
    rounds.pair_round(tournament=event, number=number, actor=actor)
    rounds.publish_round(tournament=event, number=number, actor=actor)


@pytest.fixture
def stayed_away(event: Tournament, chief: User) -> Tournament:
    """Numbers 5 and 6 did not come to boards 1 and 2 of round 1, and nobody came to board 4."""
    builders.play(event, 1, chief, {1: "1F-0F", 2: "0F-1F", 4: "0F-0F"})
    return event


def test_d2_who_lost_by_forfeit_is_asked_about(stayed_away: Tournament) -> None:
    assert builders.names(stayed_away, 1, board=2)[0] == numbered(stayed_away, 6).name
    assert absent(stayed_away) == [5, 6, 8, 4]


@pytest.mark.parametrize("edition", ["dutch-2016", "dutch-2026", "rating-2012", "rating-1998"])
def test_d2_nothing_is_published_before_each_absence_is_decided_about(chief: User, edition: str) -> None:
    """Not even where the text considers them withdrawn: nobody is withdrawn in silence."""
    event = builders.tournament(chief, edition=edition)
    builders.play(event, 1, chief, {1: "1F-0F"})
    (missing,) = absent(event)
    with pytest.raises(DomainError, match=numbered(event, missing or 0).name) as refusal:
        publish(event, 2, chief)
    assert refusal.value.code == "absences"
    rounds.discard_draft(tournament=event, number=2, actor=chief)
    answer(event, missing or 0, Answer.WITHDRAWN, chief)
    publish(event, 2, chief)
    assert numbered(event, missing or 0).seats.get(round__number=2).kind == "zero"


@pytest.mark.parametrize(
    ("decision", "kinds", "withdrawn"),
    [("explained", {"game", "pab"}, None), ("bye", {"zero"}, None), ("withdrawn", {"zero"}, 2)],
)
def test_d2_each_decision_has_its_consequence(
    event: Tournament, chief: User, decision: str, kinds: set[str], withdrawn: int | None
) -> None:
    builders.play(event, 1, chief, {1: "1F-0F"})
    answer(event, 5, decision, chief)
    assert absent(event) == []
    publish(event, 2, chief)
    row = numbered(event, 5)
    assert row.seats.get(round__number=2).kind in kinds
    assert row.withdrawn_from == withdrawn
    # A player who is away from the next round too is back after it.
    assert row.takes_part_in(3) is (withdrawn is None)


def test_d2_an_explanation_has_words(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief, {1: "1F-0F"})
    with pytest.raises(DomainError, match="how the absence was explained"):
        answer(event, 5, Answer.EXPLAINED, chief, reason=" ")
    assert absent(event) == [5]


def test_d2_only_an_absence_that_stands_open_is_decided_about(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief, {1: "1F-0F"})
    for who, facts in ((1, {}), (5, {"number": 2})):
        with pytest.raises(Conflict, match="nothing left to decide"):
            answer(event, who, Answer.EXPLAINED, chief, **facts)
    answer(event, 5, Answer.EXPLAINED, chief)
    with pytest.raises(Conflict, match="nothing left to decide"):
        answer(event, 5, Answer.WITHDRAWN, chief)
    assert numbered(event, 5).withdrawn_from is None


def test_d2_a_corrected_forfeit_is_no_absence(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief, {1: "1F-0F"})
    game = event.rounds.get(number=1).games.get(board=1)
    results.enter_result(
        tournament=event, number=1, board=1, result=Game.Result.DRAW, version=game.version, actor=chief
    )
    assert absent(event) == []


def test_d2_who_has_withdrawn_or_has_no_round_left_is_not_asked_about(chief: User) -> None:
    event = builders.tournament(chief, rounds=2)
    builders.play(event, 1, chief, {1: "1F-0F"})
    players.withdraw_player(player=numbered(event, 5), actor=chief)
    assert absent(event) == []
    builders.play(event, 2, chief, {1: "1F-0F"})
    assert absent(event) == []


def test_d2_who_sits_in_the_draft_leaves_it_first(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief, {1: "1F-0F"})
    rounds.pair_round(tournament=event, number=2, actor=chief)
    with pytest.raises(DomainError, match="throw it away"):
        answer(event, 5, Answer.BYE, chief)
    assert absent(event) == [5]
    answer(event, 5, Answer.WITHDRAWN, chief)
    with pytest.raises(DomainError, match="Pair round 2 again"):
        rounds.publish_round(tournament=event, number=2, actor=chief)


@pytest.mark.parametrize(
    ("edition", "sentence"),
    [("dutch-2016", "considered withdrawn unless"), ("dutch-2026", "assume nothing")],
)
def test_d2_the_desk_asks_player_by_player(
    chief: User, chief_client: Client, edition: str, sentence: str
) -> None:
    event = builders.tournament(chief, edition=edition)
    builders.play(event, 1, chief, {1: "1F-0F"})
    desk = chief_client.get(reverse("desk", args=[event.slug])).content.decode()
    assert sentence in desk
    url = reverse("absence-answer", args=[event.slug, numbered(event, 5).pk])
    assert url in desk
    # Without words the question stays on the desk, with the fault beside the field.
    answer = chief_client.post(url, {"number": 1, "answer": "explained", "reason": " "})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'aria-invalid="true"' in page
    assert "Write how the absence was explained" in page
    assert url in page
    chief_client.post(url, {"number": 1, "answer": "explained", "reason": "Ill."})
    assert numbered(event, 5).absences.get().reason == "Ill."
    assert url not in chief_client.get(reverse("desk", args=[event.slug])).content.decode()


# D.4: byes and their limits.


def rules(
    event: Tournament, actor: User, *, byes: int = 1, last: int = 0, without: Player | None = None
) -> None:
    byes_services.set_absence_rules(
        tournament=event,
        half_point_byes=byes,
        last_rounds=last,
        without={without.pk} if without else set(),
        actor=actor,
    )


def give(event: Tournament, number: int, actor: User, *, kind: str = "half", **facts: Any) -> None:
    give_bye(player=numbered(event, 2), number=number, kind=kind, actor=actor, **facts)


def test_d4_a_half_point_bye_beyond_the_limit_is_warned_of(event: Tournament, chief: User) -> None:
    give(event, 1, chief)
    give(event, 2, chief, kind="zero")
    with pytest.raises(ConfirmationNeeded) as question:
        give(event, 3, chief)
    (warning,) = question.value.warnings
    assert (warning.code, warning.level, question.value.level.questions) == ("half_point_byes", 3, 1)
    assert numbered(event, 2).seats.count() == 2
    give(event, 3, chief, confirmation=question.value.token)
    assert numbered(event, 2).seats.get(round__number=3).kind == "half"


@pytest.mark.parametrize("allowed", [0, 1, 2, 3])
def test_d4_the_event_says_how_many_half_point_byes(event: Tournament, chief: User, allowed: int) -> None:
    rules(event, chief, byes=allowed)
    codes = []
    for number in range(1, allowed + 2):
        try:
            give(event, number, chief)
        except ConfirmationNeeded as question:
            codes.append([(warning.code, warning.level) for warning in question.warnings])
            give(event, number, chief, confirmation=question.token)
    # The first is given without a question, a second never is (C.05 6.7), and the last is beyond the rules.
    second, beyond = [("second_half_point_bye", 3)], [("half_point_byes", 3)]
    assert codes == [second] * (allowed - 1) + [beyond]


def test_d4_rules_of_byes_that_are_fides_own_already_are_not_set(event: Tournament, chief: User) -> None:
    """Nothing changes, so nothing is written, nor recorded."""
    before = event.audit_events.count()
    rules(event, chief)
    assert event.audit_events.count() == before
    assert not AbsenceRules.objects.exists()


def test_d4_the_event_says_in_which_last_rounds_there_is_none(event: Tournament, chief: User) -> None:
    rules(event, chief, last=2)
    with pytest.raises(ConfirmationNeeded) as question:
        give(event, 4, chief)
    assert [warning.code for warning in question.value.warnings] == ["half_point_bye_late"]
    give(event, 4, chief, kind="zero")
    give(event, 3, chief)


def test_d4_a_half_point_bye_is_refused_to_who_gets_none(event: Tournament, chief: User) -> None:
    rules(event, chief, without=numbered(event, 2))
    with pytest.raises(DomainError, match="gets no half-point bye") as refusal:
        give(event, 1, chief)
    assert refusal.value.code == "no_half_point_bye"
    give(event, 1, chief, kind="zero")
    rules(event, chief)
    give(event, 1, chief)


def test_d4_byes_for_several_rounds_are_given_all_or_none(event: Tournament, chief: User) -> None:
    give(event, 2, chief, kind="zero", last=4)
    assert list(numbered(event, 2).seats.values_list("round__number", "kind")) == [
        (number, "zero") for number in (2, 3, 4)
    ]
    for first, last, code in ((1, 9, "no_round"), (3, 2, "last")):
        with pytest.raises(DomainError) as refusal:
            give(event, first, chief, kind="zero", last=last)
        assert refusal.value.code == code
    assert numbered(event, 2).seats.count() == 3


def test_d4_the_page_asks_before_a_second_half_point_bye(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    give(event, 1, chief)
    row = numbered(event, 2)
    url = reverse("player-bye", args=[event.slug, row.pk])
    page = chief_client.post(url, {"number": 2, "kind": "half", "last": ""})
    assert "may have 1 half-point bye, and would have 2" in page.content.decode()
    assert row.seats.count() == 1
    token = page.context["question"].token
    chief_client.post(url, {"number": 2, "kind": "half", "last": "", "confirmation": token})
    assert row.seats.count() == 2


def test_d4_the_rules_of_byes_are_set_on_their_page(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    url = reverse("absence-rules", args=[event.slug])
    form = {"half_point_byes": 3, "last_rounds": 1, "missed_rounds": 0}
    chief_client.post(url, form | {"without": [numbered(event, 4).pk]})
    found = presence.rules_of(event)
    assert (found.half_point_byes, found.last_rounds) == (3, 1)
    assert numbered(event, 4).no_half_point_bye
    count = event.audit_events.count()
    rules(event, chief, byes=3, last=1, without=numbered(event, 4))
    assert event.audit_events.count() == count
    assert chief_client.post(url, form | {"half_point_byes": -1}).status_code == 422


# Expulsion.


def test_the_expelled_are_in_no_standings_and_their_opponents_keep_the_points(
    event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief, dict.fromkeys(range(1, 5), "0-1"))
    before = {line.number: line.points for line in rulebook.table(event)}
    winner = numbered(event, 5)
    loser = numbered(event, 1)
    assert builders.names(event, 1, board=1) == (loser.name, winner.name)
    players.expel_player(player=winner, reason="He cheated.", actor=chief)
    after = rulebook.table(event)
    assert {line.number: line.points for line in after} == {n: p for n, p in before.items() if n != 5}
    assert after[0].rank == 1
    assert [line.rank for line in after] == sorted(line.rank for line in after)
    publish(event, 2, chief)
    assert numbered(event, 5).seats.get(round__number=2).kind == "zero"
    with pytest.raises(Conflict, match="expelled already"):
        players.expel_player(player=winner, reason="Again.", actor=chief)
    players.return_player(player=winner, actor=chief)
    assert len(rulebook.table(event)) == len(before)


def test_who_is_expelled_after_the_last_round_leaves_the_standings(chief: User) -> None:
    event = builders.tournament(chief, rounds=1)
    builders.play(event, 1, chief)
    players.expel_player(player=numbered(event, 1), reason="He cheated.", actor=chief)
    assert 1 not in {line.number for line in rulebook.table(event)}
    assert numbered(event, 1).withdrawn_from == 2


def test_d2_an_absence_to_be_decided_is_named_before_the_pairing(
    chief_client: Client, stayed_away: Tournament, chief: User
) -> None:
    """Once the draft is made it is too late: the decision would make it stale."""
    said = f"not decided yet: {numbered(stayed_away, 5).name}; {numbered(stayed_away, 6).name};"
    for page in ("desk", "desk-round"):
        path = reverse(page, args=[stayed_away.slug, *([2] if page == "desk-round" else [])])
        assert said in chief_client.get(path).content.decode()
    builders.explain_absences(stayed_away, chief)
    assert b"nothing is decided yet" not in chief_client.get(path).content


def test_the_lists_say_of_who_has_left_that_they_have(
    event: Tournament, chief: User, chief_client: Client, client: Client
) -> None:
    """It counts as a zero-point bye, but readers of the list wonder where the player is."""
    builders.play(event, 1, chief)
    players.withdraw_player(player=numbered(event, 3), actor=chief)
    give_bye(player=numbered(event, 4), number=2, kind="zero", actor=chief)
    builders.publish(event, 2, chief)
    said = {3: "withdrawn", 4: "zero-point bye"}
    assert {bye.player.number: bye.label for bye in byes_of(event.rounds.get(number=2))} == said
    for who, page in ((chief_client, "desk-round"), (client, "round")):
        assert "withdrawn" in who.get(reverse(page, args=[event.slug, 2])).content.decode()


def test_a_reason_is_kept_without_what_postgresql_cannot_keep(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    builders.publish(event, 1, chief)
    url = reverse("player-expel", args=[event.slug, numbered(event, 1).pk])
    assert chief_client.post(url, {"reason": "He\0 cheated."}).status_code == 302
    assert event.audit_events.get(action="player_expelled").reason == "He cheated."
    url = reverse("player-expel", args=[event.slug, numbered(event, 2).pk])
    assert chief_client.post(url, {"reason": "\0"}).status_code == 422

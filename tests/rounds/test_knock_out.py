"""A knock-out event: the bracket, byes, level matches and their tie-breaks, on all pages."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from pairing.checker import check, check_ranks
from pairing.trf import read
from tests import builders
from tests.again import again
from tournaments import guards, rulebook
from tournaments.chain import queries as chain
from tournaments.chain import verification
from tournaments.errors import Conflict, DomainError
from tournaments.event.queries import obstacles
from tournaments.event.services import event as event_services
from tournaments.fide.services import import_tournament
from tournaments.models import AuditEvent, Decision, Player, Seat, Tournament
from tournaments.players.queries import presence
from tournaments.players.services import byes, players
from tournaments.public import queries as public
from tournaments.results import services as results
from tournaments.rounds.queries import boards
from tournaments.rounds.queries.boards import byes_of, games_of
from tournaments.rounds.services import by_hand, rounds
from tournaments.rounds.services.drafts import decide_match
from tournaments.standings import queries as standings

pytestmark = pytest.mark.django_db

CODES = ("knock-out", "knock-out-matches")


@again
def cup(chief: User, *, size: int = 6, code: str = "knock-out", **regulations: Any) -> Tournament:
    return builders.tournament(
        chief, players=size, rounds=2, name="The Cup", edition=code, tie_breaks="", **regulations
    )


def sitting(event: Tournament, number: int) -> list[tuple[int, int]]:
    """The pairing numbers of White and Black, board by board."""
    games = games_of(event.rounds.get(number=number))
    return [(board.white.number or 0, board.black.number or 0) for board in games]


def kinds(event: Tournament, number: int) -> dict[int, str]:
    """Pairing number -> the kind of seat without a game in the round."""
    seats = Seat.objects.filter(round__tournament=event, round__number=number).exclude(kind="game")
    return {seat.player.number or 0: seat.kind for seat in seats}


def player(event: Tournament, number: int) -> Player:
    return event.players.get(number=number)


@again
def decide(event: Tournament, number: int, board: int, winner: int | None, chief: User, **facts: Any) -> None:
    decide_match(
        tournament=event,
        number=number,
        board=board,
        player=player(event, winner).pk if winner else None,
        actor=chief,
        **({"how": "armageddon"} | facts),
    )


@again
def level_final(chief: User) -> Tournament:
    """Six players; 1 and 2 are in the final, which is drawn."""
    event = cup(chief)
    builders.play(event, 1, chief, {1: "0-1", 2: "1-0"})
    builders.play(event, 2, chief, {1: "1-0", 2: "0-1"})
    builders.play(event, 3, chief, {1: "1/2-1/2"})
    return event


def test_an_event_from_the_first_round_to_the_champion(chief: User) -> None:
    event = cup(chief)
    event.refresh_from_db()
    assert event.number_of_rounds == 3, "as many as the bracket has"
    builders.publish(event, 1, chief)
    # 4 meets 5, and 3 meets 6; odd seeds have the drawn colour.
    assert sitting(event, 1) == [(5, 4), (3, 6)]
    assert kinds(event, 1) == {1: "full", 2: "full"}
    assert [bye.label for bye in byes_of(event.rounds.get(number=1))] == ["goes on without a game"] * 2
    builders.enter(event, 1, chief, {1: "0-1", 2: "1/2-1/2"})
    [standing] = obstacles.obstacles(event, 2)
    assert standing.code == "level_match"
    assert "match 4 is level: who goes on" in standing.message
    with pytest.raises(DomainError, match="match 4 is level"):
        rounds.pair_round(tournament=event, number=2, actor=chief)
    decide(event, 1, 2, 6, chief, score="1–0")
    assert not obstacles.obstacles(event, 2)
    builders.publish(event, 2, chief)
    assert [set(two) for two in sitting(event, 2)] == [{1, 4}, {2, 6}]
    assert kinds(event, 2) == {3: "zero", 5: "zero"}
    assert byes_of(event.rounds.get(number=2)) == [], "who is out is no news"
    builders.enter(event, 2, chief, {1: "1F-0F", 2: "1F-0F"})
    assert presence.unexplained(event) == []
    builders.publish(event, 3, chief)
    builders.enter(event, 3, chief)
    builders.confirmed(event_services.finish_tournament, tournament=event, actor=chief)
    lines = {line.number: (line.rank, line.points) for line in rulebook.table(event)}
    champion, *_ = (number for number, (rank, _points) in lines.items() if rank == 1)
    assert lines[champion] == (1, 30)
    assert sorted(rank for rank, _points in lines.values()) == [1, 2, 3, 3, 5, 5]
    assert verification.differences(event) == []
    for number in (1, 2, 3):
        assert rulebook.paired_again(event, number).agrees
    assert [line.idle for line in public.card(player(event, 3)).lines] == ["", "out", "out"]


@pytest.mark.any_database
@pytest.mark.parametrize("code", CODES)
def test_the_report_is_read_back_and_the_event_comes_home(chief: User, code: str) -> None:
    event = cup(chief, size=5, code=code)
    games = 1 if code == "knock-out" else 2
    while (number := next((r.number for r in event.rounds.all() if not r.is_public), None)) is not None:
        builders.publish(event, number, chief)
        for one in range(number, number + games):
            builders.enter(event, one, chief, dict.fromkeys((1, 2), "1/2-1/2"))
        for level in boards.level_matches(event, number + games - 1):
            decide(event, number + games - 1, level.game.board or 0, level.black.number, chief)
    builders.confirmed(event_services.finish_tournament, tournament=event, actor=chief)
    for form in rulebook.Format:
        report = rulebook.report(event, form=form)
        source = read(report.encode())
        assert source.edition == code
        assert report.count("### Tie-break @ Round") == 4
        assert all(one.agrees for one in check(source))
    report = rulebook.report(event)
    found = check_ranks(read(report.encode()))
    assert found is not None
    assert (found.message, found.differences) == ("", ())
    again = import_tournament(data=report.encode(), actor=chief)
    assert again.edition == code
    assert Decision.objects.filter(game__round__tournament=again).count() == 4
    assert verification.differences(again) == []
    assert rulebook.report(again).count("### Tie-break") == 4
    assert [line[:3] for line in rulebook.table(again)] == [line[:3] for line in rulebook.table(event)]


def test_matches_of_two_games_are_decided_after_both(chief: User) -> None:
    event = cup(chief, size=4, code="knock-out-matches")
    event.refresh_from_db()
    assert event.number_of_rounds == 4
    builders.publish(event, 1, chief)
    assert sitting(event, 2) == [(black, white) for white, black in sitting(event, 1)]
    builders.enter(event, 1, chief, {1: "1-0", 2: "1/2-1/2"})
    assert {one.code for one in obstacles.obstacles(event, 3)} == {"missing_results"}
    builders.enter(event, 2, chief, {1: "1-0", 2: "1-0"})
    [standing] = obstacles.obstacles(event, 3)
    assert (standing.cure.round, standing.cure.board) == (2, 1)
    with pytest.raises(DomainError, match="expected a match that is level"):
        decide(event, 2, 2, 3, chief)
    decide(event, 2, 1, 4, chief, how="rapid")
    builders.publish(event, 3, chief)
    assert [set(two) for two in sitting(event, 3)] == [{4, sitting(event, 2)[1][0]}]
    assert [stage.name for stage in boards.bracket(event)] == ["Semi-finals", "Final"]


@pytest.mark.any_database
def test_who_leaves_loses_by_forfeit_and_the_opponent_goes_on(chief: User) -> None:
    event = cup(chief)
    builders.play(event, 1, chief)
    players.withdraw_player(player=player(event, 1), actor=chief)
    builders.publish(event, 2, chief)
    [game] = [
        board
        for board in games_of(event.rounds.get(number=2))
        if 1 in (board.white.number, board.black.number)
    ]
    assert game.row.is_forfeit
    builders.enter(event, 2, chief, {game.row.board or 0: game.row.result})
    winner = game.black if game.white.number == 1 else game.white
    builders.publish(event, 3, chief)
    assert winner.number in sitting(event, 3)[0]


@pytest.mark.any_database
def test_where_neither_comes_the_next_opponent_goes_on_alone(chief: User) -> None:
    event = cup(chief)
    builders.play(event, 1, chief, {1: "0F-0F"})
    builders.publish(event, 2, chief)
    assert [set(two) for two in sitting(event, 2)] == [{2, 3}]
    assert kinds(event, 2)[1] == "full"
    builders.enter(event, 2, chief)
    builders.publish(event, 3, chief)
    assert 1 in sitting(event, 3)[0]


@pytest.mark.any_database
def test_a_final_without_an_opponent_has_no_board_and_the_event_ends(chief: User) -> None:
    event = cup(chief, size=4)
    builders.play(event, 1, chief, {1: "0F-0F"})
    builders.publish(event, 2, chief)
    assert sitting(event, 2) == []
    builders.confirmed(event_services.finish_tournament, tournament=event, actor=chief)
    first, *others = rulebook.table(event)
    assert (first.rank, kinds(event, 2)[first.number]) == (1, "full")
    assert {line.points for line in others} == {0}
    assert all(one.agrees for one in check(read(rulebook.report(event).encode())))


@pytest.mark.any_database
def test_what_a_bracket_does_not_have_is_refused(chief: User) -> None:
    event = cup(chief)
    with pytest.raises(DomainError, match="there are no requests for byes"):
        byes.give_bye(player=player(event, 1), number=2, kind="half", actor=chief)
    with pytest.raises(DomainError, match="nobody is kept apart"):
        event_services.keep_apart(
            tournament=event, players=[player(event, 1).pk, player(event, 2).pk], actor=chief
        )
    with pytest.raises(ValidationError, match="In a knock-out nothing is accelerated"):
        event_services.create_tournament(
            name="Cup", edition="knock-out", number_of_rounds=3, acceleration="baku", actor=chief
        )
    builders.publish(event, 1, chief)
    with pytest.raises(DomainError, match="The bracket is made for the players in it"):
        players.add_players(tournament=event, entries=[{"name": "Late, Lea", "rating": 2000}], actor=chief)


# -- tie-breaks ---------------------------------------------------------------------------------------


def test_a_tie_break_is_told_changed_and_taken_back(chief: User) -> None:
    event = level_final(chief)
    white, black = sitting(event, 3)[0]
    decide(event, 3, 1, white, chief)
    line = event.audit_events.filter(action=AuditEvent.Action.MATCH_DECIDED).get()
    assert line.after == {"board": 1, "player": white, "how": "armageddon", "score": ""}
    first = Decision.objects.get()
    with pytest.raises(Conflict):
        decide(event, 3, 1, black, chief)
    decide(event, 3, 1, white, chief)
    assert event.audit_events.filter(action=AuditEvent.Action.MATCH_DECIDED).count() == 1, "harmless"
    decide(event, 3, 1, black, chief, how="lot", seen=first.audit_id)
    assert Decision.objects.get().player.number == black
    assert boards.bracket(event)[-1].matches[0].decision == Decision.objects.get()
    assert rulebook.table(event)[0].number == black
    game = event.rounds.get(number=3).games.get()
    with pytest.raises(DomainError, match="Take that back first"):
        results.enter_result(
            tournament=event, number=3, board=1, result="1-0", version=game.version, actor=chief
        )
    decide(event, 3, 1, None, chief, seen=Decision.objects.get().audit_id)
    assert not Decision.objects.exists()
    with pytest.raises(DomainError, match="match 1 is level"):
        event_services.finish_tournament(tournament=event, actor=chief)


def test_a_tie_break_that_is_changed_after_the_end_is_in_the_chain(chief: User) -> None:
    event = level_final(chief)
    white, black = sitting(event, 3)[0]
    decide(event, 3, 1, white, chief)
    builders.confirmed(event_services.finish_tournament, tournament=event, actor=chief)
    event_services.reopen_tournament(tournament=event, actor=chief)
    decide(event, 3, 1, black, chief, seen=Decision.objects.get().audit_id)
    assert verification.differences(event) == []
    link = chain.last_of_round(event.rounds.get(number=3))
    assert link
    assert (link.kind, link.said.ground) == ("change", AuditEvent.Action.MATCH_DECIDED)


@pytest.mark.any_database
def test_nobody_goes_on_who_cannot(chief: User) -> None:
    event = level_final(chief)
    outsider = next(number for number in range(1, 7) if number not in sitting(event, 3)[0])
    with pytest.raises(DomainError, match="which of the two goes on"):
        decide(event, 3, 1, outsider, chief)
    with pytest.raises(DomainError, match="Choose what decided"):
        decide(event, 3, 1, sitting(event, 3)[0][0], chief, how="coin")
    with pytest.raises(DomainError, match="The next round is published"):
        decide(event, 2, 1, 1, chief)
    swiss = builders.tournament(chief, players=4, rounds=2, name="Swiss")
    builders.play(swiss, 1, chief, {1: "1/2-1/2"})
    with pytest.raises(DomainError, match="expected a match that is level"):
        decide(swiss, 1, 1, 1, chief)


@pytest.mark.any_database
def test_the_database_takes_no_tie_break_without_its_line(chief: User) -> None:
    event = level_final(chief)
    decide(event, 3, 1, sitting(event, 3)[0][0], chief)
    decide(event, 3, 1, None, chief, seen=Decision.objects.get().audit_id)
    told = {"board": 1, "player": sitting(event, 3)[0][0], "how": "armageddon", "score": ""}
    for name, other in (("board", 2), ("player", sitting(event, 3)[0][1]), ("how", "lot"), ("score", "2-0")):
        line = event.audit_events.create(action="match_decided", round_number=3, after=told | {name: other})
        with pytest.raises(DatabaseError, match="who goes on from a level match"), transaction.atomic():
            Decision.objects.create(
                game=event.rounds.get(number=3).games.get(),
                player=player(event, told["player"]),
                how="armageddon",
                audit=line,
            )
    decide(event, 3, 1, sitting(event, 3)[0][0], chief)
    event_services.change_regulations(tournament=event, changes={"name": "The Old Cup"}, actor=chief)
    for act in (
        lambda: Decision.objects.update(player=player(event, sitting(event, 3)[0][1])),
        lambda: Decision.objects.all().delete(),
        lambda: Decision.objects.create(
            game=event.rounds.get(number=2).games.first(),
            player=player(event, 1),
            how="lot",
            audit=event.audit_events.last(),
        ),
    ):
        with pytest.raises(DatabaseError, match="who goes on from a level match"), transaction.atomic():
            act()


@pytest.mark.any_database
def test_a_tie_break_that_is_changed_behind_the_guards_is_found(chief: User) -> None:
    event = cup(chief)
    builders.publish(event, 1, chief)
    builders.enter(event, 1, chief, {1: "1/2-1/2", 2: "1-0"})
    decide(event, 1, 1, 5, chief)
    assert verification.differences(event) == []
    _change_behind_the_guards(event, 4)
    [found] = verification.differences(event)
    assert (found.round_number, found.stood, found.stands) == (1, "number 5 goes on", "number 4 goes on")
    _change_behind_the_guards(event, 5)
    builders.publish(event, 2, chief)
    link = chain.last_of_round(event.rounds.get(number=1))
    assert link is not None
    assert "result\t1\t1/2-1/2, white goes on\n" in link.text
    _change_behind_the_guards(event, 4)
    [found] = verification.differences(event)
    assert found.stands.endswith("1/2-1/2, black goes on")


def _change_behind_the_guards(event: Tournament, number: int) -> None:
    guards.drop()
    Decision.objects.update(player=player(event, number))
    guards.create()


# -- pages --------------------------------------------------------------------------------------------


def page(client: Client, name: str, *arguments: object) -> str:
    answer = client.get(reverse(name, args=arguments))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.mark.any_database
def test_the_pages_of_an_event(chief_client: Client, client: Client, chief: User) -> None:
    event = cup(chief)
    assert "Knock-out" in page(chief_client, "tournament-new")
    assert 'id="bracket"' not in page(client, "event", event.slug)
    builders.publish(event, 1, chief)
    builders.enter(event, 1, chief, {1: "1/2-1/2", 2: "1-0"})
    told = page(client, "event", event.slug)
    assert "Quarter-finals" in told
    assert "Level: a tie-break decides" in told
    assert "winner of match 2" in told
    assert f"{reverse('desk-round', args=[event.slug, 1])}#tie-break-1" in page(
        chief_client, "desk", event.slug
    )
    assert "Level matches: who goes on?" in page(chief_client, "desk-round", event.slug, 1)
    address = reverse("match-decide", args=[event.slug, 1, 1])
    assert chief_client.post(address, {"how": "blitz"}).status_code == 422
    wish = {"player": player(event, 5).pk, "how": "blitz", "score": "2–0"}
    assert chief_client.post(address, wish).status_code == 302
    assert "Tie-break: blitz games, 2–0" in page(client, "event", event.slug)
    assert f"{player(event, 5).name} goes on: blitz games, 2–0" in page(client, "round", event.slug, 1)
    assert "board 1: number 5 goes on (blitz games, 2–0)" in page(chief_client, "log", event.slug)
    builders.publish(event, 2, chief)
    why = page(client, "why", event.slug, 2, 5)
    assert "Match 2 of round 1 was level" in why
    assert "In the bracket the winner of match 1 meets the winner of match 2." in why
    you = client.get(reverse("why", args=[event.slug, 2, 5]) + "?you=1").content.decode()
    assert "was level, and you went on by its tie-break." in you
    assert "is out (K3)." in page(client, "why", event.slug, 2, 4)
    assert "Yes. The round has just been paired again" in page(client, "round-check", event.slug, 2)
    assert page(client, "standings", event.slug)
    assert next(row.standing.points for row in standings.rows(event)) == 10


def test_a_pairing_by_hand_goes_on_in_the_bracket(chief: User) -> None:
    event = cup(chief, size=4)
    by_hand.begin(tournament=event, number=1, actor=chief)
    by_hand.unpair_all(tournament=event, number=1, actor=chief)
    keys = {one.number: one.pk for one in event.players.all()}
    for white, black in ((1, 2), (3, 4)):
        by_hand.pair_two(tournament=event, number=1, white=keys[white], black=keys[black], actor=chief)
    builders.confirmed(by_hand.end, tournament=event, number=1, actor=chief, reason="By the rules of the cup")
    builders.confirmed(rounds.publish_round, tournament=event, number=1, actor=chief)
    builders.enter(event, 1, chief)
    builders.publish(event, 2, chief)
    assert set(sitting(event, 2)[0]) == {1, 3}

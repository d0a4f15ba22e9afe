"""An event of matches of two games (C.04.5): both rounds of a match are paired and published together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from pairing.checker import check, check_ranks
from pairing.trf import read, write
from tests import builders
from tests.again import again
from tournaments import rulebook
from tournaments.chain import verification
from tournaments.errors import ConfirmationNeeded, DomainError
from tournaments.event.services import event as event_services
from tournaments.fide.services import import_tournament
from tournaments.log import queries as log
from tournaments.log.acts import Act
from tournaments.models import Correction, Round, Seat, Tournament
from tournaments.own import services as own
from tournaments.own.queries import Asking
from tournaments.players.queries import presence
from tournaments.players.services import byes, players
from tournaments.players.services.byes import set_absence_rules
from tournaments.public import queries as public
from tournaments.results import services as results
from tournaments.rounds.queries import boards
from tournaments.rounds.queries.boards import games_of, grounds_for_change
from tournaments.rounds.services import by_hand, rounds

pytestmark = pytest.mark.django_db

CODE = "double-swiss-2026"
DATA = Path(__file__).parents[1] / "data" / CODE.removesuffix("-2026")


@again
def cup(chief: User, *, size: int = 6, number_of_rounds: int = 6, **regulations: Any) -> Tournament:
    return builders.tournament(
        chief, players=size, rounds=number_of_rounds, name="Cup of Matches", edition=CODE, **regulations
    )


@again
def play(event: Tournament, first: int, actor: User, *results: dict[int, str]) -> None:
    """Pair and publish a match, and enter the results of both games; White wins where no result is given."""
    builders.publish(event, first, actor)
    for number, found in zip((first, first + 1), (*results, {}, {}), strict=False):
        builders.enter(event, number, actor, found)


def sitting(event: Tournament, number: int) -> dict[int, tuple[int, int]]:
    """Board -> the pairing numbers of White and Black."""
    return {
        board.row.board or 0: (board.white.number or 0, board.black.number or 0)
        for board in games_of(event.rounds.get(number=number))
    }


def kinds(event: Tournament, number: int) -> dict[int, str]:
    """Pairing number -> the kind of bye in the round."""
    seats = Seat.objects.filter(round__tournament=event, round__number=number).exclude(kind="game")
    return {seat.player.number or 0: seat.kind for seat in seats}


def test_a_match_is_two_rounds_with_the_colours_reversed(chief: User) -> None:
    event = cup(chief, size=7, number_of_rounds=4)
    builders.publish(event, 1, chief)
    first, second = event.rounds.filter(number__in=(1, 2))
    assert first.state == second.state == Round.State.PUBLISHED
    assert sitting(event, 2) == {board: (b, w) for board, (w, b) in sitting(event, 1).items()}
    # C.04.5 1.4: the bye is a game won and one drawn.
    assert (kinds(event, 1), kinds(event, 2)) == ({7: "pab"}, {7: "half"})
    builders.enter(event, 1, chief, {1: "1-0", 2: "1F-0F", 3: "0F-0F"})
    assert rulebook.finished_rounds(event) == 0, "standings stand after whole matches"
    builders.enter(event, 2, chief, {1: "1/2-1/2", 2: "1F-0F", 3: "0F-0F"})
    assert rulebook.finished_rounds(event) == 2
    points = {line.number: line.points for line in rulebook.table(event)}
    white, black = sitting(event, 1)[1]
    assert (points[white], points[black], points[7]) == (15, 5, 15)
    builders.publish(event, 3, chief)
    # Only pairs in which both players forfeited may meet again (Preface).
    met = {frozenset(pair) for board, pair in sitting(event, 1).items() if board != 3}
    assert not met & {frozenset(pair) for pair in sitting(event, 3).values()}
    assert list(event.rounds.filter(state="finished").values_list("number", flat=True)) == [1, 2]
    assert verification.differences(event) == []
    for number in (1, 2, 3, 4):
        assert rulebook.paired_again(event, number).agrees


@pytest.mark.any_database
def test_the_report_is_read_back_without_a_difference(chief: User) -> None:
    event = cup(chief, size=7)
    play(event, 1, chief, {1: "1/2-1/2", 2: "0-1"}, {1: "0-1"})
    play(event, 3, chief, {1: "0F-1F"}, {2: "1/2-1/2"})
    play(event, 5, chief, {1: "1/2-0", 2: "0-0"})
    builders.confirmed(event_services.finish_tournament, tournament=event, actor=chief)
    for form in rulebook.Format:
        report = rulebook.report(event, form=form)
        source = read(report.encode())
        assert (source.edition, source.rounds) == (CODE, 6)
        assert "FIDE_DOUBLESWISS" in report
        assert len(check(source)) == 3
        assert all(one.agrees for one in check(source))
    assert rulebook.has_code_of_fide(event)
    found = check_ranks(read(rulebook.report(event).encode()))
    assert found is not None
    assert (found.message, found.differences) == ("", ())


@pytest.mark.any_database
def test_what_makes_no_sense_is_refused_when_the_event_is_made(chief: User, chief_client: Client) -> None:
    for wrong, said in (
        ({"number_of_rounds": 5}, "Found 5 rounds, expected an even number"),
        ({"number_of_rounds": 6, "tie_breaks": "BH,WIN"}, "The tie-break WIN counts games"),
    ):
        with pytest.raises(ValidationError, match=said):
            event_services.create_tournament(name="Cup", edition=CODE, actor=chief, **wrong)
    page = chief_client.get(reverse("tournament-new")).content.decode()
    assert "Double-Swiss System, 2026" in page


@pytest.mark.any_database
def test_c_04_7_an_accelerated_event_has_the_points_of_matches(chief: User, client: Client) -> None:
    """Virtual points are 2, as for a match won, then 1, as for a match drawn, at both games of each match."""
    event = cup(chief, size=12, number_of_rounds=10, acceleration="baku")
    assert rulebook.baku_schedule(event) == (6, {20: [1, 2, 3, 4], 10: [5, 6]})
    said = "Virtual points of numbers 1 to 6: 2 in rounds 1 to 4; 1 in rounds 5 to 6."
    assert said in client.get(reverse("event", args=[event.slug])).content.decode()
    for first, points in ((1, [20]), (3, [20]), (5, [10]), (7, [])):
        play(event, first, chief, {}, dict.fromkeys(range(1, 7), "0-1"))
        for number in (first, first + 1):
            assert sorted(set(rulebook.virtual_points(event, number).values())) == points
    # Group A is paired within itself at first, and so are the others.
    assert all((white <= 6) is (black <= 6) for white, black in sitting(event, 1).values())
    report = rulebook.report(event)
    assert "FIDE_DOUBLESWISS_BAKU" in report
    assert all(one.agrees for one in check(read(report)))
    again = import_tournament(data=report.encode(), actor=chief)
    assert again.acceleration == "baku"
    assert [sitting(again, number) for number in range(1, 9)] == [
        sitting(event, number) for number in range(1, 9)
    ]


@pytest.mark.any_database
def test_byes_are_of_the_whole_match(chief: User) -> None:
    event = cup(chief)
    one, two = event.players.all()[:2]
    byes.give_bye(player=one, number=4, kind="half", actor=chief)
    assert kinds(event, 3) == {1: "half"}
    play(event, 1, chief)
    builders.publish(event, 3, chief)
    # Five are left: one of them has the allocated bye.
    assert kinds(event, 3)[1] == kinds(event, 4)[1] == "half"
    assert sorted(kinds(event, 3).values()) == ["half", "pab"]
    builders.enter(event, 3, chief)
    builders.enter(event, 4, chief)
    assert {line.number: line.points for line in rulebook.table(event)}[1] == 10 + 10
    with pytest.raises(ConfirmationNeeded, match="half_point_byes"):
        byes.give_bye(player=one, number=5, kind="half", actor=chief)
    with pytest.raises(DomainError, match="Round 3 is published"):
        byes.give_bye(player=two, number=4, kind="zero", actor=chief)
    assert presence.first_games(event, [2, 3, 4]) == [3]


@pytest.mark.any_database
def test_nobody_enters_or_leaves_in_the_middle_of_a_match(chief: User) -> None:
    event = cup(chief)
    first = event.players.first()
    assert first is not None
    with pytest.raises(DomainError, match="Round 4 is the second game of a match: expected round 3 or 5"):
        players.withdraw_player(player=first, from_round=4, actor=chief)
    entry = {"name": "Late, Lea", "rating": 2000, "first_round": 4}
    with pytest.raises(DomainError, match="second game of a match"):
        players.add_players(tournament=event, entries=[entry], actor=chief)
    builders.publish(event, 1, chief)
    [late] = players.add_players(tournament=event, entries=[entry | {"first_round": 1}], actor=chief)
    assert late.first_round == 3
    builders.confirmed(players.credit_missed_rounds, player=late, rounds={1}, actor=chief)
    assert kinds(event, 1) == {7: "half"} == kinds(event, 2)
    builders.enter(event, 1, chief)
    builders.enter(event, 2, chief)
    players.withdraw_player(player=first, actor=chief)
    builders.publish(event, 3, chief)
    assert kinds(event, 3)[1] == kinds(event, 4)[1] == "zero"
    assert verification.differences(event) == []


@pytest.mark.any_database
def test_other_rules_become_those_of_matches_where_nothing_begins_with_a_second_game(chief: User) -> None:
    event = builders.tournament(chief, players=6, rounds=6)
    one, two = event.players.all()[:2]
    byes.give_bye(player=one, number=4, kind="half", actor=chief)
    players.withdraw_player(player=two, from_round=6, actor=chief)
    change: dict[str, Any] = {"tournament": event, "changes": {"edition": CODE}, "actor": chief}
    with pytest.raises(DomainError, match=f"withdrawals of {one.name}; {two.name} do not"):
        event_services.change_regulations(**change)
    byes.cancel_bye(player=one, number=4, actor=chief)
    players.return_player(player=two, actor=chief)
    event_services.change_regulations(**change)
    event.refresh_from_db()
    assert event.edition == CODE


def test_a_withdrawn_match_is_withdrawn_with_both_games(chief: User) -> None:
    event = cup(chief, number_of_rounds=4)
    play(event, 1, chief)
    builders.publish(event, 3, chief)
    ground = rulebook.Ground.TOP_BOARDS
    assert ground in {offer.ground for offer in grounds_for_change(event.rounds.get(number=3))}
    assert rulebook.Ground.REMATCH not in {
        offer.ground for offer in grounds_for_change(event.rounds.get(number=3))
    }
    builders.enter(event, 4, chief)
    with pytest.raises(DomainError, match="Round 4 has results"):
        rounds.repair_round(tournament=event, number=3, ground=ground, reason="Storm", actor=chief)
    for board in games_of(event.rounds.get(number=4)):
        results.enter_result(
            tournament=event,
            number=4,
            board=board.row.board or 0,
            result="",
            version=board.row.version,
            actor=chief,
        )
    builders.repair(event, 4, chief, ground=ground)
    states = list(event.rounds.values_list("state", flat=True))
    assert states == ["finished", "finished", "draft", "planned"]
    builders.confirmed(rounds.publish_round, tournament=event, number=3, actor=chief)
    assert sitting(event, 4) == {board: (b, w) for board, (w, b) in sitting(event, 3).items()}
    assert verification.differences(event) == []


def test_results_are_corrected_and_nothing_else(chief: User, chief_client: Client) -> None:
    event = cup(chief)
    play(event, 1, chief)
    builders.publish(event, 3, chief)
    made = builders.correct(event, 1, chief, result="0-1")
    assert (made.case, made.counts_from) == (Correction.Case.FOLLOWING, 5)
    with pytest.raises(DomainError, match="correct the result"):
        builders.correct(event, 1, chief, board=2, kind="colours")
    page = chief_client.get(reverse("correction", args=[event.slug, 1, 2])).content.decode()
    assert "The result was written down incorrectly" in page
    assert "Played with the wrong colours" not in page
    assert "Sat down at the wrong board" not in page
    # The pairing of round 3 did not know of the correction, and is explained from what it knew.
    assert rulebook.paired_again(event, 3).agrees
    for number in (3, 4):
        assert boards.explained(event, number).why(1).story
    builders.enter(event, 3, chief)
    builders.enter(event, 4, chief)
    builders.publish(event, 5, chief)
    assert rulebook.paired_again(event, 5).agrees


def test_what_was_paired_by_hand_has_its_second_games_too(chief: User) -> None:
    event = cup(chief)
    by_hand.begin(tournament=event, number=1, actor=chief)
    by_hand.unpair_all(tournament=event, number=1, actor=chief)
    keys = {player.number: player.pk for player in event.players.all()}
    for white, black in ((1, 6), (2, 5), (3, 4)):
        by_hand.pair_two(tournament=event, number=1, white=keys[white], black=keys[black], actor=chief)
    builders.confirmed(by_hand.end, tournament=event, number=1, actor=chief, reason="By the rules of the cup")
    builders.confirmed(rounds.publish_round, tournament=event, number=1, actor=chief)
    assert set(sitting(event, 2).values()) == {(6, 1), (5, 2), (4, 3)}
    assert log.hands(event.rounds.get(number=1))
    assert verification.differences(event) == []


@pytest.mark.any_database
def test_pages_tell_the_match_and_what_both_games_brought(chief: User, client: Client) -> None:
    event = cup(chief, size=5, number_of_rounds=4)
    builders.publish(event, 1, chief)
    builders.enter(event, 1, chief)

    def page(route: str, *place: object, **asked: str) -> str:
        answer = client.get(reverse(route, args=[event.slug, *place]), asked)
        return " ".join(answer.content.decode().split())

    # A player whose first game is over is at the board of the second one.
    card = next(iter(public.of_players(event.players.filter(number=1)).values()))
    assert card.now
    assert card.now.number == 2
    assert "game 1: 1-0 · <span>match 0 – 1</span>" in page("round", 2)
    assert "game 2: not yet · <span>match 1 – 0</span>" in page("round", 1)
    builders.enter(event, 2, chief)
    assert "?after=1" not in page("standings")
    assert client.get(reverse("standings", args=[event.slug]), {"after": "1"}).status_code == 404
    assert ">Match</th>" in page("player", 1, workings="shown")
    assert "the reasons count matches, not rounds" in page("why", 2, 1)
    assert "2 matches" in page("event")


@pytest.mark.any_database
def test_a_file_of_matches_is_brought_in_whole(chief: User) -> None:
    data = (DATA / "double-swiss-1004.trf").read_bytes()
    event = import_tournament(data=data, actor=chief)
    assert not event.integrity_events.exists()
    assert [one.cells for one in read(rulebook.report(event).encode()).players] == [
        one.cells for one in read(data).players
    ]
    assert all(sitting(event, 2)[board] == (b, w) for board, (w, b) in sitting(event, 1).items())
    wrong = data.replace(b"142 8", b"142 9")
    with pytest.raises(DomainError, match="expected an even number"):
        import_tournament(data=wrong, actor=chief)
    half = write(replace(read(data).before(8), rounds=8)).encode()
    with pytest.raises(DomainError, match="Rounds 7 and 8 of player 1 are not a match of two games"):
        builders.confirmed(import_tournament, data=half, reason="Half a match.", actor=chief)


@pytest.mark.any_database
def test_a_player_asks_for_the_bye_of_a_match_by_their_own_link(chief: User) -> None:
    event = cup(chief)
    own.set_rules(tournament=event, changes={"byes": True}, actor=chief)
    set_absence_rules(
        tournament=event, half_point_byes=1, last_rounds=1, missed_rounds=1, without=set(), actor=chief
    )
    player = event.players.first()
    assert player is not None
    asking = Asking.of(player)
    second = asking.fault(event.rounds.get(number=2), "zero")
    assert second is not None
    assert second.message == "Round 2 is the second game of a match: its bye is that of round 1."
    offered = {choice.round.number: choice.kinds for choice in asking.choices(event.rounds.all())}
    # There is no half-point bye in the last match.
    assert {number: "half" in kinds for number, kinds in offered.items()} == {1: True, 3: True, 5: False}
    # The rules count matches: a match that was missed is two rounds of half a point.
    builders.publish(event, 1, chief)
    [late] = players.add_players(tournament=event, entries=[{"name": "Late, Lea"}], actor=chief)
    assert presence.credited(event) == {late.pk: [1, 2]}


def test_the_database_publishes_no_second_games_but_those_of_the_match(
    chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = cup(chief)
    rounds.pair_round(tournament=event, number=1, actor=chief)
    draft_second_games = rounds.draft_second_games

    def with_the_same_colours(second: Round) -> None:
        for seats in [list(game.seats.all()) for game in second.games.all()]:
            Seat.objects.filter(pk__in=[seat.pk for seat in seats]).delete()
            for seat in seats:
                seat.pk, seat.colour = None, "b" if seat.colour == "w" else "w"
                seat.save()

    def without_a_match(second: Round) -> None:
        second.games.latest("board").delete()

    def with_somebody_else(second: Round) -> None:
        stranger = event.players.create(name="Else, Else", number=99)
        second.seats.create(player=stranger, kind="zero")

    for change in (with_the_same_colours, without_a_match, with_somebody_else):

        def changed(act: Act, first: Round, change: Callable[[Round], None] = change) -> Round | None:
            second = draft_second_games(act, first)
            assert second
            change(second)
            return second

        with monkeypatch.context() as patched, transaction.atomic():
            patched.setattr(rounds, "draft_second_games", changed)
            with pytest.raises(DatabaseError, match="with the other colours"):
                rounds.publish_round(tournament=event, number=1, actor=chief)
            transaction.set_rollback(True)
    rounds.publish_round(tournament=event, number=1, actor=chief)
    assert sitting(event, 2)


def test_the_database_withdraws_both_games_of_a_match_or_neither(chief: User) -> None:
    event = cup(chief, number_of_rounds=2)
    builders.publish(event, 1, chief)
    first, second = event.rounds.all()
    back = {"state": "draft", "repair_ground": "top-boards", "repair_reason": "Storm"}

    def withdrawn(round_: Round) -> list[str]:
        with transaction.atomic():
            event.rounds.filter(pk=round_.pk).update(**back)
        return list(event.rounds.values_list("state", flat=True))

    builders.announce_withdrawal(first, chief, "Storm")
    with pytest.raises(DatabaseError, match=r"D\.10"):
        withdrawn(first)
    builders.announce_withdrawal(second, chief, "Storm")
    with pytest.raises(DatabaseError, match=r"D\.10"):
        withdrawn(second)
    assert withdrawn(first) == ["draft", "draft"]
    assert event.rounds.get(number=2).repair_reason == "Storm"


@pytest.mark.any_database
def test_a_helper_enters_second_games_while_first_ones_are_still_played(chief: User, client: Client) -> None:
    event = cup(chief)
    builders.publish(event, 1, chief)
    builders.begin_entry(client, event)
    address = reverse("entry", args=[event.slug])
    assert 'href="?game=2"' in client.get(address).content.decode()
    shown = client.get(address, {"game": "2"}).content.decode()
    assert "<h1>Round 2</h1>" in shown
    assert 'href="?game=1"' in shown
    answer = client.post(reverse("entry-result", args=[event.slug, 2, 1]), {"result": "0-1", "version": "0"})
    assert answer.headers["Location"] == f"{address}?game=2#board-2"
    assert event.rounds.get(number=2).games.get(board=1).result == "0-1"
    # A game of another match cannot be had this way.
    assert "<h1>Round 1</h1>" in client.get(address, {"game": "3"}).content.decode()

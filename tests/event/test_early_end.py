"""An event ends after the last round that was played, though more were announced (C.04.1 a, C.05 6.6)."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from pairing import checker, trf
from pairing.checker import check_ranks
from pairing.tie_breaks.ranking import standings
from tests import builders, team_events
from tests.backup.test_backups import same_again
from tournaments import rulebook
from tournaments.chain import queries as chain
from tournaments.chain import verification
from tournaments.errors import ConfirmationNeeded, Conflict, DomainError, Level
from tournaments.event.services.course import end_early
from tournaments.event.services.event import finish_tournament, reopen_tournament
from tournaments.fide import queries as fide
from tournaments.fide import services as fide_services
from tournaments.log import services as log
from tournaments.models import AuditEvent, Game, IntegrityEvent, Round, Seat, Tournament
from tournaments.players.services import players
from tournaments.prizes import queries as prizes
from tournaments.prizes.services import add_prizes
from tournaments.results import services as results
from tournaments.rounds.services import by_hand, rounds
from tournaments.standings import services as standings_services

REASON = "A flood in the hall."


def end(event: Tournament, chief: User, **arguments: bool) -> int:
    after = builders.confirmed(end_early, tournament=event, actor=chief, reason=REASON, **arguments)
    event.refresh_from_db()
    return after


def states(event: Tournament) -> list[str]:
    return list(event.rounds.order_by("number").values_list("state", flat=True))


def report_of(event: Tournament, form: rulebook.Format = rulebook.Format.TRF26) -> str:
    return rulebook.report(Tournament.objects.get(pk=event.pk), fide.remarks(event), form=form)


def leaves_fide_mode(event: Tournament, chief: User) -> None:
    builders.confirmed(log.leave_fide_mode, tournament=event, actor=chief, reason="No power.")


# -- a Swiss ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", ["nothing paired", "a draft", "by hand", "published"])
def test_it_ends_after_the_last_round_that_was_played(event: Tournament, chief: User, state: str) -> None:
    for number in (1, 2):
        builders.play(event, number, chief)
    table = rulebook.table(event)
    if state != "nothing paired":
        rounds.pair_round(tournament=event, number=3, actor=chief)
    if state == "by hand":
        by_hand.begin(tournament=event, number=3, actor=chief, confirmation="")
    if state == "published":
        rounds.publish_round(tournament=event, number=3, actor=chief)
    assert end(event, chief) == 2
    assert event.is_finished
    assert (event.number_of_rounds, event.ended_after, event.last_round) == (5, 2, 2)
    assert states(event) == ["finished"] * 2 + ["planned"] * 3
    assert not Game.objects.filter(round__tournament=event, round__number=3).exists()
    assert rulebook.table(event) == table
    assert rulebook.finished_rounds(event) == 2
    line = event.audit_events.get(action=AuditEvent.Action.TOURNAMENT_ENDED)
    assert (line.before, line.after, line.reason) == ({"rounds": 5}, {"rounds": 2}, REASON)
    finished = event.audit_events.get(action=AuditEvent.Action.TOURNAMENT_FINISHED)
    assert finished.reason == REASON
    assert verification.differences(event) == []
    gone = chain.withdrawn(event)
    assert [row.round.number for row in gone] == ([3] if state == "published" else [])
    same_again(event, chief)


@pytest.mark.any_database
def test_it_is_asked_twice_and_for_a_reason(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    with pytest.raises(ConfirmationNeeded) as first:
        end_early(tournament=event, actor=chief, reason=REASON)
    [warning] = first.value.warnings
    assert (warning.level, first.value.step) == (Level.NECESSARY, 1)
    with pytest.raises(ConfirmationNeeded) as second:
        end_early(tournament=event, actor=chief, reason=REASON, confirmation=first.value.token)
    assert second.value.step == 2
    assert "are final" in second.value.warnings[0].consequence
    with pytest.raises(ConfirmationNeeded) as without:
        end_early(tournament=event, actor=chief, reason=" ", confirmation=second.value.token)
    assert without.value.step == 1
    event.refresh_from_db()
    assert not event.is_finished


@pytest.mark.any_database
def test_nothing_is_ended_early_before_a_round_was_played_or_when_none_is_left(
    event: Tournament, chief: User
) -> None:
    with pytest.raises(DomainError, match="nothing to end early"):
        end_early(tournament=event, actor=chief)
    builders.publish(event, 1, chief)
    with pytest.raises(DomainError, match="nothing to end early"):
        end_early(tournament=event, actor=chief)
    builders.enter(event, 1, chief)
    for number in range(2, 6):
        builders.play(event, number, chief)
    with pytest.raises(DomainError, match="nothing to end early"):
        end_early(tournament=event, actor=chief)
    finish_tournament(tournament=event, actor=chief)
    with pytest.raises(Conflict, match="finished already"):
        end_early(tournament=event, actor=chief)


@pytest.mark.any_database
def test_in_fide_mode_each_open_game_is_decided_first(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    builders.enter(event, 2, chief, {1: "", 2: "adj"})
    for annul, why in ((False, "board 1 .*board 2 is adjourned"), (True, "no round is annulled")):
        with pytest.raises(DomainError, match=why):
            end_early(tournament=event, actor=chief, annul=annul)
    builders.enter(event, 2, chief, {1: Game.Result.BOTH_FORFEIT, 2: Game.Result.DRAW})
    assert end(event, chief) == 2
    assert rulebook.finished_rounds(event) == 2


def test_outside_of_fide_mode_the_same_act_annuls_the_round_that_is_on(
    event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    table = rulebook.table(event)
    builders.publish(event, 2, chief)
    builders.enter(event, 2, chief, {1: "", 3: "1/2-1/2"})
    builders.correct(event, 2, chief, board=2, kind="colours")
    leaves_fide_mode(event, chief)
    with pytest.raises(DomainError, match="open games first"):
        end_early(tournament=event, actor=chief)
    assert end(event, chief, annul=True) == 1
    assert states(event) == ["finished"] + ["planned"] * 4
    assert rulebook.table(event) == table
    assert not Seat.objects.filter(round__tournament=event, round__number=2, kind="game").exists()
    note = event.integrity_events.get(kind=IntegrityEvent.Kind.RE_PAIRING)
    # What was played in it stays on record.
    assert sorted(item.result for item in note.before) == ["", "0-1", "1-0", "1/2-1/2"]
    assert verification.differences(event) == []
    same_again(event, chief)


def test_the_first_round_is_not_annulled(event: Tournament, chief: User) -> None:
    leaves_fide_mode(event, chief)
    builders.publish(event, 1, chief)
    builders.enter(event, 1, chief, {1: ""})
    with pytest.raises(DomainError, match="nothing to end early"):
        end_early(tournament=event, actor=chief, annul=True)


def test_reopened_it_is_corrected_and_finished_again_or_goes_on(event: Tournament, chief: User) -> None:
    for number in (1, 2):
        builders.play(event, number, chief)
    round_ = builders.publish(event, 3, chief)
    pairing = builders.meetings(event, 3)
    end(event, chief)
    reopen_tournament(tournament=event, actor=chief)
    event.refresh_from_db()
    assert (event.is_finished, event.ended_after) == (False, 2)
    builders.correct(event, 2, chief, board=1, result="0-1")
    with pytest.raises(DomainError, match="ended after round 2"):
        rounds.pair_round(tournament=event, number=3, actor=chief)
    builders.correct(event, 2, chief, board=1, result="1-0")
    finish_tournament(tournament=event, actor=chief)
    assert event.audit_events.filter(action=AuditEvent.Action.TOURNAMENT_FINISHED, reason=REASON).count() == 2
    reopen_tournament(tournament=event, actor=chief, going_on=True)
    event.refresh_from_db()
    assert (event.is_finished, event.ended_after) == (False, None)
    assert "### Rounds" not in report_of(event)
    builders.publish(event, 3, chief)
    assert builders.meetings(event, 3) == pairing
    round_.refresh_from_db()
    assert (round_.state, round_.repair_reason) == (Round.State.PUBLISHED, REASON)
    assert verification.differences(event) == []
    builders.enter(event, 3, chief)
    assert end(event, chief) == 3
    assert [note.round_number for note in event.integrity_events.filter(kind="rounds", lifted_at=None)] == [3]


def test_lots_are_drawn_among_equals_after_an_early_end(chief: User) -> None:
    event = builders.tournament(chief, players=4, tie_breaks="")
    builders.play(event, 1, chief, dict.fromkeys((1, 2), Game.Result.DRAW))
    end(event, chief)
    reopen_tournament(tournament=event, actor=chief)
    standings_services.draw_lots(tournament=event, actor=chief)
    finish_tournament(tournament=event, actor=chief)
    event.refresh_from_db()
    assert [line.rank for line in rulebook.table(event)] == [1, 2, 3, 4]


@pytest.mark.any_database
def test_prizes_go_by_the_rounds_that_were_played_to_those_who_finished_them(
    event: Tournament, chief: User
) -> None:
    add_prizes(tournament=event, amounts=[100], actor=chief)
    for number in (1, 2):
        builders.play(event, number, chief)
    leader = rulebook.table(event)[0].number
    players.withdraw_player(player=event.players.get(number=leader), actor=chief)
    assert not prizes.are_due(event)
    end(event, chief)
    found = prizes.awards(event)
    assert found
    assert prizes.are_settled(event)
    assert leader in [row.players[0].number for row in found.recipients]


@pytest.mark.any_database
def test_q60_q61_the_last_round_is_paired_again_as_the_last(chief: User) -> None:
    event = builders.with_topscorers(chief)
    with pytest.raises(ConfirmationNeeded) as question:
        end_early(tournament=event, actor=chief, reason=REASON)
    levels = {warning.code: warning.level for warning in question.value.warnings}
    assert levels == {"ends_early": Level.NECESSARY, "not_paired_as_last": Level.HARMLESS}
    end(event, chief)
    [line] = [line for line in report_of(event).splitlines() if line.startswith("### Configuration")]
    assert line == "### Configuration @ Round 5: 2-5 3-8 => 3-5 8-2"
    # The checker pairs it as it was paired: as one of seven.
    assert all(one.agrees for one in checker.check(trf.read(report_of(event))))
    reopen_tournament(tournament=event, actor=chief, going_on=True)
    assert "### Configuration" not in report_of(event)


# -- tables, brackets, matches, teams ---------------------------------------------------------------


def enter_open(event: Tournament, number: int, chief: User) -> None:
    """Enter a win of White where there is no result yet: not at the boards of whoever has left."""
    for game in Game.objects.filter(round__tournament=event, round__number=number, result=""):
        results.enter_result(
            tournament=event,
            number=number,
            board=game.board or 0,
            result=Game.Result.WHITE_WINS,
            version=game.version,
            actor=chief,
        )


def table_of(chief: User, count: int, code: str = "round-robin") -> Tournament:
    event = builders.tournament(chief, players=count, rounds=1, edition=code, colour="")
    builders.confirmed(rounds.publish_all_rounds, tournament=event, actor=chief)
    event.refresh_from_db()
    return event


def test_c05_6_6_the_end_makes_nobody_a_leaver_and_unmakes_none(chief: User) -> None:
    event = table_of(chief, 8)
    assert event.number_of_rounds == 7
    for number in (1, 2):
        builders.enter(event, number, chief)
    leaver = event.players.get(number=3)
    players.withdraw_player(player=leaver, actor=chief)
    enter_open(event, 3, chief)
    assert rulebook.left_out(event) == {3}
    table = rulebook.table(event)
    assert end(event, chief) == 3
    # The forfeits of the rounds that were not played went with them; the leaver has still completed only two
    # of the seven games of the schedule, and nobody else has left.
    assert states(event) == ["finished"] * 3 + ["planned"] * 4
    assert rulebook.left_out(event) == {3}
    assert rulebook.table(event) == table
    assert verification.differences(event) == []
    same_again(event, chief)
    reopen_tournament(tournament=event, actor=chief, going_on=True)
    builders.confirmed(rounds.publish_all_rounds, tournament=event, actor=chief)
    assert rulebook.left_out(event) == {3}
    assert Game.objects.filter(round__tournament=event, round__number__gt=3).exclude(result="").count() == 4
    assert verification.differences(event) == []


def test_c05_6_6_without_a_leaver_all_count_however_few_rounds_were_played(chief: User) -> None:
    event = table_of(chief, 6)
    builders.enter(event, 1, chief)
    end(event, chief)
    assert rulebook.left_out(event) == frozenset()


@pytest.mark.any_database
def test_a_table_ends_after_the_last_round_with_a_game_played(chief: User) -> None:
    event = table_of(chief, 6)
    builders.enter(event, 1, chief)
    builders.enter(event, 2, chief, dict.fromkeys((1, 2), ""))
    players.withdraw_player(player=event.players.get(number=1), actor=chief)
    with pytest.raises(DomainError, match=r"Round 2: the result"):
        end_early(tournament=event, actor=chief)
    enter_open(event, 2, chief)
    assert end(event, chief) == 2


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("code", "level", "ranks"),
    [
        # The final is not played: both who would play it share the first place.
        ("knock-out", False, {1: 1, 2: 1, 3: 3, 4: 3}),
        # One match of the semi-finals is level: nobody has won it.
        ("knock-out", True, {1: 2, 2: 1, 3: 2, 4: 2}),
        ("knock-out-matches", False, {1: 1, 2: 1, 3: 3, 4: 3}),
    ],
)
def test_no_winner_of_a_knock_out_is_invented(
    chief: User, code: str, level: bool, ranks: dict[int, int]
) -> None:
    event = builders.tournament(chief, players=8, rounds=2, edition=code)
    games = rulebook.games_of_match(event)
    for stage in (0, 1):
        builders.publish(event, games * stage + 1, chief)
        for number in range(games * stage + 1, games * (stage + 1) + 1):
            seats = Seat.objects.filter(round__tournament=event, round__number=number, colour="w")
            entered = {}
            for seat in seats.select_related("game", "player"):
                # The lower numbers win: 1 to 4, then 1 and 2.
                won = (seat.player.number or 0) <= (4, 2)[stage]
                entered[seat.game.board] = "1-0" if won else "0-1"
            builders.enter(event, number, chief, entered | ({1: "1/2-1/2"} if level and stage else {}))
    assert end(event, chief) == 2 * games
    assert {line.number: line.rank for line in rulebook.table(event)[:4]} == ranks
    assert verification.differences(event) == []


def test_a_match_of_two_games_is_played_or_annulled_as_a_whole(chief: User) -> None:
    event = builders.tournament(chief, rounds=6, edition="double-swiss-2026")
    builders.publish(event, 1, chief)
    for number in (1, 2):
        builders.enter(event, number, chief)
    table = rulebook.table(event)
    builders.publish(event, 3, chief)
    builders.enter(event, 3, chief)
    with pytest.raises(DomainError, match=r"Round 4: the results"):
        end_early(tournament=event, actor=chief)
    leaves_fide_mode(event, chief)
    assert end(event, chief, annul=True) == 2
    assert rulebook.table(event) == table
    assert states(event) == ["finished"] * 2 + ["planned"] * 4
    assert verification.differences(event) == []
    same_again(event, chief)


@pytest.mark.parametrize("code", ["swiss-team-2026", "team-round-robin"])
def test_an_event_of_teams_ends_early(chief: User, code: str) -> None:
    event = team_events.event_of(chief, 4, rounds=3, edition=code)
    rounds.pair_round(tournament=event, number=1, actor=chief)
    rounds.publish_round(tournament=event, number=1, actor=chief)
    for board in (1, 2):
        team_events.enter(event, 1, board, "1-0,1-0,1/2-1/2,0-1", chief)
    rounds.pair_round(tournament=event, number=2, actor=chief)
    rounds.publish_round(tournament=event, number=2, actor=chief)
    table = rulebook.table(event)
    assert end(event, chief) == 1
    assert rulebook.table(event) == table
    assert verification.differences(event) == []
    assert "### Rounds @ Round 1: 3 => 1: A flood in the hall." in report_of(event)
    same_again(event, chief)


# -- the report, and back ---------------------------------------------------------------------------


def again(event: Tournament, chief: User, form: rulebook.Format) -> Tournament:
    data = report_of(event, form).encode()
    return builders.confirmed(fide_services.import_tournament, data=data, actor=chief)


@pytest.mark.any_database
@pytest.mark.parametrize("form", list(rulebook.Format))
def test_q59_the_report_says_so_and_is_read_back(
    event: Tournament, chief: User, form: rulebook.Format
) -> None:
    for number in (1, 2):
        builders.play(event, number, chief)
    players.withdraw_player(player=event.players.get(number=8), actor=chief)
    end(event, chief)
    text = report_of(event, form)
    assert "### Rounds @ Round 2: 5 => 2: A flood in the hall." in text
    read = trf.read(text)
    assert (read.rounds, read.ended, read.played_rounds) == (5, 2, 2)
    check = check_ranks(read)
    assert check
    assert (check.differences, check.message) == ((), "")
    found = again(event, chief, form)
    assert (found.number_of_rounds, found.ended_after, found.is_finished) == (5, 2, False)
    assert [(line.rank, line.number, line.values) for line in rulebook.table(found)] == [
        (line.rank, line.number, line.values) for line in rulebook.table(event)
    ]
    finish_tournament(tournament=found, actor=chief)
    assert report_of(found, form).count("### Rounds") == 1
    assert [line for line in report_of(found, form).splitlines() if line.startswith("### Rounds")] == [
        "### Rounds @ Round 2: 5 => 2: A flood in the hall."
    ]


@pytest.mark.any_database
@pytest.mark.parametrize("form", list(rulebook.Format))
def test_a_table_that_ended_early_has_the_same_ranks_in_its_report(
    chief: User, form: rulebook.Format
) -> None:
    event = table_of(chief, 6)
    builders.enter(event, 1, chief)
    players.withdraw_player(player=event.players.get(number=2), actor=chief)
    enter_open(event, 2, chief)
    end(event, chief)
    assert rulebook.left_out(event) == {2}
    read = trf.read(report_of(event, form))
    assert read.ended == 2
    check = check_ranks(read)
    assert check
    assert (check.differences, check.message) == ((), "")
    assert rulebook.left_out(again(event, chief, form)) == {2}


@pytest.mark.any_database
def test_a_remark_that_contradicts_the_rounds_counts_for_nothing(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    text = report_of(event)
    for said in ("2: 5 => 2", "1: 6 => 1", "1: 5 => 2", "1: 5 => 1 => 1"):
        assert trf.read(f"{text}### Rounds @ Round {said}\n").ended is None
    assert trf.read(f"{text}### Rounds @ Round 1: 5 => 1\n").ended == 1


@pytest.mark.any_database
def test_c07_8_3_the_last_round_played_is_the_final_one(chief: User) -> None:
    event = builders.tournament(chief, players=6, rounds=5, tie_breaks="FB")
    for number in (1, 2):
        builders.play(event, number, chief)
    end(event, chief)
    whole = trf.read(report_of(event).replace("142 5", "142 2"))
    read = trf.read(report_of(event))
    assert (whole.rounds, read.rounds) == (2, 5)
    values = [{line.number: line.values["FB"] for line in rulebook.table(event)}]
    values += [
        {line.number: line.values["FB"] for line in standings(one, ["PTS", "FB"])} for one in (read, whole)
    ]
    assert values[0] == values[1] == values[2]


# -- the guards -------------------------------------------------------------------------------------


@pytest.mark.usefixtures("guarded_db")
def test_the_database_lets_no_event_end_early_and_no_round_go_without_the_act(chief: User) -> None:
    event = builders.tournament(chief)
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    with pytest.raises(DatabaseError, match="with its line in the log"), transaction.atomic():
        Tournament.objects.filter(pk=event.pk).update(ended_after=1)
    with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
        event.rounds.filter(number=2).update(state="draft", repair_ground="ended", repair_reason="So.")
    end(event, chief)
    # The event has ended: a second guard, which no line of the log opens, comes first on SQLite.
    with pytest.raises(DatabaseError, match=r"only once it is reopened|with its line"), transaction.atomic():
        Tournament.objects.filter(pk=event.pk).update(ended_after=None)
    reopen_tournament(tournament=event, actor=chief)
    # The latest line is one of the acts, but says nothing of the kind.
    for after in (None, 2):
        with pytest.raises(DatabaseError, match="with its line in the log"), transaction.atomic():
            Tournament.objects.filter(pk=event.pk).update(ended_after=after)
    reopen_tournament(tournament=event, actor=chief, going_on=True)
    with pytest.raises(DatabaseError, match="with its line in the log"), transaction.atomic():
        Tournament.objects.filter(pk=event.pk).update(ended_after=1)


# -- the pages --------------------------------------------------------------------------------------


@pytest.mark.any_database
def test_it_is_offered_where_it_makes_sense_and_told_to_everybody(
    client: Client, chief_client: Client, event: Tournament, chief: User
) -> None:
    desk, page = (reverse(route, args=[event.slug]) for route in ("desk", "tournament-end"))
    link = f'href="{page}"'
    assert link not in chief_client.get(desk).content.decode()
    assert chief_client.get(page).status_code == 302
    builders.play(event, 1, chief)
    assert link in chief_client.get(desk).content.decode()
    builders.publish(event, 2, chief)
    builders.enter(event, 2, chief, {1: ""})
    asked = chief_client.get(page).content.decode()
    assert "Round 2: the result of board 1 is missing." in asked
    assert "In FIDE mode no round is annulled." in asked
    assert 'name="reason"' not in asked
    builders.enter(event, 2, chief, {1: "0-1"})
    assert "End after round 2" in chief_client.get(page).content.decode()
    sent = {"reason": "A flood in the <b>hall</b>."}
    for _question in (1, 2):
        answer = chief_client.post(page, sent)
        token = re.search(r'name="confirmation" value="([^"]+)"', answer.content.decode())
        assert token
        sent["confirmation"] = token[1]
    answer = chief_client.post(page, sent, follow=True).content.decode()
    assert "It ended after round 2." in answer
    assert "Go on with round 3" in answer
    assert link not in answer
    told = "The tournament ended after round 2 of 5. A flood in the &lt;b&gt;hall&lt;/b&gt;."
    for route in ("event", "standings"):
        assert told in client.get(reverse(route, args=[event.slug])).content.decode()
    assert "ended after round 2 of 5" in client.get(reverse("home")).content.decode()
    assert "5, ended after round 2" in client.get(reverse("event", args=[event.slug])).content.decode()
    certificates = chief_client.get(reverse("desk-paper", args=[event.slug, "certificates", "pdf"]))
    assert certificates.status_code == 200
    chief_client.post(reverse("tournament-reopen", args=[event.slug]), {"going_on": "1"})
    event.refresh_from_db()
    assert (event.is_finished, event.ended_after) == (False, None)


@pytest.mark.any_database
def test_outside_of_fide_mode_the_page_offers_to_annul_the_round(
    chief_client: Client, event: Tournament, chief: User
) -> None:
    leaves_fide_mode(event, chief)
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    builders.enter(event, 2, chief, {1: ""})
    page = chief_client.get(reverse("tournament-end", args=[event.slug])).content.decode()
    assert "Round 2 is annulled" in page
    assert 'name="annul" value="1"' in page
    assert "End after round 1" in page

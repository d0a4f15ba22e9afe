"""A round robin from its entries to its report (C.05 Annexes 1 and 2, 6.6)."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, time

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from pairing import checker, trf
from pairing.checker import check_ranks
from pairing.core import tournament as rules
from tests import builders
from tests.again import again
from tournaments import rulebook
from tournaments.errors import ConfirmationNeeded, Conflict, DomainError
from tournaments.event.queries import event as event_queries
from tournaments.event.services import course
from tournaments.event.services import event as event_services
from tournaments.fide import queries as fide
from tournaments.fide.services import import_tournament
from tournaments.models import Game, Player, Round, Tournament
from tournaments.players.queries import presence
from tournaments.players.services import byes, numbers, players
from tournaments.public import queries as public
from tournaments.results import services as results
from tournaments.results.queries import seat_to_report
from tournaments.rounds.queries import rounds
from tournaments.rounds.queries.boards import byes_of, seated
from tournaments.rounds.services import by_hand
from tournaments.rounds.services import rounds as rounds_services
from tournaments.standings import queries as standings

CODES = ("round-robin", "double-round-robin", "double-round-robin-plain")


@again
def event_of(chief: User, count: int, code: str = "round-robin") -> Tournament:
    return builders.tournament(chief, players=count, rounds=1, edition=code, colour="")


def pairs(event: Tournament, number: int) -> list[tuple[int | None, int | None]]:
    return [(white.number, black.number) for _, white, black in seated(event.rounds.get(number=number))]


@again
def publish_all(event: Tournament, chief: User) -> None:
    builders.confirmed(rounds_services.publish_all_rounds, tournament=event, actor=chief)


def enter(event: Tournament, chief: User, number: int, result: str = "1/2-1/2") -> None:
    """Enter this result on each board of the round that has none."""
    for game in Game.objects.filter(round__tournament=event, round__number=number, result=""):
        results.enter_result(
            tournament=event,
            number=number,
            board=game.board or 0,
            result=result,
            version=game.version,
            actor=chief,
        )


def report_of(event: Tournament) -> rules.Tournament:
    """The report as it is downloaded, read back."""
    return trf.read(rulebook.report(event, fide.remarks(event)))


# -- entries, rounds, numbers -----------------------------------------------------------------------


@pytest.mark.any_database
def test_who_creates_it_need_not_say_how_many_rounds_there_are(chief_client: Client) -> None:
    """For a Swiss it must be said; the browser does not know which systems need it."""
    page = chief_client.get(reverse("tournament-new")).content.decode()
    (field,) = re.findall(r'<input type="number" name="number_of_rounds"[^>]*>', page)
    assert "required" not in field
    answers = {"name": "Club", "scoring": "10-5-0", "bye": "win", "acceleration": "none"}
    for edition in ("round-robin", "knock-out"):
        chief_client.post(reverse("tournament-new"), answers | {"name": edition, "edition": edition})
        assert Tournament.objects.get(edition=edition).number_of_rounds >= 1
    refused = chief_client.post(reverse("tournament-new"), answers)
    assert refused.status_code == 422
    assert "number_of_rounds" in refused.context["form"].errors


@pytest.mark.parametrize("typed", ["", "3"])
def test_whatever_the_settings_say_of_the_rounds_they_and_their_days_stay(
    chief: User, chief_client: Client, typed: str
) -> None:
    event = event_of(chief, 6, CODES[0])
    event.rounds.filter(number=5).update(day=date(2026, 5, 9))
    answers = {"name": event.name, "number_of_rounds": "5", "edition": CODES[0], "scoring": "10-5-0"}
    answers |= {"bye": "win", "acceleration": "none"}
    initial = {f"initial-{name}": value for name, value in answers.items()}
    url = reverse("settings", args=[event.slug])
    answer = chief_client.post(url, initial | answers | {"number_of_rounds": typed, "city": "Oslo"})
    assert answer.status_code == 302
    event.refresh_from_db()
    assert (event.city, event.number_of_rounds) == ("Oslo", 5)
    assert event.rounds.get(number=5).day == date(2026, 5, 9)


@pytest.mark.parametrize(
    ("code", "wanted"), [(CODES[0], {2: 1, 5: 5, 6: 5}), (CODES[1], {2: 2, 5: 10, 6: 10})]
)
def test_the_rounds_follow_the_players(chief: User, code: str, wanted: dict[int, int]) -> None:
    event = event_of(chief, 2, code)
    for count, expected in wanted.items():
        while event.players.count() < count:
            name = f"Player {event.players.count()}"
            players.add_players(tournament=event, entries=[{"name": name}], actor=chief)
        event.refresh_from_db()
        assert (event.number_of_rounds, event.rounds.count()) == (expected, expected)
    players.remove_player(player=event.players.last(), actor=chief)
    event.refresh_from_db()
    assert event.rounds.count() == wanted[5]


def test_numbers_are_drawn_once_with_a_seed_that_anybody_can_use(chief: User) -> None:
    event = event_of(chief, 6)
    order = list(event.players.values_list("pk", flat=True))
    seed = numbers.draw_numbers(tournament=event, actor=chief)
    players_now = list(event.players.all())
    assert {p.pk: p.number for p in players_now} == dict(rulebook.draw_freely(players_now, seed).numbers)
    assert event.audit_events.first().after["seed"] == seed
    with pytest.raises(Conflict, match="drawn once"):
        numbers.draw_numbers(tournament=event, actor=chief)
    # A change of rating no longer moves anybody.
    players.change_player(player=players_now[0], changes={"rating": 2900}, actor=chief)
    assert [p.pk for p in event.players.all()] == [p.pk for p in players_now]
    # A player entered later comes last, and the lots that were drawn are void.
    players.add_players(tournament=event, entries=[{"name": "Zander", "rating": 2999}], actor=chief)
    event.refresh_from_db()
    assert (event.number_seed, event.players.last().name) == ("", "Zander")
    numbers.draw_numbers(tournament=event, actor=chief)
    assert sorted(event.players.values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6, 7]
    assert set(order) < set(event.players.values_list("pk", flat=True))


@pytest.mark.any_database
def test_annex_2_the_restricted_drawing_is_told_with_its_envelopes(chief: User) -> None:
    event = event_of(chief, 10)
    event.players.filter(number__lte=3).update(federation="FRA")
    numbers.draw_numbers(tournament=event, actor=chief, restricted=True)
    told = event.audit_events.first().after
    french = sorted(event.players.filter(federation="FRA").values_list("number", flat=True))
    assert french in ([3, 4, 8], [5, 7, 9])
    assert [line for line in told["envelopes"] if line.startswith("FRA")]
    small = event_of(chief, 4)
    with pytest.raises(DomainError, match="expected 9 to 24"):
        numbers.draw_numbers(tournament=small, actor=chief, restricted=True)
    swiss = builders.tournament(chief, players=4)
    with pytest.raises(DomainError, match="Swiss"):
        numbers.draw_numbers(tournament=swiss, actor=chief)


def test_numbers_are_given_by_hand_until_round_1_is_paired(chief: User) -> None:
    event = event_of(chief, 4)
    keys = list(event.players.values_list("pk", flat=True))
    turned = dict(zip(keys, (4, 3, 2, 1), strict=True))
    assert numbers.set_numbers(tournament=event, numbers=turned, actor=chief) == 4
    assert [p.pk for p in event.players.all()] == keys[::-1]
    assert numbers.set_numbers(tournament=event, numbers=turned, actor=chief) == 0
    with pytest.raises(DomainError, match="missing: 1; twice: 2"):
        numbers.set_numbers(tournament=event, numbers=turned | {keys[3]: 2}, actor=chief)
    with pytest.raises(Conflict, match="have changed"):
        numbers.set_numbers(tournament=event, numbers={keys[0]: 1}, actor=chief)
    rounds_services.pair_round(tournament=event, number=1, actor=chief)
    with pytest.raises(DomainError, match="Round 1 has been paired"):
        numbers.set_numbers(tournament=event, numbers=dict(zip(keys, (1, 2, 3, 4), strict=True)), actor=chief)
    with pytest.raises(DomainError, match="Round 1 has been paired"):
        numbers.draw_numbers(tournament=event, actor=chief)
    # The database itself refuses such changes.
    for change in (
        lambda: Player.objects.filter(pk=keys[0]).update(number=9),
        lambda: Tournament.objects.filter(pk=event.pk).update(number_seed="5eed"),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


def test_once_it_has_begun_nobody_enters_and_nobody_goes(chief: User) -> None:
    event = event_of(chief, 5)
    rounds_services.pair_round(tournament=event, number=1, actor=chief)
    for act in (
        lambda: players.add_players(tournament=event, entries=[{"name": "Late"}], actor=chief),
        lambda: players.remove_player(player=event.players.last(), actor=chief),
    ):
        with pytest.raises(DomainError, match="nobody can enter"):
            act()
    rounds_services.discard_draft(tournament=event, number=1, actor=chief)
    players.add_players(tournament=event, entries=[{"name": "In time"}], actor=chief)
    assert event.players.count() == 6


@pytest.mark.any_database
def test_there_are_no_byes_nor_is_anybody_kept_apart_or_accelerated(chief: User) -> None:
    event = event_of(chief, 4)
    one, other, *_ = event.players.all()
    with pytest.raises(DomainError, match="no byes"):
        byes.give_bye(player=one, number=1, kind="half", actor=chief)
    with pytest.raises(DomainError, match="no byes"):
        byes.answer_absence(player=one, number=1, answer="bye", actor=chief)
    with pytest.raises(DomainError, match="nobody is kept apart"):
        event_services.keep_apart(tournament=event, players=[one.pk, other.pk], actor=chief)
    with pytest.raises(Exception, match="nothing is accelerated"):
        event_services.change_regulations(tournament=event, changes={"acceleration": "baku"}, actor=chief)


@pytest.mark.any_database
def test_buchholz_is_not_for_it_and_other_rules_bring_their_usual_tie_breaks(chief: User) -> None:
    event = builders.tournament(chief, players=4, rounds=5)
    event_services.change_regulations(tournament=event, changes={"edition": "round-robin"}, actor=chief)
    event.refresh_from_db()
    assert (event.tie_breaks, event.number_of_rounds) == ("DE,WIN,SB,KS", 3)
    with pytest.raises(Exception, match="not for round robins"):
        event_services.change_regulations(tournament=event, changes={"tie_breaks": "BH"}, actor=chief)
    assert not any("BH" in code for _, choices in rulebook.tie_break_choices(event) for code, _ in choices)


# -- rounds -----------------------------------------------------------------------------------------


def test_all_rounds_are_published_at_once_and_each_is_locked(chief: User) -> None:
    event = event_of(chief, 6, "double-round-robin")
    with pytest.raises(ConfirmationNeeded):
        rounds_services.publish_all_rounds(tournament=event, actor=chief)
    publish_all(event, chief)
    assert set(event.rounds.values_list("state", flat=True)) == {Round.State.PUBLISHED}
    assert pairs(event, 2) == [(6, 4), (5, 3), (1, 2)]
    # Rounds 4 and 5 are exchanged.
    assert pairs(event, 4) == [(3, 6), (4, 2), (5, 1)]
    assert event.publications.count() == 10
    for round_ in event.rounds.all():
        with pytest.raises(IntegrityError), transaction.atomic():
            round_.seats.filter(colour="w").update(colour="b")
        with pytest.raises(IntegrityError), transaction.atomic():
            Round.objects.filter(pk=round_.pk).update(
                state="draft", repair_ground="rematch", repair_reason="x"
            )
    with pytest.raises(Conflict, match="published already"):
        publish_all(event, chief)
    # Results come in any order; the first round that lacks one is the current round.
    enter(event, chief, 2)
    assert rounds.current_round(event).number == 1
    enter(event, chief, 1)
    assert rounds.current_round(event).number == 3
    with pytest.raises(DomainError, match="Only the rounds of a round robin"):
        publish_all(builders.tournament(chief, players=4), chief)


@pytest.mark.parametrize("at_once", [True, False])
def test_from_the_entries_to_the_report_and_back(chief: User, at_once: bool) -> None:
    """Five players: in each round one is free, without a bye and without a point."""
    event = event_of(chief, 5)
    if at_once:
        publish_all(event, chief)
    for number in range(1, 6):
        if at_once:
            enter(event, chief, number, "1-0")
        else:
            builders.play(event, number, chief)
        (free,) = byes_of(event.rounds.get(number=number))
        assert (free.label, free.player.number) == ("free", [1, 4, 2, 5, 3][number - 1])
    event.refresh_from_db()
    builders.confirmed(event_services.finish_tournament, tournament=event, actor=chief)
    again = report_of(event)
    assert (again.edition, again.system) == ("round-robin", "Individual: Round-Robin")
    assert all(one.agrees for one in checker.check(again))
    found = check_ranks(again)
    assert found
    assert (found.message, found.differences) == ("", ())
    assert all(rulebook.paired_again(event, number).agrees for number in range(1, 6))
    assert sum(line.points for line in rulebook.table(event)) == 100


@pytest.mark.any_database
def test_published_at_once_the_round_that_is_on_is_told_everywhere(
    chief: User, chief_client: Client, client: Client
) -> None:
    """Not the last public round, but the first in which a game is still to be played."""
    event = event_of(chief, 6)
    days = {number: {"day": date(2030, 1, number), "time": time(15)} for number in range(1, 6)}
    course.set_schedule(tournament=event, changes=days, actor=chief)
    publish_all(event, chief)
    enter(event, chief, 1)
    white, black = seated(event.rounds.get(number=2))[0][1:]
    followed = reverse("followed", args=[event.slug, [white.key]])

    def board() -> str:
        page = " ".join(client.get(followed).content.decode().split())
        return re.sub(r"<[^>]+>", "", page.split('id="followed"')[1].split('class="card clock"')[0])

    page = text(client, "event", event.slug)
    assert 'data-round="2"' in page
    assert "Pairings of round 2" in page
    assert "Results of round 2" in page
    assert "round 2 of 5" in page
    assert "round 2 of 5" in " ".join(client.get("/").content.decode().split())
    starts = page.split('class="card clock"')[1].split("</section>")[0]
    assert re.findall(r"<b>(Round \d)</b>", starts) == ["Round 2", "Round 3"]
    assert "Round 2" in board()
    assert black.name in board()
    assert "Board" in text(client, "player", event.slug, white.number)
    assert "<h1>Round 2</h1>" in text(client, "screen-part", event.slug, "boards")
    assert "Round 2" in text(client, "screen-part", event.slug, "countdown")
    assert '<option value="2" selected>2</option>' in text(chief_client, "print", event.slug)
    assert "pairing of round 2" in " ".join(way.sentence for way in presence.ways(event))
    # A page that is kept has it too once the last result of the round is in.
    assert 'data-round="2"' in text(client, "standings", event.slug)
    enter(event, chief, 2)
    assert 'data-round="3"' in text(client, "standings", event.slug)
    assert "Round 3" in board()


@pytest.mark.any_database
def test_published_at_once_each_player_is_at_their_own_next_game(chief: User) -> None:
    """A postponed game keeps nobody else in its round, on no page and in no report."""
    event = event_of(chief, 6)
    publish_all(event, chief)
    games = seated(event.rounds.get(number=1))
    for game, _white, _black in games[1:]:
        results.enter_result(
            tournament=event, number=1, board=game.board or 0, result="1-0", version=0, actor=chief
        )
    put_off, played = games[0][1], games[1][1]
    first, second = public.boards([put_off, played])
    assert [one.card.now and one.card.now.number for one in (first, second)] == [1, 2]
    # The points of their opponents of round 2 include round 1.
    opponent = second.card.now.opponent
    assert second.opponent_score == (10 if opponent in {white for _game, white, _black in games[1:]} else 0)
    for player, number in ((put_off, 1), (played, 2)):
        seat = seat_to_report(player)
        assert seat
        assert seat.round.number == number
        assert public.card(player).is_on
    for number in range(2, 6):
        enter(event, chief, number)
    last = public.card(played)
    assert (last.now and last.now.number, last.is_on) == (5, False)
    assert seat_to_report(played) is None


# -- who leaves -------------------------------------------------------------------------------------


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("at_once", "played", "counts"), [(False, 2, False), (True, 2, False), (True, 3, True)]
)
def test_6_6_a_withdrawal(chief: User, at_once: bool, played: int, counts: bool) -> None:
    """Seven players, six games each. Player 7 plays two of them and does not count, or three, and counts."""
    event = event_of(chief, 7)
    if at_once:
        publish_all(event, chief)
    last = played
    for number in range(1, last + 1):
        if not at_once:
            builders.publish(event, number, chief)
        enter(event, chief, number)
    leaver = event.players.get(number=7)
    first = players.withdraw_player(player=leaver, actor=chief)
    assert first == last + 1
    ranked = [line.number for line in rulebook.table(event)]
    before = {line.number: line.points for line in rulebook.table(event)}
    assert (ranked[-1] == 7) is not counts or before[7] == min(before.values())
    for number in range(last + 1, 8):
        if not at_once:
            builders.publish(event, number, chief)
        enter(event, chief, number)
    of_leaver = Game.objects.filter(seats__player=leaver, round__number__gt=last)
    assert set(of_leaver.values_list("result", flat=True)) <= {"1F-0F", "0F-1F"}
    lines = rulebook.table(event)
    points = {line.number: line.points for line in lines}
    koya = next(one for one in rulebook.workings(event, 1, after=7) if one.column.code == "KS")
    if counts:
        assert sum(points.values()) == 10 * 21
        assert points[7] == 15
    else:
        # Six players who drew all their games with one another.
        assert [points[number] for number in range(1, 7)] == [25] * 6
        # Which is half of the five games that count: all of them are in Koya's upper half.
        assert [line.values["KS"] for line in lines] == [25] * 6 + [lines[-1].values["KS"]]
        assert (koya.value, {line.opponent for line in koya.lines}) == (25, {2, 3, 4, 5, 6})
    again = report_of(event)
    assert all(one.agrees for one in checker.check(again))
    assert check_ranks(again).differences == ()


@pytest.mark.any_database
def test_6_6_the_standings_shown_follow_a_result_of_the_round_that_is_on(chief: User) -> None:
    """It may decide that somebody completes less than half of the games."""
    event = event_of(chief, 6)
    player = event.players.get(number=6)
    for number in (1, 2, 3):
        builders.publish(event, number, chief)
        seat = player.seats.get(round__number=number)
        lost = "0F-1F" if seat.colour == "w" else "1F-0F"
        if number == 3:
            before = standings.rows(event)
        builders.enter(event, number, chief, {1: "", 2: "", 3: "", seat.game.board: lost})
        if number < 3:
            enter(event, chief, number)
    assert rulebook.finished_rounds(event) == 2
    assert rulebook.left_out(event) == {6}
    shown = standings.rows(event)
    assert shown != before
    assert tuple(row.standing for row in shown) == rulebook.table(event)


@pytest.mark.any_database
def test_6_6_two_who_left_both_forfeit(chief: User) -> None:
    event = event_of(chief, 4)
    publish_all(event, chief)
    one, other = event.players.filter(number__in=(1, 2))
    players.withdraw_player(player=one, actor=chief)
    players.expel_player(player=other, reason="Left the hall for good.", actor=chief)
    assert Game.objects.filter(result="0F-0F").count() == 0
    # The game between them was forfeited when the first one left; a result that is there is not replaced.
    games = Game.objects.filter(round__tournament=event).exclude(result="")
    assert games.count() == 5
    assert {line.number for line in rulebook.table(event)} == {1, 3, 4}


def test_who_is_back_plays_what_is_not_over(chief: User, chief_client: Client) -> None:
    """Forfeits in rounds that the others have played remain; an opponent who has left forfeits instead."""
    event = event_of(chief, 6)
    publish_all(event, chief)
    enter(event, chief, 1)
    gone, other = (event.players.get(number=number) for number in (6, 5))
    players.withdraw_player(player=gone, actor=chief)
    players.withdraw_player(player=other, from_round=3, actor=chief)
    enter(event, chief, 2)
    page = reverse("player-return", args=[event.slug, gone.pk])
    assert "open again: in rounds 3, 5." in chief_client.post(page, follow=True).content.decode()

    def of(player: Player) -> dict[int, str]:
        games = Game.objects.filter(seats__player=player).order_by("round__number")
        return dict(games.values_list("round__number", "result"))

    # Player 6 has White in rounds 2 and 4, against players 4 and 5.
    assert of(gone) == {1: "1/2-1/2", 2: "0F-1F", 3: "", 4: "1F-0F", 5: ""}
    assert event.rounds.get(number=2).results_at is not None
    assert event.rounds.get(number=4).games.filter(result="").count() == 2
    told = event.audit_events.filter(action="result_corrected").order_by("pk").first()
    assert (told.round_number, told.before["result"], told.after["result"]) == (3, "1F-0F", "")
    assert players.return_player(player=other, actor=chief) == [3, 4, 5]
    assert players.withdraw_player(player=gone, actor=chief) == 3


def test_who_was_withdrawn_by_mistake_before_a_game_was_played_plays_all_of_them(chief: User) -> None:
    event = event_of(chief, 2, "double-round-robin")
    publish_all(event, chief)
    gone = event.players.get(number=1)
    players.withdraw_player(player=gone, actor=chief)
    assert players.return_player(player=gone, actor=chief) == [1, 2]
    enter(event, chief, 1)
    players.withdraw_player(player=gone, actor=chief)
    assert players.return_player(player=gone, actor=chief) == [2]


# -- by hand ----------------------------------------------------------------------------------------


def test_by_hand_two_who_have_met_are_named(chief: User) -> None:
    """Q100, Q101: round 2 of four players has the pairs of round 3, which then come again by the table."""
    event = event_of(chief, 4)
    builders.play(event, 1, chief)
    keys = dict(event.players.values_list("number", "pk"))

    def by_hand_as(number: int, *boards: tuple[int, int]) -> None:
        def do(service: Callable[..., object], **facts: object) -> None:
            builders.confirmed(service, tournament=event, number=number, actor=chief, **facts)

        do(by_hand.begin)
        event.refresh_from_db()
        do(by_hand.unpair_all, seen=event.revision)
        for white, black in boards:
            do(by_hand.pair_two, white=keys[white], black=keys[black])
        do(by_hand.end)
        rounds_services.publish_round(tournament=event, number=number, actor=chief)

    by_hand_as(2, (2, 4), (3, 1))
    builders.enter(event, 2, chief)
    # By the table, 2 and 4 meet now: the refusal says so, and nothing is paired.
    with pytest.raises(DomainError, match="2 meets 4 now"):
        rounds_services.pair_round(tournament=event, number=3, actor=chief)
    found = rulebook.faults(event, 3, [(event.players.get(number=2), event.players.get(number=4))])
    assert [(fault.wrong, fault.article) for fault in found] == [(rulebook.Wrong.REMATCH, "C.05 Annex 1")]
    assert not rulebook.faults(event, 3, [(event.players.get(number=4), event.players.get(number=3))])


# -- pages ------------------------------------------------------------------------------------------


@pytest.mark.any_database
def test_q104_its_tie_breaks_can_all_be_chosen(chief: User) -> None:
    event = event_of(chief, 4)
    offered = {code for _, choices in rulebook.tie_break_choices(event) for code, _ in choices}
    assert offered >= set(
        "DE BPG BWG REP STD SB SB/C1 SB/C2 RTNG RTNG/R WIN TPN TPN/R KS KS/L+1 KS/L+2 KS/L-1 KS/L-2".split()
    )
    for found in rulebook.tie_break_lists(event.edition):
        event_services.change_regulations(tournament=event, changes={"tie_breaks": found.codes}, actor=chief)


def text(client: Client, name: str, *arguments: object) -> str:
    answer = client.get(reverse(name, args=arguments))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.mark.any_database
def test_annex_1_the_numbers_are_drawn_before_a_round_is_offered(chief: User, chief_client: Client) -> None:
    """A round or all of them: what is offered first is the lot, again after every entry."""
    event = event_of(chief, 5)
    pair, publish = (
        reverse("round-pair", args=[event.slug, 1]),
        reverse("rounds-publish-all", args=[event.slug]),
    )

    def offered() -> tuple[str, bool]:
        event.refresh_from_db()
        desk, round_1 = (
            text(chief_client, "desk", event.slug),
            text(chief_client, "desk-round", event.slug, 1),
        )
        assert (publish in desk) is (pair in desk) is (pair in round_1)
        assert ("still to be drawn" in text(chief_client, "desk-players", event.slug)) is (pair not in desk)
        return event_queries.next_step(event).label, pair in desk

    to_draw, to_pair = ("Draw the numbers", False), ("Pair round 1", True)
    assert offered() == to_draw
    seed = numbers.draw_numbers(tournament=event, actor=chief)
    assert (offered(), event.number_seed) == (to_pair, seed)
    players.add_players(tournament=event, actor=chief, entries=[{"name": "Late, Arrival"}])
    assert offered() == to_draw
    # The lot drawn in the hall may give the order in which they were entered.
    as_entered = dict(event.players.values_list("pk", "number"))
    assert numbers.set_numbers(tournament=event, numbers=as_entered, actor=chief) == 0
    assert offered() == to_pair
    assert "The numbers are given by hand." in text(chief_client, "desk-players", event.slug)
    players.remove_player(player=event.players.get(name="Late, Arrival"), actor=chief)
    assert offered() == to_draw
    # Whoever has paired it nevertheless is not sent back.
    rounds_services.pair_round(tournament=event, number=1, actor=chief)
    event.refresh_from_db()
    assert event_queries.next_step(event).label == "Look at the draft of round 1"


@pytest.mark.any_database
def test_the_numbers_of_a_file_are_drawn_already(chief: User) -> None:
    event = event_of(chief, 5)
    numbers.draw_numbers(tournament=event, actor=chief)
    copy = import_tournament(data=rulebook.report(event).encode(), actor=chief)
    assert copy.number_seed == ""
    assert event_queries.next_step(copy).label == "Pair round 1"


@pytest.mark.any_database
def test_what_its_pages_say(chief: User, chief_client: Client, client: Client) -> None:
    event = event_of(chief, 5)
    assert "they are still to be drawn" in text(chief_client, "desk", event.slug)
    chief_client.post(reverse("numbers-draw", args=[event.slug]), {"free": "1"})
    seed = Tournament.objects.get(pk=event.pk).number_seed
    assert seed
    assert seed in text(chief_client, "desk-players", event.slug)
    publish_all(event, chief)
    assert "the numbers are fixed" in text(chief_client, "numbers", event.slug)
    assert "Cross table" not in text(client, "standings", event.slug)
    for number in (1, 2):
        enter(event, chief, number, "1-0")
    page = text(client, "standings", event.slug)
    assert page.count("the same player") == 5
    # Two rounds of two games: two squares each.
    assert page.count(' full">1</span>') == page.count(' ">0</span>') == 4
    free = byes_of(event.rounds.get(number=1))[0].player
    assert "and is free" in text(client, "why", event.slug, 1, free.number)
    assert "free" in text(client, "round", event.slug, 1)
    why = text(client, "why", event.slug, 4, 1)
    assert "Round 4 is that of the table for 6 players (C.05 Annex 1)." in why
    call_command("verify", event.slug)
    leaver = event.players.get(number=1)
    page = text(chief_client, "player-edit", event.slug, leaver.pk)
    assert "stays in the table" in page
    assert "Give the bye" not in page
    chief_client.post(reverse("player-withdraw", args=[event.slug, leaver.pk]), {"from_round": "3"})
    assert Game.objects.filter(seats__player=leaver, result__in=["1F-0F", "0F-1F"]).count() == 3
    assert "Take the player back" in text(chief_client, "player-edit", event.slug, leaver.pk)
    swiss = builders.tournament(chief, players=4, name="Swiss")
    assert chief_client.get(reverse("numbers", args=[swiss.slug])).status_code == 302


def test_it_comes_back_from_its_report(chief: User, chief_client: Client) -> None:
    event = event_of(chief, 5, "double-round-robin-plain")
    publish_all(event, chief)
    enter(event, chief, 1)
    players.withdraw_player(player=event.players.get(number=3), actor=chief)
    data = chief_client.get(reverse("exchange", args=[event.slug]), {"format": "trf26"}).content
    chief_client.post(reverse("tournament-import"), {"file": ContentFile(data, "match.trf")})
    again = Tournament.objects.exclude(pk=event.pk).get()
    assert (again.edition, again.number_of_rounds) == (event.edition, 10)
    assert all(pairs(again, number) == pairs(event, number) for number in range(1, 11))
    assert not any("as a Swiss" in said for said in fide.supplied_to(again))

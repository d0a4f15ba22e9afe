"""Events that together contain everything a page can show, made through the services."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from django.contrib.auth.models import User
from django.test import Client

from tests import builders, rating_samples
from tests.again import again
from tests.team_events import enter, entry, event_of
from tournaments.event.services import event as event_services
from tournaments.event.services.course import make_festival, set_part
from tournaments.hall import services as hall
from tournaments.models import Game, Membership, Seat, Tournament
from tournaments.own import services as own
from tournaments.players.services import byes, doubles, numbers, players
from tournaments.prizes import services as prizes
from tournaments.ratings.services import ratings
from tournaments.rounds.queries import boards
from tournaments.rounds.services import by_hand, drafts, rounds
from tournaments.standings import queries as standings
from tournaments.standings import services as standings_services
from tournaments.teams import services as teams

LONG = "Papadopoulou-Konstantinidis, Alexandra Wilhelmina"
LONGER = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft, Hubert"


@dataclass(frozen=True, slots=True)
class Everything:
    """One event in each of the states that an event passes through."""

    # Round 1 is over, with a correction, a forfeit and a repaired pairing; round 2 is on. It is a long event,
    # in which players ask for byes and report results.
    running: Tournament
    # A draft of round 1 that is out of date, players who are missing.
    drafted: Tournament
    # Round 1 is being paired by hand, with a fault.
    by_hand: Tournament
    # All rounds are played, and the event can be finished.
    played: Tournament
    # The same, finished.
    finished: Tournament
    # A round robin with drawn numbers; round 1 is over.
    table: Tournament
    # A knock-out: a match of round 1 was decided by a tie-break, one of round 2 waits for its tie-break.
    bracket: Tournament
    # A Swiss of teams: round 1 is on, with a line-up and the boards of a match.
    teams: Tournament
    # A round robin of teams: all rounds are public, and a match of round 1 is over.
    league: Tournament
    # No players yet.
    empty: Tournament


def everything(chief: User, folder: Path) -> Everything:
    """All events, owned by `chief`; also loads a rating list from a file in `folder`."""
    rating_samples.load(folder, rating_samples.text(rating_samples.person(1503014, LONG, SRtng=2500)))
    events = Everything(
        running=_running(chief),
        drafted=_drafted(chief),
        by_hand=_by_hand(chief),
        played=_played(chief, "Played Open"),
        finished=_finished(chief),
        table=_table(chief),
        bracket=_bracket(chief),
        teams=_teams(chief),
        league=_league(chief),
        empty=_empty(chief),
    )
    festival = make_festival(name="Festival", actor=chief)
    for label, event in (("Group A", events.running), ("Group of the Veterans", events.finished)):
        set_part(tournament=event, festival=festival, label=label, actor=chief)
    return events


@again
def _running(chief: User) -> Tournament:
    event = builders.tournament(
        chief,
        players=9,
        name="The Running Open of Everything",
        acceleration="baku",
        correction_minutes=45,
        start_date=date(2026, 4, 7),
        end_date=date(2026, 6, 2),
    )
    long = {"name": LONG, "title": "WGM", "rating": 2500, "fide_id": 1503014, "club": "SK Long Name 1899"}
    players.add_players(
        tournament=event, actor=chief, entries=[long, {"name": LONGER, "rating": 1400, "birth": "2014"}]
    )
    builders.deputy(event, "deputy-with-a-long-name")
    named = {"name": LONG, "fide_id": "1503014"}
    event_services.name_arbiters(tournament=event, chief=named, deputies=[{"name": LONGER}], actor=chief)
    builders.member(event, "clerk", Membership.Role.CLERK)
    builders.invitation(event, Membership.Role.DEPUTY)
    builders.begin_entry(Client(), event)
    prizes.add_category(tournament=event, actor=chief, name="Under 18", under_age=18)
    prizes.add_category(tournament=event, actor=chief, name="Women of every age", sex="w")
    _announce_prizes(event, chief)
    ratings.compare(event)
    byes.set_absence_rules(tournament=event, half_point_byes=2, last_rounds=1, without=set(), actor=chief)
    builders.screen(event)
    hall.announce(tournament=event, text=f"{LONGER} plays in the small hall.", actor=chief)
    first, second, *_others = event.players.all()
    event_services.keep_apart(
        tournament=event,
        actor=chief,
        players=[first.pk, second.pk],
        first_round=1,
        last_round=2,
        reason="Xyz",
    )
    builders.publish(event, 1, chief)
    builders.repair(event, 1, chief, ground="competition-rules", reason="The regulations of the club say so.")
    rounds.publish_round(tournament=event, number=1, actor=chief)
    builders.enter(event, 1, chief, {2: Game.Result.BOTH_FORFEIT, 3: Game.Result.ADJOURNED})
    builders.correct(event, 1, chief, board=1, result=Game.Result.DRAW)
    builders.explain_absences(event, chief)
    rounds.pair_round(tournament=event, number=2, actor=chief)
    builders.confirmed(rounds.publish_round, tournament=event, number=2, actor=chief)
    builders.enter(event, 2, chief, {1: "", 2: Game.Result.WHITE_WINS_FORFEIT})
    _by_their_own_links(event, chief)
    one, two, three, *_others = event.players.filter(seats__round__number=2, seats__kind="game")
    players.change_player(player=one, changes={"rating": 2391}, actor=chief)
    byes.give_bye(player=one, number=3, kind=Seat.Kind.HALF_POINT_BYE, actor=chief)
    prizes.take_out_of_prizes(player=one, reason="Fills the odd place.", actor=chief)
    players.withdraw_player(player=two, actor=chief)
    players.expel_player(player=three, reason="A telephone rang twice.", actor=chief)
    players.add_players(tournament=event, actor=chief, entries=[{"name": "Late, Entry", "rating": 2000}])
    return event


def _by_their_own_links(event: Tournament, chief: User) -> None:
    rules = {"byes": True, "minutes": 30, "results": True}
    own.set_rules(tournament=event, changes=rules, actor=chief)
    own.make_links(tournament=event, actor=chief)
    playing = event.players.get(seats__round__number=2, seats__game__board=1, seats__colour="w")
    link = playing.own_links.get()
    own.report_result(link=link, number=2, result=Game.Result.DRAW)
    for number in (3, 4):
        own.ask_for_bye(link=link, number=number, kind=Seat.Kind.HALF_POINT_BYE)
    declined = playing.bye_requests.get(round__number=4)
    own.decline(tournament=event, request=declined.pk, actor=chief)


@again
def _drafted(chief: User) -> Tournament:
    event = builders.tournament(chief, players=7, name="Drafted Open")
    one, other = event.players.all()[:2]
    doubles.tell_two_people(player=one, other=other, actor=chief)
    byes.start_check_in(tournament=event, actor=chief)
    for player in event.players.all()[:5]:
        byes.note_presence(player=player, presence="present", actor=chief)
    rounds.pair_round(tournament=event, number=1, actor=chief)
    player = event.players.last()
    assert player is not None
    byes.note_presence(player=player, presence="present", actor=chief)
    return event


@again
def _by_hand(chief: User) -> Tournament:
    event = builders.tournament(chief, players=7, name="Open by Hand")
    builders.play(event, 1, chief)
    by_hand.begin(tournament=event, number=2, actor=chief)
    by_hand.unpair_all(tournament=event, number=2, actor=chief)
    one, other = event.players.filter(seats__round__number=1, seats__game__board=1).order_by("-seats__colour")
    builders.confirmed(
        by_hand.pair_two, tournament=event, number=2, white=one.pk, black=other.pk, actor=chief
    )
    return event


def _announce_prizes(event: Tournament, chief: User) -> None:
    for definition in (
        {"amounts": [100000, 60000, 40000, 25050, 10000], "sharing": "hort"},
        {"amounts": [5000], "category": event.categories.first(), "needed": 4, "unawarded": "rolls-over"},
        {"amounts": [12345600], "name": f"Prizes of {LONGER[:40]}", "besides": True},
    ):
        prizes.add_prizes(tournament=event, actor=chief, **definition)


@again
def _played(chief: User, name: str) -> Tournament:
    event = builders.tournament(
        chief, players=6, rounds=2, name=name, correction_minutes=45, tie_breaks="BH,OTHER_PO"
    )
    prizes.add_category(tournament=event, actor=chief, name="Under 18", under_age=18)
    _announce_prizes(event, chief)
    for number in (1, 2):
        rounds.pair_round(tournament=event, number=number, actor=chief)
        builders.confirmed(rounds.publish_round, tournament=event, number=number, actor=chief)
        builders.enter(event, number, chief)
    return event


@again
def _finished(chief: User) -> Tournament:
    event = _played(chief, "Finished Open")
    first = standings.rows(event)[0].player
    standings_services.give_values(tournament=event, tie_break="OTHER_PO", values={first.pk: 1}, actor=chief)
    builders.confirmed(event_services.finish_tournament, tournament=event, actor=chief)
    event.refresh_from_db()
    return event


@again
def _table(chief: User) -> Tournament:
    event = builders.tournament(
        chief, players=5, rounds=5, name="Round Robin", edition="round-robin", colour=""
    )
    numbers.draw_numbers(tournament=event, actor=chief)
    builders.play(event, 1, chief)
    event.refresh_from_db()
    return event


@again
def _bracket(chief: User) -> Tournament:
    event = builders.tournament(
        chief, players=6, rounds=3, name="The Cup", edition="knock-out", tie_breaks=""
    )
    builders.play(event, 1, chief, {1: "1/2-1/2"})
    [level] = boards.level_matches(event, 1)
    drafts.decide_match(
        tournament=event, number=1, board=1, player=level.white.pk, how="armageddon", score="1–0", actor=chief
    )
    builders.play(event, 2, chief, {1: "1/2-1/2"})
    event.refresh_from_db()
    return event


@again
def _teams(chief: User) -> Tournament:
    event = event_of(chief, 3)
    own.set_rules(tournament=event, changes={"line_ups": True}, actor=chief)
    first = event.players.get(number=1)
    members = [
        {"name": LONGER, "rating": 2100},
        {"name": LONG, "title": "WGM"},
        *entry("Cole", 2000)["members"],
    ]
    teams.change_team(team=first, changes={"members": members}, actor=chief)
    builders.publish(event, 1, chief)
    team = event.rounds.get(number=1).seats.filter(colour="w").get().player
    teams.set_line_up(team=team, number=1, places=[1, None, 2, 4], actor=chief)
    teams.enter_boards(
        tournament=event,
        number=1,
        board=1,
        results=["1-0", "0F-1F", "1/2-1/2", "0-1"],
        version=0,
        actor=chief,
    )
    return event


@again
def _league(chief: User) -> Tournament:
    event = event_of(chief, 3, edition="team-round-robin", name="League of Teams")
    numbers.draw_numbers(tournament=event, actor=chief)
    builders.confirmed(rounds.publish_all_rounds, tournament=event, actor=chief)
    enter(event, 1, 1, "1-0,0F-1F,1/2-1/2,0-1", chief)
    event.refresh_from_db()
    return event


@again
def _empty(chief: User) -> Tournament:
    return builders.tournament(chief, players=0, colour="", name="Empty Open")

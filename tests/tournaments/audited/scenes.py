"""What is done before the acts of the audit cases, and acts that take more than one line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.utils import timezone

from tests import builders
from tournaments.corrections import services as corrections
from tournaments.event.services import course
from tournaments.event.services import event as event_services
from tournaments.log import services as log
from tournaments.models import (
    ByeRequest,
    ListedPlayer,
    Player,
    PlayerLink,
    Rating,
    RatingList,
    Seat,
    Tournament,
)
from tournaments.own import services as own
from tournaments.people import services as people
from tournaments.players.services import byes as byes_services
from tournaments.players.services import numbers, players
from tournaments.prizes import services as prizes
from tournaments.ratings.services import ratings
from tournaments.results import services as results
from tournaments.rounds.services import by_hand, drafts, rounds
from tournaments.webhooks import services as webhooks

LINK: dict[str, Any] = {
    "label": "Rita",
    "uses": 1,
    "expires_at": datetime(2100, 1, 1, tzinfo=UTC),
    "nonce": UUID(int=1),
}


def level_in_a_knock_out(event: Tournament, actor: User) -> None:
    """Play round 1 of a knock-out with all matches level."""
    changes = {"edition": "knock-out", "tie_breaks": ""}
    event_services.change_regulations(tournament=event, changes=changes, actor=actor)
    boards = range(1, 1 + event.players.count() // 2)
    builders.play(event, 1, actor, dict.fromkeys(boards, "1/2-1/2"))


def goes_on(event: Tournament, actor: User, colour: str) -> None:
    """Decide that the player with this colour at board 1 of round 1 goes on."""
    seat = Seat.objects.get(round__tournament=event, round__number=1, game__board=1, colour=colour)
    player = seat.player_id
    drafts.decide_match(tournament=event, number=1, board=1, player=player, how="lot", actor=actor)


SMALL_FILE = (
    b"012 Small\r\n042 2026/11/21\r\nXXR 3\r\nXXC white1\r\n"
    b"001    1 m    Alpha, A                          2000                             1.0    1     2 w 1\r\n"
    b"001    2 m    Beta, B                           1900                             0.0    2     1 b 0\r\n"
)


def nothing(_event: Tournament, _actor: User) -> None:
    """No preparation."""


@dataclass(frozen=True)
class Case:
    """One act: its preparation, and the lines it writes; and the same act, refused after an obstacle."""

    act: Callable[[Tournament, User], Any]
    writes: list[tuple[str, int | None]]
    refused: Callable[[Tournament, User], Any] | None
    before: Callable[[Tournament, User], Any] = nothing
    obstacle: Callable[[Tournament, User], Any] = nothing
    # Whether the act makes a tournament of its own.
    fresh: bool = False
    # The actor, if it is not the event's owner.
    who: str = "chief"
    # What the log says of its line, in English and in French, if tests/log/test_log.py does not say it.
    says: tuple[str, str] | None = None


def listed(event: Tournament, _actor: User) -> None:
    """Players 2 and 3 have a FIDE ID; the list in use contains player 2."""
    row = RatingList.objects.create(kind="combined", month="2026-11-01", source="list.txt", state="in_force")
    ListedPlayer.objects.create(list=row, fide_id="17", name="Known, K", federation="NOR", standard=2900)
    Player.objects.filter(pk=number(event, 2).pk).update(fide_id="17")
    Player.objects.filter(pk=number(event, 3).pk).update(fide_id="18")


def rapid(event: Tournament, _actor: User) -> None:
    """Player 2 has a rapid rating."""
    Rating.objects.create(player=number(event, 2), kind="rapid", value=2900, source="fide")


def rated_anew(event: Tournament, actor: User) -> None:
    """In a long event, a rating was changed after round 1."""
    days = {"start_date": date(2026, 4, 1), "end_date": date(2026, 6, 1)}
    event_services.change_regulations(tournament=event, changes=days, actor=actor)
    builders.play(event, 1, actor)
    players.change_player(player=number(event, 1), changes={"rating": 2500}, actor=actor)


def follow(event: Tournament, actor: User, lists: set[int] | None = None) -> list[Player]:
    known = set(RatingList.objects.values_list("pk", flat=True))
    everybody = set(event.players.values_list("pk", flat=True))
    return ratings.follow_lists(
        tournament=event, players=everybody, lists=known if lists is None else lists, actor=actor
    )


def equals(event: Tournament, actor: User) -> None:
    """Players 3 and 4 have the rating of player 2."""
    for place in (3, 4):
        players.change_player(player=number(event, place), changes={"rating": 2395}, actor=actor)


def corrected(event: Tournament, actor: User) -> None:
    """Round 1 is published, and then the last player's rating turns out to be the highest."""
    builders.publish(event, 1, actor)
    players.change_player(player=number(event, 8), changes={"rating": 2900}, actor=actor)


def arrived(event: Tournament, actor: User) -> None:
    """The check-in is open, and all players except 7 and 8 are present."""
    byes_services.start_check_in(tournament=event, actor=actor)
    event.players.filter(number__lt=7).update(presence="present")


def table(event: Tournament, actor: User) -> None:
    """The event is a round robin."""
    event_services.change_regulations(tournament=event, changes={"edition": "round-robin"}, actor=actor)


def by_the_players(event: Tournament, actor: User) -> int:
    """The first two numbers are exchanged."""
    given = {player.pk: place for place, player in enumerate(event.players.all(), 1)}
    one, other = number(event, 1).pk, number(event, 2).pk
    given[one], given[other] = given[other], given[one]
    return numbers.set_numbers(tournament=event, numbers=given, actor=actor)


def exchange(event: Tournament, actor: User, one: int, other: int) -> None:
    builders.confirmed(
        numbers.exchange_numbers, player=number(event, one), other=number(event, other), actor=actor
    )


def number(event: Tournament, pairing_number: int) -> Player:
    return event.players.get(number=pairing_number)


def lets_ask(event: Tournament, actor: User) -> None:
    """Players may ask for byes by their own links, and player 3 has a link."""
    own.set_rules(tournament=event, changes={"byes": True}, actor=actor)
    own.make_link(player=number(event, 3), actor=actor)


def own_link(event: Tournament) -> PlayerLink:
    return PlayerLink.objects.active().get(player__tournament=event)


def ask(event: Tournament, round_number: int) -> None:
    own.ask_for_bye(link=own_link(event), number=round_number, kind="half")


def asked(event: Tournament, actor: User) -> None:
    """Player 3 has asked for a bye in round 3."""
    lets_ask(event, actor)
    ask(event, 3)


def webhook(event: Tournament, actor: User) -> None:
    """A club's page receives the published rounds."""
    webhooks.add_webhook(
        tournament=event, address="https://example.org/hook", choices={"rounds": True}, actor=actor
    )


def lets_report(event: Tournament, actor: User) -> None:
    """Round 1 is on, players may report results by their own links, and player 3 has a link."""
    own.set_rules(tournament=event, changes={"results": True}, actor=actor)
    own.make_link(player=number(event, 3), actor=actor)
    builders.publish(event, 1, actor)


def report(event: Tournament, result: str) -> None:
    own.report_result(link=own_link(event), number=1, result=result)


def request(event: Tournament) -> int:
    return ByeRequest.objects.get(player__tournament=event).pk


def member(event: Tournament, username: str) -> int:
    return event.memberships.get(user__username=username).pk


def join(event: Tournament, username: str) -> User:
    return people.join_with_new_account(
        invitation=event.invitations.get(), username=username, password="a long one"
    )


def pair(event: Tournament, actor: User, round_number: int = 1) -> None:
    rounds.pair_round(tournament=event, number=round_number, actor=actor)


def finish(event: Tournament, actor: User) -> None:
    event_services.change_regulations(tournament=event, changes={"number_of_rounds": 1}, actor=actor)
    builders.play(event, 1, actor)


def begun(event: Tournament, actor: User) -> None:
    by_hand.begin(tournament=event, number=1, actor=actor)


def emptied(event: Tournament, actor: User) -> None:
    begun(event, actor)
    by_hand.unpair_all(tournament=event, number=1, actor=actor)


def with_bye(event: Tournament, actor: User) -> None:
    emptied(event, actor)
    by_hand.give_allocated_bye(tournament=event, number=1, player=number(event, 8).pk, actor=actor)


def a_game(event: Tournament) -> int:
    found = event.rounds.get(number=1).games.first()
    return found.pk if found else 0


def swap(event: Tournament, actor: User) -> None:
    game = event.rounds.get(number=1).games.first()
    black = game.seats.get(colour="b").player_id if game else 0
    by_hand.swap_colours(tournament=event, number=1, game=game.pk if game else 0, white_to=black, actor=actor)


def noted(event: Tournament, actor: User) -> None:
    """Round 1 is paired by hand, differently from the rules."""
    begun(event, actor)
    swap(event, actor)
    builders.confirmed(by_hand.end, tournament=event, number=1, actor=actor)


def take_back(event: Tournament, actor: User) -> Any:
    key = event.integrity_events.get().pk
    return builders.confirmed(log.undo, tournament=event, event=key, actor=actor)


def leave_fide_mode(event: Tournament, actor: User) -> Any:
    return builders.confirmed(log.leave_fide_mode, tournament=event, actor=actor)


def withdrawn(event: Tournament, actor: User) -> None:
    players.withdraw_player(player=number(event, 1), actor=actor)


def comes_late(event: Tournament, actor: User) -> None:
    players.change_player(player=number(event, 8), changes={"first_round": 3}, actor=actor)


def credited(event: Tournament, actor: User) -> None:
    builders.confirmed(players.credit_missed_rounds, player=number(event, 8), rounds={1}, actor=actor)


def bye(event: Tournament, actor: User) -> None:
    byes_services.give_bye(player=number(event, 2), number=1, kind="half", actor=actor)


def stayed_away(event: Tournament, actor: User) -> None:
    builders.play(event, 1, actor, {1: "1F-0F"})


def answer_absence(answer: str) -> Callable[[Tournament, User], Any]:
    return lambda e, a: byes_services.answer_absence(player=number(e, 5), number=1, answer=answer, actor=a)


def absence_rules(event: Tournament, actor: User, byes: int) -> None:
    byes_services.set_absence_rules(
        tournament=event, half_point_byes=byes, last_rounds=1, without=set(), actor=actor
    )


def apart(event: Tournament, actor: User) -> None:
    members = [number(event, 1).pk, number(event, 2).pk]
    event_services.keep_apart(tournament=event, players=members, actor=actor)


def with_prizes(event: Tournament, actor: User) -> None:
    prizes.add_prizes(tournament=event, amounts=[100, 50], actor=actor)


def result(value: str, **changes: Any) -> Callable[[Tournament, User], Any]:
    facts = {"number": 1, "board": 1, "version": 0} | changes
    return lambda e, a: results.enter_result(tournament=e, result=value, actor=a, **facts)


def deadline(event: Tournament, actor: User, *, hours: int) -> None:
    at = timezone.now() + timedelta(hours=hours)
    corrections.set_deadline(tournament=event, number=1, deadline=at, actor=actor)


def rematch(event: Tournament, actor: User) -> None:
    """The event is made into one with a rematch in round 2."""
    for row in event.players.filter(number__gt=4):
        row.delete()
    builders.play(event, 1, actor, {1: "0F-0F", 2: "0F-0F"})
    builders.publish(event, 2, actor)
    builders.correct(event, 1, actor, result="1-0")


def fill(event: Tournament, actor: User, *, days: int) -> None:
    first = date(2026, 11, 21)
    course.fill_schedule(tournament=event, first_day=first, every=days, times=[time(10)], actor=actor)


def named(event: Tournament, actor: User, fide_id: str) -> None:
    chief = {"name": "Grant, Iain", "fide_id": fide_id}
    event_services.name_arbiters(tournament=event, chief=chief, deputies=[{"name": "Deputy, D"}], actor=actor)

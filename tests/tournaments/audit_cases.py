"""Every service: a case in which it acts, and one in which it is refused."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.contrib.auth.models import User
from django.utils import timezone

from tests import builders
from tournaments.models import ByeRequest, ListedPlayer, Player, PlayerLink, Rating, RatingList, Tournament
from tournaments.services import (
    absences,
    all_rounds,
    announcements,
    by_hand,
    bye_requests,
    byes,
    categories,
    check_in,
    corrections,
    drawing,
    earlier_ratings,
    entry_links,
    imports,
    integrity,
    late_entries,
    numbers,
    own_links,
    people,
    players,
    prizes,
    prohibitions,
    ratings,
    report_data,
    result_reports,
    results,
    rounds,
    schedule,
    screens,
    start_positions,
    webhooks,
    withdrawals,
)
from tournaments.services import tournaments as events

if TYPE_CHECKING:
    from collections.abc import Callable


LINK: dict[str, Any] = {
    "label": "Rita",
    "uses": 1,
    "expires_at": datetime(2100, 1, 1, tzinfo=UTC),
    "nonce": UUID(int=1),
}


SMALL_FILE = (
    b"012 Small\r\nXXR 3\r\nXXC white1\r\n"
    b"001    1 m    Alpha, A                          2000                             1.0    1     2 w 1\r\n"
    b"001    2 m    Beta, B                           1900                             0.0    2     1 b 0\r\n"
)


def nothing(_event: Tournament, _actor: User) -> None:
    """No preparation."""


@dataclass(frozen=True)
class Case:
    """One act: what comes before it, the lines it writes; and the same act refused after an obstacle."""

    act: Callable[[Tournament, User], Any]
    writes: list[tuple[str, int | None]]
    refused: Callable[[Tournament, User], Any] | None
    before: Callable[[Tournament, User], Any] = nothing
    obstacle: Callable[[Tournament, User], Any] = nothing
    # Whether the act makes a tournament of its own.
    fresh: bool = False
    # Who acts, where that is not the event's owner.
    who: str = "chief"


def listed(event: Tournament, _actor: User) -> None:
    """Players 2 and 3 have a FIDE ID; a list is in use on which 2 stands."""
    row = RatingList.objects.create(kind="combined", month="2026-11-01", source="list.txt", state="in_force")
    ListedPlayer.objects.create(list=row, fide_id="17", name="Known, K", federation="NOR", standard=2900)
    Player.objects.filter(pk=number(event, 2).pk).update(fide_id="17")
    Player.objects.filter(pk=number(event, 3).pk).update(fide_id="18")


def rapid(event: Tournament, _actor: User) -> None:
    """A rapid rating of player 2 is known."""
    Rating.objects.create(player=number(event, 2), kind="rapid", value=2900, source="fide")


def rated_anew(event: Tournament, actor: User) -> None:
    """A rating of a long event was changed after its first round."""
    days = {"start_date": date(2026, 4, 1), "end_date": date(2026, 6, 1)}
    events.change_regulations(tournament=event, changes=days, actor=actor)
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
    """The check-in is open, and all but players 7 and 8 are there."""
    check_in.start_check_in(tournament=event, actor=actor)
    event.players.filter(number__lt=7).update(presence="present")


def table(event: Tournament, actor: User) -> None:
    """Everybody meets everybody."""
    events.change_regulations(tournament=event, changes={"edition": "round-robin"}, actor=actor)


def by_the_players(event: Tournament, actor: User) -> int:
    """The first two numbers are given the other way round."""
    given = {player.pk: place for place, player in enumerate(event.players.all(), 1)}
    one, other = number(event, 1).pk, number(event, 2).pk
    given[one], given[other] = given[other], given[one]
    return drawing.set_numbers(tournament=event, numbers=given, actor=actor)


def exchange(event: Tournament, actor: User, one: int, other: int) -> None:
    builders.confirmed(
        numbers.exchange_numbers, player=number(event, one), other=number(event, other), actor=actor
    )


def number(event: Tournament, pairing_number: int) -> Player:
    return event.players.get(number=pairing_number)


def lets_ask(event: Tournament, actor: User) -> None:
    """Players ask for byes by their own links, and player 3 has one."""
    own_links.set_rules(tournament=event, changes={"byes": True}, actor=actor)
    own_links.make_link(player=number(event, 3), actor=actor)


def own_link(event: Tournament) -> PlayerLink:
    return PlayerLink.objects.standing().get(player__tournament=event)


def ask(event: Tournament, round_number: int) -> None:
    bye_requests.ask_for_bye(link=own_link(event), number=round_number, kind="half")


def asked(event: Tournament, actor: User) -> None:
    """Player 3 has asked for a bye in round 3."""
    lets_ask(event, actor)
    ask(event, 3)


def webhook(event: Tournament, actor: User) -> None:
    """A club's page is told of published rounds."""
    webhooks.add_webhook(
        tournament=event, address="https://example.org/hook", choices={"rounds": True}, actor=actor
    )


def lets_report(event: Tournament, actor: User) -> None:
    """Round 1 is on, players report results by their own links, and player 3 has one."""
    own_links.set_rules(tournament=event, changes={"results": True}, actor=actor)
    own_links.make_link(player=number(event, 3), actor=actor)
    builders.publish(event, 1, actor)


def report(event: Tournament, result: str) -> None:
    result_reports.report_result(link=own_link(event), number=1, result=result)


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
    events.change_regulations(tournament=event, changes={"number_of_rounds": 1}, actor=actor)
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
    """Round 1 paired by hand otherwise than the rules have it."""
    begun(event, actor)
    swap(event, actor)
    builders.confirmed(by_hand.end, tournament=event, number=1, actor=actor)


def take_back(event: Tournament, actor: User) -> Any:
    key = event.integrity_events.get().pk
    return builders.confirmed(integrity.undo, tournament=event, event=key, actor=actor)


def leave_fide_mode(event: Tournament, actor: User) -> Any:
    return builders.confirmed(integrity.leave_fide_mode, tournament=event, actor=actor)


def withdrawn(event: Tournament, actor: User) -> None:
    withdrawals.withdraw_player(player=number(event, 1), actor=actor)


def comes_late(event: Tournament, actor: User) -> None:
    players.change_player(player=number(event, 8), changes={"first_round": 3}, actor=actor)


def credited(event: Tournament, actor: User) -> None:
    builders.confirmed(late_entries.credit_missed_rounds, player=number(event, 8), rounds={1}, actor=actor)


def bye(event: Tournament, actor: User) -> None:
    byes.give_bye(player=number(event, 2), number=1, kind="half", actor=actor)


def stayed_away(event: Tournament, actor: User) -> None:
    builders.play(event, 1, actor, {1: "1F-0F"})


def answer_absence(answer: str) -> Callable[[Tournament, User], Any]:
    return lambda e, a: absences.answer_absence(player=number(e, 5), number=1, answer=answer, actor=a)


def absence_rules(event: Tournament, actor: User, byes: int) -> None:
    absences.set_absence_rules(
        tournament=event, half_point_byes=byes, last_rounds=1, without=set(), actor=actor
    )


def apart(event: Tournament, actor: User) -> None:
    members = [number(event, 1).pk, number(event, 2).pk]
    prohibitions.keep_apart(tournament=event, players=members, actor=actor)


def with_prizes(event: Tournament, actor: User) -> None:
    prizes.add_prizes(tournament=event, amounts=[100, 50], actor=actor)


def result(value: str, **changes: Any) -> Callable[[Tournament, User], Any]:
    facts = {"number": 1, "board": 1, "version": 0} | changes
    return lambda e, a: results.enter_result(tournament=e, result=value, actor=a, **facts)


def deadline(event: Tournament, actor: User, *, hours: int) -> None:
    at = timezone.now() + timedelta(hours=hours)
    corrections.set_deadline(tournament=event, number=1, deadline=at, actor=actor)


def rematch(event: Tournament, actor: User) -> None:
    """The event itself becomes one with a rematch in round 2."""
    for row in event.players.filter(number__gt=4):
        row.delete()
    builders.play(event, 1, actor, {1: "0F-0F", 2: "0F-0F"})
    builders.publish(event, 2, actor)
    builders.correct(event, 1, actor, result="1-0")


def fill(event: Tournament, actor: User, *, days: int) -> None:
    first = date(2026, 11, 21)
    schedule.fill_schedule(tournament=event, first_day=first, every=days, times=[time(10)], actor=actor)


def named(event: Tournament, actor: User, fide_id: str) -> None:
    chief = {"name": "Grant, Iain", "fide_id": fide_id}
    report_data.name_arbiters(tournament=event, chief=chief, deputies=[{"name": "Deputy, D"}], actor=actor)


CASES = MappingProxyType(
    {
        "create_tournament": Case(
            act=lambda e, a: events.create_tournament(actor=a, name="Fresh", number_of_rounds=3),
            writes=[("tournament_created", None)],
            refused=lambda e, a: events.create_tournament(actor=a, name="", number_of_rounds=3),
            fresh=True,
        ),
        "import_tournament": Case(
            act=lambda e, a: imports.import_tournament(data=SMALL_FILE, actor=a),
            writes=[("tournament_imported", None)],
            refused=lambda e, a: imports.import_tournament(data=SMALL_FILE + b"XXS BW=1.5\r\n", actor=a),
            fresh=True,
        ),
        "change_regulations": Case(
            act=lambda e, a: events.change_regulations(
                tournament=e, changes={"number_of_rounds": 7}, actor=a
            ),
            writes=[("regulations_changed", None)],
            refused=lambda e, a: events.change_regulations(
                tournament=e, changes={"city": "Baku", "number_of_rounds": 99}, actor=a
            ),
        ),
        "keep_apart": Case(
            act=apart,
            writes=[("kept_apart", None)],
            refused=lambda e, a: prohibitions.keep_apart(tournament=e, players=[number(e, 1).pk], actor=a),
        ),
        "let_meet": Case(
            before=apart,
            act=lambda e, a: prohibitions.let_meet(
                tournament=e, prohibition=e.prohibitions.get().pk, actor=a
            ),
            writes=[("let_meet", None)],
            refused=lambda e, a: prohibitions.let_meet(tournament=e, prohibition=0, actor=a),
        ),
        "draw_lot": Case(
            before=lambda e, a: Tournament.objects.filter(pk=e.pk).update(initial_colour=""),
            act=lambda e, a: events.draw_lot(tournament=e, actor=a),
            writes=[("lot_drawn", None)],
            refused=lambda e, a: events.draw_lot(tournament=e, actor=a),
        ),
        "set_initial_colour": Case(
            act=lambda e, a: events.set_initial_colour(tournament=e, colour="b", actor=a),
            writes=[("colour_set", None)],
            refused=lambda e, a: events.set_initial_colour(tournament=e, colour="x", actor=a),
        ),
        "finish_tournament": Case(
            before=finish,
            act=lambda e, a: events.finish_tournament(tournament=e, actor=a),
            writes=[("tournament_finished", None)],
            refused=lambda e, a: events.finish_tournament(tournament=e, actor=a),
        ),
        "reopen_tournament": Case(
            before=lambda e, a: (finish(e, a), events.finish_tournament(tournament=e, actor=a)),
            act=lambda e, a: events.reopen_tournament(tournament=e, actor=a),
            writes=[("tournament_reopened", None)],
            # A tournament that is open is left as it is.
            refused=None,
        ),
        "invite": Case(
            act=lambda e, a: builders.invitation(e, "deputy"),
            writes=[("person_invited", None)],
            obstacle=lambda e, a: builders.member(e, "high", "chief"),
            refused=lambda e, a: people.invite(
                tournament=e, role="owner", actor=User.objects.get(username="high"), **LINK
            ),
        ),
        "revoke_invitation": Case(
            before=lambda e, a: builders.invitation(e, "deputy"),
            act=lambda e, a: people.revoke_invitation(
                tournament=e, invitation=e.invitations.get().pk, actor=a
            ),
            writes=[("invitation_revoked", None)],
            refused=lambda e, a: people.revoke_invitation(tournament=e, invitation=0, actor=a),
        ),
        "accept_invitation": Case(
            before=lambda e, a: (builders.invitation(e, "deputy"), builders.user("newcomer")),
            act=lambda e, a: people.accept_invitation(
                invitation=e.invitations.get(), actor=User.objects.get(username="newcomer")
            ),
            writes=[("person_joined", None)],
            obstacle=lambda e, a: builders.invitation(e, "deputy"),
            refused=lambda e, a: people.accept_invitation(invitation=e.invitations.get(), actor=a),
            who="newcomer",
        ),
        "join_with_new_account": Case(
            before=lambda e, a: builders.invitation(e, "deputy"),
            act=lambda e, a: join(e, "newcomer"),
            writes=[("person_joined", None)],
            obstacle=lambda e, a: builders.invitation(e, "deputy"),
            refused=lambda e, a: join(e, "chief"),
            who="newcomer",
        ),
        "change_role": Case(
            before=lambda e, a: builders.deputy(e, "helper"),
            act=lambda e, a: people.change_role(
                tournament=e, person=member(e, "helper"), role="clerk", actor=a
            ),
            writes=[("role_changed", None)],
            refused=lambda e, a: people.change_role(
                tournament=e, person=member(e, "chief"), role="clerk", actor=a
            ),
        ),
        "remove_person": Case(
            before=lambda e, a: builders.deputy(e, "helper"),
            act=lambda e, a: people.remove_person(tournament=e, person=member(e, "helper"), actor=a),
            writes=[("person_removed", None)],
            refused=lambda e, a: people.remove_person(tournament=e, person=member(e, "chief"), actor=a),
        ),
        "issue_reset": Case(
            before=lambda e, a: builders.deputy(e, "helper"),
            act=lambda e, a: people.issue_reset(account=User.objects.get(username="helper"), actor=a),
            writes=[("reset_issued", None)],
            refused=lambda e, a: people.issue_reset(account=a, actor=a),
        ),
        "make_way_in": Case(
            before=lambda e, a: builders.deputy(e, "helper"),
            act=lambda e, a: people.make_way_in(tournament=e, person=member(e, "helper"), actor=a),
            writes=[("way_in_made", None)],
            refused=lambda e, a: people.make_way_in(tournament=e, person=0, actor=a),
        ),
        "open_screen": Case(
            before=lambda e, a: screens.ask_for_code(tournament=e),
            act=lambda e, a: screens.open_screen(
                tournament=e, code=e.screens.get().code, name="Stage", actor=a
            ),
            writes=[("screen_opened", None)],
            refused=lambda e, a: screens.open_screen(tournament=e, code="12", name="Stage", actor=a),
        ),
        "change_screen": Case(
            before=lambda e, a: builders.screen(e),
            act=lambda e, a: screens.change_screen(
                tournament=e, screen=e.screens.get().pk, changes={"parts": "names,prizes"}, actor=a
            ),
            writes=[("screen_changed", None)],
            obstacle=lambda e, a: builders.screen(e),
            refused=lambda e, a: screens.change_screen(
                tournament=e, screen=e.screens.get().pk, changes={"seconds": 1}, actor=a
            ),
        ),
        "show_now": Case(
            before=lambda e, a: builders.screen(e),
            act=lambda e, a: screens.show_now(tournament=e, screen=None, part="results", actor=a),
            writes=[("screen_changed", None)],
            obstacle=lambda e, a: builders.screen(e),
            refused=lambda e, a: screens.show_now(tournament=e, screen=None, part="drafts", actor=a),
        ),
        "close_screen": Case(
            before=lambda e, a: builders.screen(e),
            act=lambda e, a: screens.close_screen(tournament=e, screen=e.screens.get().pk, actor=a),
            writes=[("screen_closed", None)],
            refused=lambda e, a: screens.close_screen(tournament=e, screen=0, actor=a),
        ),
        "announce": Case(
            act=lambda e, a: announcements.announce(tournament=e, text="Tea is ready.", actor=a),
            writes=[("announced", None)],
            refused=lambda e, a: announcements.announce(tournament=e, text=" ", actor=a),
        ),
        "end_announcement": Case(
            before=lambda e, a: announcements.announce(tournament=e, text="Tea is ready.", actor=a),
            act=lambda e, a: announcements.end_announcement(
                tournament=e, announcement=e.announcements.get().pk, actor=a
            ),
            writes=[("announcement_ended", None)],
            refused=lambda e, a: announcements.end_announcement(tournament=e, announcement=0, actor=a),
        ),
        "make_entry_link": Case(
            act=lambda e, a: builders.entry_link(e),
            writes=[("entry_link_made", None)],
            refused=lambda e, a: builders.entry_link(e, hours=-1),
        ),
        "revoke_entry_link": Case(
            before=lambda e, a: builders.entry_link(e),
            act=lambda e, a: entry_links.revoke_entry_link(tournament=e, link=e.entrylinks.get().pk, actor=a),
            writes=[("entry_link_revoked", None)],
            refused=lambda e, a: entry_links.revoke_entry_link(tournament=e, link=0, actor=a),
        ),
        "make_links": Case(
            act=lambda e, a: own_links.make_links(tournament=e, actor=a),
            writes=[("own_links_made", None)],
            obstacle=lambda e, a: own_links.make_links(tournament=e, actor=a),
            refused=lambda e, a: own_links.make_links(tournament=e, actor=a),
        ),
        "make_link": Case(
            act=lambda e, a: own_links.make_link(player=number(e, 3), actor=a),
            writes=[("own_links_made", None)],
            refused=lambda e, a: own_links.make_link(player=Player(tournament=e, pk=0), actor=a),
        ),
        "revoke_link": Case(
            before=lambda e, a: own_links.make_link(player=number(e, 3), actor=a),
            act=lambda e, a: own_links.revoke_link(player=number(e, 3), actor=a),
            writes=[("own_link_revoked", None)],
            refused=lambda e, a: own_links.revoke_link(player=number(e, 3), actor=a),
        ),
        "set_rules": Case(
            act=lambda e, a: own_links.set_rules(tournament=e, changes={"byes": True}, actor=a),
            writes=[("own_link_rules_set", None)],
            refused=lambda e, a: own_links.set_rules(tournament=e, changes={"minutes": -1}, actor=a),
        ),
        "ask_for_bye": Case(
            before=lets_ask,
            act=lambda e, a: ask(e, 3),
            writes=[("bye_asked", 3)],
            obstacle=lets_ask,
            refused=lambda e, a: ask(e, 9),
            who="None",
        ),
        "report_result": Case(
            before=lets_report,
            act=lambda e, a: report(e, "1-0"),
            writes=[("result_reported", 1)],
            obstacle=lets_report,
            refused=lambda e, a: report(e, "1F-0F"),
            who="None",
        ),
        "take_back": Case(
            before=asked,
            act=lambda e, a: bye_requests.take_back(link=own_link(e), number=3),
            writes=[("bye_taken_back", 3)],
            obstacle=asked,
            refused=lambda e, a: bye_requests.take_back(link=own_link(e), number=4),
            who="None",
        ),
        "grant": Case(
            before=asked,
            act=lambda e, a: bye_requests.grant(tournament=e, request=request(e), actor=a),
            writes=[("bye_granted", 3), ("bye_given", 3)],
            refused=lambda e, a: bye_requests.grant(tournament=e, request=0, actor=a),
        ),
        "decline": Case(
            before=asked,
            act=lambda e, a: bye_requests.decline(tournament=e, request=request(e), actor=a),
            writes=[("bye_declined", 3)],
            refused=lambda e, a: bye_requests.decline(tournament=e, request=0, actor=a),
        ),
        "add_webhook": Case(
            act=webhook,
            writes=[("webhook_added", None)],
            obstacle=webhook,
            refused=webhook,
        ),
        "change_webhook": Case(
            before=webhook,
            act=lambda e, a: webhooks.change_webhook(
                tournament=e, webhook=e.webhooks.get().pk, changes={"results": True}, actor=a
            ),
            writes=[("webhook_changed", None)],
            refused=lambda e, a: webhooks.change_webhook(tournament=e, webhook=0, changes={}, actor=a),
        ),
        "send_test": Case(
            before=webhook,
            act=lambda e, a: webhooks.send_test(tournament=e, webhook=e.webhooks.get().pk, actor=a),
            writes=[("webhook_tested", None)],
            refused=lambda e, a: webhooks.send_test(tournament=e, webhook=0, actor=a),
        ),
        "remove_webhook": Case(
            before=webhook,
            act=lambda e, a: webhooks.remove_webhook(tournament=e, webhook=e.webhooks.get().pk, actor=a),
            writes=[("webhook_removed", None)],
            refused=lambda e, a: webhooks.remove_webhook(tournament=e, webhook=0, actor=a),
        ),
        "start_helper": Case(
            before=lambda e, a: builders.entry_link(e),
            act=lambda e, a: entry_links.start_helper(link=e.entrylinks.get(), initials="MK"),
            writes=[("helper_started", None)],
            obstacle=lambda e, a: builders.entry_link(e),
            refused=lambda e, a: entry_links.start_helper(link=e.entrylinks.get(), initials=""),
            who="Hall B · MK",
        ),
        "add_players": Case(
            act=lambda e, a: players.add_players(
                tournament=e, entries=[{"name": "One, O", "rating": 2900}, {"name": "Two, T"}], actor=a
            ),
            writes=[("players_imported", None)],
            refused=lambda e, a: players.add_players(
                tournament=e, entries=[{"name": "One, O", "rating": 2900}, {"name": "One, O"}], actor=a
            ),
        ),
        "identify_player": Case(
            before=listed,
            act=lambda e, a: players.identify_player(player=number(e, 2), fide_id="17", actor=a),
            writes=[("player_changed", None)],
            refused=lambda e, a: players.identify_player(player=number(e, 2), fide_id="18", actor=a),
        ),
        "follow_lists": Case(
            before=listed,
            act=follow,
            writes=[("ratings_updated", None)],
            refused=lambda e, a: follow(e, a, {0}),
        ),
        "let_count": Case(
            before=rapid,
            act=lambda e, a: ratings.let_count(
                player=Player.objects.get(ratings__kind="rapid"), kind="rapid", actor=a
            ),
            writes=[("player_changed", None)],
            refused=lambda e, a: ratings.let_count(player=number(e, 3), kind="rapid", actor=a),
        ),
        "forget_earlier": Case(
            before=rated_anew,
            act=lambda e, a: earlier_ratings.forget_earlier(player=number(e, 1), actor=a),
            writes=[("player_changed", None)],
            refused=lambda e, a: earlier_ratings.forget_earlier(player=number(e, 2), actor=a),
        ),
        "assign_numbers": Case(
            before=corrected,
            act=lambda e, a: builders.confirmed(numbers.assign_numbers, tournament=e, actor=a),
            writes=[("numbers_assigned", None)],
            refused=lambda e, a: numbers.assign_numbers(tournament=e, actor=a),
        ),
        "draw_numbers": Case(
            before=table,
            act=lambda e, a: drawing.draw_numbers(tournament=e, actor=a),
            writes=[("numbers_drawn", None)],
            refused=lambda e, a: drawing.draw_numbers(tournament=e, actor=a),
        ),
        "set_numbers": Case(
            before=table,
            act=by_the_players,
            writes=[("numbers_set", None)],
            refused=by_the_players,
        ),
        "exchange_numbers": Case(
            before=equals,
            act=lambda e, a: exchange(e, a, 2, 4),
            writes=[("numbers_exchanged", None)],
            refused=lambda e, a: exchange(e, a, 1, 2),
        ),
        "close_list": Case(
            act=lambda e, a: numbers.close_list(tournament=e, actor=a),
            writes=[("list_closed", None)],
            obstacle=lambda e, a: numbers.close_list(tournament=e, actor=a),
            refused=lambda e, a: numbers.close_list(tournament=e, actor=a),
        ),
        "open_list": Case(
            before=lambda e, a: numbers.close_list(tournament=e, actor=a),
            act=lambda e, a: numbers.open_list(tournament=e, actor=a),
            writes=[("list_opened", None)],
            refused=lambda e, a: numbers.open_list(tournament=e, actor=a),
        ),
        "start_check_in": Case(
            act=lambda e, a: check_in.start_check_in(tournament=e, actor=a),
            writes=[("check_in_started", None)],
            obstacle=lambda e, a: builders.publish(e, 1, a),
            refused=lambda e, a: check_in.start_check_in(tournament=e, actor=a),
        ),
        "abandon_check_in": Case(
            before=arrived,
            act=lambda e, a: check_in.abandon_check_in(tournament=e, actor=a),
            writes=[("check_in_abandoned", None)],
            obstacle=lambda e, a: builders.publish(e, 1, a),
            refused=lambda e, a: check_in.abandon_check_in(tournament=e, actor=a),
        ),
        "note_presence": Case(
            before=arrived,
            act=lambda e, a: check_in.note_presence(player=number(e, 8), presence="present", actor=a),
            writes=[("presence_noted", None)],
            refused=lambda e, a: check_in.note_presence(player=number(e, 8), presence="late", actor=a),
        ),
        "strike_missing": Case(
            before=arrived,
            act=lambda e, a: builders.confirmed(check_in.strike_missing, tournament=e, actor=a),
            writes=[("player_removed", None), ("player_removed", None)],
            obstacle=lambda e, a: builders.publish(e, 1, a),
            refused=lambda e, a: check_in.strike_missing(tournament=e, actor=a),
        ),
        "add_category": Case(
            act=lambda e, a: categories.add_category(tournament=e, actor=a, name="Women", sex="w"),
            writes=[("category_added", None)],
            obstacle=lambda e, a: categories.add_category(tournament=e, actor=a, name="Women", sex="w"),
            refused=lambda e, a: categories.add_category(tournament=e, actor=a, name="Women", under_age=18),
        ),
        "remove_category": Case(
            before=lambda e, a: categories.add_category(tournament=e, actor=a, name="Women", sex="w"),
            act=lambda e, a: categories.remove_category(
                tournament=e, category=e.categories.get().pk, actor=a
            ),
            writes=[("category_removed", None)],
            refused=lambda e, a: categories.remove_category(tournament=e, category=0, actor=a),
        ),
        "set_prize_fund": Case(
            act=lambda e, a: prizes.set_prize_fund(tournament=e, changes={"currency": "PLN"}, actor=a),
            writes=[("prize_fund_set", None)],
            refused=lambda e, a: prizes.set_prize_fund(tournament=e, changes={"step": 0}, actor=a),
        ),
        "add_prizes": Case(
            act=lambda e, a: prizes.add_prizes(tournament=e, amounts=[100, 50], needed=3, actor=a),
            writes=[("prizes_added", None)],
            refused=lambda e, a: prizes.add_prizes(tournament=e, amounts=[50, 100], actor=a),
        ),
        "change_prizes": Case(
            before=with_prizes,
            act=lambda e, a: prizes.change_prizes(
                tournament=e, prizes=e.prize_fund.lists.get().pk, changes={"besides": True}, actor=a
            ),
            writes=[("prizes_changed", None)],
            obstacle=lambda e, a: (with_prizes(e, a), builders.publish(e, 1, a)),
            refused=lambda e, a: prizes.change_prizes(
                tournament=e, prizes=e.prize_fund.lists.get().pk, changes={"needed": 9}, reason=" ", actor=a
            ),
        ),
        "remove_prizes": Case(
            before=with_prizes,
            act=lambda e, a: prizes.remove_prizes(tournament=e, prizes=e.prize_fund.lists.get().pk, actor=a),
            writes=[("prizes_removed", None)],
            refused=lambda e, a: prizes.remove_prizes(tournament=e, prizes=0, actor=a),
        ),
        "change_player": Case(
            act=lambda e, a: players.change_player(player=number(e, 8), changes={"rating": 2900}, actor=a),
            writes=[("player_changed", None)],
            refused=lambda e, a: players.change_player(
                player=number(e, 8), changes={"rating": 2900, "name": number(e, 1).name}, actor=a
            ),
        ),
        "remove_player": Case(
            before=bye,
            act=lambda e, a: players.remove_player(player=number(e, 2), actor=a),
            writes=[("player_removed", None)],
            obstacle=pair,
            refused=lambda e, a: players.remove_player(player=number(e, 2), actor=a),
        ),
        "withdraw_player": Case(
            act=lambda e, a: withdrawals.withdraw_player(player=number(e, 1), actor=a),
            writes=[("player_withdrawn", None)],
            obstacle=withdrawn,
            refused=withdrawn,
        ),
        "credit_missed_rounds": Case(
            before=comes_late,
            act=credited,
            writes=[("missed_credited", None)],
            obstacle=lambda e, a: builders.publish(e, 1, a),
            refused=credited,
        ),
        "return_player": Case(
            before=withdrawn,
            act=lambda e, a: withdrawals.return_player(player=number(e, 1), actor=a),
            writes=[("player_returned", None)],
            refused=lambda e, a: withdrawals.return_player(player=number(e, 2), actor=a),
        ),
        "expel_player": Case(
            act=lambda e, a: withdrawals.expel_player(player=number(e, 1), reason="He cheated.", actor=a),
            writes=[("player_expelled", None)],
            refused=lambda e, a: withdrawals.expel_player(player=number(e, 1), reason=" ", actor=a),
        ),
        "answer_absence": Case(
            before=stayed_away,
            act=answer_absence("withdrawn"),
            writes=[("absence_answered", 1)],
            obstacle=stayed_away,
            refused=answer_absence("explained"),
        ),
        "set_absence_rules": Case(
            act=lambda e, a: absence_rules(e, a, 2),
            writes=[("absence_rules_set", None)],
            refused=lambda e, a: absence_rules(e, a, 99),
        ),
        "give_bye": Case(
            act=bye,
            writes=[("bye_given", 1)],
            refused=lambda e, a: byes.give_bye(player=number(e, 2), number=1, kind="pab", actor=a),
        ),
        "cancel_bye": Case(
            before=bye,
            act=lambda e, a: byes.cancel_bye(player=number(e, 2), number=1, actor=a),
            writes=[("bye_cancelled", 1)],
            refused=lambda e, a: byes.cancel_bye(player=number(e, 1), number=1, actor=a),
        ),
        "pair_round": Case(
            act=pair,
            writes=[("round_paired", 1)],
            refused=lambda e, a: pair(e, a, 2),
        ),
        "discard_draft": Case(
            before=pair,
            act=lambda e, a: rounds.discard_draft(tournament=e, number=1, actor=a),
            writes=[("draft_discarded", 1)],
            refused=lambda e, a: rounds.discard_draft(tournament=e, number=2, actor=a),
        ),
        "publish_round": Case(
            before=pair,
            act=lambda e, a: rounds.publish_round(tournament=e, number=1, actor=a),
            writes=[("round_published", 1)],
            refused=lambda e, a: rounds.publish_round(tournament=e, number=2, actor=a),
        ),
        "publish_all_rounds": Case(
            before=table,
            act=lambda e, a: builders.confirmed(all_rounds.publish_all_rounds, tournament=e, actor=a),
            writes=[
                (action, number) for number in range(1, 8) for action in ("round_paired", "round_published")
            ],
            refused=lambda e, a: builders.confirmed(all_rounds.publish_all_rounds, tournament=e, actor=a),
        ),
        "repair_round": Case(
            before=rematch,
            act=lambda e, a: builders.confirmed(
                rounds.repair_round, tournament=e, number=2, ground="rematch", reason="They met", actor=a
            ),
            writes=[("round_withdrawn", 2), ("round_paired", 2)],
            obstacle=rematch,
            refused=lambda e, a: builders.confirmed(
                rounds.repair_round, tournament=e, number=2, ground="rematch", reason=" ", actor=a
            ),
        ),
        "begin": Case(
            act=begun,
            writes=[("round_paired", 1), ("manual_begun", 1)],
            obstacle=begun,
            refused=begun,
        ),
        "pair_two": Case(
            before=emptied,
            act=lambda e, a: by_hand.pair_two(
                tournament=e, number=1, white=number(e, 1).pk, black=number(e, 2).pk, actor=a
            ),
            writes=[("manual_paired", 1)],
            obstacle=begun,
            refused=lambda e, a: by_hand.pair_two(
                tournament=e, number=1, white=number(e, 1).pk, black=number(e, 2).pk, actor=a
            ),
        ),
        "unpair": Case(
            before=begun,
            act=lambda e, a: by_hand.unpair(tournament=e, number=1, game=a_game(e), actor=a),
            writes=[("manual_unpaired", 1)],
            obstacle=emptied,
            refused=lambda e, a: by_hand.unpair(tournament=e, number=1, game=a_game(e), actor=a),
        ),
        "unpair_all": Case(
            before=begun,
            act=lambda e, a: by_hand.unpair_all(tournament=e, number=1, actor=a),
            writes=[("manual_unpaired", 1)],
            obstacle=pair,
            refused=lambda e, a: by_hand.unpair_all(tournament=e, number=1, actor=a),
        ),
        "swap_colours": Case(
            before=begun,
            act=swap,
            writes=[("manual_swapped", 1)],
            obstacle=pair,
            refused=swap,
        ),
        "give_allocated_bye": Case(
            before=emptied,
            act=lambda e, a: by_hand.give_allocated_bye(
                tournament=e, number=1, player=number(e, 8).pk, actor=a
            ),
            writes=[("manual_bye", 1)],
            obstacle=with_bye,
            refused=lambda e, a: by_hand.give_allocated_bye(
                tournament=e, number=1, player=number(e, 7).pk, actor=a
            ),
        ),
        "take_allocated_bye": Case(
            before=with_bye,
            act=lambda e, a: by_hand.take_allocated_bye(
                tournament=e, number=1, player=number(e, 8).pk, actor=a
            ),
            writes=[("manual_bye_taken", 1)],
            obstacle=emptied,
            refused=lambda e, a: by_hand.take_allocated_bye(
                tournament=e, number=1, player=number(e, 8).pk, actor=a
            ),
        ),
        "end": Case(
            before=begun,
            act=lambda e, a: by_hand.end(tournament=e, number=1, actor=a),
            writes=[("manual_ended", 1)],
            obstacle=emptied,
            refused=lambda e, a: by_hand.end(tournament=e, number=1, actor=a),
        ),
        "undo": Case(
            before=noted,
            act=take_back,
            writes=[("manual_undone", 1)],
            obstacle=leave_fide_mode,
            refused=take_back,
        ),
        "leave_fide_mode": Case(
            act=leave_fide_mode,
            writes=[("fide_mode_left", 1)],
            obstacle=leave_fide_mode,
            refused=leave_fide_mode,
        ),
        "enter_result": Case(
            before=lambda e, a: builders.publish(e, 1, a),
            act=result("1-0"),
            writes=[("result_entered", 1)],
            obstacle=lambda e, a: builders.publish(e, 1, a),
            refused=result("1-0", version=5),
        ),
        "enter_transmitted": Case(
            before=lambda e, a: builders.publish(e, 1, a),
            act=lambda e, a: results.enter_transmitted(
                tournament=e, number=1, results=[(1, "1-0", 0)], actor=a
            ),
            writes=[("result_entered", 1)],
            obstacle=lambda e, a: builders.publish(e, 1, a),
            refused=lambda e, a: results.enter_transmitted(
                tournament=e, number=1, results=[(1, "1-0", 0), (2, "1-0", 5)], actor=a
            ),
        ),
        "correct": Case(
            before=lambda e, a: builders.play(e, 1, a),
            act=lambda e, a: builders.correct(e, 1, a, kind="colours"),
            writes=[("colours_corrected", 1)],
            obstacle=lambda e, a: builders.play(e, 1, a),
            refused=lambda e, a: builders.correct(e, 1, a, result="0-1", reason=" "),
        ),
        "set_deadline": Case(
            before=lambda e, a: builders.publish(e, 1, a),
            act=lambda e, a: deadline(e, a, hours=1),
            writes=[("deadline_set", 1)],
            refused=lambda e, a: deadline(e, a, hours=-1),
        ),
        "draw_start_position": Case(
            before=lambda e, a: (
                events.change_regulations(tournament=e, changes={"chess960": True}, actor=a),
                builders.publish(e, 1, a),
            ),
            act=lambda e, a: start_positions.draw_start_position(tournament=e, number=1, actor=a),
            writes=[("position_drawn", 1)],
            refused=lambda e, a: start_positions.draw_start_position(tournament=e, number=1, actor=a),
        ),
        "set_schedule": Case(
            act=lambda e, a: schedule.set_schedule(
                tournament=e, changes={2: {"day": date(2026, 11, 21), "time": time(10)}}, actor=a
            ),
            writes=[("schedule_set", None)],
            refused=lambda e, a: schedule.set_schedule(
                tournament=e, changes={1: {"day": date(2026, 11, 21)}, 2: {"time": time(10)}}, actor=a
            ),
        ),
        "fill_schedule": Case(
            act=lambda e, a: fill(e, a, days=1),
            writes=[("schedule_set", None)],
            before=lambda e, a: fill(e, a, days=2),
            obstacle=lambda e, a: Tournament.objects.filter(pk=e.pk).update(end_date=date(2026, 11, 22)),
            refused=lambda e, a: fill(e, a, days=1),
        ),
        "name_arbiters": Case(
            before=lambda e, a: named(e, a, "1"),
            act=lambda e, a: named(e, a, "2"),
            writes=[("arbiters_named", None)],
            obstacle=lambda e, a: named(e, a, "1"),
            refused=lambda e, a: named(e, a, "two"),
        ),
    }
)

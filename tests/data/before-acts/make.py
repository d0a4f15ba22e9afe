"""Makes `events.sql` and `pages.txt` with the program as it was at commit 7a05920 (migration 0017).

Run it from the root of a copy of that commit, with an empty database:

    PYTHONHASHSEED=0 DATA_DIR=$(mktemp -d) python tests/data/before-acts/make.py

The clock and the random numbers are fixed, so that it always makes the same files. Afterwards the database
was migrated with the program of commit d3e75716, to 0065.
"""

import os
import random
import re
import secrets
import sqlite3
import sys
from datetime import UTC, date, datetime, time, timedelta
from html import unescape
from pathlib import Path
from uuid import UUID

import django
import time_machine

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[2]))
os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.settings"
django.setup()

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import translation

from tests import builders
from tests.fide.test_imports import wrong_cup
from tournaments import guards
from tournaments.corrections import services as corrections
from tournaments.event.services import course
from tournaments.event.services import event as event_services
from tournaments.fide import services as fide
from tournaments.log import acts
from tournaments.log import services as log
from tournaments.management import catalogue
from tournaments.models import Correction, Game, Tournament
from tournaments.people import services as people
from tournaments.players.services import byes, numbers, players
from tournaments.prizes import services as prizes
from tournaments.results import services as results
from tournaments.rounds.queries import by_hand as by_hand_queries
from tournaments.rounds.services import by_hand, rounds

FULL_POINT_BYE = (
    b"012 Small\r\nXXR 3\r\nXXC white1\r\n"
    b"001    1 m    Alpha, A                          2000                             1.0    1     2 w 1\r\n"
    b"001    2 m    Beta, B                           1900                             0.0    3     1 b 0\r\n"
    b"001    3 m    Gamma, G                          1800                             1.0    2  0000 - F\r\n"
)

ASKED_AT = datetime(2026, 12, 24, 12, tzinfo=UTC)

chance = random.Random(10)
secrets.token_hex = lambda count=16: chance.randbytes(count).hex()
secrets.token_urlsafe = lambda count=32: chance.randbytes(count).hex()
secrets.randbelow = chance.randrange
secrets.choice = chance.choice
builders.uuid4 = lambda: UUID(int=chance.getrandbits(128))
clock = time_machine.travel(datetime(2026, 11, 20, 9, tzinfo=UTC), tick=False).start()
begin = acts.Act.__init__


def a_minute_later(self: acts.Act, *arguments: object) -> None:
    clock.shift(timedelta(minutes=1))
    begin(self, *arguments)


acts.Act.__init__ = a_minute_later


def number(event: Tournament, wanted: int):
    return event.players.get(number=wanted)


def insist(service, **arguments):
    """Confirm all questions, with a reason of several words."""
    for _page in range(4):
        try:
            return service(**arguments)
        except Exception as question:
            if not hasattr(question, "token"):
                raise
            arguments["confirmation"] = question.token
            if question.reason == "":
                arguments["reason"] = f"Decided: {service.__name__} & more."
    raise AssertionError


def publish(event: Tournament, round_number: int, who: User) -> None:
    builders.explain_absences(event, who)
    insist(rounds.pair_round, tournament=event, number=round_number, actor=who)
    insist(rounds.publish_round, tournament=event, number=round_number, actor=who)


def undo(event: Tournament, kind: str, who: User) -> None:
    key = event.integrity_events.filter(kind=kind, lifted_at=None).latest("pk").pk
    insist(log.undo, tournament=event, event=key, actor=who)


def swap(event: Tournament, round_number: int, who: User) -> None:
    """Exchange the colours of the first board, by hand."""
    game = event.rounds.get(number=round_number).games.first()
    black = game.seats.get(colour="b").player_id
    insist(
        by_hand.swap_colours, tournament=event, number=round_number, game=game.pk, white_to=black, actor=who
    )


def take_boards_apart(event: Tournament, round_number: int, who: User) -> None:
    """Make two other boards from the players of the first two, and give the bye again."""
    round_ = event.rounds.get(number=round_number)
    pairs = []
    for game in list(round_.games.order_by("pk")[:2]):
        pairs.append([game.seats.get(colour=colour).player_id for colour in "wb"])
        by_hand.unpair(tournament=event, number=round_number, game=game.pk, actor=who)
    for white, black in ((pairs[0][0], pairs[1][1]), (pairs[1][0], pairs[0][1])):
        facts = {"white": white, "black": black}
        insist(by_hand.pair_two, tournament=event, number=round_number, actor=who, **facts)
    if holder := by_hand_queries.bye_of(round_):
        facts = {"tournament": event, "number": round_number, "player": holder.pk, "actor": who}
        by_hand.take_allocated_bye(**facts)
        insist(by_hand.give_allocated_bye, **facts)


def open_event(chief: User) -> Tournament:
    event = builders.tournament(chief, players=11, rounds=5, colour="", name="Open of Åcts")
    regulations = {
        "city": "Oban",
        "correction_minutes": 120,
        "points_pab": 5,
        "start_date": date(2026, 11, 20),
    }
    event_services.change_regulations(
        tournament=event,
        changes=regulations | {"end_date": date(2026, 11, 30), "language": "fr"},
        actor=chief,
    )
    event_services.change_regulations(tournament=event, changes={"language": ""}, actor=chief)
    event_services.draw_lot(tournament=event, actor=chief)
    event_services.set_initial_colour(tournament=event, colour="w", actor=chief)
    course.fill_schedule(
        tournament=event, first_day=date(2026, 11, 20), every=1, times=[time(10)], actor=chief
    )
    course.set_schedule(tournament=event, changes={2: {"time": time(15, 30)}}, actor=chief)
    named = {"name": "Grant, Iain", "fide_id": "2400001", "title": "IA"}
    event_services.name_arbiters(tournament=event, chief=named, deputies=[{"name": "Deputy, D"}], actor=chief)
    prizes.add_category(tournament=event, actor=chief, name="Women", sex="w")
    prizes.add_category(tournament=event, actor=chief, name="Young", under_age=18)
    prizes.remove_category(tournament=event, category=event.categories.get(name="Young").pk, actor=chief)
    found, _token = builders.invitation(event, "deputy")
    deputy = people.join_with_new_account(invitation=found, username="deputy", password="-")
    found, _token = builders.invitation(event, "clerk")
    people.revoke_invitation(tournament=event, invitation=found.pk, actor=chief)
    builders.member(event, "clerk", "deputy")
    for who, service, facts in (
        ("clerk", people.change_role, {"role": "clerk"}),
        ("clerk", people.make_way_in, {}),
        ("clerk", people.remove_person, {}),
    ):
        key = event.memberships.get(user__username=who).pk
        service(tournament=event, person=key, actor=chief, **facts)
    people.issue_reset(account=deputy, actor=chief)
    players.change_player(
        player=number(event, 3),
        changes={"rating": 2395, "club": "SC Riga", "sex": "w", "birth": "1990", "federation": "LAT"},
        actor=deputy,
    )
    byes.set_absence_rules(
        tournament=event, half_point_byes=2, last_rounds=1, without={number(event, 4).pk}, actor=chief
    )
    group = event_services.keep_apart(
        tournament=event, players=[number(event, n).pk for n in (1, 2)], actor=chief, last_round=2
    )
    event_services.let_meet(tournament=event, prohibition=group.pk, actor=chief)
    insist(numbers.close_list, tournament=event, actor=chief)
    numbers.open_list(tournament=event, actor=chief)
    byes.start_check_in(tournament=event, actor=chief)
    for player in event.players.all():
        byes.note_presence(player=player, presence="present", actor=deputy)
    byes.abandon_check_in(tournament=event, actor=chief)

    players.give_bye(player=number(event, 9), number=2, kind="half", actor=chief)
    insist(players.give_bye, player=number(event, 8), number=2, kind="full", actor=chief)
    insist(players.give_bye, player=number(event, 10), number=3, kind="full", actor=chief)
    players.cancel_bye(player=number(event, 10), number=3, actor=deputy)
    insist(players.give_bye, player=number(event, 11), number=4, kind="full", actor=deputy)
    rounds.pair_round(tournament=event, number=1, actor=chief)
    rounds.discard_draft(tournament=event, number=1, actor=chief)
    builders.publish(event, 1, chief)
    link, _token = builders.entry_link(event)
    helper = results.start_helper(link=link, initials="MK")
    for board, result, who in (
        (1, "1-0", helper),
        (2, "1/2-1/2", helper),
        (3, "0-1", helper),
        (4, "1-0", chief),
    ):
        results.enter_result(tournament=event, number=1, board=board, result=result, version=0, actor=who)
    results.enter_result(
        tournament=event, number=1, board=4, result="0-1", version=1, actor=deputy, reason="Misread."
    )
    results.revoke_entry_link(tournament=event, link=link.pk, actor=chief)
    corrections.set_deadline(
        tournament=event, number=1, deadline=datetime(2026, 11, 21, 9, tzinfo=UTC), actor=chief
    )
    # Corrections that count for the next pairing, two of which are undone; numbers assigned anew from the
    # data.
    builders.correct(event, 1, chief, board=1, result="0-1", reason="Both signed\nthe sheet so.")
    builders.correct(event, 1, deputy, board=2, kind="colours")
    sat = {b: event.rounds.get(number=1).games.get(board=b).seats.get(colour="w").player_id for b in (3, 4)}
    builders.correct(
        event, 1, chief, board=3, kind="opponents", player=sat[3], other_player=sat[4], reason="Wrong boards."
    )
    builders.correct(event, 1, chief, board=4, result="1/2-1/2", reason="Another sheet.")
    undo(event, "correction", deputy)
    players.change_player(player=number(event, 11), changes={"rating": 2388}, actor=chief)
    insist(numbers.assign_numbers, tournament=event, actor=chief)
    insist(numbers.exchange_numbers, player=number(event, 2), other=number(event, 3), actor=deputy)
    undo(event, "exchange", chief)
    insist(numbers.exchange_numbers, player=number(event, 2), other=number(event, 3), actor=chief)

    # Round 2 by hand, after an attempt that was undone; board 5 of round 1 is adjourned.
    insist(by_hand.begin, tournament=event, number=2, actor=chief)
    swap(event, 2, chief)
    insist(by_hand.end, tournament=event, number=2, actor=chief)
    undo(event, "manual", deputy)
    insist(by_hand.begin, tournament=event, number=2, actor=deputy)
    take_boards_apart(event, 2, deputy)
    insist(by_hand.end, tournament=event, number=2, actor=deputy)
    insist(rounds.publish_round, tournament=event, number=2, actor=chief)
    builders.correct(event, 1, chief, board=2, result="1-0", reason="Reported too late.")
    insist(
        players.change_player,
        player=number(event, 5),
        changes={"name": "Temp {2}, Ť", "fide_id": "2400111"},
        actor=chief,
    )
    insist(results.enter_result, tournament=event, number=1, board=5, result="0-1", version=1, actor=chief)
    builders.enter(event, 2, chief, {1: "1F-0F", 2: "1/2-1/2"})
    absent = number(event, 1)
    builders.explain_absences(event, deputy)

    # After leaving FIDE mode, players are kept apart late, and one group may meet again.
    insist(log.leave_fide_mode, tournament=event, actor=chief)
    for members in ((1, 2, 3), (4, 5), (6, 7)):
        keys = [number(event, n).pk for n in members]
        insist(event_services.keep_apart, tournament=event, players=keys, first_round=4, actor=chief)
    undo(event, "prohibition", chief)
    group = event.prohibitions.filter(players=number(event, 4)).get()
    insist(event_services.let_meet, tournament=event, prohibition=group.pk, actor=deputy)
    publish(event, 3, chief)
    builders.enter(event, 3, chief)
    builders.correct(event, 1, deputy, board=1, result="1-0", reason="For the rating.")
    builders.correct(event, 1, deputy, board=3, kind="colours", reason="For the rating too.")
    undo(event, "rating-correction", chief)
    builders.correct(event, 3, chief, board=2, result="0-1", reason="Still in time.")
    players.withdraw_player(player=absent, actor=chief)
    players.return_player(player=absent, actor=chief)
    players.expel_player(player=number(event, 10), reason="Fair play.", actor=chief)
    players.add_players(tournament=event, actor=chief, entries=[{"name": "Late, L", "first_round": 4}])
    late = event.players.get(name="Late, L")
    insist(players.credit_missed_rounds, player=late, rounds={1}, actor=chief)
    players.add_players(tournament=event, actor=chief, entries=[{"name": f"New, {n}"} for n in "ABCDEFG"])
    for name in "ABCDEFG":
        players.remove_player(player=event.players.get(name=f"New, {name}"), actor=chief)
    # A draft by hand that waits to be published or undone.
    clock.shift(timedelta(hours=4))
    insist(by_hand.begin, tournament=event, number=4, actor=chief)
    swap(event, 4, chief)
    insist(by_hand.end, tournament=event, number=4, actor=chief)
    return event


def withdrawn_event(chief: User) -> Tournament:
    event = builders.with_rematch(chief)
    builders.repair(event, 2, chief)
    builders.publish(event, 2, chief)
    builders.enter(event, 2, chief)
    builders.play(event, 3, chief)
    insist(event_services.finish_tournament, tournament=event, actor=chief)
    event_services.reopen_tournament(tournament=event, actor=chief)
    builders.correct(event, 2, chief, board=1, result="0-1", reason="After all.")
    insist(event_services.finish_tournament, tournament=event, actor=chief)
    return event


def imported_event(chief: User) -> Tournament:
    """Import a file with rounds that differ from the rules; and one with a full-point bye."""
    insist(fide.import_tournament, data=FULL_POINT_BYE, actor=chief, slug="bye")
    return insist(fide.import_tournament, data=wrong_cup(4), actor=chief, slug="cup")


def forget_the_lines_of_old_corrections(event: Tournament) -> None:
    """Remove the links to the log from some corrections: older releases did not store them."""
    guards.drop()
    keys = Correction.objects.filter(game__round__tournament=event).values_list("pk", flat=True)[:3]
    Correction.objects.filter(pk__in=list(keys)).update(audit=None)
    guards.create()


PAGES = ("", "desk/log/", "desk/log/?page=2", "desk/integrity/")
PAGES += ("desk/verify/", "report.trf", *(f"desk/rounds/{n}/" for n in range(1, 5)), "rounds/1/", "rounds/2/")


def text_of(page: str) -> str:
    """The text of the page, line by line, without its head."""
    body = re.sub(r"<(script|style)\b.*?</\1>", "", page.partition("<main")[2] or page, flags=re.S)
    words = unescape(re.sub(r"<[^>]*>", " ", "<main" + body if "<main" in page else body))
    return "\n".join(line for raw in words.splitlines() if (line := " ".join(raw.split())))


def pages(client: Client) -> str:
    told = []
    for event in Tournament.objects.order_by("pk"):
        for language in ("en", "fr"):
            for page in PAGES:
                address = f"/t/{event.slug}/{page}"
                answer = client.get(address, headers={"accept-language": language})
                if answer.status_code == 200:
                    told.append(f"=== {address} [{language}]\n{text_of(answer.content.decode())}\n")
    return "\n".join(told)


def main() -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    catalogue.compile_stale()
    translation.activate("en")
    call_command("migrate", verbosity=0)
    chief = builders.user("chief")
    event = open_event(chief)
    withdrawn_event(chief)
    imported_event(chief)
    forget_the_lines_of_old_corrections(event)
    User.objects.update(password="!", last_login=None)
    connection.cursor().execute("UPDATE django_migrations SET applied = '2026-11-20 09:00:00'")
    assert guards.faults() == []
    assert not Game.objects.filter(result="?").exists()
    clock.move_to(ASKED_AT)
    stored = sqlite3.connect(settings.DATABASES["default"]["NAME"])
    (HERE / "events.sql").write_text("\n".join(stored.iterdump()) + "\n")
    client = Client()
    client.force_login(User.objects.get(username="chief"))
    (HERE / "pages.txt").write_text(pages(client))


main()

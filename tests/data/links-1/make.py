"""Makes the backups beside it with the program as it was at commit d3e75716, whose links have one version.

Run it from the root of a copy of that commit, with an empty database:

    PYTHONHASHSEED=0 DATA_DIR=$(mktemp -d) python tests/data/links-1/make.py

The clock and the random numbers are fixed, so that it always makes the same files.
"""

import gzip
import os
import random
import secrets
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import django
import time_machine

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[2]))
os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.settings"
django.setup()

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import translation

from tests import builders
from tests.fide.test_imports import wrong_cup
from tests.team_events import enter, entry, event_of
from tournaments import guards
from tournaments.backup.queries import backup
from tournaments.event.services import event as event_services
from tournaments.fide import services as fide
from tournaments.log import acts
from tournaments.log import services as log
from tournaments.management import catalogue
from tournaments.models import Game, Player, Tournament
from tournaments.players.services import numbers, players
from tournaments.rounds.queries import boards
from tournaments.rounds.services import drafts, rounds
from tournaments.teams import services as teams

chance = random.Random(27)
secrets.token_hex = lambda count=16: chance.randbytes(count).hex()
secrets.randbelow = chance.randrange
secrets.choice = chance.choice
# The default of the column is the function itself.
Player._meta.get_field("key").default = lambda: chance.randbytes(8).hex()
clock = time_machine.travel(datetime(2026, 12, 1, 9, tzinfo=UTC), tick=False).start()
begin = acts.Act.__init__


def a_minute_later(self: acts.Act, *arguments: object) -> None:
    clock.shift(timedelta(minutes=1))
    begin(self, *arguments)


acts.Act.__init__ = a_minute_later


def finish(event: Tournament, chief: User) -> None:
    builders.confirmed(event_services.finish_tournament, tournament=event, actor=chief)


def swiss(chief: User) -> Tournament:
    """A withdrawn pairing, corrections of seats and results, another name, a change that no act explains."""
    event = builders.with_rematch(chief)
    builders.repair(event, 2, chief)
    builders.publish(event, 2, chief)
    builders.enter(event, 2, chief)
    builders.correct(event, 2, chief, board=2, kind="colours")
    changes = {"name": "Adler,\u00a0Anna", "fide_id": "2400111"}
    builders.confirmed(
        players.change_player, player=event.players.get(number=1), changes=changes, actor=chief
    )
    builders.play(event, 3, chief)
    builders.correct(event, 2, chief, board=1, result="1/2-1/2")
    note = event.integrity_events.filter(kind="correction", lifted_at=None).latest("pk")
    builders.confirmed(log.undo, tournament=event, event=note.pk, actor=chief)
    guards.drop()
    Game.objects.filter(round__tournament=event, round__number=2, board=1).update(result="0-1")
    guards.create()
    builders.correct(event, 2, chief, board=2, result="1/2-1/2")
    finish(event, chief)
    event_services.reopen_tournament(tournament=event, actor=chief)
    builders.correct(event, 3, chief, result="0-1")
    finish(event, chief)
    return event


def table(chief: User) -> Tournament:
    event = builders.tournament(
        chief, players=5, rounds=5, name="Round Robin", edition="round-robin", colour=""
    )
    numbers.draw_numbers(tournament=event, actor=chief)
    builders.confirmed(rounds.publish_all_rounds, tournament=event, actor=chief)
    for number in range(1, 6):
        builders.enter(event, number, chief)
    finish(event, chief)
    return event


def bracket(chief: User) -> Tournament:
    event = builders.tournament(
        chief, players=6, rounds=3, name="The Cup", edition="knock-out", tie_breaks=""
    )
    builders.play(event, 1, chief, {1: "1/2-1/2"})
    [level] = boards.level_matches(event, 1)
    facts = {"player": level.white.pk, "how": "armageddon", "score": "1–0"}
    drafts.decide_match(tournament=event, number=1, board=1, actor=chief, **facts)
    builders.play(event, 2, chief)
    builders.play(event, 3, chief)
    finish(event, chief)
    return event


def swiss_of_teams(chief: User) -> Tournament:
    event = event_of(chief, 3, rounds=2)
    first = event.players.get(number=1)
    builders.publish(event, 1, chief)
    team = event.rounds.get(number=1).seats.filter(colour="w").get().player
    teams.set_line_up(team=team, number=1, places=[1, None, 2, 4], actor=chief)
    enter(event, 1, 1, "1-0,0F-1F,1/2-1/2,0-1", chief)
    members = [*entry("Aachen", 2400)["members"], {"name": "Late, Lea", "rating": 2100}]
    members[3]["name"] = "Aachen, Eva"
    teams.change_team(team=first, changes={"members": members}, actor=chief)
    builders.publish(event, 2, chief)
    enter(event, 2, 1, "1-0,1-0,1/2-1/2,0-1", chief)
    finish(event, chief)
    return event


def league(chief: User) -> Tournament:
    event = event_of(chief, 3, edition="team-round-robin", name="League of Teams")
    numbers.draw_numbers(tournament=event, actor=chief)
    builders.confirmed(rounds.publish_all_rounds, tournament=event, actor=chief)
    enter(event, 1, 1, "1-0,0F-1F,1/2-1/2,0-1", chief)
    return event


def matches(chief: User) -> Tournament:
    event = builders.tournament(chief, players=5, rounds=4, name="Double Swiss", edition="double-swiss-2026")
    for number in (1, 3):
        builders.play(event, number, chief)
        builders.enter(event, number + 1, chief)
    finish(event, chief)
    return event


def imported(chief: User) -> Tournament:
    return builders.confirmed(fide.import_tournament, data=wrong_cup(4), actor=chief, slug="imported")


def main() -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    catalogue.compile_stale()
    translation.activate("en")
    call_command("migrate", verbosity=0)
    chief = builders.user("chief")
    for make in (swiss, table, bracket, swiss_of_teams, league, matches, imported):
        name = make.__name__.replace("_", "-")
        packed = gzip.compress(backup(make(chief)).encode(), mtime=0)
        (HERE / f"{name}.json.gz").write_bytes(packed)


main()

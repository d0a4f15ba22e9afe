"""Shared by the benchmarks: an older commit, Django on a database of its own, events with rounds played."""

from __future__ import annotations

import io
import os
import random
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from tournaments.models import Tournament

ROOT = Path(__file__).resolve().parent.parent


def unpack(commit: str, folder: Path) -> None:
    """Unpack the program as it is at the commit."""
    archive = ["git", "archive", commit]
    text = subprocess.run(archive, cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(text)) as tar:
        tar.extractall(folder, filter="data")


def of(code: Path) -> ModuleType:
    """This module as the program in the folder has it, which makes events by that program's services."""
    spec = spec_from_file_location("events_of_old", code / "benchmarks/events.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@contextmanager
def database(code: Path = ROOT, *, migrations: bool = True) -> Iterator[str]:
    """Set up Django of the program in the folder `code`, with an empty database; yields the kind of database.

    Without DATABASE_URL it is SQLite's, in a directory that is removed afterwards; with it, that one must be
    empty. PREPARED_SITE names a data directory of this program as `migrate` and `collectstatic` leave it,
    which is copied instead of made again; the tables of DATABASE_URL are there then too. Without `migrations`
    the tables are made from the models, and all migrations recorded, which takes a fifth of the time.
    """
    sys.path.insert(0, str(code))
    prepared = os.environ.get("PREPARED_SITE") if code == ROOT else None
    with tempfile.TemporaryDirectory() as folder:
        if prepared:
            shutil.copytree(prepared, folder, dirs_exist_ok=True)
        os.environ |= {"DATA_DIR": folder, "STATIC_ROOT": f"{folder}/static"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.settings"
        import django

        django.setup()
        from django.apps import apps
        from django.conf import settings
        from django.core.management import call_command
        from django.db import connection

        if not prepared:
            if not migrations:
                settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
                call_command("migrate", run_syncdb=True, verbosity=0)
                settings.MIGRATION_MODULES = {}
            call_command("migrate", fake=not migrations, verbosity=0)
            call_command("collectstatic", interactive=False, verbosity=0)
        yield connection.vendor


def event_in_round(
    number: int, *, players: int, name: str, chief: User, seed: int = 1, rounds: int | None = None
) -> Tournament:
    """An event in which the round with that number is published, and earlier ones have random results."""
    from django.db import transaction

    from tests import builders
    from tournaments.event.services import event as event_services
    from tournaments.players.services.players import add_players

    chance = random.Random(seed)
    with transaction.atomic():
        event = event_services.create_tournament(actor=chief, name=name, number_of_rounds=rounds or number)
        entries = [
            {"name": f"Family{n * 7919 % players}, Given", "rating": 2600 - n * 1600 // players}
            for n in range(players)
        ]
        add_players(tournament=event, entries=entries, actor=chief)
        event_services.set_initial_colour(tournament=event, colour="w", actor=chief)
        for played in range(1, number):
            builders.publish(event, played, chief)
            enter_results(event, played, chief, chance)
        builders.publish(event, number, chief)
    return event


def enter_results(
    event: Tournament, number: int, actor: User, chance: random.Random, *, open_games: int = 0
) -> None:
    """Enter random results for the round's games that have none, except `open_games` at the last boards."""
    from tournaments.models import Game
    from tournaments.results.services import enter_result

    usual = [Game.Result.WHITE_WINS, Game.Result.DRAW, Game.Result.BLACK_WINS]
    games = list(Game.objects.filter(round__tournament=event, round__number=number, result=""))
    games.sort(key=lambda game: game.board or 0)
    for game in games[: len(games) - open_games]:
        enter_result(
            tournament=event,
            number=number,
            board=game.board or 0,
            result=chance.choice(usual),
            version=game.version,
            actor=actor,
        )

"""The program in a PostgreSQL of one's own: commands that start from a process which has loaded it already.

A test starts such a process with `scripts/with-postgresql python -c "from tests.deploy.commands import ..."`.
Each command runs in a fresh copy of it: loading the program takes longer than most of them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module

import django
from django.conf import settings
from django.core.management import execute_from_command_line
from django.db import connection

OWNER, APPLICATION = "postgres", "board_one_application"

os.environ |= {"DATABASE_URL": "postgresql:///board_one", "DJANGO_SETTINGS_MODULE": "tournaments.settings"}
django.setup()
# As for all tests, a password costs nothing; and what most commands load is loaded before they are copies.
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
import_module("tournaments.urls")


def copied(act: Callable[[], object], role: str = APPLICATION, database: str = "board_one") -> int:
    """Let a copy of this process act on the database in that role; the status with which it ended."""
    sys.stdout.flush()
    if child := os.fork():
        _child, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status)
    os.environ["PGUSER"] = role
    connection.settings_dict["NAME"] = database
    status = 1
    try:
        act()
        status = 0
    except SystemExit as ended:
        status = int(ended.code or 0)
    except Exception as error:
        sys.excepthook(type(error), error, error.__traceback__)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def manage(*arguments: str, role: str = APPLICATION, database: str = "board_one") -> int:
    """`manage.py` with these arguments; the status with which it ended."""
    return copied(lambda: execute_from_command_line(["manage.py", *arguments]), role, database)


def psql(database: str, text: str, *, role: str = OWNER, check: bool = True) -> str:
    """What psql prints of this SQL."""
    command = ["psql", "--quiet", "--no-psqlrc", "--tuples-only", f"--dbname={database}", "--file=-"]
    environment = os.environ | {"PGUSER": role}
    done = subprocess.run(
        command, input=text, env=environment, text=True, check=check, stdout=subprocess.PIPE
    )
    return done.stdout


def make_role(database: str = "board_one") -> None:
    """Run the script that makes the application's role, in a database."""
    subprocess.run(["psql", "--quiet", "--file=scripts/application-role.sql", database], check=True)

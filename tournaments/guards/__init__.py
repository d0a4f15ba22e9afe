"""Triggers that keep what no constraint can: a published round's pairings do not change (C.04.2 D.10).

Nor do the regulations that they were made by. They hold for every path — form, ORM, raw SQL — on SQLite
and PostgreSQL alike, because one condition serves both: `boards`, `rounds`, `players`, `ratings`, `events`,
`prizes`, `corrections`, `teams` and `trail` say what each refuses, and `definitions` has them all. `sqlite`
and `postgresql` write a guard as each keeps it; `database` puts them up and looks whether they stand;
`repair` does so around a migration. Start-up, /healthz and `manage.py check` ask too.

Where OR REPLACE stands, a row that takes another's place deletes it, and SQLite tells no trigger of that
unless the connection asks for it (recursive_triggers). So the guards of whatever is written also look at the
rows whose key, number or address the new row takes.
"""

from tournaments.guards.database import create, drop, faults, guards_of
from tournaments.guards.definitions import GUARDS
from tournaments.guards.faults import Fault, Wrong
from tournaments.guards.guard import Deed, Guard
from tournaments.guards.repair import after_migrate, before_migrate
from tournaments.guards.tables import ROUND

__all__ = [
    "GUARDS",
    "ROUND",
    "Deed",
    "Fault",
    "Guard",
    "Wrong",
    "after_migrate",
    "before_migrate",
    "create",
    "drop",
    "faults",
    "guards_of",
]

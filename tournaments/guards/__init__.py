"""Triggers that enforce what no constraint can: a published round's pairings do not change (C.04.2 D.10).

Nor do the regulations that they were made under. The guards hold for every path — form, ORM, raw SQL — on
SQLite and PostgreSQL alike, because both use the same conditions: `boards`, `rounds`, `players`, `ratings`,
`absences`, `events`, `prizes`, `corrections`, `teams` and `trail` define what is refused, and `definitions`
lists all guards; `holds` lets PostgreSQL wait before they judge. `sqlite` and `postgresql` write a guard in
the form of each database; `database` puts the guards up and checks that they are in place; `repair` does so
around a migration. Start-up, /healthz and `manage.py check` check them too.

With OR REPLACE, a new row deletes the row whose place it takes, and SQLite fires no trigger for that unless
the connection asks for it (recursive_triggers). So the guards of inserts and updates also look at the rows
whose key, number or address the new row takes.
"""

from tournaments.guards.database import (
    GUARDS,
    after_migrate,
    before_migrate,
    beyond_rows,
    create,
    drop,
    faults,
    guards_of,
)
from tournaments.guards.guard import ROUND, Deed, Fault, Guard, Hold, Trigger, Wrong

__all__ = [
    "GUARDS",
    "ROUND",
    "Deed",
    "Fault",
    "Guard",
    "Hold",
    "Trigger",
    "Wrong",
    "after_migrate",
    "before_migrate",
    "beyond_rows",
    "create",
    "drop",
    "faults",
    "guards_of",
]

"""Triggers that keep what no constraint can: a published round's pairings do not change (C.04.2 D.10).

Nor do the regulations that they were made by. They hold for every path — form, ORM, raw SQL — on SQLite
and PostgreSQL alike, because one condition serves both: `definitions` says what each refuses, in the words
of `conditions`; `database` puts them up and looks whether they stand.
"""

from tournaments.guards.conditions import ROUND
from tournaments.guards.database import after_migrate, before_migrate, create, drop, guards_of, missing
from tournaments.guards.definitions import GUARDS, Guard

__all__ = [
    "GUARDS",
    "ROUND",
    "Guard",
    "after_migrate",
    "before_migrate",
    "create",
    "drop",
    "guards_of",
    "missing",
]

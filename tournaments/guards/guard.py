"""The three kinds of triggers: holds wait for a change, guards refuse one, deeds make one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hold:
    """Before a row of `table` comes, changes or goes, lock these `rows` (SQL over NEW and OLD)."""

    name: str
    table: str
    rows: tuple[str, ...]
    event: str = "INSERT OR DELETE OR UPDATE"


@dataclass(frozen=True, slots=True)
class Guard:
    """Refuse `event` on `table` where `condition` (SQL over NEW and OLD) holds."""

    name: str
    table: str
    event: str
    condition: str
    message: str
    # The condition asks for the id of a new row, which SQLite gives it only when it is written.
    of_new_id: bool = False


@dataclass(frozen=True, slots=True)
class Deed:
    """After `event` on `table`, where `condition` holds, the database does the `statements` itself.

    They are part of the statement that caused them, so nobody ever sees them half done.
    """

    name: str
    table: str
    event: str
    condition: str
    statements: tuple[str, ...]


type Trigger = Hold | Guard | Deed

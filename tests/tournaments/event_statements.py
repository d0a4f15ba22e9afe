"""Finds, in the SQL of a statement, the tables of an event that it uses without naming the event.

Each table must be restricted to one event by `tournament_id = 1`, or by a join on `tournament_id` with a
table that is; `%s` stands for the event of each written row. A PostgreSQL distributed by event can send such
statements to one machine. The place of a condition is not checked: one under OR or NOT counts too.
"""

from __future__ import annotations

import re

from django.apps import apps

from tournaments.models import Tournament

EVENT = Tournament._meta.db_table
TABLE = re.compile(r'\b(?:FROM|JOIN|INTO|UPDATE) "(\w+)"(?: "?([A-Z]\d+)\b"?)?')
NAME = r'\(?"(\w+)"\."(\w+)"\)?'
SAME = re.compile(rf"{NAME} = {NAME}")
SAID = re.compile(rf"{NAME} (?:= (?:-?\d+|'[^']*'|%s)|IN \(\(?-?\d+\)?\))")
WRITTEN = re.compile(r'INSERT INTO "(\w+)" \([^)]*"tournament_id"')


def of_an_event() -> set[str]:
    """The tables with a column for the event's id, and the table of the events."""
    models = apps.get_app_config("tournaments").get_models(include_auto_created=True)
    return {
        model._meta.db_table
        for model in models
        if model is Tournament or any(key.column == "tournament_id" for key in model._meta.concrete_fields)
    }


def tables_in(sql: str) -> set[str]:
    """The tables that the statement reads or writes."""
    return {table for table, _alias in TABLE.findall(sql)}


def without_event(sql: str) -> set[str]:
    """The tables of an event that this statement reads or writes without naming the event."""
    tables = {alias or table: table for table, alias in TABLE.findall(sql)}
    ours = {alias for alias, table in tables.items() if table in of_an_event()}

    def names_the_event(alias: str, column: str) -> bool:
        keys = ("id", "slug") if tables.get(alias) == EVENT else ("tournament_id",)
        return alias in ours and column in keys

    said = {alias for alias, column in SAID.findall(sql) if names_the_event(alias, column)}
    said |= {table for table in WRITTEN.findall(sql) if table in ours}
    joined = [
        {one, other}
        for one, column, other, its in SAME.findall(sql)
        if names_the_event(one, column) and names_the_event(other, its)
    ]
    while more := {alias for pair in joined if pair & said for alias in pair} - said:
        said |= more
    return {tables[alias] for alias in ours - said}

"""What DATABASE_URL sets for PostgreSQL, and what it leaves to us."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db.backends.postgresql.psycopg_any import IsolationLevel

from tournaments.postgresql import OPTIONS
from tournaments.settings import database

pytestmark = pytest.mark.any_database


@pytest.mark.parametrize(
    ("query", "options"),
    [
        ("", {"options": OPTIONS}),
        ("?sslmode=require", {"options": OPTIONS, "sslmode": "require"}),
        # A connection pooler accepts no options.
        ("?options=", {"options": ""}),
        ("?options=-c%20jit%3Don", {"options": "-c jit=on"}),
    ],
)
def test_connections_set_what_they_need_where_the_address_says_nothing_of_options(
    query: str, options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"postgresql://arbiter:secret@db/board_one{query}")
    # A pooler passes on what each transaction says.
    assert database()["OPTIONS"] == {"isolation_level": IsolationLevel.READ_COMMITTED, **options}


def test_an_address_of_another_database_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://arbiter:secret@db/board_one")
    with pytest.raises(ImproperlyConfigured, match=r"DATABASE_URL: expected postgresql://.*, found mysql://"):
        database()


def test_a_primary_and_its_replica_are_named_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """libpq tries each of them and uses the one that accepts writes: benchmarks/failover.py."""
    both = "host=one,two&port=5432,5433&target_session_attrs=read-write"
    monkeypatch.setenv("DATABASE_URL", f"postgresql://arbiter:secret@/board_one?{both}")
    found = database()
    assert (found["HOST"], found["PORT"], found["USER"]) == ("", "", "arbiter")
    told = {"host": "one,two", "port": "5432,5433", "target_session_attrs": "read-write"}
    ours = {"isolation_level": IsolationLevel.READ_COMMITTED, "options": OPTIONS}
    assert found["OPTIONS"] == ours | told

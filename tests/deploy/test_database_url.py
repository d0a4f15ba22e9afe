"""What DATABASE_URL says of PostgreSQL, and what it leaves to us."""

from __future__ import annotations

import pytest

from tournaments.settings import database


@pytest.mark.parametrize(
    ("query", "options"),
    [
        ("", {"options": "-c jit=off"}),
        ("?sslmode=require", {"options": "-c jit=off", "sslmode": "require"}),
        # A pooler takes no options of a connection.
        ("?options=", {"options": ""}),
        ("?options=-c%20jit%3Don", {"options": "-c jit=on"}),
    ],
)
def test_jit_is_off_where_the_address_says_nothing_of_options(
    query: str, options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"postgresql://arbiter:secret@db/board_one{query}")
    assert database()["OPTIONS"] == options

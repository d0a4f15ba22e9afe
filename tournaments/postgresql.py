"""Django's database settings from a PostgreSQL address, and what each connection sets for itself."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

# What each connection sets itself, whatever ALTER ROLE or ALTER DATABASE said: a role may change its own.
SESSION = {
    "search_path": "public",
    # The guards judge by what is committed (`guards.holds`).
    "default_transaction_isolation": "read committed",
    "default_transaction_read_only": "off",
    "default_transaction_deferrable": "off",
    # A request ends its transaction, and acts that wait for one another wait for that.
    "statement_timeout": "0",
    "lock_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
    "idle_session_timeout": "0",
    # The driver reads no time in another form.
    "DateStyle": "ISO, MDY",
    "IntervalStyle": "postgres",
    # The guards are compared with their definitions as PostgreSQL writes these.
    "quote_all_identifiers": "off",
}
# The guards' queries run faster than the JIT could compile them.
OPTIONS = " ".join(
    f"-c {name}={value.replace(' ', r'\ ')}" for name, value in ({"jit": "off"} | SESSION).items()
)


def named(address: str) -> dict[str, Any]:
    """Django's settings for the database at this address, which is that of DATABASE_URL."""
    # With SQLite the driver need not be there.
    from django.db.backends.postgresql.psycopg_any import IsolationLevel  # noqa: PLC0415  see above

    parts = urlsplit(address)
    if parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/"):
        message = (
            f"DATABASE_URL: expected postgresql://user:password@host:port/name, found {parts.scheme}://…"
        )
        raise ImproperlyConfigured(message)
    options = {"options": OPTIONS, **dict(parse_qsl(parts.query, keep_blank_values=True))}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        # With each transaction, so that it also passes a pooler, which takes no options.
        "OPTIONS": {"isolation_level": IsolationLevel.READ_COMMITTED, **options},
    }

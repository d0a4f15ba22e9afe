"""Django's database settings from a PostgreSQL address in the environment; used by the settings only."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


def named(variable: str, address: str, **usual: str) -> dict[str, Any]:
    """Django's settings for the database at this address; `usual` are default options it may override."""
    parts = urlsplit(address)
    if parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/"):
        message = f"{variable}: expected postgresql://user:password@host:port/name, found {parts.scheme}://…"
        raise ImproperlyConfigured(message)
    # The guards' queries run faster than the JIT could compile them.
    options = {"options": "-c jit=off", **usual, **dict(parse_qsl(parts.query, keep_blank_values=True))}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }

"""Path converters: the values allowed in the variable parts of addresses."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import register_converter

from tournaments.views import followed


class Keys:
    """The keys of some players (`Player.key`), in their order."""

    regex = f"[0-9a-f]{{16}}(?:-[0-9a-f]{{16}}){{0,{followed.MOST - 1}}}"

    def to_python(self, value: str) -> tuple[str, ...]:
        """The keys in the address."""
        return tuple(value.split("-"))

    def to_url(self, value: Iterable[str]) -> str:
        """The keys as written in an address."""
        return "-".join(value)


def register() -> None:
    """Register the converters for `path`."""
    register_converter(Keys, "keys")

"""Path converters: the values allowed in the variable parts of addresses."""

from __future__ import annotations


def register() -> None:
    """Register the converters for `path`."""

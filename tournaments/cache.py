"""The in-memory cache of pages and tables that a process has made."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache


class BoundedCache(LocMemCache):
    """Django's cache in memory, bounded in bytes: the least recently used values are removed first.

    OPTIONS takes MAX_BYTES, the limit for all values together.
    """

    _cache: OrderedDict[str, bytes]
    _expire_info: dict[str, float | None]

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(name, params)
        self.max_bytes: int = params["OPTIONS"]["MAX_BYTES"]

    def _set(self, key: str, value: bytes, timeout: float | None = DEFAULT_TIMEOUT) -> None:
        # The caller holds the lock; the last item is the least recently used one.
        super()._set(key, value, timeout)  # type: ignore[misc]  # its stub leaves it out
        size = sum(map(len, self._cache.values()))
        while size > self.max_bytes:
            oldest, old = self._cache.popitem()
            del self._expire_info[oldest]
            size -= len(old)

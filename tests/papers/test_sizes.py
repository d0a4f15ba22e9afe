"""The refusal of a file that is too large."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from tournaments.texts import too_large

MB = 1 << 20


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("found", "most", "language", "said"),
    [
        (5 * MB, 5 * MB, "en", ""),
        (53 * MB // 10, 5 * MB, "en", "The file has 5.3\xa0MB; expected at most 5.0\xa0MB."),
        # Both would be 5.0 MB.
        (5 * MB + 1, 5 * MB, "en", "The file has 5,242,881 bytes; expected at most 5,242,880."),
        (6 * MB, 5 * MB, "de", "Die Datei hat 6,0\xa0MB; erwartet: höchstens 5,0\xa0MB."),
    ],
)
def test_both_sizes_are_told_so_that_they_differ(found: int, most: int, language: str, said: str) -> None:
    with override(language):
        assert too_large(found, most) == said

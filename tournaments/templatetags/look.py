"""Icons on a page, and where its lines break. Loaded for every template."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from django import template
from django.templatetags.static import static
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import mark_safe

from tournaments import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.utils.safestring import SafeString

# The boards in one column of a screen at the desk, and the most columns.
COLUMN, MOST_COLUMNS = 20, 3

register = template.Library()


@register.filter
def side_by_side[T](boards: Sequence[T]) -> list[Sequence[T]]:
    """The boards in columns of equal length: one for each 20, three at most."""
    columns = min(MOST_COLUMNS, -(-len(boards) // COLUMN)) or 1
    length = -(-len(boards) // columns) or 1
    return [boards[start : start + length] for start in range(0, len(boards) or 1, length)]


@register.filter
def results_whole(sentence: str) -> SafeString:
    """The sentence, with its results kept whole: a browser would break ½-½ at its hyphen."""
    whole = re.sub(r"[\d½]+-[\d½]+", r'<span class="amount">\g<0></span>', conditional_escape(sentence))
    return mark_safe(whole)  # noqa: S308 - escaped above


@register.simple_tag
def version() -> str:
    """The version of this release."""
    return __version__


@register.simple_tag
@functools.cache
def icon(name: str) -> SafeString:
    """An icon of `static/icons.svg`, hidden from screen readers, which read the word beside it."""
    sprite = static("icons.svg")
    return format_html('<svg class="i" aria-hidden="true"><use href="{}#{}"/></svg>', sprite, name)

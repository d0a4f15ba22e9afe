"""Icons on a page, and where its lines break. Loaded for every template."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

from django import template
from django.template.defaultfilters import stringfilter
from django.templatetags.static import static
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from tournaments import __version__
from tournaments.texts import runs_from_right

# The boards in one column of a screen at the desk, and the most columns.
COLUMN, MOST_COLUMNS = 20, 3
# A letter from the right; others; and letters from the right with what stands between them, entities of HTML
# among it.
FROM_RIGHT = r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
OTHER_LETTER = re.compile(rf"(?!{FROM_RIGHT})[^\W\d_]")
STRETCH = re.compile(rf"{FROM_RIGHT}(?:(?:{FROM_RIGHT}|(?!{FROM_RIGHT})[^\w<>&]|&#?\w+;)*{FROM_RIGHT})?")

register = template.Library()


@register.filter
def side_by_side[T](boards: Sequence[T]) -> list[Sequence[T]]:
    """The boards in columns of equal length: one for each 20, three at most."""
    columns = min(MOST_COLUMNS, -(-len(boards) // COLUMN)) or 1
    length = -(-len(boards) // columns) or 1
    return [boards[start : start + length] for start in range(0, len(boards) or 1, length)]


@register.filter
@stringfilter
def bdi(text: str) -> str:
    """The text, with what is written from the right set apart: numbers beside it would change their place.

    A name is set apart as a whole, and in a sentence in other letters each stretch.
    """
    if not runs_from_right(text):
        return text
    if not OTHER_LETTER.search(text):
        return format_html("<bdi>{}</bdi>", text)
    return mark_safe(STRETCH.sub(r"<bdi>\g<0></bdi>", conditional_escape(text)))  # noqa: S308 - escaped


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

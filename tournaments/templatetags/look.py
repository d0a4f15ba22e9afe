"""Icons on a page. Loaded for every template."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from django import template
from django.templatetags.static import static
from django.utils.html import format_html

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
@functools.cache
def icon(name: str) -> SafeString:
    """A sign of `static/icons.svg`, for the eye alone: the word beside it says it to everybody else."""
    sprite = static("icons.svg")
    return format_html('<svg class="i" aria-hidden="true"><use href="{}#{}"/></svg>', sprite, name)

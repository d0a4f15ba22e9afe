"""Whether phones can ask for notifications of boards. Loaded for every template."""

from __future__ import annotations

from django import template

from tournaments.public import web_push

register = template.Library()


@register.simple_tag
def push_key() -> str:
    """The key by which a phone knows who may notify it; "" if the server sends no notifications."""
    return web_push.public_key()

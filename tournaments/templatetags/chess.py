"""Chess on a page: points, colours, round lists. Loaded for every template."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import template
from django.utils.html import format_html
from django.utils.translation import gettext as _

from tournaments.models import Seat

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def points(tenths: int) -> str:
    """Tenths of a point as people write them: 25 is 2½, 5 is ½."""
    whole, rest = divmod(tenths, 10)
    if rest == 0:
        return str(whole)
    if rest == 5:
        return f"{whole or ''}½"
    return f"{whole}.{rest}"


@register.filter
def decimal(value: int, unit: int) -> str:
    """An integer in `unit`ths with its decimals, as tie-breaks are printed: 125|decimal:10 is 12.5."""
    whole, rest = divmod(value, unit)
    digits = len(str(unit)) - 1
    return f"{whole}.{rest:0{digits}d}".rstrip("0").rstrip(".") if digits else str(whole)


@register.simple_tag
def disc(colour: str) -> SafeString:
    """White's hollow disc or Black's full one, with the word for who cannot see it."""
    word = Seat.Colour(colour).label
    return format_html(
        '<span class="disc disc-{}" aria-hidden="true"></span><span class="unseen">{}</span>', colour, word
    )


@register.filter
def get(mapping: dict[Any, Any], key: Any) -> Any:
    """`mapping[key]`, or nothing."""
    return mapping.get(key)


@register.filter
def boards_in_words(value: dict[str, Any]) -> str:
    """A line of the audit trail's before or after, readable: `board 12 · result 1-0`."""
    words = {
        "board": _("board"),
        "result": _("result"),
        "kind": _("kind"),
        "from_round": _("from round"),
        "initial_colour": _("initial colour"),
    }
    kinds = dict(Seat.Kind.choices)
    parts = []
    for key, item in value.items():
        if key == "boards":
            parts.append(_("%(count)d boards") % {"count": len(item)})
        elif key == "bye":
            parts += [_("bye: %(number)s") % {"number": item}] if item else []
        elif isinstance(item, list):
            parts.append(", ".join(map(str, item[:5])) + (" …" if len(item) > 5 else ""))
        elif item not in ("", None):
            shown = kinds.get(item, item) if key == "kind" else item
            parts.append(f"{words.get(key, key.replace('_', ' '))} {shown}")
    return " · ".join(parts)

"""What a page needs around its content: who may open what, its look, notifications, papers."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import urlencode

from django import template
from django.contrib.auth.models import User
from django.template import Context
from django.template.defaultfilters import stringfilter
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments import __version__, texts
from tournaments.columns import Column
from tournaments.errors import Cure
from tournaments.models import Player, Round, Tournament
from tournaments.public import web_push
from tournaments.web import refusals, rights
from tournaments.web.access import page_of_player
from tournaments.web.rights import Access

register = template.Library()
register.filter("bdi", stringfilter(texts.bdi))


@register.filter
def may(role: str | None, route: str) -> bool:
    """Whether this role in the event may open its route: {% if role|may:"round-pair" %}."""
    return rights.may(role, route)


@register.filter
def opens(user: User, route: str) -> bool:
    """Whether the account may open a route that belongs to no event: {% if user|opens:"accounts" %}."""
    return rights.opens(user, route)


@register.filter
def enters(role: str | None, round_: Round) -> bool:
    """Whether this role may enter, or correct, the results of the round in its present state."""
    return rights.may(role, "result", round_.state)


@register.filter
def sees_drafts(role: str | None) -> bool:
    """Whether this role may see what is not public yet."""
    return rights.sees_drafts(role)


@register.filter
def whose(route: str) -> str:
    """A sentence that says who may do it instead."""
    match rights.rules()[route].access:
        case Access.OWNER:
            return _("Only the owner can do this.")
        case Access.CHIEF:
            return _("Only the chief arbiter can do this.")
        case Access.RESULTS:
            return _("Only arbiters and result clerks can do this.")
        case _other:
            return _("Only arbiters can do this.")


@register.filter
def address(cure: Cure, tournament: Tournament) -> str:
    """The address where an obstacle is put right: <a href="{{ obstacle.cure|address:tournament }}">."""
    return refusals.address(cure, tournament)


@register.filter
def act(cure: Cure) -> str:
    """The act done there, as a button's label: `{{ obstacle.cure|act }}`; "" if the sentence says enough."""
    return str(refusals.ACTS.get(cure.place, ""))


@register.simple_tag(takes_context=True)
def player_page(context: Context, player: Player) -> str:
    """Where a player's name links to: their data for an account that may change it, else their card."""
    return page_of_player(context.get("role"), player)


# The boards in one column of a screen at the desk, and the most columns.
COLUMN, MOST_COLUMNS = 20, 3


@register.filter
def side_by_side[T](boards: Sequence[T]) -> list[Sequence[T]]:
    """The boards in columns of equal length: one for each 20, three at most."""
    columns = min(MOST_COLUMNS, -(-len(boards) // COLUMN)) or 1
    length = -(-len(boards) // columns) or 1
    return [boards[start : start + length] for start in range(0, len(boards) or 1, length)]


@register.simple_tag
def headings(columns: Iterable[Column]) -> SafeString:
    """The headings of a list."""
    return format_html_join("", '<th role="columnheader"{} scope="col">{}</th>', map(_heading, columns))


def _heading(column: Column) -> tuple[str, object]:
    css = column.css if column.heading_css is None else column.heading_css
    text = column.heading
    if column.title:
        text = format_html('<abbr title="{}">{}</abbr>', column.title, text)
    return _attribute("class", _class(column, css) or None), text


@register.simple_tag
def cells(columns: Iterable[Column], row: Any) -> SafeString:
    """The cells of a row of a list. A tag, because a large event has thousands of them."""
    return mark_safe("".join(_cell(column, row) for column in columns))  # noqa: S308 - each is escaped


def _cell(column: Column, row: Any) -> str:
    shown = conditional_escape(column.shown(row))
    if column.names_row:
        return f'<th role="rowheader" scope="row">{shown}</th>'
    css = column.css(row) if callable(column.css) else column.css
    label = None if column.label is None else str(column.label)
    attributes = _attribute("class", _class(column, css) or None) + _attribute("data-head", label)
    return f'<td role="cell"{attributes}>{shown}</td>'


def _class(column: Column, css: object) -> str:
    """The class given; else that of a number or a text."""
    return ("num" if column.number else "") if css is None else str(css)


@functools.lru_cache(maxsize=1 << 10)
def _attribute(name: str, value: str | None) -> SafeString:
    return mark_safe("") if value is None else format_html(' {}="{}"', name, value)


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


@register.simple_block_tag(takes_context=True)
def button(
    context: Context,
    content: SafeString,
    route: str,
    *place: str | int,
    look: str = "",
    form: str = "",
    disabled: object = False,
    after: str = "",
    **fields: object,
) -> SafeString:
    """A form of one button: {% button "player-remove" event.slug player.pk look="danger" %}…{% endbutton %}.

    The route's arguments follow it. `look` and `form` are classes of the button and of the form, `after` is
    said beside the button, and all else is sent as hidden fields.
    """
    sent = {"csrfmiddlewaretoken": context["csrf_token"], **fields}
    return format_html(
        '<form method="post" action="{}"{}>{}<button{}{}>{}</button>{}</form>',
        reverse(route, args=place),
        format_html(' class="{}"', form) if form else "",
        format_html_join("", '<input type="hidden" name="{}" value="{}">', sent.items()),
        format_html(' class="{}"', look) if look else "",
        " disabled" if disabled else "",
        mark_safe(content.strip()),  # noqa: S308 - the template's own
        format_html(" {}", after) if after else "",
    )


@register.simple_tag
def push_key() -> str:
    """The key by which a phone knows who may notify it; "" if the server sends no notifications."""
    return web_push.public_key()


@register.inclusion_tag("partials/printed.html")
def printed(label: str, route: str, *place: str | int, **query: Any) -> dict[str, str]:
    """Link a paper as PDF and as a page for the browser to print: {% printed "standings" "paper" … %}.

    The route's arguments follow, without the form; empty values of the query are left out.
    """
    asked = {name: value for name, value in query.items() if value not in {None, ""}}
    tail = f"?{urlencode(asked)}" if asked else ""
    return {
        "label": label,
        "pdf": reverse(route, args=[*place, "pdf"]) + tail,
        "page": reverse(route, args=[*place, "html"]) + tail,
    }

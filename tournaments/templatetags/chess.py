"""Chess on a page: points, colours, round lists. Loaded for every template."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from datetime import date, datetime, time
from typing import Any

from django import template
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.event.queries import schedule
from tournaments.log import acts
from tournaments.log import queries as log_queries
from tournaments.models import AuditEvent, Game, Round, Seat
from tournaments.rounds.queries import rounds
from tournaments.texts import as_text, decimal_mark

register = template.Library()
register.filter("edition_name", rulebook.name_of_code)
register.filter("goes_by_table", rulebook.goes_by_table)
register.filter("ground", rulebook.ground_in_words)
register.filter("games_of_match", rulebook.games_of_match)
register.filter("details", acts.change)
register.filter("days", schedule.days)
register.filter("figures", rounds.figures)
register.filter("pieces", rounds.in_words)


@register.filter
def points(tenths: int) -> str:
    """Tenths of a point as people write them: 25 is 2½, 5 is ½."""
    return as_text(tenths)


@register.simple_tag
def options(names: Iterable[object]) -> SafeString:
    """The options of a datalist: a loop in a template would take far longer for thousands of names."""
    return format_html_join("", '<option value="{}"></option>', ((name,) for name in names))


@register.filter
def with_virtual(score: int, virtual: int) -> str:
    """A score, and the virtual points that pairing adds to it: 2½ + 1."""
    if not virtual:
        return as_text(score)
    return format_html("{}&nbsp;+&nbsp;{}", as_text(score), as_text(virtual))


@register.filter
def decimal(value: rulebook.TieBreakValue | None, unit: int) -> str:
    """A tie-break in `unit`ths with its decimals, as printed: 125|decimal:10 is 12.5, None is –."""
    return rulebook.tie_break_in_print(value, unit, decimal_mark())


@register.simple_tag
def values(
    standing: rulebook.Standing, columns: Iterable[rulebook.Column], card: str, after: int | None = None
) -> SafeString:
    """The cells of a row of standings, each a link to its working on the player's card.

    A tag, because a large event has thousands of them.
    """
    mark = decimal_mark()
    query = "?workings=shown" if after is None else f"?workings=shown&after={after}"
    return format_html_join(
        "",
        '<td role="cell" class="num" data-head="{}"><a href="{}{}#{}">{}</a></td>',
        (
            (
                column.heading,
                card,
                query,
                column.heading,
                rulebook.tie_break_in_print(standing.values[column.code], column.unit, mark),
            )
            for column in columns
        ),
    )


@register.filter
def named_article(number: str) -> str:
    """The article that defines a tie-break; those of C.07 are stored as bare numbers."""
    return f"C.07 {number}" if number[:1].isdecimal() else number


@register.filter
def signed(number: int) -> str:
    """A change with its sign, as people write it: +12, −3, ±0."""
    return f"{number:+}".replace("-", "−") if number else "±0"


@register.filter
def brought(hundredths: int) -> str:
    """A game's rating change, in hundredths of a rating point: 860 is +8.6, -45 is −0.45."""
    whole, part = divmod(abs(hundredths), 100)
    decimals = f"{decimal_mark()}{part:02}".rstrip("0") if part else ""
    sign = "±" if not hundredths else "+" if hundredths > 0 else "−"
    return f"{sign}{whole}{decimals}"


@register.filter
def clock(moment: datetime) -> str:
    """The time on the hall's clock, with the day if it is not today."""
    return schedule.clock(moment)


@register.filter
def when(day: date, at: time | None = None) -> str:
    """A day, and the time on the hall's clock if it is known."""
    return schedule.when(day, at)


@register.simple_tag(takes_context=True)
def article(context: Context, named: str) -> str:
    """The articles, given by their numbers of 2016, as numbered in the edition of the page's event."""
    tournament = context.get("tournament")
    return rulebook.article(tournament, named) if tournament else named


@register.simple_tag
def settled(round_: Round, game: Game) -> bool:
    """Whether the game's result is settled, so that it can only be corrected."""
    return round_.is_settled and game.result not in Game.OPEN


@register.filter
def quoted(words: str) -> str:
    """The words in the quotation marks of the reader's language."""
    return _("“%(words)s”") % {"words": words}


@register.simple_tag
def disc(colour: str) -> SafeString:
    """White's hollow disc or Black's full one, with the word for readers who cannot see it."""
    return _disc(colour, get_language())


@register.simple_tag
def discs(colours: str) -> SafeString:
    """The colours of several games, oldest first."""
    return _discs(colours, get_language())


# In the list of a round, many players have had the same colours.
@functools.lru_cache(maxsize=4096)
def _discs(colours: str, language: str | None) -> SafeString:
    return format_html_join("", "{}", [(_disc(colour, language),) for colour in colours])


@functools.cache
def _disc(colour: str, _language: str | None) -> SafeString:
    # The list of a round has thousands of them.
    word = Seat.Colour(colour).label
    return format_html(
        '<span class="disc disc-{}" aria-hidden="true"></span><span class="unseen">{}</span>', colour, word
    )


@register.filter
def get(mapping: dict[Any, Any], key: Any) -> Any:
    """`mapping[key]`, or nothing."""
    return mapping.get(key)


@register.filter
def in_bursts(acts: Iterable[AuditEvent]) -> list[log_queries.Line]:
    """The lines of the log, with results that were entered one after another on one line."""
    return log_queries.lines(acts)

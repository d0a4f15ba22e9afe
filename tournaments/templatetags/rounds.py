"""A player's rounds on a page: tiles, the running score as a drawing, floats. Loaded for every template."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.models import Seat
from tournaments.public.queries import CardLine
from tournaments.rounds.queries import boards
from tournaments.standings.queries import Cell
from tournaments.texts import as_text

register = template.Library()
register.simple_tag(boards.place_of, name="match_place")

# In tenths of a point: from these scores on, the foot of a tile is full, or half.
FULL, HALF = 10, 5
# The measures of the drawing, in its own units.
WIDTH, HEIGHT, EDGE, ABOVE, BELOW = 380, 112, 20, 26, 28


def _foot(points: int) -> str:
    return "full" if points >= FULL else "half" if points >= HALF else ""


@register.simple_tag
def cells(row: Iterable[Cell | None]) -> SafeString:
    """The rounds of a line of the cross table. A tag, because a large event has thousands of them."""
    return format_html_join("", '<td role="cell">{}</td>', ((_tile(cell),) for cell in row))


@register.simple_tag
def squares(line: Iterable[tuple[Cell, ...] | None]) -> SafeString:
    """The games against each opponent in a line of the cross table, a tile each. A tag, like `cells`."""
    own = format_html('<td role="cell" class="own"><span class="unseen">{}</span></td>', _("the same player"))
    return format_html_join(
        "",
        "{}",
        (
            (own if games is None else format_html('<td role="cell">{}</td>', _games(games)),)
            for games in line
        ),
    )


def _games(games: Iterable[Cell]) -> SafeString:
    return format_html_join(" ", "{}", ((_game(game),) for game in games))


def _tile(cell: Cell | None) -> SafeString:
    if cell is None:
        return format_html('<span class="unseen">{}</span>', _("did not take part"))
    if cell.opponent is None:
        points, foot, kind = as_text(cell.points), _foot(cell.points), Seat.Kind(cell.kind).label
        return format_html(
            '<span class="sc none {}">{}</span><span class="unseen"> {}</span>', foot, points, kind
        )
    return format_html('{}<a href="#n{}">{}</a>', _game(cell), cell.opponent, cell.opponent)


def _game(cell: Cell) -> SafeString:
    told = [str(Seat.Colour(cell.colour).label)]
    if cell.forfeit:
        told.append(str(_("forfeit")))
    return format_html(
        '<span class="sc {}{} {}">{}</span><span class="unseen"> {} </span>',
        cell.colour,
        " none" if cell.forfeit or cell.awaited else "",
        _foot(cell.points),
        cell.forfeit.replace("-", "−") or as_text(cell.points),
        ", ".join(told),
    )


class Mark(NamedTuple):
    """A round in the drawing of a score: its position, colour, points and number."""

    x: int
    y: int
    above: int
    colour: str
    points: str
    number: int


class Drawing(NamedTuple):
    """The running score as a line: its points, the ground under it, and the marks of the rounds."""

    line: str
    ground: str
    marks: Sequence[Mark]
    told: str


@register.simple_tag
def drawn(lines: Sequence[CardLine], rounds: int) -> Drawing | None:
    """The score after each round whose points are known, on a scale of all the event's rounds."""
    over = [line for line in lines if line.points is not None]
    if not over:
        return None
    highest = max(over[-1].total, 10)
    base = HEIGHT - BELOW
    step = (WIDTH - 2 * EDGE) // max(rounds - 1, 1)

    def mark(line: CardLine) -> Mark:
        y = base - line.total * (base - ABOVE) // highest
        colour = (line.seat.colour or "") if line.seat else ""
        return Mark(EDGE + (line.number - 1) * step, y, y - 11, colour, as_text(line.total), line.number)

    marks = [mark(line) for line in over]
    path = " ".join(f"{one.x},{one.y}" for one in marks)
    told = _("Points after each round: %(points)s") % {"points": ", ".join(one.points for one in marks)}
    return Drawing(path, f"{marks[0].x},{base} {path} {marks[-1].x},{base}", marks, told)

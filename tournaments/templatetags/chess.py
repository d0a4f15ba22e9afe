"""Players, results, rounds, lists and prizes in the words and signs of a page."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from typing import Any, NamedTuple

from django import template
from django.template import Context
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.event.queries import schedule
from tournaments.log import acts
from tournaments.log import queries as log_queries
from tournaments.models import (
    AuditEvent,
    Category,
    Game,
    Player,
    PrizeFund,
    PrizeList,
    Rating,
    Round,
    Tournament,
)
from tournaments.players import columns as players
from tournaments.public.queries import CardLine
from tournaments.ratings import queries as ratings
from tournaments.rounds import columns as round_columns
from tournaments.rounds.queries import boards, rounds
from tournaments.texts import as_text, decimal_mark, found_by

register = template.Library()
register.filter("edition_name", rulebook.name_of_code)
register.filter("goes_by_table", rulebook.goes_by_table)
register.filter("ground", rulebook.ground_in_words)
register.filter("games_of_match", rulebook.games_of_match)
register.filter("details", acts.change)
register.filter("days", schedule.days)
register.filter("figures", rounds.figures)
register.filter("pieces", rounds.in_words)
register.filter("with_virtual", round_columns.with_virtual)
register.filter("outcome", round_columns.outcome)
register.filter("both_games", round_columns.both_games)
register.filter("decision", round_columns.decision)
register.simple_tag(round_columns.disc)
register.filter("titled", players.titled)
register.filter("out", players.out)
register.filter("rating", players.rating)
register.filter("found_by", found_by)


@register.filter
def points(tenths: int) -> str:
    """Tenths of a point as people write them: 25 is 2½, 5 is ½."""
    return as_text(tenths)


@register.simple_tag
def options(names: Iterable[object]) -> SafeString:
    """The options of a datalist: a loop in a template would take far longer for thousands of names."""
    return format_html_join("", '<option value="{}"></option>', ((name,) for name in names))


@register.filter
def decimal(value: rulebook.TieBreakValue | None, unit: int) -> str:
    """A tie-break in `unit`ths with its decimals, as printed: 125|decimal:10 is 12.5, None is –."""
    return rulebook.tie_break_in_print(value, unit, decimal_mark())


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
def discs(colours: str) -> SafeString:
    """The colours of several games, oldest first."""
    return _discs(colours, get_language())


# In the list of a round, many players have had the same colours.
@functools.lru_cache(maxsize=4096)
def _discs(colours: str, language: str | None) -> SafeString:
    return format_html_join("", "{}", [(round_columns.disc(colour),) for colour in colours])


@register.filter
def get(mapping: dict[Any, Any], key: Any) -> Any:
    """`mapping[key]`, or nothing."""
    return mapping.get(key)


@register.filter
def in_bursts(acts: Iterable[AuditEvent]) -> list[log_queries.Line]:
    """The lines of the log, with results that were entered one after another on one line."""
    return log_queries.lines(acts)


register.simple_tag(boards.place_of, name="match_place")

# The measures of the drawing, in its own units.
WIDTH, HEIGHT, EDGE, ABOVE, BELOW = 380, 112, 20, 26, 28


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


@register.filter
def rating_kind(kind: str) -> str:
    """The kind of rating, in a word."""
    return str(Rating.Kind(kind).label)


@register.filter
def rating_source(rating: Rating | None) -> str:
    """The source of a rating: "standard, November 2026"; a dash for no rating."""
    return ratings.source_in_words(rating) if rating else "–"


@register.filter
def rating_name(player: Player) -> str:
    """What the rating of the player that counts is called."""
    return ratings.name_of(player)


@register.filter
def fide_rating(player: Player) -> int | None:
    """FIDE's rating of the player, in Elo, whichever counts."""
    found = rulebook.fide_rating(player.tournament, player.ratings.all())
    return found.value if found else None


@register.filter
def uncounted_fide_rating(player: Player) -> int | None:
    """FIDE's rating of a player for whom another one counts."""
    return ratings.uncounted_fide_rating(player)


@register.filter
def which_rating(tournament: Tournament) -> str:
    """A sentence that says which rating the lists of the event have."""
    return ratings.sentence(tournament)


@register.filter
def category_rule(category: Category) -> str:
    """The rule of a category, in words."""
    parts = [
        category.get_sex_display(),
        _("under the age of %(age)d") % {"age": category.under_age} if category.under_age else "",
        _("from the age of %(age)d") % {"age": category.from_age} if category.from_age else "",
        _("rating from %(rating)d") % {"rating": category.from_rating} if category.from_rating else "",
        _("rating below %(rating)d") % {"rating": category.under_rating} if category.under_rating else "",
        _("unrated") if category.unrated else "",
        _("club %(club)s") % {"club": category.club} if category.club else "",
        _("federation %(code)s") % {"code": category.federation} if category.federation else "",
    ]
    return ", ".join(filter(None, parts))


@register.filter
def money(amount: int, fund: PrizeFund) -> str:
    """An amount in the smallest unit of the fund's currency, as printed: 1 000 EUR."""
    return rulebook.money(amount, fund.currency)


@register.filter
def prizes_for(prizes: PrizeList) -> str:
    """The rule, in words, for winning prizes of the list; "" if the list is for everybody."""
    return category_rule(prizes.category) if prizes.category else ""


@register.filter
def prize_rules(prizes: PrizeList) -> str:
    """How the prizes of a list are divided, and when they are awarded."""
    needed = ngettext("%(count)d starter needed", "%(count)d starters needed", prizes.needed)
    rolls_over = prizes.unawarded == PrizeList.Unawarded.ROLLS_OVER
    parts = [
        _("level on points: %(sharing)s") % {"sharing": prizes.get_sharing_display()},
        needed % {"count": prizes.needed} if prizes.needed else "",
        _("what is not awarded raises the first list") if rolls_over else "",
        _("had besides another prize") if prizes.is_besides else "",
    ]
    return "; ".join(filter(None, parts))

"""Chess on a page: points, colours, round lists. Loaded for every template."""

from __future__ import annotations

import functools
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any

from django import template
from django.utils.dateformat import format as date_format
from django.utils.dateparse import parse_datetime
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.guards import Wrong
from tournaments.models import (
    Absence,
    AbsenceRules,
    Category,
    Game,
    Invitation,
    Membership,
    Player,
    Prohibition,
    Rating,
    Seat,
    Tournament,
)
from tournaments.points import as_text, decimal_mark
from tournaments.selectors import bursts, schedule

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.template import Context
    from django.utils.safestring import SafeString

    from tournaments.models import AuditEvent, Round

register = template.Library()


@register.filter
def points(tenths: int) -> str:
    """Tenths of a point as people write them: 25 is 2½, 5 is ½."""
    return as_text(tenths)


@register.filter
def edition_name(code: str) -> str:
    """What the edition of the rules is called; the code itself where this release does not have it."""
    edition = next((edition for edition in engine.all_editions() if edition.code == code), None)
    return engine.name_of(edition) if edition else code


@register.filter
def ground(code: str) -> str:
    """On what ground a published pairing was withdrawn, in words."""
    return str(engine.GROUNDS[engine.Ground(code)]) if code in list(engine.Ground) else code


def moment(written: str) -> str:
    """A time that the audit trail holds, as the hall's clock shows it."""
    read = parse_datetime(written)
    return date_format(localtime(read), "j N H:i") if read else written


def presence(written: str) -> str:
    """Whether a player is there, as the audit trail holds it."""
    return str(Player.Presence("" if written == "missing" else written).label)


@register.filter
def decimal(value: int, unit: int) -> str:
    """An integer in `unit`ths with its decimals, as tie-breaks are printed: 125|decimal:10 is 12.5."""
    whole, rest = divmod(value, unit)
    digits = len(str(unit)) - 1
    return f"{whole}{decimal_mark()}{rest:0{digits}d}".rstrip("0") if rest else str(whole)


@register.filter
def clock(moment: datetime) -> str:
    """The time on the hall's clock, with the day where that is another one."""
    return schedule.clock(moment)


@register.filter
def when(day: date, at: time | None = None) -> str:
    """A day, and the time on the hall's clock where it is known."""
    return schedule.when(day, at)


@register.simple_tag(takes_context=True)
def article(context: Context, named: str) -> str:
    """The articles, named as in 2016, by the numbers of the edition of the page's event."""
    tournament = context.get("tournament")
    return engine.article(tournament, named) if tournament else named


@register.simple_tag
def settled(round_: Round, game: Game) -> bool:
    """Whether the game's result stands, and is only corrected any more."""
    return round_.is_settled and game.result not in Game.OPEN


@register.filter
def quoted(words: str) -> str:
    """What somebody has written, in the quotation marks of the reader's language."""
    return _("“%(words)s”") % {"words": words}


@register.simple_tag
def disc(colour: str) -> SafeString:
    """White's hollow disc or Black's full one, with the word for who cannot see it."""
    return _disc(colour, get_language())


@functools.cache
def _disc(colour: str, _language: str | None) -> SafeString:
    # A list of a round has thousands of them.
    word = Seat.Colour(colour).label
    return format_html(
        '<span class="disc disc-{}" aria-hidden="true"></span><span class="unseen">{}</span>', colour, word
    )


@register.filter
def get(mapping: dict[Any, Any], key: Any) -> Any:
    """`mapping[key]`, or nothing."""
    return mapping.get(key)


@register.filter
def in_bursts(acts: Iterable[AuditEvent]) -> list[bursts.Line]:
    """The lines of the log, results that were entered one after the other in one."""
    return bursts.lines(acts)


@register.filter
def details(act: AuditEvent) -> str:
    """What an act changed, in words: `board 12: ½-½ → 0-1`, `half-point bye`, `59 boards`.

    Of a line that no service has written, as it stands there: it must not hide the others.
    """
    try:
        return _in_words(act)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return f"{act.before} → {act.after}"


def _in_words(act: AuditEvent) -> str:
    before, after = act.before, act.after
    if "result" in after:
        results = dict(Game.Result.choices)
        was, now = results[before["result"]], results[after["result"]]
        change = f"{was} → {now}" if before["result"] else f"{now}"
        text = _("board %(board)d: %(change)s") % {"board": after["board"], "change": change}
        return text + _counts_from(after)
    if "seated" in after:
        changes = zip(before["seated"], after["seated"], strict=True)
        text = "; ".join(
            _("board %(board)d: %(change)s") % {"board": was[0], "change": f"{_seated(was)} → {_seated(now)}"}
            for was, now in changes
        )
        return text + _counts_from(after)
    if "adjourned" in after:
        return _("boards %(boards)s") % {"boards": ", ".join(map(str, after["adjourned"]))}
    if "schedule" in after:
        return "; ".join(
            _("round %(number)s: %(change)s") % {"number": number, "change": _starts(before, number, start)}
            for number, start in after["schedule"].items()
        )
    if "deadline" in after:
        return schedule.clock(datetime.fromisoformat(after["deadline"]))
    if "guards" in after:
        return "; ".join(f"{name}: {Wrong(wrong).label}" for name, wrong in after["guards"])
    if "boards" in after:
        facts = {"count": len(after["boards"]), "bye": after["bye"]}
        return (
            _("%(count)d boards, bye for number %(bye)d") if after["bye"] else _("%(count)d boards")
        ) % facts
    return " · ".join(
        f"{_name(key)} {_value(key, before[key])} → {_value(key, item)}"
        if before.get(key) not in NOTHING
        else f"{_name(key)} {_value(key, item)}"
        for key, item in after.items()
        if item not in NOTHING and key != SUPPLIED and item != before.get(key)
    )


def _starts(before: dict[str, Any], number: str, start: list[str | None]) -> str:
    """When a round was to be played, and when it is now."""
    was, now = (_start(*written) for written in (before["schedule"][number], start))
    return f"{was} → {now}" if was else now


def _start(day: str | None, at: str | None) -> str:
    return schedule.when(date.fromisoformat(day), time.fromisoformat(at) if at else None) if day else ""


def _seated(facts: list[Any]) -> str:
    """White and Black by their numbers, and the result."""
    _board, white, black, result = facts
    return f"{white}–{black} {Game.Result(result).label if result else ''}".strip()


def _counts_from(after: dict[str, Any]) -> str:
    """Which pairing may know of a correction, where the act is one."""
    if "counts_from" not in after:
        return ""
    number = after["counts_from"]
    if number is None:
        return ", " + _("for the rating report only")
    return ", " + _("counts from round %(number)d on") % {"number": number}


NOTHING: tuple[Any, ...] = ("", None, [])
# What an import had to supply stands below the act, a line each.
SUPPLIED = "supplied"


def _name(key: str) -> str:
    """What a field is called."""
    names = {
        field.name: str(field.verbose_name)
        for model in (AbsenceRules, Player, Category, Invitation, Prohibition, Tournament)
        for field in model._meta.concrete_fields
    }
    names |= {
        "from_round": _("from round"),
        "players": _("players"),
        "rounds": _("rounds"),
        "kind": _("bye"),
        "ground": _("ground"),
        "invitation": _("invitation"),
        "links_ended": _("links ended"),
        "rating_source": _("source of the rating"),
        "national_rating": _("national rating"),
        "ratings": _("ratings"),
        "numbers": _("numbers"),
        "presence": _("is"),
        "chief_arbiter": _("chief arbiter"),
        "deputy_arbiters": _("deputy arbiters"),
        "answer": _("decided"),
    }
    return names.get(key, key)


def _value(key: str, item: Any) -> str:
    """What a field held, in words."""
    choices = {
        "kind": Seat.Kind,
        "answer": Absence.Answer,
        "initial_colour": Tournament.InitialColour,
        "acceleration": Tournament.Acceleration,
        "sex": Player.Sex,
        "role": Membership.Role,
        "rating_source": Rating.Source,
        "rating_kind": Tournament.RatingKind,
        "rating_method": Tournament.RatingMethod,
        "among_equals": Tournament.AmongEquals,
    }
    words = {"edition": edition_name, "ground": ground, "expires_at": moment, "presence": presence}
    if isinstance(item, list):
        # Names have commas of their own.
        return "; ".join(map(str, item[:5])) + (" …" if len(item) > 5 else "")
    if key in choices:
        return str(dict(choices[key].choices).get(item, item))
    if key in words:
        return words[key](item)
    if key == "language":
        return Tournament(language=item).get_language_display()
    return points(item) if key.startswith("points_") else str(item)

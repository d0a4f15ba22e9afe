"""The data that the report to FIDE needs besides the games, and those that are missing."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.event.queries import schedule
from tournaments.event.queries.obstacles import Obstacle
from tournaments.models import Round, Tournament
from tournaments.selectors.cures import Cure, Place

# Records 022, 032, 042, 052 and 122, by the fields that hold them.
HEADER = ("city", "federation", "start_date", "end_date", "time_control")


def is_near(tournament: Tournament) -> bool:
    """Whether the last round is public; before that, nobody is asked for missing data."""
    last = tournament.last_round
    return any(one.number == last and one.state in Round.LOCKED for one in tournament.rounds.all())


def gaps(tournament: Tournament) -> list[Obstacle]:
    """The missing data, each with the place where it is entered (TRF16 and TRF26, marked R)."""
    return [*of_the_header(tournament), *of_the_arbiters(tournament), *of_the_rounds(tournament)]


def of_the_header(tournament: Tournament) -> Iterator[Obstacle]:
    """The missing fields of place, dates and time control."""
    for name in HEADER:
        if not getattr(tournament, name):
            label = Tournament._meta.get_field(name).verbose_name  # type: ignore[union-attr]  # no relation
            yield Obstacle(name, capfirst(str(label)), Cure(Place.EVENT_FIELD, field=name))


def of_the_arbiters(tournament: Tournament) -> Iterator[Obstacle]:
    """A missing chief arbiter, and missing FIDE IDs of arbiters."""
    named = list(tournament.named_arbiters.all())
    if not any(arbiter.is_chief for arbiter in named):
        yield Obstacle("chief_arbiter", _("Chief arbiter"), Cure(Place.ARBITERS))
    for arbiter in named:
        if not arbiter.fide_id:
            text = _("FIDE ID of %(name)s") % {"name": arbiter.name}
            yield Obstacle("arbiter_fide_id", text, Cure(Place.ARBITER, arbiter=arbiter.place))


def of_the_rounds(tournament: Tournament) -> Iterator[Obstacle]:
    """The missing days of rounds, and days that do not fit."""
    rounds = list(tournament.rounds.all())
    counting = (round_ for round_ in rounds if round_.number <= tournament.last_round)
    without = [str(round_.number) for round_ in counting if round_.day is None]
    if without:
        text = ngettext("Day of round %(numbers)s", "Days of rounds %(numbers)s", len(without))
        yield Obstacle("round_days", text % {"numbers": ", ".join(without)}, Cure(Place.SCHEDULE))
    for number, fault in schedule.faults(tournament, rounds).items():
        yield Obstacle("round_day", fault, Cure(Place.START, number))

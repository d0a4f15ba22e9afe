"""Makes another event like an existing one: next year's, or the next group of a festival."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Model

from tournaments import engine
from tournaments.models import Tournament
from tournaments.models.arbiter import CHIEF
from tournaments.own import queries as own
from tournaments.own.services import set_rules
from tournaments.players.queries import presence
from tournaments.players.services.byes import set_absence_rules
from tournaments.players.services.players import add_players
from tournaments.prizes import queries as prizes
from tournaments.prizes.services import add_category, add_prizes, set_prize_fund
from tournaments.selectors import entrants
from tournaments.services.report_data import name_arbiters
from tournaments.services.schedule import set_schedule
from tournaments.services.tournaments import create_tournament

# The regulations that the next event does not take over: its name, address and days, the month of lists that
# goes with them, the edition, as another may be in force by then, the acceleration, which may be that of a
# file's players, the colour, which a lot decides anew, and what has happened.
OF_ITS_OWN = frozenset(
    {
        *("name", "slug", "start_date", "end_date", "list_month", "edition", "acceleration"),
        *("initial_colour", "colour_origin", "check_in_at", "list_closed_at", "finished_at"),
        *("revision", "public_revision"),
    }
)


@transaction.atomic
def repeat_event(
    *,
    source: Tournament,
    name: str,
    start_date: date | None,
    end_date: date | None,
    with_players: bool,
    actor: User,
    nonce: UUID | None = None,
) -> Tournament:
    """Make a new event of the actor's with everything announced of `source`, and its players if wanted.

    Regulations, categories, prizes, arbiters for the report, the rules of byes and of players' own links are
    copied; so are the days of rounds, with as many days between, if both events have a first day. Nothing
    that happened there is: no result, bye, number, draft, role or link. Teams are not copied, nor players who
    were expelled. The same `nonce` again returns the event that was made the first time.
    Raises ValidationError and DomainError for what makes no sense on the new days.
    """
    regulations = _announced(source, OF_ITS_OWN)
    regulations |= {"name": name, "start_date": start_date, "end_date": end_date}
    if source.acceleration != Tournament.Acceleration.GIVEN:
        regulations["acceleration"] = source.acceleration
    regulations["edition"] = engine.successor_of(engine.edition_of(source), end_date)
    event = create_tournament(actor=actor, nonce=nonce, **regulations)
    if event.revision > 1:
        return event
    known = {
        category.pk: add_category(tournament=event, actor=actor, **_announced(category))
        for category in source.categories.all()
    }
    _take_prizes(source, event, known, actor)
    _name_arbiters(source, event, actor)
    rules = _announced(presence.rules_of(source))
    set_absence_rules(tournament=event, without=set(), actor=actor, **rules)
    allowed = _announced(own.rules_of(source))
    set_rules(tournament=event, changes=allowed, actor=actor)
    _take_schedule(source, event, actor)
    if with_players and source.boards is None:
        add_players(tournament=event, entries=entrants.entries(source), actor=actor)
    event.refresh_from_db()
    return event


def _announced(row: Model, left_out: Collection[str] = ()) -> dict[str, Any]:
    """The row's fields that people enter, so that a new one is taken over; keys of other rows are not."""
    entered = (field for field in row._meta.concrete_fields if field.editable and not field.primary_key)
    return {
        field.name: getattr(row, field.name)
        for field in entered
        if not field.is_relation and field.name not in left_out
    }


def _take_prizes(source: Tournament, event: Tournament, known: dict[int, Any], actor: User) -> None:
    fund = prizes.fund_of(source)
    if fund.pk is None:
        return
    set_prize_fund(tournament=event, changes=_announced(fund), actor=actor)
    for row in fund.lists.all():
        category = known.get(row.category_id or 0)
        add_prizes(tournament=event, actor=actor, category=category, **_announced(row, {"place"}))


def _name_arbiters(source: Tournament, event: Tournament, actor: User) -> None:
    named = {one.place: _announced(one, {"place"}) for one in source.named_arbiters.all()}
    chief = next((person for one, person in named.items() if one == CHIEF), None)
    deputies = [person for one, person in named.items() if one != CHIEF]
    name_arbiters(tournament=event, chief=chief, deputies=deputies, actor=actor)


def _take_schedule(source: Tournament, event: Tournament, actor: User) -> None:
    if source.start_date is None or event.start_date is None:
        return
    later = event.start_date - source.start_date
    starts = {
        round_.number: {"day": round_.day + later, "time": round_.time}
        for round_ in source.rounds.filter(day__isnull=False, number__lte=event.number_of_rounds)
        if round_.day and (event.end_date is None or round_.day + later <= event.end_date)
    }
    set_schedule(tournament=event, changes=starts, actor=actor)

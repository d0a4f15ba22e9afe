"""The event of a file: its regulations, arbiters, days and prohibitions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.errors import DomainError
from tournaments.event.services.event import require_sense
from tournaments.formats.lists.cells import known_code_of
from tournaments.models import (
    Arbiter,
    OtherRecords,
    Player,
    Prohibition,
    Prohibition_players,
    Round,
    Tournament,
)
from tournaments.models.arbiter import CHIEF
from tournaments.models.fields import A_TIME_CONTROL, MOST_ROUNDS
from tournaments.selectors.imports import DAYS, why_so_many


def tournament_of(
    source: engine.Report,
    rounds: int,
    edition: str,
    of_teams: Mapping[str, Any] | None = None,
    *,
    rating_kind: str = "",
) -> Tournament:
    """The event of the file, checked but not stored; DomainError for one that makes no sense.

    `rounds` is how many there are, `of_teams` are the fields of an event of teams, whose players are the
    teams in `source`, `rating_kind` is the kind of FIDE's ratings if not as the file says.
    """
    scoring = source.scoring
    stated = engine.tie_breaks_of_report(source, edition)
    if of_teams is None and any(
        cell.points is not None for player in source.players for cell in player.cells
    ):
        raise DomainError(
            "abnormal_points",
            _(
                "The file gives some players different points from the rest (record 299), which events here"
                " cannot do, and pairings depend on them."
            ),
        )
    points = {
        "points_win": scoring.white_win,
        "points_draw": scoring.white_draw,
        "points_loss": scoring.white_loss,
        "points_pab": scoring.pairing_allocated_bye,
    }
    tournament = Tournament(
        name=source.name[:120] or _("Imported tournament"),
        city=source.city[:80],
        federation=known_code_of(source.federation),
        start_date=_day(source.start_date),
        end_date=_day(source.end_date),
        time_control=source.time_control[:120],
        time_control_code=_code(source.time_control_code),
        number_of_rounds=rounds,
        ended_after=source.ended,
        edition=edition,
        own_table=engine.own_table_of_report(source),
        rating_kind=rating_kind or engine.rating_kind_of_report(source) or Tournament.RatingKind.STANDARD,
        rating_method=Tournament.RatingMethod.FIDE if of_teams else engine.rating_method_of_report(source),
        acceleration=engine.acceleration_of_report(source, edition),
        initial_colour=source.initial_colour.value if source.initial_colour else "",
        colour_origin=Tournament.ColourOrigin.IMPORTED if source.initial_colour else "",
        **(points if of_teams is None else of_teams),
        tie_breaks=engine.usual_tie_breaks(edition) if stated is None else stated,
        tie_break_text=engine.tie_break_text_in_force(_day(source.end_date)),
    )
    if engine.scoring(tournament) != scoring:
        raise DomainError(
            "scoring",
            _("The file's scoring distinguishes colours or kinds of byes, which events here cannot do yet."),
        )
    first, last = tournament.start_date, tournament.end_date
    if first and last and last < first:
        raise DomainError(
            "tournament",
            _("The file’s last day (record 052: %(last)s) is before its first (record 042: %(first)s).")
            % {"first": source.start_date, "last": source.end_date},
        )
    try:
        require_sense(tournament)
        tournament.full_clean(exclude=["slug"])
    except ValidationError as error:
        raise DomainError("tournament", _faults_of(error)) from error
    return tournament


def require_rounds(source: engine.Report, rounds: int, edition: str, said: int | None) -> None:
    """Raise DomainError for more rounds than an event can have; `said` is the number entered on the page."""
    if rounds > MOST_ROUNDS:
        text = _("Rounds: found %(found)d, %(why)s; expected at most %(most)d.")
        why = why_so_many(source, rounds, edition, said)
        raise DomainError("tournament", text % {"found": rounds, "why": why, "most": MOST_ROUNDS})


def _faults_of(error: ValidationError) -> str:
    """Each fault with the name of the field."""
    labels = {field.name: str(getattr(field, "verbose_name", "")) for field in Tournament._meta.get_fields()}
    return " ".join(
        f"{labels[name].capitalize()}: {fault}" if name in labels else fault
        for name, faults in error.message_dict.items()
        for fault in faults
    )


def store_arbiters(tournament: Tournament, source: engine.Report) -> None:
    """Store the arbiters whom the file names, the chief arbiter first."""
    arbiters = []
    for place, line in enumerate((source.chief_arbiter, *source.deputy_arbiters), CHIEF):
        if line:
            arbiter = Arbiter.from_line(line)
            arbiter.tournament, arbiter.place = tournament, place
            arbiters.append(arbiter)
    Arbiter.objects.bulk_create(arbiters)


def store_days(rounds: Sequence[Round], source: engine.Report) -> None:
    """Store the days of the rounds, even those that do not fit the event's: the report page says so."""
    dated = rounds[: len(source.round_dates)]
    for round_, day in zip(dated, source.round_dates, strict=False):
        round_.day = _day(day)
    Round.objects.bulk_update(dated, ["day"])


def store_other_records(tournament: Tournament, records: list[str]) -> None:
    """Keep the records for which events have no place: they go into every file of the event again.

    Days that could not be read are left out: two records of one kind would contradict each other.
    """
    kept = [record for record in records if record[:3] not in DAYS]
    if kept:
        OtherRecords.objects.create(tournament=tournament, text="\n".join(kept))


def _code(text: str) -> str:
    """The code of the time control; "" if it is invalid."""
    try:
        A_TIME_CONTROL(text)
    except ValidationError:
        return ""
    return text[:60]


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text.replace("/", "-"))
    except ValueError:
        return None


def store_prohibitions(tournament: Tournament, source: engine.Report, players: dict[int, Player]) -> None:
    """Store the groups of players who may not meet, and in which rounds."""
    rows = [
        Prohibition(tournament=tournament, first_round=group.first, last_round=group.last)
        for group in source.forbidden
    ]
    Prohibition.objects.bulk_create(rows)
    Prohibition_players.objects.bulk_create(
        Prohibition_players(prohibition=row, player=players[number])
        for row, group in zip(rows, source.forbidden, strict=True)
        for number in sorted(group.players)
    )

"""Imports a tournament from a TRF file, with its played rounds as they were paired."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid5

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy

from tournaments import engine
from tournaments.event.services.event import free_slug, made_from, make_owner
from tournaments.log.acts import Told, acting, ask, fields
from tournaments.models import AuditEvent, ServerAct, Tournament
from tournaments.rounds.services.drafts import plan_rounds
from tournaments.selectors.imports import adjustments, of_people, of_points_left_out
from tournaments.selectors.team_imports import of_teams
from tournaments.services.imports import departures
from tournaments.services.imports.event import (
    require_rounds,
    store_arbiters,
    store_days,
    store_other_records,
    store_prohibitions,
    tournament_of,
)
from tournaments.services.imports.players import store_players
from tournaments.services.imports.rounds import store_byes_to_come, store_rounds
from tournaments.services.imports.teams import store_members
from tournaments.services.server_log import note_event


def import_tournament(
    *,
    data: bytes,
    actor: User,
    slug: str = "",
    rounds: int | None = None,
    edition: str = "",
    rating_kind: str = "",
    nonce: UUID | None = None,
    reason: str = "",
    confirmation: str = "",
) -> Tournament:
    """Import the tournament of a TRF file; its rounds are published as the file has them, not paired again.

    `rounds` is the announced number of rounds and `edition` the code of the rules, for a file that gives
    none, or none that this release knows; if neither names an edition, it is the one that was in force on the
    last day, and a file without a day is refused with code "edition". `rating_kind` says which of FIDE's
    ratings the file has, whatever it says itself; if neither does, they are standard. Every round is checked
    by that edition: one that differs stays as it is, once ConfirmationNeeded has been answered, and is noted
    with the `reason` unless a remark in the file explains it; so is a full-point bye. Whatever had to be
    supplied, changed or left out is noted in the log, one sentence each. The same `nonce` again is the same
    form sent twice: it returns the tournament that was made the first time.
    Raises DomainError, and leaves nothing behind, for a defective file (line, column, expected) and for
    anything that this program would pair wrongly because it does not know it.
    """
    source, supplied, unreadable = engine.read_report(data, edition)
    code = engine.edition_of_report(source, edition)
    announced = engine.rounds_of_report(source, code, rounds)
    require_rounds(source, announced, code, rounds)
    engine.require_independent(source, unreadable, code, announced)
    source, left_out = engine.with_usual_points(source, code, announced)
    file, report = source, engine.teams_in(source, code)
    if report:
        source = report.teams
        supplied = replace(supplied, byes=(), lines=supplied.team_lines)
    tournament = tournament_of(
        source, announced, code, report and report.regulations, rating_kind=rating_kind
    )
    # Before the transaction, so that nobody waits for the check of a large file.
    checked = engine.check_report(file, code, tournament.number_of_rounds)
    wrong = [result for result in checked if not result.agrees]
    source, supplied = engine.with_one_bye_a_round(source, supplied, code, tournament.number_of_rounds)
    # In a knock-out this is what the bracket gives to a player without an opponent.
    full = [] if engine.is_knock_out(tournament) else list(departures.full_point_byes(source))
    ask(
        "import",
        [*(departures.warning(source, result) for result in wrong), *departures.of_full_point_byes(full)],
        of={
            "file": hashlib.sha256(data).hexdigest(),
            "rounds": rounds,
            "edition": code,
            "ratings": rating_kind,
        },
        by=actor,
        given=confirmation,
        reason=reason,
    )
    tournament.nonce = uuid5(nonce, str(actor.pk)) if nonce else None
    try:
        with transaction.atomic():
            if made := made_from(tournament.nonce):
                return made
            presence, others = engine.presence_told(source)
            ratings, others = engine.ratings_told(tournament, source, others)
            end, others = engine.end_told(source, others)
            tournament.tie_break_rating = ratings.in_tie_breaks
            tournament.slug = slug or free_slug(source.name)
            tournament.save()
            make_owner(tournament, actor)
            plan_rounds(tournament)
            store_arbiters(tournament, source)
            all_rounds = list(tournament.rounds.order_by("number"))
            store_days(all_rounds, source)
            players = store_players(tournament, source, presence, ratings)
            members = store_members(report, players) if report else {}
            store_other_records(tournament, others)
            store_prohibitions(tournament, source, players)
            with acting(tournament, actor) as act:
                audit = act.record(
                    AuditEvent.Action.TOURNAMENT_IMPORTED,
                    subject=tournament.name,
                    after={
                        "players": len(players),
                        "rounds": source.played_rounds,
                        "edition": tournament.edition,
                        "supplied": [
                            *adjustments(
                                source, supplied, tournament, players, rounds=rounds, edition=edition
                            ),
                            *of_points_left_out(left_out, players),
                            *of_people(file, members),
                            *(of_teams(file, report, supplied, players) if report else ()),
                        ],
                    },
                    reason=reason.strip() if wrong or full else "",
                )
                store_rounds(act, audit, source, all_rounds[: source.played_rounds], players, checked, report)
                store_byes_to_come(all_rounds[source.played_rounds :], source, players)
                unexplained = [result for result in wrong if not result.accepted]
                departures.note(audit, unexplained, full, players, end)
            note_event(ServerAct.Action.EVENT_ADDED, tournament, actor=actor)
            return tournament
    except IntegrityError:
        # The form was sent twice at once, and the other request was faster.
        if made := made_from(tournament.nonce):
            return made
        raise


_counted = fields(
    Tournament,
    players=gettext_lazy("players"),
    rounds=gettext_lazy("rounds"),
    words={"edition": engine.name_of_code},
)


def _imported(before: dict[str, Any], after: dict[str, Any]) -> str:
    # What had to be supplied is shown below it, one sentence a line.
    return _counted(before, {name: fact for name, fact in after.items() if name != "supplied"})


TOLD: Told = {AuditEvent.Action.TOURNAMENT_IMPORTED: _imported}

"""The log in words: what each act changed, worded by the renderer beside its service."""

from __future__ import annotations

from tournaments.guards import repair
from tournaments.models import AuditEvent
from tournaments.services import (
    absences,
    announcements,
    backups,
    by_hand,
    bye_requests,
    byes,
    categories,
    check_in,
    corrections,
    drafts,
    drawing,
    endings,
    entry_links,
    equals,
    festivals,
    identity,
    imports,
    integrity,
    knock_out,
    late_entries,
    moving,
    numbers,
    own_links,
    people,
    personal,
    players,
    prizes,
    prohibitions,
    publications,
    put_away,
    ratings,
    report_data,
    result_reports,
    results,
    rounds,
    schedule,
    screens,
    start_positions,
    teams,
    tournaments,
    withdrawals,
)
from tournaments.services.telling import Renderer
from tournaments.webhooks import services as webhooks

MODULES = (
    *(
        absences,
        announcements,
        backups,
        by_hand,
        bye_requests,
        byes,
        categories,
        check_in,
        corrections,
        drafts,
        drawing,
    ),
    *(
        endings,
        entry_links,
        equals,
        identity,
        imports,
        integrity,
        late_entries,
        numbers,
        people,
        players,
        prizes,
    ),
    *(prohibitions, publications, ratings, repair, report_data, results, rounds, schedule, screens),
    *(knock_out, moving, own_links, personal, put_away, result_reports, start_positions, teams, tournaments),
    *(festivals, webhooks, withdrawals),
)

RENDERERS: dict[str, Renderer] = {
    action: renderer for module in MODULES for action, renderer in module.TOLD.items()
}


def change(act: AuditEvent) -> str:
    """What an act changed, in words: `board 12: ½-½ → 0-1`, `half-point bye`, `59 boards`.

    A line that no service has written is shown as it is: it must not hide the others.
    """
    if act.after == {}:
        return ""
    try:
        return RENDERERS[act.action](act.before, act.after)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return f"{act.before} → {act.after}"

"""Every act writes its line of the audit trail, in its own transaction, or changes nothing at all."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest
from django.core.exceptions import ValidationError

from tests import builders
from tests.each import each
from tests.tournaments.all_rows import everything
from tests.tournaments.audit_cases import CASES
from tests.tournaments.audited.scenes import number, result
from tests.tournaments.one_event import chief, db, event, made
from tournaments.errors import DomainError
from tournaments.hall import services as hall
from tournaments.models import AuditEvent, Tournament
from tournaments.prizes import services as prizes
from tournaments.services import (
    absences,
    all_rounds,
    by_hand,
    bye_requests,
    byes,
    check_in,
    corrections,
    drawing,
    earlier_ratings,
    endings,
    entry_links,
    festivals,
    imports,
    integrity,
    knock_out,
    late_entries,
    log,
    moving,
    numbers,
    own_links,
    people,
    personal,
    players,
    prohibitions,
    put_away,
    ratings,
    report_data,
    result_reports,
    results,
    rounds,
    schedule,
    start_positions,
    withdrawals,
)
from tournaments.services import tournaments as events
from tournaments.webhooks import services as webhooks

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from tests.tournaments.audited.scenes import Case

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.django_db

SERVICES = (
    *(own_links, personal, moving, put_away, festivals, bye_requests, result_reports),
    *(absences, events, people, entry_links, players, prohibitions, rounds, by_hand, results, imports),
    *(ratings, numbers, check_in, prizes, integrity, corrections, late_entries),
    *(schedule, report_data, withdrawals, byes, start_positions, earlier_ratings),
    *(hall, hall, drawing, all_rounds, knock_out, endings, webhooks),
)


# Functions that services share, and those that write nothing or only within another act.
NO_ACTS = {
    "plan_rounds",
    "require_no_decision",
    *("free_slug", "make_owner"),
    # Within the acts that remove a person, or close their account.
    "leave",
    *("strike", "row_of"),
    # Ratings and numbers within the acts that bring or correct data.
    *("of_entry", "settle", "keep", "revise", "take", "recompute", "keep_earlier"),
    *("follow_data", "place_newcomers", "close_gaps", "give_numbers", "settle_criterion", "draw_lots"),
    "follow_rules",
    "question_before_finishing",
    "breach",
    "lift",
    "lift_gone_byes",
    "require_sense",
    "require_unpaired",
    "require_byes",
    *("give_token", "give", "holder_of"),
    "may_reset",
    *("store_result", "store_players"),
    "note_results",
    "deadline_runs",
    # Parts of the acts that pair, publish or withdraw.
    *("make_public", "lost_hands", "require_no_open_absence", "void_draw"),
    *("throw_away", "take_back_publication", "finish_now"),
    # The sending of what acts have noted.
    *("send_due", "headers", "key_of", "secret_of"),
    # Part of the acts that change ratings.
    "rerating",
    # Acts of machines in the hall that no arbiter has opened yet, or that say they are there.
    *("ask_for_code", "renew_code", "note_seen"),
    # Part of handing an event over.
    "end_all",
    # Makes an event from a file: tests/tournaments/test_moving.py.
    "take_home",
    # Leaves no event whose trail could have a line: tests/tournaments/test_put_away.py.
    "purge_removed",
    # Belong to no event either: tests/tournaments/test_festivals.py.
    *("make_festival", "remove_festival"),
    # Questions and look-ups before an act.
    *("question", "made_from", "settled"),
}


# The helper or player who has opened a link acts themselves: there is no other actor.
OF_ITSELF = {"join_with_new_account", "start_helper", "ask_for_bye", "take_back", "report_result"}


def test_every_service_is_in_the_table() -> None:
    """No new act of an arbiter can do without a test of its audit trail."""
    public = {
        name
        for module in SERVICES
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__ and not name.startswith("_")
    }
    assert public - NO_ACTS == CASES.keys()
    for module in SERVICES:
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if name in CASES and function.__module__ == module.__name__:
                signature = inspect.signature(function)
                kinds = {parameter.kind for parameter in signature.parameters.values()}
                assert kinds <= {inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD}, name
                assert ("actor" in signature.parameters) == (name not in OF_ITSELF), name


def known(event: Tournament) -> Tournament:
    """The event as a request that begins now would read it."""
    return Tournament.objects.get(pk=event.pk)


@each("name", CASES)
def test_an_act_is_refused_or_fails_without_a_trace_and_then_writes_its_lines(
    event: Tournament, chief: User, name: str
) -> None:
    case = CASES[name]
    if case.refused:
        with builders.undone():
            require_refusal(case, known(event), chief)
    with builders.undone():
        case.before(known(event), chief)
        require_all_or_nothing(case, known(event), chief)
        require_lines(case, known(event), chief)
        for line in AuditEvent.objects.all():
            assert log.change(line) != f"{line.before} → {line.after}", "the renderer shows raw values"


def require_refusal(case: Case, event: Tournament, chief: User) -> None:
    """An act that is refused leaves neither change nor line."""
    assert case.refused
    case.obstacle(event, chief)
    before = everything()
    with pytest.raises((DomainError, ValidationError)):
        case.refused(event, chief)
    assert everything() == before


def require_all_or_nothing(case: Case, event: Tournament, chief: User) -> None:
    """The audit line is written last: when that fails, all that was done before is taken back."""
    before = everything()
    with (
        patch.object(AuditEvent.objects, "create", side_effect=OSError("the disk is full")),
        pytest.raises(OSError, match="the disk is full"),
    ):
        case.act(event, chief)
    assert everything() == before


def require_lines(case: Case, event: Tournament, chief: User) -> None:
    """The act writes its lines and raises the revision by one."""
    earlier = set(AuditEvent.objects.values_list("pk", flat=True))
    revision = event.revision
    case.act(event, chief)
    lines = AuditEvent.objects.exclude(pk__in=earlier).order_by("pk")
    assert [(line.action, line.round_number) for line in lines] == case.writes
    assert {str(line.who) for line in lines} == {case.who}
    fresh = Tournament.objects.exclude(pk=event.pk)
    if case.fresh:
        assert [line.tournament for line in lines] == list(fresh)
        assert fresh.get().revision == 1
        event.refresh_from_db()
        assert event.revision == revision
    else:
        assert {line.tournament_id for line in lines} == {event.pk}
        # The caller's own object has the stored revision or the one before it.
        stored = Tournament.objects.get(pk=event.pk).revision
        assert stored == revision + 1
        assert event.revision in {stored, revision}


def test_acts_that_change_nothing_write_nothing(event: Tournament, chief: User) -> None:
    before = everything()
    events.reopen_tournament(tournament=event, actor=chief)
    events.change_regulations(tournament=event, changes={"name": event.name}, actor=chief)
    players.change_player(player=number(event, 1), changes={"name": number(event, 1).name}, actor=chief)
    assert everything() == before


def test_adding_nobody_is_no_act(event: Tournament, chief: User) -> None:
    before = everything()
    assert players.add_players(tournament=event, entries=[], actor=chief) == []
    assert everything() == before


def test_one_player_and_several_are_told_apart(event: Tournament, chief: User) -> None:
    players.add_players(tournament=event, entries=[{"name": "One, O"}], actor=chief)
    line = AuditEvent.objects.filter(tournament=event)[0]
    assert (line.action, line.subject, line.after) == ("player_added", "One, O", {"players": ["One, O"]})


def test_a_corrected_result_is_told_from_an_entered_one(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    result("1-0")(event, chief)
    result("0-1", version=1)(event, chief)
    line = AuditEvent.objects.filter(tournament=event)[0]
    assert (line.action, line.before["result"], line.after["result"]) == ("result_corrected", "1-0", "0-1")

"""Every act writes its line of the audit trail, in its own transaction, or changes nothing at all."""

from __future__ import annotations

import inspect
from importlib import import_module
from pkgutil import walk_packages
from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import translation

import tournaments
from tests import builders
from tests.each import each
from tests.tournaments.all_rows import everything
from tests.tournaments.audit_cases import CASES
from tests.tournaments.audited.scenes import Case, number, result
from tests.tournaments.one_event import chief, db, event, made
from tournaments.errors import DomainError
from tournaments.event.services import event as event_services
from tournaments.log import acts
from tournaments.models import AuditEvent, Tournament
from tournaments.players.services import players

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.django_db

SERVICES = [
    import_module(found.name)
    for found in walk_packages(tournaments.__path__, "tournaments.")
    if "services" in found.name.split(".")
]

# Functions of services that are called as acts are, but belong to no event, are part of another act, or are
# tried elsewhere.
NO_ACTS = {
    # Parts of other acts, and questions before them.
    *("take", "draw_lots", "question", "question_before_finishing", "give_password"),
    # Machines in the hall that no arbiter has opened yet, or that say they are there.
    *("ask_for_code", "renew_code", "note_seen"),
    # The server's, or an account's own.
    *("keep_now", "make_account", "close_account", "turn_on", "turn_off", "forget_second_factor"),
    *("subscribe", "unsubscribe", "make_festival", "remove_festival", "remember"),
    # Rating lists are the server's too: tests/ratings/test_rating_lists.py, test_national_lists.py.
    *("import_list", "begin_import", "finish_import", "import_in_background", "fetch_lists", "name_columns"),
    # They make an event: tests/backup/test_moving.py, test_repeating.py, test_backups.py.
    *("take_home", "repeat_event", "restore_event"),
    # Of teams and of imported rounds: tests/teams/test_teams.py, test_team_desk.py, test_imports.py.
    *("enter_teams", "change_team", "hand_in_line_up", "set_line_up", "enter_boards", "give_values"),
}


# The helper or player who has opened a link acts themselves: there is no other actor.
OF_ITSELF = {"join_with_new_account", "start_helper", "ask_for_bye", "take_back", "report_result"}


def test_every_service_is_in_the_table() -> None:
    """No new act of an arbiter can do without a test of its audit trail."""
    acts = set()
    for module in SERVICES:
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ != module.__name__ or name.startswith("_"):
                continue
            parameters = inspect.signature(function).parameters
            kinds = {parameter.kind for parameter in parameters.values()}
            if kinds and kinds <= {inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD}:
                acts.add(name)
            else:
                assert "acting(" not in inspect.getsource(function), f"{name} is an act: name its arguments"
            assert name not in CASES or ("actor" in parameters) == (name not in OF_ITSELF), name
    assert acts - NO_ACTS == CASES.keys()
    assert acts > NO_ACTS


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
            assert acts.change(line) != f"{line.before} → {line.after}", "the renderer shows raw values"


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


def said(line: AuditEvent, language: str) -> str:
    with translation.override(language):
        return acts.change(line)


def require_lines(case: Case, event: Tournament, chief: User) -> None:
    """The act writes its lines and raises the revision by one."""
    earlier = set(AuditEvent.objects.values_list("pk", flat=True))
    revision = event.revision
    case.act(event, chief)
    lines = AuditEvent.objects.exclude(pk__in=earlier).order_by("pk")
    assert [(line.action, line.round_number) for line in lines] == case.writes
    assert {str(line.who) for line in lines} == {case.who}
    if case.says is not None:
        assert (said(lines[0], "en"), said(lines[0], "fr")) == case.says
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
    event_services.reopen_tournament(tournament=event, actor=chief)
    event_services.change_regulations(tournament=event, changes={"name": event.name}, actor=chief)
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

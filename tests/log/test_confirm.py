"""Warnings of the five levels: what is asked, who answers it, and what an answer holds for."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils.translation import gettext_lazy

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tournaments.errors import ConfirmationNeeded, DomainError, Level, RuleWarning
from tournaments.log.acts import HOLDS, Question, acting, confirm
from tournaments.models import AuditEvent, Tournament
from tournaments.rounds.services import by_hand, rounds
from tournaments.web.pages import answer
from tournaments.web.refusals import DomainErrorMiddleware

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.any_database

RENAME = Question("rename", gettext_lazy("Call the event %(name)s"))
REMOVE = Question("remove", gettext_lazy("Remove the event"))


def rename(
    *,
    tournament: Tournament,
    actor: User,
    name: str = "Other Open",
    level: Level = Level.HARMLESS,
    facts: dict[str, Any] | None = None,
    confirmation: str = "",
    reason: str | None = None,
) -> str:
    """A service that warns."""
    with acting(tournament, actor) as act:
        act.tournament.name = name
        act.tournament.save(update_fields=["name"])
        warning = RuleWarning(
            level,
            "renamed",
            "The posters have another name.",
            article="P.1",
            facts=facts or {},
            details=("In the hall", "On the door"),
            consequence="Nobody will find the hall.",
        )
        confirm(act, RENAME, [warning], of={"name": name}, given=confirmation, reason=reason)
        act.record(AuditEvent.Action.REGULATIONS_CHANGED, reason=reason or "")
        return name


def question(**arguments: Any) -> ConfirmationNeeded:
    with pytest.raises(ConfirmationNeeded) as caught:
        rename(**arguments)
    return caught.value


def test_level_1_is_not_asked(event: Tournament, chief: User) -> None:
    rename(tournament=event, actor=chief, level=Level.ALLOWED)
    event.refresh_from_db()
    assert event.name == "Other Open"


@pytest.mark.parametrize(
    ("level", "questions"), [(Level.UNDESCRIBED, 1), (Level.HARMLESS, 1), (Level.NECESSARY, 2)]
)
def test_levels_2_to_4_take_their_confirmations(
    event: Tournament, chief: User, level: Level, questions: int
) -> None:
    """Nothing is written before the last of them."""
    arguments: dict[str, Any] = {"tournament": event, "actor": chief, "level": level}
    for step in range(1, questions + 1):
        asked = question(**arguments)
        assert (asked.step, asked.level, asked.stale) == (step, level, False)
        event.refresh_from_db()
        assert event.name == "Test Open"
        arguments["confirmation"] = asked.token
    rename(**arguments)
    event.refresh_from_db()
    assert event.name == "Other Open"


def test_level_5_is_refused(event: Tournament, chief: User) -> None:
    with pytest.raises(DomainError, match="FIDE mode prohibits it") as refused:
        rename(tournament=event, actor=chief, level=Level.PROHIBITED)
    assert refused.value.code == "renamed"


def test_the_highest_level_counts(event: Tournament, chief: User) -> None:
    both = [RuleWarning(level, "some", "Some.") for level in (Level.NECESSARY, Level.UNDESCRIBED)]
    with pytest.raises(ConfirmationNeeded) as caught, acting(event, chief) as act:
        confirm(act, REMOVE, both, of={}, given="")
    assert caught.value.level == Level.NECESSARY


@pytest.mark.parametrize(
    "other",
    [
        {"name": "Third Open"},
        {"level": Level.NECESSARY},
        {"facts": {"posters": 3}},
        {"actor": "deputy"},
        {"tournament": "another"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_an_answer_holds_for_nothing_else(
    event: Tournament, chief: User, deputy: User, other: dict[str, Any]
) -> None:
    """Not for other arguments, other warnings, changed facts, another arbiter, or another event."""
    there: dict[str, Any] = {"deputy": deputy, "another": builders.tournament(chief, name="Another Open")}
    plain: dict[str, Any] = {"tournament": event, "actor": chief, "facts": {"posters": 2}}
    token = question(**plain).token
    changed = {
        key: there.get(value, value) if isinstance(value, str) else value for key, value in other.items()
    }
    asked = question(**plain | changed, confirmation=token)
    assert asked.stale
    assert asked.step == 1


def test_an_answer_to_another_act_is_none(event: Tournament, chief: User) -> None:
    token = question(tournament=event, actor=chief).token
    warning = RuleWarning(Level.HARMLESS, "renamed", "The posters have another name.")
    with pytest.raises(ConfirmationNeeded), acting(event, chief) as act:
        confirm(act, REMOVE, [warning], of={"name": "Other Open"}, given=token)


@pytest.mark.parametrize("forged", ["yes", "1", "a:b:c", "\x00", "W10:1abc:def"])
def test_a_forged_answer_is_none(event: Tournament, chief: User, forged: str) -> None:
    assert question(tournament=event, actor=chief, confirmation=forged).stale


def test_the_second_question_cannot_be_jumped_to(event: Tournament, chief: User) -> None:
    """The answer to the one question of level 3 does not answer the second question of level 4."""
    token = question(tournament=event, actor=chief, level=Level.HARMLESS).token
    assert question(tournament=event, actor=chief, level=Level.NECESSARY, confirmation=token).step == 1


def test_an_answer_does_not_hold_for_ever(event: Tournament, chief: User) -> None:
    with time_machine.travel("2026-11-21 12:00:00Z", tick=False) as clock:
        token = question(tournament=event, actor=chief).token
        clock.shift(HOLDS + 1)
        assert question(tournament=event, actor=chief, confirmation=token).stale


def test_a_reason_is_part_of_the_answer(event: Tournament, chief: User) -> None:
    asked = question(tournament=event, actor=chief, reason="")
    again = question(tournament=event, actor=chief, reason="  ", confirmation=asked.token)
    assert (again.step, again.stale) == (1, False)
    rename(tournament=event, actor=chief, reason="The sponsor has changed.", confirmation=asked.token)
    assert event.audit_events.first().reason == "The sponsor has changed."  # type: ignore[union-attr]


# The labels of the acts.


def acts_asked_about() -> Iterator[str]:
    """The name of each act that a service asks about, as its source has it."""
    program = settings.BASE_DIR / "tournaments"
    for path in [*program.glob("*/services/*.py"), *program.glob("*/services.py")]:
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Question":
                yield ast.literal_eval(call.args[0])


def test_no_two_acts_are_asked_about_under_one_name() -> None:
    """An answer to the one would answer the other."""
    asked = list(acts_asked_about())
    assert "publish-round" in asked
    assert len(asked) == len({*asked}) >= 25


@pytest.mark.parametrize(
    ("service", "label"), [(by_hand.begin, "Pair round 2 by hand"), (rounds.pair_round, "Pair round 2")]
)
def test_a_label_names_the_round_it_is_about(
    event: Tournament, chief: User, service: Callable[..., object], label: str
) -> None:
    """Results of round 1 are missing, which is what is asked about."""
    builders.publish(event, 1, chief)
    with pytest.raises(ConfirmationNeeded) as asked:
        service(tournament=event, number=2, actor=chief)
    assert asked.value.label == label


@pytest.mark.parametrize(("level", "button"), [(Level.UNDESCRIBED, "primary"), (Level.HARMLESS, "danger")])
def test_the_page_is_titled_by_the_act_and_its_button_does_it(
    event: Tournament, chief: User, level: Level, button: str
) -> None:
    asked = question(tournament=event, actor=chief, name="A & B", level=level)
    page = asked_by(RequestFactory().post("/t/x/"), asked).content.decode()
    assert "<title>Call the event A &amp; B?" in page
    assert "<h1>Call the event A &amp; B?\n" in page
    act = page.index(f'<button class="{button}">Call the event A &amp; B</button>')
    assert act < page.index("Cancel: nothing is changed")


def test_of_two_questions_the_second_alone_does_the_act(event: Tournament, chief: User) -> None:
    arguments: dict[str, Any] = {"tournament": event, "actor": chief, "level": Level.NECESSARY}
    first = question(**arguments)
    for asked, button in (
        (first, "Go on to the second question"),
        (question(**arguments, confirmation=first.token), "Call the event Other Open"),
    ):
        page = asked_by(RequestFactory().post("/t/x/"), asked).content.decode()
        assert "<h1>Call the event Other Open?\n" in page
        assert re.findall(r'<button class="danger">(.+)</button>', page) == [button]


# The page.


def asked_by(request: HttpRequest, asked: ConfirmationNeeded) -> HttpResponse:
    from django.contrib.auth.models import AnonymousUser  # noqa: PLC0415  models load only after the registry

    request.user = AnonymousUser()
    page = DomainErrorMiddleware(lambda _request: pytest.fail("the view ran")).process_exception(
        request, asked
    )
    assert page is not None
    return page


def test_the_page_posts_the_same_act_again(event: Tournament, chief: User) -> None:
    asked = question(tournament=event, actor=chief, reason="")
    asked.fields["text"] = "what the file held"
    posted = {"name": "Other <Open>", "boards": ["1", "2"], "confirmation": "old", "reason": "Because"}
    request = RequestFactory().post(
        "/t/x/?page=2", posted, headers={"referer": "http://testserver/t/x/desk/"}
    )
    page = asked_by(request, asked).content.decode()
    assert 'action="/t/x/?page=2"' in page
    for name, value in [("name", "Other &lt;Open&gt;"), ("boards", "1"), ("boards", "2")]:
        assert f'<input type="hidden" name="{name}" value="{value}">' in page
    assert '<input type="hidden" name="text" value="what the file held">' in page
    assert page.count('name="confirmation"') == 1
    assert asked.token in page
    assert page.count('name="reason"') == 1
    assert "The posters have another name." in page
    assert "On the door" in page
    assert 'href="/t/x/desk/"' in page


def test_the_second_page_says_what_follows(event: Tournament, chief: User) -> None:
    """It also leads back to where the first one was asked."""
    first = question(tournament=event, actor=chief, level=Level.NECESSARY, reason="Because")
    second = question(
        tournament=event, actor=chief, level=Level.NECESSARY, reason="Because", confirmation=first.token
    )
    request = RequestFactory().post(
        "/t/x/act/", {"cancel_to": "/t/x/desk/"}, headers={"referer": "http://testserver/t/x/act/"}
    )
    page = asked_by(request, second).content.decode()
    assert "Nobody will find the hall." in page
    assert "The posters have another name." not in page
    assert 'href="/t/x/desk/"' in page
    assert "Because" in page


def test_the_way_back_leads_nowhere_else(event: Tournament, chief: User) -> None:
    asked = question(tournament=event, actor=chief)
    request = RequestFactory().post("/t/x/act/", {"cancel_to": "https://elsewhere.example/"})
    assert 'class="button" href="/"' in asked_by(request, asked).content.decode()


def test_htmx_puts_the_question_in_place_of_the_page(event: Tournament, chief: User) -> None:
    request = RequestFactory().post("/t/x/act/", {}, headers={"HX-Request": "true"})
    page = asked_by(request, question(tournament=event, actor=chief))
    assert page.status_code == 422
    assert (page["HX-Retarget"], page["HX-Reswap"]) == ("body", "innerHTML")


def test_what_was_posted_is_handed_over() -> None:
    request = RequestFactory().post("/", {"confirmation": "abc", "reason": " Because "})
    assert answer(request) == {"confirmation": "abc", "reason": "Because"}

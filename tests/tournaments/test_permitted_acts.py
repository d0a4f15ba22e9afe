"""Who may act: a form that is refused changes nothing, and pages offer exactly what a role may do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from tests import builders
from tests.tournaments.route_samples import (
    EVENT_ROUTES,
    address,
    browser_of,
    chief,
    db,
    event,
    events,
    played,
    undone,
)
from tests.tournaments.test_permissions import HIDDEN, REFUSED, Visitor, decided
from tests.web.who_may import PERSONAS, WHO_MAY, noted
from tournaments.models import Membership, Tournament
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.any_database

__all__ = ["chief", "db", "event", "events", "played"]

LINK = {
    f"{form}-{name}": value
    for form in ("invitation", "entry")
    for name, value in {"hours": "12", "nonce": "5f1c0d1e-3f7c-4a57-9d43-2f1f6a8d0c11"}.items()
}
# Private addresses at which nobody acts.
READS = noted("reads")
# Acts: the state of round 1, and the form. Each is shown to act when the chief sends it.
ACTS: dict[str, tuple[str, dict[str, str]]] = {
    "player-add": ("planned", {"name": "New, Nina", "first_round": "1"}),
    "players-import": ("planned", {"text": "New, Nina 2000", "import": "1"}),
    "player-edit": ("planned", {"name": "Renamed, Rita", "first_round": "1"}),
    "player-remove": ("planned", {}),
    "player-withdraw": ("published", {"from_round": "2"}),
    "absence-rules": ("planned", {"half_point_byes": "2", "last_rounds": "1", "missed_rounds": "0"}),
    "own-link-rules": ("planned", {"byes": "on", "minutes": "0"}),
    "own-links-make": ("planned", {"whose": "missing"}),
    "player-link": ("planned", {}),
    "player-expel": ("published", {"reason": "He cheated."}),
    "player-no-prizes": ("planned", {"reason": "She fills the odd place."}),
    "player-bye": ("planned", {"number": "3", "kind": "half"}),
    "list-close": ("planned", {}),
    "check-in-start": ("planned", {}),
    "categories": ("planned", {"name": "Women", "sex": "w"}),
    "prize-fund": (
        "planned",
        {"amounts": "1000, 600", "sharing": "equally", "unawarded": "stays", "needed": "0"},
    ),
    "initial-colour": ("planned", {"colour": "b"}),
    "round-pair": ("planned", {}),
    "result": ("published", {"result": "1-0", "version": "0"}),
    "round-deadline": ("published", {"deadline": "2100-01-01T12:00"}),
    "schedule-fill": ("planned", {"first_day": "2026-11-21", "every": "1", "times": "10:00, 15:00"}),
    "schedule": ("planned", {f"round-{number}-day": "2026-11-21" for number in range(1, 6)}),
    "report-data": ("planned", {"city": "Oban", "federation": "SCO"}),
    "event-lists": ("planned", {"initial-compares_ratings": "True"}),
    "norms": ("planned", {"minutes": "120"}),
    "arbiters": ("planned", {"1-name": "Grant, Iain", "1-fide_id": "2400001"}),
    "settings": (
        "planned",
        {"name": "New name", "number_of_rounds": "5", "edition": "dutch-2026", "scoring": "10-5-0"}
        | {"bye": "win", "acceleration": "none"},
    ),
    "tie-breaks": ("planned", {"code": "SB", "text": "2026", "save": "1"}),
    "invite": (
        "planned",
        {"invitation-label": "Rita", "invitation-role": "deputy", "invitation-uses": "1"} | LINK,
    ),
    "entry-link-make": ("planned", {"entry-label": "Hall B"} | LINK),
    "entry-result": ("published", {"result": "1-0", "version": "0"}),
    "webhook-add": ("planned", {"address": "https://example.org/hook", "rounds": "on"}),
    "hand-over": ("planned", {}),
    "event-archive": ("planned", {}),
    "event-remove": ("planned", {"name": "Test Open"}),
    "announce": ("planned", {"announce-text": "Round 2 begins at three."}),
    "by-hand-begin": ("planned", {}),
    "person-role": ("planned", {"role": "clerk"}),
    "person-remove": ("planned", {}),
    "person-reset": ("planned", {}),
    "person-let-in": ("planned", {}),
}


def test_what_only_reads_does_nothing_whoever_posts(events: dict[str, int], chief: User) -> None:
    """Every other private address is an act: tried here, or by its own tests if it takes several forms."""
    private = {name for name in EVENT_ROUTES if "outsider" not in WHO_MAY[name]} - HIDDEN
    assert private >= READS
    assert ACTS.keys() <= private - READS
    event = Tournament.objects.get(pk=events["published"])
    owner = Client()
    owner.force_login(chief)
    for name in sorted(READS):
        with undone(owner) as client:
            client.post(address(name, event))
            assert Tournament.objects.get(pk=event.pk).revision == event.revision, name


@pytest.mark.parametrize("state", {state for state, _form in ACTS.values()})
def test_a_refused_post_changes_nothing_where_the_owners_acts(
    state: str, events: dict[str, int], chief: User
) -> None:
    event = Tournament.objects.get(pk=events[state])
    browsers = {persona: browser_of(persona, event) for persona in PERSONAS}
    visitors = {persona: Visitor(browser) for persona, browser in browsers.items()}
    owner = Client()
    owner.force_login(chief)
    before = event.revision
    wrong = []

    def acts(client: Client, url: str, form: dict[str, str], allowed: set[int]) -> bool:
        """Whether the form acts; an answer with another status is `wrong`."""
        with undone(client):
            status = client.post(url, form).status_code
            if allowed and status not in allowed:
                wrong.append(f"{url}: {status}")
            return Tournament.objects.get(pk=event.pk).revision != before

    for name, (when, form) in ACTS.items():
        if when != state:
            continue
        url = address(name, event)
        wrong += [
            f"{name} by {persona}"
            for persona in set(PERSONAS) - WHO_MAY[name]
            # Otherwise the form does not come to the view.
            if decided(visitors[persona], "POST", url) not in REFUSED
            and acts(browsers[persona], url, form, {302, 403, 404})
        ]
        if not acts(owner, url, form, set()):
            wrong.append(f"{name} by the owner: nothing done")
    assert not wrong


def test_a_deputy_of_another_event_is_a_stranger_here(played: Tournament, outsider: User) -> None:
    builders.tournament(outsider, name="Another Open")
    client = Client()
    client.force_login(outsider)
    assert client.get(reverse("desk", args=[played.slug])).status_code == 404


def test_a_post_without_the_csrf_token_is_refused(played: Tournament, chief: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(chief)
    answer = client.post(reverse("result", args=[played.slug, 1, 1]), {"result": "1-0", "version": "0"})
    assert answer.status_code == 403
    assert played.rounds.get(number=1).games.get(board=1).result == ""


@pytest.mark.parametrize("persona", Membership.Role.values)
def test_d8_a_round_that_is_over_is_corrected_by_an_arbiter(
    persona: str, event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    rounds.pair_round(tournament=event, number=2, actor=chief)
    form = {"kind": "result", "result": "0-1", "version": "1", "case": "next", "reason": "Both signed so."}
    client, url = browser_of(persona, event), reverse("correction", args=[event.slug, 1, 1])
    may = persona in WHO_MAY["correction"]
    if may:
        form["confirmation"] = client.get(url, {"kind": "result", "result": "0-1"}).context["question"].token
    answer = client.post(url, form)
    assert answer.status_code == (302 if may else 403)
    assert event.rounds.get(number=1).games.get(board=1).result == ("0-1" if may else "1-0")


# What each role finds on the pages of a round that is on: the buttons that it may press, and no others.
OFFERS = {
    "reader": set(),
    "clerk": {"result"},
    "deputy": {"result", "player-edit", "players-import", "people"},
    "chief": {"result", "player-edit", "players-import", "people", "settings"},
    "owner": {"result", "player-edit", "players-import", "people", "settings"},
}


@pytest.mark.parametrize("persona", OFFERS)
def test_pages_offer_what_the_role_may_do(persona: str, played: Tournament) -> None:
    client = browser_of(persona, played)
    pages = "".join(
        client.get(reverse(name, args=[played.slug, *number]), {"whole": ""}).content.decode()
        for name, *number in (("desk",), ("desk-players",), ("desk-round", 1), ("log",))
    )
    found = {name for name in OFFERS["owner"] if f'"{address(name, played)}"' in pages}
    assert found == OFFERS[persona]


def test_who_creates_events_is_a_setting(event: Tournament, chief_client: Client, settings: Settings) -> None:
    settings.NEW_EVENTS = "administrators"
    keeper = browser_of("staff", event)
    for name in ("tournament-new", "tournament-import", "tournament-restore"):
        assert chief_client.get(reverse(name)).status_code == 403
        assert keeper.get(reverse(name)).status_code == 200
        assert reverse(name) not in chief_client.get("/").content.decode()
        assert reverse(name) in keeper.get("/").content.decode()
    # An event stays its owner's.
    assert chief_client.get(reverse("settings", args=[event.slug])).status_code == 200


def test_a_misspelt_setting_opens_nothing(tmp_path: Path) -> None:
    found = subprocess.run(
        [sys.executable, "-c", "import tournaments.settings"],
        env=os.environ | {"NEW_EVENTS": "nobody", "DATA_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "NEW_EVENTS: expected accounts or administrators, found nobody" in found.stderr

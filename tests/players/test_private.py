"""What only the arbiters have seen so far leaves no trace on anybody else's pages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
import time_machine
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.tournaments.route_samples import EVENT_ROUTES, address, browser_of
from tests.web.who_may import WHO_MAY
from tournaments.models import AuditEvent, Seat, Tournament
from tournaments.players.services import byes
from tournaments.rounds.services import by_hand, rounds

pytestmark = pytest.mark.any_database

OTHERS = ("helper", "reader", "clerk")


class Watch:
    """Every page of an event that people with a part in it who are no arbiters may open."""

    def __init__(self, event: Tournament) -> None:
        self.event = event
        # Papers show the time at which they were made.
        self.now = timezone.now()
        self.browsers = {persona: browser_of(persona, event) for persona in OTHERS}
        self.before = {
            (persona, name): self.page(persona, name)
            for persona in OTHERS
            for name in sorted(EVENT_ROUTES)
            # What is public is shown to a helper as to everybody, and to a clerk as to all who are logged in.
            if persona in WHO_MAY[name] and not (persona == "reader" and "anonymous" in WHO_MAY[name])
        }

    def page(self, persona: str, name: str) -> str:
        """Status and text of the address, without what is new each time."""
        with time_machine.travel(self.now, tick=False):
            answer = self.browsers[persona].get(address(name, self.event))
        text = re.sub(
            r'name="csrfmiddlewaretoken" value="\w+"|\?since=\d+',
            "",
            answer.content.decode(errors="backslashreplace"),
        )
        return f"{answer.status_code} {text}"

    def sees_nothing_of(self, *acts: Callable[[], object]) -> None:
        """Do these acts, none of which undoes what another would show, and look at every page again."""
        latest = AuditEvent.objects.latest("pk").pk
        for act in acts:
            before = AuditEvent.objects.count()
            act()
            assert AuditEvent.objects.count() > before
        done = AuditEvent.objects.filter(pk__gt=latest)
        seen = [key for key, page in self.before.items() if self.page(*key) != page]
        assert not seen, f"{[row.action for row in done]} is seen on {seen}"


def test_a_draft_and_what_was_done_to_it(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    # Once round 2 has been paired, it is public that round 1 is over.
    rounds.pair_round(tournament=event, number=2, actor=chief)
    rounds.discard_draft(tournament=event, number=2, actor=chief)
    watch = Watch(event)
    one, two, three, four = event.players.filter(number__in=(1, 3, 6, 8)).order_by("number")
    watch.sees_nothing_of(
        lambda: rounds.pair_round(tournament=event, number=2, actor=chief),
        lambda: byes.give_bye(player=four, number=3, kind=Seat.Kind.HALF_POINT_BYE, actor=chief),
    )
    watch.sees_nothing_of(
        lambda: rounds.discard_draft(tournament=event, number=2, actor=chief),
        lambda: by_hand.begin(tournament=event, number=2, actor=chief),
    )
    watch.sees_nothing_of(
        lambda: by_hand.unpair_all(tournament=event, number=2, actor=chief),
        lambda: builders.confirmed(
            by_hand.pair_two, tournament=event, number=2, white=one.pk, black=two.pk, actor=chief
        ),
        lambda: builders.confirmed(
            by_hand.give_allocated_bye, tournament=event, number=2, player=three.pk, actor=chief
        ),
    )


def test_byes_presence_and_links_before_the_first_round(event: Tournament, chief: User) -> None:
    watch = Watch(event)
    player, other = event.players.filter(number__in=(3, 4)).order_by("number")
    watch.sees_nothing_of(
        lambda: byes.give_bye(player=player, number=1, kind=Seat.Kind.HALF_POINT_BYE, actor=chief),
        lambda: byes.start_check_in(tournament=event, actor=chief),
        lambda: byes.note_presence(player=other, presence="present", actor=chief),
        lambda: builders.invitation(event, "deputy"),
        lambda: builders.entry_link(event),
        lambda: builders.screen(event),
    )
    watch.sees_nothing_of(
        lambda: byes.cancel_bye(player=player, number=1, actor=chief),
        lambda: byes.abandon_check_in(tournament=event, actor=chief),
    )


@pytest.mark.parametrize("name", ["log", "desk"])
def test_the_log_tells_arbiters_alone_of_drafts(name: str, event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    by_hand.begin(tournament=event, number=2, actor=chief)
    url = reverse(name, args=[event.slug])
    pages = {who: browser_of(who, event).get(url).content.decode() for who in ("reader", "clerk", "deputy")}
    assert {who: "began to pair a round by hand" in page for who, page in pages.items()} == {
        "reader": False,
        "clerk": False,
        "deputy": True,
    }
    for page in pages.values():
        assert "entered a result" in page

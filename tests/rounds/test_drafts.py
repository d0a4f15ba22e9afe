"""The quality of a draft at a glance: rematches, colours, and pairs across score groups."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.tournaments.by_hand_samples import Desk
from tournaments.models import Tournament
from tournaments.rounds.services import by_hand, rounds

pytestmark = pytest.mark.any_database


def card(client: Client, event: Tournament, number: int) -> str:
    """What the draft's page says about its quality, with white space folded; "" if it says nothing."""
    page = client.get(reverse("desk-round", args=[event.slug, number])).content.decode()
    return " ".join(page.partition("<h2>How good it is</h2>")[2].partition("</section>")[0].split())


@pytest.fixture
def drafted(event: Tournament, chief: User) -> Tournament:
    """White has won everywhere in round 1; round 2 is a draft."""
    builders.play(event, 1, chief)
    rounds.pair_round(tournament=event, number=2, actor=chief)
    return event


def test_a_draft_by_the_rules(drafted: Tournament, chief_client: Client) -> None:
    assert card(chief_client, drafted, 2) == (
        '<ul class="todo"><li class="done">Nobody meets a second time</li><li class="done">Nobody gets a'
        ' colour a third time running, or a colour difference of three</li><li class="done">Colours: 4 of 8'
        ' as they are due <small>4 pairs are due the same one</small></li><li class="done">Everybody meets'
        " somebody on the same points</li></ul>"
    )


def test_a_draft_that_was_changed_by_hand(drafted: Tournament, chief: User, chief_client: Client) -> None:
    """1 and 5 meet again, and the two players whom they leave meet each other as in round 1 too."""
    desk = Desk(drafted, 2, chief)
    desk.do(by_hand.begin)
    left = []
    for white, black in desk.boards():
        if {white, black} & {1, 5}:
            desk.unpair(white, black)
            left += {white, black} - {1, 5}
    desk.pair(5, 1)
    # Players who lost with Black are due White.
    desk.pair(*sorted(left, key=lambda number: number in {3, 6, 8}))
    desk.insist(by_hand.end)
    found = card(chief_client, drafted, 2)
    assert '<li class="wait">2 pairs have met before <small>boards 3, 4</small></li>' in found
    assert "Colours: 6 of 8 as they are due <small>2 pairs are due the same one</small>" in found
    assert '<li class="wait">2 pairs across score groups <small>boards 3, 4</small></li>' in found


def test_round_1_has_nothing_to_be_looked_for(event: Tournament, chief: User, chief_client: Client) -> None:
    rounds.pair_round(tournament=event, number=1, actor=chief)
    assert card(chief_client, event, 1) == ""

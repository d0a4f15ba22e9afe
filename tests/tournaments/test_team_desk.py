"""What an arbiter of an event of teams is kept from, and what they are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import builders
from tests.team_events import event_of
from tests.tournaments.test_teams import enter, published
from tournaments.errors import DomainError
from tournaments.services.rounds import pair_round

if TYPE_CHECKING:
    from django.contrib.auth.models import User

pytestmark = [pytest.mark.django_db]


def test_no_round_is_paired_while_a_match_lacks_a_result(chief: User) -> None:
    event = event_of(chief, 4)
    published(event, 1, chief)
    enter(event, 1, 1, "1-0,1-0,1-0,1-0", chief)
    for boards in ("", "1-0,,,"):
        if boards:
            enter(event, 1, 2, boards, chief)
        with pytest.raises(DomainError, match="Round 1: the result of board 2 is missing"):
            pair_round(tournament=event, number=2, actor=chief)
    enter(event, 1, 2, "1-0,0-1,0-1,0-1", chief)
    published(event, 2, chief)

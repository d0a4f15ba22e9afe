"""Everything that arbiters do, as one machine for each edition."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from uuid import uuid4

from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from pairing import editions
from tests import builders
from tests.tournaments.arbiters.by_hand import ByHand
from tests.tournaments.arbiters.ends import Ends
from tests.tournaments.arbiters.integrity import Integrity
from tests.tournaments.arbiters.registration import Registration
from tests.tournaments.arbiters.rows import rows_of_all, several
from tournaments.results import services as results


class Arbiters(Registration, Ends, ByHand, Integrity):
    """The machine: an event is announced, and then any acts follow."""

    @initialize(
        size=st.sampled_from((8, 5, 6, 7, 9, 11, 12, 4, 3, 2)),
        number_of_rounds=st.sampled_from((5, 3, 4, 5, 6, 7, 2, 1)),
        points=st.sampled_from(((10, 5, 0, 10), (10, 5, 0, 5), (30, 10, 0, 30), (10, 5, 0, 0))),
        acceleration=st.sampled_from(("none", "none", "baku")),
        colour=st.sampled_from("wb"),
        played=st.sampled_from((0, 1, 2, 3, 4)),
        found=several,
        interrupted=st.booleans(),
    )
    def announce(
        self,
        size: int,
        number_of_rounds: int,
        points: tuple[int, ...],
        acceleration: str,
        colour: str,
        played: int,
        found: list[str],
        interrupted: bool,
    ) -> None:
        table = editions.EDITIONS[self.edition].rounds_for
        if points[0] != 2 * points[1] or table or self.games > 1:
            acceleration = "none"
        chief = builders.user("chief")
        win, draw, loss, bye = points
        self.event = builders.tournament(
            chief,
            players=size,
            rounds=self.games * number_of_rounds,
            colour=colour,
            edition=self.edition,
            points_win=win,
            points_draw=draw,
            points_loss=loss,
            points_pab=bye,
            acceleration=acceleration,
        )
        link, _token = results.make_entry_link(
            tournament=self.event,
            label="Hall",
            expires_at=timezone.now() + timedelta(hours=12),
            nonce=uuid4(),
            actor=chief,
        )
        helper = results.start_helper(link=link, initials="MK")
        self.people = [chief, builders.deputy(self.event, "deputy"), helper]
        self.rows = rows_of_all()
        self.acts = self.now.revision
        # One round is watched from its pairing to its last result: this one, or that of the interruption.
        self.play_on(played, found, unwatched=played if interrupted else played - 1)
        if interrupted:
            self.interrupt()


def machine_of(edition: str, kind: type[Arbiters] = Arbiters) -> type[Arbiters]:
    """Arbiters of that kind, who use that edition."""
    return type("Arbiters_" + edition.replace("-", "_"), (kind,), {"edition": edition, "seen": Counter()})

"""Players who do not play: byes, withdrawals, absences."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.tournaments.arbiters.rows import picks, sure
from tests.tournaments.arbiters.upheld import Upheld
from tournaments.models import Absence, Round, Seat
from tournaments.players.queries import presence
from tournaments.players.services import byes, players
from tournaments.players.services.byes import cancel_bye, give_bye


class Absences(Upheld):
    """The acts between rounds."""

    @rule(pick=picks, first=st.sampled_from((None, None, None, 3, 4)), who=st.integers(0, 1))
    def withdraw(self, pick: int, first: int | None, who: int) -> None:
        if row := self.player(pick):
            self.act(players.withdraw_player, who, player=row, from_round=first)

    @rule(pick=picks, who=st.integers(0, 1))
    def take_back(self, pick: int, who: int) -> None:
        out = self.now.players.filter(withdrawn_from__isnull=False).order_by("pk")
        if row := out[pick % len(out)] if out else self.player(pick):
            self.act(players.return_player, who, player=row)

    @rule(pick=picks, reason=st.sampled_from(("", "He struck the arbiter.")))
    def expel(self, pick: int, reason: str) -> None:
        if row := self.player(pick):
            self.act(players.expel_player, player=row, reason=reason)

    @rule(
        pick=picks,
        number=st.integers(1, 7),
        kind=st.sampled_from(("half", "zero", "full")),
        more=st.sampled_from((None, None, 0, 1, -1)),
        who=st.integers(0, 1),
        sure=sure,
    )
    def give_bye(self, pick: int, number: int, kind: str, more: int | None, who: int, sure: bool) -> None:
        if row := self.player(pick):
            last = None if more is None else number + more
            self.act(give_bye, who, sure=sure, player=row, number=number, kind=kind, last=last)

    @rule(pick=picks)
    def cancel_bye(self, pick: int) -> None:
        given = self.now.rounds.filter(seats__kind__in=Seat.REQUESTED).exclude(state__in=Round.LOCKED)
        found = list(given.order_by("number", "seats__player").values_list("number", "seats__player"))
        if found:
            number, key = found[pick % len(found)]
            self.act(cancel_bye, player=self.now.players.get(pk=key), number=number)

    @rule(
        half=st.integers(0, 2),
        last=st.integers(0, 2),
        missed=st.integers(0, 2),
        without=st.lists(picks, max_size=2),
    )
    def rules_of_byes(self, half: int, last: int, missed: int, without: list[int]) -> None:
        keys = {row.pk for pick in without if (row := self.player(pick))}
        self.act(
            byes.set_absence_rules,
            tournament=self.event,
            half_point_byes=half,
            last_rounds=last,
            missed_rounds=missed,
            without=keys,
        )

    @rule(pick=picks, missed=st.sets(st.integers(1, 4), max_size=2), sure=sure)
    def credit_missed_rounds(self, pick: int, missed: set[int], sure: bool) -> None:
        if row := self.player(pick):
            self.act(players.credit_missed_rounds, 1, sure=sure, player=row, rounds=missed)

    @rule(
        answers=st.lists(st.sampled_from(Absence.Answer.values), min_size=1, max_size=3),
        reason=st.sampled_from(("", "Ill.")),
    )
    def answer_absences(self, answers: list[str], reason: str) -> None:
        for place, found in enumerate(presence.unexplained(self.now)):
            self.act(
                byes.answer_absence,
                1,
                player=found.player,
                number=found.round_number,
                answer=answers[place % len(answers)],
                reason=reason,
            )

"""Acts that touch the integrity of pairings, done, taken back and refused."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.tournaments.arbiters.rows import REFUSED, Rows, picks, rows_of_all, sure
from tests.tournaments.arbiters.upheld import Upheld
from tournaments import guards
from tournaments.log import services as log

# Columns that move on with every act, even when it is taken back.
COUNTERS = {"version", "changed_in", "entered_by_id", "helper_id"}


class Integrity(Upheld):
    """Acts that are noted, and acts that are forbidden to everybody."""

    @rule(sure=st.sampled_from((True, False, False)))
    def leave_fide_mode(self, sure: bool) -> None:
        self.act(log.leave_fide_mode, sure=sure, tournament=self.event)

    @rule(pick=picks, sure=sure, who=st.integers(0, 1))
    def undo(self, pick: int, sure: bool, who: int) -> None:
        found = list(self.now.integrity_events.order_by("pk"))
        if found:
            event, before = found[pick % len(found)].pk, self.rows
            if self.act(log.undo, who, sure=sure, tournament=self.event, event=event) is not REFUSED:
                self.require_restored(event, before)
                self.seen["undone"] += 1
                self.recheck()

    def require_restored(self, event: int, before: Rows) -> None:
        """What was taken back is as it was before, and nothing that was done since is lost."""
        if self.rows["IntegrityEvent"][event]["kind"] == "manual":
            # A pairing by hand is noted at the end of a phase of many acts.
            return
        found, left = self.left[event]
        for table in ("Game", "Seat", "Player", "Prohibition", "Prohibition_players"):
            for key in before[table].keys() | self.rows[table].keys():
                now, then, old = (rows[table].get(key) for rows in (self.rows, before, left))
                if now is None or then is None:
                    assert now == then or (then == old and now == found[table].get(key)), (table, key)
                    continue
                columns = [name for name in now if name not in COUNTERS and now[name] != then[name]]
                for name in columns:
                    assert old is not None, "nobody had touched it"
                    assert then[name] == old[name], f"{table}.{name}: {then[name]} was lost"
                    assert now[name] == found[table][key][name], f"{table}.{name} is not what it was"

    @precondition(lambda self: self.published)
    @rule(
        what=st.sampled_from(
            (
                "UPDATE tournaments_seat SET player_id = player_id WHERE round_id = {round}",
                "UPDATE tournaments_game SET board = board + 100 WHERE round_id = {round}",
                "DELETE FROM tournaments_seat WHERE round_id = {round}",
                "UPDATE tournaments_round SET state = 'planned' WHERE id = {round}",
                "UPDATE tournaments_tournament SET number_of_rounds = 9 WHERE id = {event}",
                "DELETE FROM tournaments_auditevent WHERE tournament_id = {event}",
            )
        ),
        pick=picks,
    )
    def tamper(self, what: str, pick: int) -> None:
        """Without the services too, the database refuses what must never happen."""
        assert guards.faults() == [], "guards are down"
        rounds_ = list(self.now.rounds.filter(number__in=self.published))
        statement = what.format(round=rounds_[pick % len(rounds_)].pk, event=self.event.pk)
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
        assert rows_of_all() == self.rows
        self.seen["tampered"] += 1

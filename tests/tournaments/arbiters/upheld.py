"""How an act is done, and what must hold after every act."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.core.cache import caches
from django.core.cache.backends.dummy import DummyCache
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.urls import reverse

from pairing import checker, editions, trf
from tests import builders
from tests.tournaments.arbiters.record import Record
from tests.tournaments.arbiters.rows import (
    REFUSED,
    STAYED_AWAY,
    Rows,
    changed,
    pairs_of,
    rows_of_all,
    second_games,
    without_games,
)
from tournaments import rulebook
from tournaments.backup.queries import backup
from tournaments.backup.services.backups import restore_event
from tournaments.chain.verification import differences
from tournaments.errors import ConfirmationNeeded, DomainError
from tournaments.models import AuditEvent, Player, Round, Seat, Tournament
from tournaments.monitoring import COUNTED
from tournaments.standings import queries as standings

REFUSALS = (DomainError, ConfirmationNeeded, ValidationError)


def pages_made() -> float:
    """The number of public pages that were made so far, and not kept from before."""
    return COUNTED.get_sample_value("board_one_public_pages_total", {"how": "made"}) or 0


@contextmanager
def nothing_kept() -> Iterator[None]:
    """Pages and tables are made as if none of them had been kept."""
    usual = caches["default"]
    caches["default"] = DummyCache("", {})
    try:
        yield
    finally:
        caches["default"] = usual


class Upheld(Record):
    """The machine, without any acts."""

    def teardown(self) -> None:
        try:
            self.require_backup()
        finally:
            transaction.set_rollback(True)
            self._savepoint.__exit__(None, None, None)
            self._clock.stop()

    def require_backup(self) -> None:
        """Whatever state the event has reached, a backup restores it as it is."""
        event = getattr(self, "event", None)
        if event is None or sys.exc_info()[0] is not None:
            return
        text = backup(self.now)
        Tournament.objects.filter(pk=event.pk).update(slug="elsewhere")
        found = restore_event(data=text.encode(), actor=self.people[0])
        connection.check_constraints()
        assert backup(found) == text
        assert differences(found) == []
        self.seen["restored"] += 1

    # Doing an act, and the invariants of every act.

    def act(self, service: Callable[..., Any], who: int = 0, *, sure: bool = True, **arguments: Any) -> Any:
        """Let an arbiter do it, and confirm what is asked if `sure`; returns REFUSED if it is refused."""
        actor = self.people[who % len(self.people)]
        before = self.rows
        try:
            call = partial(builders.confirmed, service) if sure else service
            answer = call(actor=actor, **arguments)
        except REFUSALS:
            answer = REFUSED
        connection.check_constraints()
        self.rows = rows_of_all()
        if answer is REFUSED:
            assert self.rows == before, f"refused, and yet changed: {changed(before, self.rows)}"
            self.seen["refused"] += 1
        else:
            noted = self.rows["IntegrityEvent"]
            self.left |= dict.fromkeys(noted.keys() - before["IntegrityEvent"].keys(), (before, self.rows))
            self.require_trail(before, actor)
            self.require_order(before)
            self.require_all()
        return answer

    def require_trail(self, before: Rows, actor: object) -> None:
        """An act that changes anything is recorded, in its actor's name, and raises the revision by one."""
        old, new = before["AuditEvent"], self.rows["AuditEvent"]
        assert {key: new.get(key) for key in old} == old, "the trail was rewritten"
        added = [row for key, row in new.items() if key not in old]
        self.acts += bool(added)
        event = self.rows["Tournament"][self.event.pk]
        assert event["revision"] == self.acts
        if not added:
            assert self.rows == before, f"changed and not recorded: {changed(before, self.rows)}"
            return
        column = "actor_id" if actor in self.people[:2] else "helper_id"
        assert {row[column] for row in added} == {actor.pk}
        public = any(AuditEvent.Action(row["action"]) not in AuditEvent.PRIVATE for row in added)
        earlier = before["Tournament"][self.event.pk]["public_revision"]
        assert event["public_revision"] == (event["revision"] if public else earlier)
        self.seen["recorded"] += 1

    def require_order(self, before: Rows) -> None:
        """Numbers are 1, 2, …; once frozen, they change only to make room for late entries (B.3)."""
        now = self.rows["Player"]
        assert sorted(row["number"] for row in now.values()) == list(range(1, len(now) + 1))
        handling = rulebook.edition_of(self.event).handling
        fourth = self.match(4 * self.games).start
        freezing = [row for row in before["Round"].values() if row["number"] == fourth]
        if not any(row["state"] != Round.State.PLANNED for row in freezing):
            return
        stayed = [key for key in before["Player"] if key in now]
        by_number = [sorted(stayed, key=lambda key: rows[key]["number"]) for rows in (before["Player"], now)]
        assert by_number[0] == by_number[1]
        if handling.late_entries_freeze:
            assert all(before["Player"][key]["number"] == now[key]["number"] for key in stayed)

    # The invariants that hold at every moment.

    def require_all(self) -> None:
        self.require_published()
        self.require_strangers()
        if self.watched:
            self.require_scores()

    def require_published(self) -> None:
        """A published round stays as it was; a new one was lawful when it was published.

        Where a correction says that two players had sat in each other's places, only those two are exchanged
        (D.8). What a round was paired from stays what was known then. The chain of fingerprints and the log
        agree with the rows.
        """
        assert not self.watched or differences(self.now) == [], "what is published has changed"
        public = [row["number"] for row in self.rows["Round"].values() if row["state"] in Round.LOCKED]
        assert sorted(public) == list(range(1, len(public) + 1))
        assert self.published.keys() <= set(public), "a published round is gone"
        for number in sorted(public):
            if number not in self.published:
                self.published[number] = self.seats_of(number)
                self.withdrawn.discard(number)
                self.known[number] = self.history(number)
                self.numbered[number] = self.order(number)
                self.require_lawful(number)
                self.seen["published"] += 1
            assert self.seats_of(number) == self.sitting(number), f"round {number} has changed"
            assert self.history(number) == self.known[number], f"what round {number} was paired from changed"

    def require_lawful(self, number: int) -> None:
        """Everybody has a seat; only those who may be paired are (C.04.1 b, c, d; C.04.2 C.2, D.2, D.3)."""
        people, seats = self.rows["Player"], self.published[number]
        if number != (first := self.match(number).start):
            assert without_games(seats) == second_games(self.published[first])
            # A match that was paired by hand has both its games by hand.
            (self.by_hand.add if first in self.by_hand else self.by_hand.discard)(number)
            return
        assert {seat.player for seat in seats} == set(people), "somebody has no seat"
        assert all(len(pair) == 2 for pair in pairs_of(seats))
        boards = {seat.board for seat in seats if seat.game}
        assert boards == set(range(1, len(pairs_of(seats)) + 1))
        if rulebook.is_round_robin(self.now):
            # The table does not depend on who comes, and gives no bye.
            assert {seat.kind for seat in seats} <= {"game", "zero"}
            assert number in self.by_hand or len(pairs_of(seats)) == len(people) // 2
            return
        paired = self.paired(number)
        check_in_held = self.rows["Tournament"][self.event.pk]["check_in_at"] is not None
        for row in (people[key] for key in paired):
            assert row["first_round"] <= number
            assert row["withdrawn_from"] is None or number < row["withdrawn_from"]
            assert not (check_in_held and row["presence"] == Player.Presence.MISSING)
        byes = {seat.player for seat in seats if seat.kind == Seat.Kind.PAIRING_ALLOCATED_BYE}
        assert len(byes) == len(paired) % 2
        answers = self.rows["Absence"].values()
        asked = {row["player_id"] for row in answers if self.number_of(row["round_id"]) == number - 1}
        before = self.sitting(number - 1) if number > 1 else ()
        away = {s.player for s in before if s.game and s.colour in STAYED_AWAY.get(self.result(s.game), "")}
        assert away & paired <= asked, "paired without a word about the absence"
        if any(row["round_number"] == number for row in self.standing("manual")):
            self.by_hand.add(number)
            return
        self.by_hand.discard(number)
        had_bye = {seat.player for n in range(1, number) for seat in self.published[n] if seat.kind == "pab"}
        assert not had_bye & byes, "a second bye"
        assert not pairs_of(seats) & self.apart(number), "they are kept apart"

    def require_strangers(self) -> None:
        """Nobody meets a player whom, as was known then, they had really played (C.04.1 b, D.6).

        Not checked for editions in which two players meet more than once.
        """
        if editions.EDITIONS[self.edition].faults.meetings > 1:
            return
        for number, history in self.known.items():
            if number in self.published and number not in self.by_hand:
                met = {
                    pair
                    for seats in history
                    for pair in pairs_of({s for s in seats if s.result not in STAYED_AWAY})
                }
                again = pairs_of(self.published[number]) & met
                assert not again, f"round {number}: they had played one another"

    def require_scores(self) -> None:
        """The points in the standings are the sums of the results, added up here."""
        event = self.now
        points = self.points()
        fresh = rulebook.table(event)
        numbers_ = {row["number"]: key for key, row in self.rows["Player"].items()}
        present = {key for key, row in self.rows["Player"].items() if not row["expelled"]}
        table = {numbers_[line.number]: line.points for line in fresh}
        assert table == {key: points[key] for key in present}, "points are not the sum of results"
        assert tuple(row.standing for row in standings.rows(event)) == fresh, "the table kept is another"

    # The public's view.

    def look(self) -> None:
        """The public never sees a draft, and sees no change while the public revision is the same."""
        present = rows_of_all()
        if present == self.looked_at or not self.watched:
            return
        self.looked_at = present
        event = self.now
        draft = self.coming() if self.coming() not in self.published else None
        addresses = [
            reverse("event", args=[event.slug]),
            reverse("players", args=[event.slug]),
            reverse("standings", args=[event.slug]),
        ]
        if self.published:
            addresses.append(reverse("round", args=[event.slug, self.public()]))
        pages, kept = {}, []
        for address in addresses:
            made = pages_made()
            pages[address] = self.stranger.get(address).content
            if pages_made() == made:
                kept.append(address)
        # A page that was not made just now is what would be made.
        with nothing_kept():
            for address in kept:
                page = self.stranger.get(address).content
                assert page == pages[address], "the public was shown a page of yesterday"
        assert self.told.setdefault(event.public_revision, pages) == pages, "the public was not told"
        if draft:
            status = self.stranger.get(reverse("round", args=[event.slug, draft])).status_code
            assert status == (200 if draft in self.withdrawn else 404)
        self.seen["looked"] += 1
        self.seen["kept"] += len(kept)

    def recheck(self) -> None:
        """The report, read and paired again, gives each round as it was published.

        For a round before which something was corrected since, or the order changed, the report cannot say
        what it was based on; nor for one paired by hand, which the report names. What was known then still
        gives the same pairing, unless the order changed or the round was paired by hand.
        """
        if not self.published or not self.watched:
            return
        checks: dict[int, checker.RoundCheck] = {}
        try:
            source = trf.read(rulebook.report(self.now).encode())
        except DomainError:
            assert "adj" in {row["result"] for row in self.rows["Game"].values()}
        else:
            checks = {self.games * found.number - self.games + 1: found for found in checker.check(source)}
            assert sorted(checks) == sorted({self.match(number).start for number in self.published})
        for number in {self.match(number).start for number in self.published}:
            if number in self.by_hand or self.order(number) != self.numbered[number]:
                continue
            then = editions.entrants(rulebook.as_paired(self.now, number), self.edition)
            place = number // self.games + number % self.games
            again = editions.pair_entrants(then.before(place), self.edition)
            drawn = checker.compared(then, place, again)
            assert drawn.agrees, f"round {number}, known then: {drawn.missing} for {drawn.surplus}"
            same = self.sitting(number, reported=True) == self.published[number]
            if checks and same and self.reported(number) == self.known[number]:
                found = checks[number]
                assert found.agrees, f"round {number}: {found.missing} for {found.surplus}. {found.message}"
                self.seen["rechecked"] += 1

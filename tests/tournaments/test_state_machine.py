"""Arbiters at work, at random: what holds whatever they do, in whatever order.

Every act goes through the services and may be refused; a refusal leaves every row as it was. After each
one all that must hold is looked at in the rows themselves. In the suite the same acts come every time; to
look for other ones for as long as you like:

    pytest tests/tournaments/test_state_machine.py --hypothesis-profile=long
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple
from uuid import uuid4

import pytest
import time_machine
from django.apps import apps
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pairing import checker, editions, trf
from pairing import tournament as rules
from tests import builders
from tests.rating_samples import load, person, text
from tests.swiss import SWISS
from tournaments import engine, guards
from tournaments.errors import ConfirmationNeeded, DomainError
from tournaments.models import (
    Absence,
    AuditEvent,
    Correction,
    Game,
    Player,
    Rating,
    Round,
    Seat,
    Tournament,
)
from tournaments.selectors import absences as absent
from tournaments.selectors import rating_lists, standings
from tournaments.selectors.backups import backup
from tournaments.selectors.boards import games_of
from tournaments.selectors.corrections import plans, windows
from tournaments.selectors.rounds import PAIRED, next_number
from tournaments.selectors.verification import differences
from tournaments.services import (
    absences,
    act,
    by_hand,
    check_in,
    corrections,
    entry_links,
    integrity,
    late_entries,
    numbers,
    players,
    prohibitions,
    ratings,
    results,
    rounds,
    withdrawals,
)
from tournaments.services import tournaments as regulations
from tournaments.services.backups import restore_event
from tournaments.services.byes import cancel_bye, give_bye

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    # Model -> key -> its columns.
    Rows = dict[str, dict[Any, dict[str, Any]]]

REFUSALS = (DomainError, ConfirmationNeeded, ValidationError)
REFUSED = object()

# Who of White and Black did not come.
STAYED_AWAY = {"1F-0F": "b", "0F-1F": "w", "0F-0F": "wb"}

# What acts run on, whatever is taken back.
COUNTERS = {"version", "changed_in", "entered_by_id", "helper_id"}

LISTED = [
    person(101, "Adler, A000", SRtng=2410, Tit="IM"),
    person(102, "Listed, Lea", SRtng=2105, RRtng=2200),
    person(103, "Listed, Max", SRtng=1800, Tit="FM"),
    person(104, "Nobody, Known"),
]
NAMES = ("Early, Eve", "Late, Lou", "Adler, A000", "Odd, Ola", "Small, Sam", "Tall, Tia", "Wide, Wim")

picks = st.integers(0, 30)
sure = st.sampled_from((True, True, True, False))
several = st.lists(st.sampled_from(Game.Result.values), min_size=1, max_size=5)


class Sitting(NamedTuple):
    """One player in one round."""

    player: int
    kind: str
    colour: str | None
    game: int | None
    board: int | None
    result: str = ""


class Arbiters(RuleBasedStateMachine):
    """One event, its two arbiters and a helper with a link."""

    edition = ""
    # What was really looked at, over all runs: a check that never had anything to check is none.
    seen: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        # Cached pages and tables are known by keys that SQLite gives out again.
        cache.clear()
        self._clock = time_machine.travel(datetime(2026, 11, 21, 9, tzinfo=UTC), tick=False)
        self.clock = self._clock.start()
        self._savepoint = transaction.atomic()
        self._savepoint.__enter__()
        self.rows: Rows = {}
        # What was published, by round: every seat, what was known then, and who had which number.
        self.published: dict[int, set[Sitting]] = {}
        self.known: dict[int, list[set[Sitting]]] = {}
        self.numbered: dict[int, object] = {}
        self.by_hand: set[int] = set()
        # What acts that can be taken back found and left, by the event that notes them.
        self.left: dict[int, tuple[Rows, Rows]] = {}
        self.acts = 0
        # What the public was shown: at each public revision, by address; and when that was last looked at.
        self.told: dict[int, dict[str, bytes]] = {}
        self.shown: dict[str, bytes] = {}
        self.looked_at: Rows = {}

    def teardown(self) -> None:
        try:
            self.require_backup()
        finally:
            transaction.set_rollback(True)
            self._savepoint.__exit__(None, None, None)
            self._clock.stop()

    def require_backup(self) -> None:
        """Whatever the event has come to, a backup brings it back as it is."""
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

    # How an act is done, and what every act must keep.

    def act(self, service: Callable[..., Any], who: int = 0, *, sure: bool = True, **arguments: Any) -> Any:
        """Let an arbiter do it, confirming whatever is asked where he is sure; REFUSED where he may not."""
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
        """Numbers are 1, 2, …; once frozen they change no more, but to make room for late entries (B.3)."""
        now = self.rows["Player"]
        assert sorted(row["number"] for row in now.values()) == list(range(1, len(now) + 1))
        handling = engine.edition_of(self.event).handling
        fourth = self.match(4 * self.games).start
        freezing = [row for row in before["Round"].values() if row["number"] == fourth]
        if not any(row["state"] != Round.State.PLANNED for row in freezing):
            return
        stayed = [key for key in before["Player"] if key in now]
        by_number = [sorted(stayed, key=lambda key: rows[key]["number"]) for rows in (before["Player"], now)]
        assert by_number[0] == by_number[1]
        if handling.late_entries_freeze:
            assert all(before["Player"][key]["number"] == now[key]["number"] for key in stayed)

    # What must hold at every moment.

    def require_all(self) -> None:
        self.require_published()
        self.require_strangers()
        self.require_scores()

    def require_published(self) -> None:
        """A published round stays as it was; a new one was lawful when it was published.

        Where a correction says that two players had sat at one another's places, they have (D.8), and nobody
        else. What a round was paired from stays what was known then. The chain of fingerprints and the log
        tell the same as the rows.
        """
        assert differences(self.now) == [], "what is published does not stand as it was published"
        public = [row["number"] for row in self.rows["Round"].values() if row["state"] in Round.LOCKED]
        assert sorted(public) == list(range(1, len(public) + 1))
        assert self.published.keys() <= set(public), "a published round is gone"
        for number in sorted(public):
            if number not in self.published:
                self.published[number] = self.seats_of(number)
                self.known[number] = self.history(number)
                self.numbered[number] = self.order(number)
                self.require_lawful(number)
                self.seen["published"] += 1
            assert self.seats_of(number) == self.sitting(number), f"round {number} has changed"
            assert self.history(number) == self.known[number], f"what round {number} was paired from changed"

    def require_lawful(self, number: int) -> None:
        """Whom the round seats, and whom it may seat (C.04.1 b, c, d; C.04.2 C.2, D.2, D.3)."""
        people, seats = self.rows["Player"], self.published[number]
        if number != (first := self.match(number).start):
            assert without_games(seats) == second_games(self.published[first])
            # Who was paired by hand plays both games so.
            (self.by_hand.add if first in self.by_hand else self.by_hand.discard)(number)
            return
        assert {seat.player for seat in seats} == set(people), "somebody has no seat"
        assert all(len(pair) == 2 for pair in pairs_of(seats))
        boards = {seat.board for seat in seats if seat.game}
        assert boards == set(range(1, len(pairs_of(seats)) + 1))
        if engine.is_round_robin(self.now):
            # The table asks nobody whether they come, and gives no bye.
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
        """Nobody meets again whom, as was known, he had really played (C.04.1 b, D.6).

        Or no more often than they are to meet.
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
        """The table's points are the sums of the results, added up here."""
        event = self.now
        points = self.points()
        fresh = engine.table(event)
        numbers_ = {row["number"]: key for key, row in self.rows["Player"].items()}
        present = {key for key, row in self.rows["Player"].items() if not row["expelled"]}
        table = {numbers_[line.number]: line.points for line in fresh}
        assert table == {key: points[key] for key in present}, "points are not the sum of results"
        assert tuple(row.standing for row in standings.rows(event)) == fresh, "the table kept is another"

    # The same things seen in the rows, without the services' own eyes.

    @property
    def now(self) -> Tournament:
        return Tournament.objects.get(pk=self.event.pk)

    @property
    def games(self) -> int:
        """How many games, each a round, there are in a match."""
        return editions.EDITIONS[self.edition].form.games

    def match(self, number: int) -> range:
        """The rounds that are paired together with this one."""
        first = number - (number - 1) % self.games
        return range(first, first + self.games)

    def number_of(self, round_: int) -> int:
        return int(self.rows["Round"][round_]["number"])

    def standing(self, kind: str) -> list[dict[str, Any]]:
        """What touched the integrity of the pairings, and still does."""
        found = self.rows["IntegrityEvent"].values()
        return [row for row in found if row["kind"] == kind and row["lifted_at"] is None]

    def seats_of(self, number: int) -> set[Sitting]:
        """Who sits where in the round."""
        games = self.rows["Game"]
        return {
            Sitting(
                row["player_id"],
                row["kind"],
                row["colour"],
                row["game_id"],
                games[row["game_id"]]["board"] if row["game_id"] else None,
            )
            for row in self.rows["Seat"].values()
            if self.number_of(row["round_id"]) == number
        }

    def result(self, game: int) -> str:
        return str(self.rows["Game"][game]["result"])

    def corrections(self, number: int, *, case: str = "") -> list[dict[str, Any]]:
        """The corrections of the round, the earliest first: those that count, or those for rating alone."""
        found = [row for _key, row in sorted(self.rows["Correction"].items())]
        found = [row for row in found if (row["case"] == "rating") == (case == "rating")]
        return [r for r in found if self.number_of(self.rows["Game"][r["game_id"]]["round_id"]) == number]

    def sitting(self, number: int, *, known_to: int | None = None, reported: bool = False) -> set[Sitting]:
        """The round as it was published, with the exchanges that corrections say; without results.

        As it was known when round `known_to` was paired, or as it is reported for rating.
        """
        seats = {seat.player: seat for seat in self.published[number] if not self.misses(seat.player, number)}
        # Until a late entry plays, what missed rounds bring him may still be said (C.2).
        for seat in self.seats_of(number):
            if self.misses(seat.player, number) and seat.kind in {"half", "zero"}:
                seats[seat.player] = seat
        done = [c for c in self.corrections(number) if known_to is None or c["counts_from"] <= known_to]
        for row in (*done, *(self.corrections(number, case="rating") if reported else ())):
            if row["player_id"] is not None:
                one, other = row["player_id"], row["other_player_id"]
                seats[one], seats[other] = (
                    seats[other]._replace(player=one),
                    seats[one]._replace(player=other),
                )
        return set(seats.values())

    def misses(self, player: int, number: int) -> bool:
        return bool(self.rows["Player"][player]["first_round"] > number)

    def paired(self, number: int) -> set[int]:
        """Who has a game or the allocated bye in the round."""
        return {seat.player for seat in self.published[number] if seat.kind in PAIRED}

    def history(self, number: int) -> list[set[Sitting]]:
        """What those who play this round had in earlier ones, as it was known when it was paired."""
        paired = self.paired(number)

        def result(seat: Sitting, round_: int) -> str:
            found = self.result(seat.game)
            late = [
                c for c in self.corrections(round_) if seat.game == c["game_id"] and c["counts_from"] > number
            ]
            for row in reversed(late):
                if row["kind"] == "colours":
                    found = "-".join(reversed(found.split("-")))
                elif row["kind"] in ("result", "adjourned"):
                    found = row["before"]
            return "1/2-1/2" if found == "adj" else found

        return [
            {
                seat._replace(result=result(seat, earlier)) if seat.game else seat
                for seat in self.sitting(earlier, known_to=number)
                if seat.player in paired
            }
            for earlier in range(1, self.match(number).start)
        ]

    def reported(self, number: int) -> list[set[Sitting]]:
        """The same as the report has it."""
        paired = self.paired(number)

        def result(seat: Sitting, round_: int) -> str:
            found = self.result(seat.game)
            for row in self.corrections(round_, case="rating"):
                if row["game_id"] == seat.game and row["kind"] == "colours":
                    found = "-".join(reversed(found.split("-")))
                elif row["game_id"] == seat.game and row["kind"] == "result":
                    found = row["after"]
            return found

        return [
            {
                seat._replace(result=result(seat, earlier)) if seat.game else seat
                for seat in self.sitting(earlier, reported=True)
                if seat.player in paired
            }
            for earlier in range(1, self.match(number).start)
        ]

    def apart(self, number: int) -> set[frozenset[int]]:
        """The pairs who must not meet in the round."""
        members = self.rows["Prohibition_players"].values()
        groups = [
            [row["player_id"] for row in members if row["prohibition_id"] == key]
            for key, row in self.rows["Prohibition"].items()
            if row["first_round"] <= number <= (row["last_round"] or number)
        ]
        return {frozenset(pair) for group in groups for pair in combinations(group, 2)}

    def order(self, number: int) -> object:
        """The pairing numbers of those who were paired in the round or in round 1; and who was kept apart."""
        paired = self.paired(number) | self.paired(1)
        return {key: self.rows["Player"][key]["number"] for key in paired}, self.apart(number)

    def outcome(self, seat: Sitting) -> int:
        """Tenths of a point for the seat; an adjourned game is a draw for the time being (D.1)."""
        event = self.rows["Tournament"][self.event.pk]
        win, draw, loss = (event[f"points_{name}"] for name in ("win", "draw", "loss"))
        if seat.game is None:
            return {"pab": event["points_pab"], "full": win, "half": draw, "zero": 0}[seat.kind]
        own, _, other = self.result(seat.game).partition("-")
        if seat.colour == "b" and other:
            own = other
        return {"1": win, "1/2": draw, "0": loss, "1F": win, "0F": 0, "": 0, "adj": draw}[own]

    def points(self) -> Counter[int]:
        """Player -> tenths of a point after the last round in which no result is missing."""
        seats = {number: self.sitting(number) for number in self.published}
        complete = {n for n, found in seats.items() if all(self.result(s.game) for s in found if s.game)}
        complete = {n for n in complete if complete.issuperset(self.match(n))}
        total: Counter[int] = Counter()
        # Games against those who miss more than half of a round robin count for nobody (C.05 6.6).
        gone = engine.left_out(self.now)
        out = {key for key, row in self.rows["Player"].items() if row["number"] in gone}
        for number in range(1, max(complete, default=0) + 1):
            for seat in seats[number]:
                if seat.player in out or not self.opponents(seats[number], seat) & out:
                    total[seat.player] += self.outcome(seat)
        return total

    @staticmethod
    def opponents(seats: set[Sitting], seat: Sitting) -> set[int]:
        """Who sits at the other side of the board, if anybody does."""
        return {other.player for other in seats if seat.game and other.game == seat.game} - {seat.player}

    def player(self, pick: int) -> Player | None:
        found = list(self.now.players.select_related("tournament").order_by("pk"))
        return found[pick % len(found)] if found else None

    def coming(self) -> int:
        """The next round to be published, or the last one."""
        return next_number(self.event) or self.now.number_of_rounds

    def public(self) -> int:
        return len(self.published)

    # The announcement.

    @initialize(
        size=st.sampled_from((8, 5, 6, 7, 9, 11, 12, 4, 3, 2)),
        number_of_rounds=st.sampled_from((5, 3, 4, 5, 6, 7, 2, 1)),
        points=st.sampled_from(((10, 5, 0, 10), (10, 5, 0, 5), (30, 10, 0, 30), (10, 5, 0, 0))),
        acceleration=st.sampled_from(("none", "none", "baku")),
        colour=st.sampled_from("wb"),
        played=st.sampled_from((0, 1, 2, 3, 4)),
        found=several,
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
        link, _token = entry_links.make_entry_link(
            tournament=self.event,
            label="Hall",
            expires_at=timezone.now() + timedelta(hours=12),
            nonce=uuid4(),
            actor=chief,
        )
        helper = entry_links.start_helper(link=link, initials="MK")
        self.people = [chief, builders.deputy(self.event, "deputy"), helper]
        self.rows = rows_of_all()
        self.acts = self.now.revision
        self.play_on(played, found)

    # Registration.

    @rule(
        names=st.lists(st.sampled_from(NAMES), min_size=1, max_size=3),
        rating=st.sampled_from((None, 1200, 2100, 2398, 2400, 2500, 5000)),
        title=st.sampled_from(("", "", "GM", "WFM")),
        first=st.integers(1, 4),
        who=st.integers(0, 1),
    )
    def enter(self, names: list[str], rating: int | None, title: str, first: int, who: int) -> None:
        entries = [{"name": name, "rating": rating, "title": title, "first_round": first} for name in names]
        self.act(players.add_players, who, tournament=self.event, entries=entries)

    @rule(fide_id=st.sampled_from("1234"), who=st.integers(0, 1))
    def enter_from_the_list(self, fide_id: str, who: int) -> None:
        listed = rating_lists.by_fide_id([f"10{fide_id}"])[f"10{fide_id}"]
        self.act(
            players.add_players,
            who,
            tournament=self.event,
            entries=[listed.entry],
            source=Rating.Source.FIDE_LIST,
        )

    @rule(
        pick=picks,
        changes=st.sampled_from(
            (
                {"rating": 2600},
                {"rating": 1000},
                {"rating": None},
                {"rating": 90, "rating_source": "ingo"},
                {"national_rating": 2000},
                {"title": "IM"},
                {"name": "Listed, Max"},
                {"first_round": 3},
                {"birth": "1990"},
                {"birth": "yesterday"},
            )
        ),
        who=st.integers(0, 1),
    )
    def correct_data(self, pick: int, changes: dict[str, Any], who: int) -> None:
        if row := self.player(pick):
            self.act(players.change_player, who, player=row, changes=changes)

    @rule(pick=picks, fide_id=st.sampled_from(("101", "102", "103", "999")))
    def identify(self, pick: int, fide_id: str) -> None:
        if row := self.player(pick):
            self.act(players.identify_player, player=row, fide_id=fide_id)

    @rule(some=st.lists(picks, min_size=1, max_size=5))
    def follow_the_list(self, some: list[int]) -> None:
        keys = [row.pk for pick in some if (row := self.player(pick))]
        lists = [row.pk for row in rating_lists.in_use()]
        self.act(ratings.follow_lists, tournament=self.event, players=keys, lists=lists)

    @rule(pick=picks)
    def strike(self, pick: int) -> None:
        if row := self.player(pick):
            self.act(players.remove_player, player=row)

    @rule(
        what=st.sampled_from((check_in.start_check_in, check_in.abandon_check_in, check_in.strike_missing)),
        sure=sure,
    )
    def check_in(self, what: Callable[..., Any], sure: bool) -> None:
        self.act(what, 1, sure=sure, tournament=self.event)

    @rule(
        pick=picks,
        everybody=st.booleans(),
        presence=st.sampled_from(("present", "present", "expected", "", "gone")),
    )
    def note_presence(self, pick: int, everybody: bool, presence: str) -> None:
        count = self.now.players.count() if everybody else 1
        for place in range(pick, pick + count):
            if row := self.player(place):
                self.act(check_in.note_presence, 1, player=row, presence=presence)

    @rule(what=st.sampled_from((numbers.close_list, numbers.open_list)))
    def list_of_participants(self, what: Callable[..., Any]) -> None:
        self.act(what, tournament=self.event)

    @rule(one=picks, other=picks, sure=sure)
    def exchange_numbers(self, one: int, other: int, sure: bool) -> None:
        if row := self.player(one):
            self.act(numbers.exchange_numbers, sure=sure, player=row, other=self.player(other))

    @rule(pick=picks, rating=st.sampled_from((1500, 2401, 2600)), sure=sure)
    def renumber(self, pick: int, rating: int, sure: bool) -> None:
        """A rating is corrected, and the numbers follow."""
        self.correct_data(pick, {"rating": rating}, 0)
        self.act(numbers.assign_numbers, 1, sure=sure, tournament=self.event)

    @rule(
        group=st.lists(picks, min_size=1, max_size=3),
        first=st.integers(0, 3),
        last=st.sampled_from((None, 2)),
        sure=sure,
    )
    def keep_apart(self, group: list[int], first: int, last: int | None, sure: bool) -> None:
        keys = [row.pk for pick in group if (row := self.player(pick))]
        self.act(
            prohibitions.keep_apart,
            sure=sure,
            tournament=self.event,
            players=keys,
            first_round=first,
            last_round=last,
        )

    @rule(pick=picks, sure=sure)
    def let_meet(self, pick: int, sure: bool) -> None:
        if found := list(self.now.prohibitions.all()):
            group = found[pick % len(found)].pk
            self.act(prohibitions.let_meet, sure=sure, tournament=self.event, prohibition=group)

    @rule(
        changes=st.sampled_from(
            (
                {"number_of_rounds": 3},
                {"number_of_rounds": 6},
                {"points_pab": 5},
                {"acceleration": "baku"},
                {"rating_kind": "rapid"},
                {"rating_method": "HBFN"},
                {"among_equals": "birth"},
                {"city": "Oslo"},
                {"correction_minutes": 30},
                {"initial_colour": "b"},
            )
        ),
        who=st.integers(0, 1),
    )
    def change_regulations(self, changes: dict[str, Any], who: int) -> None:
        self.act(regulations.change_regulations, who, tournament=self.event, changes=changes)

    # Between rounds.

    @rule(pick=picks, first=st.sampled_from((None, None, None, 3, 4)), who=st.integers(0, 1))
    def withdraw(self, pick: int, first: int | None, who: int) -> None:
        if row := self.player(pick):
            self.act(withdrawals.withdraw_player, who, player=row, from_round=first)

    @rule(pick=picks, who=st.integers(0, 1))
    def take_back(self, pick: int, who: int) -> None:
        out = self.now.players.filter(withdrawn_from__isnull=False).order_by("pk")
        if row := out[pick % len(out)] if out else self.player(pick):
            self.act(withdrawals.return_player, who, player=row)

    @rule(pick=picks, reason=st.sampled_from(("", "He struck the arbiter.")))
    def expel(self, pick: int, reason: str) -> None:
        if row := self.player(pick):
            self.act(withdrawals.expel_player, player=row, reason=reason)

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
            absences.set_absence_rules,
            tournament=self.event,
            half_point_byes=half,
            last_rounds=last,
            missed_rounds=missed,
            without=keys,
        )

    @rule(pick=picks, missed=st.sets(st.integers(1, 4), max_size=2), sure=sure)
    def credit_missed_rounds(self, pick: int, missed: set[int], sure: bool) -> None:
        if row := self.player(pick):
            self.act(late_entries.credit_missed_rounds, 1, sure=sure, player=row, rounds=missed)

    @rule(
        answers=st.lists(st.sampled_from(Absence.Answer.values), min_size=1, max_size=3),
        reason=st.sampled_from(("", "Ill.")),
    )
    def answer_absences(self, answers: list[str], reason: str) -> None:
        for place, found in enumerate(absent.unexplained(self.now)):
            self.act(
                absences.answer_absence,
                1,
                player=found.player,
                number=found.round_number,
                answer=answers[place % len(answers)],
                reason=reason,
            )

    # Rounds.

    @rule(who=st.integers(0, 1), ahead=st.sampled_from((0, 0, 0, 1, -1)))
    def pair(self, who: int, ahead: int) -> None:
        self.look()
        self.act(rounds.pair_round, who, tournament=self.event, number=self.coming() + ahead)
        self.look()

    @rule(who=st.integers(0, 1))
    def discard(self, who: int) -> None:
        self.act(rounds.discard_draft, who, tournament=self.event, number=self.coming())

    @rule(who=st.integers(0, 1), seen=st.sampled_from(("", "", "another draft")))
    def publish(self, who: int, seen: str) -> None:
        self.act(rounds.publish_round, who, tournament=self.event, number=self.coming(), seen=seen)
        self.recheck()

    @rule(found=several, who=st.integers(0, 1))
    def play(self, found: list[str], who: int) -> None:
        """A whole round, where nothing stands in the way."""
        self.enter_results([result or "1/2-1/2" for result in found], who)
        self.answer_absences([Absence.Answer.EXPLAINED], "The bus.")
        if not self.event.rounds.filter(state=Round.State.DRAFT).exists():
            self.act(rounds.pair_round, who, tournament=self.event, number=self.coming())
        self.publish(who, "")
        self.enter_results([result or "1/2-1/2" for result in found], who)

    @rule(count=st.integers(1, 3), found=several)
    def play_on(self, count: int, found: list[str]) -> None:
        for start in range(count):
            self.play(found[start % len(found) :] + found, start % 2)

    @rule(found=several, who=st.integers(0, 2))
    def enter_results(self, found: list[str], who: int) -> None:
        """What is missing in the latest round, board by board; the public follows it."""
        self.look()
        games = [game for number in self.match(self.public()) for game in self.games_of(number)]
        for place, game in enumerate(game for game in games if not game.result):
            self.enter_result(game, found[place % len(found)], who)
        self.look()

    def games_of(self, number: int) -> list[Game]:
        found = Game.objects.filter(round__tournament=self.event, round__number=number)
        return list(found.order_by("board").select_related("round"))

    def enter_result(self, game: Game, result: str, who: int, *, behind: int = 0, reason: str = "") -> None:
        before = self.result(game.pk)
        answer = self.act(
            results.enter_result,
            who,
            tournament=self.event,
            number=game.round.number,
            board=game.board,
            result=result,
            version=game.version - behind,
            reason=reason,
        )
        if answer is not REFUSED:
            assert self.result(game.pk) == result
            assert not behind or before == result, "somebody's result was overwritten unseen"

    @precondition(lambda self: self.published)
    @rule(
        back=st.sampled_from((0, 0, 0, 1, 1, 2)),
        pick=picks,
        result=st.sampled_from(Game.Result.values),
        behind=st.sampled_from((0, 0, 0, 1)),
        reason=st.sampled_from(("", "Both say so.", "Both say so.")),
        who=st.integers(0, 2),
    )
    def change_result(self, back: int, pick: int, result: str, behind: int, reason: str, who: int) -> None:
        if games := self.games_of(self.public() - back):
            self.enter_result(games[pick % len(games)], result, who, behind=behind, reason=reason)

    @precondition(lambda self: self.published)
    @rule(
        back=st.sampled_from((0, 1, 1, 2, 3)),
        board=picks,
        kind=st.sampled_from(("result", "result", "colours", "opponents", "adjourned")),
        result=st.sampled_from(Game.Result.values),
        players_=st.tuples(picks, picks),
        looked=st.sampled_from((True, True, True, False)),
        who=st.integers(0, 1),
        sure=sure,
    )
    def correct(
        self,
        back: int,
        board: int,
        kind: str,
        result: str,
        players_: tuple[int, int],
        looked: bool,
        who: int,
        sure: bool,
    ) -> None:
        """In whichever of the three cases of D.8 the board is now."""
        games = self.games_of(self.public() - back)
        if not games:
            return
        game = games[board % len(games)]
        case = windows.window(game).case
        one, other = (self.player(pick) for pick in players_)
        wish = plans.Wish(
            number=game.round.number,
            board=game.board,
            kind=kind,
            result=result if kind == "result" else "",
            player=one.pk if kind == "opponents" else None,
            other_player=other.pk if kind == "opponents" else None,
        )
        answer = self.act(
            corrections.correct,
            who,
            sure=sure,
            tournament=self.event,
            wish=wish,
            case=case if looked else Correction.Case.RATING,
            version=game.version,
            reason="So they said.",
        )
        if answer is not REFUSED:
            self.seen[f"corrected {kind} {answer.case}"] += 1
            self.recheck()

    @precondition(lambda self: self.published)
    @rule(back=st.sampled_from((0, 0, 1)), minutes=st.sampled_from((-5, 20, 60)))
    def set_deadline(self, back: int, minutes: int) -> None:
        deadline = timezone.now() + timedelta(minutes=minutes)
        number = self.public() - back
        self.act(corrections.set_deadline, tournament=self.event, number=number, deadline=deadline)

    @rule(minutes=st.sampled_from((5, 40)))
    def wait(self, minutes: int) -> None:
        self.clock.shift(timedelta(minutes=minutes))

    @precondition(lambda self: self.published)
    @rule(
        ground=st.sampled_from(list(engine.Ground)),
        reason=st.sampled_from(("", "So they found.")),
        back=st.sampled_from((0, 0, 1)),
    )
    def repair(self, ground: str, reason: str, back: int) -> None:
        """The recorded exception: what was published is withdrawn on a lawful ground (D.10, 4.4)."""
        number = self.public() - back
        kept = {one: self.published.pop(one) for one in self.match(number) if one in self.published}
        answer = self.act(
            rounds.repair_round, 1, tournament=self.event, number=number, ground=ground, reason=reason
        )
        if answer is REFUSED:
            self.published |= kept
            return
        assert reason
        assert ground in engine.edition_of(self.event).handling.grounds_for_change
        # Paired anew, it may know what was reported since.
        for one in kept:
            del self.known[one], self.numbered[one]
        self.seen["repaired"] += 1

    # By hand.

    @rule(end=st.booleans(), one=picks, other=picks, sure=sure)
    def cross_by_hand(self, end: bool, one: int, other: int, sure: bool) -> None:
        """The players of two boards change places, as an arbiter would do it, and maybe that is all."""
        number = self.coming()
        common: dict[str, Any] = {"tournament": self.event, "number": number}
        self.act(by_hand.begin, **common)
        boards = games_of(self.event.rounds.get(number=number))
        if len(boards) > 1 and one % len(boards) != other % len(boards):
            a, b = boards[one % len(boards)], boards[other % len(boards)]
            for board in (a, b):
                self.act(by_hand.unpair, **common, game=board.row.pk)
            for white, black in ((a.white, b.black), (b.white, a.black)):
                self.act(by_hand.pair_two, sure=sure, **common, white=white.pk, black=black.pk)
        if end:
            self.act(by_hand.end, sure=sure, **common)

    @rule(
        what=st.sampled_from(("begin", "pair", "pair", "swap", "bye", "take", "clear", "end")),
        one=picks,
        other=picks,
        who=st.integers(0, 1),
        sure=sure,
    )
    def work_by_hand(self, what: str, one: int, other: int, who: int, sure: bool) -> None:
        number = self.coming()
        common: dict[str, Any] = {"tournament": self.event, "number": number}
        white, black = self.player(one), self.player(other)
        games = self.games_of(number)
        match what:
            case "begin":
                self.act(by_hand.begin, who, **common)
            case "pair" if white and black:
                self.act(by_hand.pair_two, who, sure=sure, **common, white=white.pk, black=black.pk)
            case "swap" if games:
                game = games[one % len(games)].pk
                sitting = [s.player for s in self.seats_of(number) if s.game == game]
                white_to = sorted(sitting)[other % 2]
                self.act(by_hand.swap_colours, who, sure=sure, **common, game=game, white_to=white_to)
            case "bye" if white:
                self.act(by_hand.give_allocated_bye, who, sure=sure, **common, player=white.pk)
            case "take" if white:
                holders = [s.player for s in self.seats_of(number) if s.kind == "pab"]
                holder = (holders or [white.pk])[0]
                self.act(by_hand.take_allocated_bye, who, **common, player=holder)
            case "clear":
                self.act(by_hand.unpair_all, who, **common)
            case "end":
                self.act(by_hand.end, who, sure=sure, **common)

    # Integrity and the end.

    @rule(sure=st.sampled_from((True, False, False)))
    def leave_fide_mode(self, sure: bool) -> None:
        self.act(integrity.leave_fide_mode, sure=sure, tournament=self.event)

    @rule(pick=picks, sure=sure, who=st.integers(0, 1))
    def undo(self, pick: int, sure: bool, who: int) -> None:
        found = list(self.now.integrity_events.order_by("pk"))
        if found:
            event, before = found[pick % len(found)].pk, self.rows
            if self.act(integrity.undo, who, sure=sure, tournament=self.event, event=event) is not REFUSED:
                self.require_restored(event, before)
                self.seen["undone"] += 1
                self.recheck()

    def require_restored(self, event: int, before: Rows) -> None:
        """What was taken back is as it was, and nothing that anybody has done since is lost."""
        if self.rows["IntegrityEvent"][event]["kind"] == "manual":
            # It notes the end of a phase of many acts.
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

    @rule(what=st.sampled_from((regulations.finish_tournament, regulations.reopen_tournament)))
    def finish_or_reopen(self, what: Callable[..., Any]) -> None:
        self.act(what, tournament=self.event)

    # Those who look on.

    def look(self) -> None:
        """To the public a draft is not there, and nothing changes while the public revision is the same."""
        present = rows_of_all()
        if present == self.looked_at:
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
        stranger = Client()
        pages = {address: stranger.get(address).content for address in addresses}
        cache.clear()
        for address, page in pages.items():
            # Another page than last time was made just now; the same one may have been kept.
            if page == self.shown.get(address):
                assert stranger.get(address).content == page, "the public was shown a page of yesterday"
        self.shown = pages
        assert self.told.setdefault(event.public_revision, pages) == pages, "the public was not told"
        if draft:
            assert stranger.get(reverse("round", args=[event.slug, draft])).status_code == 404
        self.seen["looked"] += 1

    def recheck(self) -> None:
        """The report, read and paired again: each round as it was published.

        Of a round before which something was corrected since, or the order changed, the report cannot say
        what it rested on; nor of one that arbiters paired by hand, which the report names. What was known
        then gives the same pairing for all of them.
        """
        if not self.published:
            return
        checks: dict[int, checker.RoundCheck] = {}
        try:
            source = trf.read(engine.report(self.now).encode())
        except DomainError:
            assert "adj" in {row["result"] for row in self.rows["Game"].values()}
        else:
            checks = {self.games * found.number - self.games + 1: found for found in checker.check(source)}
            assert sorted(checks) == sorted({self.match(number).start for number in self.published})
        for number in {self.match(number).start for number in self.published}:
            if number in self.by_hand or self.order(number) != self.numbered[number]:
                continue
            then = editions.entrants(engine.as_paired(self.now, number), self.edition)
            place = number // self.games + number % self.games
            again = editions.pair_entrants(then.before(place), self.edition)
            drawn = checker.compared(then, place, again)
            assert drawn.agrees, f"round {number}, known then: {drawn.missing} for {drawn.surplus}"
            same = self.sitting(number, reported=True) == self.published[number]
            if checks and same and self.reported(number) == self.known[number]:
                found = checks[number]
                assert found.agrees, f"round {number}: {found.missing} for {found.surplus}. {found.message}"
                self.seen["rechecked"] += 1

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
        """Around the services the database refuses what must never be."""
        assert guards.faults() == [], "guards are down"
        rounds_ = list(self.now.rounds.filter(number__in=self.published))
        statement = what.format(round=rounds_[pick % len(rounds_)].pk, event=self.event.pk)
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
        assert rows_of_all() == self.rows
        self.seen["tampered"] += 1


def rows_of_all() -> Rows:
    """Every row of the application, as the database has it."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for model in apps.get_app_config("tournaments").get_models(include_auto_created=True):
            cursor.execute(f"SELECT * FROM {model._meta.db_table}")
            names = [column[0] for column in cursor.description]
            rows = (dict(zip(names, row, strict=True)) for row in cursor.fetchall())
            found[model.__name__] = {row.get("id", place): row for place, row in enumerate(rows)}
    return found


def changed(before: Rows, after: Rows) -> dict[str, Any]:
    """What differs, for who has to find out."""
    return {
        name: [(before[name].get(key), row) for key, row in rows.items() if before[name].get(key) != row]
        + [(row, None) for key, row in before[name].items() if key not in rows]
        for name, rows in after.items()
        if rows != before[name]
    }


def pairs_of(seats: Iterable[Sitting]) -> set[frozenset[int]]:
    """Who sits at one board."""
    boards: dict[int, set[int]] = {}
    for seat in seats:
        if seat.game:
            boards.setdefault(seat.game, set()).add(seat.player)
    return set(map(frozenset, boards.values()))


def without_games(seats: Iterable[Sitting]) -> set[Sitting]:
    """Who sits where, whichever games these are."""
    return {seat._replace(game=None) for seat in seats}


def second_games(seats: Iterable[Sitting]) -> set[Sitting]:
    """The second games of a match: the other colours, and a draw for the allocated bye (C.04.5 1.4, 4.4)."""
    colours, byes = {"w": "b", "b": "w", None: None}, {"pab": "half"}
    return {
        seat._replace(colour=colours[seat.colour], kind=byes.get(seat.kind, seat.kind))
        for seat in without_games(seats)
    }


def machine_of(edition: str) -> type[Arbiters]:
    """Arbiters who play by the edition."""
    return type("Arbiters_" + edition.replace("-", "_"), (Arbiters,), {"edition": edition, "seen": Counter()})


def pace(edition: str) -> settings:
    """The same few runs in the suite, most by the first edition; others, and many, where that was asked for.

    What the suite finds is told as it was found: to look for the least case takes minutes.
    """
    common = settings(suppress_health_check=list(HealthCheck), report_multiple_bugs=False)
    if settings().max_examples > settings.get_profile("default").max_examples:
        return settings(common, phases=(Phase.generate, Phase.shrink))
    runs = 8 if edition == next(iter(SWISS)) else 4
    few = settings(common, max_examples=runs, stateful_step_count=25, derandomize=True, database=None)
    return settings(few, phases=(Phase.generate,))


def of_each(*editions: str) -> list[Any]:
    """Cases of these editions; what hangs on the database is seen with the first."""
    return [
        pytest.param(code, marks=[pytest.mark.any_database] if place else [])
        for place, code in enumerate(editions)
    ]


@pytest.fixture
def lists(db: None, tmp_path: Path) -> None:
    """A rating list is in use."""
    load(tmp_path, text(*LISTED), month=date(2026, 11, 1))


@pytest.mark.parametrize("edition", of_each(*SWISS, "double-round-robin", "double-swiss-2026"))
def test_whatever_arbiters_do_what_must_hold_holds(lists: None, edition: str) -> None:
    machine = machine_of(edition)
    run_state_machine_as_test(machine, settings=pace(edition))
    for what in ("refused", "recorded", "published", "rechecked", "looked", "restored"):
        assert machine.seen[what], f"never {what}: {machine.seen}"


def forget_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    """Results are entered without a word in the trail."""
    record = act.Act.record

    def careless(self: act.Act, action: AuditEvent.Action, **facts: Any) -> AuditEvent | None:
        return None if action == AuditEvent.Action.RESULT_ENTERED else record(self, action, **facts)

    monkeypatch.setattr(act.Act, "record", careless)


def act_before_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is withdrawn twice is refused after something has been written."""
    withdraw = withdrawals.withdraw_player

    def hasty(*, player: Player, **arguments: Any) -> int:
        Player.objects.filter(pk=player.pk).update(withdrawn_from=1)
        return withdraw(player=player, **arguments)

    monkeypatch.setattr(withdrawals, "withdraw_player", hasty)


def forget_the_past(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every round is paired as if it were the first."""
    pair = editions.pair_round

    def forgetful(position: rules.Tournament, edition: str) -> rules.RoundPairing:
        blank = (replace(player, cells=()) for player in position.players)
        return pair(replace(position, players=tuple(blank)), edition)

    monkeypatch.setattr(editions, "pair_round", forgetful)


def prefer_white(monkeypatch: pytest.MonkeyPatch) -> None:
    """A draw is worth more to White in the table."""
    points = rules.Scoring.points

    def partial_to_white(self: rules.Scoring, cell: rules.Cell) -> int:
        return points(self, cell) + (cell.outcome == "=" and cell.colour == "w")

    monkeypatch.setattr(rules.Scoring, "points", partial_to_white)


def forget_the_public(monkeypatch: pytest.MonkeyPatch) -> None:
    """Results are not told to those who have the pages open."""
    private = {*AuditEvent.PRIVATE, AuditEvent.Action.RESULT_ENTERED}
    monkeypatch.setattr(AuditEvent, "PRIVATE", private)


def leave_the_door_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """A migration has taken the guards down, and nobody has put them up again."""
    guards.drop()


def ordinary_day(machine: Arbiters) -> None:
    """Three rounds, in which somebody leaves, and the public looks on."""
    try:
        machine.announce(
            size=6,
            number_of_rounds=5,
            points=(10, 5, 0, 10),
            acceleration="none",
            colour="w",
            played=1,
            found=["1-0"],
        )
        machine.pair(0, 0)
        machine.publish(1, "")
        machine.look()
        machine.enter_results(["1/2-1/2", "0-1"], 2)
        machine.look()
        for _twice in range(2):
            machine.withdraw(3, None, 0)
        machine.play(["1-0"], 1)
        machine.tamper("DELETE FROM tournaments_seat WHERE round_id = {round}", 0)
    finally:
        machine.teardown()


@pytest.mark.parametrize("edition", of_each(*SWISS, "round-robin"))
def test_an_ordinary_day_shows_nothing_wrong(lists: None, edition: str) -> None:
    machine = machine_of(edition)()
    ordinary_day(machine)
    assert (machine.seen["published"], machine.seen["tampered"]) == (3, 1)


@pytest.mark.parametrize(
    ("plant", "found"),
    [
        (forget_to_write, "changed and not recorded"),
        (act_before_asking, "refused, and yet changed"),
        (forget_the_past, "had played one another"),
        (prefer_white, "points are not|found '0.6', expected 0.0"),
        (forget_the_public, "the public was"),
        (leave_the_door_open, "guards are down"),
    ],
)
def test_a_planted_bug_is_found(
    lists: None,
    monkeypatch: pytest.MonkeyPatch,
    plant: Callable[[pytest.MonkeyPatch], None],
    found: str,
) -> None:
    """The control: a machine that never complains would prove nothing."""
    plant(monkeypatch)
    with pytest.raises((AssertionError, trf.TrfError), match=found):
        ordinary_day(machine_of("dutch-2016")())

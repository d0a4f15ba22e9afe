"""What has happened in the event, read from its rows without the services."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from itertools import combinations
from typing import Any, ClassVar

import time_machine
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from hypothesis.stateful import RuleBasedStateMachine

from pairing import editions
from tests.tournaments.arbiters.rows import Rows, Sitting
from tournaments import rulebook
from tournaments.models import Game, Helper, Player, Tournament
from tournaments.rounds.queries.rounds import PAIRED, next_number


class Record(RuleBasedStateMachine):
    """One event, with two arbiters and a helper with a link; and what the machine has seen of it."""

    edition = ""
    event: Tournament
    people: list[User | Helper]
    # How much was really checked, over all runs: a check that never had anything to check proves nothing.
    seen: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        # Cached pages and tables have keys that SQLite assigns again.
        cache.clear()
        self._clock = time_machine.travel(datetime(2026, 11, 21, 9, tzinfo=UTC), tick=False)
        self.clock = self._clock.start()
        self._savepoint = transaction.atomic()
        self._savepoint.__enter__()
        self.rows: Rows = {}
        # What was published, by round: every seat, what was known at that time, and each player's number.
        self.published: dict[int, set[Sitting]] = {}
        self.known: dict[int, list[set[Sitting]]] = {}
        self.numbered: dict[int, object] = {}
        self.by_hand: set[int] = set()
        # The rounds that were public and are not now: their pages say so.
        self.withdrawn: set[int] = set()
        # The rows before and after each act that can be taken back, by the key of the note of that act.
        self.left: dict[int, tuple[Rows, Rows]] = {}
        self.acts = 0
        # Whether what takes long follows an act: the chain, the table, the pages and the report. The first
        # rounds of a run go without; the next act finds what went wrong in them.
        self.watched = True
        # One browser for all looks: each new one loads the middleware again.
        self.stranger = Client()
        # What the public was shown, by address, at each public revision; and the rows at the last look.
        self.told: dict[int, dict[str, bytes]] = {}
        self.looked_at: Rows = {}

    @property
    def now(self) -> Tournament:
        return Tournament.objects.get(pk=self.event.pk)

    @property
    def games(self) -> int:
        """The number of games in a match; each is a round."""
        return editions.EDITIONS[self.edition].form.games

    def match(self, number: int) -> range:
        """The rounds that are paired together with this one."""
        first = number - (number - 1) % self.games
        return range(first, first + self.games)

    def number_of(self, round_: int) -> int:
        return int(self.rows["Round"][round_]["number"])

    def standing(self, kind: str) -> list[dict[str, Any]]:
        """The notes of this kind about the integrity of the pairings that have not been taken back."""
        found = self.rows["IntegrityEvent"].values()
        return [row for row in found if row["kind"] == kind and row["lifted_at"] is None]

    def seats_of(self, number: int) -> set[Sitting]:
        """Every seat of the round."""
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
        """The corrections of the round, earliest first: either those that count or those for rating alone."""
        found = [row for _key, row in sorted(self.rows["Correction"].items())]
        found = [row for row in found if (row["case"] == "rating") == (case == "rating")]
        return [r for r in found if self.number_of(self.rows["Game"][r["game_id"]]["round_id"]) == number]

    def sitting(self, number: int, *, known_to: int | None = None, reported: bool = False) -> set[Sitting]:
        """The round as it was published, with the exchanges that corrections made; without results.

        If given, as it was known when round `known_to` was paired, or as it is reported for rating.
        """
        seats = {seat.player: seat for seat in self.published[number] if not self.misses(seat.player, number)}
        # Until a late entry plays, the value of the rounds they missed may still be set (C.2).
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
        """The players who have a game or the allocated bye in the round."""
        return {seat.player for seat in self.published[number] if seat.kind in PAIRED}

    def history(self, number: int) -> list[set[Sitting]]:
        """The earlier rounds of the players paired in this one, as they were known when it was paired."""
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
        """The same, as the report has it."""
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
        """The pairs that must not meet in the round."""
        members = self.rows["Prohibition_players"].values()
        groups = [
            [row["player_id"] for row in members if row["prohibition_id"] == key]
            for key, row in self.rows["Prohibition"].items()
            if row["first_round"] <= number <= (row["last_round"] or number)
        ]
        return {frozenset(pair) for group in groups for pair in combinations(group, 2)}

    def order(self, number: int) -> object:
        """The numbers of players paired in this round or in round 1; and the pairs that were kept apart."""
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
        # Games against players who miss more than half of a round robin count for nobody (C.05 6.6).
        gone = rulebook.left_out(self.now)
        out = {key for key, row in self.rows["Player"].items() if row["number"] in gone}
        for number in range(1, max(complete, default=0) + 1):
            for seat in seats[number]:
                if seat.player in out or not self.opponents(seats[number], seat) & out:
                    total[seat.player] += self.outcome(seat)
        return total

    @staticmethod
    def opponents(seats: set[Sitting], seat: Sitting) -> set[int]:
        """The player on the other side of the board, if there is one."""
        return {other.player for other in seats if seat.game and other.game == seat.game} - {seat.player}

    def player(self, pick: int) -> Player | None:
        found = list(self.now.players.select_related("tournament").order_by("pk"))
        return found[pick % len(found)] if found else None

    def coming(self) -> int:
        """The next round to be published; the last round that counts if none is left."""
        event = self.now
        return next_number(event) or event.last_round

    def public(self) -> int:
        return len(self.published)

    def games_of(self, number: int) -> list[Game]:
        found = Game.objects.filter(round__tournament=self.event, round__number=number)
        return list(found.order_by("board").select_related("round"))

"""Acts before the first round: players, their data and numbers, the regulations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.tournaments.arbiters.rows import picks, sure
from tests.tournaments.arbiters.upheld import Upheld
from tournaments.event.services import event
from tournaments.models import Rating
from tournaments.players.services import numbers, players
from tournaments.players.services.byes import abandon_check_in, note_presence, start_check_in, strike_missing
from tournaments.ratings import queries as ratings_queries
from tournaments.ratings.services import ratings

NAMES = ("Early, Eve", "Late, Lou", "Adler, A000", "Odd, Ola", "Small, Sam", "Tall, Tia", "Wide, Wim")


class Registration(Upheld):
    """The acts of registration, at any time."""

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
        listed = ratings_queries.by_fide_id([f"10{fide_id}"])[f"10{fide_id}"]
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
        lists = [row.pk for row in ratings_queries.in_use()]
        self.act(ratings.follow_lists, tournament=self.event, players=keys, lists=lists)

    @rule(pick=picks)
    def strike(self, pick: int) -> None:
        if row := self.player(pick):
            self.act(players.remove_player, player=row)

    @rule(
        what=st.sampled_from((start_check_in, abandon_check_in, strike_missing)),
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
                self.act(note_presence, 1, player=row, presence=presence)

    @rule(what=st.sampled_from((numbers.close_list, numbers.open_list)))
    def list_of_participants(self, what: Callable[..., Any]) -> None:
        self.act(what, tournament=self.event)

    @rule(one=picks, other=picks, sure=sure)
    def exchange_numbers(self, one: int, other: int, sure: bool) -> None:
        if row := self.player(one):
            self.act(numbers.exchange_numbers, sure=sure, player=row, other=self.player(other))

    @rule(pick=picks, rating=st.sampled_from((1500, 2401, 2600)), sure=sure)
    def renumber(self, pick: int, rating: int, sure: bool) -> None:
        """Correct a rating, and assign the numbers anew."""
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
            event.keep_apart,
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
            self.act(event.let_meet, sure=sure, tournament=self.event, prohibition=group)

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
        self.act(event.change_regulations, who, tournament=self.event, changes=changes)

"""Rounds that are paired by hand."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.tournaments.arbiters.rows import picks, sure
from tests.tournaments.arbiters.upheld import Upheld
from tournaments.rounds.queries.boards import games_of
from tournaments.rounds.services import by_hand


class ByHand(Upheld):
    """The acts of the phase, from its beginning to its end."""

    @rule(end=st.booleans(), one=picks, other=picks, sure=sure)
    def cross_by_hand(self, end: bool, one: int, other: int, sure: bool) -> None:
        """The players of two boards change places, as an arbiter would do it; then the phase may end."""
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

"""What arbiters of a knock-out also do: decide level matches; and what a bracket must keep."""

from __future__ import annotations

from collections import Counter

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.tournaments.arbiters.machine import Arbiters
from tests.tournaments.arbiters.rows import (
    REFUSED,
    STAYED_AWAY,
    Sitting,
    pairs_of,
    picks,
    second_games,
    several,
    without_games,
)
from tournaments.models import Decision, Seat
from tournaments.rounds.queries.boards import level_matches
from tournaments.rounds.services import drafts

GOES_ON_ALONE = Seat.Kind.FULL_POINT_BYE
IS_OUT = Seat.Kind.ZERO_POINT_BYE


class InABracket(Arbiters):
    """The machine on a knock-out, of matches of one game or of two."""

    @rule(found=several, who=st.integers(0, 1))
    def play(self, found: list[str], who: int) -> None:
        """Every level match is decided, then a whole round is played."""
        for pick in range(len(self.published) and len(level_matches(self.now, self.public()))):
            self.decide(0, pick, "armageddon", 0, who)
        super().play(found, who)

    @precondition(lambda self: self.published)
    @rule(
        side=st.sampled_from((0, 1, None)),
        pick=picks,
        how=st.sampled_from((*Decision.How.values, "coin")),
        back=st.sampled_from((0, 0, 0, 1)),
        who=st.integers(0, 2),
    )
    def decide(self, side: int | None, pick: int, how: str, back: int, who: int) -> None:
        """A level match is decided, decided in another way, or its decision is taken back."""
        number = self.public() - back
        matches = level_matches(self.now, number)
        if not matches:
            return
        match = matches[pick % len(matches)]
        answer = self.act(
            drafts.decide_match,
            who % 2,
            tournament=self.event,
            number=number,
            board=match.game.board,
            player=None if side is None else (match.white, match.black)[side].pk,
            how=how,
            seen=match.decision and match.decision.audit_id,
        )
        self.seen["decided"] += answer is not REFUSED

    def require_lawful(self, number: int) -> None:
        """Players who lost, or did not come, play no more; all others play, or go on alone (K2, K3, K5)."""
        seats = self.published[number]
        first = self.match(number).start
        assert {seat.kind for seat in seats} <= {"game", GOES_ON_ALONE, IS_OUT}
        assert {seat.player for seat in seats} == set(self.rows["Player"]), "somebody has no seat"
        assert all(len(pair) == 2 for pair in pairs_of(seats))
        if number != first:
            assert without_games(seats) == second_games(self.published[first])
        elif any(row["round_number"] == number for row in self.standing("manual")):
            self.by_hand.add(number)
        elif number > 1:
            before = self.published[number - 1]
            through = self.through(number - 1)
            assert all(len(pair & through) < 2 for pair in pairs_of(before)), "a match is open"
            assert out_of(seats) == {seat.player for seat in before} - through

    def through(self, last: int) -> set[int]:
        """The players who go on from matches that end with this round, by results and tie-breaks, or alone.

        Nobody goes on from a match that is still open.
        """
        winners = {row["game_id"]: row["player_id"] for row in self.rows["Decision"].values()}
        rounds = [self.sitting(number) for number in self.match(last)]
        points = Counter[int]()
        came: set[int] = set()
        for seat in (seat for seats in rounds for seat in seats if seat.game):
            points[seat.player] += self.outcome(seat)
            if seat.colour not in STAYED_AWAY.get(self.result(seat.game), ""):
                came.add(seat.player)
        decided = {winners[seat.game] for seat in rounds[-1] if seat.game in winners}
        through = {seat.player for seat in rounds[-1] if seat.kind == GOES_ON_ALONE}
        for pair in pairs_of(rounds[-1]):
            best = max(points[player] for player in pair)
            found = pair & decided or {player for player in pair & came if points[player] == best}
            through |= found if len(found) == 1 else set()
        return through

    def points(self) -> Counter[int]:
        """One point for each match from which a player goes on (K6).

        Once the next round is paired, its seats say who went on: a correction changes no bracket (K2).
        """
        total: Counter[int] = Counter()
        for last in range(self.games, len(self.published) + 1, self.games):
            seats = self.published[last]
            if all(
                self.result(seat.game)
                for one in self.match(last)
                for seat in self.published[one]
                if seat.game
            ):
                coming = self.published.get(last + 1)
                through = {s.player for s in coming} - out_of(coming) if coming else self.through(last)
                total.update({seat.player: 10 for seat in seats if seat.player in through})
        return total


def out_of(seats: set[Sitting]) -> set[int]:
    """The players who are out of the bracket."""
    return {seat.player for seat in seats if seat.kind == IS_OUT}

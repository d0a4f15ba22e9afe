"""The end of the event, after its last round or before it; and that it goes on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.tournaments.arbiters.rounds import Rounds
from tests.tournaments.arbiters.rows import REFUSED, sure
from tournaments import rulebook
from tournaments.event.services import course, event
from tournaments.log import services as log
from tournaments.models import Game

# The results of games that are still to be decided.
OPEN = (Game.Result.NOT_YET, Game.Result.ADJOURNED)
go_on = partial(event.reopen_tournament, going_on=True)


class Ends(Rounds):
    """The acts that end the event, and those that take the end back."""

    @rule(what=st.sampled_from((event.finish_tournament, event.reopen_tournament, go_on)))
    def finish_or_reopen(self, what: Callable[..., Any]) -> None:
        self.act(what, tournament=self.event)

    def interrupt(self) -> None:
        """A round is played, and the event ends early with the next one on; then it goes on."""
        self.play(["1-0"], 0)
        self.pair(0, 0)
        self.publish(0, "")
        if self.published:
            self.end_early(decide=True, annul=False, goes_on=True, sure=True)

    @precondition(lambda self: self.published)
    @rule(
        decide=st.sampled_from((True, True, False)),
        annul=st.sampled_from((False, False, True)),
        goes_on=st.sampled_from((True, True, False)),
        sure=sure,
    )
    def end_early(self, decide: bool, annul: bool, goes_on: bool, sure: bool) -> None:
        """The event ends after the last round that was played (C.04.1 a), and may be taken up again.

        Most often its open games are drawn first, except in a round to annul: that takes leaving FIDE mode.
        """
        last = self.played_before(self.public() + 1)
        if annul:
            self.act(log.leave_fide_mode, sure=sure, tournament=self.event)
        for number in range(1, self.match(last).start if annul else last + 1) if decide and last else ():
            for game in self.games_of(number):
                if game.result in OPEN:
                    self.enter_result(game, Game.Result.DRAW, 0, reason="Agreed.")
        goes = annul and last and self.is_open(last)
        after = self.played_before(self.match(last).start) if goes else last
        kept = {number: self.published.pop(number) for number in range(after + 1, self.public() + 1)}
        answer = self.act(course.end_early, sure=sure, tournament=self.event, annul=annul, reason="A flood.")
        if answer is REFUSED:
            self.published |= kept
            return
        assert not self.is_open(after), "a game is open"
        assert (answer, self.public(), self.coming(), self.now.is_finished) == (after, after, after, True)
        # If the event goes on, their new pairings may know what was reported since.
        for number in kept:
            del self.known[number], self.numbered[number]
        self.withdrawn |= kept.keys()
        self.seen["ended"] += 1
        self.seen["withdrawn at the end"] += bool(kept)
        self.recheck()
        if goes_on:
            self.finish_or_reopen(go_on)
            assert self.coming() == after + 1
            self.recheck()

    def played_before(self, number: int) -> int:
        """The last round of the last match before this one in which somebody played; 0 if nobody has.

        In a Swiss or a knock-out also of one in which no result is missing, as when nobody came.
        """
        table = rulebook.is_round_robin(self.now)
        for match in map(self.match, range(number - 1, 0, -1)):
            seats = [seat for one in match for seat in self.published.get(one, ()) if seat.game]
            games = [self.rows["Game"][seat.game] for seat in seats]
            over = bool(games) and all(game["result"] for game in games)
            if any(game["result"] in Game.PLAYED or game["boards"] for game in games) or (over and not table):
                return match[-1]
        return 0

    def is_open(self, last: int) -> bool:
        """Whether a game up to this round is still to be decided."""
        seats = [seat for number in range(1, last + 1) for seat in self.published.get(number, ())]
        return any(self.result(seat.game) in OPEN for seat in seats if seat.game)

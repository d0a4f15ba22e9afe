"""Rounds paired, published, played, corrected, repaired."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.tournaments.arbiters.absences import Absences
from tests.tournaments.arbiters.rows import REFUSED, picks, several, sure
from tournaments import rulebook
from tournaments.corrections import queries as corrections_queries
from tournaments.corrections import services as corrections
from tournaments.models import Absence, Correction, Game, Round
from tournaments.results import services as results
from tournaments.rounds.services import rounds


class Rounds(Absences):
    """The acts of a round; playing a whole round also answers for absences."""

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
        """Play a whole round, if nothing prevents it."""
        self.enter_results([result or "1/2-1/2" for result in found], who)
        self.answer_absences([Absence.Answer.EXPLAINED], "The bus.")
        if not self.event.rounds.filter(state=Round.State.DRAFT).exists():
            self.act(rounds.pair_round, who, tournament=self.event, number=self.coming())
        self.publish(who, "")
        self.enter_results([result or "1/2-1/2" for result in found], who)

    @rule(count=st.integers(1, 3), found=several)
    def play_on(self, count: int, found: list[str], *, unwatched: int = 0) -> None:
        """Play several rounds, the first of them `unwatched`."""
        for start in range(count):
            self.watched = start >= unwatched
            self.play(found[start % len(found) :] + found, start % 2)
        self.watched = True

    @rule(found=several, who=st.integers(0, 2))
    def enter_results(self, found: list[str], who: int) -> None:
        """Enter the missing results of the latest round, board by board; the public looks on."""
        self.look()
        games = [game for number in self.match(self.public()) for game in self.games_of(number)]
        for place, game in enumerate(game for game in games if not game.result):
            self.enter_result(game, found[place % len(found)], who)
        self.look()

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
        """Correct a board, in whichever of the three cases of D.8 it is now."""
        games = self.games_of(self.public() - back)
        if not games:
            return
        game = games[board % len(games)]
        case = corrections_queries.window(game).case
        one, other = (self.player(pick) for pick in players_)
        wish = corrections_queries.Wish(
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
        ground=st.sampled_from(list(rulebook.Ground)),
        reason=st.sampled_from(("", "So they found.")),
        back=st.sampled_from((0, 0, 1)),
    )
    def repair(self, ground: str, reason: str, back: int) -> None:
        """The recorded exception: a published pairing is withdrawn on a lawful ground (D.10, 4.4)."""
        number = self.public() - back
        kept = {one: self.published.pop(one) for one in self.match(number) if one in self.published}
        answer = self.act(
            rounds.repair_round, 1, tournament=self.event, number=number, ground=ground, reason=reason
        )
        if answer is REFUSED:
            self.published |= kept
            return
        assert reason
        assert ground in rulebook.edition_of(self.event).handling.grounds_for_change
        # The new pairing may know what was reported since.
        for one in kept:
            del self.known[one], self.numbered[one]
        self.withdrawn |= kept.keys()
        self.seen["repaired"] += 1

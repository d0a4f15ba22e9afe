"""What arbiters of an event of teams also do: teams, members, line-ups, the boards of matches."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from tests import builders
from tests.tournaments.arbiters.machine import Arbiters
from tests.tournaments.arbiters.rows import REFUSED, picks, rows_of_all, several, sure
from tournaments import rulebook
from tournaments.corrections import queries as corrections_queries
from tournaments.corrections import services as corrections
from tournaments.models import Correction, Game
from tournaments.results import services as results
from tournaments.teams import services as teams

Result = Game.Result
BOARDS = 2
# Entered on both boards, so that the game points follow from the result of the match.
ON_BOARDS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
NAMES = ("Aachen", "Bergen", "Como", "Dover", "Espoo", "Fano", "Gent", "Hamar")


def team(name: str, members: int = BOARDS + 1) -> dict[str, object]:
    """A team whose members' ratings follow from its name."""
    rated = 2400 - 40 * NAMES.index(name)
    return {"name": name, "members": [{"name": f"{name} {n}", "rating": rated - n} for n in range(members)]}


class OfTeams(Arbiters):
    """The machine on an event of teams."""

    edition = "swiss-team-2026"
    seen: ClassVar[Counter[str]] = Counter()

    @initialize(
        size=st.sampled_from((6, 5, 4)),
        number_of_rounds=st.sampled_from((4, 3)),
        colours=st.sampled_from(("A", "B", "none")),
        found=several,
        interrupted=st.sampled_from((True, False)),
    )
    def announce_teams(
        self, size: int, number_of_rounds: int, colours: str, found: list[str], interrupted: bool
    ) -> None:
        chief = builders.user("chief")
        self.event = builders.tournament(
            chief,
            players=0,
            rounds=number_of_rounds,
            edition=self.edition,
            boards=BOARDS,
            colour_type=colours,
        )
        teams.enter_teams(tournament=self.event, entries=[team(name) for name in NAMES[:size]], actor=chief)
        self.people = [chief, builders.deputy(self.event, "deputy")]
        self.rows = rows_of_all()
        self.acts = self.now.revision
        self.play_on(1, found, unwatched=int(interrupted))
        if interrupted:
            self.interrupt()
        self.pair(0, 0)
        self.publish(1, "")
        self.set_line_up(0, (1, 3), 0)

    def announce(self) -> None:
        """Nothing: teams are announced instead."""

    @rule(name=st.sampled_from(NAMES), members=st.integers(0, 3), who=st.integers(0, 1))
    def enter(self, name: str, members: int, who: int) -> None:
        self.act(teams.enter_teams, who, tournament=self.event, entries=[team(name, members)])

    @rule(pick=picks, place=st.integers(0, 4), who=st.integers(0, 1), sure=sure)
    def change_members(self, pick: int, place: int, who: int, sure: bool) -> None:
        """A member is renamed, or a new one is added at the end."""
        if row := self.player(pick):
            told = [{"name": one.name, "rating": one.rating} for one in row.members.order_by("place")]
            if place < len(told):
                told[place]["name"] = f"{row.name} {place + 10}"
            else:
                told.append({"name": f"{row.name}, late", "rating": 2000})
            self.act(teams.change_team, who, sure=sure, team=row, changes={"members": told}, reason="So.")

    @precondition(lambda self: self.published)
    @rule(
        pick=picks,
        places=st.sampled_from(((1, 2), (1, 3), (2, 3), (None, 2), (3, 1), (1, 4))),
        who=st.integers(0, 1),
    )
    def set_line_up(self, pick: int, places: tuple[int | None, ...], who: int) -> None:
        if row := self.player(pick):
            answer = self.act(teams.set_line_up, who, team=row, number=self.public(), places=places)
            self.seen["lined up"] += answer is not REFUSED

    def enter_result(self, game: Game, result: str, who: int, *, behind: int = 0, reason: str = "") -> None:
        """Enter the result of a match: a whole forfeit, or board by board."""
        place = {"tournament": self.event, "number": game.round.number, "board": game.board}
        version = game.version - behind
        if result in rulebook.FORFEITS_OF_MATCHES:
            self.act(results.enter_result, who, **place, result=result, version=version, reason=reason)
            return
        own = result if result in ON_BOARDS or result not in rulebook.RESULTS_OF_BOARDS else Result.DRAW
        for boards in ([own, ""], [own, own]):
            answer = self.act(teams.enter_boards, who, **place, results=boards, version=version)
            if answer is REFUSED:
                return
            version = answer.version
        assert self.result(game.pk) == own
        self.seen["boards"] += 1

    @precondition(lambda self: self.published)
    @rule(back=st.sampled_from((0, 1, 1, 2)), board=picks, result=st.sampled_from(ON_BOARDS), sure=sure)
    def correct(self, back: int, board: int, result: str, sure: bool) -> None:
        games = self.games_of(self.public() - back)
        if not games:
            return
        game = games[board % len(games)]
        wish = corrections_queries.Wish(
            number=game.round.number,
            board=game.board,
            kind="result",
            result=result,
            boards=",".join([result] * BOARDS),
        )
        case = corrections_queries.window(game).case or Correction.Case.RATING
        answer = self.act(
            corrections.correct,
            sure=sure,
            tournament=self.event,
            wish=wish,
            case=case,
            version=game.version,
            reason="So they said.",
        )
        if answer is not REFUSED:
            self.seen["corrected"] += 1
            self.recheck()


class InALeague(OfTeams):
    """The machine on a round robin of teams."""

    edition = "team-round-robin"
    seen: ClassVar[Counter[str]] = Counter()

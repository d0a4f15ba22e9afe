"""Imported report files of team events: the teams, their matches, and the players at each board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from pairing import checker
from pairing.core import tournament as rules
from pairing.core.tournament import Preferences, Score, Team, TeamEvent
from pairing.editions import edition_by_code
from pairing.swiss_team.edition_2026 import Matches, tournament_of_teams
from tournaments.errors import DomainError
from tournaments.models import Game, Tournament
from tournaments.rulebook.editions import in_words, scoring
from tournaments.rulebook.rows import FORFEITED, Outcome, result_of
from tournaments.rulebook.teams import (
    counted,
    rating_of_team,
    result_of_match,
    scores_of_team,
    usual_with_bye,
)
from tournaments.texts import as_text, points_at_boards

# A win, a draw and a loss at a board in events here, in tenths of a game point.
_A_BOARD = (10, 5, 0)


class TeamsReport(NamedTuple):
    """A file of teams as events have it; rounds count from 1, teams are given by pairing number."""

    # The tournament whose players are the teams, and the event's own fields.
    teams: rules.Tournament
    regulations: dict[str, Any]
    # By team: its members in the order of the file.
    members: dict[int, tuple[rules.Player, ...]]
    # By round and the team with White on board 1: the results of the boards (`Game.boards`).
    boards: dict[tuple[int, int], str]
    # The same for what the file left open about their forfeited games (`Game.left_open`).
    left_open: dict[tuple[int, int], str]
    # By round and team: the places of the members who play, or have the bye, if not the usual ones.
    line_ups: dict[tuple[int, int], tuple[int | None, ...]]
    # The rounds and teams whose members did not play in the order of the team.
    out_of_order: tuple[tuple[int, int], ...]

    def match(self, number: int, pair: rules.Pair) -> tuple[str, str]:
        """The results of the boards of a match, seen from the team with White on board 1, and what is open.

        A forfeited match whose colours the file does not say may have them the other way round here.
        """
        if (number, pair.white) in self.boards:
            return self.boards[number, pair.white], self.left_open[number, pair.white]
        results = filter(None, self.boards[number, pair.black].split(","))
        mirrored = ",".join(Game.Result(result).mirrored for result in results)
        return mirrored, self.left_open[number, pair.black]


class StatedOfTeam(NamedTuple):
    """What a record 310 says of a team, and the points of its matches beside it: (found, kept), in tenths."""

    team: int
    strength: str
    match_points: tuple[int, int]
    game_points: tuple[int, int]


def teams_in(source: rules.Tournament, edition: str) -> TeamsReport | None:
    """What the file says about its teams; None if its edition is for players.

    Raises DomainError if the edition is for players and the file for teams, and for anything that events here
    cannot have: no records 310, a player without a team, points at a board other than 1, ½ and 0, other
    colours in record 352, a round that brought a team a result or points that do not follow from its boards.
    """
    of_teams = edition_by_code(edition).form.of_teams
    if source.team_event is not None and not of_teams:
        text = _("The file is of teams (record 192): expected pairing rules for teams.")
        raise DomainError("edition", text)
    if not of_teams:
        return None
    event = source.team_event
    if event is None or not event.teams:
        raise DomainError("teams", _("The file names no teams: expected records 310."))
    _require_usual(source, event)
    try:
        teams, matches = tournament_of_teams(source), Matches(source, event)
        return _Reading(source, event, teams, matches).report()
    except rules.PairingError as error:
        raise DomainError("teams", in_words(error)) from error


def _require_usual(source: rules.Tournament, event: TeamEvent) -> None:
    """Raise DomainError for colours, points or members that events here cannot have."""
    colours = ("WB" * len(event.boards))[: len(event.boards)]
    if event.boards != colours:
        text = _("Record 352: found %(found)s, expected %(expected)s.")
        raise DomainError("teams", text % {"found": event.boards, "expected": colours})
    games = source.scoring
    if (games.white_win, games.white_draw, games.white_loss) != _A_BOARD:
        raise DomainError("teams", _("Record 162: a board is worth 1, ½ or 0 here."))
    own = {member for team in event.teams for member in team.members}
    alone = [player.number for player in source.players if player.number not in own]
    if alone:
        text = _("Records 310: player %(number)d is in no team.")
        raise DomainError("teams", text % {"number": alone[0]})


def stated_of_teams(source: rules.Tournament, report: TeamsReport) -> Iterator[StatedOfTeam]:
    """What the records 310 of the file say besides names and members.

    If points are not stated, or a match is still on, the points of the matches take their place.
    """
    event = source.team_event or TeamEvent()
    played = report.teams.played_rounds
    for told, team in zip(event.teams, report.teams.players, strict=True):
        on = any(cell.pending for cell in team.cells[:played])
        own = scores_of_team(report.teams, event, team, played)
        matches, games = own[Score.MATCH_POINTS], own[Score.GAME_POINTS]
        yield StatedOfTeam(
            told.number,
            told.strength,
            (matches if on or told.match_points is None else told.match_points, matches),
            (games if on or told.game_points is None else told.game_points, games),
        )


class _Reading:
    """The matches of one file."""

    def __init__(
        self, source: rules.Tournament, event: TeamEvent, teams: rules.Tournament, matches: Matches
    ) -> None:
        self.source = source
        self.event = event
        self.teams = teams
        self.matches = matches
        played = range(1, teams.played_rounds + 1)
        self.pairs = [(number, pair) for number in played for pair in checker.pairing_of(teams, number).pairs]
        self.size = matches.size
        self.out_of_order: list[tuple[int, int]] = []
        kind, scores = event.rules.preferences, (event.rules.primary, event.rules.primary.other)
        self.regulations = {
            "boards": self.size,
            "team_scores": "_".join(scores if event.rules.secondary else scores[:1]),
            "colour_type": Tournament.ColourType.NONE if kind is Preferences.NONE else kind.value,
            "points_win": event.win,
            "points_draw": event.draw,
            "points_loss": event.loss,
            "points_pab": event.allocated.match_points if event.allocated else event.draw,
        }

    def report(self) -> TeamsReport:
        """The whole report."""
        boards, left_open, line_ups = {}, {}, {}
        for number, pair in self.pairs:
            sides = self.event.teams[pair.white - 1], self.event.teams[pair.black - 1]
            for team in sides:
                if (places := self._line_up(team, number)) is not None:
                    line_ups[number, team.number] = places
            results = list(self._results(number, *sides))
            self._require_same(number, pair, results)
            boards[number, pair.white] = ",".join(results) if any(results) else ""
            left_open[number, pair.white] = self._left_open(number, *sides)
        for number, team, outcome in self._free():
            if (places := self._with_bye(team, number, outcome)) is not None:
                line_ups[number, team.number] = places
        members = {
            team.number: tuple(self.matches.players[member] for member in team.members)
            for team in self.event.teams
        }
        known = Tournament(edition=self.source.edition or "", **self.regulations)
        players = tuple(
            replace(
                team,
                rating=rating_of_team([one.rating for one in members[team.number]], self.size),
                cells=cells,
            )
            for team, cells in zip(self.teams.players, self._cells(known, boards), strict=True)
        )
        found = replace(self.teams, players=players, scoring=scoring(known))
        return TeamsReport(
            found, self.regulations, members, boards, left_open, line_ups, tuple(sorted(self.out_of_order))
        )

    def _results(self, number: int, one: Team, other: Team) -> Iterator[str]:
        """The results of the boards of a match, with the team that has White on board 1 first."""
        first, second = (self.matches.seated(team, number) for team in (one, other))
        whole = [self.teams.players[team.number - 1].cell(number).outcome for team in (one, other)]
        for board in range(self.size):
            white, black = first.get(board), second.get(board)
            place = {"round": number, "board": board + 1, "white": one.number, "black": other.number}
            met = white and white.cell(number).opponent
            if white and black and met not in (None, black.number):
                text = _(
                    "Round %(round)d, team %(white)d against team %(black)d: board %(board)d has different"
                    " numbers for the two teams."
                )
                raise DomainError("boards", text % place)
            if not first and not second and set(whole) <= {Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS}:
                outcomes = whole
            else:
                outcomes = [
                    player.cell(number).outcome if player else Outcome.FORFEIT_LOSS
                    for player in (white, black)
                ]
            try:
                result, rated = result_of(*(rules.Cell(outcome=outcome) for outcome in outcomes))
            except DomainError as error:
                text = _(
                    "Round %(round)d, team %(white)d against team %(black)d: of board %(board)d, FIDE knows"
                    " no result %(found)s."
                )
                raise DomainError("boards", text % {**place, "found": error.message}) from error
            if not rated:
                text = _(
                    "Round %(round)d, team %(white)d against team %(black)d: board %(board)d has an unrated"
                    " game, which cannot be recorded for boards here."
                )
                raise DomainError("boards", text % place)
            yield result

    def _left_open(self, number: int, one: Team, other: Team) -> str:
        """What the file does not say of the match's forfeited games, by board; "" if it says all."""
        first, second = (self.matches.seated(team, number) for team in (one, other))

        def of_board(board: int) -> str:
            seated = [side[board].cell(number) for side in (first, second) if board in side]
            forfeited = all(cell.outcome in FORFEITED for cell in seated)
            if not forfeited or len(seated) < 2 or any(cell.colour for cell in seated):
                return "."
            return "-" if any(cell.opponent for cell in seated) else "0"

        letters = "".join(map(of_board, range(self.size)))
        return letters if letters.strip(".") else ""

    def _require_same(self, number: int, pair: rules.Pair, boards: Sequence[str]) -> None:
        """Raise DomainError if a match's boards give a result other than the file's for the whole match."""
        place = {"round": number, "white": pair.white, "black": pair.black}
        try:
            found, _rated = result_of(
                *(self.teams.players[team - 1].cell(number) for team in (pair.white, pair.black))
            )
            expected = result_of_match(boards)
        except DomainError as error:
            text = _("Round %(round)d, team %(white)d against team %(black)d: %(fault)s")
            raise DomainError("match", text % {**place, "fault": error.message}) from error
        if found != expected:
            text = _(
                "Round %(round)d, team %(white)d against team %(black)d: found %(found)s for the whole match"
                " (record 330), expected %(expected)s, as its boards say."
            )
            told = {"found": Game.Result(found).label, "expected": Game.Result(expected).label}
            raise DomainError("match", text % {**place, **told})

    def _line_up(self, team: Team, number: int) -> tuple[int | None, ...] | None:
        """The places of the members at the boards, None for nobody; None if they were the first in order."""
        seated = self.matches.seated(team, number)
        places = [
            team.members.index(seated[board].number) + 1 if board in seated else None
            for board in range(self.size)
        ]
        named = [place for place in places if place]
        if len(set(named)) < len(named):
            text = _(
                "Round %(round)d, team %(team)d: one of its players is named at two boards (record 300)."
            )
            raise DomainError("line_up", text % {"round": number, "team": team.number})
        if named != sorted(named):
            self.out_of_order.append((number, team.number))
        usual = [place if place <= len(team.members) else None for place in range(1, self.size + 1)]
        return tuple(places) if places != usual else None

    def _free(self) -> Iterator[tuple[int, Team, rules.Outcome]]:
        """The byes of teams in played rounds, as (round, team, kind), but for those without points."""
        for team, known in zip(self.event.teams, self.teams.players, strict=True):
            for number, cell in enumerate(known.cells[: self.teams.played_rounds], 1):
                if cell.opponent is None and cell.outcome not in (rules.Outcome.ZERO_POINT_BYE, Outcome.NONE):
                    yield number, team, cell.outcome

    def _with_bye(self, team: Team, number: int, outcome: rules.Outcome) -> tuple[int | None, ...] | None:
        """The places of the members who have the bye of their team; None if they are the usual ones."""
        members = enumerate(team.members, 1)
        holders = [
            place for place, one in members if self.matches.players[one].cell(number).outcome is outcome
        ]
        places = tuple((holders + [None] * self.size)[: self.size])
        return None if places == usual_with_bye(outcome, len(team.members), self.size) else places

    def _cells(
        self, known: Tournament, boards: Mapping[tuple[int, int], str]
    ) -> Iterator[tuple[rules.Cell, ...]]:
        """Each team's cells, round by round, by the rules of events here; DomainError if the file differs."""
        points = scoring(known)
        for team in self.teams.players:
            cells = []
            for number, cell in enumerate(team.cells, 1):
                made: tuple[int, ...] = ()
                if (number, team.number) in boards:
                    made, _theirs = points_at_boards(boards[number, team.number])
                elif (number, cell.opponent or 0) in boards:
                    _theirs, made = points_at_boards(boards[number, cell.opponent or 0])
                plain = rules.Cell(cell.opponent, cell.colour, cell.outcome, None, sum(made), made)
                own = counted(known, plain)
                found = cell.points or 0, cell.secondary
                expected = points.points(own), own.secondary
                if found != expected and not cell.pending:
                    text = _(
                        "Team %(team)d, round %(round)d: found %(found)s points and %(other)s in the other"
                        " score, expected %(expected)s and %(expected_other)s."
                    )
                    told = {
                        "found": as_text(found[0]),
                        "other": as_text(found[1]),
                        "expected": as_text(expected[0]),
                        "expected_other": as_text(expected[1]),
                    }
                    raise DomainError(
                        "abnormal_points", text % {"team": team.number, "round": number, **told}
                    )
                cells.append(own)
            yield tuple(cells)

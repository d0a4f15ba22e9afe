"""Matches of teams, and what report files say of them. Records 310, 300, 320, 330, 352, 362, 240."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from django.db.models import Q
from django.utils.translation import gettext as _

from pairing import editions
from pairing.core import tournament as rules
from pairing.core.scores import groups_of
from pairing.core.tournament import (
    AllocatedByes,
    ByeKind,
    KeptApart,
    LineUp,
    MatchForfeit,
    Score,
    Team,
    TeamBye,
    TeamEvent,
    VirtualPoints,
    check_line_up,
)
from pairing.swiss_team.edition_2026 import boards_without_games, outcome_of_match
from tournaments import models
from tournaments.errors import DomainError
from tournaments.models import Game, Tournament
from tournaments.rulebook.editions import in_words, match_points, team_event
from tournaments.rulebook.rows import AT_BOARD, BYES, FORFEITED, OUTCOMES, Outcome, Result, SeatRow
from tournaments.texts import game_points

_PLAYS_NOT = rules.ABSENCE

# The results that a board of a match can have.
RESULTS_OF_BOARDS = tuple(result for result in Result if result not in Game.OPEN)
# The results that can be entered for a whole match: one team, or both, did not come at all.
FORFEITS_OF_MATCHES = (Result.WHITE_WINS_FORFEIT, Result.BLACK_WINS_FORFEIT, Result.BOTH_FORFEIT)


def is_of_teams(tournament: Tournament) -> bool:
    """Whether teams meet in matches of several boards; False if this release does not have its rules."""
    known = editions.EDITIONS.get(tournament.edition)
    return known is not None and known.form.of_teams


def result_of_match(boards: Sequence[str]) -> str:
    """The result of a match from those of its boards, the team with White on board 1 first.

    "" while one is missing. Raises DomainError for a result that no board can have, and for an unplayed match
    that is level by forfeits on both sides, as no article says who wins it.
    """
    for board, result in enumerate(boards, 1):
        if result not in (Result.NOT_YET, *RESULTS_OF_BOARDS):
            text = _("Board %(board)d: “%(found)s” is not a result. Expected one of %(known)s.")
            known = ", ".join(str(one.label) for one in RESULTS_OF_BOARDS)
            raise DomainError("unknown_result", text % {"board": board, "found": result, "known": known})
    if Result.NOT_YET in boards:
        return Result.NOT_YET
    white, black = game_points(",".join(boards))
    played = any(AT_BOARD[result, True, "w"][1] in rules.PLAYED for result in boards)
    if not played and white == black != 0:
        raise DomainError(
            "match",
            _("Nobody has played, and both teams have the same by forfeit: one of them wins, or none."),
        )
    outcomes = outcome_of_match(white, black, played=played), outcome_of_match(black, white, played=played)
    return next(result for result, known in OUTCOMES.items() if known == outcomes)


def rating_of_team(ratings: Sequence[int | None], boards: int) -> int | None:
    """The rounded average rating, in Elo, of those rated among the first `boards`; None if nobody is."""
    rated = [rating for rating in ratings[:boards] if rating]
    return (2 * sum(rated) + len(rated)) // (2 * len(rated)) if rated else None


def require_line_up(places: Sequence[int | None], boards: int) -> None:
    """Raise DomainError if members with these places in a team's order may not sit so, board 1 first."""
    try:
        check_line_up(places, boards)
    except rules.PairingError as error:
        raise DomainError("line_up", in_words(error)) from error


def usual_with_bye(outcome: rules.Outcome, members: int, boards: int) -> tuple[int | None, ...]:
    """The places of the members to whom a report gives the bye of their team, board 1 first, None for nobody.

    The allocated bye is the first members' in order; of any other one the record of the team tells (240).
    """
    last = members if outcome is rules.Outcome.PAIRING_ALLOCATED_BYE else 0
    return tuple(place if place <= last else None for place in range(1, boards + 1))


# The points per board of a round without an opponent, in tenths (C.04.6 1.4).
_OF_BYES = {
    rules.Outcome.PAIRING_ALLOCATED_BYE: 5,
    rules.Outcome.HALF_POINT_BYE: 5,
    rules.Outcome.FULL_POINT_BYE: 10,
}


def points_of_bye(tournament: Tournament, outcome: rules.Outcome) -> int:
    """The game points that a round without an opponent brings a team, in tenths (1.4)."""
    return (tournament.boards or 0) * _OF_BYES.get(outcome, 0)


def counted(tournament: Tournament, cell: rules.Cell) -> rules.Cell:
    """A team's round with all that it brought by the event's regulations; a player's round is unchanged.

    If game points come first, the points are those of the boards, once the match is over.
    """
    if tournament.boards is None:
        return cell
    if cell.opponent is None:
        boards = boards_without_games(cell.outcome, rules.Scoring(), tournament.boards)
        cell = replace(cell, secondary=points_of_bye(tournament, cell.outcome), boards=boards)
    if cell.pending or not tournament.by_game_points:
        return cell
    return replace(cell, points=cell.secondary, secondary=match_points(tournament).points(cell))


# A whole match by forfeit as record 330 writes it, the team with White on board 1 first.
_FORFEITED = dict(zip(FORFEITS_OF_MATCHES, ("+-", "-+", "--"), strict=True))


def with_members(
    tournament: Tournament, source: rules.Tournament, rows: Sequence[SeatRow]
) -> rules.Tournament:
    """The tournament of a report: for teams, its players are their members; any other is unchanged.

    `source` has the teams as its players, with their ranks; `rows` are the seats it was made from.
    """
    if not is_of_teams(tournament):
        return source
    return _Report(tournament, source, rows).written()


class _Report:
    """The members of an event's teams, and their cells in each round."""

    def __init__(self, tournament: Tournament, source: rules.Tournament, rows: Sequence[SeatRow]) -> None:
        self.source = source
        self.boards = tournament.boards or 0
        self.tournament = tournament
        self.rows = rows
        teams = {team.pk: team.number or 0 for team in tournament.players.all()}
        members = models.Member.objects.filter(team__in=teams)
        everybody = members.order_by("team__number", "place")
        # Numbered as in the report: team by team, in the teams' order of members.
        self.members = dict(enumerate(everybody, 1))
        self.numbers = {member.pk: number for number, member in self.members.items()}
        self.orders: dict[int, list[int]] = {number: [] for number in teams.values()}
        for number, member in self.members.items():
            self.orders[teams[member.team_id]].append(number)
        self.teams = teams
        self.entered = self._entered()
        self.cells: dict[int, dict[int, rules.Cell]] = {number: {} for number in self.members}
        self.line_ups: list[LineUp] = []
        self.forfeits: list[MatchForfeit] = []

    def _entered(self) -> dict[tuple[int, int], dict[int, int]]:
        """(round, team) -> board -> the number of the player named there, 0 for nobody."""
        found: dict[tuple[int, int], dict[int, int]] = {}
        asked = Q(seat__round__tournament=self.tournament)
        columns = ("seat__round__number", "seat__player_id", "board", "member_id")
        for round_, team, board, member in models.LineUp.objects.filter(asked).values_list(*columns):
            named = found.setdefault((round_, self.teams[team]), {})
            named[board] = self.numbers[member] if member else 0
        return found

    def _line_up(self, round_: int, team: int) -> list[int]:
        """The member at each board, 0 for nobody: as entered, else the first ones in the team's order."""
        named = self.entered.get((round_, team))
        if named is not None:
            return [named.get(board, 0) for board in range(1, self.boards + 1)]
        return (self.orders[team] + [0] * self.boards)[: self.boards]

    def written(self) -> rules.Tournament:
        """The tournament as the report writes it."""
        games: dict[int | None, dict[str | None, SeatRow]] = {}
        for row in self.rows:
            games.setdefault(row.game_id, {})[row.colour] = row
            if row.game_id is None and row.kind != "zero":
                self._bye(row.number, self.teams[row.player_id], BYES[row.kind])
        for game, two in games.items():
            if game is not None:
                self._match(two["w"], two["b"])
        played = self.source.played_rounds
        players = tuple(
            rules.Player(
                number=number,
                name=member.name,
                cells=tuple(self.cells[number].get(round_, _PLAYS_NOT) for round_ in range(1, played + 1)),
                sex=member.sex,
                title=member.title,
                rating=member.rating,
                uncounted_fide_rating=member.uncounted_fide_rating,
                federation=member.federation,
                fide_id=member.fide_id,
                birth=f"{member.birth}/00/00" if len(member.birth) == 4 else member.birth,
            )
            for number, member in self.members.items()
        )
        # 1.4: the bye is a draw, on every board.
        scoring = rules.Scoring(pairing_allocated_bye=rules.Scoring().white_draw)
        return replace(
            self.source,
            players=players,
            scoring=scoring,
            forbidden=(),
            team_event=self._event(played),
        )

    def _bye(self, round_: int, team: int, outcome: rules.Outcome) -> None:
        """Add the bye of a team to the cells of its members who have it."""
        order = self.orders[team]
        usual = (place and order[place - 1] for place in usual_with_bye(outcome, len(order), self.boards))
        named = self.entered.get((round_, team), {}).values() or usual
        for member in filter(None, named):
            self.cells[member][round_] = rules.Cell(outcome=outcome)

    def _match(self, white: SeatRow, black: SeatRow) -> None:
        """Add the games of a match, its forfeit and its line-ups."""
        round_ = white.number
        sides = (self.teams[white.player_id], self.teams[black.player_id])
        results = (white.boards or "").split(",") if white.boards else [""] * self.boards
        if white.result in _FORFEITED:
            self.forfeits.append(MatchForfeit(round_, *sides, _FORFEITED[Result(white.result)]))
        ones, others = (self._line_up(round_, side) for side in sides)
        for own, opponent, line_up in ((sides[0], sides[1], ones), (sides[1], sides[0], others)):
            # Otherwise the order of the team says who sat where.
            if 0 in line_up or line_up != sorted(line_up):
                self.line_ups.append(LineUp(round_, own, opponent, tuple(line_up)))
        left_open = white.left_open or "." * self.boards
        for board, (one, other, result) in enumerate(zip(ones, others, results, strict=True)):
            colours = (rules.Colour.WHITE, rules.Colour.BLACK)[:: -1 if board % 2 else 1]
            outcomes = [AT_BOARD[result, True, side][1] for side in "wb"]
            for member, opponent, colour, outcome in (
                (one, other, colours[0], outcomes[0]),
                (other, one, colours[1], outcomes[1]),
            ):
                if member:
                    said = "." if outcome not in FORFEITED else left_open[board]
                    alone = rules.Cell(outcome=outcome)
                    met = rules.Cell(opponent, colour if said == "." else None, outcome)
                    self.cells[member][round_] = met if opponent and said != "0" else alone

    def _event(self, played: int) -> TeamEvent:
        """What the file says about the teams."""
        points = match_points(self.tournament)
        event = team_event(self.tournament) or TeamEvent()
        scores = {
            team.number: scores_of_team(self.source, event, team, played) for team in self.source.players
        }
        allocated = [0] * played
        for row in self.rows:
            if row.kind == "pab":
                allocated[row.number - 1] = self.teams[row.player_id]
        return replace(
            event,
            teams=tuple(
                Team(
                    team.number,
                    name=team.name,
                    members=tuple(self.orders[team.number]),
                    strength=str(team.rating or ""),
                    match_points=scores[team.number][Score.MATCH_POINTS],
                    game_points=scores[team.number][Score.GAME_POINTS],
                    rank=team.rank,
                )
                for team in self.source.players
            ),
            forfeits=tuple(sorted(self.forfeits, key=lambda one: (one.round, one.white))),
            line_ups=tuple(sorted(self.line_ups, key=lambda one: (one.round, one.team))),
            allocated=AllocatedByes(
                points.pairing_allocated_bye,
                points_of_bye(self.tournament, Outcome.PAIRING_ALLOCATED_BYE),
                tuple(allocated),
            )
            if any(allocated)
            else None,
            byes=tuple(_byes(self.source.players, played)),
            virtual=tuple(_virtual(self.source, event)),
            kept_apart=tuple(KeptApart(one.players, one.first, one.last) for one in self.source.forbidden),
        )


def _virtual(source: rules.Tournament, event: TeamEvent) -> Iterator[VirtualPoints]:
    """The groups with virtual points, except for Baku, which the edition's code already states."""
    groups = () if source.baku else groups_of(source.players, source.rounds)
    for group in groups:
        points = {score: group.points if score is event.rules.primary else 0 for score in Score}
        yield VirtualPoints(
            points[Score.MATCH_POINTS], points[Score.GAME_POINTS], *group.rounds, *group.numbers
        )


def scores_of_team(
    source: rules.Tournament, event: TeamEvent, team: rules.Player, played: int
) -> dict[Score, int]:
    """What these rounds brought a team in either score, in tenths; a match still on brings nothing yet."""
    cells = [team.cell(number) for number in range(1, played + 1)]
    over = [cell for cell in cells if cell.outcome is not Outcome.NONE]
    return {
        event.rules.primary: sum(map(source.scoring.points, over)),
        event.rules.primary.other: sum(cell.secondary for cell in over),
    }


def _byes(teams: Iterable[rules.Player], played: int) -> Iterable[TeamBye]:
    """The byes that teams asked for: those with points, and for rounds to come also those without."""
    found: dict[tuple[int, str], list[int]] = {}
    for team in teams:
        for number, cell in enumerate(team.cells, 1):
            known: Mapping[rules.Outcome, bool] = {
                Outcome.FULL_POINT_BYE: True,
                Outcome.HALF_POINT_BYE: True,
                Outcome.ZERO_POINT_BYE: number > played,
            }
            if cell.opponent is None and known.get(cell.outcome):
                found.setdefault((number, cell.outcome.value), []).append(team.number)
    return [TeamBye(ByeKind(kind), number, tuple(named)) for (number, kind), named in sorted(found.items())]

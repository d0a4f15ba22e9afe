"""Plays a planned tournament of teams: the players of the plan are the teams (C.04.6)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

from pairing.core.tournament import (
    AllocatedByes,
    ByeKind,
    Cell,
    Colour,
    MatchForfeit,
    Outcome,
    Pair,
    Player,
    Preferences,
    Score,
    Scoring,
    Team,
    TeamBye,
    TeamEvent,
    TeamRules,
    Tournament,
    UnpairableRound,
)
from pairing.editions import pair_round
from pairing.generator.plan import Plan
from pairing.generator.results import Incident, game, incident
from pairing.norms import UNRATED
from pairing.swiss_team.matches import FORFEITS, tournament_of_teams

_BOARDS = (2, 4, 4, 6)
_MOST_RESERVES = 2
# For each reserve of a team, the chance that a random member rests in its place is one in this many.
_ONE_IN = 3


def play_teams(plan: Plan, rng: random.Random) -> Tournament:
    """The tournament of `plan` after as many of its rounds as can be paired, its players in teams.

    A planned forfeit is one of the whole match.
    """
    return _Event(plan, rng).played()


@dataclass
class _Event:
    plan: Plan
    rng: random.Random

    def played(self) -> Tournament:
        """The tournament, with the final points of the teams."""
        tournament = self._begun()
        for place, absences in enumerate(self.plan.absences):
            byes = {} if self.plan.forfeits_absences else absences
            coming = _with_byes(tournament, byes, place + 1)
            try:
                pairing = pair_round(coming, coming.edition or "")
            except UnpairableRound:
                break
            cells: dict[int, Cell] = {}
            forfeits = []
            for board, pair in enumerate(pairing.pairs):
                forfeit = self._match(coming, pair, (place, board), cells)
                if forfeit is not None:
                    forfeits.append(forfeit)
            event = _event_of(coming)
            if pairing.bye is not None:
                for member in self._line_up(event.teams[pairing.bye - 1], len(event.boards)):
                    cells[member] = Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE)
            tournament = replace(
                coming,
                players=tuple(
                    replace(player, cells=(*player.cells, cells.get(player.number, _ABSENT)))
                    for player in coming.players
                ),
                team_event=replace(
                    event,
                    forfeits=(*event.forfeits, *forfeits),
                    allocated=None
                    if self.plan.forfeits_absences
                    else _allocated(event, coming.scoring, pairing.bye),
                ),
            )
        return _with_sums(tournament)

    def _begun(self) -> Tournament:
        """The tournament before round 1: each team has as many players as there are boards, and reserves."""
        rng, plan = self.rng, self.plan
        boards = rng.choice(_BOARDS)
        size = boards + rng.randint(0, _MOST_RESERVES)
        scores = rng.choice(tuple(Score))
        # The Baku acceleration exists only for match points.
        primary = Score.MATCH_POINTS if plan.tournament.baku else scores
        rules = (
            TeamRules(primary=primary)
            if plan.forfeits_absences
            else TeamRules(rng.choice(tuple(Preferences)), primary, secondary=rng.randrange(2) == 0)
        )
        teams, players = [], []
        for team in plan.tournament.players:
            first = size * (team.number - 1) + 1
            members = tuple(range(first, first + size))
            rating = team.rating
            teams.append(Team(team.number, f"Team {team.number:03}", members, strength=str(rating or "")))
            players += [Player(number, name=f"Player {number:04}", rating=rating) for number in members]
        scoring = plan.tournament.scoring
        return replace(
            plan.tournament,
            players=tuple(players),
            # 1.4: the allocated bye is a draw of all boards.
            scoring=replace(scoring, pairing_allocated_bye=scoring.white_draw),
            forbidden=(),
            tie_breaks=(),
            team_event=TeamEvent(rules, tuple(teams), boards=("WB" * boards)[:boards]),
        )

    def _line_up(self, team: Team, boards: int) -> list[int]:
        """The members who play, in the order of the team; now and then a regular player rests."""
        members = list(team.members)
        while len(members) > boards:
            members.pop(self.rng.randrange(len(members)) if self.rng.randrange(_ONE_IN) == 0 else -1)
        return members

    def _match(
        self, tournament: Tournament, pair: Pair, place: tuple[int, int], cells: dict[int, Cell]
    ) -> MatchForfeit | None:
        """Put the games of a match into `cells`; returns its forfeit, or None if it was played."""
        event = _event_of(tournament)
        planned = self.plan.incidents.get(place)
        forfeit = None
        away = [team in self.plan.absences[place[0]] for team in (pair.white, pair.black)]
        if self.plan.forfeits_absences and any(away):
            result = "".join("-" if gone else "+" for gone in away)
            forfeit = MatchForfeit(place[0] + 1, pair.white, pair.black, result)
        elif planned in (Incident.FORFEIT_WIN, Incident.FORFEIT_LOSS):
            outcomes = incident(self.rng, planned)
            result = next(text for text, both in FORFEITS.items() if both == outcomes)
            forfeit = MatchForfeit(place[0] + 1, pair.white, pair.black, result)
        teams = (event.teams[pair.white - 1], event.teams[pair.black - 1])
        line_ups = [self._line_up(team, len(event.boards)) for team in teams]
        for board, (one, other) in enumerate(zip(*line_ups, strict=True)):
            white, black = (one, other) if event.boards[board] == "W" else (other, one)
            if forfeit is not None:
                first, second = FORFEITS[forfeit.result]
                results = (first, second) if white == one else (second, first)
            elif planned is Incident.UNUSUAL and board == 0:
                results = incident(self.rng, planned)
            else:
                mine, theirs = (tournament.players[at - 1].rating or UNRATED for at in (white, black))
                results = game(self.rng, mine, theirs, self.plan.draws)
            cells[white] = Cell(black, Colour.WHITE, results[0])
            cells[black] = Cell(white, Colour.BLACK, results[1])
        return forfeit


_ABSENT = Cell(outcome=Outcome.ZERO_POINT_BYE)


def _allocated(event: TeamEvent, scoring: Scoring, taker: int | None) -> AllocatedByes:
    """1.4: the allocated byes with one more round added; each is a match drawn on all boards."""
    before = event.allocated.teams if event.allocated else ()
    return AllocatedByes(event.draw, len(event.boards) * scoring.white_draw, (*before, taker or 0))


def _event_of(tournament: Tournament) -> TeamEvent:
    """The tournament's data on its teams."""
    return tournament.team_event or TeamEvent()


def _with_byes(tournament: Tournament, absences: Mapping[int, Outcome], number: int) -> Tournament:
    """The tournament with the byes that teams have in the coming round."""
    event = _event_of(tournament)
    byes = tuple(
        TeamBye(kind, number, teams)
        for kind in ByeKind
        if (teams := tuple(team for team, outcome in sorted(absences.items()) if outcome.value == kind.value))
    )
    return replace(tournament, team_event=replace(event, byes=(*event.byes, *byes)))


def _with_sums(tournament: Tournament) -> Tournament:
    """The tournament, with each team's match points and game points filled in."""
    event = _event_of(tournament)
    by_matches = event.rules.primary is Score.MATCH_POINTS

    def with_sums(team: Team, cells: tuple[Cell, ...]) -> Team:
        primary, secondary = sum(cell.points or 0 for cell in cells), sum(cell.secondary for cell in cells)
        matches, games = (primary, secondary) if by_matches else (secondary, primary)
        return replace(team, match_points=matches, game_points=games)

    sums = (player.cells[: tournament.played_rounds] for player in tournament_of_teams(tournament).players)
    return replace(tournament, team_event=replace(event, teams=tuple(map(with_sums, event.teams, sums))))

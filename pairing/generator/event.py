"""Plays a planned tournament: the engine pairs every round, the results are random."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from pairing.core.edition import Form
from pairing.core.tournament import (
    ABSENCE,
    AllocatedByes,
    ByeKind,
    Cell,
    Colour,
    MatchForfeit,
    Outcome,
    Pair,
    PairingError,
    Player,
    Preferences,
    RoundPairing,
    Score,
    Scoring,
    Team,
    TeamBye,
    TeamEvent,
    TeamRules,
    Tournament,
    UnpairableRound,
)
from pairing.double_swiss.edition_2026 import GAMES
from pairing.editions import edition_by_code, entrants, in_standings, kind_of, left_out, pair_round, still_in
from pairing.generator.plan import Incident, Plan, Result, Wishes, draw_plan, game, incident
from pairing.knock_out.editions import follow
from pairing.norms import UNRATED
from pairing.swiss_team.edition_2026 import FORFEITS, tournament_of_teams
from pairing.tie_breaks.ranking import standings

# -- Plays a planned tournament of teams: the players of the plan are the teams (C.04.6) --------------

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


# -- Plays a planned tournament of players

_ATTEMPTS = 100


def generate(wishes: Wishes, rng: random.Random) -> Tournament:
    """A tournament as `wishes` ask for it, with all rounds played and the ranks by its tie-breaks.

    The same wishes and the same state of `rng` give the same tournament. If a round cannot be paired,
    because the players have met all whom they may, another tournament with the same number of players is
    drawn, with as many rounds as could be paired: the number of rounds is then smaller than wished for.

    Raises PairingError for wishes that cannot be fulfilled.
    """
    edition = edition_by_code(wishes.edition)
    form = edition.form
    for _ in range(_ATTEMPTS):
        plan = draw_plan(wishes, rng)
        tournament = PLAYED[form](plan, rng)
        paired = entrants(tournament, wishes.edition)
        if paired.played_rounds == plan.rounds:
            return _ranked(tournament, plan.tie_breaks) if form is Form.GAMES else tournament
        # The number of rounds of a table or a bracket cannot be wished for.
        rounds = None if edition.rounds_for else max(paired.played_rounds, 1)
        wishes = replace(wishes, players=len(paired.players), rounds=rounds)
    raise PairingError(
        f"In {_ATTEMPTS} attempts no tournament could be paired to its end: expected fewer rounds, byes or "
        "forbidden pairs."
    )


def play(plan: Plan, rng: random.Random) -> Tournament:
    """The tournament of `plan` after as many of its rounds as can be paired."""
    tournament = plan.tournament
    for place, absences in enumerate(plan.absences):
        coming = tournament
        if not plan.forfeits_absences:
            away = {number: Cell(outcome=outcome) for number, outcome in absences.items()}
            coming = with_cells(tournament, away)
        try:
            pairing = pair_round(coming, plan.tournament.edition or "")
        except UnpairableRound:
            return tournament

        def result(board: int, pair: Pair, place: int = place) -> Result:
            return _result(rng, plan, (place, board), pair)

        cells = _free(coming, place) | cells_of(pairing, result)
        tournament = _decided(with_cells(coming, cells), rng)
    return tournament


def play_matches(plan: Plan, rng: random.Random) -> Tournament:
    """Like `play`, for matches of two games with reversed colours, each in two rounds (C.04.5)."""
    tournament = replace(plan.tournament, rounds=GAMES * plan.rounds, tie_breaks=())
    for place, absences in enumerate(plan.absences):
        coming = tournament
        if not plan.forfeits_absences:
            away = {number: Cell(outcome=outcome) for number, outcome in absences.items()}
            coming = with_cells(with_cells(tournament, away), away)
        try:
            first = pair_round(coming, plan.tournament.edition or "")
        except UnpairableRound:
            return tournament
        second = RoundPairing(tuple(Pair(pair.black, pair.white) for pair in first.pairs), first.bye)

        def result(board: int, pair: Pair, place: int = place) -> Result:
            return _result(rng, plan, (place, board), pair)

        games = [cells_of(pairing, result) for pairing in (first, second)]
        if first.bye is not None:
            # A game won and one drawn (1.4).
            games[1][first.bye] = Cell(outcome=Outcome.HALF_POINT_BYE)
        free = _free(coming, GAMES * place)
        tournament = _decided(with_cells(with_cells(coming, free | games[0]), free | games[1]), rng)
    return tournament


def _free(tournament: Tournament, rounds: int) -> dict[int, Cell]:
    """The cells in the round after `rounds` for the players who have neither an opponent nor a bye there.

    With a table the cell is an absence; in a knock-out, players who go on without an opponent have a
    full-point bye.
    """
    through = still_in(tournament, tournament.edition or "") or ()
    return {
        player.number: Cell(outcome=Outcome.FULL_POINT_BYE) if player.number in through else ABSENCE
        for player in tournament.players
        if len(player.cells) == rounds
    }


def _decided(tournament: Tournament, rng: random.Random) -> Tournament:
    """The tournament; in a knock-out, a tie-break decides each level match of its last round."""
    code = tournament.edition or ""
    if edition_by_code(code).still_in is None:
        return tournament
    winners = {rng.choice(match.players) for match in follow(entrants(tournament, code)).open_matches}
    players = (
        player.with_cells((*player.cells[:-1], replace(player.cells[-1], decided=True)))
        if player.number in winners
        else player
        for player in tournament.players
    )
    return replace(tournament, players=tuple(players))


def with_cells(tournament: Tournament, cells: Mapping[int, Cell]) -> Tournament:
    """The tournament with one more cell for each player who has one in `cells`."""
    players = (
        replace(p, cells=(*p.cells, cells[p.number])) if p.number in cells else p for p in tournament.players
    )
    return replace(tournament, players=tuple(players))


def cells_of(pairing: RoundPairing, result: Callable[[int, Pair], Result]) -> dict[int, Cell]:
    """The cells of a round for the players who were paired in it.

    `result` gives the results of a board, counted from 0, for White and for Black.
    """
    cells = {}
    for board, pair in enumerate(pairing.pairs):
        white, black = result(board, pair)
        cells[pair.white] = Cell(pair.black, Colour.WHITE, white)
        cells[pair.black] = Cell(pair.white, Colour.BLACK, black)
    if pairing.bye is not None:
        cells[pairing.bye] = Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE)
    return cells


def _result(rng: random.Random, plan: Plan, place: tuple[int, int], pair: Pair) -> Result:
    """The result planned for the game, or else a random one that follows the players' ratings."""
    away = plan.absences[place[0]]
    if pair.white in away or pair.black in away:
        return _forfeit(pair.white in away), _forfeit(pair.black in away)
    if place in plan.incidents:
        return incident(rng, plan.incidents[place])
    players = plan.tournament.players
    white, black = (players[number - 1].rating or UNRATED for number in (pair.white, pair.black))
    return game(rng, white, black, plan.draws)


def _forfeit(away: bool) -> Outcome:
    return Outcome.FORFEIT_LOSS if away else Outcome.FORFEIT_WIN


PLAYED: Mapping[Form, Callable[[Plan, random.Random], Tournament]] = {
    Form.GAMES: play,
    Form.MATCHES: play_matches,
    Form.TEAMS: play_teams,
}


def _ranked(tournament: Tournament, tie_breaks: tuple[str, ...]) -> Tournament:
    """The tournament with its tie-breaks, and the ranks that they give."""
    listed = ("PTS", *tie_breaks)
    system = kind_of(edition_by_code(tournament.edition or ""))
    lines = standings(in_standings(tournament), listed, system=system, left_out=left_out(tournament))
    ranks = {line.number: line.rank for line in lines}
    players = tuple(replace(player, rank=ranks[player.number]) for player in tournament.players)
    return replace(tournament, players=players, tie_breaks=listed)

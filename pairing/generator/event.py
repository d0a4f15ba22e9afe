"""Plays a planned tournament: the engine pairs every round, the results are random."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace

from pairing.core.edition import Form
from pairing.core.tournament import (
    ABSENCE,
    Cell,
    Colour,
    Outcome,
    Pair,
    PairingError,
    RoundPairing,
    Tournament,
    UnpairableRound,
)
from pairing.double_swiss.matches import GAMES
from pairing.editions import (
    edition_by_code,
    entrants,
    in_standings,
    kind_of,
    left_out,
    pair_round,
    still_in,
)
from pairing.generator.plan import Plan, draw_plan
from pairing.generator.results import Result, game, incident
from pairing.generator.teams import play_teams
from pairing.generator.wishes import Wishes
from pairing.knock_out.bracket import follow
from pairing.norms import UNRATED
from pairing.ranking import standings

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

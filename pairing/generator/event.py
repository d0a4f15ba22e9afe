"""Plays a planned tournament: the engine pairs every round, chance makes the results."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pairing.editions import edition_by_code, kind_of, left_out, pair_round
from pairing.generator.plan import draw_plan
from pairing.generator.results import UNRATED, game, incident
from pairing.ranking import standings
from pairing.tournament import ABSENCE, Cell, Colour, Outcome, PairingError, UnpairableRound

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping

    from pairing.generator.plan import Plan
    from pairing.generator.results import Result
    from pairing.generator.wishes import Wishes
    from pairing.tournament import Pair, RoundPairing, Tournament

_ATTEMPTS = 100


def generate(wishes: Wishes, rng: random.Random) -> Tournament:
    """A tournament as `wishes` ask for it, all rounds played and the ranks those of its tie-breaks.

    The same wishes and the same state of `rng` give the same tournament. Where a round cannot be paired,
    because the players have met whom they may, another tournament with the same number of players is
    drawn, of as many rounds as could be paired: the number of rounds is then smaller than wished for.

    Raises PairingError for wishes that cannot be fulfilled.
    """
    edition_by_code(wishes.edition)
    for _ in range(_ATTEMPTS):
        plan = draw_plan(wishes, rng)
        tournament = play(plan, rng)
        if tournament.played_rounds == plan.rounds:
            return _ranked(tournament, plan.tie_breaks)
        wishes = replace(wishes, players=len(tournament.players), rounds=max(tournament.played_rounds, 1))
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

        # Whoever a table leaves free has neither an opponent nor a bye.
        free = {player.number: ABSENCE for player in coming.players if len(player.cells) == place}
        tournament = with_cells(coming, free | cells_of(pairing, result))
    return tournament


def with_cells(tournament: Tournament, cells: Mapping[int, Cell]) -> Tournament:
    """The tournament with one more cell for each player who has one in `cells`."""
    players = (
        replace(p, cells=(*p.cells, cells[p.number])) if p.number in cells else p for p in tournament.players
    )
    return replace(tournament, players=tuple(players))


def cells_of(pairing: RoundPairing, result: Callable[[int, Pair], Result]) -> dict[int, Cell]:
    """What a round brings to those who were paired in it.

    `result` is the one of a board, which counts from 0, for White and for Black.
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
    """What is planned for the game, or else what the ratings of the players make likely."""
    away = plan.absences[place[0]]
    if pair.white in away or pair.black in away:
        return tuple(  # type: ignore[return-value]
            Outcome.FORFEIT_LOSS if number in away else Outcome.FORFEIT_WIN
            for number in (pair.white, pair.black)
        )
    if place in plan.incidents:
        return incident(rng, plan.incidents[place])
    players = plan.tournament.players
    white, black = (players[number - 1].rating or UNRATED for number in (pair.white, pair.black))
    return game(rng, white, black, plan.draws)


def _ranked(tournament: Tournament, tie_breaks: tuple[str, ...]) -> Tournament:
    """The tournament with its tie-breaks, and the ranks that they give."""
    listed = ("PTS", *tie_breaks)
    system = kind_of(edition_by_code(tournament.edition or ""))
    lines = standings(tournament, listed, system=system, left_out=left_out(tournament))
    ranks = {line.number: line.rank for line in lines}
    players = tuple(replace(player, rank=ranks[player.number]) for player in tournament.players)
    return replace(tournament, players=players, tie_breaks=listed)

"""The file for other engines: TRF16 with no more records than bbpPairings and JaVaFo know, to pair a round.

bbpPairings 6 refuses codes of editions that it does not have (192), unknown results, and points beside
results (299); JaVaFo 2.2 ignores who is kept apart in certain rounds (260), and would pair them.
"""

from __future__ import annotations

from dataclasses import replace

from pairing.core.sentences import Saying, phrase
from pairing.core.tournament import ABSENCE, Cell, Outcome, PairingError, Player, Prohibition, Tournament
from pairing.editions import with_virtual_points
from pairing.trf.writer import Format, write

_BESIDE = phrase(
    "Other engines know no points beside results (299): player {player} has some in round {round}"
)


def write_for_engines(tournament: Tournament) -> str:
    """The tournament before its coming round, for engines that pair that round by rules of their own.

    All virtual points are stated player by player (XXA), those of the Baku acceleration too; who must not
    meet in the coming round is in XXP; byes of that round are marks in the players' records, and an allocated
    bye that was set beforehand is an absence from it. A game without a result is a draw, as it counts for the
    pairing (C.04.2 D.1, 2026 3.1). Record 001 has the ratings that count. Everything else that pairs nothing
    is left out: regulations, remarks, byes of later rounds.

    Raises PairingError for teams, and for points that the results do not bring (299): these engines know
    neither. Raises what `with_virtual_points` and `write` raise, too.
    """
    _require_results_alone(tournament)
    coming = tournament.played_rounds + 1
    known = with_virtual_points(tournament).with_pending_drawn()
    apart = (one.players for one in known.forbidden if one.holds_in(coming))
    return write(
        replace(
            known,
            players=tuple(_player(player, coming, known.rounds) for player in known.players),
            forbidden=tuple(Prohibition(players) for players in apart),
            edition=None,
            baku=False,
            declared=(),
            table=(),
            controller="",
            rating_method="",
            time_control_code="",
            tie_breaks=(),
            other_records=(),
        ),
        form=Format.TRF16,
        counting_ratings=True,
    )


def _player(player: Player, coming: int, rounds: int | None) -> Player:
    """The player with rounds no later than the coming one, and virtual points of no more than all rounds."""
    cells = player.cells[:coming]
    if len(cells) == coming and cells[-1].outcome is Outcome.PAIRING_ALLOCATED_BYE:
        cells = (*cells[:-1], ABSENCE)
    return replace(player, cells=cells, virtual=player.virtual[:rounds])


def _require_results_alone(tournament: Tournament) -> None:
    if tournament.team_event is not None:
        raise PairingError(Saying("Other engines pair players: they know no teams"))
    for player in tournament.players:
        for number, cell in enumerate(player.cells, 1):
            if cell.points not in {None, _worth(tournament, cell)}:
                raise PairingError(Saying.of(_BESIDE, {"player": player.number, "round": number}))


def _worth(tournament: Tournament, cell: Cell) -> int:
    """What the result of the cell is worth by the points of the event."""
    return tournament.scoring.points(replace(cell, points=None))

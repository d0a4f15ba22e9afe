"""The Baku acceleration (C.04.7, before 2026 C.04.5.1): the only accelerated system that FIDE approved.

The upper half of the initial order, group A, has virtual points in the first half of the tournament.
They count for pairing only; standings and tie-breaks never see them. Points are in tenths. Points that an
organiser declares instead are given here too: as in Baku, their groups are ranges of pairing numbers.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import replace

from pairing.declared_points import points_of
from pairing.saying import Saying
from pairing.scoring import in_words
from pairing.tournament import BLANK, PairingError, Player, Scoring, Tournament

# The virtual points of group A in each round, in tenths, given the number of rounds and the scoring.
type Schedule = Callable[[int, Scoring], tuple[int, ...]]


def virtual_points(rounds: int, scoring: Scoring) -> tuple[int, ...]:
    """C.04.7: the virtual points of group A in each accelerated round, in tenths.

    The accelerated rounds are the first half, rounded up. In the first half of these, rounded up,
    the points are those of a win, and in the others those of a draw.
    """
    accelerated_rounds = -(-rounds // 2)
    full = -(-accelerated_rounds // 2)
    return (scoring.white_win,) * full + (scoring.white_draw,) * (accelerated_rounds - full)


def accelerated(tournament: Tournament, schedule: Schedule = virtual_points) -> Tournament:
    """The tournament with the virtual points that it is to be paired by.

    Points stated player by player (XXA, record 250) come first; then points declared for groups; then those
    of the Baku acceleration, if `baku` asks for it. Raises PairingError if the method does not fit the
    tournament; see `with_baku_points`.
    """
    if any(player.virtual for player in tournament.players):
        return tournament
    if tournament.declared:
        return with_declared_points(tournament)
    return with_baku_points(tournament, schedule) if tournament.baku else tournament


def with_declared_points(tournament: Tournament) -> Tournament:
    """The tournament in which everybody has the points that are declared for them.

    Pairing numbers are those of round 1, as for the groups of Baku: a player who was absent then held none,
    and a late entry counts with the next player who held one.
    """
    held = _numbers_of_round_1(tournament)

    def player(one: Player) -> Player:
        return replace(one, virtual=points_of(tournament.declared, 1 + bisect_left(held, one.number)))

    return replace(tournament, players=tuple(map(player, tournament.players)))


def with_baku_points(tournament: Tournament, schedule: Schedule = virtual_points) -> Tournament:
    """C.04.7: the tournament in which everybody has the virtual points that Baku gives them in each round.

    `schedule` gives the points of group A for the rounds as the tournament counts them. Raises PairingError
    if the method is not made for the scoring (1.1), or if the number of rounds, which decides which rounds
    are accelerated, is not known.
    """
    check_baku_scoring(tournament.scoring)
    if tournament.rounds is None:
        raise PairingError(
            Saying(
                "The Baku acceleration depends on the number of rounds, which is not stated: expected a "
                "record 142 or XXR."
            )
        )
    points = schedule(tournament.rounds, tournament.scoring)
    last = last_of_group_a(tournament)
    players = tuple(
        replace(player, virtual=points if player.number <= last else ()) for player in tournament.players
    )
    return replace(tournament, players=players)


def check_baku_scoring(scoring: Scoring) -> None:
    """C.04.7 1.1: a win is worth two draws and a loss nothing. Raises PairingError otherwise."""
    games = {
        (scoring.white_win, scoring.white_draw, scoring.white_loss),
        (scoring.black_win, scoring.black_draw, scoring.black_loss),
    }
    win, draw, loss = min(games)
    if len(games) > 1 or win != 2 * draw or loss != 0:
        first, *others = (in_words(*game) for game in sorted(games))
        raise PairingError(
            Saying(
                "The Baku acceleration does not fit the points {points} for a win, a draw and a loss: "
                "expected a win to be worth two draws, and a loss nothing (C.04.7 1.1).",
                points=Saying("{some} and {last}", some=first, last=others[0]) if others else first,
            )
        )


def group_a_size(participants: int) -> int:
    """C.04.7: half of the participants, rounded up to an even number: 2 x ceil(N / 4)."""
    return 2 * -(-participants // 4)


def last_of_group_a(tournament: Tournament) -> int:
    """C.04.7: the pairing number of the last participant of group A, 0 if there is none.

    Only players who took part in the pairing of round 1, or are to, held a pairing number then and are
    counted. Late entries do not change who is last: one with a smaller number belongs to group A.
    """
    held = _numbers_of_round_1(tournament)
    return max(held[: group_a_size(len(held))], default=0)


def _numbers_of_round_1(tournament: Tournament) -> list[int]:
    """The pairing numbers of those who held one in round 1, ascending."""
    begun = tournament.played_rounds > 0
    return sorted(player.number for player in tournament.players if _held_a_number(player, begun=begun))


def _held_a_number(player: Player, *, begun: bool) -> bool:
    """Whether `player` was paired in round 1, or is to be if nothing has been paired yet."""
    return player.cell(1).paired if begun else player.cell(1) == BLANK

"""Scores in tenths of a point: what a player is paired by, virtual points included (C.04.3 A.2, C.04.7)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, combinations, groupby

from pairing.core.sentences import Phrase, Tenths
from pairing.core.tournament import BLANK, PairingError, Player, Scoring, Tournament, VirtualGroup

# -- The score used for pairing (C.04.3 A.2), and the topscorers (A.7). All in tenths of a point ------


def points(tournament: Tournament, player: Player, rounds: int) -> int:
    """The points of `player` after `rounds` rounds; a round without an entry counts as an absence."""
    return points_by_round(tournament, player, rounds)[-1]


def points_by_round(tournament: Tournament, player: Player, rounds: int) -> list[int]:
    """The points of `player` after no round, after round 1, and so on to round `rounds`."""
    cells = player.cells[:rounds]
    worth = [tournament.scoring.points(cell) for cell in cells]
    worth += [tournament.scoring.zero_point_bye] * (rounds - len(cells))
    return list(accumulate(worth, initial=0))


def pairing_scores(tournament: Tournament, player: Player, number: int) -> list[int]:
    """C.04.3 A.2: the scores of `player` for the pairings of round 1 to round `number`.

    Each is what the rounds before brought them, plus the virtual points of an accelerated round.
    """
    scores = points_by_round(tournament, player, number - 1)
    for place, virtual in enumerate(player.virtual[:number]):
        scores[place] += virtual
    return scores


def pairing_score(tournament: Tournament, player: Player, number: int) -> int:
    """C.04.3 A.2: the score of `player` for the pairing of round `number`."""
    return pairing_scores(tournament, player, number)[-1]


def best_result(scoring: Scoring) -> int:
    """The most that one game can bring."""
    return max(scoring.white_win, scoring.black_win, scoring.white_draw, scoring.black_draw)


def win(scoring: Scoring) -> int:
    """The least that a win brings: White's and Black's may differ."""
    return min(scoring.white_win, scoring.black_win)


def loss(scoring: Scoring) -> int:
    """The least that a loss brings."""
    return min(scoring.white_loss, scoring.black_loss)


def topscorer_limit(tournament: Tournament, number: int) -> int | None:
    """C.04.3 A.7: the score that a player must exceed to be a topscorer in round `number`.

    It is half of what the rounds before could have brought. Topscorers exist in the final round only: returns
    None before it, and if the number of rounds is unknown.
    """
    if tournament.rounds is None or number < tournament.rounds:
        return None
    return (number - 1) * best_result(tournament.scoring) // 2


# -- Which scoring systems a tournament can be paired with --------------------------------------------


def check_scoring(scoring: Scoring) -> None:
    """Refuse a scoring system that does not reward winning.

    With either colour a win must be worth more than a loss, a draw at least as much as a loss, and two draws
    at most a win and a loss together; the pairing-allocated bye may be worth at most a win. Raises
    PairingError, which says what was found and what was expected.
    """
    games = (
        (Phrase("White"), scoring.white_win, scoring.white_draw, scoring.white_loss),
        (Phrase("Black"), scoring.black_win, scoring.black_draw, scoring.black_loss),
    )
    bye = scoring.pairing_allocated_bye
    for colour, win, draw, loss in games:
        worth = Phrase(
            "{points} for a win, a draw and a loss with {colour}",
            points=in_words(win, draw, loss),
            colour=colour,
        )
        if win <= loss:
            raise _absurd(worth, Phrase("a win to be worth more than a loss"))
        if draw < loss:
            raise _absurd(worth, Phrase("a draw to be worth no less than a loss"))
        if 2 * draw > win + loss:
            raise _absurd(worth, Phrase("two draws to be worth no more than a win and a loss"))
        if bye > win:
            raise _absurd(
                Phrase("{bye} for the pairing-allocated bye and {worth}", bye=Tenths(bye), worth=worth),
                Phrase("the bye to be worth no more than a win"),
            )


def check_bye(scoring: Scoring) -> None:
    """Refuse a pairing-allocated bye whose worth is not that of one result or of several together.

    With 1, ½ and 0 it is one of these; with 3, 1 and 0 it may also be 2, as for two draws. C.04.1 c (2026: 3)
    leaves its worth to the rules of the competition; this is what FIDE lets programs offer. Raises
    PairingError.
    """
    results = {
        *(scoring.white_win, scoring.white_draw, scoring.white_loss),
        *(scoring.black_win, scoring.black_draw, scoring.black_loss),
    }
    bye = scoring.pairing_allocated_bye
    brought = {0}
    for points in range(1, bye + 1):
        if any(points - result in brought for result in results):
            brought.add(points)
    if bye not in brought:
        raise _absurd(
            Phrase("{bye} for the pairing-allocated bye", bye=Tenths(bye)),
            Phrase(
                "what one result or several together bring with {points}",
                points=in_words(scoring.white_win, scoring.white_draw, scoring.white_loss),
            ),
        )


def in_words(win: int, draw: int, loss: int) -> Phrase:
    """The points for a win, a draw and a loss: 1.0-0.5-0.0."""
    return Phrase("{win}-{draw}-{loss}", win=Tenths(win), draw=Tenths(draw), loss=Tenths(loss))


def _absurd(found: Phrase, expected: Phrase) -> PairingError:
    return PairingError(
        Phrase(
            "The points make no sense: found {found}, expected {expected}.", found=found, expected=expected
        )
    )


# -- Virtual points that an organiser declares before round 1, a method other than Baku, that of C.04.7.
#
# Written as text, they have one line per group: its rounds, its pairing numbers, its points, as `1-2 1-20
# 1`.

_ENDS = r"([0-9]{1,4})(?:[-–]([0-9]{1,4}))?"
_LINE = re.compile(rf"{_ENDS}\s+{_ENDS}\s+([0-9]{{0,2}}½|[0-9]{{1,2}}(?:[.,][0-9])?)")


def read_groups(text: str) -> tuple[VirtualGroup, ...]:
    """The groups in `text`; blank lines are skipped. Raises PairingError for a line that is not a group."""
    lines = filter(None, map(str.strip, text.splitlines()))
    return tuple(_group(line, number) for number, line in enumerate(lines, 1))


def check_groups(groups: Sequence[VirtualGroup], rounds: int, games: int = 1) -> None:
    """Check that the groups can be declared for this number of rounds; a match takes `games` rounds.

    Raises PairingError with the line, what was found, and what was expected.
    """
    for line, group in enumerate(groups, 1):
        first, last = group.rounds
        if not 1 <= first <= last <= rounds:
            raise _error(line, f"{first}-{last}", Phrase("rounds from 1 to {last}", last=rounds))
        if (first - 1) % games or last % games:
            raise _error(line, f"{first}-{last}", Phrase("whole matches, of two rounds each"))
        low, high = group.numbers
        if not 1 <= low <= high:
            raise _error(line, f"{low}-{high}", Phrase("pairing numbers, the lower one first"))
        if group.points == 0:
            raise _error(line, "0", Phrase("points above 0"))
    for (line, one), (other_line, other) in combinations(enumerate(groups, 1), 2):
        if _meet(one.rounds, other.rounds) and _meet(one.numbers, other.numbers):
            found = f"{other.numbers[0]}-{other.numbers[1]}"
            raise _error(
                other_line, found, Phrase("numbers other than in line {line} in these rounds", line=line)
            )


def points_of(groups: Iterable[VirtualGroup], number: int) -> tuple[int, ...]:
    """The points that the groups give the player who was `number` in round 1, round by round, in tenths."""
    points: dict[int, int] = {}
    for group in groups:
        low, high = group.numbers
        if low <= number <= high:
            points |= dict.fromkeys(range(group.rounds[0], group.rounds[1] + 1), group.points)
    return tuple(points.get(place, 0) for place in range(1, max(points, default=0) + 1))


def groups_of(players: Sequence[Player], rounds: int | None) -> Iterator[VirtualGroup]:
    """The players' virtual points in the first `rounds` rounds, or in all, as groups of neighbours."""
    for points, group in groupby(players, lambda player: player.virtual[:rounds]):
        numbers = [player.number for player in group]
        runs = groupby(enumerate(points, 1), lambda of_round: of_round[1])
        for value, places in ((value, [place for place, _ in run]) for value, run in runs if value):
            yield VirtualGroup((places[0], places[-1]), (numbers[0], numbers[-1]), value)


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def _group(line: str, number: int) -> VirtualGroup:
    found = _LINE.fullmatch(line)
    if found is None:
        raise _error(number, line, Phrase("rounds, pairing numbers and points, such as 1-2 1-20 1"))
    whole, _point, tenths = found[5].replace("½", ".5").replace(",", ".").partition(".")
    return VirtualGroup(
        (int(found[1]), int(found[2] or found[1])),
        (int(found[3]), int(found[4] or found[3])),
        10 * int(whole or 0) + int(tenths or 0),
    )


def _error(line: int, found: str, expected: Phrase) -> PairingError:
    return PairingError(
        Phrase(
            "Virtual points, line {line}: found “{found}”, expected {expected}.",
            line=line,
            found=found,
            expected=expected,
        )
    )


# -- The Baku acceleration (C.04.7, before 2026 C.04.5.1): the only accelerated system that FIDE approved.
#
# The upper half of the initial order, group A, has virtual points in the first half of the tournament. They
# count for pairing only; standings and tie-breaks never see them. Points are in tenths. Points that an
# organiser declares instead are given here too: as in Baku, their groups are ranges of pairing numbers.

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
            Phrase(
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
            Phrase(
                "The Baku acceleration does not fit the points {points} for a win, a draw and a loss: "
                "expected a win to be worth two draws, and a loss nothing (C.04.7 1.1).",
                points=Phrase("{some} and {last}", some=first, last=others[0]) if others else first,
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

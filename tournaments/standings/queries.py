"""The standings and the cross-table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

from django.core.cache import cache
from django.db.models import Q

from tournaments import rulebook
from tournaments.models import AuditEvent, Category, Game, GivenValue, Player, Round, Seat, Tournament
from tournaments.prizes import queries as prizes


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings: the rank among all players, and the place among those shown."""

    rank: int
    place: int
    player: Player
    standing: rulebook.Standing


def rest_on(tournament: Tournament, **_of_whom: object) -> tuple[object, ...]:
    """A key that changes whenever the standings, or anything their page says about them, change.

    It has the last finished round, the last act that the public may know and that is not a result of a later
    round, and the adjourned games. In a round robin such a result counts too: it may decide whose games do
    not count at all (C.05 6.6). The other arguments of a page make no difference.
    """
    after = rulebook.finished_rounds(tournament)
    of_later_rounds = Q(action=AuditEvent.Action.RESULT_ENTERED, round_number__gt=after)
    if rulebook.is_round_robin(tournament):
        of_later_rounds = Q(pk__in=[])
    told = tournament.audit_events.exclude(Q(action__in=AuditEvent.PRIVATE) | of_later_rounds)
    last = told.values_list("pk", flat=True).first()
    adjourned = Game.objects.filter(round__tournament=tournament, result=Game.Result.ADJOURNED)
    return after, last, *adjourned.order_by("pk").values_list("pk", flat=True)


def rows(tournament: Tournament, after: int | None = None, category: Category | None = None) -> list[Row]:
    """The standings with their players; for a category, with the places of its players among themselves."""
    players = {player.number: player for player in tournament.players.all()}
    members = {player.pk for player in prizes.members(tournament, category, players.values())}
    lines = [line for line in table(tournament, after) if players[line.number].pk in members]
    return [
        Row(line.rank, among.rank, players[line.number], line)
        for line, among in zip(lines, rulebook.ranked_among(lines), strict=True)
    ]


def top(tournament: Tournament, stand: rulebook.Stand, places: int) -> list[Row]:
    """The first lines of the standings, of all players."""
    lines = stand.lines[:places]
    people = {player.number: player for player in tournament.players.all()}
    return [Row(line.rank, line.rank, people[line.number], line) for line in lines]


def sides(tournament: Tournament, lines: Sequence[Row]) -> tuple[int, int] | None:
    """The points of the players of each of the two sides, in tenths; None if there are no sides.

    Players whose games do not count (C.05 6.6) are left out.
    """
    last = rulebook.last_of_side_a(tournament, len(tournament.players.all()))
    if last is None:
        return None
    out = rulebook.left_out(tournament)
    made = [line.standing for line in lines if line.standing.number not in out]
    of_a = sum(line.points for line in made if line.number <= last)
    return of_a, sum(line.points for line in made) - of_a


def best(tournament: Tournament) -> list[tuple[Category, list[Row]]]:
    """The winners of each of the event's categories; players who share first place are listed together."""
    everybody = rows(tournament)
    belonging = prizes.by_player(tournament, [row.player for row in everybody])
    found: dict[Category, list[Row]] = {}
    for row in everybody:
        for category in belonging.get(row.player.pk, ()):
            first = found.setdefault(category, [])
            if not first or first[0].rank == row.rank:
                first.append(row)
    return [(category, found[category]) for category in tournament.categories.all() if category in found]


def standing_of(player: Player, after: int | None = None) -> rulebook.Standing | None:
    """The player's line in the standings; None for a player who is in no standings."""
    return place_in(table(player.tournament, after), player)


def place_in(lines: Sequence[rulebook.Standing], player: Player) -> rulebook.Standing | None:
    """The player's line; None for a player who is in no standings."""
    return next((line for line in lines if line.number == player.number), None)


def neighbour(numbers: Sequence[int], number: int) -> int:
    """The number just before this one in the order; for the first, the one after it."""
    place = numbers.index(number)
    return numbers[place - 1] if place else numbers[min(1, len(numbers) - 1)]


def given_tie_breaks(tournament: Tournament) -> list[GivenValue.TieBreak]:
    """The event's tie-breaks whose values are entered by arbiters, in order."""
    known = set(GivenValue.TieBreak.values)
    return [GivenValue.TieBreak(code) for code in tournament.tie_break_codes if code in known]


def equals(tournament: Tournament) -> list[list[Player]]:
    """The players whom no tie-break separates, in groups that share a rank."""
    groups = [list(group) for _rank, group in groupby(rows(tournament), key=lambda row: row.rank)]
    return [[row.player for row in group] for group in groups if len(group) > 1]


def remarks(tournament: Tournament) -> list[str]:
    """The lines for the report: the values entered for players, and how the lots were derived."""
    given = tournament.given_values.order_by("tie_break", "player__number")
    lines = [
        f"### {row.tie_break} as entered by the arbiter @ {row.player.number}: {row.written}"
        for row in given.select_related("player")
    ]
    if tournament.lot_seed:
        lines.append(f"### Lots among equals: SHA-256 of {tournament.lot_seed}:NUMBER, lowest first")
    return lines


def table(tournament: Tournament, after: int | None = None) -> tuple[rulebook.Standing, ...]:
    """The standings by pairing number, recomputed when a round or a correction has changed them.

    They are those after the last finished round, unless `after` is an earlier one.
    """
    state = _state(tournament)
    if after in (None, state[0]):
        return _latest(tournament, state).lines
    make = partial(rulebook.table, tournament, after=after)
    return _cached(f"standings:{tournament.pk}:{after}", state, make)


def stand(tournament: Tournament) -> rulebook.Stand:
    """The standings after the last finished round, and the floats of the rounds."""
    return _latest(tournament, _state(tournament))


def _latest(tournament: Tournament, state: tuple[Any, ...]) -> rulebook.Stand:
    return _cached(f"standings:{tournament.pk}:", state, partial(rulebook.stand, tournament, state[0]))


def _state(tournament: Tournament) -> tuple[Any, ...]:
    # Also depends on what the caller has read, which may be older than the last act.
    made_by = (tournament.tie_breaks, tournament.tie_break_text, tournament.tie_break_rating)
    return (*rest_on(tournament), *made_by, tournament.lot_seed)


def _cached[Made](key: str, state: tuple[Any, ...], make: Callable[[], Made]) -> Made:
    """The cached value as long as the state is the same, else a new one from `make`."""
    kept: tuple[object, Made] | None = cache.get(key)
    if kept and kept[0] == state:
        return kept[1]
    made = make()
    cache.set(key, (state, made))
    return made


@dataclass(frozen=True, slots=True)
class Cell:
    """One player in one round. Points are tenths."""

    # The kind of seat and, for a game, the colour and the pairing number of the opponent.
    kind: str
    colour: str
    opponent: int | None
    points: int
    # "+", "-" for a game that was not played; "".
    forfeit: str
    # Whether the game has no result yet and is not adjourned.
    awaited: bool


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Who met whom: round by round, or each opponent in the order of the standings.

    `in_round` has the cell by player's key and round; none if they had no seat. `against` has the games by
    player's key and opponent. `left_out` has the names of the players whose games do not count (C.05 6.6).
    """

    rounds: Sequence[int]
    opponents: Sequence[Player]
    in_round: Mapping[tuple[int, int], Cell]
    against: Mapping[tuple[int, int], Sequence[Cell]]
    left_out: Sequence[str]


def cross_table(tournament: Tournament, rows: Sequence[Row], after: int) -> CrossTable:
    """The cross table of these lines of the standings after a finished round.

    An adjourned game is a draw for now, as in the standings. Callers that need the players elsewhere too
    should prefetch them.
    """
    cells = _cells(tournament, after)
    if not rulebook.is_round_robin(tournament):
        return CrossTable(range(1, after + 1), (), cells, {}, ())
    against: dict[tuple[int, int], list[Cell]] = {}
    for (player, _round), cell in sorted(cells.items()):
        if cell.opponent and not cell.awaited:
            against.setdefault((player, cell.opponent), []).append(cell)
    out = rulebook.left_out(tournament)
    names = [row.player.name for row in rows if row.player.number in out]
    return CrossTable((), [row.player for row in rows], cells, against, names)


def _cells(tournament: Tournament, after: int) -> dict[tuple[int, int], Cell]:
    """The cells by player's key and round."""
    public = Seat.objects.filter(round__tournament=tournament, round__state__in=Round.LOCKED)
    seats = rulebook.seat_rows(public.filter(round__number__lte=after))
    numbers = {player.pk: player.number for player in tournament.players.all()}
    sitting = {(seat.game_id, seat.colour): numbers[seat.player_id] for seat in seats}
    scoring = rulebook.scoring(tournament)
    cells = [(seat, rulebook.counted(tournament, rulebook.cell_of(seat))) for seat in seats]
    return {
        (seat.player_id, seat.number): Cell(
            seat.kind,
            seat.colour or "",
            sitting[seat.game_id, "b" if seat.colour == "w" else "w"] if seat.game_id else None,
            rulebook.points_of(scoring, cell) or 0,
            rulebook.FORFEITS.get(cell.outcome, ""),
            seat.result == Game.Result.NOT_YET,
        )
        for seat, cell in cells
    }

"""Rows of the database as records of the rule book, with the ratings that count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db.models import QuerySet

from pairing.core import tournament as rules
from pairing.core.strength import BY_ROUND, NewRating, new_ratings, states_a_rating
from tournaments.errors import DomainError
from tournaments.models import Correction, EarlierRating, Game, Player, Rating, Seat, Tournament
from tournaments.models.player import Participation
from tournaments.rulebook.editions import counting_rating
from tournaments.texts import points_at_boards

RatingKind = Rating.Kind

Result, Kind, Outcome = Game.Result, Seat.Kind, rules.Outcome

# Each result as (White's outcome, Black's outcome).
OUTCOMES: dict[str, tuple[rules.Outcome, rules.Outcome]] = {
    Result.NOT_YET: (Outcome.NONE, Outcome.NONE),
    Result.WHITE_WINS: (Outcome.WIN, Outcome.LOSS),
    Result.DRAW: (Outcome.DRAW, Outcome.DRAW),
    Result.BLACK_WINS: (Outcome.LOSS, Outcome.WIN),
    Result.WHITE_WINS_FORFEIT: (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    Result.BLACK_WINS_FORFEIT: (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
    Result.BOTH_FORFEIT: (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
    Result.HALF_ZERO: (Outcome.DRAW, Outcome.LOSS),
    Result.ZERO_HALF: (Outcome.LOSS, Outcome.DRAW),
    Result.BOTH_LOSE: (Outcome.LOSS, Outcome.LOSS),
    # For pairing purposes only (C.04.2 D.1, 2026 3.1).
    Result.ADJOURNED: (Outcome.DRAW, Outcome.DRAW),
}

# Result -> the colours of the players who did not come.
ABSENT: dict[str, set[str]] = {
    result: {colour for colour, cell in zip("wb", cells, strict=True) if cell is Outcome.FORFEIT_LOSS}
    for result, cells in OUTCOMES.items()
    if Outcome.FORFEIT_LOSS in cells
}

FORFEITED = frozenset({Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS})

UNRATED = {
    Outcome.WIN: Outcome.UNRATED_WIN,
    Outcome.DRAW: Outcome.UNRATED_DRAW,
    Outcome.LOSS: Outcome.UNRATED_LOSS,
}

# A player's colour and outcome, by the game's result, whether it is rated, and their colour.
AT_BOARD: dict[tuple[str | None, bool | None, str | None], tuple[rules.Colour, rules.Outcome]] = {
    (result, rated, colour.value): (colour, outcome if rated else UNRATED.get(outcome, outcome))
    for result, outcomes in OUTCOMES.items()
    for colour, outcome in zip(rules.Colour, outcomes, strict=True)
    for rated in (True, False)
}

BYES: dict[str, rules.Outcome] = {
    Kind.PAIRING_ALLOCATED_BYE: Outcome.PAIRING_ALLOCATED_BYE,
    Kind.FULL_POINT_BYE: Outcome.FULL_POINT_BYE,
    Kind.HALF_POINT_BYE: Outcome.HALF_POINT_BYE,
    Kind.ZERO_POINT_BYE: Outcome.ZERO_POINT_BYE,
}


def result_of(white: rules.Cell, black: rules.Cell) -> tuple[str, bool]:
    """The result of a game from both players' cells, and whether it is rated.

    Raises DomainError for a pair of outcomes that FIDE does not know, such as two wins.
    """
    rated = {unrated: plain for plain, unrated in UNRATED.items()}
    pair = (rated.get(white.outcome, white.outcome), rated.get(black.outcome, black.outcome))
    for result, outcomes in OUTCOMES.items():
        if outcomes == pair:
            return result, white.outcome not in rated
    raise DomainError("result", f"{white.outcome} / {black.outcome}")


def bye_of(outcome: rules.Outcome) -> Seat.Kind | None:
    """The kind of bye that a cell without an opponent stands for; None if nothing is recorded."""
    for kind, known in BYES.items():
        if outcome is known:
            return Seat.Kind(kind)
    return None


def cell_of(row: SeatRow, opponent: int = 0) -> rules.Cell:
    """One seat in the rule book's terms."""
    if row.game_id is None:
        return rules.Cell(outcome=BYES[row.kind])
    colour, outcome = AT_BOARD[row.result, row.rated, row.colour]
    if not row.boards:
        told = None if row.left_open and outcome in FORFEITED else colour
        return rules.Cell(opponent, told, outcome, decided=row.winner == row.player_id)
    boards = points_at_boards(row.boards)["wb".index(colour)]
    return rules.Cell(opponent, colour, outcome, secondary=sum(boards), boards=boards)


def points_of(table: rules.Scoring, cell: rules.Cell | None) -> int | None:
    """The points that the round brought, in tenths; None while the game has no result."""
    if cell is None:
        return table.points(rules.BLANK)
    return None if cell.pending else table.points(cell)


def rows_of(seats: Iterable[Seat]) -> list[SeatRow]:
    """Loaded seats as rows; an adjourned game is a draw for now. Fetch round and game with the seats."""
    return [
        SeatRow(
            seat.player_id,
            seat.round.number,
            seat.kind,
            seat.colour,
            seat.game_id,
            seat.game.result if seat.game else None,
            seat.game.rated if seat.game else None,
            seat.game.boards if seat.game else None,
            left_open=seat.game.left_open if seat.game else None,
        )
        for seat in seats
    ]


def points_at_board(table: rules.Scoring, game: Game) -> tuple[int, int]:
    """The points that the game brought White and Black, in tenths; 0 while it has no result."""
    cells = (rules.Cell(0, *AT_BOARD[game.result, game.rated, colour]) for colour in "wb")
    white, black = (points_of(table, cell) or 0 for cell in cells)
    return white, black


def is_trace(cell: rules.Cell) -> bool:
    """Whether the cell says anything at all."""
    return cell != rules.BLANK


class SeatRow(NamedTuple):
    """What a seat says about a round, read without creating model instances, as there are thousands."""

    player_id: int
    number: int
    kind: str
    colour: str | None
    game_id: int | None
    result: str | None
    rated: bool | None
    # In a match of teams: `Game.boards`.
    boards: str | None = ""
    # The key of the player who goes on by the tie-break of a level match.
    winner: int | None = None
    # `Game.left_open`.
    left_open: str | None = ""


class _PlayerFields(NamedTuple):
    is_missing: bool
    pk: int
    number: int
    name: str
    title: str
    sex: str
    rating: int | None
    federation: str
    fide_id: str
    birth: str
    first_round: int
    withdrawn_from: int | None
    expelled: bool
    virtual_points: Sequence[int] = ()


class PlayerRow(_PlayerFields, Participation):
    """What the rule book needs to know of an entry, read as `SeatRow` is."""

    __slots__ = ()


def player_rows(tournament: Tournament) -> list[PlayerRow]:
    """The entries by pairing number, as they stand in the database."""
    given = tournament.acceleration == Tournament.Acceleration.GIVEN
    fields = PlayerRow._fields[1:] if given else PlayerRow._fields[1:-1]
    checked = tournament.check_in_at is not None
    return [
        PlayerRow(checked and presence == Player.Presence.MISSING, *told)
        for presence, *told in tournament.players.values_list("presence", *fields)
    ]


def seat_rows(seats: QuerySet[Seat]) -> list[SeatRow]:
    """The seats as rows."""
    game = ("game__result", "game__rated", "game__boards", "game__decision__player_id", "game__left_open")
    fields = ("player_id", "round__number", "kind", "colour", "game_id", *game)
    return list(map(SeatRow._make, seats.order_by().values_list(*fields)))


def as_they_count(rows: Iterable[SeatRow]) -> list[SeatRow]:
    """The rows as results count: an adjourned game is open and must not count as a draw (C.04.2 D.1)."""
    return [row._replace(result=Result.NOT_YET) if row.result == Result.ADJOURNED else row for row in rows]


def as_known(tournament: Tournament, rows: Iterable[SeatRow], number: int) -> list[SeatRow]:
    """The rows as the pairing of the round knew, or knows, them (C.04.2 D.8, 2026 4.3)."""
    return taken_back(rows, unknown_to_round(tournament, number))


def unknown_to_round(tournament: Tournament, number: int) -> list[Correction]:
    """The corrections that came too late for the pairing of the round."""
    late = Correction.objects.filter(game__round__tournament=tournament, counts_from__gt=number)
    return list(late.filter(game__round__number__lt=number))


def taken_back(rows: Iterable[SeatRow], corrections: Iterable[Correction]) -> list[SeatRow]:
    """The rows as they were before these corrections, which are in force."""
    return corrected(rows, reversed(list(corrections)), backwards=True)


def corrected(
    rows: Iterable[SeatRow], corrections: Iterable[Correction], *, backwards: bool = False
) -> list[SeatRow]:
    """The rows with these corrections made, or taken back; corrections of other rows are left out."""
    found = list(rows)
    for correction in corrections:
        places = [place for place, row in enumerate(found) if row.game_id in correction.games]
        if not places:
            continue
        if correction.player_id is not None:
            _exchange(found, found[places[0]].number, correction)
            continue
        result, rated, boards = correction.after, correction.after_rated, correction.after_boards
        if backwards:
            result, rated, boards = correction.before, correction.before_rated, correction.before_boards
        for place in places:
            found[place] = found[place]._replace(result=result, rated=rated, boards=boards)
    return found


def _exchange(rows: list[SeatRow], number: int, correction: Correction) -> None:
    """Exchange the places of the correction's two players in the round, whatever places those are."""
    places = {row.player_id: place for place, row in enumerate(rows) if row.number == number}
    one, other = places[correction.player_id or 0], places[correction.other_player_id or 0]
    rows[one], rows[other] = (
        rows[one]._replace(player_id=rows[other].player_id),
        rows[other]._replace(player_id=rows[one].player_id),
    )
    if rows[one].game_id == rows[other].game_id:
        # They exchange colours but keep their points.
        for place in (one, other):
            rows[place] = rows[place]._replace(result=Result(rows[place].result or "").mirrored)


def histories(rows: Iterable[SeatRow], numbers: Mapping[int, int]) -> dict[int, dict[int, rules.Cell]]:
    """Player's key -> round number -> cell. `numbers` are the pairing numbers by key."""
    rows = list(rows)
    sitting = {(row.game_id, row.colour): numbers[row.player_id] for row in rows}
    other = {"w": "b", "b": "w"}
    found: dict[int, dict[int, rules.Cell]] = {key: {} for key in numbers}
    for row in rows:
        opponent = sitting[row.game_id, other[row.colour]] if row.colour else 0
        found[row.player_id][row.number] = cell_of(row, opponent)
    return found


# The round from which each rating counts, and the rating in Elo; None for an unrated player.
type LaterRatings = tuple[tuple[int, int | None], ...]


class Held(NamedTuple):
    """The rating that counted, in Elo, up to and including a round; None for an unrated player."""

    until: int
    rating: int | None


def earlier_ratings(tournament: Tournament) -> dict[int, list[Held]]:
    """Player's key -> the ratings before the present one, oldest first.

    {} for an event that is not long, where a new rating is a correction of the old one.
    """
    if not tournament.is_long:
        return {}
    rows = EarlierRating.objects.filter(player__tournament=tournament).order_by("until")
    found: dict[int, list[Held]] = {}
    for player, until, value in rows.values_list("player_id", "until", "value"):
        found.setdefault(player, []).append(Held(until, value))
    return found


def ratings_in(tournament: Tournament, number: int) -> dict[int, int | None]:
    """Player's key -> the rating in the round, for players whose rating then was not the present one."""
    return {
        player: next(one.rating for one in held if number <= one.until)
        for player, held in earlier_ratings(tournament).items()
        if number <= held[-1].until
    }


def ratings_of_tie_breaks(tournament: Tournament) -> dict[int, int | None]:
    """Player's key -> the rating that tie-breaks use, for players for whom it may not be the present one.

    If tie-breaks use the rating of each round, this is the first one; `later_ratings` has the others.
    """
    if tournament.tie_break_rating == Tournament.TieBreakRating.PRESENT:
        return {}
    return ratings_in(tournament, 1)


def later_ratings(tournament: Tournament, present: Mapping[int, int | None]) -> dict[int, LaterRatings]:
    """Player's key -> the ratings after the first one, each with the round from which it counts.

    `present` has the present ratings by player's key. {} if tie-breaks use one rating for all rounds.
    """
    if tournament.tie_break_rating != Tournament.TieBreakRating.EACH:
        return {}
    return {
        player: tuple((one.round, one.after) for one in _changes(held, present[player]))
        for player, held in earlier_ratings(tournament).items()
        if player in present
    }


def rating_remarks(tournament: Tournament) -> list[str]:
    """A line for each new rating, by round and player's number, and one more if tie-breaks use them."""
    earlier = earlier_ratings(tournament)
    lines = [
        (one.round, player.number or 0, one)
        for player in tournament.players.filter(pk__in=earlier)
        for one in _changes(earlier[player.pk], player.rating)
    ]
    by_round = [BY_ROUND] if lines and tournament.tie_break_rating == Tournament.TieBreakRating.EACH else []
    return [one.told(number) for _round, number, one in sorted(lines, key=lambda line: line[:2])] + by_round


def _changes(held: Sequence[Held], present: int | None) -> list[NewRating]:
    after = [*(one.rating for one in held[1:]), present]
    return [NewRating(one.until + 1, one.rating, new) for one, new in zip(held, after, strict=True)]


@dataclass(frozen=True, slots=True)
class RatingsByRound:
    """What a file's lines say: earlier and present ratings by pairing number, and which of them 001 has."""

    earlier: dict[int, list[Held]]
    present: dict[int, int | None]
    in_tie_breaks: Tournament.TieBreakRating


def ratings_by_round(
    event: Tournament, source: rules.Tournament, records: list[str]
) -> tuple[RatingsByRound, list[str]]:
    """What the file of a long event says about ratings by round, and the records that say nothing about them.

    `event` is the event made from the file, `records` are the file's. The lines count only if each continues
    from the player's previous one and all agree with record 001 under one choice; otherwise they are ordinary
    records.
    """
    nothing = RatingsByRound({}, {}, Tournament.TieBreakRating.FIRST), records
    told = new_ratings(source, records)
    if not event.is_long or not told:
        return nothing
    stated = {number: source.players[number - 1].rating or None for number in told}
    last = {number: changes[-1].after for number, changes in told.items()}
    if stated == {number: changes[0].before for number, changes in told.items()}:
        each = BY_ROUND in records
        choice = Tournament.TieBreakRating.EACH if each else Tournament.TieBreakRating.FIRST
    elif stated == last and BY_ROUND not in records:
        choice = Tournament.TieBreakRating.PRESENT
    else:
        return nothing
    earlier = {
        number: [Held(one.round - 1, one.before) for one in changes] for number, changes in told.items()
    }
    return RatingsByRound(earlier, last, choice), [one for one in records if not states_a_rating(one)]


# The sources of the arbiters' own ratings that are no ratings of FIDE's, whatever counts in the event.
NOT_FIDES = frozenset({Rating.Source.FIDE_LIST, Rating.Source.ESTIMATE, *Rating.CONVERTED})


def fide_rating(tournament: Tournament, ratings: Iterable[Rating]) -> Rating | None:
    """FIDE's rating for games of the event's kind; None for an unrated player.

    A player without a rapid or blitz rating is rated by the standard one. Failing both, in an event in which
    FIDE's ratings count, one that was handed in without saying what it is is taken for FIDE's; but no
    estimate, no converted number, and no rating of another list that the arbiters let count.
    """
    known = {rating.kind: rating for rating in ratings}
    if found := known.get(tournament.rating_kind) or known.get(RatingKind.STANDARD):
        return found
    own = known.pop(RatingKind.OWN, None)
    if own is None or own.source in NOT_FIDES or tournament.rating_method != Tournament.RatingMethod.FIDE:
        return None
    return None if own.value in {rating.value for rating in known.values()} else own


def with_fide_ratings(tournament: Tournament, source: rules.Tournament) -> rules.Tournament:
    """The tournament with FIDE's ratings beside those that count, which it has already.

    If `source` has an earlier rating of a player (C.07 10) in place of FIDE's present one, it was FIDE's too.
    A team has no rating of FIDE's.
    """
    if tournament.boards is not None:
        return source
    present = dict(tournament.players.values_list("number", "rating"))
    known: dict[int, list[Rating]] = defaultdict(list)
    for rating in Rating.objects.filter(player__tournament=tournament).select_related("player"):
        known[rating.player.number or 0].append(rating)

    def with_both(player: rules.Player) -> rules.Player:
        found = fide_rating(tournament, known[player.number])
        fide = found.value if found else None
        return player.with_ratings(player.rating, player.rating if fide == present[player.number] else fide)

    return replace(source, players=tuple(map(with_both, source.players)))


def players_with_estimates(tournament: Tournament) -> set[int]:
    """The keys of the players for whom an estimate counts because no list has a rating for them (B.1).

    They are unrated players, whatever their estimate is good for.
    """
    of_lists: dict[int, dict[str, int]] = defaultdict(dict)
    estimates = set()
    for rating in Rating.objects.filter(player__tournament=tournament):
        if rating.kind != RatingKind.OWN:
            of_lists[rating.player_id][rating.kind] = rating.value
        elif rating.is_estimated:
            estimates.add(rating.player_id)
    return {player for player in estimates if not counting_rating(tournament, of_lists[player])}

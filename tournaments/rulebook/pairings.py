"""Pairing a round, by the rules, by lot, knock-out, or supposing other results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from django.utils.translation import gettext as _

from pairing import checker, editions
from pairing.core import edition, lots
from pairing.core import tournament as rules
from pairing.core.records import colour_history, must_not_get, preference, rounds_met
from pairing.double_swiss.edition_2026 import second_game
from pairing.knock_out.editions import Match, Way, follow
from pairing.round_robin import editions as round_robin
from tournaments import monitoring
from tournaments.errors import DomainError, Unpairable
from tournaments.models import Correction, Game, Player, Seat, Tournament
from tournaments.rulebook.editions import edition_of, games_of_match, in_words, rounds_of_match
from tournaments.rulebook.positions import keys, position
from tournaments.rulebook.rows import OUTCOMES, Kind, Outcome, player_rows, seat_rows, taken_back

# What can be wrong with a board that the rules did not make.
Wrong = edition.Wrong


@dataclass(frozen=True, slots=True)
class Drawn:
    """The engine's answer for one round, in rows: boards in publishing order, and the bye."""

    boards: tuple[tuple[Player, Player], ...]
    bye: Player | None


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a board or a bye, the article against it, and the players concerned, White first."""

    wrong: Wrong
    article: str
    players: tuple[Player, ...]


def pair(tournament: Tournament, number: int, present: rules.Tournament | None = None) -> Drawn:
    """Pair the round by the tournament's edition; raises Unpairable if the rules find no pairing.

    `present` is the position before the round, if the caller has it. Raises DomainError if something that
    the rules need is missing.
    """
    try:
        present = present or position(tournament, before=number)
        with monitoring.PAIRING.labels(tournament.edition).time():
            answer = editions.pair_round(present, tournament.edition)
    except rules.UnpairableRound as error:
        raise Unpairable(in_words(error)) from error
    except rules.PairingError as error:
        raise DomainError("unpairable", in_words(error)) from error
    rows = {row.number: row for row in tournament.players.all()}
    return Drawn(
        boards=tuple((rows[p.white], rows[p.black]) for p in answer.pairs),
        bye=None if answer.bye is None else rows[answer.bye],
    )


def as_published(tournament: Tournament, number: int) -> Drawn:
    """The pairing of the round as it was drawn up, without later changes of who sat down with whom."""
    boards, bye = _as_published(tournament, number, {row.pk: row for row in tournament.players.all()})
    order = Game.objects.filter(round__tournament=tournament, round__number=number).order_by("board", "pk")
    return Drawn(tuple(boards[game] for game in order.values_list("pk", flat=True)), bye)


def _as_published[Who](
    tournament: Tournament, number: int, people: Mapping[int, Who]
) -> tuple[dict[int, tuple[Who, Who]], Who | None]:
    """As `as_published`, but White and Black by the game's key, and with `people` by their keys."""
    seats = Seat.objects.filter(round__tournament=tournament, round__number=number)
    moved = Correction.objects.filter(
        game__round__tournament=tournament, game__round__number=number, kind__in=Correction.SEATING
    ).exclude(case=Correction.Case.RATING)
    sitting: dict[int, dict[str, Who]] = {}
    bye = None
    for seat in taken_back(seat_rows(seats), moved):
        if seat.game_id is not None:
            sitting.setdefault(seat.game_id, {})[seat.colour or ""] = people[seat.player_id]
        elif seat.kind == Kind.PAIRING_ALLOCATED_BYE:
            bye = people[seat.player_id]
    return {game: (two["w"], two["b"]) for game, two in sitting.items()}, bye


def as_paired(tournament: Tournament, number: int) -> rules.Tournament:
    """The tournament as it was known when a public round was paired, with that pairing as it was drawn up.

    So the round can be checked and explained despite later corrections. A match of two games is returned
    whole, whichever of its rounds is asked for.
    """
    match = rounds_of_match(tournament, number)
    number = match.start
    people = player_rows(tournament)
    boards, bye = _as_published(tournament, number, {row.pk: row.number for row in people})
    cells: dict[int | None, rules.Cell] = {}
    for white, black in boards.values():
        cells[white] = rules.Cell(black, rules.Colour.WHITE)
        cells[black] = rules.Cell(white, rules.Colour.BLACK)
    if bye is not None:
        cells[bye] = rules.Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE)
    known = position(tournament, before=number, people=people)

    def whole(first: rules.Cell) -> tuple[rules.Cell, ...]:
        return (first, second_game(first)) if len(match) > 1 else (first,)

    players = (
        player.with_cells((*player.cells[: number - 1], *whole(cells[player.number])))
        if player.number in cells
        else player
        for player in known.players
    )
    return replace(known, players=tuple(players))


@dataclass(frozen=True, slots=True)
class PairedAgain:
    """A public round beside the pairing that the rules give from what was known then.

    Differences are given in names, one line for each board or bye; `message` says why there is no pairing.
    """

    agrees: bool
    published: tuple[str, ...]
    expected: tuple[str, ...]
    message: str = ""


def paired_again(tournament: Tournament, number: int) -> PairedAgain:
    """Pair a public round again from what was known when it was published (C.04.2 A.4; 2026: 1.4)."""
    drawn = as_published(tournament, number)
    try:
        answer = pair(tournament, number)
    except DomainError as error:
        return PairedAgain(agrees=False, published=_in_names(drawn), expected=(), message=error.message)
    published, expected = _in_names(drawn), _in_names(answer)
    return PairedAgain(
        agrees=_is_same(drawn, answer),
        published=tuple(line for line in published if line not in expected),
        expected=tuple(line for line in expected if line not in published),
    )


@dataclass(frozen=True, slots=True)
class OtherPairing:
    """A public round beside the pairing that the rules would have given; `message` says why there is none."""

    published: Drawn
    expected: Drawn | None
    message: str = ""

    @property
    def in_names(self) -> tuple[list[str], list[str]]:
        """What only one of them has, a line for each board or bye."""
        published = _in_names(self.published)
        expected = _in_names(self.expected) if self.expected else ()
        return (
            [line for line in published if line not in expected],
            [line for line in expected if line not in published],
        )


def not_paired_as_last(tournament: Tournament, number: int) -> OtherPairing | None:
    """The round, if the rules would have paired it otherwise as the last one (C.04.3 A.7); else None.

    None too if it was not paired by the rules anyway, which is noted elsewhere.
    """
    first = rounds_of_match(tournament, number).start
    drawn, present = as_published(tournament, first), position(tournament, before=first)
    if not _is_same(drawn, _paired(tournament, first, present)[0]):
        return None
    expected, message = _paired(tournament, first, replace(present, rounds=number))
    return None if _is_same(drawn, expected) else OtherPairing(drawn, expected, message)


def _paired(tournament: Tournament, number: int, present: rules.Tournament) -> tuple[Drawn | None, str]:
    """The pairing from this position, or why there is none."""
    try:
        return pair(tournament, number, present), ""
    except DomainError as error:
        return None, error.message


def _is_same(one: Drawn, other: Drawn | None) -> bool:
    return other is not None and set(one.boards) == set(other.boards) and one.bye == other.bye


def _in_names(drawn: Drawn) -> tuple[str, ...]:
    boards = tuple(f"{white.name} – {black.name}" for white, black in drawn.boards)
    return (*boards, _("%(name)s: bye") % {"name": drawn.bye.name}) if drawn.bye else boards


def faults(
    tournament: Tournament,
    number: int,
    boards: Iterable[tuple[Player, Player]] = (),
    bye: Player | None = None,
) -> list[Fault]:
    """What is wrong with these boards (White, Black) of the round, and with this player's bye."""
    rows = {row.number: row for row in tournament.players.all()}
    pairs = [rules.Pair(white.number or 0, black.number or 0) for white, black in boards]
    present = position(tournament, before=number)
    try:
        found = checker.faults(present, tournament.edition, pairs, bye.number if bye else None)
    except rules.PairingError as error:
        raise DomainError("unpairable", in_words(error)) from error
    return [
        Fault(fault.wrong, fault.article, tuple(rows[player] for player in fault.players)) for fault in found
    ]


def publishing_order(
    tournament: Tournament,
    number: int,
    boards: Iterable[tuple[Player, Player]],
    present: rules.Tournament | None = None,
) -> list[tuple[Player, Player]]:
    """The pairs (White, Black) of the round in the edition's order (C.04.2 D.9, 2026 3.6).

    `present` is the position before the round, if the caller has it.
    """
    by_pair = {rules.Pair(white.number or 0, black.number or 0): (white, black) for white, black in boards}
    in_order = edition_of(tournament).handling.board_order
    order = in_order(present or position(tournament, before=number), tuple(by_pair))
    return [by_pair[pair] for pair in order]


@dataclass(frozen=True, slots=True)
class Quality:
    """The qualities of a list of boards; single boards are given by their places, from 1."""

    # Boards of players who have met before (C.04.1 b, 2026: 2).
    met: tuple[int, ...]
    # Boards where a player gets a colour a third time running, or three more of it than of the other
    # (C.04.1 f and g, 2026: 6 and 7).
    repeated: tuple[int, ...]
    # Boards where both players are due the same colour.
    alike: tuple[int, ...]
    # How many players are due a colour, and how many of them get it (C.04.3 A.6, 2026: 1.7).
    due: int
    granted: int


def quality(present: rules.Tournament, boards: Sequence[tuple[Player, Player]]) -> Quality:
    """The qualities of the boards (White, Black) of the round after the position."""
    people = {player.number: player for player in present.players}
    rounds = present.played_rounds
    met, repeated, alike = [], [], []
    due = granted = 0
    for place, board in enumerate(boards, 1):
        white, black = (people[player.number or 0] for player in board)
        if black.number in rounds_met(white.cells):
            met.append(place)
        seats = ((white, rules.Colour.WHITE), (black, rules.Colour.BLACK))
        histories = [(colour_history(player, rounds), colour) for player, colour in seats]
        if any(must_not_get(had, gets) for had, gets in histories):
            repeated.append(place)
        preferred = [preference(had) for had, _gets in histories]
        if not preferred[0].agrees_with(preferred[1]):
            alike.append(place)
        due += sum(one.colour is not None for one in preferred)
        granted += sum(one.colour is gets for one, (_had, gets) in zip(preferred, histories, strict=True))
    return Quality(tuple(met), tuple(repeated), tuple(alike), due, granted)


# The least and the greatest number of players for which there is a restricted drawing.
VARMA = (min(round_robin.ENVELOPES) - 1, max(round_robin.ENVELOPES))

_NONE = "–"


class NumberDraw(NamedTuple):
    """The numbers by the players' keys, and a line for each envelope drawn."""

    numbers: Mapping[int, int]
    told: tuple[str, ...]


def draw_freely(players: Sequence[Player], seed: str) -> NumberDraw:
    """A number for each player, in the order of their lots."""
    return NumberDraw(lots.drawn(seed, [player.pk for player in players]), ())


def draw_within_sides(players: Sequence[Player], seed: str, last_of_a: int) -> NumberDraw:
    """A number for each player, in the order of their lots, side A before side B; nobody changes sides."""
    lot = draw_freely(players, seed).numbers
    order = sorted(players, key=lambda player: ((player.number or 0) > last_of_a, lot[player.pk]))
    return NumberDraw({player.pk: number for number, player in enumerate(order, 1)}, ())


def draw_restricted(players: Sequence[Player], seed: str) -> NumberDraw:
    """Numbers drawn by C.05 Annex 2, so that players of one federation do not meet in the last rounds.

    A player without a federation counts as a federation of one. Raises DomainError if there is no table for
    that many players.
    """
    entrants = [
        round_robin.Entrant(player.pk, player.federation or f"{_NONE} {player.pk:012}", player.name)
        for player in players
    ]
    try:
        draws = round_robin.varma(entrants, seed)
    except rules.PairingError as error:
        raise DomainError("varma", in_words(error)) from error
    numbers = {key: number for draw in draws for key, number in draw.numbers.items()}
    told = (f"{draw.federation.split()[0]} {draw.envelope}: {_listed(draw.numbers)}" for draw in draws)
    return NumberDraw(numbers, tuple(told))


def _listed(numbers: Mapping[int, int]) -> str:
    return ", ".join(map(str, numbers.values()))


@dataclass(frozen=True, slots=True)
class KnockOutMatch:
    """One match of the bracket: its number from the top, and its two sides by pairing number.

    `points` are those of both sides in tenths; None until all games are over. `is_level`: all games are over
    and only a tie-break can decide who goes on. `by_tie_break`: a tie-break did decide.
    """

    number: int
    sides: tuple[int | None, int | None]
    points: tuple[int, int] | None
    winner: int | None
    is_level: bool
    by_tie_break: bool
    # Whether it is not known yet who goes on.
    is_open: bool


@dataclass(frozen=True, slots=True)
class KnockOutRound:
    """The matches of one round of the bracket, and the last round of the event that it fills."""

    last: int
    matches: tuple[KnockOutMatch, ...]


def is_knock_out(tournament: Tournament) -> bool:
    """Whether losers are out."""
    return edition_of(tournament).still_in is not None


def knock_out_rounds(tournament: Tournament) -> list[KnockOutRound]:
    """The rounds of the bracket that were published, and the one after them, if there is one."""
    try:
        entrants = editions.entrants(position(tournament), tournament.edition)
    except rules.PairingError as error:
        raise DomainError("matches", in_words(error)) from error
    bracket, games = follow(entrants), games_of_match(tournament)
    rounds = [*bracket.rounds, *([bracket.coming] if bracket.coming else [])]
    return [
        KnockOutRound(number * games, tuple(_match(entrants, number, match) for match in matches))
        for number, matches in enumerate(rounds, 1)
    ]


def still_in(tournament: Tournament, present: rules.Tournament) -> frozenset[int] | None:
    """The pairing numbers of the players who have not lost yet, or None if losers stay in the event."""
    return editions.still_in(present, tournament.edition)


def _match(entrants: rules.Tournament, number: int, match: Match) -> KnockOutMatch:
    cells = [entrants.players[player - 1].cell(number) for player in match.players]
    met = len(cells) > 1 and number <= entrants.played_rounds and all(cell.opponent for cell in cells)
    over = met and not any(cell.pending for cell in cells)
    points = (entrants.scoring.points(cells[0]), entrants.scoring.points(cells[1])) if over else None
    return KnockOutMatch(
        number=match.number,
        sides=match.sides,
        points=points,
        winner=match.winner,
        is_level=over and match.way in (Way.OPEN, Way.TIE_BREAK),
        by_tie_break=match.way is Way.TIE_BREAK,
        is_open=match.way is Way.OPEN,
    )


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A player who might come, with the pairing number they would get; players from there on move down."""

    number: int
    name: str
    rating: int | None


@dataclass(frozen=True, slots=True)
class Supposition:
    """What is supposed to differ from the rows. Players and games are given by key."""

    # Game -> result, instead of the one it has.
    results: tuple[tuple[int, str], ...] = ()
    # Players absent from the round to be paired, and players present in it although the rows say otherwise.
    away: frozenset[int] = frozenset()
    there: frozenset[int] = frozenset()
    newcomer: Newcomer | None = None


@dataclass(frozen=True, slots=True)
class Outlook:
    """A hypothetical pairing: (White, Black) in publishing order, and the bye; the newcomer is 0.

    If the rules find no pairing, `refusal` says so.
    """

    boards: tuple[tuple[int, int], ...] = ()
    bye: int | None = None
    refusal: str = ""


def outlooks(tournament: Tournament, number: int, cases: Iterable[Supposition]) -> list[Outlook]:
    """How round `number` would be paired in each case; nothing is written.

    Games that have no result, and are given none by the case, count as draws.
    """
    cases = list(cases)
    present = position(tournament, before=number).with_pending_drawn()
    people = keys(tournament)
    asked = [game for case in cases for game, _result in case.results]
    white = Seat.objects.filter(game__in=asked, colour="w")
    games = {row.game_id: (row.number, row.player_id) for row in seat_rows(white)}
    as_it_stands = _paired_then(present, people)

    def outlook(case: Supposition) -> Outlook:
        supposed, names = _supposed(tournament, number, present, people, games, case)
        return as_it_stands if supposed == present else _paired_then(supposed, names)

    return [outlook(case) for case in cases]


def why_unpairable(tournament: Tournament, number: int) -> str:
    """Why the rules find no pairing of round `number`, with open games as draws; "" if they find one.

    Also "" if something that they need is missing: then it is too early to know.
    """
    try:
        present = position(tournament, before=number).with_pending_drawn()
        found = editions.why_unpairable(present, tournament.edition)
    except rules.PairingError:
        return ""
    return in_words(found) if found else ""


def _supposed(
    tournament: Tournament,
    number: int,
    present: rules.Tournament,
    people: Mapping[int, int],
    games: Mapping[int | None, tuple[int, int]],
    case: Supposition,
) -> tuple[rules.Tournament, Mapping[int, int]]:
    """The position of one case, and pairing number -> key in it; `games` is game -> (round, White's key)."""
    players = {people[player.number]: player for player in present.players}
    for game, result in case.results:
        round_, white = games[game]
        black = people[players[white].cell(round_).opponent or 0]
        for key, outcome in zip((white, black), OUTCOMES[result], strict=True):
            cells = list(players[key].cells)
            cells[round_ - 1] = replace(cells[round_ - 1], outcome=outcome)
            players[key] = replace(players[key], cells=tuple(cells))
    for key in case.there | case.away:
        cells = [players[key].cell(before) for before in range(1, number)]
        bye = [rules.ABSENCE] if key in case.away else []
        players[key] = replace(players[key], cells=(*cells, *bye))
    supposed = replace(present, players=tuple(players.values()))
    if case.newcomer:
        supposed = _with_newcomer(supposed, case.newcomer)
        first = case.newcomer.number
        people = {_below(first, held): key for held, key in people.items()} | {first: 0}
        if tournament.acceleration in (Tournament.Acceleration.BAKU, Tournament.Acceleration.DECLARED):
            bare = tuple(replace(player, virtual=()) for player in supposed.players)
            supposed = editions.with_virtual_points(replace(supposed, players=bare))
    return supposed, people


def _paired_then(supposed: rules.Tournament, people: Mapping[int, int]) -> Outlook:
    try:
        answer = editions.pair_round(supposed, supposed.edition or "")
    except rules.PairingError as error:
        return Outlook(refusal=in_words(error))
    return Outlook(
        boards=tuple((people[pair.white], people[pair.black]) for pair in answer.pairs),
        bye=None if answer.bye is None else people[answer.bye],
    )


def _below(first: int, number: int) -> int:
    """The pairing number after a newcomer was put in at `first`."""
    return number + (number >= first)


def _with_newcomer(present: rules.Tournament, newcomer: Newcomer) -> rules.Tournament:
    """The tournament with one more player, who has no record yet; the players below move down."""
    moved = partial(_below, newcomer.number)

    def renumbered(player: rules.Player) -> rules.Player:
        cells = tuple(
            cell if cell.opponent is None else replace(cell, opponent=moved(cell.opponent))
            for cell in player.cells
        )
        return replace(player, number=moved(player.number), cells=cells)

    added = rules.Player(number=newcomer.number, name=newcomer.name, rating=newcomer.rating)
    return replace(
        present,
        players=tuple(sorted((*map(renumbered, present.players), added), key=lambda player: player.number)),
        forbidden=tuple(
            replace(group, players=frozenset(map(moved, group.players))) for group in present.forbidden
        ),
    )

"""What if: rounds paired from supposed results, players and absences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from pairing import editions
from pairing.core import tournament as rules
from tournaments.engine.editions import in_words
from tournaments.engine.positions import keys, position
from tournaments.engine.rows import OUTCOMES, seat_rows
from tournaments.models import Seat, Tournament


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
    as_it_stands = _paired(present, people)

    def outlook(case: Supposition) -> Outlook:
        supposed, names = _supposed(tournament, number, present, people, games, case)
        return as_it_stands if supposed == present else _paired(supposed, names)

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


def _paired(supposed: rules.Tournament, people: Mapping[int, int]) -> Outlook:
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

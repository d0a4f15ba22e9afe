"""Rounds paired by the rules, and the faults of pairs that the rules did not make."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from pairing import checker, editions
from pairing.core import edition
from pairing.core import tournament as rules
from pairing.double_swiss.edition_2026 import second_game
from tournaments import monitoring
from tournaments.engine.editions import edition_of, in_words
from tournaments.engine.matches import rounds_of_match
from tournaments.engine.positions import position
from tournaments.engine.rows import Kind, Outcome, player_rows, seat_rows, taken_back
from tournaments.errors import DomainError, Unpairable
from tournaments.models import Correction, Game, Player, Seat, Tournament

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

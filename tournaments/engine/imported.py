"""Imported report files: read, and checked round by round."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from pairing import acceleration, checker, trf
from pairing import tournament as rules
from pairing.editions import edition_by_code
from pairing.own_table import written
from pairing.remarks import expelled_by_remarks
from pairing.tie_breaks import check_tie_breaks
from pairing.tournament import Outcome
from pairing.trf.fields import Line, split
from pairing.trf.rows import read_row
from tournaments.engine.editions import in_words, kind_of, known_words
from tournaments.engine.matches import rounds_of_match
from tournaments.engine.standings import ranks
from tournaments.errors import DomainError
from tournaments.models import Tournament
from tournaments.sizes import too_large

if TYPE_CHECKING:
    from collections.abc import Mapping

ALLOCATED = Outcome.PAIRING_ALLOCATED_BYE
# The byes that a second allocated bye in one round may become.
OTHER_BYES = (Outcome.FULL_POINT_BYE, Outcome.HALF_POINT_BYE, Outcome.ZERO_POINT_BYE)

# What a TRF file did not state and its reader had to supply.
Supplied = trf.Supplied

# The contents of a file: the tournament, its players, the pairs.
Report = rules.Tournament
ReportedPlayer = rules.Player
Pair = rules.Pair

# How one round of a file was paired, and how the rules pair it.
RoundCheck = checker.RoundCheck

# A report of 2,000 players and 30 rounds with acceleration takes two thirds of this. Larger files are not
# read, as that would block this process for everybody else.
MOST_BYTES = 3 << 19
MOST_LINES = 10_000

# The first columns of a record 001 identify the player; points and rounds follow.
PERSON = 79


def edition_of_report(source: rules.Tournament, asked_for: str = "") -> str:
    """The code of the edition that the file names, else of the one asked for, else by its end date.

    Raises DomainError if this release does not have it.
    """
    try:
        code = checker.edition_of(source, None if source.edition else asked_for or None)
        edition_by_code(code)
    except rules.PairingError as error:
        raise DomainError("edition", in_words(error)) from error
    return code


def check_report(source: rules.Tournament, edition: str, rounds: int) -> tuple[RoundCheck, ...]:
    """Every round of a file that was read, compared with the pairing of the edition.

    `rounds` is the announced number of rounds. A match of two games is checked once, under the round of its
    first game. Raises DomainError for a tournament that cannot be paired.
    """
    try:
        checks = checker.check(replace(source, rounds=rounds), edition)
    except rules.PairingError as error:
        raise DomainError("edition", in_words(error)) from error
    games = edition_by_code(edition).form.games
    return tuple(
        replace(check, number=games * (check.number - 1) + 1, message=known_words().tell(check.message))
        for check in checks
    )


def with_one_bye_a_round(
    source: rules.Tournament, supplied: Supplied, edition: str, rounds: int
) -> tuple[rules.Tournament, Supplied]:
    """The file's tournament with one pairing-allocated bye a round, as events have it, and what was supplied.

    The player with the lowest number keeps it. Any other one becomes a bye that brings the same points and,
    by the edition, also bars its player from the allocated bye (C.04.1 c, d); once the last of the announced
    `rounds` is played, the bar no longer matters. In a round to come nobody keeps it, as its pairing
    allocates it: the player who was to have it gets a bye of the same points. Raises DomainError if there is
    no such bye, as any other would lead to different pairings.
    """
    played = source.played_rounds
    over = played >= rounds
    bars = edition_by_code(edition).handling.bars_from_bye

    def serves(outcome: Outcome, number: int) -> bool:
        cell = rules.Cell(outcome=outcome)
        barred = bars is None or bars(cell, source.scoring)
        same = source.scoring.points(cell) == source.scoring.pairing_allocated_bye
        return same and (barred or over or number > played)

    players = list(source.players)
    read = list(supplied.byes)
    for number in range(1, max((len(player.cells) for player in players), default=0) + 1):
        holders = [player for player in players if player.cell(number).outcome is ALLOCATED]
        for player in holders[number <= played :]:
            bye = next((outcome for outcome in OTHER_BYES if serves(outcome, number)), None)
            if bye is None:
                raise _no_such_bye(number, holders[0], player)
            cells = (*player.cells[: number - 1], rules.Cell(outcome=bye), *player.cells[number:])
            players[player.number - 1] = replace(player, cells=cells)
            read.append((player.number, number, bye))
    return replace(source, players=tuple(players)), replace(supplied, byes=tuple(read))


def _no_such_bye(number: int, one: ReportedPlayer, other: ReportedPlayer) -> DomainError:
    if one is other:
        text = _(
            "Round %(round)d, which is not paired yet: player %(one)d has the pairing-allocated bye. Expected"
            " none, as no other bye has its points."
        )
    else:
        text = _(
            "Round %(round)d: players %(one)d and %(other)d have the pairing-allocated bye."
            " Expected one, as no other bye has its points and its effect under these rules."
        )
    return DomainError("byes", text % {"round": number, "one": one.number, "other": other.number})


def ranks_of_report(source: rules.Tournament, event: Tournament) -> dict[int, int]:
    """Pairing number -> rank as we would write it, with open games as draws; {} before a round was paired.

    `event` is the event made from the file.
    """
    return ranks(event, source, expelled_by_remarks(source), interim=True)


def tie_breaks_of_report(source: rules.Tournament) -> str | None:
    """The tie-breaks after the points by records 202 and 212, as events store them; None if not stated.

    Also None for a list that no event can use: one with unknown tie-breaks, or one that does not begin with
    the points.
    """
    if source.tie_breaks[:1] != ("PTS",):
        return None
    try:
        return ",".join(
            known.code for known in check_tie_breaks(source.tie_breaks[1:], kind_of(source.edition or ""))
        )
    except rules.PairingError:
        return None


def acceleration_of_report(source: rules.Tournament, edition: str) -> Tournament.Acceleration:
    """The file's acceleration: none, Baku, which continues here, or points of its own (XXA, 250).

    `edition` is the code of the rules that its event has here.

    A file that names Baku may give only the points of the rounds so far; one that does not name it counts as
    Baku if its points are those of the whole schedule.
    """
    given = {player.number: _without_end(player.virtual) for player in source.players}
    last = max(map(len, given.values()), default=0)
    if not last:
        return Tournament.Acceleration.BAKU if source.baku else Tournament.Acceleration.NONE
    try:
        schedule = acceleration.with_baku_points(source, edition_by_code(edition).virtual_points)
    except rules.PairingError:
        return Tournament.Acceleration.GIVEN
    known = last if source.baku else None
    same = all(_without_end(player.virtual[:known]) == given[player.number] for player in schedule.players)
    return Tournament.Acceleration.BAKU if same else Tournament.Acceleration.GIVEN


def rating_method_of_report(source: rules.Tournament) -> Tournament.RatingMethod:
    """Which ratings count in the event of the file (record 172).

    Events know the national ratings of one federation, their own. If those of another one count, they are
    what the arbiters enter.
    """
    method = trf.rating_rule(source).method
    if _are_its_own(source):
        return Tournament.RatingMethod(method)
    others_count = any(player.uncounted_fide_rating is not None for player in source.players)
    return Tournament.RatingMethod.OTHER if others_count else Tournament.RatingMethod.FIDE


def national_ratings_of_report(source: rules.Tournament) -> dict[int, int]:
    """Pairing number -> the national rating in Elo, of the event's own federation."""
    return trf.national_ratings(source) if _are_its_own(source) else {}


def _are_its_own(source: rules.Tournament) -> bool:
    """Whether the national ratings of the file are those of the event's federation, as far as it has one."""
    return source.federation.upper() in ("", trf.rating_rule(source).federation)


def own_table_of_report(source: rules.Tournament) -> str:
    """The organiser's own table in the file, as events have it; "" for none."""
    return "\n".join(map(written, source.table))


def _without_end(points: tuple[int, ...]) -> tuple[int, ...]:
    """The points up to the last ones that are not 0."""
    return points[: max((place for place, value in enumerate(points, 1) if value), default=0)]


def boards_of_report(
    source: rules.Tournament, event: Tournament, number: int, checked: Mapping[int, RoundCheck]
) -> tuple[Pair, ...]:
    """The games of a round of the file, board 1 first, in the order of the `event` made from it.

    `checked` are the checks of the file by their rounds: forfeited games without colours have those of the
    rules, as far as the rules make the same pairs.
    """
    # Both games of a match are at the same board.
    first = rounds_of_match(event, number).start
    known = replace(source.before(first), rounds=event.number_of_rounds)
    edition = edition_by_code(event.edition)
    if event.acceleration == Tournament.Acceleration.BAKU:
        known = acceleration.with_baku_points(known, edition.virtual_points)
    pairs = checked[first].found.pairs
    if number != first:
        pairs = tuple(Pair(pair.black, pair.white) for pair in pairs)
    return edition.handling.board_order(known, pairs)


def read_report(data: bytes) -> tuple[rules.Tournament, Supplied]:
    """The tournament in a TRF file, and what had to be supplied because the file does not state it.

    Raises DomainError with line, column, found and expected; a file larger than any report is refused unread.
    """
    if data.startswith((b"PK", b"%PDF")):
        raise DomainError("trf", _("This is not a TRF file: a TRF is plain text."))
    _require_modesty(data)
    try:
        return trf.read_closely(data)
    except trf.TrfError as error:
        raise DomainError("trf", in_words(error)) from error


def _require_modesty(data: bytes) -> None:
    """Refuse a file that is larger or has more lines than any report."""
    if fault := too_large(len(data), MOST_BYTES):
        raise DomainError("trf", fault)
    if (found := len(data.splitlines())) > MOST_LINES:
        fault = _("The file has %(found)d lines; expected at most %(most)d.")
        raise DomainError("trf", fault % {"found": found, "most": MOST_LINES})


def read_entries(text: str) -> list[tuple[int, str, rules.Player | None, str]]:
    """For each record 001 of a TRF: its line number and text, the player, and the fault if there is none.

    Only the columns that identify the players are read, not their games.
    """

    def entry(line: Line) -> tuple[int, str, rules.Player | None, str]:
        try:
            return line.number, line.text, read_row(line).player, ""
        except trf.TrfError as error:
            return line.number, line.text, None, known_words().tell(error.in_line)

    records = (line for line in split(text) if line.text.startswith("001"))
    return [entry(line._replace(text=line.text[:PERSON])) for line in records]

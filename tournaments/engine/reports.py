"""Report files: written, read, and checked round by round."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _

from pairing import acceleration, checker, trf
from pairing import tournament as rules
from pairing.editions import edition_by_code
from pairing.tournament import Outcome
from pairing.trf import codes
from pairing.trf.fields import Line, split
from pairing.trf.rows import read_row
from tournaments.errors import DomainError
from tournaments.models import Correction, Game, Tournament

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

from tournaments.engine.editions import edition_of, in_words, known_words
from tournaments.engine.positions import position, table
from tournaments.engine.rows import Result

ALLOCATED = Outcome.PAIRING_ALLOCATED_BYE
# What a second allocated bye of one round may become.
OTHER_BYES = (Outcome.FULL_POINT_BYE, Outcome.HALF_POINT_BYE, Outcome.ZERO_POINT_BYE)

# What the reader of a TRF file had to supply.
Supplied = trf.Supplied

# What stands in a file: the tournament, its players, who met whom.
Report = rules.Tournament
ReportedPlayer = rules.Player
Pair = rules.Pair

# How one round of a file was paired, and how the rules pair it.
RoundCheck = checker.RoundCheck

# The report of 2,000 players and 30 rounds, with their acceleration, has two thirds of it. More is not read:
# it would keep this process from everybody else.
MOST_BYTES = 3 << 19
MOST_LINES = 10_000

# So many columns of a record 001 say who the player is; points and rounds follow.
PERSON = 79


def edition_of_report(source: rules.Tournament, asked_for: str = "") -> str:
    """The code of the edition that the file names, else of the one asked for, else by its end date.

    DomainError for one that this release does not have.
    """
    try:
        return checker.edition_of(source, None if source.edition else asked_for or None)
    except rules.PairingError as error:
        raise DomainError("edition", in_words(error)) from error


def check_report(source: rules.Tournament, edition: str, rounds: int) -> tuple[RoundCheck, ...]:
    """Every round of a file that was read, compared with the pairing of the edition.

    `rounds` is the announced number of rounds. DomainError for a tournament that nobody could pair.
    """
    try:
        checks = checker.check(replace(source, rounds=rounds), edition)
    except rules.PairingError as error:
        raise DomainError("edition", in_words(error)) from error
    return tuple(replace(check, message=known_words().tell(check.message)) for check in checks)


def with_one_bye_a_round(
    source: rules.Tournament, supplied: Supplied, edition: str, rounds: int
) -> tuple[rules.Tournament, Supplied]:
    """The file's tournament with one pairing-allocated bye a round, as events have it, and what was supplied.

    The first by number keeps it. Another becomes a bye that brings the same points and bars its player from
    the allocated bye by the edition as well (C.04.1 c, d); behind the last of the announced `rounds` nobody
    is barred any more. DomainError where there is no such bye: other pairings would follow from any.
    """
    over = source.played_rounds >= rounds
    bars = edition_by_code(edition).handling.bars_from_bye

    def serves(outcome: Outcome) -> bool:
        cell = rules.Cell(outcome=outcome)
        barred = bars is None or bars(cell, source.scoring)
        return source.scoring.points(cell) == source.scoring.pairing_allocated_bye and (barred or over)

    players = list(source.players)
    read = list(supplied.byes)
    for number in range(1, source.played_rounds + 1):
        holders = [player for player in players if player.cell(number).outcome is ALLOCATED]
        for player in holders[1:]:
            bye = next(filter(serves, OTHER_BYES), None)
            if bye is None:
                raise DomainError(
                    "byes",
                    _(
                        "Round %(round)d: players %(one)d and %(other)d have the pairing-allocated bye."
                        " Expected one, as no other bye has its points and its effect under these rules."
                    )
                    % {"round": number, "one": holders[0].number, "other": player.number},
                )
            cells = (*player.cells[: number - 1], rules.Cell(outcome=bye), *player.cells[number:])
            players[player.number - 1] = replace(player, cells=cells)
            read.append((player.number, number, bye))
    return replace(source, players=tuple(players)), replace(supplied, byes=tuple(read))


def ranks_of_report(source: rules.Tournament) -> dict[int, int]:
    """Pairing number -> rank as we would write it, open games as draws; {} before a round was paired."""
    return trf.ranks(source, interim=True) if source.played_rounds else {}


def acceleration_of_report(source: rules.Tournament) -> Tournament.Acceleration:
    """Whether the file is accelerated: by Baku, which goes on here, or by points of its own (XXA, 250).

    A file that names Baku may give the points of the rounds so far; one that does not is by Baku where
    its points are those of the whole schedule.
    """
    given = {player.number: _without_end(player.virtual) for player in source.players}
    last = max(map(len, given.values()), default=0)
    if not last:
        return Tournament.Acceleration.BAKU if source.baku else Tournament.Acceleration.NONE
    try:
        schedule = acceleration.with_baku_points(source)
    except rules.PairingError:
        return Tournament.Acceleration.GIVEN
    known = last if source.baku else None
    same = all(_without_end(player.virtual[:known]) == given[player.number] for player in schedule.players)
    return Tournament.Acceleration.BAKU if same else Tournament.Acceleration.GIVEN


def _without_end(points: tuple[int, ...]) -> tuple[int, ...]:
    """The points up to the last ones that are not 0."""
    return points[: max((place for place, value in enumerate(points, 1) if value), default=0)]


def boards_of_report(source: rules.Tournament, event: Tournament, number: int) -> tuple[Pair, ...]:
    """The games of a round of the file, board 1 first, as the event that it becomes numbers its boards."""
    known = replace(source.before(number), rounds=event.number_of_rounds)
    if event.acceleration == Tournament.Acceleration.BAKU:
        known = acceleration.with_baku_points(known)
    pairs = checker.pairing_of(source, number).pairs
    return edition_by_code(event.edition).handling.board_order(known, pairs)


def report(tournament: Tournament, remarks: Iterable[str] = ()) -> str:
    """The TRF16 report of what was played, as far as it is known for rating (C.04.2 D.8, 2026 4.3).

    With remarks (lines that begin with ###) at its end. While a round is on it is an interim one: ? for the
    results to come, and no result is blank. The ranks are those of the tournament, which a correction for
    rating alone does not change. DomainError while an adjourned game is open.
    """
    if Game.objects.filter(round__tournament=tournament, result=Result.ADJOURNED).exists():
        raise DomainError("adjourned", _("An adjourned game is open: there is no report without its result."))
    known = list(Correction.objects.filter(game__round__tournament=tournament, case=Correction.Case.RATING))
    reported = position(tournament, supposed=known)
    interim = any(cell.pending for player in reported.players for cell in player.cells)
    if known:
        played = position(tournament)
        ranks = (
            trf.ranks(played, interim=True)
            if interim
            else {line.number: line.rank for line in table(tournament)}
        )
        players = tuple(replace(player, rank=ranks.get(player.number)) for player in reported.players)
        reported = replace(reported, players=players)
    return trf.write(_with_data(tournament, reported, remarks), interim=interim)


class Period(NamedTuple):
    """The rounds of a long event that one rating list counts for: those of a month (its first day)."""

    month: date
    rounds: tuple[int, ...]


def rating_periods(tournament: Tournament) -> tuple[Period, ...]:
    """The rating periods of an event of more than 30 days, by the days of its rounds; () for any other."""
    found: dict[date, list[int]] = {}
    if tournament.is_long:
        for number, day in tournament.rounds.order_by("number").values_list("number", "day"):
            if day:
                found.setdefault(day.replace(day=1), []).append(number)
    return tuple(Period(month, tuple(numbers)) for month, numbers in sorted(found.items()))


def report_of_period(tournament: Tournament, month: date, remarks: Iterable[str] = ()) -> str:
    """The report of what was played in one rating period of a long event, as if it were an event of its own.

    Its days, points and ranks are of these rounds alone. DomainError for a month without rounds, and while a
    result of them is missing.
    """
    period = next((one for one in rating_periods(tournament) if one.month == month), None)
    if period is None:
        raise DomainError("period", _("No round of a long event is played in that month."))
    known = list(Correction.objects.filter(game__round__tournament=tournament, case=Correction.Case.RATING))
    whole = _with_data(tournament, position(tournament, supposed=known), remarks)
    if max(period.rounds) > whole.played_rounds or any(
        player.cell(number).pending for player in whole.players for number in period.rounds
    ):
        raise DomainError("period", _("Results of rounds of that month are missing: there is no report yet."))
    players = tuple(
        replace(player, cells=tuple(player.cell(number) for number in period.rounds), virtual=())
        for player in whole.players
    )
    days = tuple(whole.round_dates[number - 1] for number in period.rounds)
    return trf.write(
        replace(
            whole,
            players=players,
            rounds=len(period.rounds),
            start_date=min(days),
            end_date=max(days),
            round_dates=days,
            baku=False,
            forbidden=(),
        )
    )


def file_before(tournament: Tournament, number: int) -> str:
    """What was known when the round was paired, as a file from which other programs pair it (C.04.2 D.8)."""
    return trf.write(position(tournament, before=number))


def exchange_file(tournament: Tournament, remarks: Iterable[str] = ()) -> str:
    """The event as it stands, for other programs: as the report, but ? for results that are not known."""
    return trf.write(_with_data(tournament, position(tournament), remarks), interim=True)


def _with_data(tournament: Tournament, source: rules.Tournament, remarks: Iterable[str]) -> rules.Tournament:
    """The tournament with all that has no bearing on pairings: arbiters, days of the rounds, remarks."""
    named = list(tournament.named_arbiters.all())
    return replace(
        source,
        chief_arbiter="".join(str(arbiter) for arbiter in named if arbiter.is_chief),
        deputy_arbiters=tuple(str(arbiter) for arbiter in named if not arbiter.is_chief),
        round_dates=days_of_rounds(tournament),
        other_records=tuple(remarks),
    )


def days_of_rounds(tournament: Tournament) -> tuple[str, ...]:
    """The days of the rounds as a report has them, "" for one that is not known; () where none is."""
    days = tournament.rounds.order_by("number").values_list("day", flat=True)
    return tuple(f"{day:%Y/%m/%d}" if day else "" for day in days) if any(days) else ()


def type_of_report(tournament: Tournament) -> tuple[str, str]:
    """What the report says of the kind of tournament: in words (record 092), and as a code (192)."""
    named = edition_of(tournament).report
    baku = codes.BAKU if tournament.acceleration == Tournament.Acceleration.BAKU else ""
    return named.kind, f"{named.written}{baku}"


def read_report(data: bytes) -> tuple[rules.Tournament, Supplied]:
    """The tournament in a TRF file, and what the file does not say in so many words.

    DomainError with line, column, found and expected; before it is read, for more than any report holds.
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
    if len(data) > MOST_BYTES:
        fault = _("The file has %(found)d KB; expected at most %(most)d.")
        raise DomainError("trf", fault % {"found": len(data) >> 10, "most": MOST_BYTES >> 10})
    if (found := len(data.splitlines())) > MOST_LINES:
        fault = _("The file has %(found)d lines; expected at most %(most)d.")
        raise DomainError("trf", fault % {"found": found, "most": MOST_LINES})


def read_entries(text: str) -> list[tuple[int, str, rules.Player | None, str]]:
    """The number and the text of each record 001 of a TRF, the player, and what is wrong where there is none.

    Who the players are is read, and not what they played.
    """

    def entry(line: Line) -> tuple[int, str, rules.Player | None, str]:
        try:
            return line.number, line.text, read_row(line).player, ""
        except trf.TrfError as error:
            return line.number, line.text, None, known_words().tell(error.in_line)

    records = (line for line in split(text) if line.text.startswith("001"))
    return [entry(line._replace(text=line.text[:PERSON])) for line in records]

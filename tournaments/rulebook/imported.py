"""Imported report files: read, and checked round by round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from django.utils.translation import gettext as _

from pairing import checker, trf
from pairing.core import scores
from pairing.core import tournament as rules
from pairing.core.timetable import written
from pairing.core.tournament import Outcome
from pairing.editions import edition_by_code, edition_in_force, entrants
from pairing.swiss_team.edition_2026 import require_known_teams
from pairing.tie_breaks import check_tie_breaks
from pairing.trf.fields import Line, TrfError, decode, split
from pairing.trf.remarks import expelled_by_remarks
from pairing.trf.rows import read_row
from tournaments.errors import DomainError
from tournaments.models import Tournament
from tournaments.rulebook.editions import in_words, kind_of, known_words, rounds_for, rounds_of_match
from tournaments.rulebook.standings import ranks
from tournaments.texts import too_large

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
MOST_BYTES_OF_REPORT = 3 << 19
MOST_LINES = 10_000
# The records about nothing but pairings, and the points that only some get, which events here cannot have.
ABOUT_PAIRINGS = frozenset({"152", "240", "250", "260", "299", "XXA", "XXC", "XXP", "XXZ"})
# Each record that is left out means one more reading.
MOST_LEFT_OUT = 20

# The first columns of a record 001 identify the player; points and rounds follow.
PERSON = 79


def edition_of_report(source: rules.Tournament, asked_for: str = "") -> str:
    """The code of the edition by which the file's event goes on.

    It is the file's own if this release can pair by it, else the one asked for, else that of the file's days.
    Raises DomainError if there is none.
    """
    if source.edition:
        try:
            return checker.edition_of(source)
        except rules.PairingError as error:
            if not asked_for:
                raise DomainError("edition", f"{in_words(error)} {_choose_rules()}") from error
    elif not asked_for:
        _require_rules(source)
    return asked_for or edition_in_force(day_of_report(source))


def _require_rules(source: rules.Tournament) -> None:
    """Raise DomainError for a file without record 192 whose rules do not follow from its day either."""
    try:
        require_known_teams(source)
    except rules.PairingError as error:
        raise DomainError("edition", f"{in_words(error)} {_choose_rules()}") from error
    if not day_of_report(source):
        text = _("The file names neither pairing rules (record 192) nor a day (records 042, 052).")
        raise DomainError("edition", f"{text} {_choose_rules()}")


def _choose_rules() -> str:
    return _("Choose the rules by which the event goes on.")


def day_of_report(source: rules.Tournament) -> str:
    """The day whose rules count, as YYYY/MM/DD: the last one, else the first one; "" for none."""
    return source.end_date or source.start_date


def is_older_than_rules(source: rules.Tournament, edition: str) -> bool:
    """Whether the file's event ended under an earlier text of these rules, which has the same code."""
    report = edition_by_code(edition).report
    return report.undated and bool(source.end_date) and source.end_date < report.since


def rounds_of_report(source: rules.Tournament, edition: str, asked_for: int | None) -> int:
    """How many rounds the file's event has: as it says, else as its players need, else as asked for.

    At least those that were paired, and at least one.
    """
    needed = rounds_needed(source, edition)
    forfeited = [forfeit.round for forfeit in source.team_event.forfeits] if source.team_event else []
    return max(source.rounds or needed or asked_for or 0, source.played_rounds, *forfeited, 1)


def rounds_needed(source: rules.Tournament, edition: str) -> int | None:
    """How many rounds the table or the bracket for the file's players or teams has; None for a Swiss."""
    teams = source.team_event.teams if source.team_event else ()
    return rounds_for(edition_by_code(edition), len(teams or source.players))


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


class LeftOut(NamedTuple):
    """Points of one round that a file gives a player or team alone, and those that all get, in tenths."""

    number: int
    round: int
    found: int
    kept: int


def with_usual_points(
    source: rules.Tournament, edition: str, rounds: int
) -> tuple[rules.Tournament, tuple[LeftOut, ...]]:
    """The file's tournament without points that only some get (record 299), and what is left out.

    Events here cannot have them. They stay if a pairing depends on them: if the rules pair a round
    differently without them, or if rounds are still to be paired by points. `rounds` is the announced number
    of rounds. Raises DomainError for a tournament that cannot be paired.
    """
    event = source.team_event
    usual = replace(
        source,
        players=tuple(
            player.with_cells(tuple(replace(cell, points=None) for cell in player.cells))
            for player in source.players
        ),
        team_event=event and replace(event, extra=()),
    )
    if usual == source or not _pairs_alike(source, usual, edition, rounds):
        return source, ()
    try:
        found, kept = entrants(source, edition), entrants(usual, edition)
    except rules.PairingError as error:
        raise DomainError("edition", in_words(error)) from error
    games = edition_by_code(edition).form.games
    return usual, tuple(
        LeftOut(one.number, games * (number - 1) + 1, *points)
        for one, other in zip(found.players, kept.players, strict=True)
        for number in range(1, found.played_rounds + 1)
        for points in _points_of(found.scoring, one.cell(number), other.cell(number))
    )


def _points_of(scoring: rules.Scoring, one: rules.Cell, other: rules.Cell) -> Iterator[tuple[int, int]]:
    """The points of both cells in each score in which they differ."""
    for points in ((scoring.points(one), scoring.points(other)), (one.secondary, other.secondary)):
        if points[0] != points[1]:
            yield points


def _pairs_alike(source: rules.Tournament, usual: rules.Tournament, edition: str, rounds: int) -> bool:
    """Whether each round, also of those to come, is paired alike with the points of either tournament."""
    if edition_by_code(edition).is_round_robin:
        return True
    if source.played_rounds < rounds:
        return False
    checks = (check_report(one, edition, rounds) for one in (source, usual))
    return all(one.expected == other.expected for one, other in zip(*checks, strict=True))


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


def tie_breaks_of_report(source: rules.Tournament, edition: str) -> str | None:
    """The tie-breaks after the points by records 202 and 212, as events store them; None if not stated.

    Also None for a list that an event under these rules cannot use: one with tie-breaks that are unknown or
    not for such events, or one that does not begin with the points.
    """
    if source.tie_breaks[:1] != ("PTS",):
        return None
    try:
        return ",".join(known.code for known in check_tie_breaks(source.tie_breaks[1:], kind_of(edition)))
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
    if edition_by_code(edition).rounds_for is not None:
        # A table or a bracket says who meets whom.
        return Tournament.Acceleration.NONE
    if not last:
        return Tournament.Acceleration.BAKU if source.baku else Tournament.Acceleration.NONE
    try:
        schedule = scores.with_baku_points(source, edition_by_code(edition).virtual_points)
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


def rating_kind_of_report(source: rules.Tournament) -> Tournament.RatingKind | None:
    """Which of FIDE's ratings the file has (records 092, 222); None if it does not say."""
    told = trf.rating_kind(source)
    return None if told is None else Tournament.RatingKind(told)


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
        known = scores.with_baku_points(known, edition.virtual_points)
    pairs = checked[first].found.pairs
    if number != first:
        pairs = tuple(Pair(pair.black, pair.white) for pair in pairs)
    return edition.handling.board_order(known, pairs)


def read_report(data: bytes, asked_for: str = "") -> tuple[rules.Tournament, Supplied, tuple[TrfError, ...]]:
    """The tournament in a TRF file, what had to be supplied, and the errors of the records that are left out.

    Its teams are read as well if their record 192 names no known rules, but rules for teams are `asked_for`.
    A record about pairings that cannot be read is left out, and is among what could not be read: pairings may
    depend on it (`require_independent`).
    Raises DomainError with line, column, found and expected; a file larger than any report is refused unread.
    """
    if data.startswith((b"PK", b"%PDF")):
        raise DomainError("trf", _("This is not a TRF file: a TRF is plain text."))
    _require_modesty(data)
    left_out: list[TrfError] = []
    try:
        lines = [line.text for line in split(decode(data))]
        while True:
            try:
                source, supplied = _read("\n".join(lines), asked_for)
                break
            except TrfError as error:
                [code] = [line[:3].upper() for line in lines[error.line - 1 : error.line]] or [""]
                if len(left_out) == MOST_LEFT_OUT or code not in ABOUT_PAIRINGS:
                    raise
                left_out.append(error)
                lines[error.line - 1] = ""
    except rules.PairingError as error:
        raise DomainError("trf", in_words(error)) from error
    left_out.sort(key=lambda error: error.line)
    return source, replace(supplied, unread=(*left_out, *supplied.unread)), tuple(left_out)


def _read(text: str, asked_for: str) -> tuple[rules.Tournament, Supplied]:
    source, supplied = trf.read_closely(text)
    known = edition_by_code(asked_for) if asked_for else None
    has_teams = any(record.startswith("310 ") for record in source.other_records)
    if known and known.form.of_teams and has_teams and source.team_event is None:
        read, supplied = trf.read_closely(
            f"{text}\n192 {known.report.written}{'_BAKU' if source.baku else ''}\n"
        )
        source = replace(read, edition=source.edition)
    return source, supplied


def require_independent(
    source: rules.Tournament, left_out: tuple[TrfError, ...], edition: str, rounds: int
) -> None:
    """Raise DomainError for a record that was left out although pairings may depend on it.

    They do not in a round robin, nor after the last of the `rounds` if the rules pair all of them alike
    without it.
    """
    if not left_out or edition_by_code(edition).is_round_robin:
        return
    if source.played_rounds < rounds or not all(one.agrees for one in check_report(source, edition, rounds)):
        raise DomainError("trf", in_words(left_out[0])) from left_out[0]


def _require_modesty(data: bytes) -> None:
    """Refuse a file that is larger or has more lines than any report."""
    if fault := too_large(len(data), MOST_BYTES_OF_REPORT):
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

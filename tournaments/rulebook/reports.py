"""The report to FIDE, with its remarks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from django.utils.translation import gettext as _

from pairing import trf
from pairing.core import tournament as rules
from pairing.core.edition import Form
from pairing.editions import EDITIONS
from pairing.trf import remarks
from tournaments.errors import DomainError
from tournaments.models import Correction, Game, Player, Seat, Tournament
from tournaments.rulebook.editions import edition_of, in_words, rounds_of_match
from tournaments.rulebook.positions import (
    days_of_rounds,
    position,
    rating_method,
    rows_before,
    rows_that_count,
    stored_records,
    with_national_ratings,
)
from tournaments.rulebook.rows import BYES, Result, SeatRow, corrected, ratings_in, with_fide_ratings
from tournaments.rulebook.standings import ranks
from tournaments.rulebook.teams import is_of_teams, with_members
from tournaments.texts import plain as in_plain_letters

LATE_ENTRY, WITHDRAWAL, EXPULSION = remarks.LATE_ENTRY, remarks.WITHDRAWAL, remarks.EXPULSION
# A remark about players who came late or left.
OfPeople = remarks.OfPeople
# A remark about an event that ended early.
Ended = remarks.Ended

_OF_ROUND = re.compile(r"###.* @ Round [0-9]+\b")
_ANY_ROUND = re.compile(r"\b(round|ronde|runde|rd)\b", re.IGNORECASE)
# A national rating: the federation in the place of 001, the player's number, the rating.
_OF_NATION = re.compile(r"([A-Z]{3}) ([ 0-9]{3}[0-9]).{40}([ 0-9]{3}[0-9])(?: |$)")


class Presence(NamedTuple):
    """The first round in which a player was there, and the first after they left; None if not stated."""

    first: int | None = None
    gone: int | None = None
    expelled: bool = False


def names_round(remark: str) -> bool:
    """Whether the remark is about one round, which it names by number."""
    return _OF_ROUND.match(remark) is not None


def is_of_no_round(record: str) -> bool:
    """Whether a record kept from a file is about the whole event: a rating, or a remark naming no round."""
    if record.startswith("###"):
        return _ANY_ROUND.search(record) is None
    return _OF_NATION.match(record) is not None


def states_presence(record: str) -> bool:
    """Whether it is about players who came late or left: events store that as data and write it anew."""
    return remarks.of_people(record) is not None


def presence_in(source: rules.Tournament) -> tuple[dict[int, Presence], list[str]]:
    """Pairing number -> what the file's remarks say of the player; and the file's other records.

    A remark counts only if it names players and contradicts none of their records: players who came late were
    not paired before (byes are allowed), and players who left are not paired afterwards, unless by a table,
    where they lose by forfeit.
    """
    told: dict[int, Presence] = {}
    others = []
    for record in source.other_records:
        found = remarks.of_people(record)
        if not found or not all(_agrees(source, number, found.word, found.round) for number in found.numbers):
            others.append(record)
            continue
        for number in found.numbers:
            told[number] = _with(told.get(number, Presence()), found.word, found.round)
    return told, others


def end_in(source: rules.Tournament, records: list[str]) -> tuple[remarks.Ended | None, list[str]]:
    """What the file says of its early end, if it does; and the records without that one."""
    if source.ended is None:
        return None, records
    found = next(known for known in map(remarks.ended, records) if known and known.after == source.ended)
    return found, [record for record in records if remarks.ended(record) != found]


def _with(known: Presence, word: str, round_: int) -> Presence:
    if word == LATE_ENTRY:
        return known._replace(first=round_)
    return known._replace(gone=round_, expelled=known.expelled or word == EXPULSION)


def _agrees(source: rules.Tournament, number: int, word: str, round_: int) -> bool:
    if not 1 <= number <= len(source.players) or not 1 <= round_ <= (source.rounds or round_) + 1:
        return False
    edition = EDITIONS.get(source.edition or "")
    forfeits = word != LATE_ENTRY and edition is not None and edition.rounds_for is not None
    cells = (source.players[number - 1].cell(other) for other in _absent(word, round_, source.played_rounds))
    return not any(
        cell.paired and not (forfeits and cell.outcome is rules.Outcome.FORFEIT_LOSS) for cell in cells
    )


def _absent(word: str, round_: int, played: int) -> Iterator[int]:
    """The rounds that were played without the player."""
    yield from range(1, round_) if word == LATE_ENTRY else range(round_, played + 1)


# The edition of the report file.
Format = trf.Format

# The pairing program (record 182).
PROGRAM = "Board One"

# The month and day after the year of a date.
_MONTH_AND_DAY = re.compile(r"(?<=[0-9]{4})/[0-9]{2}/[0-9]{2}")


def report(
    tournament: Tournament,
    remarks: Iterable[str] = (),
    *,
    form: Format = Format.TRF26,
    plain: bool = False,
    births: bool = True,
) -> str:
    """The report of what was played, as far as it is known for rating (C.04.2 D.8, 2026 4.3).

    The records that came with an imported file and the remarks (lines that begin with ###) are at its end;
    `plain` restricts it to ASCII letters. While a round is on, it is an interim report: results to come are
    "?", and no result is blank. The ranks are those of the tournament, which a correction for rating alone
    does not change. Without `births`, for readers who are not arbiters, it has only the years of birth; and
    of the records that came with a file, which may state births in any words, only the fingerprints. Raises
    DomainError while an adjourned game is open.
    """
    if reason := why_no_report(tournament):
        raise DomainError("adjourned", reason)
    known = list(Correction.objects.filter(game__round__tournament=tournament, case=Correction.Case.RATING))
    reported = position(tournament, supposed=known)
    interim = any(cell.pending for player in reported.players for cell in player.cells)
    ranked = _ranked(tournament, reported, position(tournament) if known else reported, interim=interim)
    rows = corrected(rows_that_count(tournament), known)
    return _written(tournament, ranked, remarks, form, rows=rows, interim=interim, plain=plain, births=births)


def why_no_report(tournament: Tournament) -> str:
    """Why there can be no report now, not even an interim one; "" if there can."""
    if Game.objects.filter(round__tournament=tournament, result=Result.ADJOURNED).exists():
        return _("An adjourned game is open: there is no report without its result.")
    return ""


class Period(NamedTuple):
    """The rounds of a long event that count for one rating list: those of `month` (its first day)."""

    month: date
    rounds: tuple[int, ...]


def rating_periods(tournament: Tournament) -> tuple[Period, ...]:
    """The rating periods of an event of more than 30 days, by the days of its rounds; () for any other.

    An event of teams has one report, whatever its length.
    """
    found: dict[date, list[int]] = {}
    if tournament.is_long and not is_of_teams(tournament):
        for number, day in tournament.rounds.order_by("number").values_list("number", "day"):
            if day:
                found.setdefault(day.replace(day=1), []).append(number)
    return tuple(Period(month, tuple(numbers)) for month, numbers in sorted(found.items()))


def periods_without_report(tournament: Tournament) -> set[date]:
    """The months of a long event in which results of rounds are missing."""
    periods = rating_periods(tournament)
    whole = position(tournament) if periods else None
    return {period.month for period in periods if whole and _lacks_results(whole, period)}


def _lacks_results(whole: rules.Tournament, period: Period) -> bool:
    return max(period.rounds) > whole.played_rounds or any(
        player.cell(number).pending for player in whole.players for number in period.rounds
    )


def report_of_period(
    tournament: Tournament,
    month: date,
    remarks: Iterable[str] = (),
    *,
    form: Format = Format.TRF26,
    plain: bool = False,
    births: bool = True,
) -> str:
    """The report of what was played in one rating period of a long event, as if it were an event of its own.

    Its days, points and ranks are of these rounds alone, which it numbers from 1, and its ratings are those
    the players had in the first of them. Remarks, and records that came with an imported file, are left out
    if they name a round, as they use the event's own numbers. `births` works as in `report`. Raises
    DomainError for a month without rounds, and while results of its rounds are missing.
    """
    period = next((one for one in rating_periods(tournament) if one.month == month), None)
    if period is None:
        raise DomainError("period", _("No round of a long event is played in that month."))
    known = list(Correction.objects.filter(game__round__tournament=tournament, case=Correction.Case.RATING))
    kept = [record for record in stored_records(tournament, births=births) if is_of_no_round(record)]
    of_no_round = [remark for remark in remarks if not names_round(remark)]
    whole = _with_data(tournament, position(tournament, supposed=known), of_no_round, kept=kept)
    if _lacks_results(whole, period):
        raise DomainError("period", _("Results of rounds of that month are missing: there is no report yet."))
    held = ratings_in(tournament, period.rounds[0])
    ratings = {row.number: held.get(row.pk, row.rating) for row in tournament.players.all()}
    players = tuple(
        replace(
            player,
            rating=ratings[player.number],
            cells=tuple(player.cell(number) for number in period.rounds),
            virtual=(),
        )
        for player in whole.players
    )
    days = tuple(whole.round_dates[number - 1] for number in period.rounds)
    part = replace(
        whole,
        players=players,
        rounds=len(period.rounds),
        start_date=min(days),
        end_date=max(days),
        round_dates=days,
        baku=False,
        table=tuple(whole.table[number - 1] for number in period.rounds) if whole.table else (),
        forbidden=(),
    )
    ranked = _ranked(tournament, part, part)
    told = ranked if births else _without_days(ranked)
    return trf.write(_in_plain_letters(told) if plain else told, form=form)


def file_before(tournament: Tournament, number: int) -> str:
    """What was known when the round was paired, as a file from which other programs pair it (C.04.2 D.8).

    Everybody may read it, so it has only the years of birth.
    """
    number = rounds_of_match(tournament, number).start
    known = position(tournament, before=number)
    ranked = _ranked(tournament, known, known)
    return trf.write(_without_days(with_members(tournament, ranked, rows_before(tournament, number))))


def suits_engines(tournament: Tournament) -> bool:
    """Whether other engines know such events: players who are paired for single games in a Swiss."""
    known = edition_of(tournament)
    return known.form is Form.GAMES and known.rounds_for is None


def file_for_engines(tournament: Tournament, *, before: int | None = None) -> str:
    """The event for bbpPairings and JaVaFo, which refuse more, before the coming round or that round.

    It has only the years of birth. Raises DomainError for events that they do not know.
    """
    if not suits_engines(tournament):
        text = _("Other engines pair single games of a Swiss: there is no such file for this event.")
        raise DomainError("engines", text)
    known = position(tournament, before=before)
    ranked = _ranked(tournament, known, known, interim=True)
    try:
        return trf.write_for_engines(_without_days(ranked))
    except rules.PairingError as error:
        raise DomainError("engines", in_words(error)) from error


def exchange_file(
    tournament: Tournament,
    remarks: Iterable[str] = (),
    *,
    form: Format = Format.TRF16,
    plain: bool = False,
) -> str:
    """The event as it stands, for other programs: like the report, but with "?" for unknown results.

    As a TRF16 it has the records that most programs pair by.
    """
    present = position(tournament)
    ranked = _ranked(tournament, present, present, interim=True)
    rows = rows_that_count(tournament)
    return _written(tournament, ranked, remarks, form, rows=rows, interim=True, plain=plain)


def _ranked(
    tournament: Tournament, source: rules.Tournament, played: rules.Tournament, *, interim: bool = False
) -> rules.Tournament:
    """The tournament with FIDE's ratings, and ranks by the event's tie-breaks from the games `played`."""
    expelled = tournament.players.filter(expelled=True).values_list("number", flat=True)
    found = ranks(tournament, played, {number or 0 for number in expelled}, interim=interim)
    players = tuple(replace(player, rank=found.get(player.number)) for player in source.players)
    return with_fide_ratings(tournament, replace(source, players=players))


def _written(
    tournament: Tournament,
    source: rules.Tournament,
    remarks: Iterable[str],
    form: Format,
    *,
    rows: Sequence[SeatRow],
    interim: bool,
    plain: bool,
    births: bool = True,
) -> str:
    whole = _with_data(tournament, source, remarks, kept=stored_records(tournament, births=births))
    if form is Format.TRF26 and tournament.ended_after is None:
        whole = _with_byes_to_come(tournament, whole)
    whole = with_members(tournament, whole, rows)
    if not births:
        whole = _without_days(whole)
    return trf.write(_in_plain_letters(whole) if plain else whole, interim=interim, form=form)


def _with_data(
    tournament: Tournament, source: rules.Tournament, remarks: Iterable[str], *, kept: list[str]
) -> rules.Tournament:
    """The tournament with the data that do not affect pairings: arbiters, days of the rounds, remarks.

    Records `kept` from a file stay in their place.
    """
    named = list(tournament.named_arbiters.all())
    written = list(remarks)
    people = [remark for remark in written if states_presence(remark)]
    national, kept = with_national_ratings(tournament, source, kept)
    return replace(
        source,
        time_control_code=tournament.time_control_code,
        controller=PROGRAM,
        tie_breaks=("PTS", *tournament.tie_break_codes),
        rating_method=rating_method(tournament),
        chief_arbiter="".join(str(arbiter) for arbiter in named if arbiter.is_chief),
        deputy_arbiters=tuple(str(arbiter) for arbiter in named if not arbiter.is_chief),
        round_dates=days_of_rounds(tournament),
        other_records=(
            *national,
            *people,
            *kept,
            *(remark for remark in written if remark not in [*people, *kept]),
        ),
    )


def _with_byes_to_come(tournament: Tournament, source: rules.Tournament) -> rules.Tournament:
    """The tournament with the byes, requested or for absence, of all rounds that are not paired yet.

    A position has only those of the coming round.
    """
    coming = source.played_rounds + 1
    first = rounds_of_match(tournament, coming).stop
    later = range(first, tournament.number_of_rounds + 1)
    asked = {
        (number, round_): kind
        for number, round_, kind in Seat.objects.filter(
            round__tournament=tournament, round__number__in=later, kind__in=Seat.REQUESTED
        ).values_list("player__number", "round__number", "kind")
    }

    def cell(row: Player, number: int) -> rules.Cell:
        kind = asked.get((row.number, rounds_of_match(tournament, number).start))
        if kind and (row.takes_part_in(number) or row.misses(number)):
            return rules.Cell(outcome=BYES[kind])
        return rules.BLANK if row.takes_part_in(number) else rules.ABSENCE

    def player(row: Player, known: rules.Player) -> rules.Player:
        cells = (
            *(known.cell(number) for number in range(1, first)),
            *(cell(row, number) for number in later),
        )
        return replace(known, cells=cells)

    rows = {row.number: row for row in tournament.players.all()}
    return replace(source, players=tuple(player(rows[one.number], one) for one in source.players))


def _in_plain_letters(source: rules.Tournament) -> rules.Tournament:
    """The tournament with every text in ASCII letters, before columns cut it."""
    players = (replace(player, name=in_plain_letters(player.name)) for player in source.players)
    return replace(
        source,
        players=tuple(players),
        name=in_plain_letters(source.name),
        city=in_plain_letters(source.city),
        chief_arbiter=in_plain_letters(source.chief_arbiter),
        deputy_arbiters=tuple(map(in_plain_letters, source.deputy_arbiters)),
        time_control=in_plain_letters(source.time_control),
        other_records=tuple(map(in_plain_letters, source.other_records)),
    )


def _without_days(source: rules.Tournament) -> rules.Tournament:
    """The tournament with only the year of each birth, as in FIDE’s own list: the days are for arbiters."""
    return replace(
        source,
        players=tuple(
            replace(player, birth=player.birth and f"{player.birth[:4]}/00/00") for player in source.players
        ),
        other_records=tuple(_MONTH_AND_DAY.sub("/00/00", record) for record in source.other_records),
    )

"""The registry: the editions of the pairing rules that this rule book knows, and how they are found.

To add one, add its package, its line in EDITIONS, and its words in the catalogues.
"""

from __future__ import annotations

from collections.abc import Mapping

from pairing.burstein.edition_2026 import BURSTEIN_2026
from pairing.core.edition import Edition, Form
from pairing.core.scores import accelerated, check_scoring
from pairing.core.sentences import Phrase, in_catalogue
from pairing.core.timetable import check_table
from pairing.core.tournament import PairingError, RoundPairing, Tournament, UnpairableRound, codes_of_table
from pairing.double_swiss.edition_2026 import DOUBLE_SWISS_2026
from pairing.dubov.edition_2026 import DUBOV_2026
from pairing.dutch.edition_2016 import DUTCH_2016
from pairing.dutch.edition_2026 import DUTCH_2026
from pairing.knock_out.editions import KNOCK_OUT, KNOCK_OUT_OF_MATCHES
from pairing.matching.completion import Completion, unpairable
from pairing.rating.edition_1998 import RATING_1998
from pairing.rating.edition_2012 import RATING_2012
from pairing.round_robin.editions import (
    DOUBLE_ROUND_ROBIN,
    DOUBLE_TEAM_ROUND_ROBIN,
    PLAIN_DOUBLE_ROUND_ROBIN,
    ROUND_ROBIN,
    TEAM_ROUND_ROBIN,
)
from pairing.scheveningen.edition import SCHEVENINGEN
from pairing.swiss_team.edition_2026 import SWISS_TEAM_2026
from pairing.tie_breaks.table import System, absentees

# By their codes; the first is the default of new tournaments.
EDITIONS: Mapping[str, Edition] = {
    edition.code: edition
    for edition in (
        *(DUTCH_2026, DUTCH_2016, DUBOV_2026, BURSTEIN_2026, RATING_2012, RATING_1998),
        *(DOUBLE_SWISS_2026, SWISS_TEAM_2026),
        *(ROUND_ROBIN, DOUBLE_ROUND_ROBIN, PLAIN_DOUBLE_ROUND_ROBIN),
        *(TEAM_ROUND_ROBIN, DOUBLE_TEAM_ROUND_ROBIN, SCHEVENINGEN),
        *(KNOCK_OUT, KNOCK_OUT_OF_MATCHES),
    )
}

# The system of a tournament that names none, as report files call it; and the editions that this means, in
# words for a tournament that is announced and for one in a file.
USUAL_SYSTEM = DUTCH_2026.report.system
BY_LAST_DAY = in_catalogue("those of 2026; of 2016 where the last day is before 1 February 2026")
BY_LAST_DAY_OF_FILE = in_catalogue(
    "by the file’s last day: those of 2026; of 2016 where it is before 1 February 2026"
)


def edition_by_code(code: str) -> Edition:
    """The edition with this code. Raises PairingError for an unknown code."""
    edition = EDITIONS.get(code)
    if edition is None:
        raise PairingError(
            Phrase("Unknown edition '{code}'; known are: {known}", code=code, known=", ".join(EDITIONS))
        )
    return edition


def with_virtual_points(tournament: Tournament) -> Tournament:
    """The tournament as report files count its rounds, with the virtual points that it is paired by (C.04.7).

    Both games of a match of two have its points. Raises PairingError as `scores.accelerated` does.
    """
    known = EDITIONS.get(tournament.edition or "")
    return accelerated(tournament, known.virtual_points) if known else accelerated(tournament)


def in_standings(tournament: Tournament) -> Tournament:
    """The tournament as its tie-breaks count it: a match of two games is one round.

    In a team event the teams are its players; in a knock-out a won match counts one point, whatever its games
    brought. Raises PairingError if two rounds, or the boards of two teams, do not form a match.
    """
    known = EDITIONS.get(tournament.edition or "")
    return known.counted(known.entrants(tournament)) if known else tournament


def still_in(tournament: Tournament, edition_code: str) -> frozenset[int] | None:
    """The numbers of the players still in before the coming round, or None if losers stay in the event.

    Raises PairingError for an unknown code, and for games that do not fit the system.
    """
    known = edition_by_code(edition_code)
    return known.still_in(known.entrants(tournament)) if known.still_in else None


def edition_by_report_code(code: str) -> Edition | None:
    """The edition that this code names in report files (record 192); None if there is none."""
    return next((edition for edition in EDITIONS.values() if code in edition.report.read), None)


def edition_by_own_table(code: str) -> Edition | None:
    """The edition that this code names, with a table that the organiser gave; None if there is none."""
    codes = {edition.report.own_table: edition for edition in EDITIONS.values() if edition.report.own_table}
    return next((edition for own, edition in codes.items() if code in codes_of_table((own,))), None)


def is_system(code: str) -> bool:
    """Whether this code names a system in report files, without naming the edition."""
    return any(code == edition.report.system for edition in EDITIONS.values() if edition.report.system)


def edition_in_force(day: str, system: str = USUAL_SYSTEM) -> str:
    """The code of the edition of `system` in force on `day` (YYYY/MM/DD); its first edition for ""."""
    reports = {edition.code: edition.report for edition in EDITIONS.values()}
    begun = (code for code, report in reports.items() if report.system == system and report.since <= day)
    return max(begun, key=lambda code: reports[code].since)


def kind_of(edition: Edition) -> System:
    """The kind of tournament that the edition makes for the tie-breaks (C.07 8, 15, 16)."""
    if edition.form is Form.MATCHES and edition.still_in is None:
        return System.DOUBLE_SWISS
    if edition.form is Form.TEAMS:
        return System.TEAM_ROUND_ROBIN if edition.is_round_robin else System.TEAMS
    return System.ROUND_ROBIN if edition.is_round_robin else System.SWISS


def left_out(tournament: Tournament) -> frozenset[int]:
    """C.05 6.6: the pairing numbers of the players whose games do not count in the standings.

    There are none if the tournament's edition has no table. In a team event these are teams. Raises whatever
    `in_standings` raises.
    """
    edition = EDITIONS.get(tournament.edition or "")
    if edition is None or edition.rounds_for is None or not edition.is_round_robin:
        return frozenset()
    return absentees(in_standings(tournament), edition.rounds_for, edition.free_rounds)


def pair_round(tournament: Tournament, edition_code: str) -> RoundPairing:
    """Pair the coming round of `tournament`, accelerated if it is to be, by the edition with this code.

    Raises PairingError for an unknown code, for points that make no sense, for games that do not fit the
    system and for an acceleration that does not fit the tournament, and whatever the edition's pairing
    raises.
    """
    known = edition_by_code(edition_code)
    if known.second_games and tournament.played_rounds % known.form.games:
        return known.second_games(tournament)
    return pair_entrants(entrants(tournament, edition_code), edition_code)


def why_unpairable(tournament: Tournament, edition_code: str) -> UnpairableRound | None:
    """What `pair_round` raises if the absolute criteria leave no pairing; None if they leave one.

    No pairing is made, so this takes much less time. Raises PairingError as `pair_round` does for a history
    that no round can be paired from.
    """
    known = edition_by_code(edition_code)
    if known.records is None or tournament.played_rounds % known.form.games:
        return None
    coming = accelerated(entrants(tournament, edition_code))
    records = known.records(coming)
    return None if Completion(records).possible else unpairable(coming.played_rounds + 1, records)


def entrants(tournament: Tournament, edition_code: str) -> Tournament:
    """The tournament as the edition with this code sees it: its players are the units that it pairs.

    Its rounds are those of the pairing. Raises PairingError for an unknown code, for points that make no
    sense, for games that do not fit the system and for a table that does not suit the number of players.
    """
    known = edition_by_code(edition_code)
    check_scoring(tournament.scoring)
    found = known.entrants(tournament)
    if found.table and known.usual_table:
        check_table(found.table, len(found.players), known.usual_table)
    return found


def pair_entrants(tournament: Tournament, edition_code: str) -> RoundPairing:
    """Like `pair_round`, for a tournament that `entrants` returned."""
    return edition_by_code(edition_code).pair(accelerated(tournament))

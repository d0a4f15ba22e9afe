"""What the records of a report say of the event: its kind, days, ratings, and records kept from a file."""

from __future__ import annotations

import re

from pairing import trf
from pairing.core import tournament as rules
from pairing.core.tournament import code_of
from pairing.elo import RatingKind
from pairing.trf import fields
from tournaments.engine.editions import edition_of, team_event
from tournaments.models import OtherRecords, Rating, Tournament

# The prefix of codes that are not FIDE's (record 192).
OWN_CODES = "BOARD_ONE_"

# The records from an imported file that everybody may read, as they have no room for free text.
_FINGERPRINT = re.compile(r"### Fingerprint @ Round [0-9]+: [0-9a-f]{64}")


def days_of_rounds(tournament: Tournament) -> tuple[str, ...]:
    """The days of the rounds as a report has them, "" for an unknown day; () if none is known."""
    days = tournament.rounds.order_by("number").values_list("day", flat=True)
    return tuple(f"{day:%Y/%m/%d}" if day else "" for day in days) if any(days) else ()


def system_in_words(tournament: Tournament) -> str:
    """The kind of tournament, and that of FIDE's ratings unless it is the usual one (record 092)."""
    named, kind = edition_of(tournament).report.kind, RatingKind(tournament.rating_kind)
    return trf.naming_kind(named, tournament.time_control_code, kind)


def type_of_report(tournament: Tournament) -> tuple[str, str]:
    """The kind of tournament as the report states it: in words (record 092), and as a code (192)."""
    named = edition_of(tournament).report
    baku = fields.BAKU if tournament.acceleration == Tournament.Acceleration.BAKU else ""
    event = team_event(tournament)
    code = named.code(own_table=bool(tournament.own_table))
    return system_in_words(tournament), f"{code_of(event.rules, code) if event else code}{baku}"


def has_code_of_fide(tournament: Tournament) -> bool:
    """Whether FIDE has a code for the pairing rules of the event (record 192)."""
    return not edition_of(tournament).report.written.startswith(OWN_CODES)


def other_records(tournament: Tournament) -> list[str]:
    """The records of an imported event's file that events here have no place for."""
    kept = OtherRecords.objects.filter(tournament=tournament).first()
    return kept.lines if kept else []


def kept_records(tournament: Tournament, *, births: bool) -> list[str]:
    """The records that came with a file, as far as the reader may see them (all of them with `births`)."""
    records = other_records(tournament)
    return records if births else [record for record in records if _FINGERPRINT.fullmatch(record)]


def rating_method(tournament: Tournament) -> str:
    """Record 172 if ratings other than FIDE's count, with their federation if it is known; else ""."""
    # In an event of teams each member has the rating that counts, whatever it follows from.
    if tournament.rating_method == Tournament.RatingMethod.FIDE or tournament.boards is not None:
        return ""
    return f"{tournament.federation} {tournament.rating_method}".strip()


def with_national_ratings(
    tournament: Tournament, source: rules.Tournament, kept: list[str]
) -> tuple[list[str], list[str]]:
    """A record for each national rating that may count, and the records `kept` that stay as they are.

    A record of the event's federation that came with a file gets the player's present number and rating, or
    goes if the player has no national rating any more.
    """
    if not rating_method(tournament) or not tournament.federation:
        return [], kept
    present = Rating.objects.filter(player__tournament=tournament, kind=Rating.Kind.NATIONAL)
    ratings = dict(present.values_list("player__number", "value"))
    before = {said.name: record for record in kept if (said := _of_nation(tournament, record))}
    records = [
        trf.national_record(
            tournament.federation, player, ratings[player.number], before.get(player.name[:33].strip(), "")
        )
        for player in source.players
        if player.number in ratings
    ]
    return records, [record for record in kept if not _of_nation(tournament, record)]


def _of_nation(tournament: Tournament, record: str) -> trf.NationalRating | None:
    said = trf.national_rating(record, tournament.federation)
    return said if said and said.rating else None

"""What to check before the final report: each subject, its faults, and the place to fix each of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import engine
from tournaments.event.queries.obstacles import Obstacle, missing_in, open_game, other_acceleration
from tournaments.log import queries as log
from tournaments.models import Correction, Player, Tournament
from tournaments.ratings import queries as ratings
from tournaments.results.queries.results import adjourned_games
from tournaments.selectors import report_data
from tournaments.selectors.cures import Cure, Place
from tournaments.selectors.reports import NAME_WIDTH

# The most players with the same fault that are named.
MOST_NAMED = 20


@dataclass(frozen=True, slots=True)
class Check:
    """One subject: what the report will say about it, and what is wrong or should be known.

    If it `refuses`, there is no final report until its faults are fixed. A `note` is not a fault, but
    something that the report states and the sender should know.
    """

    title: str
    faults: tuple[Obstacle, ...] = ()
    says: str = ""
    refuses: bool = False
    note: bool = False


def checks(tournament: Tournament) -> list[Check]:
    """All subjects, those that refuse the report first."""
    players = list(tournament.players.prefetch_related("ratings"))
    return [
        Check(_("Results"), tuple(_rounds_to_come(tournament)), refuses=True),
        Check(_("Adjourned games"), tuple(map(open_game, adjourned_games(tournament))), refuses=True),
        Check(_("Names"), (*_without_comma(players), *_too_long(players))),
        Check(_("FIDE IDs"), (*_without_id(players), *_not_listed(tournament))),
        Check(
            _("Dates of birth"),
            tuple(_named(_("No date of birth:"), [row for row in players if not row.birth])),
        ),
        Check(_("Federations"), tuple(_named(_("No federation:"), [p for p in players if not p.federation]))),
        Check(_("The event"), tuple(report_data.of_the_header(tournament))),
        Check(_("Dates of the rounds"), tuple(report_data.of_the_rounds(tournament))),
        Check(_("Arbiters"), tuple(report_data.of_the_arbiters(tournament))),
        Check(_("System and acceleration"), tuple(_edition(tournament)), says=_declared(tournament)),
        Check(_("Corrections for the rating report only"), tuple(_for_rating(tournament)), note=True),
        Check(_("Integrity of the pairings"), tuple(_notes(tournament)), note=True),
    ]


def _rounds_to_come(tournament: Tournament) -> list[Obstacle]:
    last = tournament.last_round + 1
    found = [
        Obstacle(
            "earlier_round",
            _("Round %(number)d is not published yet.") % {"number": round_.number},
            Cure(Place.ROUND, round_.number),
        )
        for round_ in tournament.rounds.all()
        if not round_.is_public and round_.number < last
    ]
    found += missing_in(tournament, last)
    if not found and not tournament.is_finished and not adjourned_games(tournament):
        found.append(Obstacle("running", _("The tournament is not finished yet."), Cure(Place.DESK)))
    return found


def _named(what: str, players: Iterable[Player]) -> list[Obstacle]:
    """A line for each of the first players, and one with the number of the others."""
    found = list(players)
    lines = [
        Obstacle(
            "player",
            _("%(what)s %(number)d %(name)s") % {"what": what, "number": row.number or 0, "name": row.name},
            Cure(Place.PLAYER, player=row.pk),
        )
        for row in found[:MOST_NAMED]
    ]
    if more := len(found) - len(lines):
        text = ngettext("%(what)s %(count)d more player", "%(what)s %(count)d more players", more)
        lines.append(Obstacle("players", text % {"what": what, "count": more}, Cure(Place.PLAYERS)))
    return lines


def _without_comma(players: list[Player]) -> list[Obstacle]:
    return _named(_("Expected “Family name, first name”:"), [row for row in players if "," not in row.name])


def _too_long(players: list[Player]) -> list[Obstacle]:
    what = _("Longer than the %(most)d letters of the report:") % {"most": NAME_WIDTH}
    return _named(what, [row for row in players if len(row.name) > NAME_WIDTH])


def _without_id(players: list[Player]) -> list[Obstacle]:
    return _named(_("No FIDE ID:"), [row for row in players if not row.fide_id])


def _not_listed(tournament: Tournament) -> list[Obstacle]:
    return _named(_("FIDE ID that is on no rating list in use:"), ratings.check(tournament).not_listed)


def _declared(tournament: Tournament) -> str:
    """How the records 092 and 192 declare the system, and Baku's acceleration with it (C.04.2 A.3)."""
    return " · ".join(engine.type_of_report(tournament))


def _edition(tournament: Tournament) -> Iterable[Obstacle]:
    """Rules that are not in force on the last day, and an acceleration that no code declares (A.3)."""
    in_force = engine.successor_of(engine.edition_of(tournament), tournament.end_date)
    if tournament.end_date and in_force != tournament.edition:
        text = _("On the last day %(proper)s are in force, but the event is paired by %(own)s.")
        names = {
            "own": engine.name_of_code(tournament.edition),
            "proper": engine.name_of_code(in_force),
        }
        yield Obstacle("edition_out_of_force", text % names, Cure(Place.SETTINGS))
    if tournament.acceleration == Tournament.Acceleration.GIVEN:
        text = _("The virtual points of the imported file have no code: they are declared player by player.")
        yield Obstacle("acceleration", text, Cure(Place.SETTINGS))
    yield from other_acceleration(tournament)


def _for_rating(tournament: Tournament) -> Iterable[Obstacle]:
    rows = Correction.objects.filter(game__round__tournament=tournament, case=Correction.Case.RATING)
    for row in rows.select_related("game__round"):
        number, board = row.game.round.number, row.game.board
        text = _("Round %(number)d, board %(board)d: %(what)s") % {
            "number": number,
            "board": board,
            "what": row.in_words,
        }
        yield Obstacle("rating_correction", text, Cure(Place.BOARD, number, board))


def _notes(tournament: Tournament) -> Iterable[Obstacle]:
    for row in log.standing(tournament).order_by("round_number", "pk"):
        text = _("Round %(number)d: %(what)s") % {
            "number": row.round_number,
            "what": row.get_kind_display(),
        }
        yield Obstacle("integrity", text, Cure(Place.NOTE, note=row.pk))

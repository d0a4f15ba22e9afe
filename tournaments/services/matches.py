"""Matches of two games: the round of the second one follows from that of the first (C.04.5 Preface, 4.4)."""

from __future__ import annotations

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.errors import DomainError
from tournaments.log.acts import Act
from tournaments.models import AuditEvent, Game, Round, Seat, Tournament
from tournaments.selectors.boards import boards_as_numbers, seated
from tournaments.services.drafts import round_with, seat_pairs

Kind = Seat.Kind


def second_round(tournament: Tournament, first: Round) -> Round | None:
    """The round of the second games of the matches that begin with `first`; None if games are single."""
    _first, *second = engine.rounds_of_match(tournament, first.number)
    return round_with(tournament, second[0]) if second else None


def draft_second_games(act: Act, first: Round) -> Round | None:
    """Seat the same players with the other colours, as a draft, once everybody has a seat in `first`.

    A bye is for the whole match: the allocated one is a game won and one drawn (1.4). Returns None if games
    are single.
    """
    second = second_round(act.tournament, first)
    if second is None:
        return None
    second.seats.all().delete()
    seat_pairs([(Game(round=second), black, white) for _game, white, black in seated(first)])
    Seat.objects.bulk_create(
        Seat(
            round=second,
            player_id=player,
            kind=Kind.HALF_POINT_BYE if kind == Kind.PAIRING_ALLOCATED_BYE else kind,
        )
        for player, kind in first.seats.exclude(kind=Kind.GAME).values_list("player_id", "kind")
    )
    second.state, second.imported = Round.State.DRAFT, False
    second.fingerprint, second.drafted_at = first.fingerprint, timezone.now()
    second.save(update_fields=["state", "imported", "fingerprint", "drafted_at"])
    act.record(AuditEvent.Action.ROUND_PAIRED, round_number=second.number, after=boards_as_numbers(second))
    return second


def plan_again(second: Round) -> None:
    """Empty a round of second games whose pairing was withdrawn, until the first games are published anew."""
    second.games.all().delete()
    second.seats.all().delete()
    second.state, second.fingerprint, second.drafted_at = Round.State.PLANNED, "", None
    second.results_at = second.correction_deadline = None
    second.save(update_fields=["state", "fingerprint", "drafted_at", "results_at", "correction_deadline"])


def require_whole_matches(tournament: Tournament) -> None:
    """Raise DomainError if a bye, entry or withdrawal begins in the middle of what becomes a match."""
    second = [
        number
        for number in range(1, tournament.number_of_rounds + 1)
        if number != engine.rounds_of_match(tournament, number).start
    ]
    halved = Q(seats__round__number__in=second, seats__kind__in=Seat.REQUESTED)
    halved |= Q(first_round__in=second) | Q(withdrawn_from__in=second)
    if names := list(tournament.players.filter(halved).distinct().values_list("name", flat=True)):
        text = _(
            "Matches of two games begin with rounds 1, 3, 5 …: byes, entries or withdrawals of %(names)s do"
            " not. Change these first."
        )
        raise DomainError("halved", text % {"names": "; ".join(names)})


def require_first_game(tournament: Tournament, number: int) -> None:
    """Raise DomainError for a round of second games: nobody enters or leaves in the middle of a match."""
    match = engine.rounds_of_match(tournament, number)
    if number != match.start:
        text = _("Round %(number)d is the second game of a match: expected round %(first)d or %(next)d.")
        facts = {"number": number, "first": match.start, "next": match.stop}
        raise DomainError("second_game", text % facts)

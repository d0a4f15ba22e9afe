"""The rows of the announced rounds; those of a round robin or a knock-out follow from its players."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.errors import DomainError
from tournaments.models import ByeRequest, Round, Tournament
from tournaments.models.fields import MOST_ROUNDS
from tournaments.selectors import rounds


def plan_rounds(tournament: Tournament) -> None:
    """Keep one row for each announced round. Raises DomainError if one that is dropped holds something."""
    wanted = range(1, tournament.number_of_rounds + 1)
    present = set(tournament.rounds.values_list("number", flat=True))
    Round.objects.bulk_create(
        Round(tournament=tournament, number=number) for number in wanted if number not in present
    )
    if present.difference(wanted):
        _refuse_to_drop(tournament)
        tournament.rounds.filter(number__gt=tournament.number_of_rounds).delete()


def _refuse_to_drop(tournament: Tournament) -> None:
    """Refuse to drop a round that has byes or requests for byes, or in which somebody enters."""
    later = Round.objects.filter(tournament=tournament, number__gt=tournament.number_of_rounds)
    held = tournament.players.filter(
        Q(seats__round__in=later) | Q(first_round__gt=tournament.number_of_rounds)
    )
    if names := sorted(set(held.values_list("name", flat=True))):
        text = _("There are byes or late entries in later rounds for %(names)s: change these first.")
        raise DomainError("rounds_held", text % {"names": "; ".join(names)})
    waiting = ByeRequest.objects.filter(round__in=later, answer=ByeRequest.Answer.WAITS)
    if names := sorted(set(waiting.values_list("player__name", flat=True))):
        text = _("There are requests for byes in later rounds by %(names)s: answer these first.")
        raise DomainError("rounds_held", text % {"names": "; ".join(names)})


def follow_players(tournament: Tournament) -> None:
    """Give an event the rounds of its table or bracket, until its first round is paired (C.05 Annex 1).

    A table of more rounds than an event may have is refused when it is to be paired.
    """
    needed = engine.rounds_for(engine.edition_of(tournament), tournament.players.count())
    if needed is None or rounds.is_bound(tournament):
        return
    tournament.number_of_rounds = min(needed, MOST_ROUNDS)
    tournament.save(update_fields=["number_of_rounds"])
    plan_rounds(tournament)


def require_open_table(tournament: Tournament) -> None:
    """Raise DomainError if a round robin or a knock-out has begun: nobody enters or leaves it then."""
    if engine.follows_players(tournament) and rounds.is_bound(tournament):
        raise DomainError(
            "table",
            _(
                "The bracket is made for the players in it: now that round 1 is paired, nobody can enter or"
                " be taken out. A player who leaves is withdrawn, and the opponent goes on; a draft of round"
                " 1 can be thrown away."
            )
            if engine.is_knock_out(tournament)
            else _(
                "In a round robin everybody meets everybody: now that round 1 is paired, nobody can enter or"
                " be taken out (C.05 Annex 1). A player who leaves is withdrawn; a draft of round 1 can be"
                " thrown away."
            ),
        )

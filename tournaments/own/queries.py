"""What players may do by their own links, and the byes they have requested."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.event.queries import schedule
from tournaments.models import ByeRequest, OwnLinkRules, Player, PlayerLink, Round, Seat, Tournament
from tournaments.models.people import hash_of
from tournaments.players.queries import presence
from tournaments.rounds.queries import rounds

Answer = ByeRequest.Answer
Kind = Seat.Kind


def rules_of(tournament: Tournament) -> OwnLinkRules:
    """What the event lets players do by their own links; nothing if nothing was set.

    With a table or a bracket byes cannot be requested, and in team events results cannot be reported, even if
    this was allowed before the event became one of these.
    """
    found = OwnLinkRules.objects.filter(tournament=tournament).first() or OwnLinkRules()
    found.tournament = tournament
    found.byes = found.byes and not rulebook.follows_players(tournament)
    found.results = found.results and not rulebook.is_of_teams(tournament)
    return found


def link_by(token: str) -> PlayerLink | None:
    """The valid link with this token; None if there is none."""
    standing = PlayerLink.objects.active().select_related("player__tournament")
    return standing.filter(token_hash=hash_of(token)).first()


def link_with_hash(token_hash: str, tournament: Tournament) -> PlayerLink | None:
    """The event's link whose token has this hash; None if it is no longer valid."""
    standing = PlayerLink.objects.active().select_related("player__tournament")
    return standing.filter(token_hash=token_hash, player__tournament=tournament).first()


def link_with_key(pk: int, tournament: Tournament) -> PlayerLink | None:
    """The event's link with this key; None if it is no longer valid."""
    standing = PlayerLink.objects.active().select_related("player__tournament")
    return standing.filter(pk=pk, player__tournament=tournament).first()


def entitled(tournament: Tournament) -> list[tuple[Player, PlayerLink | None]]:
    """Everybody who takes part, or will, or has a valid link; each with that link."""
    links = PlayerLink.objects.active().filter(player__tournament=tournament)
    standing = {link.player_id: link for link in links}
    present = Q(withdrawn_from=None) | Q(withdrawn_from__gt=rounds.next_number(tournament) or 0)
    entries = tournament.players.filter(present | Q(pk__in=standing))
    players = entries.select_related("tournament")
    return [(player, standing.get(player.pk)) for player in players]


def waiting(tournament: Tournament) -> QuerySet[ByeRequest]:
    """The requests that an arbiter has to answer, for rounds that are not published."""
    found = ByeRequest.objects.filter(round__tournament=tournament, answer=Answer.WAITS)
    return found.exclude(round__state__in=Round.LOCKED).select_related("player__tournament", "round")


@dataclass(frozen=True, slots=True)
class Choice:
    """A coming round, the byes that may be requested in it, and the deadline."""

    round: Round
    kinds: list[Seat.Kind]
    until: datetime | None


@dataclass(frozen=True)
class Asking:
    """The byes that one player may request by the rules of the event, and those they have requested.

    Nothing here depends on a draft, as players must not learn that there is one.
    """

    player: Player
    rules: OwnLinkRules
    limits: rulebook.handling.HalfPointByes

    @classmethod
    def of(cls, player: Player) -> Asking:
        """The player's requests under the present rules."""
        tournament = player.tournament
        return cls(player, rules_of(tournament), presence.half_point_byes(tournament))

    @cached_property
    def requests(self) -> list[ByeRequest]:
        """All their requests, round by round."""
        own = self.player.bye_requests.select_related("round__tournament")
        return list(own.order_by("round__number"))

    @cached_property
    def half_point_byes(self) -> set[int]:
        """The rounds of half-point byes that they have had, will have, or have requested."""
        seats = self.player.seats.filter(kind=Kind.HALF_POINT_BYE)
        numbers = seats.values_list("round__number", flat=True)
        given = set(presence.first_games(self.player.tournament, numbers))
        return given | {
            one.round.number
            for one in self.requests
            if one.kind == Kind.HALF_POINT_BYE and one.answer == Answer.WAITS and not one.round.is_public
        }

    def until(self, round_: Round) -> datetime | None:
        """The deadline for requesting a bye in the round; None while its starting time is not known."""
        start = round_.starts_at
        return start - timedelta(minutes=self.rules.minutes) if start else None

    def fault(self, round_: Round, kind: str) -> DomainError | None:
        """Why this bye cannot be requested now; None if it can."""
        number = round_.number
        until = self.until(round_)
        tournament = self.player.tournament
        if not self.rules.byes or tournament.is_finished:
            return DomainError(
                "no_byes", _("In this event byes cannot be asked for by a link. Ask an arbiter.")
            )
        if round_.is_public:
            return DomainError("published", _("Round %(number)d is published.") % {"number": number})
        first = rulebook.rounds_of_match(tournament, number).start
        if number != first:
            text = _("Round %(number)d is the second game of a match: its bye is that of round %(first)d.")
            return DomainError("second_game", text % {"number": number, "first": first})
        if not self.player.takes_part_in(number):
            text = _("%(name)s does not take part in round %(number)d anyway.")
            return DomainError("absent", text % {"name": self.player.name, "number": number})
        if until and until <= timezone.now():
            text = _("A bye in round %(number)d could be asked for until %(until)s. Speak to an arbiter.")
            return DomainError("too_late", text % {"number": number, "until": schedule.clock(until)})
        if any(one.round_id == round_.pk for one in self.requests):
            text = _(
                "A bye in round %(number)d was asked for already. For anything else speak to an arbiter."
            )
            return DomainError("asked", text % {"number": number})
        return self._against_half_a_point(number) if kind == Kind.HALF_POINT_BYE else None

    def _against_half_a_point(self, number: int) -> DomainError | None:
        """The event's rule that forbids a half-point bye (C.04.2 D.4, C.05 6.7); None if there is none."""
        if self.player.no_half_point_bye:
            text = _("%(name)s gets no half-point bye.")
            return DomainError("no_half_point_bye", text % {"name": self.player.name})
        if self.limits.are_exceeded(self.half_point_byes, [number]):
            text = ngettext(
                "The rules of the event allow %(allowed)d half-point bye, and none is left.",
                "The rules of the event allow %(allowed)d half-point byes, and none is left.",
                self.limits.most,
            )
            return DomainError("half_point_byes", text % {"allowed": self.limits.most})
        if self.limits.too_late([number]):
            text = _("The rules of the event give no half-point bye after round %(free)d.")
            return DomainError("half_point_bye_late", text % {"free": self.limits.last})
        return None

    def choices(self, rounds: Collection[Round]) -> list[Choice]:
        """The rounds in which they may still request a bye, with the kinds of bye."""
        found = (
            Choice(
                round_,
                [kind for kind in ByeRequest.KINDS if not self.fault(round_, kind)],
                self.until(round_),
            )
            for round_ in rounds
        )
        return [choice for choice in found if choice.kinds]

"""Byes that players ask for by their own links, and what arbiters answer (C.04.2 D.4)."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.errors import Conflict, DomainError
from tournaments.log.acts import Act, Told, acting, by_its_name, fields
from tournaments.models import AuditEvent, ByeRequest, Player, PlayerLink, Tournament
from tournaments.selectors import own_links
from tournaments.services import byes

Action, Answer = AuditEvent.Action, ByeRequest.Answer


def holder_of(act: Act, link: PlayerLink) -> Player:
    """The player whose link it is, read under the lock of another service's act.

    Raises DomainError if the link has ended.
    """
    standing = own_links.link_with_key(link.pk, act.tournament)
    if standing is None:
        raise DomainError("link_ended", _("This link has ended. Ask an arbiter for a new one."))
    return standing.player


def ask_for_bye(*, link: PlayerLink, number: int, kind: str) -> None:
    """Ask for a half-point or zero-point bye in a round that is not published yet. It changes nothing else.

    A player may ask once a round; the same again is harmless. Raises DomainError if the link has ended, or if
    the event's rules or its deadline do not let the player ask.
    """
    if kind not in ByeRequest.KINDS:
        raise DomainError("kind", _("Expected a half-point or a zero-point bye."))
    with acting(link.player.tournament, None) as act:
        player = holder_of(act, link)
        round_ = act.tournament.rounds.filter(number=number).first()
        if round_ is None:
            text = _("This tournament has no round %(number)d.")
            raise DomainError("no_round", text % {"number": number})
        if player.bye_requests.filter(round=round_, kind=kind, answer=Answer.WAITS).exists():
            return
        if fault := own_links.Asking.of(player).fault(round_, kind):
            raise fault
        ByeRequest.objects.create(player=player, round=round_, kind=kind)
        act.record(Action.BYE_ASKED, subject=player.name, round_number=number, after={"kind": kind})


def take_back(*, link: PlayerLink, number: int) -> None:
    """Take back a request that no arbiter has answered. Raises Conflict if none is waiting any more."""
    with acting(link.player.tournament, None) as act:
        player = holder_of(act, link)
        request = own_links.waiting(act.tournament).filter(player=player, round__number=number).first()
        _answer(request, Answer.TAKEN_BACK)
        act.record(Action.BYE_TAKEN_BACK, subject=player.name, round_number=number)


def grant(*, tournament: Tournament, request: int, actor: User, confirmation: str = "") -> ByeRequest:
    """Give the bye that was asked for; `request` is the key of the request.

    Warns and raises as give_bye does; Conflict if it is answered or taken back, or the round is published.
    """
    with acting(tournament, actor) as act:
        row = own_links.waiting(act.tournament).filter(pk=request).first()
        row = _answer(row, Answer.GRANTED)
        act.record(Action.BYE_GRANTED, subject=row.player.name, round_number=row.round.number)
        byes.give(act, row.player, [row.round.number], row.kind, confirmation=confirmation)
        return row


def decline(*, tournament: Tournament, request: int, actor: User) -> ByeRequest:
    """Decline the bye; the player reads that by their link. Raises Conflict if no request waits any more."""
    with acting(tournament, actor) as act:
        row = own_links.waiting(act.tournament).filter(pk=request).first()
        row = _answer(row, Answer.DECLINED)
        act.record(Action.BYE_DECLINED, subject=row.player.name, round_number=row.round.number)
        return row


def _answer(request: ByeRequest | None, answer: str) -> ByeRequest:
    if request is None:
        raise Conflict("no_request", _("This request is no longer waiting."))
    request.answer = answer
    request.save(update_fields=["answer"])
    return request


TOLD: Told = {
    Action.BYE_ASKED: fields(ByeRequest, kind=gettext_lazy("bye")),
    Action.BYE_TAKEN_BACK: by_its_name,
    Action.BYE_GRANTED: by_its_name,
    Action.BYE_DECLINED: by_its_name,
}

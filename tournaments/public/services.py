"""Phones that get messages by Web Push: they subscribe, unsubscribe, and are told of each published round.

The messages are made from what is public, so sending them takes no part in publishing: it cannot hold that
up, and continues where it was when the server starts again.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Collection, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from http import HTTPStatus
from http.client import HTTPException
from typing import NamedTuple
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.models import Player, PushSubscription, Tournament
from tournaments.public import queries, web_push

# Most subscriptions of an event, and of one phone in it, which follows no more players (views/followed.py).
MOST_OF_EVENT, MOST_OF_PHONE = 5000, 12
# Phones in one go: few enough that even a service that answers none of them is done with before they are
# tried again (`selectors.notifications.AGAIN`). How many of a service at once, and how many services.
IN_ONE_GO, AT_ONCE, SERVICES_AT_ONCE = 200, 8, 8
# Seconds between two looks for phones of other services, while waiting for one.
LOOK_AGAIN = 1
# A refusal concerns the phone only if its service has let us send to another one: otherwise our key or clock
# may be wrong, and every phone would be forgotten for it.
REFUSED = {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}
# Other 4xx answers are final, except those that ask for patience.
GONE = {*range(400, 500)} - REFUSED - {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS}


class _Letter(NamedTuple):
    """A phone, the round, and the message about it; the message is empty if there is nothing to tell."""

    phone: PushSubscription
    round_number: int
    message: dict[str, str]


def subscribe(*, player: Player, endpoint: str, key: str, secret: str, language: str) -> None:
    """Tell this phone of the player's boards from now on; the same again renews its keys and language.

    Raises DomainError if the event is over, or takes no more phones.
    """
    event = player.tournament
    if event.is_finished:
        raise DomainError("finished", _("This event is over."))
    known = PushSubscription.objects.filter(player__tournament=event)
    with transaction.atomic():
        if not known.filter(player=player, endpoint=endpoint).exists() and (
            known.count() >= MOST_OF_EVENT or known.filter(endpoint=endpoint).count() >= MOST_OF_PHONE
        ):
            raise DomainError("too_many", _("No more phones can be notified of this event."))
        PushSubscription.objects.update_or_create(
            player=player,
            endpoint=endpoint,
            defaults={"key": key, "secret": secret, "language": language},
        )


def unsubscribe(*, player: Player, endpoint: str) -> None:
    """Stop telling this phone of the player's boards."""
    PushSubscription.objects.filter(player=player, endpoint=endpoint).delete()


def forget_phones(tournament: Tournament) -> None:
    """Delete the phones of an event that has ended."""
    PushSubscription.objects.filter(player__tournament=tournament).delete()


def notify_phones() -> int:
    """Tell the phones that are to be told of a published round; returns how many were.

    Phones that are gone are deleted; a push service that does not answer is tried again later. Each service
    has a thread of its own, so that it keeps no other waiting; only the calling thread uses the database.
    """
    told = 0
    under_way: dict[Future[list[int]], tuple[str, list[_Letter]]] = {}
    with ThreadPoolExecutor(SERVICES_AT_ONCE) as services:
        while True:
            by_service: dict[str, list[_Letter]] = defaultdict(list)
            for letter in _letters(_claim({service for service, _letters in under_way.values()})):
                by_service[web_push.service_of(letter.phone.endpoint)].append(letter)
            for service, letters in by_service.items():
                under_way[services.submit(_send_all, letters)] = service, letters
            if not under_way:
                return told
            for answered in wait(under_way, timeout=LOOK_AGAIN, return_when=FIRST_COMPLETED).done:
                _service, letters = under_way.pop(answered)
                told += _note(letters, answered.result())


def _claim(busy: Collection[str]) -> list[PushSubscription]:
    """Claim phones that nobody else is telling now, and note that; none of a push service that is busy."""
    now = timezone.now()
    with transaction.atomic():
        due = queries.due(now).select_related("player__tournament").select_for_update(of=("self",))
        for service in busy:
            due = due.exclude(endpoint__startswith=service)
        claimed = list(due[:IN_ONE_GO])
        PushSubscription.objects.filter(pk__in=[phone.pk for phone in claimed]).update(tried_at=now)
    return claimed


def _letters(phones: Sequence[PushSubscription]) -> list[_Letter]:
    """The message for each of these phones."""
    by_event: dict[int, list[PushSubscription]] = defaultdict(list)
    for phone in phones:
        by_event[phone.player.tournament_id].append(phone)
    letters = []
    for together in by_event.values():
        players = list({phone.player_id: phone.player for phone in together}.values())
        boards = {one.player.pk: one for one in queries.boards(players)}
        letters += [_letter(boards[phone.player_id], phone) for phone in together]
    return letters


def _letter(board: queries.Followed, phone: PushSubscription) -> _Letter:
    if board.card.now is None or queries.is_known(board, phone):
        return _Letter(phone, phone.told_round, {})
    message = queries.message(board, phone.language)
    if message:
        message["url"] = phone.player.tournament.get_absolute_url()
    return _Letter(phone, board.card.now.number, message)


def _note(letters: Sequence[_Letter], answers: Sequence[int]) -> int:
    """Note a push service's answers and forget phones that are gone; returns how many were told."""
    answered = list(zip(letters, answers, strict=True))
    told: dict[int, list[int]] = defaultdict(list)
    for letter, answer in answered:
        if _is_good(answer):
            told[letter.round_number].append(letter.phone.pk)
    may_send = any(letter.message and _is_good(answer) for letter, answer in answered)
    gone = [
        letter.phone.pk for letter, answer in answered if answer in GONE or (may_send and answer in REFUSED)
    ]
    PushSubscription.objects.filter(pk__in=gone).delete()
    for number, phones in told.items():
        PushSubscription.objects.filter(pk__in=phones).update(
            told_until=F("tried_at"), tried_at=None, told_round=number
        )
    return sum(bool(letter.message) for letter, answer in answered if _is_good(answer))


def _is_good(answer: int) -> bool:
    return 200 <= answer < 300


def _send_all(letters: Sequence[_Letter]) -> list[int]:
    with ThreadPoolExecutor(AT_ONCE) as at_once:
        return list(at_once.map(_send, letters))


def _send(letter: _Letter) -> int:
    """Send; returns the push service's answer, or 0 for none. An empty message counts as delivered."""
    phone, _number, message = letter
    if not message:
        return HTTPStatus.NO_CONTENT
    there = web_push.Phone(phone.endpoint, phone.key, phone.secret)
    try:
        answer = web_push.send(there, message, topic=phone.player.key)
    except (OSError, HTTPException, ValueError) as error:
        answer, fault = 0, repr(error)
    else:
        fault = str(answer)
    if answer not in GONE and not _is_good(answer):
        # Only the host of the address: anybody who knows the rest can send to this phone.
        host = urlsplit(phone.endpoint).hostname
        logging.getLogger(__name__).warning("notifications: %s answers %s", host, fault)
    return answer

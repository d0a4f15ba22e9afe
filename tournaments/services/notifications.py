"""Phones that are told by Web Push: taken on, let go, and told of each round that is published.

What is to be told is read from what is public, so telling takes no part in publishing: it cannot hold that
up, and goes on where it was when the server starts again.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from http.client import HTTPException
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.files import web_push
from tournaments.models import Player, PushSubscription
from tournaments.selectors import followed, notifications

if TYPE_CHECKING:
    from datetime import datetime

    from tournaments.models import Tournament

# Subscriptions that an event takes, and one phone in it, as it follows no more players (views/followed.py).
MOST_OF_EVENT, MOST_OF_PHONE = 5000, 12
# Phones in one go, and how many of them at once.
IN_ONE_GO, AT_ONCE = 400, 8
GONE = {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}


def subscribe(*, player: Player, endpoint: str, key: str, secret: str, language: str) -> None:
    """Tell this phone of the player's boards from now on; the same again renews what it is sealed with.

    Raises DomainError where the event is over, or takes no more phones.
    """
    event = player.tournament
    if event.is_finished:
        raise DomainError("finished", _("This event is over."))
    known = PushSubscription.objects.filter(player__tournament=event)
    with transaction.atomic():
        if not known.filter(player=player, endpoint=endpoint).exists() and (
            known.count() >= MOST_OF_EVENT or known.filter(endpoint=endpoint).count() >= MOST_OF_PHONE
        ):
            raise DomainError("too_many", _("No more phones can be told of this event."))
        PushSubscription.objects.update_or_create(
            player=player,
            endpoint=endpoint,
            defaults={"key": key, "secret": secret, "language": language},
        )


def unsubscribe(*, player: Player, endpoint: str) -> None:
    """Tell this phone of the player no longer."""
    PushSubscription.objects.filter(player=player, endpoint=endpoint).delete()


def forget_phones(tournament: Tournament) -> None:
    """Keep nothing of the phones of an event that has ended."""
    PushSubscription.objects.filter(player__tournament=tournament).delete()


def tell() -> int:
    """Tell the phones that are to be told of a published round; returns how many were.

    Of those that are gone nothing is kept; where a push service does not answer it is tried again later.
    """
    now = timezone.now()
    claimed = _claim(now)
    by_event: dict[int, list[PushSubscription]] = defaultdict(list)
    for phone in claimed:
        by_event[phone.player.tournament_id].append(phone)
    told = []
    for phones in by_event.values():
        told += _tell(phones)
    PushSubscription.objects.filter(pk__in=told).update(told_until=now, tried_at=None)
    return len(told)


def _claim(now: datetime) -> list[PushSubscription]:
    """Those whom nobody else tells just now, noted as being told."""
    with transaction.atomic():
        due = notifications.due(now).select_related("player__tournament").select_for_update(of=("self",))
        claimed = list(due[:IN_ONE_GO])
        PushSubscription.objects.filter(pk__in=[phone.pk for phone in claimed]).update(tried_at=now)
    return claimed


def _tell(phones: list[PushSubscription]) -> list[int]:
    """Tell phones of one event; the keys of those that have been."""
    players = list({phone.player_id: phone.player for phone in phones}.values())
    boards = {one.player.pk: one for one in followed.boards(players)}
    messages = [notifications.message(boards[phone.player_id], phone.language) for phone in phones]
    with ThreadPoolExecutor(AT_ONCE) as at_once:
        answers = list(at_once.map(_send, phones, messages))
    gone = [phone.pk for phone, answer in zip(phones, answers, strict=True) if answer in GONE]
    PushSubscription.objects.filter(pk__in=gone).delete()
    return [phone.pk for phone, answer in zip(phones, answers, strict=True) if 200 <= answer < 300]


def _send(phone: PushSubscription, message: dict[str, str]) -> int:
    """The push service's answer, 0 where there is none; what is nothing to tell has been told."""
    if not message:
        return HTTPStatus.NO_CONTENT
    there = web_push.Phone(phone.endpoint, phone.key, phone.secret)
    try:
        answer = web_push.send(there, message, topic=phone.player.key)
    except (OSError, HTTPException, ValueError) as error:
        answer, fault = 0, repr(error)
    else:
        fault = str(answer)
    if answer not in GONE and not 200 <= answer < 300:
        # Of the address no more than the host: who knows the rest can send to this phone.
        host = urlsplit(phone.endpoint).hostname
        logging.getLogger(__name__).warning("notifications: %s answers %s", host, fault)
    return answer

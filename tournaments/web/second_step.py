"""Logins between their two steps: the password has been typed, the code not yet.

Until then nobody has logged in; the session keeps the account, and when its password was typed.
"""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

# A key of the session: the account, its session hash, when the password was typed, and the page to go to.
WAITING = "second_step"
LASTS = timedelta(minutes=10)


class Waiting(NamedTuple):
    """An account whose password has been typed, and the page to go to after the code."""

    user: User
    page: str


def begin(request: HttpRequest, user: User, page: str) -> None:
    """Begin the second step: the password was right, the code is next."""
    now = int(timezone.now().timestamp())
    request.session[WAITING] = [user.pk, user.get_session_auth_hash(), now, page]


def waiting(request: HttpRequest) -> Waiting | None:
    """The account whose password was typed here a short while ago, if that has not changed since."""
    pk, password, typed, page = request.session.get(WAITING, (0, "", 0, ""))
    if not 0 <= timezone.now().timestamp() - typed < LASTS.total_seconds():
        return None
    user: User | None = get_user_model().objects.filter(pk=pk, is_active=True).first()
    if user is None or not constant_time_compare(password, user.get_session_auth_hash()):
        return None
    return Waiting(user, page)


def end(request: HttpRequest) -> None:
    """End the second step: the code was right, too."""
    request.session.pop(WAITING, None)

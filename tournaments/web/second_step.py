"""Between the password and the code: who has typed the one and not yet the other.

Nobody has logged in until then; the session keeps whose password it was, and for how long.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from django.contrib.auth import get_user_model
from django.utils import timezone
from django.utils.crypto import constant_time_compare

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.http import HttpRequest

# Of the session: the account, the hash of its password, when that was typed, and where to go then.
WAITING = "second_step"
LASTS = timedelta(minutes=10)


class Waiting(NamedTuple):
    """An account whose password has been typed, and the page that it is on its way to."""

    user: User
    page: str


def begin(request: HttpRequest, user: User, page: str) -> None:
    """The password was right: the code is next."""
    now = int(timezone.now().timestamp())
    request.session[WAITING] = [user.pk, user.get_session_auth_hash(), now, page]


def waiting(request: HttpRequest) -> Waiting | None:
    """Who has typed their password here a short while ago, where it is still the same."""
    pk, password, typed, page = request.session.get(WAITING, (0, "", 0, ""))
    if not 0 <= timezone.now().timestamp() - typed < LASTS.total_seconds():
        return None
    user: User | None = get_user_model().objects.filter(pk=pk, is_active=True).first()
    if user is None or not constant_time_compare(password, user.get_session_auth_hash()):
        return None
    return Waiting(user, page)


def end(request: HttpRequest) -> None:
    """The code was right, too."""
    request.session.pop(WAITING, None)

"""Reading the accounts."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User


def account_called(username: str) -> User | None:
    """The account with this user name; None if there is none."""
    account: User | None = get_user_model().objects.filter(username=username).first()
    return account

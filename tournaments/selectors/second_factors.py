"""Reading whether an account's login asks for a code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.models import SecondFactor

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def second_factor_of(user: User) -> SecondFactor | None:
    """The second factor that the account's login asks for; None if the password is enough."""
    return SecondFactor.objects.filter(user=user).first()

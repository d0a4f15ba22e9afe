"""Reading whether an account's login asks for a code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.models import SecondFactor

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def second_factor_of(user: User) -> SecondFactor | None:
    """What the account's login asks for beside the password; None where that is all."""
    return SecondFactor.objects.filter(user=user).first()

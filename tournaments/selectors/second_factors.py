"""Reading whether an account's login asks for a code."""

from __future__ import annotations

from django.contrib.auth.models import User

from tournaments.models import SecondFactor


def second_factor_of(user: User) -> SecondFactor | None:
    """The second factor that the account's login asks for; None if the password is enough."""
    return SecondFactor.objects.filter(user=user).first()

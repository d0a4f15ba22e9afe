"""The second factor of an account, which its login asks for besides the password (ADR 29)."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class SecondFactor(models.Model):
    """An account's app that shows a code for each half minute (TOTP, RFC 6238)."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_factor"
    )
    # In base 32, as apps take it. The codes are computed from it, so it cannot be kept as a hash.
    secret = models.CharField(max_length=64)
    # The half minute whose code was accepted last: each code is valid once.
    taken = models.PositiveBigIntegerField(default=0)
    # Keyed hashes of the codes for people who have lost the phone; each is removed when it is used.
    spare = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"of account {self.user_id}, {len(self.spare)} spare codes"

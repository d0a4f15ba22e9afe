"""The second factor of an account: what its login asks for beside the password (ADR 29)."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class SecondFactor(models.Model):
    """An account's app that shows a code for each half minute (TOTP, RFC 6238)."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_factor"
    )
    # In base 32, as apps take it. The codes are made of it, so it cannot be kept as a hash.
    secret = models.CharField(max_length=64)
    # The half minute whose code was taken last: each code is good once.
    taken = models.PositiveBigIntegerField(default=0)
    # Keyed hashes of the codes for who has lost the phone; each goes with its use.
    spare = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"of account {self.user_id}, {len(self.spare)} spare codes"

"""The secret that a webhook's deliveries are signed with."""

from __future__ import annotations

import base64

from django.utils.crypto import salted_hmac

from tournaments.models import Webhook


def key_of(webhook: Webhook) -> bytes:
    """The key itself: 32 bytes, from the server's own secret key and the webhook's salt.

    So somebody who reads the database, or a copy of it, can sign nothing.
    """
    return salted_hmac("tournaments.webhook", webhook.salt, algorithm="sha256").digest()


def secret_of(webhook: Webhook) -> str:
    """The key in the form in which it is handed over, once."""
    return f"whsec_{base64.b64encode(key_of(webhook)).decode()}"

"""Webhooks: other programs are told what is published, if the chief arbiter sets that up.

`services.outbox` notes the messages, in the transaction of the act; `sender` sends them, and no act waits for
that.
"""

from tournaments.services.webhooks.setting_up import (
    TOLD,
    add_webhook,
    change_webhook,
    remove_webhook,
    secret_of,
    send_test,
)

__all__ = ["TOLD", "add_webhook", "change_webhook", "remove_webhook", "secret_of", "send_test"]

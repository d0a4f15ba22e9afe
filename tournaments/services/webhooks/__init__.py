"""Webhooks: other programs are told what is published, where the chief arbiter says so.

`services.outbox` notes what is to be told, in the transaction of the act; `sender` tells it, and no act waits
for that.
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

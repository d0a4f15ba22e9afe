"""Whether the lines of a log stand as services write them: numbered in their order, and later and later."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from django.utils.translation import gettext as _

from tournaments.models import AuditEvent, Tournament

# The clocks of machines that serve one event may differ by this much.
LAG = timedelta(minutes=1)
SHOWN = "%Y-%m-%d %H:%M:%S"


def out_of_order(tournament: Tournament) -> Iterator[str]:
    """A sentence for each line whose number no service gives, or that says an earlier time than one before.

    The log goes on when a clock is set back, and that is no fault of the event; so only an administrator is
    told, who knows whether it was.
    """
    before = datetime.min.replace(tzinfo=UTC)
    for key, at in tournament.audit_events.order_by("pk").values_list("pk", "at"):
        facts = {"line": key, "at": f"{at:{SHOWN}}", "before": f"{before:{SHOWN}}"}
        if not 1 <= key <= AuditEvent.GREATEST_ID:
            yield _("the log has a line with the number %(line)d, which no act gives") % facts
        elif at + LAG < before:
            yield (
                _(
                    "line %(line)d of the log says %(at)s, and a line before it %(before)s: the clock was set"
                    " back, or somebody wrote the line"
                )
                % facts
            )
        before = max(before, at)

"""Acts on the server that belong to no event: the log of its administrators."""

from __future__ import annotations

from datetime import UTC

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.chain.texts import ServerLine


class ServerAct(models.Model):
    """One line of that log, which only grows, and whose lines are a chain (tournaments.chain.texts)."""

    class Action(models.TextChoices):
        """What was done."""

        ACCOUNT_MADE = "account_made", _("made an account")
        ACCOUNT_CLOSED = "account_closed", _("closed an account")
        PASSWORD_GIVEN = "password_given", _("gave a new password")
        RESET_ISSUED = "reset_issued", _("made a link for a new password")
        CODE_ASKED = "code_asked", _("has the login ask for a code")
        CODE_ENDED = "code_ended", _("has the login ask for the password alone")
        LIST_IMPORTED = "list_imported", _("imported a rating list")
        COPY_RESTORED = "copy_restored", _("put back a copy of the database")
        EVENT_ADDED = "event_added", _("added an event")
        EVENT_REMOVED = "event_removed", _("removed an event")
        EVENT_RETURNED = "event_returned", _("brought a removed event back")
        EVENT_PURGED = "event_purged", _("deleted a removed event for good")

    at = models.DateTimeField(default=timezone.now, editable=False)
    # The name of the account; "" for an act at the machine itself. A name, because the log outlives accounts.
    actor = models.CharField(max_length=150, blank=True)
    action = models.CharField(max_length=20, choices=Action)
    subject = models.CharField(max_length=200, blank=True)
    # The key of the event that it is about; no foreign key, because the log outlives events.
    event = models.BigIntegerField(null=True, blank=True, editable=False)
    # Of the link before, and of this one. A line that the previous release wrote has neither while both
    # releases serve; the next line takes it in.
    previous = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)
    fingerprint = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            # So the chain never forks, whoever writes.
            models.UniqueConstraint(
                fields=("previous",), condition=~Q(fingerprint=""), name="server_act_previous"
            ),
        )

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.actor or '-'} {self.action} {self.subject}"

    @property
    def line(self) -> ServerLine:
        """What the chain keeps of it."""
        event = "" if self.event is None else str(self.event)
        return ServerLine(
            self.at.astimezone(UTC).isoformat(), self.actor, str(self.action), event, self.subject
        )

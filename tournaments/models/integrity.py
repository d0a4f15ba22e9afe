"""Acts that touched the integrity of the pairings, and how they are undone."""

from __future__ import annotations

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.audit import AuditEvent
from tournaments.models.fields import LinesField
from tournaments.models.items import Item, ItemsField
from tournaments.models.tournament import Tournament


class IntegrityEvent(models.Model):
    """One act that touched the integrity of the pairings: written by the service, in its transaction.

    It holds until it is undone or no longer true, and so does its line in the report.
    """

    class Kind(models.TextChoices):
        """What was touched."""

        MANUAL_PAIRING = "manual", _("manual pairing")
        IMPORT = "import", _("imported round that differs from the rules")
        RE_PAIRING = "re-pairing", _("published pairing withdrawn")
        CORRECTION = "correction", _("correction")
        RATING_CORRECTION = "rating-correction", _("correction for the rating report only")
        ADJOURNMENT = "adjournment", _("adjourned game")
        RENUMBERING = "renumbering", _("new pairing numbers")
        EXCHANGE = "exchange", _("exchanged pairing numbers")
        FULL_POINT_BYE = "full-point-bye", _("full-point bye")
        PROHIBITION = "prohibition", _("players kept apart")
        IDENTITY = "identity", _("corrected name, FIDE ID or birth")
        FIDE_MODE = "fide-mode", _("FIDE mode left")
        ROUNDS = "rounds", _("tournament ended early")
        CONFIGURATION = "configuration", _("last round that was not paired as the last")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="integrity_events")
    kind = models.CharField(max_length=20, choices=Kind)
    round_number = models.PositiveSmallIntegerField()
    # Its line in the trail: who, when and why.
    audit = models.ForeignKey(AuditEvent, on_delete=models.PROTECT, editable=False, related_name="notes")
    # Anything else to be said, such as why the rules had no pairing. For an older import, also its reason,
    # which its line in the trail did not keep.
    remark = LinesField(blank=True)
    # How it was and how it is.
    before = ItemsField()
    after = ItemsField()
    # The restore point: the rows that the act changed, as tournaments.log.services reads them.
    changes = models.JSONField(default=list, encoder=DjangoJSONEncoder, editable=False)
    # When it was undone, or ceased to be true.
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    lifted_reason = LinesField(blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(name="integrity_round", condition=Q(round_number__gte=1)),
            models.UniqueConstraint(
                fields=("tournament", "round_number", "kind"),
                condition=Q(kind__in=["manual", "import", "fide-mode"], lifted_at__isnull=True),
                name="integrity_one_a_round",
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament} {self.round_number}: {self.kind}"

    @property
    def reason(self) -> str:
        """Why it was done, and the program's remark on it."""
        return " · ".join(filter(None, (self.audit.reason, self.remark)))

    @property
    def sides(self) -> tuple[list[Item], list[Item]]:
        """How it was and how it is."""
        return self.before, self.after

    @property
    def stands(self) -> bool:
        """Whether it still holds."""
        return self.lifted_at is None

"""The known ratings of a player, each with its source and the month of its list."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import A_RATING, HIGHEST_RATING
from tournaments.models.player import Player


class Rating(models.Model):
    """One rating of a player. The tournament says which one counts, but the arbiters' own comes first."""

    class Kind(models.TextChoices):
        """The list that the rating is from."""

        STANDARD = "standard", _("standard")
        RAPID = "rapid", _("rapid")
        BLITZ = "blitz", _("blitz")
        NATIONAL = "national", _("national")
        # Independent of the lists: as it was handed in, or the arbiter's estimate (C.04.2 B.1).
        OWN = "own", _("of this event")

    class Source(models.TextChoices):
        """Where the rating comes from."""

        FIDE_LIST = "fide", _("FIDE rating list")
        UPLOAD = "upload", _("list that was pasted or uploaded")
        REPORT = "report", _("imported file")
        HAND = "hand", _("entered by hand")
        ESTIMATE = "estimate", _("arbiter’s estimate")
        INGO = "ingo", _("converted from Ingo")
        BCF = "bcf", _("converted from BCF")
        # Entered by a release that did not ask for the source.
        UNKNOWN = "", _("unknown")

    CONVERTED = (Source.INGO, Source.BCF)

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    value = models.PositiveSmallIntegerField(_("rating"), validators=A_RATING)
    source = models.CharField(_("source"), max_length=8, choices=Source, blank=True)
    # The Ingo or BCF number.
    converted_from = models.PositiveSmallIntegerField(null=True, blank=True)
    # The first day of the month of its list.
    month = models.DateField(_("month"), null=True, blank=True)
    # The development coefficient that the list gives with it (B.02 8.3.3).
    k = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("player", "kind"), name="rating_one_of_a_kind"),
            models.CheckConstraint(
                name="rating_kind", condition=Q(kind__in=["standard", "rapid", "blitz", "national", "own"])
            ),
            models.CheckConstraint(
                name="rating_source",
                condition=Q(source__in=["fide", "upload", "report", "hand", "estimate", "ingo", "bcf", ""]),
            ),
            models.CheckConstraint(name="rating_value", condition=Q(value__gte=1, value__lte=HIGHEST_RATING)),
            models.CheckConstraint(
                name="rating_converted",
                condition=Q(source__in=["ingo", "bcf"], converted_from__isnull=False)
                | (~Q(source__in=["ingo", "bcf"]) & Q(converted_from__isnull=True)),
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.kind} {self.value}"

    @property
    def is_estimated(self) -> bool:
        """Whether it is the arbiter's estimate or converted from another scale, and so to be marked."""
        return self.source in {self.Source.ESTIMATE, *self.CONVERTED}

"""The arbiters whom the report to FIDE names. Permission to run the event here is separate: Membership."""

from __future__ import annotations

import re

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import LineField
from tournaments.models.tournament import Tournament

CHIEF = 1


class Arbiter(models.Model):
    """The chief arbiter (record 102 of a report) or one of the deputies (112, a line each)."""

    class Title(models.TextChoices):
        """The titles that FIDE and the federations give to arbiters."""

        INTERNATIONAL = "IA", _("International Arbiter")
        FIDE = "FA", _("FIDE Arbiter")
        NATIONAL = "NA", _("National Arbiter")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="named_arbiters")
    # The chief arbiter's is 1, the deputies follow in their order.
    place = models.PositiveSmallIntegerField()
    title = models.CharField(_("title"), max_length=2, choices=Title, blank=True)
    name = LineField(_("name"), max_length=200)
    fide_id = models.CharField(
        _("FIDE ID"),
        max_length=11,
        blank=True,
        validators=[RegexValidator(r"^[0-9]+$", _("Expected digits only."))],
    )

    class Meta:
        ordering = ("place",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "place"), name="arbiter_place_once"),
            models.CheckConstraint(name="arbiter_place_positive", condition=Q(place__gte=1)),
            models.CheckConstraint(name="arbiter_has_a_name", condition=~Q(name="")),
        )

    def __str__(self) -> str:
        """As reports write it: `IA Grant, Iain (2400001)`."""
        return " ".join(filter(None, (self.title, self.name, self.fide_id and f"({self.fide_id})")))

    @property
    def is_chief(self) -> bool:
        """Whether this is the chief arbiter."""
        return self.place == CHIEF

    @classmethod
    def from_line(cls, text: str) -> Arbiter:
        """The arbiter whom a line of a report names; everything but title and FIDE ID is the name."""
        words = re.fullmatch(r"(?:(IA|FA|NA) )?(\S|\S.*?\S)(?: \(([0-9]{1,11})\))?", text.strip())
        title, name, fide_id = words.groups("") if words else ("", text.strip(), "")
        return cls(title=title, name=name[:200], fide_id=fide_id)

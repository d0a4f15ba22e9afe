"""Events that belong together: the groups of a festival, the events of a season."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import LineField
from tournaments.models.tournament import Tournament


class Festival(models.Model):
    """A festival, of which events are parts. It holds none of their data and decides nothing in them."""

    slug = models.SlugField(_("address"), max_length=60, unique=True)
    name = LineField(_("name"), max_length=120)
    # The account that puts events into it.
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="festivals")

    class Meta:
        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.name


class Part(models.Model):
    """An event in a festival, with its name there: Group A."""

    festival = models.ForeignKey(Festival, on_delete=models.PROTECT, related_name="parts")
    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="part")
    label = LineField(_("name within the festival"), max_length=40)

    class Meta:
        ordering = ("label", "pk")

    def __str__(self) -> str:
        return self.label

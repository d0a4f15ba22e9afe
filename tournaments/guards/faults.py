"""Faults of a database's guards, and its triggers as they are."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy as _


class Wrong(models.TextChoices):
    """What is wrong with a guard."""

    MISSING = "missing", _("taken down")
    ALTERED = "altered", _("not as this program makes it")
    OFF = "off", _("switched off")
    FOREIGN = "foreign", _("not of this program")


class Fault(NamedTuple):
    """One guard that is not as it should be, or one object on our tables that this program did not create."""

    name: str
    wrong: Wrong

    def __str__(self) -> str:
        return f"{self.name} ({self.wrong.label})"


@dataclass(frozen=True, slots=True)
class Standing:
    """A trigger that a database has: its whole definition, and whether it fires."""

    definition: str
    fires: bool = True

    @property
    def digest(self) -> str:
        """The digest by which a later release recognises the trigger."""
        return sha256(f"{self.definition}\n{self.fires}".encode()).hexdigest()

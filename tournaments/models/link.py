"""Links that give access: an invitation to a role, and result entry without an account.

Only the hash of a link's token is kept: somebody who reads the database, or a backup of it, cannot use it.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import LineField
from tournaments.models.membership import Membership
from tournaments.models.tournament import Tournament


def new_token() -> str:
    """256 random bits, encoded for an address."""
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> str:
    """The hash of a token, which is kept. Tokens are long and random, so one round without salt is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


class LinkQuerySet[L: "Link"](models.QuerySet[L]):
    """Links, filtered by whether they are still valid."""

    def standing(self) -> Self:
        """The links that are neither revoked nor expired."""
        return self.filter(revoked_at=None, expires_at__gt=timezone.now())


class Link(models.Model):
    """A secret address of one event, valid for a time, that an arbiter has made and can revoke."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="%(class)ss")
    label = LineField(_("label"), max_length=40)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(_("ends"))
    revoked_at = models.DateTimeField(null=True, blank=True)
    # Taken from the form that made it: the same form sent twice makes one link.
    nonce = models.UUIDField(unique=True, editable=False)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.label

    @property
    def stands(self) -> bool:
        """Whether the link is still valid."""
        return self.revoked_at is None and self.expires_at > timezone.now()


class Invitation(Link):
    """A role in one event for people who open the link and have an account or make one."""

    role = models.CharField(_("role"), max_length=10, choices=Membership.Role)
    # How many people may accept it, and how many have.
    uses = models.PositiveSmallIntegerField(_("for how many people"), default=1)
    used = models.PositiveSmallIntegerField(default=0)

    objects = LinkQuerySet["Invitation"].as_manager()

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(
                name="invitation_role",
                condition=Q(role__in=["owner", "chief", "deputy", "clerk", "reader"]),
            ),
            models.CheckConstraint(
                name="invitation_uses", condition=Q(uses__gte=1) & Q(used__gte=0) & Q(used__lte=F("uses"))
            ),
        )

    @property
    def stands(self) -> bool:
        """Whether somebody may still accept it."""
        return super().stands and self.used < self.uses


class EntryLink(Link):
    """A link for entering the current round's results without an account."""

    objects = LinkQuerySet["EntryLink"].as_manager()

    class Meta:
        ordering = ("-pk",)


class Helper(models.Model):
    """A person who has opened such a link on a phone, and the initials that they gave."""

    link = models.ForeignKey(EntryLink, on_delete=models.PROTECT, related_name="helpers")
    initials = LineField(_("your initials"), max_length=12)
    started_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.link.label} · {self.initials}"

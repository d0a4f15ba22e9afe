"""People: their roles, links, languages, second factors, and wrong passwords."""

from __future__ import annotations

import hashlib
import secrets
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import LineField, here
from tournaments.models.tournament import Tournament


class OwnLanguage(models.Model):
    """The language that an account has chosen; accounts that have not chosen have no row."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="own_language"
    )
    language = models.CharField(_("language"), max_length=2, choices=settings.LANGUAGES)

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="own_language", condition=Q(language__in=[code for code, _name in settings.LANGUAGES])
            ),
        )

    def __str__(self) -> str:
        return f"{self.user}: {self.language}"


class OwnLayout(models.Model):
    """The meanings of columns that an account chose for lists with these headings, for the next such list."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    # SHA-256 of the headings.
    headings = models.CharField(max_length=64)
    # Index of a column -> its meaning; what a rating is that its heading does not name.
    columns = models.JSONField()
    rating = models.CharField(max_length=20, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("user", "headings"), name="own_layout_once"),)

    def __str__(self) -> str:
        return f"{self.user}: {self.columns}"


@here
class Membership(models.Model):
    """A user's role in one tournament."""

    class Role(models.TextChoices):
        """The roles, from the owner, who decides about all others, down to read-only access."""

        OWNER = "owner", _("owner")
        CHIEF = "chief", _("chief arbiter")
        DEPUTY = "deputy", _("deputy arbiter")
        CLERK = "clerk", _("result clerk")
        READER = "reader", _("read-only")

        @property
        def and_above(self) -> list[Membership.Role]:
            """This role and every higher one: those who may do what it may."""
            roles = list(type(self))
            return roles[: roles.index(self) + 1]

        @property
        def and_below(self) -> list[Membership.Role]:
            """This role and every lower one: the roles that its holder may give and take away."""
            roles = list(type(self))
            return roles[roles.index(self) :]

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tournament", "user"), name="membership_once"),
            models.CheckConstraint(
                name="membership_role",
                condition=Q(role__in=["owner", "chief", "deputy", "clerk", "reader"]),
            ),
        )

    def __str__(self) -> str:
        return f"{self.user}: {self.role}"


def new_token() -> str:
    """256 random bits, encoded for an address."""
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> str:
    """The hash of a token, which is kept. Tokens are long and random, so one round without salt is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


class LinkQuerySet[L: "Link"](models.QuerySet[L]):
    """Links, filtered by whether they are still valid."""

    def active(self) -> Self:
        """The links that are neither revoked nor expired."""
        return self.filter(revoked_at=None, expires_at__gt=timezone.now())


class Link(models.Model):
    """A secret address of one event, valid for a time, that an arbiter has made and can revoke."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="%(class)ss")
    label = LineField(_("label"), max_length=40)
    token_hash = here(models.CharField(max_length=64, unique=True, editable=False))
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(_("ends"))
    revoked_at = models.DateTimeField(null=True, blank=True)
    # Taken from the form that made it: the same form sent twice makes one link.
    nonce = here(models.UUIDField(unique=True, editable=False))

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


class SecondFactor(models.Model):
    """An account's app that shows a code for each half minute (TOTP, RFC 6238)."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_factor"
    )
    # In base 32, as apps take it. The codes are computed from it, so it cannot be kept as a hash.
    secret = models.CharField(max_length=64)
    # The half minute whose code was accepted last: each code is valid once.
    taken = models.PositiveBigIntegerField(default=0)
    # Keyed hashes of the codes for people who have lost the phone; each is removed when it is used.
    spare = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"of account {self.user_id}, {len(self.spare)} spare codes"


class Attempts(models.Model):
    """Wrong attempts in a row, counted for one account, address or the like (tournaments.web.logins.FREE)."""

    # A keyed hash of what the counter is for: people type passwords into the field for the name.
    key = models.CharField(max_length=64, unique=True)
    wrong = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name_plural = "attempts"

    def __str__(self) -> str:
        return f"{self.wrong} until {self.last_at:%Y-%m-%d %H:%M:%S}"

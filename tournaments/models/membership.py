"""The people who work on a tournament, and their roles."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


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

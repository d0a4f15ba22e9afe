"""Who works on a tournament, and as what."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Membership(models.Model):
    """What a user is in one tournament."""

    class Role(models.TextChoices):
        """From the one who decides who the others are to the one who only looks."""

        OWNER = "owner", _("owner")
        CHIEF = "chief", _("chief arbiter")
        DEPUTY = "deputy", _("deputy arbiter")
        CLERK = "clerk", _("result clerk")
        READER = "reader", _("read-only")

        @property
        def and_below(self) -> list[Membership.Role]:
            """This role and every lower one: those that who has it may give and take away."""
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

"""The language that somebody has chosen."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


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

"""Which program is told, and of what."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.changes import ChangesForm
from tournaments.models import Delivery, Webhook

CHOICES = tuple(Delivery.CHOICES)


class ChoicesForm(ChangesForm):
    """What a webhook tells: something, at least."""

    class Meta:
        model = Webhook
        fields = CHOICES

    def clean(self) -> dict[str, Any]:
        """What was ticked; ValidationError where nothing was."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if not any(given.get(name) for name in CHOICES):
            raise forms.ValidationError(_("Tick what to send."))
        return given


class WebhookForm(ChoicesForm):
    """A webhook to be set up."""

    class Meta(ChoicesForm.Meta):
        fields = ("address", *CHOICES)

    @property
    def choices(self) -> dict[str, bool]:
        """What is to be told."""
        return {name: self.cleaned_data[name] for name in CHOICES}

"""The forms for webhooks: their addresses, and what they tell."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Delivery, Webhook
from tournaments.web.forms import ChangesForm

CHOICES = tuple(Delivery.CHOICES)


class ChoicesForm(ChangesForm):
    """What a webhook tells: at least one thing."""

    class Meta:
        model = Webhook
        fields = CHOICES

    def clean(self) -> dict[str, Any]:
        """The ticked boxes; ValidationError if there are none."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if not any(given.get(name) for name in CHOICES):
            raise forms.ValidationError(_("Tick what to send."))
        return given


class WebhookForm(ChoicesForm):
    """A new webhook."""

    class Meta(ChoicesForm.Meta):
        fields = ("address", *CHOICES)

    @property
    def choices(self) -> dict[str, bool]:
        """What the webhook is to tell."""
        return {name: self.cleaned_data[name] for name in CHOICES}

"""The removal of an event."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class RemovalForm(forms.Form):
    """The typed name of the event, so that nobody removes it by accident."""

    name = forms.CharField(
        label=_("Name of the event"),
        help_text=_("As written above."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

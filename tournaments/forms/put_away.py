"""The removal of an event."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class RemovalForm(forms.Form):
    """The name of what is to go, typed: nobody does that by a slip of the finger."""

    name = forms.CharField(
        label=_("Name of the event"),
        help_text=_("As written above."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

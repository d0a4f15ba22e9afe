"""The forms of restoring, and of putting an event away."""

from __future__ import annotations

import uuid

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.backup.files import MOST_BYTES
from tournaments.web.forms import UploadField


class BackupForm(forms.Form):
    """The backup file."""

    file = UploadField(label=_("Backup"), most=MOST_BYTES, help_text=_("A file that ends in .json"))
    nonce = forms.UUIDField(widget=forms.HiddenInput, required=False, initial=uuid.uuid4)


class RemovalForm(forms.Form):
    """The typed name of the event, so that nobody removes it by accident."""

    name = forms.CharField(
        label=_("Name of the event"),
        help_text=_("As written above."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

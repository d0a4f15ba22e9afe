"""The form that takes the backup of an event."""

from __future__ import annotations

import uuid

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.files.backups import MOST_BYTES
from tournaments.forms.fields import UploadField


class BackupForm(forms.Form):
    """The backup file."""

    file = UploadField(label=_("Backup"), most=MOST_BYTES, help_text=_("A file that ends in .json"))
    nonce = forms.UUIDField(widget=forms.HiddenInput, required=False, initial=uuid.uuid4)

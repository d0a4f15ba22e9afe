"""The form that takes the backup of an event."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.files.backups import MOST_BYTES

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile


def _modest(file: UploadedFile[bytes]) -> None:
    """Refuse a file that is too large for a backup, before it is read into memory."""
    if (file.size or 0) > MOST_BYTES:
        sizes = {"found": (file.size or 0) >> 20, "most": MOST_BYTES >> 20}
        raise ValidationError(_("The file has %(found)d MB; expected at most %(most)d.") % sizes)


class BackupForm(forms.Form):
    """The backup file."""

    file = forms.FileField(label=_("Backup"), validators=[_modest], help_text=_("A file that ends in .json"))
    nonce = forms.UUIDField(widget=forms.HiddenInput, required=False, initial=uuid.uuid4)

"""The form for a round's games in PGN, from which results are taken."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.files import lists
from tournaments.forms.fields import UploadField


class GamesForm(forms.Form):
    """The file, or its text, because a browser does not send a file again."""

    file = UploadField(label=gettext_lazy("PGN file"), required=False)
    text = forms.CharField(
        label=gettext_lazy("or its text"), required=False, widget=forms.Textarea, strip=False
    )

    def clean(self) -> dict[str, Any]:
        """Put the text of the games into `text`, whichever way it came."""
        data = super().clean() or {}
        if data.get("file"):
            data["text"] = lists.decode(data["file"].read())
        elif not data.get("text", "").strip() and not self.errors:
            raise forms.ValidationError(_("Choose a file, or paste its text."))
        return data

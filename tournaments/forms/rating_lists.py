"""The form that takes a rating list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import RatingList

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile

# The XML of two million players, unpacked.
MOST_MEGABYTES = 2000


def a_list(file: UploadedFile[bytes]) -> None:
    """Refuse what would fill the disk."""
    if (file.size or 0) > MOST_MEGABYTES << 20:
        raise forms.ValidationError(
            _("The file has %(size)d MB; expected at most %(most)d.")
            % {"size": (file.size or 0) >> 20, "most": MOST_MEGABYTES}
        )


class MonthInput(forms.DateInput):
    """The browser's own choice of a month."""

    input_type = "month"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m")


class RatingListForm(forms.Form):
    """A list as FIDE publishes it, and what it may not say of itself."""

    file = forms.FileField(
        label=_("Rating list"), help_text=_("TXT or XML, as it is or zipped"), validators=[a_list]
    )
    kind = forms.ChoiceField(
        label=_("Kind of list"),
        required=False,
        choices=[("", _("as the file says")), *RatingList.Kind.choices],
    )
    month = forms.DateField(
        label=_("Month"),
        required=False,
        widget=MonthInput(),
        input_formats=["%Y-%m"],
        help_text=_("Empty: as the file says, else the present month"),
    )

"""The forms for the upload of a rating list, and for the columns of a national one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.files.national_lists import FIELDS, NEEDED, guess
from tournaments.formats.lists.columns import LABELS
from tournaments.forms.fields import UploadField
from tournaments.models import RatingList
from tournaments.models.fields import LineInput

# Enough for the unpacked XML of two million players.
MOST_BYTES = 2000 << 20


class MonthInput(forms.DateInput):
    """A month, chosen with the browser's own control."""

    input_type = "month"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m")


class RatingListForm(forms.Form):
    """A list as FIDE or a federation publishes it, and the facts that it may lack."""

    file = UploadField(
        label=_("Rating list"),
        help_text=_("FIDE’s: TXT or XML, as it is or zipped. A national one: CSV or XLSX"),
        most=MOST_BYTES,
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
        help_text=_("Empty: as the file says, otherwise the present month"),
    )
    name = LineInput(
        label=_("Name of the national list"),
        required=False,
        max_length=40,
        help_text=_("You are asked once what its columns are; the next month’s list is known by this name"),
    )
    again = forms.BooleanField(label=_("Ask again what its columns are"), required=False)

    def clean(self) -> dict[str, Any]:
        """Check that a national list has a name, and others have none."""
        data = super().clean() or {}
        if data.get("name") and not data.get("kind"):
            data["kind"] = RatingList.Kind.NATIONAL
        if (data.get("kind") == RatingList.Kind.NATIONAL) != bool(data.get("name")):
            self.add_error("name", _("A national list needs a name, a FIDE list has none."))
        return data


class ColumnsForm(forms.Form):
    """The meaning of each column of a national list, by its heading."""

    def __init__(self, *args: Any, headings: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.headings = headings
        guessed = {heading: field for field, heading in guess(headings).items()}
        choices = [("", LABELS[""]), *FIELDS.items()]
        for place, heading in enumerate(headings):
            self.fields[f"column-{place}"] = forms.ChoiceField(
                label=heading or _("column %(number)d") % {"number": place + 1},
                choices=choices,
                required=False,
                initial=guessed.get(heading, ""),
            )

    def clean(self) -> dict[str, Any]:
        """Check that the needed columns are named, and none twice."""
        data = super().clean() or {}
        chosen = [data.get(f"column-{place}") or "" for place in range(len(self.headings))]
        for place, field in enumerate(chosen):
            if field and chosen.count(field) > 1:
                self.add_error(f"column-{place}", _("Two columns are the same."))
            elif field and (not self.headings[place] or self.headings.count(self.headings[place]) > 1):
                self.add_error(f"column-{place}", _("This column has no heading of its own."))
        if missing := [str(FIELDS[field]) for field in NEEDED if field not in chosen]:
            self.add_error(None, _("Say which column this is: %(names)s.") % {"names": ", ".join(missing)})
        return data

    @property
    def columns(self) -> dict[str, str]:
        """Field of the list -> the heading of its column."""
        chosen = ((self.cleaned_data[f"column-{place}"], head) for place, head in enumerate(self.headings))
        return {field: heading for field, heading in chosen if field}

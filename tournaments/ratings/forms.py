"""The forms for the upload of a rating list, and for the columns of a national one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.lists.columns import LABELS
from tournaments.models import RatingList, Tournament
from tournaments.models.fields import LineInput
from tournaments.ratings import queries
from tournaments.ratings.national_lists import FIELDS, NEEDED, guess
from tournaments.web.forms import ChangesForm, UploadField, field_of, offer

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


OTHER = Tournament.RatingMethod.OTHER
# The lists of a sequence, in the order in which the form shows them.
LISTS = ("standard", "rapid", "blitz", "national")


class MonthChoice(forms.ChoiceField):
    """A choice of months; the value is a date, or None for the first choice."""

    def offer(self, first: str, months: Iterable[date]) -> None:
        """Let these be the choices."""
        named = [(f"{month}", date_format(month, "YEAR_MONTH_FORMAT")) for month in months]
        self.choices = [("", first), *named]

    def prepare_value(self, value: Any) -> Any:
        """The date as the value of its choice."""
        return str(value or "")

    def to_python(self, value: Any) -> Any:
        """The date of a choice; ValidationError if it is not a date."""
        text = super().to_python(value)
        if not text:
            return None
        try:
            return date.fromisoformat(text)
        except ValueError as error:
            raise forms.ValidationError(
                self.error_messages["invalid_choice"], code="invalid_choice", params={"value": value}
            ) from error

    def valid_value(self, value: Any) -> bool:
        """Whether it is one of the months."""
        return super().valid_value(str(value))


class PlaceField(forms.ChoiceField):
    """The place of a list in the sequence; "" if it is left out."""

    def __init__(self, **kwargs: Any) -> None:
        places = [("", _("left out")), *((str(place), str(place)) for place in range(1, len(LISTS) + 1))]
        super().__init__(choices=places, required=False, **kwargs)


class EventListsForm(ChangesForm):
    """The rating lists of an event: which ones, their sequence, and when ratings are compared with them.

    Once the event is `bound`, the form has no fields for the sequence.
    """

    list_month = MonthChoice(
        label=_("Rating list"),
        required=False,
        help_text=_(
            "An event of more than 30 days uses the present list, any other the list of its first day."
        ),
    )
    national_list = forms.ChoiceField(label=_("National list"), required=False)
    standard = PlaceField(label=_("FIDE, standard"))
    rapid = PlaceField(label=_("FIDE, rapid"))
    blitz = PlaceField(label=_("FIDE, blitz"))
    national = PlaceField(label=_("The national list"))

    class Meta:
        model = Tournament
        fields = ("list_month", "national_list", "compares_ratings", "highest_counts")
        labels: ClassVar[dict[str, Any]] = {
            "compares_ratings": _("Compare the ratings after each import of a rating list"),
            "highest_counts": _("The highest rating on these lists counts, not the first"),
        }

    def __init__(self, *args: Any, bound: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        event = self.instance
        known = set(queries.months()) | {event.list_month} - {None}
        months = field_of(self, "list_month", MonthChoice)
        months.offer(_by_the_days(event), sorted(known, reverse=True))
        names = sorted({row.name for row in queries.in_use()} | {event.national_list} - {""})
        self._name_lists([name for name in names if name])
        self.initial.update(_places(event.rating_sequence if event.rating_method == OTHER else ""))
        if bound:
            for name in (*LISTS, "highest_counts"):
                del self.fields[name]

    def _name_lists(self, names: list[str]) -> None:
        if names:
            choices = [("", _("the only one there is")), *((name, name) for name in names)]
            offer(self, "national_list", choices)
        else:
            del self.fields["national_list"]

    @property
    def list_fields(self) -> list[forms.BoundField]:
        """The fields that choose the lists, and when they are compared."""
        return [field for field in self.visible_fields() if field.name not in (*LISTS, "highest_counts")]

    @property
    def sequence_fields(self) -> list[forms.BoundField]:
        """The place of each list in the sequence."""
        return [self[name] for name in LISTS if name in self.fields]

    @property
    def changes(self) -> dict[str, Any]:
        """The event's fields that differ from what the page showed; a sequence sets the rating method too."""
        found = {name: value for name, value in super().changes.items() if name not in LISTS}
        if {*LISTS} & {*self.changed_data}:
            found["rating_sequence"] = _sequence(self.cleaned_data)
            if found["rating_sequence"]:
                found["rating_method"] = OTHER
        return found

    @property
    def seen(self) -> dict[str, Any]:
        """The values of the event's fields that the page showed."""
        shown = super().seen
        places = {kind: shown.pop(kind) for kind in LISTS if kind in shown}
        return shown | ({"rating_sequence": _sequence(places)} if places else {})

    def field_of(self, name: str) -> str:
        """The form's field for a field of the event."""
        return LISTS[0] if name in {"rating_sequence", "rating_method"} else name

    def clean(self) -> dict[str, Any]:
        """Check that no two lists have the same place."""
        data = super().clean() or {}
        places = [data[kind] for kind in LISTS if data.get(kind)]
        for kind in LISTS:
            if places.count(data.get(kind)) > 1:
                self.add_error(kind, _("Two lists have the same place in the sequence."))
        return data


def _places(sequence: str) -> dict[str, str]:
    """Kind of rating -> its place in the sequence; "" for one that is left out."""
    kinds = sequence.split()
    return {kind: str(kinds.index(kind) + 1) if kind in kinds else "" for kind in LISTS}


def _sequence(places: Mapping[str, Any]) -> str:
    """The kinds in the order of their places, separated by blanks."""
    return " ".join(sorted((kind for kind in LISTS if places.get(kind)), key=lambda kind: places[kind]))


def _by_the_days(tournament: Tournament) -> str:
    """A description of the list that the event follows if no month is chosen."""
    if not tournament.start_date:
        return gettext("the newest, as long as the first day is not known")
    month = date_format(queries.regular_month(tournament), "YEAR_MONTH_FORMAT")
    if tournament.is_long:
        return gettext("the present one: %(month)s") % {"month": month}
    return gettext("that of the first day: %(month)s") % {"month": month}

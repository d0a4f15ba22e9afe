"""Fields and rows that the forms of several rooms share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet
from django.utils.html import strip_tags
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from tournaments.texts import as_text, from_text, too_large

# Django's own message says neither what is wrong with the choice nor what to do.
_NONE_OF_THEM = _("“%(value)s” is not offered here. Choose one of those offered.")

for _kind in (
    forms.ChoiceField,
    forms.MultipleChoiceField,
    forms.ModelChoiceField,
    forms.ModelMultipleChoiceField,
):
    _kind.default_error_messages["invalid_choice"] = _NONE_OF_THEM
forms.ModelMultipleChoiceField.default_error_messages["invalid_pk_value"] = _(
    "“%(pk)s” is not offered here. Choose one of those offered."
)


# Texts of Django that our forms show and that Django does not have in all our languages: ours translate them.
DJANGO_SAYS = (gettext_noop("- Select an option -"),)

# The most digits of a key: a longer number fits into no column, and SQLite cannot even compare it.
MOST_DIGITS = 18


class KeyField(forms.IntegerField):
    """The key of a row."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=10**MOST_DIGITS - 1, **kwargs)


def field_of[F: forms.Field](form: forms.BaseForm, name: str, kind: type[F]) -> F:
    """The form's own field of this name. Raises TypeError if it is not of this kind."""
    field = form.fields[name]
    if not isinstance(field, kind):
        message = f"{name}: expected {kind.__name__}, found {type(field).__name__}"
        raise TypeError(message)
    return field


def offer(form: forms.BaseForm, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Set the choices of the form's field."""
    field_of(form, name, forms.ChoiceField).choices = list(choices)


class RowsInput(forms.CheckboxSelectMultiple):
    """Checkboxes for rows, whose names may be written from the right."""

    option_template_name = "widgets/row.html"


class SeveralRows(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]  # at run time it takes none
    """Rows by their keys. A key too long for any column is refused like any other that is not offered."""

    widget = RowsInput
    _called: Callable[[Any], str] = str

    def offer(self, rows: QuerySet[Any], called: Callable[[Any], str]) -> None:
        """Set the rows to choose from, and the function that names them."""
        self.queryset, self._called = rows, called

    def label_from_instance(self, obj: Any) -> str:
        """The name of a row."""
        return self._called(obj)

    def clean(self, value: Any) -> Any:
        """The chosen rows. ValidationError for a key that is not offered."""
        for key in value or ():
            if len(str(key)) > MOST_DIGITS:
                raise ValidationError(
                    self.error_messages["invalid_choice"], code="invalid_choice", params={"value": key}
                )
        return super().clean(value)


class DateInput(forms.DateInput):
    """A date, chosen in the browser's own calendar."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class UploadField(forms.FileField):
    """A file of at most so many bytes; a larger one is refused before anything reads it into memory."""

    def __init__(self, *, most: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE, **options: Any) -> None:
        self.most = most
        super().__init__(**options)

    def validate(self, value: UploadedFile[bytes] | None) -> None:
        """As every field is, and by its size."""
        super().validate(value)
        if value and (fault := too_large(value.size or 0, self.most)):
            raise ValidationError(fault)


class HasFederation:
    """A form with a federation."""

    cleaned_data: dict[str, Any]

    def clean_federation(self) -> str:
        """The federation in FIDE's capital letters, however it was typed."""
        return str(self.cleaned_data["federation"]).upper()


class WrittenField(forms.Field):
    """A number that may be written in several ways; it has only changed if the number is different."""

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether it is a different number, however it is written."""
        try:
            return bool(self.to_python(self.prepare_value(initial)) != self.to_python(data))
        except ValidationError:
            return True


class PointsField(WrittenField):
    """Points as people write them: 3, 0.5, 0,5, ½ or 1½. The value is in tenths."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """The tenths written as points."""
        return as_text(value) if isinstance(value, int) else value

    def to_python(self, value: Any) -> Any:
        """Tenths of a point; None for an empty field. ValidationError if it is not a number of points."""
        text = str(value or "").strip()
        if not text:
            return None
        tenths = from_text(text)
        if tenths is None:
            raise ValidationError(
                _("Expected points such as 3, 1 or ½, found “%(found)s”.") % {"found": value}
            )
        return tenths


class LinesField(forms.CharField):
    """Several lines, without blank lines and with one blank between words."""

    def __init__(self, **kwargs: Any) -> None:
        area = forms.Textarea(attrs={"rows": 5, "spellcheck": "false"})
        super().__init__(required=False, widget=area, **kwargs)

    def to_python(self, value: Any) -> str:
        """The cleaned lines."""
        lines = (" ".join(line.split()) for line in (super().to_python(value) or "").splitlines())
        return "\n".join(filter(None, lines))


class StandingChoice(forms.ChoiceField):
    """A choice that keeps its initial value if the form is shown again without a valid one."""

    def bound_data(self, data: Any, initial: Any) -> Any:
        """The choice that the form shows."""
        return data if self.valid_value(data) else initial


class DefaultedChoice(StandingChoice):
    """A choice that stays unchanged if the browser sends none."""

    def clean(self, value: Any) -> Any:
        """The value that was sent, or the initial one."""
        return super().clean(value or self.initial)

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether a different choice was sent."""
        return bool(data) and super().has_changed(initial, data)


class ChangesForm(forms.ModelForm):  # type: ignore[type-arg]  # at run time it takes none
    """A form for a row that a service writes: it validates a copy, and knows what the user changed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.instance = copy(self.instance)
        self.is_overtaken = False
        for field in self.fields.values():
            # The page sends back the values it showed: if two people have it open, the later one must not
            # undo a change that only the other made.
            field.show_hidden_initial = bool(self.instance.pk)

    @property
    def changes(self) -> dict[str, Any]:
        """The fields that differ from what the page showed."""
        return {name: self.cleaned_data[name] for name in self.changed_data}

    @property
    def seen(self) -> dict[str, Any]:
        """The values that the page showed, for each field for which it sends one."""
        return {name: self._seen(name) for name in self.fields if self.add_initial_prefix(name) in self.data}

    def _seen(self, name: str) -> Any:
        field = self.fields[name]
        widget = field.hidden_widget()
        sent = widget.value_from_datadict(self.data, self.files, self.add_initial_prefix(name))
        try:
            return field.to_python(sent)
        except forms.ValidationError:
            return None

    def overtaken(self, present: ChangesForm, names: Iterable[str]) -> None:
        """Add errors that show others' changes to these fields; sending the form again saves the user's.

        `present` is a form for the present row.
        """
        data: Any = copy(self.data)
        fields = list(dict.fromkeys(self.field_of(name) for name in names))
        # The page opens at the error, and not at its top.
        self.fields[fields[0]].widget.attrs["autofocus"] = True
        for name in fields:
            field = self.fields[name]
            value = present.get_initial_for_field(present.fields[name], name)
            text = gettext(
                "Somebody else has changed it to %(now)s in the meantime. Yours is not saved yet: %(yours)s."
            )
            wanted = data.get(self.add_prefix(name))
            self.add_error(name, text % {"now": _in_words(field, value), "yours": _in_words(field, wanted)})
            data[self.add_initial_prefix(name)] = field.prepare_value(value)
        self.add_error(None, gettext("Somebody else has changed this. If yours is right, save again."))
        self.data, self.is_overtaken = data, True

    def field_of(self, name: str) -> str:
        """The name of the form's field for this field of the row."""
        return name


def _in_words(field: forms.Field, value: Any) -> str:
    """A value of the field as text for the user."""
    if isinstance(field, forms.ChoiceField):
        choices: Any = field.choices
        return strip_tags(str(dict(choices).get(field.prepare_value(value), value)))
    return str(field.prepare_value(value) or "–")

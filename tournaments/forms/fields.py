"""Fields that Django's own are one step short of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from tournaments.points import as_text, from_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from django.core.files.uploadedfile import UploadedFile
    from django.db.models import QuerySet

# What Django says in our forms and not in every language of ours: the catalogues have it.
DJANGO_SAYS = (gettext_noop("- Select an option -"),)

# No key has more digits: what has more fits into no column, and SQLite would not even compare it.
MOST_DIGITS = 18


class KeyField(forms.IntegerField):
    """The key of a row."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=10**MOST_DIGITS - 1, **kwargs)


def field_of[F: forms.Field](form: forms.BaseForm, name: str, kind: type[F]) -> F:
    """The form's own field of this name. TypeError where it is of no such kind."""
    field = form.fields[name]
    if not isinstance(field, kind):
        message = f"{name}: expected {kind.__name__}, found {type(field).__name__}"
        raise TypeError(message)
    return field


def faults_in_words(form: forms.BaseForm) -> str:
    """What is wrong with a form that is not shown again: each fault with its field's name, if any."""
    labels = {name: field.label for name, field in form.fields.items()}
    return " ".join(
        f"{label}{_(':')} {fault}" if (label := labels.get(name)) else str(fault)
        for name, faults in form.errors.items()
        for fault in faults
    )


def offer(form: forms.BaseForm, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Let these be the choices of the form's field."""
    field_of(form, name, forms.ChoiceField).choices = list(choices)


class SeveralRows(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]  # at run time it takes none
    """Rows by their keys. A key that no column can hold is not one of the choices, like any other."""

    _called: Callable[[Any], str] = str

    def offer(self, rows: QuerySet[Any], called: Callable[[Any], str]) -> None:
        """Let these be the choices, so called."""
        self.queryset, self._called = rows, called

    def label_from_instance(self, obj: Any) -> str:
        """What a row is called."""
        return self._called(obj)

    def clean(self, value: Any) -> Any:
        """The rows. ValidationError for a key that is none of theirs."""
        for key in value or ():
            if len(str(key)) > MOST_DIGITS:
                raise ValidationError(
                    self.error_messages["invalid_choice"], code="invalid_choice", params={"value": key}
                )
        return super().clean(value)


class DateInput(forms.DateInput):
    """The browser's own calendar."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


def modest(file: UploadedFile[bytes]) -> None:
    """Refuse a file that no list of players and no report can be: it is read into memory."""
    if (file.size or 0) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        raise ValidationError(
            _("The file has %(size)d KB; expected at most %(most)d.")
            % {"size": (file.size or 0) // 1024, "most": settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024}
        )


class HasFederation:
    """A form with a federation."""

    cleaned_data: dict[str, Any]

    def clean_federation(self) -> str:
        """Capital letters are FIDE's, not the typist's."""
        return str(self.cleaned_data["federation"]).upper()


class WrittenField(forms.Field):
    """A number that may be written in several ways: it has changed where it is another number."""

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether it is another one, however it is written."""
        try:
            return bool(self.to_python(self.prepare_value(initial)) != self.to_python(data))
        except ValidationError:
            return True


class PointsField(WrittenField):
    """Points as people write them: 3, 0.5, 0,5, ½ or 1½. The value is in tenths."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Tenths as points."""
        return as_text(value) if isinstance(value, int) else value

    def to_python(self, value: Any) -> Any:
        """Tenths; None for nothing. ValidationError for what is no number of points."""
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
    """Several lines, without those that are blank and with one blank between words."""

    def __init__(self, **kwargs: Any) -> None:
        area = forms.Textarea(attrs={"rows": 5, "spellcheck": "false"})
        super().__init__(required=False, widget=area, **kwargs)

    def to_python(self, value: Any) -> str:
        """The lines."""
        lines = (" ".join(line.split()) for line in (super().to_python(value) or "").splitlines())
        return "\n".join(filter(None, lines))


class StandingChoice(forms.ChoiceField):
    """A choice that a form shown again has as it was, and not at the first of all, where none was made."""

    def bound_data(self, data: Any, initial: Any) -> Any:
        """What the form shows as chosen."""
        return data if self.valid_value(data) else initial


class DefaultedChoice(StandingChoice):
    """A choice that stays as it is where the browser sends none."""

    def clean(self, value: Any) -> Any:
        """The value that was sent, or the initial one."""
        return super().clean(value or self.initial)

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether another one was sent."""
        return bool(data) and super().has_changed(initial, data)

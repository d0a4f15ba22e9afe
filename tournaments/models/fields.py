"""Columns for text that people read, and validators of ratings, federations and time controls.

Invisible characters are kept out, whichever way the text enters the database.

A column says beside it what it is about (`about`), or that it stays on this machine (`here`): what becomes of
it in an end, a backup, a copy or a list of what is stored about somebody follows from that.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.texts import cleaned, cleaned_lines, hidden_in

if TYPE_CHECKING:
    from collections.abc import Callable

    CharField = models.CharField[str, str]
    TextField = models.TextField[str, str]
else:
    CharField, TextField = models.CharField, models.TextField


class Here(Enum):
    """The one matter that columns of any model, and models, may be about."""

    HERE = "no backup holds it, and nobody is told it: a secret, or what each machine decides for itself"


def about[F](matter: Enum, field: F) -> F:
    """The column, which says what it is about."""
    field.matter = matter  # type: ignore[attr-defined]  # Django keeps it with the field
    return field


def here[F](field: F) -> F:
    """The column, whose values stay on this machine: no backup holds them, and nobody is told them.

    Or the model, whose rows are set up anew on each machine.
    """
    return about(Here.HERE, field)


def matter_of(field: models.Field[Any, Any] | type[models.Model]) -> Enum | None:
    """What the column, or the model, is about, if it says so."""
    return getattr(field, "matter", None)


def names_about(model: type[models.Model], *matters: Enum) -> tuple[str, ...]:
    """The names of the columns about any of these matters, in the order of the columns."""
    return tuple(field.name for field in model._meta.local_concrete_fields if matter_of(field) in matters)


MOST_ROUNDS = 30
UP_TO_ALL_ROUNDS = MaxValueValidator(MOST_ROUNDS)
HIGHEST_RATING = 3999
A_RATING = (MinValueValidator(1), MaxValueValidator(HIGHEST_RATING))
# As FIDE writes them, so that one ID cannot be entered in two forms.
A_FIDE_ID = RegexValidator(r"^[1-9][0-9]*$", _("Expected digits only, and no 0 before them."))
A_FEDERATION = RegexValidator(r"^[A-Z]{3}$", _("Expected FIDE's code of three capital letters, such as SCO."))
FEDERATIONS = RegexValidator(
    r"^[A-Z]{3}( [A-Z]{3})*$", _("Expected FIDE’s codes of three capital letters, with blanks between them.")
)


# Record 222 of TRF26: seconds, with an increment after + and a number of moves before /; colons between
# periods. If the colours have different times: W and White's time, then -B and Black's.
_PERIOD = r"(?:[0-9]+/)?[0-9]+(?:\+[0-9]+)?"
_PERIODS = rf"{_PERIOD}(?::{_PERIOD})*"
A_TIME_CONTROL = RegexValidator(
    rf"^(?:{_PERIODS}|W{_PERIODS}-B{_PERIODS})$",
    _("Expected seconds and increment as 5400+30, or 40/6000+30:900+30 for several periods."),
)


class LineInput(forms.CharField):
    """A form field for one line, which reports invisible characters that were pasted into it.

    The form shows the text again without them, to be checked and sent again.
    """

    tidied: Callable[[str], str] = staticmethod(cleaned)

    def to_python(self, value: Any) -> Any:
        """The text as it is kept."""
        text = super().to_python(value)
        return self.tidied(text) if isinstance(text, str) else text

    def clean(self, value: Any) -> Any:
        """The text as it is kept; ValidationError if invisible characters were left out of it."""
        if isinstance(value, str) and (found := hidden_in(value)):
            raise ValidationError(
                _("It contained invisible characters (%(found)s). They have been taken out: send it again.")
                % {"found": ", ".join(found)}
            )
        return super().clean(value)

    def bound_data(self, data: Any, initial: Any) -> Any:
        """The text that the form shows again."""
        shown = super().bound_data(data, initial)
        return self.tidied(shown) if isinstance(shown, str) else shown


class LinesInput(LineInput):
    """The same for several lines."""

    tidied = staticmethod(cleaned_lines)


class LineField(CharField):
    """A column of one line, cleaned by `texts.cleaned` on every way: form, service or bare update."""

    def to_python(self, value: Any) -> Any:
        """The text as it is kept."""
        text = super().to_python(value)
        return cleaned(text) if isinstance(text, str) else text

    def formfield(self, **kwargs: Any) -> Any:
        """A LineInput."""
        return super().formfield(**{"form_class": LineInput, **kwargs})

    def deconstruct(self) -> Any:
        """The column is that of any CharField, so migrations see no difference."""
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.CharField", arguments, options


class LinesField(TextField):
    """A column of several lines, each cleaned by `texts.cleaned`."""

    def to_python(self, value: Any) -> Any:
        """The text as it is kept."""
        text = super().to_python(value)
        return cleaned_lines(text) if isinstance(text, str) else text

    def formfield(self, **kwargs: Any) -> Any:
        """A LinesInput."""
        return super().formfield(**{"form_class": LinesInput, **kwargs})

    def deconstruct(self) -> Any:
        """The column is that of any TextField, so migrations see no difference."""
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.TextField", arguments, options

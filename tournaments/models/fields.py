"""Columns for text that people read, and what a rating and a federation must be.

No way into the database brings in what nobody sees.
"""

from __future__ import annotations

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

HIGHEST_RATING = 3999
A_RATING = (MinValueValidator(1), MaxValueValidator(HIGHEST_RATING))
A_FEDERATION = RegexValidator(r"^[A-Z]{3}$", _("Expected FIDE's code of three capital letters, such as SCO."))
FEDERATIONS = RegexValidator(
    r"^[A-Z]{3}( [A-Z]{3})*$", _("Expected FIDE’s codes of three capital letters, with blanks between them.")
)


# Record 222 of TRF26: seconds with an increment after +, so many moves before /, periods between colons;
# where the colours have different times, W, what White has, -B, and what Black has.
_PERIOD = r"(?:[0-9]+/)?[0-9]+(?:\+[0-9]+)?"
_PERIODS = rf"{_PERIOD}(?::{_PERIOD})*"
A_TIME_CONTROL = RegexValidator(
    rf"^(?:{_PERIODS}|W{_PERIODS}-B{_PERIODS})$",
    _("Expected seconds and increment as 5400+30, or 40/6000+30:900+30 for several periods."),
)


class LineInput(forms.CharField):
    """A field of a form for one line: who pastes a character that cannot be seen is told of it.

    What comes back is without it, to be looked at and sent again.
    """

    tidied: Callable[[str], str] = staticmethod(cleaned)

    def to_python(self, value: Any) -> Any:
        """The text as it is kept."""
        text = super().to_python(value)
        return self.tidied(text) if isinstance(text, str) else text

    def clean(self, value: Any) -> Any:
        """The text as it is kept; ValidationError where more than blanks were left out of it."""
        if isinstance(value, str) and (found := hidden_in(value)):
            raise ValidationError(
                _("It contained invisible characters (%(found)s). They have been taken out: send it again.")
                % {"found": ", ".join(found)}
            )
        return super().clean(value)

    def bound_data(self, data: Any, initial: Any) -> Any:
        """What the form shows again."""
        shown = super().bound_data(data, initial)
        return self.tidied(shown) if isinstance(shown, str) else shown


class LinesInput(LineInput):
    """The same for several lines."""

    tidied = staticmethod(cleaned_lines)


class LineField(CharField):
    """A column of one line, kept as `texts.cleaned` leaves it: by a form, a service or a bare update."""

    def to_python(self, value: Any) -> Any:
        """The text as it is kept."""
        text = super().to_python(value)
        return cleaned(text) if isinstance(text, str) else text

    def formfield(self, **kwargs: Any) -> Any:
        """A LineInput."""
        return super().formfield(**{"form_class": LineInput, **kwargs})

    def deconstruct(self) -> Any:
        """The column is any CharField's: no migration knows the difference."""
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.CharField", arguments, options


class LinesField(TextField):
    """A column of several lines, each kept as `texts.cleaned` leaves it."""

    def to_python(self, value: Any) -> Any:
        """The text as it is kept."""
        text = super().to_python(value)
        return cleaned_lines(text) if isinstance(text, str) else text

    def formfield(self, **kwargs: Any) -> Any:
        """A LinesInput."""
        return super().formfield(**{"form_class": LinesInput, **kwargs})

    def deconstruct(self) -> Any:
        """The column is any TextField's: no migration knows the difference."""
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.TextField", arguments, options

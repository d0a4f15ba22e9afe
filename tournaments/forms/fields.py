"""Fields that Django's own are one step short of."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

# No key has more digits: what has more fits into no column, and SQLite would not even compare it.
MOST_DIGITS = 18


class KeyField(forms.IntegerField):
    """The key of a row."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=10**MOST_DIGITS - 1, **kwargs)


class SeveralRows(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]
    """Rows by their keys. A key that no column can hold is not one of the choices, like any other."""

    def clean(self, value: Any) -> Any:
        """The rows. ValidationError for a key that is none of theirs."""
        for key in value or ():
            if len(str(key)) > MOST_DIGITS:
                raise ValidationError(
                    self.error_messages["invalid_choice"], code="invalid_choice", params={"value": key}
                )
        return super().clean(value)

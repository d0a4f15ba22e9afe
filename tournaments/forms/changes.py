"""Forms for rows that services write and that two people may edit at the same time."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import strip_tags
from django.utils.translation import gettext

from tournaments.errors import Overtaken


class ChangesForm(forms.ModelForm):  # type: ignore[type-arg]  # at run time it takes none
    """A form for a row that a service writes: it validates a copy, and knows what the user changed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.instance = copy(self.instance)
        self._conflict = False
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
        self.data, self._conflict = data, True

    @property
    def status(self) -> int:
        """The HTTP status of the page that shows the form."""
        if self._conflict:
            return Overtaken.status
        return 422 if self.errors else 200

    def field_of(self, name: str) -> str:
        """The name of the form's field for this field of the row."""
        return name

    def refuse(self, error: ValidationError) -> None:
        """Show the service's errors, each beside its field."""
        for name, faults in error.update_error_dict({}).items():
            field = self.field_of(name)
            self.add_error(field if field in self.fields else None, faults)


def _in_words(field: forms.Field, value: Any) -> str:
    """A value of the field as text for the user."""
    if isinstance(field, forms.ChoiceField):
        choices: Any = field.choices
        return strip_tags(str(dict(choices).get(field.prepare_value(value), value)))
    return str(field.prepare_value(value) or "–")

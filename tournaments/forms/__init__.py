"""Forms, which check what people send field by field; the services check it against the rules."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

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

"""Festivals and seasons, and an event's part in one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import field_of
from tournaments.models import Festival, Part, Tournament
from tournaments.models.fields import LineInput
from tournaments.selectors.festivals import open_to, part_of


class FestivalForm(forms.Form):
    """A new festival or season."""

    name = LineInput(label=_("Name"), max_length=Festival._meta.get_field("name").max_length)


class PartForm(forms.Form):
    """The choice of one of the account's festivals for the event, and the event's name within it."""

    festival: forms.ModelChoiceField[Festival] = forms.ModelChoiceField(
        queryset=None,
        label=_("Festival or season"),
        required=False,
        empty_label=_("none: an event of its own"),
    )
    label = LineInput(
        label=_("Name within the festival"),
        max_length=Part._meta.get_field("label").max_length,
        required=False,
        help_text=_("For example: Group A, or Third event."),
    )

    def __init__(self, *args: Any, tournament: Tournament, user: User) -> None:
        super().__init__(*args)
        if part := part_of(tournament):
            self.initial = {"festival": part.festival, "label": part.label}
        field_of(self, "festival", forms.ModelChoiceField).queryset = open_to(user, tournament)

    def clean(self) -> dict[str, Any]:
        """Check that a festival comes with a label."""
        found = super().clean() or self.cleaned_data
        if found.get("festival") and not found.get("label") and "label" not in self.errors:
            self.add_error("label", _("Expected the name of the event there, such as Group A."))
        return found

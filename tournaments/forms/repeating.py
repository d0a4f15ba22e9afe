"""The form for another event like an existing one."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.regulations import HeaderForm
from tournaments.models import Tournament


class RepeatForm(HeaderForm):
    """The new event's own data, its name and days; and whether the players are copied."""

    with_players = forms.BooleanField(
        label=_("With the same players"),
        required=False,
        help_text=_("Names, titles, ratings, federations, clubs and dates of birth; they get new numbers."),
    )
    nonce = forms.UUIDField(widget=forms.HiddenInput, required=False, initial=uuid.uuid4)

    class Meta:
        model = Tournament
        fields = ("name", "start_date", "end_date")
        widgets = HeaderForm.Meta.widgets

    def __init__(self, *args: Any, source: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, initial={"name": source.name}, **kwargs)
        self.fields["name"].widget.attrs["autofocus"] = True
        if source.boards is not None:
            # The members and line-ups of teams change from year to year.
            del self.fields["with_players"]

    @property
    def wishes(self) -> dict[str, Any]:
        """The arguments for the service; the same answers on the same page mean the same event."""
        told = {name: self.cleaned_data[name] for name in self.Meta.fields}
        told["with_players"] = self.cleaned_data.get("with_players", False)
        page = self.cleaned_data.get("nonce")
        return told | {"nonce": uuid.uuid5(page, repr(sorted(told.items()))) if page else None}

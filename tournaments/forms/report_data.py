"""The arbiters named in the report."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count, takewhile
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.models import Arbiter, Tournament
from tournaments.models.arbiter import CHIEF
from tournaments.models.fields import LineInput

# Empty rows for more deputies, because the page has no script that adds rows.
SPARE = 2


class ArbiterForm(forms.Form):
    """One arbiter; an empty row means no arbiter."""

    title = forms.ChoiceField(
        label=_("Title"),
        required=False,
        choices=[("", "–"), *Arbiter.Title.choices],
    )
    name = LineInput(label=_("Name"), required=False, max_length=200)
    fide_id = forms.CharField(label=_("FIDE ID"), required=False, max_length=11)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["fide_id"].widget.attrs |= {"inputmode": "numeric"}

    @property
    def is_chief(self) -> bool:
        """Whether this is the row of the chief arbiter."""
        return self.prefix == str(CHIEF)

    def clean(self) -> dict[str, Any]:
        """Check that a row with other data has a name."""
        data = super().clean() or {}
        if any(data.values()) and not data.get("name") and "name" in data:
            self.add_error("name", _("Write the name, or clear the whole row."))
        return data


class ArbitersForm:
    """The chief arbiter's row, the deputies', and empty ones for more."""

    def __init__(self, tournament: Tournament, data: Mapping[str, Any] | None = None) -> None:
        named = {row.place: row for row in tournament.named_arbiters.all()}
        # The arbiters that the page shows, as text, which is sent back with the rows.
        self.seen = [str(row) for row in named.values()]
        self.overtaken = False
        self._data = data
        if data is None:
            last = max([CHIEF, *named]) + SPARE
            self.rows = [_row(place, named.get(place)) for place in range(CHIEF, last + 1)]
        else:
            sent = takewhile(lambda place: f"{place}-name" in data, count(CHIEF))
            self.rows = [ArbiterForm(data, prefix=str(place)) for place in sent]

    def is_valid(self) -> bool:
        """Whether there are rows, and all of them are valid."""
        return bool(self.rows) and all(row.is_valid() for row in self.rows)

    @property
    def people(self) -> dict[str, Any]:
        """The chief arbiter and the deputies, and those that the page showed, as the service takes them."""
        chief, *deputies = self._filled
        shown = str((self._data or {}).get("seen", ""))
        return {
            "chief": chief.cleaned_data if chief.cleaned_data["name"] else None,
            "deputies": [row.cleaned_data for row in deputies],
            "seen": shown.splitlines(),
        }

    @property
    def _filled(self) -> list[ArbiterForm]:
        """The chief arbiter's row, and the rows of the named deputies."""
        return [row for row in self.rows if row.is_chief or row.cleaned_data["name"]]

    def refuse(self, error: ValidationError) -> None:
        """Show the service's errors, each in its arbiter's row."""
        for place, faults in error.update_error_dict({}).items():
            self._filled[int(place) - CHIEF].add_error("fide_id", faults)

    def shown_again(self, now: list[str]) -> None:
        """Show the arbiters that others have named meanwhile; sending the page again overwrites them."""
        self.seen, self.overtaken = now, True


def _row(place: int, arbiter: Arbiter | None) -> ArbiterForm:
    named = {"title": arbiter.title, "name": arbiter.name, "fide_id": arbiter.fide_id} if arbiter else {}
    return ArbiterForm(prefix=str(place), initial=named)

"""The arbiters whom the report names."""

from __future__ import annotations

from itertools import count, takewhile
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Arbiter
from tournaments.models.arbiter import CHIEF
from tournaments.models.fields import LineInput

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.core.exceptions import ValidationError

    from tournaments.models import Tournament

# Rows for deputies to come, on a page that adds none by itself.
SPARE = 2


class ArbiterForm(forms.Form):
    """One arbiter; a row that is all empty is nobody."""

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
        """Without a name there is nobody who could have the rest."""
        data = super().clean() or {}
        if any(data.values()) and not data.get("name") and "name" in data:
            self.add_error("name", _("Write the name, or clear the whole row."))
        return data


class ArbitersForm:
    """The chief arbiter's row, the deputies', and empty ones for more."""

    def __init__(self, tournament: Tournament, data: Mapping[str, Any] | None = None) -> None:
        named = {row.place: row for row in tournament.named_arbiters.all()}
        # Those whom the page shows, as text: it comes back with the rows.
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
        """Whether there are rows, and every one is in order."""
        return bool(self.rows) and all(row.is_valid() for row in self.rows)

    @property
    def people(self) -> dict[str, Any]:
        """The chief arbiter and the deputies, and who the page said they are, as the service takes them."""
        chief, *deputies = self._filled
        shown = str((self._data or {}).get("seen", ""))
        return {
            "chief": chief.cleaned_data if chief.cleaned_data["name"] else None,
            "deputies": [row.cleaned_data for row in deputies],
            "seen": shown.splitlines(),
        }

    @property
    def _filled(self) -> list[ArbiterForm]:
        """The chief arbiter's row, and those of the deputies whom there are."""
        return [row for row in self.rows if row.is_chief or row.cleaned_data["name"]]

    def refuse(self, error: ValidationError) -> None:
        """Show what the service has against somebody, in their row."""
        for place, faults in error.update_error_dict({}).items():
            self._filled[int(place) - CHIEF].add_error("fide_id", faults)

    def shown_again(self, now: list[str]) -> None:
        """Others have named these meanwhile: who sends the page again has seen it."""
        self.seen, self.overtaken = now, True


def _row(place: int, arbiter: Arbiter | None) -> ArbiterForm:
    named = {"title": arbiter.title, "name": arbiter.name, "fide_id": arbiter.fide_id} if arbiter else {}
    return ArbiterForm(prefix=str(place), initial=named)

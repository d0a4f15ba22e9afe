"""The forms of the report to FIDE and of importing such a file."""

from __future__ import annotations

import uuid
from base64 import b64decode, b64encode
from collections.abc import Mapping
from hashlib import sha256
from itertools import count, takewhile
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.event.forms import SystemSelect, edition_choices
from tournaments.models import Arbiter, Tournament
from tournaments.models.fields import MOST_ROUNDS, LineInput
from tournaments.models.tournament import CHIEF
from tournaments.web.forms import UploadField, offer

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


class TrfForm(forms.Form):
    """A TRF file, and the facts that it may lack."""

    file = UploadField(label=_("TRF file"), most=rulebook.MOST_BYTES_OF_REPORT)
    # The file's content, while a question about it is answered: a browser does not send a file again.
    carried = forms.CharField(required=False, widget=forms.HiddenInput)
    nonce = forms.UUIDField(widget=forms.HiddenInput, required=False, initial=uuid.uuid4)
    rounds = forms.IntegerField(
        label=_("Announced number of rounds"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=_("Only if the file does not say"),
        error_messages={
            "max_value": _("Found %(show_value)s rounds, expected at most %(limit_value)s."),
            "min_value": _("Found %(show_value)s rounds, expected at least %(limit_value)s."),
        },
    )
    edition = forms.ChoiceField(
        label=_("Pairing rules"),
        required=False,
        widget=SystemSelect,
        help_text=_("Only if the file does not say, or names rules that cannot be used here"),
    )
    rating_kind = forms.ChoiceField(
        label=_("Ratings"),
        choices=[("", _("as the file says, else standard")), *Tournament.RatingKind.choices],
        required=False,
        help_text=_("Which of FIDE’s ratings the file has: records 092 (type) or 222 (time control) may say"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = edition_choices(rulebook.rules_in_force(of_file=True))
        offer(self, "edition", choices)
        self.fields["file"].required = not self.data.get("carried")

    def clean(self) -> None:
        """Keep the file while another answer is corrected."""
        # No text that a page sent: a sign that no field takes.
        if "carried" in self.errors:
            del self.errors["carried"]
            self._let_go_of_file()
            self.add_error("file", _("Choose the file again."))
        elif self.errors and "file" not in self.errors:
            self._keep_file()

    def refuse(self, error: DomainError) -> None:
        """Show the error at the field that can answer it; the file is kept for a choice of rules."""
        if error.code == "edition":
            self._keep_file()
            self.add_error("edition", error.message)
        else:
            self._let_go_of_file()
            self.add_error("file", error.message)

    def _keep_file(self) -> None:
        self.data = {**self.data, **self.carry(self.content)}
        self.fields["file"].required = False
        self["file"].help_text = _("The file is kept. Choose another one only to replace it.")

    def _let_go_of_file(self) -> None:
        self.data = {**self.data, "carried": ""}
        self.fields["file"].required = True

    @staticmethod
    def carry(data: bytes) -> dict[str, str]:
        """The file as a field of the form, for the question about it."""
        return {"carried": b64encode(data).decode()}

    def clean_carried(self) -> bytes:
        """The content of the file that the question carried."""
        try:
            return b64decode(self.cleaned_data["carried"], validate=True)
        except ValueError:
            self._let_go_of_file()
            self.add_error("file", _("Choose the file again."))
            return b""

    @property
    def identity(self) -> uuid.UUID | None:
        """A nonce that is the same for the same file and answers on the same page."""
        page = self.cleaned_data.get("nonce")
        answers = " ".join(str(self.cleaned_data[name]) for name in ("rounds", "edition", "rating_kind"))
        return uuid.uuid5(page, f"{sha256(self.content).hexdigest()} {answers}") if page else None

    @cached_property
    def content(self) -> bytes:
        """The content of the file."""
        file, carried = self.cleaned_data["file"], self.cleaned_data["carried"]
        return bytes(file.read() if file else carried)

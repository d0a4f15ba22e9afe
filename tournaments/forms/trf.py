"""The form for a report file from which an event is made."""

from __future__ import annotations

import uuid
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from tournaments import engine
from tournaments.errors import DomainError
from tournaments.event.forms import SystemSelect, edition_choices
from tournaments.forms.fields import UploadField, offer
from tournaments.models import Tournament
from tournaments.models.fields import MOST_ROUNDS


class TrfForm(forms.Form):
    """A TRF file, and the facts that it may lack."""

    file = UploadField(label=_("TRF file"), most=engine.MOST_BYTES_OF_REPORT)
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
        choices = edition_choices(engine.rules_in_force(of_file=True))
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

"""The paper size, language and round for printing papers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.models import Round
from tournaments.papers.drawing.sheet import SIZES

NAMES = {"a4": "A4", "letter": "Letter"}


class Chosen(NamedTuple):
    """The round whose papers are offered (0: none is published); paper size and language of all papers."""

    number: int
    size: str
    language: str


class PrintForm(forms.Form):
    """The choices in the address of the page, so that nothing has to be stored."""

    size = forms.ChoiceField(label=_("Sheets"), choices=[(size, NAMES[size]) for size in SIZES])
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)

    def __init__(
        self, data: QueryDict | None, *, rounds: Sequence[Round], round_on: int, language: str
    ) -> None:
        self._usual: dict[str, Any] = {
            "size": "a4",
            "language": language,
            "number": round_on,
        }
        super().__init__(data, initial=self._usual)
        if rounds:
            choices = [(round_.number, str(round_.number)) for round_ in rounds]
            self.fields["number"] = forms.TypedChoiceField(label=_("Round"), coerce=int, choices=choices)

    def chosen(self) -> Chosen:
        """The valid choices; the default for everything if one is missing or invalid."""
        found = self._usual | (self.cleaned_data if self.is_bound and self.is_valid() else {})
        return Chosen(found["number"], found["size"], found["language"])

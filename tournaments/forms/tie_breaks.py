"""The form that orders the tie-breaks of an event; nothing is saved before the user says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments import engine
from tournaments.errors import DomainError
from tournaments.forms.fields import DefaultedChoice, offer
from tournaments.models import Tournament
from tournaments.models.fields import A_RATING

SHOWN = ("tie_breaks", "tie_break_text", "tie_break_rating")


class TieBreaksForm(forms.Form):
    """A list of tie-breaks that its user edits: each button adds, moves or removes one of them."""

    more = forms.ChoiceField(label=_("Tie-break to add"), required=False)
    unrated = forms.IntegerField(
        label=_("Players without a rating count as"),
        required=False,
        validators=A_RATING,
        help_text=_(
            "For tie-breaks by rating. If this is empty, they mean nothing as soon as one player has no"
            " rating (C.07 10)."
        ),
    )
    text = DefaultedChoice(
        label=_("Text of the tie-breaks"), choices=Tournament.TieBreakText, widget=forms.RadioSelect
    )
    rating = DefaultedChoice(
        label=_("Rating in tie-breaks"),
        choices=Tournament.TieBreakRating,
        widget=forms.RadioSelect,
        help_text=_("For players whose rating changes in an event of more than 30 days (C.07 10)."),
    )

    def __init__(self, data: QueryDict | None, *, tournament: Tournament) -> None:
        super().__init__(data)
        self.stored = tournament.tie_break_codes
        self.edition = tournament.edition
        self.codes: Sequence[str] = self.stored if data is None else data.getlist("code")
        # The values when the user began, so that the later of two users who have it open gets a warning.
        self.seen = {name: getattr(tournament, name) for name in SHOWN}
        if data is not None:
            self.seen = {name: data[f"seen-{name}"] for name in SHOWN if f"seen-{name}" in data}
        # The button and the tie-break that was moved last: the page puts the focus there.
        self.moved = ("", "")
        offer(self, "more", engine.tie_break_choices(tournament))
        self.fields["text"].initial = tournament.tie_break_text
        self.fields["rating"].initial = tournament.tie_break_rating
        self.fields["unrated"].initial = engine.rating_of_unrated(self.stored)

    @property
    def columns(self) -> tuple[engine.Column, ...]:
        """The edited list; if it is invalid, the event's own."""
        try:
            return engine.columns_of(self.codes, self.edition)
        except DomainError:
            return engine.columns_of(self.stored, self.edition)

    def clean(self) -> dict[str, Any]:
        """Apply the pressed button, and the rating of unrated players, to the list."""
        data = super().clean() or {}
        try:
            wanted = engine.counting_unrated(self._pressed(list(self.codes), data), data.get("unrated"))
            engine.columns_of(wanted, self.edition)
            self.codes = wanted
        except DomainError as error:
            self.add_error(None, error.message)
        return data

    def _pressed(self, codes: list[str], data: dict[str, Any]) -> list[str]:
        pressed = self.data
        if "take" in pressed:
            return [code for code in str(pressed["take"]).split(",") if code]
        if "add" in pressed:
            return [*codes, data["more"]] if data.get("more") else codes
        for name, step in (("up", -1), ("down", 1), ("remove", 0)):
            if (code := pressed.get(name)) in codes:
                place = codes.index(code)
                codes.pop(place)
                if step:
                    codes.insert(max(place + step, 0), code)
                    self.moved = (name, code)
        return codes

    @property
    def changes(self) -> dict[str, Any]:
        """The event's fields with the values from the form."""
        return {
            "tie_breaks": ",".join(self.codes),
            "tie_break_text": self.cleaned_data["text"],
            "tie_break_rating": self.cleaned_data["rating"],
        }

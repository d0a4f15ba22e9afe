"""The forms of tie-breaks, and of lots among equals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.models import GivenValue, Player, Tournament
from tournaments.models.fields import A_RATING
from tournaments.web.forms import DefaultedChoice, offer

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
        offer(self, "more", rulebook.tie_break_choices(tournament))
        self.fields["text"].initial = tournament.tie_break_text
        self.fields["rating"].initial = tournament.tie_break_rating
        self.fields["unrated"].initial = rulebook.rating_of_unrated(self.stored)

    @property
    def columns(self) -> tuple[rulebook.Column, ...]:
        """The edited list; if it is invalid, the event's own."""
        try:
            return rulebook.columns_of(self.codes, self.edition)
        except DomainError:
            return rulebook.columns_of(self.stored, self.edition)

    def clean(self) -> dict[str, Any]:
        """Apply the pressed button, and the rating of unrated players, to the list."""
        data = super().clean() or {}
        try:
            wanted = rulebook.counting_unrated(self._pressed(list(self.codes), data), data.get("unrated"))
            rulebook.columns_of(wanted, self.edition)
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

    def overtaken(self, present: TieBreaksForm, _names: object) -> None:
        """Show what others have saved meanwhile; sending the form again saves the user's."""
        self.seen, self.is_overtaken = present.seen, True
        now = ", ".join(column.name for column in present.columns) or "–"
        text = gettext(
            "Somebody else has changed it to %(now)s in the meantime. Yours is not saved yet: save it again."
        )
        self.add_error(None, text % {"now": now})


# The largest number that can be entered; no tie-break is larger.
MOST = 99_999


class GivenField(forms.CharField):
    """A place from 1, or a number with at most two decimals; the value is the place, or hundredths."""

    def __init__(self, tie_break: str, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=9, **kwargs)
        self.is_place = tie_break == GivenValue.TieBreak.PLAY_OFF
        self.widget.attrs |= {"inputmode": "numeric" if self.is_place else "decimal", "size": "6"}

    def clean(self, value: Any) -> Any:
        """The value as it is stored; None for an empty field."""
        text = str(super().clean(value)).replace(",", ".")
        if not text:
            return None
        whole, _mark, rest = text.partition(".")
        good = whole.isascii() and whole.isdecimal() and int(whole) <= MOST
        if self.is_place:
            if not good or rest or int(whole) < 1:
                raise ValidationError(
                    gettext("Expected a place such as 1, found “%(found)s”.") % {"found": value}
                )
            return int(whole)
        if not good or len(rest) > 2 or not (rest or "0").isdecimal():
            raise ValidationError(
                gettext("Expected a number such as 12.5, found “%(found)s”.") % {"found": value}
            )
        return int(whole) * 100 + int(rest.ljust(2, "0"))


class GivenValuesForm(forms.Form):
    """The values of one tie-break: a field for each player, named by the player's key."""

    def __init__(
        self,
        data: QueryDict | None,
        *,
        tie_break: GivenValue.TieBreak,
        players: Iterable[Player],
        stored: Mapping[int, GivenValue],
    ) -> None:
        super().__init__(data, prefix=tie_break.value)
        self.tie_break = tie_break
        for player in players:
            initial = stored[player.pk].written if player.pk in stored else ""
            self.fields[str(player.pk)] = GivenField(
                tie_break.value, label=player.name, initial=initial, show_hidden_initial=True
            )

    @property
    def values(self) -> dict[int, int | None]:
        """The changed values, by the player's key."""
        return {int(name): self.cleaned_data[name] for name in self.changed_data}

    @property
    def seen(self) -> dict[int, int | None]:
        """The values that the page showed for the changed fields, by the player's key."""
        sent = {name: self.data.get(self.add_initial_prefix(name), "") for name in self.changed_data}
        return {int(name): self.fields[name].clean(text) for name, text in sent.items()}

"""The values that decide among equal players, entered player by player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _

from tournaments.models import GivenValue, Player

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
                raise ValidationError(_("Expected a place such as 1, found “%(found)s”.") % {"found": value})
            return int(whole)
        if not good or len(rest) > 2 or not (rest or "0").isdecimal():
            raise ValidationError(_("Expected a number such as 12.5, found “%(found)s”.") % {"found": value})
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

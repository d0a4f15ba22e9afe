"""Pairing numbers that were drawn in the hall, typed player by player."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.http import QueryDict

from tournaments.models import Player


class NumbersForm(forms.Form):
    """A number for each player; the service checks that each number is used once."""

    def __init__(self, data: QueryDict | None, *, players: Sequence[Player]) -> None:
        super().__init__(data)
        self.players = players
        for player in players:
            self.fields[f"number-{player.pk}"] = forms.IntegerField(
                label=player.name, min_value=1, max_value=len(players), initial=player.number
            )

    @property
    def numbers(self) -> dict[int, int]:
        """The numbers by the players' keys."""
        return {player.pk: self.cleaned_data[f"number-{player.pk}"] for player in self.players}

"""Players who are kept apart."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import SeveralRows, field_of
from tournaments.models import Tournament


class ApartForm(forms.Form):
    """Players who must not meet, and the rounds in which they must not."""

    players = SeveralRows(
        label=_("Players"),
        queryset=None,
        error_messages={"required": _("Choose at least two players who must not meet.")},
    )
    first_round = forms.IntegerField(label=_("From round"), min_value=1, initial=1)
    last_round = forms.IntegerField(
        label=_("To round"), min_value=1, required=False, help_text=_("Empty: to the end")
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        players = field_of(self, "players", SeveralRows)
        players.offer(tournament.players.all(), lambda player: f"{player.number} {player.name}")

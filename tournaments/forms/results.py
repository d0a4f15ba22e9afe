"""A board's result, and the results beside the three that most games have, in plain words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tournaments.models import Game

Result = Game.Result


@dataclass(frozen=True, slots=True)
class ResultGroup:
    """Results of one kind: each as a form sends it, and as its button says it."""

    heading: str
    results: tuple[tuple[str, str], ...]


def other_results(*, unrated: bool) -> list[ResultGroup]:
    """What a game can end with besides a win, a draw and a loss; with games that do not count for rating."""
    forfeits = {
        Result.WHITE_WINS_FORFEIT: _("White wins by forfeit"),
        Result.BLACK_WINS_FORFEIT: _("Black wins by forfeit"),
        Result.BOTH_FORFEIT: _("both lose by forfeit"),
    }
    groups = [
        ResultGroup(
            _("Not played"),
            tuple((value.value, f"{value.label} {words}") for value, words in forfeits.items()),
        )
    ]
    if unrated:
        shorter = tuple((f"{value}{Game.UNRATED}", str(value.label)) for value in Game.MAY_BE_UNRATED)
        groups.append(ResultGroup(_("Played, not rated: shorter than one move"), shorter))
    decided = (Result.HALF_ZERO, Result.ZERO_HALF, Result.BOTH_LOSE)
    groups.append(
        ResultGroup(_("Decided by the arbiter"), tuple((value.value, str(value.label)) for value in decided))
    )
    return groups


class ResultForm(forms.Form):
    """One board's result, and what its row knew of it."""

    result = forms.CharField(max_length=20, required=False)
    version = forms.IntegerField(min_value=0)
    # The result about which the row has asked whether it is to replace the one that stands.
    asked = forms.CharField(max_length=20, required=False)
    reason = forms.CharField(max_length=500, required=False)

    def clean(self) -> dict[str, Any]:
        """A result, whether it counts for rating, and whether its typist was asked about this one."""
        data = super().clean() or {}
        result: str = data.get("result", "")
        rated = not result.endswith(Game.UNRATED)
        asked = data.get("asked") == result
        return data | {"result": result.removesuffix(Game.UNRATED), "rated": rated, "asked": asked}

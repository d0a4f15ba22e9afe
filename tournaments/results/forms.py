"""A board's result, and the results other than the usual three, in plain words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.formats import lists
from tournaments.models import Game
from tournaments.web.forms import UploadField

Result = Game.Result


@dataclass(frozen=True, slots=True)
class ResultGroup:
    """Results of one kind: each as the form's value, and as the label of its button."""

    heading: str
    results: tuple[tuple[str, str], ...]


def other_results(*, unrated: bool) -> list[ResultGroup]:
    """The results other than a win, a draw and a loss; `unrated` adds games that do not count for rating."""
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
    """One board's result, and the version of it that the row showed."""

    result = forms.CharField(max_length=20, required=False)
    version = forms.IntegerField(min_value=0)
    # The result for which the row has asked whether it should replace the existing one.
    asked = forms.CharField(max_length=20, required=False)
    reason = forms.CharField(max_length=500, required=False)

    def clean(self) -> dict[str, Any]:
        """The result, whether it counts for rating, and whether the row has asked about this one."""
        data = super().clean() or {}
        result: str = data.get("result", "")
        rated = not result.endswith(Game.UNRATED)
        asked = data.get("asked") == result
        return data | {"result": result.removesuffix(Game.UNRATED), "rated": rated, "asked": asked}


class GamesForm(forms.Form):
    """The file, or its text, because a browser does not send a file again."""

    file = UploadField(label=gettext_lazy("PGN file"), required=False)
    text = forms.CharField(
        label=gettext_lazy("or its text"), required=False, widget=forms.Textarea, strip=False
    )

    def clean(self) -> dict[str, Any]:
        """Put the text of the games into `text`, whichever way it came."""
        data = super().clean() or {}
        if data.get("file"):
            data["text"] = lists.decode(data["file"].read())
        elif not data.get("text", "").strip() and not self.errors:
            raise forms.ValidationError(_("Choose a file, or paste its text."))
        return data

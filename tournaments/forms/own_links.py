"""What players ask for and report by their own links, and what the event lets them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.forms.changes import ChangesForm
from tournaments.models import ByeRequest, Game, OwnLinkRules


class OwnLinkRulesForm(ChangesForm):
    """What players may do by their own links."""

    class Meta:
        model = OwnLinkRules
        fields = ("byes", "minutes", "results", "line_ups", "line_up_minutes")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if engine.follows_players(self.instance.tournament):
            # It has no byes to ask for.
            del self.fields["byes"], self.fields["minutes"]
        if engine.is_of_teams(self.instance.tournament):
            # What a match came to, its boards say.
            del self.fields["results"]
            self.fields["byes"].label = _("Captains ask for byes by their teams’ own links")
        else:
            del self.fields["line_ups"], self.fields["line_up_minutes"]
        for field in self.fields.values():
            # Also while nothing is set, which is stored nowhere.
            field.show_hidden_initial = True


class RoundForm(forms.Form):
    """One round, by its number."""

    number = forms.IntegerField(min_value=1, max_value=99)


class ByeRequestForm(RoundForm):
    """A bye that a player asks for."""

    kind = forms.ChoiceField(choices=[(kind.value, kind.label) for kind in ByeRequest.KINDS])


class ReportForm(RoundForm):
    """What a player says that their game ended with."""

    result = forms.ChoiceField(choices=[(result.value, result.label) for result in Game.MAY_BE_UNRATED])

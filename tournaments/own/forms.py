"""Requests and reports that players send by their own links, and the event's rules for them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.models import ByeRequest, Game, OwnLinkRules
from tournaments.web.forms import ChangesForm


class OwnLinkRulesForm(ChangesForm):
    """What players may do by their own links."""

    class Meta:
        model = OwnLinkRules
        fields = ("byes", "minutes", "results", "line_ups", "line_up_minutes")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if rulebook.follows_players(self.instance.tournament):
            # Such an event has no byes to ask for.
            del self.fields["byes"], self.fields["minutes"]
        if rulebook.is_of_teams(self.instance.tournament):
            # The result of a match follows from its boards.
            del self.fields["results"]
            self.fields["byes"].label = _("Captains ask for byes by their teams’ own links")
        else:
            del self.fields["line_ups"], self.fields["line_up_minutes"]
        for field in self.fields.values():
            # Also while the rules are the defaults, which have no row in the database.
            field.show_hidden_initial = True


class RoundForm(forms.Form):
    """One round, by its number."""

    number = forms.IntegerField(min_value=1, max_value=99)


class ByeRequestForm(RoundForm):
    """A bye that a player asks for."""

    kind = forms.ChoiceField(choices=[(kind.value, kind.label) for kind in ByeRequest.KINDS])


class ReportForm(RoundForm):
    """The result of their game as a player reports it."""

    result = forms.ChoiceField(choices=[(result.value, result.label) for result in Game.MAY_BE_UNRATED])

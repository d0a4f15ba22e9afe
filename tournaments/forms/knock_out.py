"""The form for the tie-break of a level match in a knock-out."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Decision


class DecisionForm(forms.Form):
    """The player who goes on, and how it was decided; without a player the decision is undone."""

    player = forms.IntegerField(min_value=1, required=False)
    how = forms.ChoiceField(label=_("Decided by"), choices=Decision.How, required=False)
    score = forms.CharField(label=_("Result of the tie-break"), max_length=20, required=False)
    seen = forms.IntegerField(min_value=1, required=False)

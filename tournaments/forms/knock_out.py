"""What an arbiter enters of the tie-break of a level match."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Decision


class DecisionForm(forms.Form):
    """Who goes on, and by what; without a player the decision is taken back."""

    player = forms.IntegerField(min_value=1, required=False)
    how = forms.ChoiceField(label=_("Decided by"), choices=Decision.How, required=False)
    score = forms.CharField(label=_("Result of the tie-break"), max_length=20, required=False)
    seen = forms.IntegerField(min_value=1, required=False)

"""What is asked before a round is paired, and when its published pairing is withdrawn."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.models.round import LAST_POSITION


class ColourForm(forms.Form):
    """The initial colour as the lot in the hall gave it."""

    colour = forms.ChoiceField(label=_("Initial colour"), choices=Tournament.InitialColour)


class StartPositionForm(forms.Form):
    """The start position of Chess960 as the lot in the hall gave it."""

    position = forms.IntegerField(min_value=0, max_value=LAST_POSITION)


class RepairForm(forms.Form):
    """Why a published pairing is withdrawn: the ground, of those that the edition allows, and in words."""

    ground = forms.CharField(max_length=20)
    reason = forms.CharField(label=_("Reason"), max_length=500)

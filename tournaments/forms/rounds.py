"""The forms for the lots of a round, and for withdrawing its published pairing."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.models.round import LAST_POSITION


class ColourForm(forms.Form):
    """The initial colour as drawn by lot in the hall."""

    colour = forms.ChoiceField(label=_("Initial colour"), choices=Tournament.InitialColour)


class StartPositionForm(forms.Form):
    """The start position of Chess960 as drawn by lot in the hall."""

    position = forms.IntegerField(min_value=0, max_value=LAST_POSITION)


class RepairForm(forms.Form):
    """Why a published pairing is withdrawn: one of the grounds that the edition allows, and the reason."""

    ground = forms.CharField(max_length=20)
    reason = forms.CharField(label=_("Reason"), max_length=500)

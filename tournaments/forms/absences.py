"""Absences: the event's rules for byes, a bye for some rounds, and decisions about absent players."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments import engine
from tournaments.forms.changes import ChangesForm
from tournaments.forms.fields import SeveralRows, field_of, offer
from tournaments.models import Absence, AbsenceRules, Player, Seat, Tournament
from tournaments.selectors import absences


class ByeForm(forms.Form):
    """A bye for one coming round."""

    number = forms.TypedChoiceField(label=_("Round"), coerce=int)
    kind = forms.ChoiceField(
        label=_("Bye"),
        choices=[
            (Seat.Kind.HALF_POINT_BYE, Seat.Kind.HALF_POINT_BYE.label),
            (Seat.Kind.ZERO_POINT_BYE, Seat.Kind.ZERO_POINT_BYE.label),
            (Seat.Kind.FULL_POINT_BYE, Seat.Kind.FULL_POINT_BYE.label),
        ],
    )

    def __init__(self, *args: Any, rounds: list[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "number", [(n, str(n)) for n in rounds])


class ByesForm(ByeForm):
    """A bye for one coming round, or for all rounds from that one to a last one."""

    last = forms.TypedChoiceField(label=_("To round"), coerce=int, required=False, empty_value=None)

    def __init__(self, *args: Any, rounds: list[int], **kwargs: Any) -> None:
        super().__init__(*args, rounds=rounds, **kwargs)
        offer(self, "last", [("", _("this one only")), *((n, str(n)) for n in rounds)])


class WithdrawalForm(forms.Form):
    """The coming round from which on a player is no longer paired."""

    from_round = forms.TypedChoiceField(label=_("From round"), coerce=int)

    def __init__(self, *args: Any, rounds: list[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "from_round", [(n, str(n)) for n in rounds])


class MissedRoundsForm(forms.Form):
    """The rounds missed by a late entry that bring half a point."""

    rounds = forms.TypedMultipleChoiceField(
        label=_("Half a point for"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        missed = engine.handling.missed_rounds(player.first_round)
        offer(self, "rounds", [(n, _("round %(number)d") % {"number": n}) for n in missed])
        self.initial["rounds"] = absences.credited(player.tournament).get(player.pk, [])


class AbsenceForm(forms.Form):
    """The decision about a player who was absent without notice."""

    number = forms.IntegerField(min_value=1, max_value=99)
    answer = forms.ChoiceField(choices=Absence.Answer)
    reason = forms.CharField(max_length=500, required=False)


class AbsenceRulesForm(ChangesForm):
    """The number of half-point byes, the rounds without any, and the players who get none."""

    without = SeveralRows(label=_("These players get none"), queryset=None, required=False)

    class Meta:
        model = AbsenceRules
        fields = ("half_point_byes", "last_rounds", "missed_rounds")

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        without = field_of(self, "without", SeveralRows)
        without.offer(tournament.players.all(), lambda player: f"{player.number} {player.name}")
        self.initial["without"] = absences.without_half_point_bye(tournament)
        for field in self.fields.values():
            # Also while FIDE's own rules apply, which have no row in the database.
            field.show_hidden_initial = True

    @property
    def seen(self) -> dict[str, Any]:
        """The values that the page showed; the players by their keys."""
        shown = super().seen
        # If no player is chosen, the browser sends nothing.
        return shown | {"without": {player.pk for player in shown.get("without") or ()}} if shown else {}

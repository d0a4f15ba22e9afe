"""The forms of rounds: pairing, by hand, knock-out, the outlook on the next round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.models import Decision, Game, Player, Tournament
from tournaments.models.fields import A_RATING
from tournaments.models.round import LAST_POSITION
from tournaments.rounds.queries import drafts
from tournaments.texts import matches
from tournaments.web.forms import KeyField, SeveralRows, field_of


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


class PairForm(forms.Form):
    """Two players for a board, by their keys."""

    white = KeyField()
    black = KeyField()


class BoardForm(forms.Form):
    """A board of a draft, by the key of its game."""

    game = KeyField()


class SwapForm(BoardForm):
    """The player who is to have White at the board, by their key; if they have it already, they keep it."""

    white_to = KeyField()


class AllBoardsForm(forms.Form):
    """All boards of a draft, with the revision of the event when its page was opened."""

    seen = forms.IntegerField(min_value=0)


class ByeByHandForm(forms.Form):
    """The player who gets the pairing-allocated bye, or loses it, by their key."""

    player = KeyField()


class DecisionForm(forms.Form):
    """The player who goes on, and how it was decided; without a player the decision is undone."""

    player = forms.IntegerField(min_value=1, required=False)
    how = forms.ChoiceField(label=_("Decided by"), choices=Decision.How, required=False)
    score = forms.CharField(label=_("Result of the tie-break"), max_length=20, required=False)
    seen = forms.IntegerField(min_value=1, required=False)


class GameChoice(forms.ModelChoiceField):  # type: ignore[type-arg]  # at run time it takes none
    """A game, by its round, board and players."""

    def label_from_instance(self, obj: Game) -> str:
        """The name of the game."""
        names = {seat.colour: seat.player.name for seat in obj.seats.all()}
        result = f" {obj.get_result_display()}" if obj.result else ""
        return f"{obj.round.number}.{obj.board} {names['w']} – {names['b']}{result}"


class WhatIfForm(forms.Form):
    """Supposed absences, arrivals and results. Nothing of it is stored."""

    away = SeveralRows(label=gettext_lazy("These are not there"), queryset=None, required=False)
    away_name = forms.CharField(label=gettext_lazy("Part of a name"), max_length=99, required=False)
    there = SeveralRows(label=gettext_lazy("These are there after all"), queryset=None, required=False)
    there_name = forms.CharField(label=gettext_lazy("Part of a name"), max_length=99, required=False)
    name = forms.CharField(label=gettext_lazy("This player comes late"), max_length=80, required=False)
    rating = forms.IntegerField(
        label=gettext_lazy("with the rating"),
        required=False,
        validators=A_RATING,
    )
    game = GameChoice(queryset=None, required=False, label=gettext_lazy("This game"))
    result = forms.ChoiceField(
        label=gettext_lazy("ends, or is corrected to"),
        required=False,
        choices=[
            ("", "–"),
            *((value, label) for value, label in Game.Result.choices if value not in Game.OPEN),
        ],
    )

    def __init__(self, *args: Any, tournament: Tournament, number: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Field -> the players that the typed part of a name may mean, if it is ambiguous.
        self._several: dict[str, list[Player]] = {}
        offered = drafts.supposable(tournament, number)
        field_of(self, "away", SeveralRows).offer(offered.here, _numbered)
        field_of(self, "there", SeveralRows).offer(offered.away, _numbered)
        field_of(self, "game", GameChoice).queryset = offered.games
        if not self._offered("there"):
            del self.fields["there"], self.fields["there_name"]
        if not offered.has_games:
            del self.fields["game"], self.fields["result"]

    @property
    def searches(self) -> list[Search]:
        """The fields that search for players, in their present state."""
        data: dict[str, Any] = getattr(self, "cleaned_data", {})
        return [
            Search(
                self[name],
                self[f"{name}_name"],
                list(data.get(name) or ()),
                self._several.get(name, []),
                [_numbered(player) for player in self._offered(name)],
            )
            for name in ("away", "there")
            if name in self.fields
        ]

    @property
    def others(self) -> list[BoundField]:
        """All other fields."""
        return [field for field in self if not field.name.startswith(("away", "there"))]

    def _offered(self, name: str) -> list[Player]:
        return list(field_of(self, name, SeveralRows).queryset or ())

    def _meant(self, name: str, typed: str, chosen: list[Player]) -> list[Player]:
        """The players meant by a number and name, or by part of a name; adds an error if it is ambiguous.

        It is not ambiguous if one of the players found is chosen.
        """
        offered = self._offered(name)
        found = [player for player in offered if typed == _numbered(player)]
        found = found or [player for player in offered if matches(typed, player.name)]
        if len(found) == 1 or set(found) & set(chosen):
            return [player for player in found if player in chosen] or found
        self._several[name] = found
        text = (
            gettext("Choose who is meant, or type more.")
            if found
            else gettext("Nobody of that name is in this list.")
        )
        self.add_error(f"{name}_name", text)
        return []

    def clean(self) -> dict[str, Any]:
        """Check that a result comes with a game, a rating with a player, and that something is supposed."""
        data = super().clean() or {}
        for name in ("away", "there"):
            if typed := data.get(f"{name}_name"):
                chosen = list(data.get(name, ()))
                data[name] = list(dict.fromkeys([*chosen, *self._meant(name, typed, chosen)]))
        if bool(data.get("game")) != bool(data.get("result")):
            self.add_error("result", gettext("Choose both a game and a result."))
        if data.get("rating") and not data.get("name"):
            self.add_error("name", gettext("Say who it is that has this rating."))
        asked = (data.get(name) for name in ("away", "there", "name", "game"))
        if not self.errors and not any(asked):
            raise forms.ValidationError(gettext("Choose what might be different."))
        return data


@dataclass(frozen=True, slots=True)
class Search:
    """A search for players by part of a name: the chosen players, and those that the typed part may mean."""

    players: BoundField
    typed: BoundField
    chosen: list[Player]
    found: list[Player]
    # The names of all players that can be found, as suggestions for the field.
    names: list[str]


def _numbered(player: Player) -> str:
    return f"{player.number} {player.name}"

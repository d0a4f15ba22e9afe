"""The forms of a team event: a team with its members, and the boards of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments import rulebook
from tournaments.formats import lists
from tournaments.models import Game, Member, Player
from tournaments.players.forms import PlayerForm
from tournaments.teams import queries
from tournaments.teams.queries import BoardOfMatch


class TeamForm(PlayerForm):
    """A team: its name, and its members as a list in their order."""

    members = forms.CharField(
        label=_("Members in their order"),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text=_(
            "One per line, board 1 first, the reserves after the last board. Columns are recognised as in a"
            " list of players. The order is fixed once round 1 is published."
        ),
    )
    field_order = ("name", "federation", "first_round", "members")

    class Meta:
        model = Player
        fields = ("name", "federation", "first_round")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("rating_source", "fide_rating", "national_rating"):
            # A team's rating follows from its members'.
            del self.fields[name]
        self.fields["name"].help_text = ""
        if self.instance.pk:
            own = queries.members_of([self.instance])[self.instance.pk]
            self.initial["members"] = queries.as_text(own)

    @property
    def identity_fields(self) -> list[forms.BoundField]:
        """The identity: for a team, only its name."""
        return [self["name"]]

    def clean_members(self) -> list[dict[str, Any]]:
        """The entries in the lines; the ValidationError names each line with a fault."""
        found = lists.read(self.cleaned_data["members"], self.instance.tournament)
        if found.refusal:
            raise forms.ValidationError(found.refusal)
        faults = [
            _("Line %(number)d: %(fault)s") % {"number": line.number, "fault": line.fault}
            for line in found.faults
        ]
        if faults:
            raise forms.ValidationError(faults)
        return [dict(line.fields) for line in found.lines if not line.left_out]


class BoardsForm(forms.Form):
    """The results of the boards of one match, and the version of the match that its page showed."""

    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, game: Game, boards: Sequence[BoardOfMatch], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["version"].initial = game.version
        self.names = [f"board-{board.number}" for board in boards]
        choices = [("", "–"), *((str(one), str(one.label)) for one in rulebook.RESULTS_OF_BOARDS)]
        for name, board in zip(self.names, boards, strict=True):
            self.fields[name] = forms.ChoiceField(choices=choices, required=False, initial=board.result)

    @property
    def results(self) -> list[str]:
        """The results, board 1 first; "" for one that is still to come."""
        return [self.cleaned_data[name] for name in self.names]


class LineUpForm(forms.Form):
    """The members who play for one team at the boards of a match, by their places in its order."""

    def __init__(
        self, *args: Any, members: Sequence[Member], line_up: Sequence[Member | None], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("nobody")), *((one.place, f"{one.place} {one.name}") for one in members)]
        self.names = [f"member-{board}" for board in range(1, len(line_up) + 1)]
        for board, (name, member) in enumerate(zip(self.names, line_up, strict=True), 1):
            self.fields[name] = forms.TypedChoiceField(
                label=_("Board %(number)d") % {"number": board},
                choices=choices,
                coerce=int,
                required=False,
                empty_value=None,
                initial=member.place if member else "",
            )

    @property
    def places(self) -> list[int | None]:
        """The places of the members who play, board 1 first; None for an empty board."""
        return [self.cleaned_data[name] for name in self.names]

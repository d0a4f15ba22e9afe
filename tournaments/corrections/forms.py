"""The forms for corrections: the possible results, the error at a board, and the deadline for reports."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext

from tournaments import rulebook
from tournaments.corrections.queries import Wish, sitting
from tournaments.models import Correction, Game
from tournaments.web.forms import offer


def result_choices() -> list[tuple[str, str]]:
    """Every result that a game can be corrected to, as the form's value and as the page shows it."""
    results = [(str(r), str(r.label)) for r in Game.Result if r not in Game.OPEN]
    unrated = [
        (f"{result}{Game.UNRATED}", gettext("%(result)s unrated") % {"result": result.label})
        for result in Game.MAY_BE_UNRATED
    ]
    return results + unrated


class WishForm(forms.Form):
    """The error at a board. Sent first for a preview of the changes, then with the reason."""

    kind = forms.ChoiceField(
        choices=[(kind, kind.label) for kind in Correction.Kind if kind != Correction.Kind.ADJOURNED]
    )
    result = forms.ChoiceField(required=False)
    player = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    other_player = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    version = forms.IntegerField(min_value=0, required=False)
    reason = forms.CharField(max_length=500, required=False)

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.results = result_choices()
        seated = sitting(game)
        # White and Black.
        self.seated_here = [player for board, player in seated if board == game.board]
        choices = [(board, (player.pk, f"{board}: {player.name}")) for board, player in seated]
        self.here = [choice for board, choice in choices if board == game.board]
        self.elsewhere = [choice for board, choice in choices if board != game.board]
        self.boards = [f"board-{number}" for number in range(1, (game.round.tournament.boards or 0) + 1)]
        self.results_of_boards = [(str(result), str(result.label)) for result in rulebook.RESULTS_OF_BOARDS]
        standing = game.boards.split(",") if game.boards else [""] * len(self.boards)
        for name, stands in zip(self.boards, standing, strict=True):
            self.fields[name] = forms.ChoiceField(
                required=False, initial=stands, choices=self.results_of_boards
            )
        offer(self, "result", self.results)
        offer(self, "player", self.here)
        offer(self, "other_player", self.elsewhere)

    @property
    def asked(self) -> list[tuple[str, str]]:
        """The fields that were sent for the preview, to be sent again with the reason."""
        names = ("kind", "result", *self.boards, "player", "other_player")
        return [(name, self.data[name]) for name in names if name in self.data]

    @property
    def board_fields(self) -> list[tuple[int, str, str]]:
        """In a team match, the number of each board, the name of its field, and the result shown."""
        return [(number, name, self[name].value()) for number, name in enumerate(self.boards, 1)]

    @property
    def wish(self) -> Wish:
        """The requested correction, made from the fields that belong to its kind of error."""
        data = self.cleaned_data
        kind, result = data["kind"], data["result"]
        own: dict[str, Any] = {}
        if kind == Correction.Kind.RESULT:
            own = {"result": result.removesuffix(Game.UNRATED), "rated": not result.endswith(Game.UNRATED)}
            own["boards"] = ",".join(data[name] for name in self.boards)
        elif kind == Correction.Kind.OPPONENTS:
            own = {"player": data["player"], "other_player": data["other_player"]}
        return Wish(number=self.game.round.number, board=self.game.board or 0, kind=kind, **own)


class DeadlineForm(forms.Form):
    """The deadline for reporting errors of a round."""

    deadline = forms.DateTimeField()

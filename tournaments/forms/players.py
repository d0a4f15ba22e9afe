"""The forms for players and lists of players."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.files import lists
from tournaments.forms.changes import ChangesForm
from tournaments.forms.fields import HasFederation, UploadField
from tournaments.models import Player, Rating
from tournaments.models.fields import HIGHEST_RATING
from tournaments.selectors.ratings import fields_of


class PlayerForm(HasFederation, ChangesForm):
    """One entry; a new player plays from round `earliest` on at the earliest."""

    rating_source = forms.ChoiceField(
        label=_("This rating is"),
        required=False,
        choices=[
            (Rating.Source.HAND, _("a rating as it was handed in")),
            (Rating.Source.ESTIMATE, _("the arbiter’s estimate")),
            (Rating.Source.INGO, _("an Ingo number, to be converted")),
            (Rating.Source.BCF, _("a BCF grade, to be converted")),
        ],
    )
    fide_rating = forms.IntegerField(
        label=_("FIDE rating"),
        required=False,
        min_value=1,
        max_value=HIGHEST_RATING,
        help_text=_("Empty: the one on the rating list, if there is a FIDE ID"),
    )
    national_rating = forms.IntegerField(
        label=_("National rating"), required=False, min_value=1, max_value=HIGHEST_RATING
    )
    field_order: tuple[str, ...] = (
        *("name", "title", "fide_rating", "national_rating", "rating", "rating_source"),
        *("federation", "fide_id", "club", "birth", "sex", "first_round"),
    )

    def __init__(self, *args: Any, earliest: int = 1, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.earliest = earliest
        self.last = self.instance.tournament.number_of_rounds
        self.fields["name"].widget.attrs["autofocus"] = not self.instance.pk
        if self.instance.pk:
            self.initial.update(fields_of(self.instance, self.instance.ratings.all()))

    class Meta:
        model = Player
        fields = ("name", "title", "rating", "federation", "fide_id", "club", "birth", "sex", "first_round")
        labels: ClassVar[dict[str, Any]] = {"rating": _("Rating by the arbiters")}
        help_texts: ClassVar[dict[str, Any]] = {
            "rating": _("Counts before FIDE’s and the national one. Empty: what the regulations say"),
            "first_round": _("A late entry plays from a later round"),
        }

    @property
    def identity_fields(self) -> list[forms.BoundField]:
        """The identity: fields that only a correction changes once a round with the player is published."""
        return [self[name] for name in Player.IDENTITY]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        """All other fields."""
        return [field for field in self.visible_fields() if field.name not in Player.IDENTITY]

    def clean_first_round(self) -> int:
        """Check that a changed first round is between the next round and the last."""
        first: int = self.cleaned_data["first_round"]
        if "first_round" in self.changed_data and not self.earliest <= first <= self.last:
            raise forms.ValidationError(
                _("Expected a round from %(earliest)d to %(last)d.")
                % {"earliest": self.earliest, "last": self.last}
            )
        return first


class PlayerListForm(forms.Form):
    """Players as pasted text or as a file, with the changes that the preview makes line by line."""

    # The field for the corrected line 12 is named line-12.
    BOX = re.compile(r"line-(\d{1,4})")

    text = forms.CharField(
        label=_("Paste the players here, one per line"),
        required=False,
        # Lines are identified by their numbers, so leading empty lines must be kept.
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "autofocus": True}),
    )
    file = UploadField(label=_("… or choose a file: CSV, Excel (XLSX) or TRF"), required=False)

    def clean(self) -> dict[str, Any]:
        """Put the file's text into an empty text box, so that the preview can show and resend it."""
        data = super().clean() or {}
        if data.get("file") and not data.get("text", "").strip():
            try:
                data["text"] = lists.decode(data["file"].read())
            except forms.ValidationError as error:
                self.add_error("file", error)
        if "previewed" in self.data:
            data["text"] = lists.edited(data.get("text", ""), self._mended, self._left_out)
        if not self.errors and not data.get("text", "").strip():
            raise forms.ValidationError(_("Paste the players, or choose a file."))
        return data

    @property
    def _mended(self) -> dict[int, str]:
        """The number of a line -> its corrected text."""
        boxes = ((self.BOX.fullmatch(name), text) for name, text in self.data.items())
        return {int(match[1]): str(text) for match, text in boxes if match}

    @property
    def _left_out(self) -> set[int]:
        """The numbers of the lines to be left out."""
        ticked = self.data.getlist("left_out")  # type: ignore[attr-defined]  # as a request sends it
        return {int(number) for number in ticked if number.isdecimal() and len(number) < 5}

"""The forms of the arbiters' side."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.conf import settings
from django.contrib.auth import get_user_model
from django.utils.translation import gettext_lazy as _

from tournaments import lists
from tournaments.models import Player, Seat, Tournament

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile
    from django.db.models import Field


class DateInput(forms.DateInput):
    """The browser's own calendar."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


def modest(file: UploadedFile[bytes]) -> None:
    """Refuse a file that no list of players and no report can be: it is read into memory."""
    if (file.size or 0) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        raise forms.ValidationError(
            _("The file has %(size)d KB; expected at most %(most)d.")
            % {"size": (file.size or 0) // 1024, "most": settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024}
        )


# C.04.1 c: the rules of the tournament may give the bye less than a win.
PAB_VALUES = [(10, _("1 point")), (5, _("½ point")), (0, _("0 points"))]


class ChangesForm(forms.ModelForm):  # type: ignore[type-arg]
    """A form over a row that a service writes: it checks a copy, and knows what its user changed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.instance = copy(self.instance)
        for field in self.fields.values():
            # What the page showed comes back with it: of two who have the page open, the later one must
            # not undo what the other changed and he himself did not touch.
            field.show_hidden_initial = bool(self.instance.pk)

    @property
    def changes(self) -> dict[str, Any]:
        """The fields that differ from what the page showed."""
        return {name: self.cleaned_data[name] for name in self.changed_data}


class RegulationsForm(ChangesForm):
    """The regulations of an event: a few questions first, the rest with good defaults."""

    points_pab = forms.TypedChoiceField(
        label=_("The pairing-allocated bye is worth"), choices=PAB_VALUES, coerce=int, initial=10
    )

    class Meta:
        model = Tournament
        fields = (
            "name",
            "city",
            "federation",
            "start_date",
            "end_date",
            "number_of_rounds",
            "time_control",
            "edition",
            "points_pab",
            "chief_arbiter",
            "deputy_arbiters",
        )
        widgets: ClassVar[dict[str, Any]] = {
            "start_date": DateInput(),
            "end_date": DateInput(),
            "deputy_arbiters": forms.Textarea(attrs={"rows": 2}),
        }
        help_texts: ClassVar[dict[str, Any]] = {
            "time_control": _("For example 90 min/40 moves + 30 min, 30 s a move"),
            "federation": _("FIDE's three letters, such as SCO"),
        }

    def __init__(self, *args: Any, binding: frozenset[str] = frozenset(), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in binding & self.fields.keys():
            # Shown, but fixed: what a browser sends for it all the same is not even read.
            self.fields[name].disabled = True
            self.fields[name].show_hidden_initial = False
        self.fields["name"].widget.attrs["autofocus"] = not self.instance.pk
        pab = self.fields["points_pab"]
        if self.instance.pk and self.instance.points_pab not in dict(PAB_VALUES):
            # An imported event may have another scoring: keep what it has.
            own = self.instance.points_pab
            pab.choices = [*PAB_VALUES, (own, str(own / 10))]  # type: ignore[attr-defined]

    # Asked at once; the rest has defaults that serve most events.
    FIRST = ("name", "city", "start_date", "end_date", "number_of_rounds", "time_control", "edition")

    @property
    def first_fields(self) -> list[forms.BoundField]:
        """The few questions."""
        return [self[name] for name in self.FIRST]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        """All others."""
        return [field for field in self.visible_fields() if field.name not in self.FIRST]

    def clean_federation(self) -> str:
        """Capital letters are FIDE's, not the typist's."""
        return str(self.cleaned_data["federation"]).upper()

    def clean(self) -> dict[str, Any]:
        """The last day is not before the first."""
        data = super().clean() or {}
        first, last = data.get("start_date"), data.get("end_date")
        if first and last and last < first:
            self.add_error("end_date", _("The last day is before the first."))
        return data


class PlayerForm(ChangesForm):
    """One entry; who is new plays from round `earliest` on."""

    def __init__(self, *args: Any, earliest: int = 1, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.earliest = earliest
        self.last = self.instance.tournament.number_of_rounds

    class Meta:
        model = Player
        fields = ("name", "title", "rating", "federation", "fide_id", "birth", "sex", "first_round")
        help_texts: ClassVar[dict[str, Any]] = {
            "rating": _("Leave empty if unrated"),
            "first_round": _("A late entry plays from a later round"),
        }

    def clean_federation(self) -> str:
        """Capital letters are FIDE's, not the typist's."""
        return str(self.cleaned_data["federation"]).upper()

    def clean_name(self) -> str:
        """One blank between words."""
        return " ".join(str(self.cleaned_data["name"]).split())

    def clean_first_round(self) -> int:
        """From the next round to the last."""
        first: int = self.cleaned_data["first_round"]
        if "first_round" in self.changed_data and not self.earliest <= first <= self.last:
            raise forms.ValidationError(
                _("Expected a round from %(earliest)d to %(last)d.")
                % {"earliest": self.earliest, "last": self.last}
            )
        return first


class PlayerListForm(forms.Form):
    """Players as pasted text or as a file."""

    text = forms.CharField(
        label=_("Paste the players here, one a line"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 12, "autofocus": True}),
    )
    file = forms.FileField(label=_("… or choose a CSV file"), required=False, validators=[modest])

    def clean(self) -> dict[str, Any]:
        """The file's text takes the place of an empty box, so that the preview can show and resend it."""
        data = super().clean() or {}
        if data.get("file") and not data.get("text", "").strip():
            try:
                data["text"] = lists.decode(data["file"].read())
            except forms.ValidationError as error:
                self.add_error("file", error)
        if not self.errors and not data.get("text", "").strip():
            raise forms.ValidationError(_("Paste the players, or choose a file."))
        return data


class TrfForm(forms.Form):
    """A TRF file, and what it may not say."""

    file = forms.FileField(label=_("TRF file"), validators=[modest])
    rounds = forms.IntegerField(
        label=_("Announced number of rounds"),
        required=False,
        min_value=1,
        max_value=30,
        help_text=_("Only where the file does not say it"),
    )


class ByeForm(forms.Form):
    """A bye for one coming round."""

    number = forms.TypedChoiceField(label=_("Round"), coerce=int)
    kind = forms.ChoiceField(
        label=_("Bye"),
        choices=[
            (Seat.Kind.HALF_POINT_BYE, Seat.Kind.HALF_POINT_BYE.label),
            (Seat.Kind.ZERO_POINT_BYE, Seat.Kind.ZERO_POINT_BYE.label),
        ],
    )

    def __init__(self, *args: Any, rounds: list[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        number = self.fields["number"]
        number.choices = [(n, str(n)) for n in rounds]  # type: ignore[attr-defined]


class ColourForm(forms.Form):
    """The initial colour as the lot in the hall gave it."""

    colour = forms.ChoiceField(label=_("Initial colour"), choices=Tournament.InitialColour)


class ResultForm(forms.Form):
    """One board's result, and what its row knew of it."""

    result = forms.CharField(max_length=20, required=False)
    version = forms.IntegerField(min_value=0)
    reason = forms.CharField(max_length=500, required=False)


class RepairForm(forms.Form):
    """Why a published pairing is withdrawn."""

    reason = forms.CharField(label=_("Reason"), max_length=500)


def _username() -> Field[Any, Any]:
    return get_user_model()._meta.get_field("username")


class ArbiterForm(forms.Form):
    """A deputy arbiter by user name."""

    username = forms.CharField(label=_("User name"), max_length=150)

    def clean_username(self) -> str:
        """Only what may be a user name."""
        name = str(self.cleaned_data["username"])
        _username().run_validators(name)
        return name

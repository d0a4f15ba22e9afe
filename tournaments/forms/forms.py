"""The forms of the arbiters' side."""

from __future__ import annotations

import uuid
from base64 import b64decode, b64encode
from copy import copy
from hashlib import sha256
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.conf import settings
from django.utils.functional import cached_property
from django.utils.html import format_html, strip_tags
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from tournaments import engine
from tournaments.errors import Overtaken
from tournaments.forms.fields import KeyField, SeveralRows
from tournaments.models import Game, Player, Seat, Tournament
from tournaments.points import as_text, from_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.core.exceptions import ValidationError
    from django.core.files.uploadedfile import UploadedFile
    from django.utils.safestring import SafeString


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


class PointsField(forms.Field):
    """Points as people write them: 3, 0.5, 0,5, ½ or 1½. The value is in tenths."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Tenths as points."""
        return as_text(value) if isinstance(value, int) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether it is another number of points, however it is written."""
        try:
            return bool(self.to_python(self.prepare_value(initial)) != self.to_python(data))
        except forms.ValidationError:
            return True

    def to_python(self, value: Any) -> Any:
        """Tenths; None for nothing. ValidationError for what is no number of points."""
        text = str(value or "").strip()
        if not text:
            return None
        tenths = from_text(text)
        if tenths is None:
            raise forms.ValidationError(
                _("Expected points such as 3, 1 or ½, found “%(found)s”.") % {"found": value}
            )
        return tenths


class DefaultedChoice(forms.ChoiceField):
    """A choice that stays as it is where the browser sends none."""

    def clean(self, value: Any) -> Any:
        """The value that was sent, or the initial one."""
        return super().clean(value or self.initial)

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether another one was sent."""
        return bool(data) and super().has_changed(initial, data)


# Win, draw and loss in tenths, by the value of the choice.
SCORINGS = {"10-5-0": (10, 5, 0), "30-10-0": (30, 10, 0)}
OTHER = "other"

# C.04.1 c: the rules of the tournament may give the bye less than a win. Halves of a win.
BYES = {"win": 2, "half": 1, "nothing": 0}


def edition_choices(by_day: str = "") -> list[tuple[str, Any]]:
    """What the rule book knows; before it that the last day decides, where `by_day` says how."""
    known = [
        (edition.code, _explained(engine.name_of(edition), engine.description_of(edition)))
        for edition in engine.all_editions()
    ]
    return [("", _explained(gettext("The rules in force"), by_day)), *known] if by_day else known


def _explained(name: str, description: str) -> SafeString:
    return format_html("<span>{} <small>{}</small></span>", name, description)


class ChangesForm(forms.ModelForm):  # type: ignore[type-arg]
    """A form over a row that a service writes: it checks a copy, and knows what its user changed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.instance = copy(self.instance)
        self._conflict = False
        for field in self.fields.values():
            # What the page showed comes back with it: of two who have the page open, the later one must
            # not undo what the other changed and he himself did not touch.
            field.show_hidden_initial = bool(self.instance.pk)

    @property
    def changes(self) -> dict[str, Any]:
        """The fields that differ from what the page showed."""
        return {name: self.cleaned_data[name] for name in self.changed_data}

    @property
    def seen(self) -> dict[str, Any]:
        """What the page showed of each field, as far as it says so."""
        return {name: self._seen(name) for name in self.fields if self.add_initial_prefix(name) in self.data}

    def _seen(self, name: str) -> Any:
        field = self.fields[name]
        widget = field.hidden_widget()
        sent = widget.value_from_datadict(self.data, self.files, self.add_initial_prefix(name))
        try:
            return field.to_python(sent)
        except forms.ValidationError:
            return None

    def overtaken(self, present: ChangesForm, names: Iterable[str]) -> None:
        """Say what others have made of these fields; what its user wants is saved when he sends it again.

        `present` is the form of the row as it stands now.
        """
        data: Any = copy(self.data)
        fields = list(dict.fromkeys(self.field_of(name) for name in names))
        # The page opens where the fault is, and not at its top.
        self.fields[fields[0]].widget.attrs["autofocus"] = True
        for name in fields:
            field = self.fields[name]
            value = present.get_initial_for_field(present.fields[name], name)
            text = gettext("Somebody else has made it %(now)s meanwhile. Yours is not saved yet: %(yours)s.")
            wanted = data.get(self.add_prefix(name))
            self.add_error(name, text % {"now": _in_words(field, value), "yours": _in_words(field, wanted)})
            data[self.add_initial_prefix(name)] = field.prepare_value(value)
        self.add_error(None, gettext("Somebody else has changed the same. If yours is right, save again."))
        self.data, self._conflict = data, True

    @property
    def status(self) -> int:
        """The HTTP status of the page that shows it."""
        if self._conflict:
            return Overtaken.status
        return 422 if self.errors else 200

    def field_of(self, name: str) -> str:
        """The form's field that asks for this field of the row."""
        return name

    def refuse(self, error: ValidationError) -> None:
        """Show what the service has against it, each fault beside its question."""
        for name, faults in error.update_error_dict({}).items():
            field = self.field_of(name)
            self.add_error(field if field in self.fields else None, faults)


def _in_words(field: forms.Field, value: Any) -> str:
    """A value of the field as its user reads it."""
    if isinstance(field, forms.ChoiceField):
        choices: Any = field.choices
        return strip_tags(str(dict(choices).get(value, value)))
    return str(field.prepare_value(value) or "–")


class HeaderForm(ChangesForm):
    """What the head of the report says of the event."""

    class Meta:
        model = Tournament
        fields = ("city", "federation", "start_date", "end_date", "time_control")
        widgets: ClassVar[dict[str, Any]] = {"start_date": DateInput(), "end_date": DateInput()}
        help_texts: ClassVar[dict[str, Any]] = {
            "time_control": _("For example 90 min/40 moves + 30 min, 30 s a move"),
            "federation": _("FIDE's three letters, such as SCO"),
        }

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


class RegulationsForm(HeaderForm):
    """The regulations of an event: a few questions first, the rest with good defaults.

    Once the event is `bound`, what is fixed is no field any more: what a browser sends for it is not read.
    """

    edition = forms.ChoiceField(label=_("Pairing rules"), widget=forms.RadioSelect, required=False)
    scoring = forms.ChoiceField(
        label=_("Points for a win, a draw and a loss"),
        widget=forms.RadioSelect,
        choices=[("10-5-0", "1 – ½ – 0"), ("30-10-0", "3 – 1 – 0"), (OTHER, _("other points:"))],
        initial="10-5-0",
    )
    win = PointsField(label=_("Win"))
    draw = PointsField(label=_("Draw"))
    loss = PointsField(label=_("Loss"))
    bye = forms.ChoiceField(
        label=_("The pairing-allocated bye is worth"),
        widget=forms.RadioSelect,
        choices=[
            *[("win", _("a win")), ("half", _("half a win")), ("nothing", _("nothing"))],
            (OTHER, _("other points:")),
        ],
        initial="win",
        help_text=_("One value for all"),
    )
    bye_points = PointsField(label=_("Points"))
    acceleration = forms.ChoiceField(
        label=_("Acceleration"), widget=forms.RadioSelect, initial=Tournament.Acceleration.NONE
    )
    rating_kind = DefaultedChoice(label=_("Ratings"), choices=Tournament.RatingKind)
    rating_method = DefaultedChoice(label=_("Which rating counts"), choices=Tournament.RatingMethod)
    among_equals = DefaultedChoice(
        label=_("Order of players with equal rating and title"), choices=Tournament.AmongEquals
    )
    nonce = forms.UUIDField(widget=forms.HiddenInput, required=False, initial=uuid.uuid4)

    class Meta:
        model = Tournament
        fields = (
            *("name", "city", "federation", "start_date", "end_date", "number_of_rounds"),
            *("time_control", "correction_minutes", "language"),
            *("rating_kind", "rating_method", "among_equals"),
        )
        widgets = HeaderForm.Meta.widgets
        help_texts: ClassVar[dict[str, Any]] = HeaderForm.Meta.help_texts | {
            "correction_minutes": _(
                "Counted from the last result of a round. Each round may get its own time; empty: none is"
                " fixed."
            ),
            "language": _("Of the event’s pages and printouts, for who has chosen none himself"),
        }

    # Asked at once; the rest has defaults that serve most events.
    FIRST = (
        *("name", "city", "start_date", "end_date", "number_of_rounds", "time_control", "rating_kind"),
        "edition",
    )
    # What has a default that serves without a question.
    WITH_DEFAULT = ("rating_kind", "rating_method", "among_equals")
    POINTS = ("win", "draw", "loss")
    # What is fixed once round 1 is paired.
    BOUND = (
        "number_of_rounds",
        "edition",
        "acceleration",
        "scoring",
        *POINTS,
        "bye",
        "bye_points",
        *WITH_DEFAULT,
    )

    def __init__(self, *args: Any, bound: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["autofocus"] = not self.instance.pk
        if not self.instance.pk:
            self.initial["language"] = get_language()
        for name in (*self.POINTS, "bye_points"):
            self.fields[name].widget.attrs |= {"inputmode": "decimal", "size": "4"}
        for name in self.WITH_DEFAULT:
            self.fields[name].initial = getattr(self.instance, name)
        by_day = gettext("those of 2026; of 2016 where the last day is before 1 February 2026")
        self._choose("edition", edition_choices("" if self.instance.pk else by_day))
        kinds = Tournament.Acceleration
        baku = _explained(
            str(kinds.BAKU.label),
            gettext(
                "in the first half of the rounds the upper half of the players has virtual points, which"
                " count for the pairing only (C.04.7)"
            ),
        )
        self._choose("acceleration", [(kinds.NONE, kinds.NONE.label), (kinds.BAKU, baku)])
        if self.instance.pk:
            del self.fields["nonce"]
            self._show_present()
        if bound:
            for name in self.BOUND:
                del self.fields[name]

    def _choose(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    def _show_present(self) -> None:
        """The event's own values, also those that an imported one brought and nobody can choose."""
        event = self.instance
        present = (event.points_win, event.points_draw, event.points_loss)
        chosen = next((value for value, points in SCORINGS.items() if points == present), OTHER)
        self.initial.update(edition=event.edition, scoring=chosen, acceleration=event.acceleration)
        if chosen == OTHER:
            self.initial.update(zip(self.POINTS, present, strict=True))
        worth = (name for name, halves in BYES.items() if halves * event.points_win == 2 * event.points_pab)
        self.initial["bye"] = next(worth, OTHER)
        if self.initial["bye"] == OTHER:
            self.initial["bye_points"] = event.points_pab
        if event.acceleration == Tournament.Acceleration.GIVEN:
            given = (event.acceleration, event.get_acceleration_display())
            self._choose("acceleration", [*self.fields["acceleration"].choices, given])  # type: ignore[attr-defined]

    @property
    def first_fields(self) -> list[forms.BoundField]:
        """The few questions."""
        return [self[name] for name in self.FIRST if name in self.fields]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        """All others, but those of the scoring."""
        scoring = ("scoring", *self.POINTS, "bye", "bye_points", "acceleration")
        return [field for field in self.visible_fields() if field.name not in (*self.FIRST, *scoring)]

    @property
    def points_fields(self) -> list[forms.BoundField]:
        """The three values of another scoring."""
        return [self[name] for name in self.POINTS]

    @property
    def identity(self) -> uuid.UUID | None:
        """The same for the same answers on the same page: who changes an answer means another event."""
        page = self.cleaned_data.get("nonce")
        return uuid.uuid5(page, repr(sorted(self.regulations.items()))) if page else None

    @property
    def regulations(self) -> dict[str, Any]:
        """The event's fields by what the form says."""
        own = {name for name in self.fields if name in {*self.Meta.fields, "edition", "acceleration"}}
        values = {name: self.cleaned_data[name] for name in own}
        return values | {
            name: value for name, value in self.cleaned_data.items() if name.startswith("points_")
        }

    @property
    def changes(self) -> dict[str, Any]:
        """The event's fields that differ from what the page showed."""
        touched = set(self.changed_data)
        if touched & {"scoring", *self.POINTS}:
            touched |= {"points_win", "points_draw", "points_loss", "points_pab"}
        elif touched & {"bye", "bye_points"}:
            touched |= {"points_pab"}
        return {name: value for name, value in self.regulations.items() if name in touched}

    @property
    def seen(self) -> dict[str, Any]:
        """What the page showed of the event's fields."""
        shown = super().seen
        own = tuple(shown.get(name) for name in self.POINTS)
        win, draw, loss = SCORINGS.get(shown.get("scoring", ""), own)
        if win is not None:
            shown |= {"points_win": win, "points_draw": draw, "points_loss": loss}
            if shown.get("bye") in BYES:
                shown["points_pab"] = BYES[shown["bye"]] * win // 2
        return shown

    def field_of(self, name: str) -> str:
        """The question that a field of the event is answered by."""
        if name == "points_pab":
            return "bye"
        return "scoring" if name.startswith("points_") else name

    def clean(self) -> dict[str, Any]:
        """The points by the choices."""
        data = super().clean()
        if {"scoring", "bye", "bye_points", *self.POINTS} <= data.keys():
            self._clean_points(data)
        return data

    def _clean_points(self, data: dict[str, Any]) -> None:
        other = tuple(data[name] for name in self.POINTS)
        if data["scoring"] == OTHER and None in other:
            self.add_error("scoring", _("Say what a win, a draw and a loss are worth."))
            return
        win, draw, loss = SCORINGS.get(data["scoring"], other)
        data |= {"points_win": win, "points_draw": draw, "points_loss": loss}
        if data["bye"] == OTHER:
            data["points_pab"] = data["bye_points"]
            if data["bye_points"] is None:
                self.add_error("bye", _("Say what the bye is worth."))
        elif (worth := BYES[data["bye"]] * win) % 2:
            self.add_error("bye", _("Half of %(win)s is no tenth of a point.") % {"win": as_text(win)})
        else:
            data["points_pab"] = worth // 2


class TrfForm(forms.Form):
    """A TRF file, and what it may not say."""

    file = forms.FileField(label=_("TRF file"), validators=[modest])
    # What the file held, while a question about it is answered: a browser sends no file twice.
    carried = forms.CharField(required=False, widget=forms.HiddenInput)
    nonce = forms.UUIDField(widget=forms.HiddenInput, required=False, initial=uuid.uuid4)
    rounds = forms.IntegerField(
        label=_("Announced number of rounds"),
        required=False,
        min_value=1,
        max_value=30,
        help_text=_("Only where the file does not say it"),
    )
    edition = forms.ChoiceField(
        label=_("Pairing rules"),
        required=False,
        widget=forms.RadioSelect,
        help_text=_("Only where the file does not say it"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        by_day = gettext(
            "those of 2026; of 2016 where the file names no last day or one before 1 February 2026"
        )
        self.fields["edition"].choices = edition_choices(by_day)  # type: ignore[attr-defined]
        self.fields["file"].required = not self.data.get("carried")

    @staticmethod
    def carry(data: bytes) -> dict[str, str]:
        """The file as a field of the form, for the question about it."""
        return {"carried": b64encode(data).decode()}

    def clean_carried(self) -> bytes:
        """The file that the question carried."""
        try:
            return b64decode(self.cleaned_data["carried"], validate=True)
        except ValueError as error:
            raise forms.ValidationError(_("Choose the file again.")) from error

    @property
    def identity(self) -> uuid.UUID | None:
        """The same for the same file and answers on the same page."""
        page = self.cleaned_data.get("nonce")
        answers = f"{self.cleaned_data['rounds']} {self.cleaned_data['edition']}"
        return uuid.uuid5(page, f"{sha256(self.content).hexdigest()} {answers}") if page else None

    @cached_property
    def content(self) -> bytes:
        """What the file holds."""
        file, carried = self.cleaned_data["file"], self.cleaned_data["carried"]
        return bytes(file.read() if file else carried)


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
        number = self.fields["number"]
        number.choices = [(n, str(n)) for n in rounds]  # type: ignore[attr-defined]


class ApartForm(forms.Form):
    """Players who must not meet, and in which rounds."""

    players = SeveralRows(
        label=_("Players"),
        queryset=Player.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least two players who must not meet.")},
    )
    first_round = forms.IntegerField(label=_("From round"), min_value=1, initial=1)
    last_round = forms.IntegerField(
        label=_("To round"), min_value=1, required=False, help_text=_("Empty: to the end")
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        players = self.fields["players"]
        players.queryset = tournament.players.all()  # type: ignore[attr-defined]
        players.label_from_instance = lambda player: f"{player.number} {player.name}"  # type: ignore[attr-defined]


class ColourForm(forms.Form):
    """The initial colour as the lot in the hall gave it."""

    colour = forms.ChoiceField(label=_("Initial colour"), choices=Tournament.InitialColour)


class ResultForm(forms.Form):
    """One board's result, and what its row knew of it."""

    result = forms.CharField(max_length=20, required=False)
    version = forms.IntegerField(min_value=0)
    # The result about which the row has asked whether it is to replace the one that stands.
    asked = forms.CharField(max_length=20, required=False)
    reason = forms.CharField(max_length=500, required=False)

    def clean(self) -> dict[str, Any]:
        """A result, whether it counts for rating, and whether its typist was asked about this one."""
        data = super().clean() or {}
        result: str = data.get("result", "")
        rated = not result.endswith(Game.UNRATED)
        asked = data.get("asked") == result
        return data | {"result": result.removesuffix(Game.UNRATED), "rated": rated, "asked": asked}


class RepairForm(forms.Form):
    """Why a published pairing is withdrawn: the ground, of those that the edition allows, and in words."""

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
    """Who is to have White at the board, by his key: who has it already keeps it."""

    white_to = KeyField()


class AllBoardsForm(forms.Form):
    """All boards of a draft, as the event stood when its page was opened."""

    seen = forms.IntegerField(min_value=0)


class ByeByHandForm(forms.Form):
    """Who gets the pairing-allocated bye, or has it and loses it, by his key."""

    player = KeyField()

"""The regulations of an event, and what the head of its report says."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django import forms
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from tournaments import engine
from tournaments.forms.changes import ChangesForm
from tournaments.forms.fields import DateInput, DefaultedChoice, HasFederation, LinesField, PointsField, offer
from tournaments.forms.systems import SystemSelect, edition_choices, explained
from tournaments.models import Tournament

# Win, draw and loss in tenths, by the value of the choice.
SCORINGS = {"10-5-0": (10, 5, 0), "30-10-0": (30, 10, 0), "20-10-0": (20, 10, 0)}
OTHER = "other"


def worths_of_bye(win: int, draw: int) -> dict[str, int]:
    """C.04.1 c: what the bye is worth by the value of the choice, in tenths; it may be less than a win."""
    return {"win": win, "draw": draw, "nothing": 0}


def _choice_of(known: engine.TieBreakList) -> tuple[str, Any]:
    return known.codes, explained(known.name, ", ".join(column.name for column in known.columns))


class RoundsInput(forms.NumberInput):
    """How many rounds there are: the page asks nobody for them whose system needs none to be said."""

    def use_required_attribute(self, _initial: Any) -> bool:
        """No browser knows which systems those are."""
        return False


class HeaderForm(HasFederation, ChangesForm):
    """What the head of the report says of the event."""

    class Meta:
        model = Tournament
        fields = ("city", "federation", "start_date", "end_date", "time_control", "time_control_code")
        widgets: ClassVar[dict[str, Any]] = {"start_date": DateInput(), "end_date": DateInput()}
        help_texts: ClassVar[dict[str, Any]] = {
            "time_control": _("For example 90 min/40 moves + 30 min, 30 s a move"),
            "time_control_code": _("FIDE’s code in seconds: 5400+30, or 40/6000+30:900+30 for two periods"),
            "federation": _("FIDE's three letters, such as SCO"),
        }

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

    edition = forms.ChoiceField(label=_("Pairing rules"), widget=SystemSelect, required=False)
    scoring = forms.ChoiceField(
        label=_("Points for a win, a draw and a loss"),
        widget=forms.RadioSelect,
        choices=[
            ("10-5-0", "1 – ½ – 0"),
            ("30-10-0", "3 – 1 – 0"),
            ("20-10-0", "2 – 1 – 0"),
            (OTHER, _("other points:")),
        ],
        initial="10-5-0",
    )
    win = PointsField(label=_("Win"))
    draw = PointsField(label=_("Draw"))
    loss = PointsField(label=_("Loss"))
    bye = forms.ChoiceField(
        label=_("The pairing-allocated bye is worth"),
        widget=forms.RadioSelect,
        choices=[
            *[("win", _("a win")), ("draw", _("a draw")), ("nothing", _("nothing"))],
            (OTHER, _("other points:")),
        ],
        initial="win",
        help_text=_("One value for all"),
    )
    bye_points = PointsField(label=_("Points"))
    acceleration = forms.ChoiceField(
        label=_("Acceleration"), widget=forms.RadioSelect, initial=Tournament.Acceleration.NONE
    )
    virtual_groups = LinesField(
        label=_("Virtual points of your own"),
        max_length=2000,
        help_text=_(
            "Rounds, pairing numbers and points, one group per line: 1-2 1-20 1. Numbers are those of round"
            " 1."
        ),
    )
    own_table = LinesField(
        label=_("Your own table"),
        max_length=4000,
        help_text=_(
            "Instead of the usual one: one line per round, pairing numbers, White first, such as 1-8 2-7 3-6"
            " 4-5."
        ),
    )
    rating_kind = DefaultedChoice(label=_("Ratings"), choices=Tournament.RatingKind)
    rating_method = DefaultedChoice(label=_("Which rating counts"), choices=Tournament.RatingMethod)
    among_equals = DefaultedChoice(
        label=_("Order of players with equal rating and title"), choices=Tournament.AmongEquals
    )
    team_scores = DefaultedChoice(label=_("Teams are paired and ranked by"), choices=Tournament.TeamScores)
    colour_type = DefaultedChoice(
        label=_("Colour preferences of teams"),
        choices=Tournament.ColourType,
        help_text=_("At board 1 (C.04.6 1.7)"),
    )
    tie_breaks = forms.ChoiceField(
        label=_("Tie-breaks"),
        widget=forms.RadioSelect,
        required=False,
        help_text=_("Your own list can be made afterwards, on the page “Settings”."),
    )
    nonce = forms.UUIDField(widget=forms.HiddenInput, required=False, initial=uuid.uuid4)

    class Meta:
        model = Tournament
        fields = (
            *("name", "city", "federation", "start_date", "end_date", "number_of_rounds"),
            *("time_control", "correction_minutes", "language"),
            *("rating_kind", "rating_method", "among_equals"),
            *("boards", "team_scores", "colour_type", "chess960"),
            *("virtual_groups", "own_table"),
        )
        widgets: ClassVar[dict[str, Any]] = HeaderForm.Meta.widgets | {"number_of_rounds": RoundsInput}
        help_texts: ClassVar[dict[str, Any]] = HeaderForm.Meta.help_texts | {
            "correction_minutes": _(
                "Counted from the last result of a round. Each round may have its own time; empty: none is"
                " fixed."
            ),
            "number_of_rounds": _(
                "For a round robin or a knock-out it follows from the number of players: leave it empty. A"
                " match of two games takes two rounds."
            ),
            "boards": _("For an event of teams: how many boards each match has. Reserves are extra."),
            "chess960": _(
                "Each round begins from a position that you draw by lot when it is published. Its games are"
                " not rated in FIDE’s lists."
            ),
            "language": _("For the event’s pages and printouts, unless a reader has chosen another"),
        }

    # Asked at once; the rest has defaults that serve most events.
    EVENT = ("name", "city", "start_date", "end_date")
    PLAY = ("number_of_rounds", "time_control", "rating_kind")
    OF_TEAMS = ("boards", "team_scores", "colour_type")
    FIRST = (*EVENT, *PLAY, "edition", *OF_TEAMS, "tie_breaks")
    # What has a default that serves without a question.
    WITH_DEFAULT = ("rating_kind", "rating_method", "among_equals", "team_scores", "colour_type")
    POINTS = ("win", "draw", "loss")
    # What is fixed once round 1 is paired.
    BOUND = (
        "number_of_rounds",
        "edition",
        *("own_table", "acceleration", "virtual_groups"),
        "scoring",
        *POINTS,
        "bye",
        "bye_points",
        *WITH_DEFAULT,
        *("boards", "chess960"),
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
        offer(self, "edition", edition_choices("" if self.instance.pk else engine.rules_in_force()))
        systems = self.fields["edition"].widget
        systems.tells_tie_breaks = not self.instance.pk
        kinds = Tournament.Acceleration
        baku = explained(
            str(kinds.BAKU.label),
            gettext(
                "in the first half of the rounds the upper half of the players has virtual points, which"
                " count for the pairing only (C.04.7)"
            ),
        )
        declared = explained(
            str(kinds.DECLARED.label), gettext("another method needs FIDE’s permission (C.04.2 1.2)")
        )
        accelerations = [(kinds.NONE, kinds.NONE.label), (kinds.BAKU, baku), (kinds.DECLARED, declared)]
        if self.instance.acceleration == kinds.GIVEN:
            accelerations.append((kinds.GIVEN, kinds.GIVEN.label))
        offer(self, "acceleration", accelerations)
        usual = explained(gettext("The usual"), gettext("by the pairing rules"))
        offer(self, "tie_breaks", [("", usual), *map(_choice_of, engine.tie_break_lists())])
        if self.instance.pk:
            # They have a page of their own.
            del self.fields["nonce"], self.fields["tie_breaks"]
            self._show_present()
        if not (self.instance.pk and engine.has_own_table(engine.edition_of(self.instance))):
            del self.fields["own_table"]
        if bound:
            for name in self.BOUND:
                self.fields.pop(name, None)

    def _show_present(self) -> None:
        """The event's own values, also those that an imported one brought and nobody can choose."""
        event = self.instance
        present = (event.points_win, event.points_draw, event.points_loss)
        chosen = next((value for value, points in SCORINGS.items() if points == present), OTHER)
        self.initial.update(edition=event.edition, scoring=chosen, acceleration=event.acceleration)
        if chosen == OTHER:
            self.initial.update(zip(self.POINTS, present, strict=True))
        worths = worths_of_bye(event.points_win, event.points_draw)
        self.initial["bye"] = next((name for name in worths if worths[name] == event.points_pab), OTHER)
        if self.initial["bye"] == OTHER:
            self.initial["bye_points"] = event.points_pab

    @property
    def event_fields(self) -> list[forms.BoundField]:
        """What the event is called, and where and when it is."""
        return [self[name] for name in self.EVENT if name in self.fields]

    @property
    def play_fields(self) -> list[forms.BoundField]:
        """How long is played, how fast, and with which ratings."""
        return [self[name] for name in self.PLAY if name in self.fields]

    @property
    def fields_of_teams(self) -> list[forms.BoundField]:
        """What is asked where teams play."""
        return [self[name] for name in self.OF_TEAMS if name in self.fields]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        """All others, but those of the scoring."""
        scoring = ("scoring", *self.POINTS, "bye", "bye_points", "acceleration", "virtual_groups")
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
        if chosen := self.cleaned_data.get("tie_breaks"):
            values["tie_breaks"] = chosen
        if not self.instance.pk and not {"scoring", "bye"} & set(self.changed_data):
            # What is usual by the pairing rules.
            return values
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
        if "acceleration" in touched:
            touched |= {"virtual_groups"}
        return {name: value for name, value in self.regulations.items() if name in touched}

    @property
    def seen(self) -> dict[str, Any]:
        """What the page showed of the event's fields."""
        shown = super().seen
        own = tuple(shown.get(name) for name in self.POINTS)
        win, draw, loss = SCORINGS.get(shown.get("scoring", ""), own)
        if win is not None and draw is not None:
            shown |= {"points_win": win, "points_draw": draw, "points_loss": loss}
            worths = worths_of_bye(win, draw)
            if shown.get("bye") in worths:
                shown["points_pab"] = worths[shown["bye"]]
        return shown

    def field_of(self, name: str) -> str:
        """The question that a field of the event is answered by."""
        if name == "points_pab":
            return "bye"
        return "scoring" if name.startswith("points_") else name

    def clean(self) -> dict[str, Any]:
        """The points by the choices."""
        data = super().clean()
        if "number_of_rounds" in self.errors and not self.data.get("number_of_rounds"):
            self._clean_rounds(data)
        if {"scoring", "bye", "bye_points", *self.POINTS} <= data.keys():
            self._clean_points(data)
        if "virtual_groups" in data:
            self._clean_groups(data)
        return data

    def _clean_rounds(self, data: dict[str, Any]) -> None:
        """Where the rounds follow from the players, nobody has to say how many there are."""
        if data.get("edition") and engine.follows_players(Tournament(edition=data["edition"])):
            del self.errors["number_of_rounds"]
            data["number_of_rounds"] = self.initial.get("number_of_rounds") or 1

    def _clean_groups(self, data: dict[str, Any]) -> None:
        """Declared virtual points need their groups; without them there are none."""
        declared = data.get("acceleration") == Tournament.Acceleration.DECLARED
        if declared and not data["virtual_groups"]:
            self.add_error("virtual_groups", _("Say who has virtual points in which rounds."))
        elif not declared:
            if "virtual_groups" in self.changed_data and data["virtual_groups"]:
                self.add_error("virtual_groups", _("These count only if the acceleration uses them."))
            data["virtual_groups"] = ""

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
        else:
            data["points_pab"] = worths_of_bye(win, draw)[data["bye"]]

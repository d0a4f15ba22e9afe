"""The forms of an event: its system and regulations, another like it, its festival, its schedule."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass
from datetime import time
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib.auth.models import User
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from tournaments import rulebook
from tournaments.event.queries.event import open_to, part_of
from tournaments.models import Festival, Part, Round, Tournament
from tournaments.models.fields import LineInput, names_about
from tournaments.models.round import FIRST_DAY, LAST_DAY
from tournaments.models.tournament import Matter
from tournaments.web.forms import (
    ChangesForm,
    DateInput,
    DefaultedChoice,
    HasFederation,
    LinesField,
    PointsField,
    field_of,
    offer,
)

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


def explained(name: str, description: str) -> SafeString:
    """The label of a choice, with a description in smaller letters after it."""
    return format_html("<span>{} <small>{}</small></span>", name, description)


def edition_choices(by_day: str = "") -> list[tuple[str, Any]]:
    """The editions of the rule book; if `by_day` is given, a choice of the rules in force comes first."""
    known = [
        (edition.code, explained(rulebook.name_of(edition), rulebook.description_of(edition)))
        for edition in rulebook.all_editions()
    ]
    return [("", explained(gettext("The rules in force"), by_day)), *known] if by_day else known


@dataclass(frozen=True, slots=True)
class Picture:
    """A kind of event, explained for newcomers; `sign` is the icon."""

    sign: str
    name: _StrPromise
    sentence: _StrPromise


SWISS = Picture(
    "swiss",
    _("Swiss"),
    _("For many players in few rounds: those on equal points meet, and nobody meets twice."),
)
ROUND_ROBIN = Picture("round-robin", _("Round robin"), _("For few players, with time for all their games."))
TEAMS = Picture(
    "teams", _("Teams"), _("Several boards play against as many of another team, paired like a Swiss.")
)


class SystemSelect(forms.RadioSelect):
    """The first Swiss, round robin and team system with a picture; the others behind them.

    If `tells_tie_breaks`, the chosen system shows its usual tie-breaks, which apply if no others are
    announced.
    """

    template_name = "event/systems.html"
    tells_tie_breaks = False

    @cached_property
    def _pictures(self) -> dict[str, Picture]:
        """The value of a choice -> its picture; the first choice is the Swiss system in force."""
        editions = rulebook.all_editions()
        table = next(edition.code for edition in editions if edition.is_round_robin)
        of_teams = next(edition.code for edition in editions if edition.form.of_teams)
        first, *_others = self.choices
        return {str(first[0]): SWISS, table: ROUND_ROBIN, of_teams: TEAMS}

    def create_option(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """The choice with its picture, whether it is for teams, and its usual tie-breaks."""
        option: dict[str, Any] = super().create_option(*args, **kwargs)
        code = option["value"] or rulebook.edition_in_force(None)
        of_teams = {edition.code for edition in rulebook.all_editions() if edition.form.of_teams}
        option["attrs"]["data-teams"] = code in of_teams
        option["picture"] = self._pictures.get(option["value"])
        if self.tells_tie_breaks:
            option["tie_breaks"] = rulebook.columns_of(
                list(filter(None, rulebook.usual_tie_breaks(code).split(","))), code
            )
        return option

    def get_context(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Add the choices with a picture, in the pictures' order, and the others."""
        context = super().get_context(*args, **kwargs)
        options = [option for _group, found, _index in context["widget"]["optgroups"] for option in found]
        by_value = {option["value"]: option for option in options}
        context["widget"]["pictured"] = [by_value[value] for value in self._pictures]
        context["widget"]["others"] = others = [option for option in options if not option["picture"]]
        context["widget"]["opens"] = any(option["selected"] for option in others)
        return context


# The value of a choice -> win, draw and loss in tenths of a point.
SCORINGS = {"10-5-0": (10, 5, 0), "30-10-0": (30, 10, 0), "20-10-0": (20, 10, 0)}
OTHER = "other"


def worths_of_bye(win: int, draw: int) -> dict[str, int]:
    """The value of a choice -> the bye's worth in tenths; it may be less than a win (C.04.1 c)."""
    return {"win": win, "draw": draw, "nothing": 0}


def _choice_of(known: rulebook.TieBreakList) -> tuple[str, Any]:
    return known.codes, explained(known.name, ", ".join(column.name for column in known.columns))


class RoundsInput(forms.NumberInput):
    """The number of rounds, which may stay empty for systems in which it follows from the players."""

    def use_required_attribute(self, _initial: Any) -> bool:
        """Never: a browser does not know which systems need it."""
        return False


class HeaderForm(HasFederation, ChangesForm):
    """The event's data in the header of the report."""

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
        """Check that the last day is not before the first."""
        data = super().clean() or {}
        first, last = data.get("start_date"), data.get("end_date")
        if first and last and last < first:
            self.add_error("end_date", _("The last day is before the first."))
        return data


class RegulationsForm(HeaderForm):
    """The regulations of an event: a few questions first, the rest with good defaults.

    Once the event is `bound`, the form has no fields for what is fixed, and ignores values sent for it.
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

    # Fields that are shown first; the rest has defaults that suit most events.
    EVENT = ("name", "city", "start_date", "end_date")
    PLAY = ("number_of_rounds", "time_control", "rating_kind")
    OF_TEAMS = names_about(Tournament, Matter.TEAMS)
    FIRST = (*EVENT, *PLAY, "edition", *OF_TEAMS, "tie_breaks")
    # Fields whose default applies if the browser sends no value.
    WITH_DEFAULT = ("rating_kind", "rating_method", "among_equals", "team_scores", "colour_type")
    POINTS = ("win", "draw", "loss")
    # Fields that are fixed once round 1 is paired.
    BOUND = (*Tournament.BINDING, "scoring", *POINTS, "bye", "bye_points")

    def __init__(self, *args: Any, bound: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["autofocus"] = not self.instance.pk
        if not self.instance.pk:
            self.initial["language"] = get_language()
        for name in (*self.POINTS, "bye_points"):
            self.fields[name].widget.attrs |= {"inputmode": "decimal", "size": "4"}
        for name in self.WITH_DEFAULT:
            self.fields[name].initial = getattr(self.instance, name)
        offer(self, "edition", edition_choices("" if self.instance.pk else rulebook.rules_in_force()))
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
        offer(self, "tie_breaks", [("", usual), *map(_choice_of, rulebook.tie_break_lists())])
        if self.instance.pk:
            # An event's tie-breaks have a page of their own.
            del self.fields["nonce"], self.fields["tie_breaks"]
            self._show_present()
        if not (self.instance.pk and rulebook.has_own_table(rulebook.edition_of(self.instance))):
            del self.fields["own_table"]
        if bound:
            for name in self.BOUND:
                self.fields.pop(name, None)

    def _show_present(self) -> None:
        """Show the event's own values, even those of an imported event that nobody could choose."""
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
        """The fields for the event's name, place and days."""
        return [self[name] for name in self.EVENT if name in self.fields]

    @property
    def play_fields(self) -> list[forms.BoundField]:
        """The fields for the number of rounds, the time control and the ratings."""
        return [self[name] for name in self.PLAY if name in self.fields]

    @property
    def fields_of_teams(self) -> list[forms.BoundField]:
        """The fields for events of teams."""
        return [self[name] for name in self.OF_TEAMS if name in self.fields]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        """All other fields, except those of the scoring and the acceleration."""
        scoring = ("scoring", *self.POINTS, "bye", "bye_points", "acceleration", "virtual_groups")
        return [field for field in self.visible_fields() if field.name not in (*self.FIRST, *scoring)]

    @property
    def points_fields(self) -> list[forms.BoundField]:
        """The three fields for other points."""
        return [self[name] for name in self.POINTS]

    @property
    def identity(self) -> uuid.UUID | None:
        """A nonce for these answers on this page: if an answer is changed, another event is meant."""
        page = self.cleaned_data.get("nonce")
        return uuid.uuid5(page, repr(sorted(self.regulations.items()))) if page else None

    @property
    def regulations(self) -> dict[str, Any]:
        """The event's fields with the values from the form."""
        own = {name for name in self.fields if name in {*self.Meta.fields, "edition", "acceleration"}}
        values = {name: self.cleaned_data[name] for name in own}
        if chosen := self.cleaned_data.get("tie_breaks"):
            values["tie_breaks"] = chosen
        if not self.instance.pk and not {"scoring", "bye"} & set(self.changed_data):
            # The points are then those usual by the pairing rules.
            return values
        return values | {
            name: value for name, value in self.cleaned_data.items() if name.startswith("points_")
        }

    @property
    def changes(self) -> dict[str, Any]:
        """The event's fields that differ from what the page showed."""
        touched = set(self.changed_data)
        if touched & {"scoring", *self.POINTS}:
            touched |= {*names_about(Tournament, Matter.POINTS)}
        elif touched & {"bye", "bye_points"}:
            touched |= {"points_pab"}
        if "acceleration" in touched:
            touched |= {"virtual_groups"}
        return {name: value for name, value in self.regulations.items() if name in touched}

    @property
    def seen(self) -> dict[str, Any]:
        """The values of the event's fields that the page showed."""
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
        """The form's field for a field of the event."""
        if name == "points_pab":
            return "bye"
        return "scoring" if name.startswith("points_") else name

    def clean(self) -> dict[str, Any]:
        """Turn the choices into points, and check the rounds and the virtual points."""
        data = super().clean()
        if "number_of_rounds" in self.errors and not self.data.get("number_of_rounds"):
            self._clean_rounds(data)
        if {"scoring", "bye", "bye_points", *self.POINTS} <= data.keys():
            self._clean_points(data)
        if "virtual_groups" in data:
            self._clean_groups(data)
        return data

    def _clean_rounds(self, data: dict[str, Any]) -> None:
        """Allow an empty number of rounds if the rounds follow from the players."""
        if data.get("edition") and rulebook.follows_players(Tournament(edition=data["edition"])):
            del self.errors["number_of_rounds"]
            data["number_of_rounds"] = self.initial.get("number_of_rounds") or 1

    def _clean_groups(self, data: dict[str, Any]) -> None:
        """Check that declared virtual points have groups, and that no other acceleration has any."""
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


class RepeatForm(HeaderForm):
    """The new event's own data, its name and days; and whether the players are copied."""

    with_players = forms.BooleanField(
        label=_("With the same players"),
        required=False,
        help_text=_("Names, titles, ratings, federations, clubs and dates of birth; they get new numbers."),
    )
    nonce = forms.UUIDField(widget=forms.HiddenInput, required=False, initial=uuid.uuid4)

    class Meta:
        model = Tournament
        fields = ("name", "start_date", "end_date")
        widgets = HeaderForm.Meta.widgets

    def __init__(self, *args: Any, source: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, initial={"name": source.name}, **kwargs)
        self.fields["name"].widget.attrs["autofocus"] = True
        if source.boards is not None:
            # The members and line-ups of teams change from year to year.
            del self.fields["with_players"]

    @property
    def wishes(self) -> dict[str, Any]:
        """The arguments for the service; the same answers on the same page mean the same event."""
        told = {name: self.cleaned_data[name] for name in self.Meta.fields}
        told["with_players"] = self.cleaned_data.get("with_players", False)
        page = self.cleaned_data.get("nonce")
        return told | {"nonce": uuid.uuid5(page, repr(sorted(told.items()))) if page else None}


class FestivalForm(forms.Form):
    """A new festival or season."""

    name = LineInput(label=_("Name"), max_length=Festival._meta.get_field("name").max_length)


class PartForm(forms.Form):
    """The choice of one of the account's festivals for the event, and the event's name within it."""

    festival: forms.ModelChoiceField[Festival] = forms.ModelChoiceField(
        queryset=None,
        label=_("Festival or season"),
        required=False,
        empty_label=_("none: an event of its own"),
    )
    label = LineInput(
        label=_("Name within the festival"),
        max_length=Part._meta.get_field("label").max_length,
        required=False,
        help_text=_("For example: Group A, or Third event."),
    )

    def __init__(self, *args: Any, tournament: Tournament, user: User) -> None:
        super().__init__(*args)
        if part := part_of(tournament):
            self.initial = {"festival": part.festival, "label": part.label}
        field_of(self, "festival", forms.ModelChoiceField).queryset = open_to(user, tournament)

    def clean(self) -> dict[str, Any]:
        """Check that a festival comes with a label."""
        found = super().clean() or self.cleaned_data
        if found.get("festival") and not found.get("label") and "label" not in self.errors:
            self.add_error("label", _("Expected the name of the event there, such as Group A."))
        return found


# Matches 10:00, 10.00, 10h00, 10h and 10.
CLOCK = re.compile(r"([0-9]{1,2})(?:[:.h]([0-9]{2})|h)?")


class TimeInput(forms.TimeInput):
    """A time, chosen with the browser's own control."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


class TimesField(forms.CharField):
    """Times of day as people write them, in ascending order: "10:00, 15:30" or "10h 15h30"."""

    def clean(self, value: Any) -> Any:
        """A list of times. ValidationError names a word that is no time, or not after the time before."""
        times: list[time] = []
        for word in re.split(r"[\s,;]+", super().clean(value)):
            if not word:
                continue
            found = CLOCK.fullmatch(word)
            try:
                start = time(int(found[1]), int(found[2] or 0)) if found else None
            except ValueError:
                start = None
            if start is None or (times and start <= times[-1]):
                raise forms.ValidationError(
                    _("Expected times one after the other, such as 10:00, 15:00; found “%(found)s”.")
                    % {"found": word}
                )
            times.append(start)
        return times


class FillForm(forms.Form):
    """The schedule of all rounds: the first day, the interval of playing days, and the times of a day."""

    first_day = forms.DateField(
        label=_("First round on"),
        widget=DateInput,
        validators=[MinValueValidator(FIRST_DAY), MaxValueValidator(LAST_DAY)],
    )
    every = forms.TypedChoiceField(
        label=_("Playing days"),
        coerce=int,
        choices=[
            (1, _("every day")),
            (2, _("every second day")),
            (7, _("every week")),
            (14, _("every second week")),
        ],
    )
    times = TimesField(
        label=_("Times of day"),
        required=False,
        help_text=_("One round at each time: 10:00, 15:00. Empty: one round a day, its time not known."),
    )
    first_times = TimesField(
        label=_("On the first day, if different"), required=False, help_text=_("For example 18:00")
    )


class RoundForm(ChangesForm):
    """The day and time of one round."""

    class Meta:
        model = Round
        fields = ("day", "time")
        widgets: ClassVar[dict[str, Any]] = {"day": DateInput(), "time": TimeInput()}

    def __init__(self, *args: Any, instance: Round, **kwargs: Any) -> None:
        super().__init__(*args, instance=instance, prefix=f"round-{instance.number}", **kwargs)
        facts = {"number": instance.number}
        self.fields["day"].widget.attrs["aria-label"] = gettext("Day of round %(number)d") % facts
        self.fields["time"].widget.attrs["aria-label"] = gettext("Time of round %(number)d") % facts

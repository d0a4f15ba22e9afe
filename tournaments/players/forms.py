"""The forms of players, their absences, the drawing of numbers, and who must not meet."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments import rulebook
from tournaments.formats import lists
from tournaments.models import Absence, AbsenceRules, Player, Rating, Seat, Tournament
from tournaments.models.fields import HIGHEST_RATING
from tournaments.players.queries import presence
from tournaments.ratings.queries import fields_of
from tournaments.web.forms import ChangesForm, HasFederation, SeveralRows, UploadField, field_of, offer


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

    @property
    def first_fields(self) -> list[forms.BoundField]:
        """What is asked of everybody who is entered; the round too, if it is not the first."""
        national = self.instance.tournament.rating_method == Tournament.RatingMethod.NRO
        names = ["name", "national_rating" if national else "fide_rating", "federation", "birth"]
        return [self[name] for name in names + ["first_round"] * (self.earliest > 1)]

    @property
    def folded_fields(self) -> list[forms.BoundField]:
        """What else may be entered."""
        shown = {field.name for field in self.first_fields}
        return [field for field in self.visible_fields() if field.name not in shown]

    @property
    def is_folded(self) -> bool:
        """Whether nothing is wrong with these."""
        return not any(field.errors for field in self.folded_fields)

    @property
    def folded(self) -> str:
        """What is entered there of the person, in short."""
        fields = [self[name] for name in ("title", "fide_id", "sex", "club")]
        words = (
            dict(getattr(field.field, "choices", ())).get(field.value(), field.value()) for field in fields
        )
        return " · ".join(str(word) for field, word in zip(fields, words, strict=True) if field.value())

    def clean_first_round(self) -> int:
        """Check that a changed first round is between the next round and the last."""
        first: int = self.cleaned_data["first_round"]
        if "first_round" in self.changed_data and not self.earliest <= first <= self.last:
            raise forms.ValidationError(
                _("Expected a round from %(earliest)d to %(last)d.")
                % {"earliest": self.earliest, "last": self.last}
            )
        return first


class RowForm(PlayerForm):
    """A player's row in the table of all; one in a published round keeps their identity there."""

    title = forms.ChoiceField(label=_("Title"), required=False, choices=[("", "–"), *Player.Title.choices])
    sex = forms.ChoiceField(label=_("Sex"), required=False, choices=[("", "–"), *Player.Sex.choices])
    field_order = ("name", "title", "federation", "birth", "fide_id", "sex", "club", "fide_rating", "rating")

    class Meta:
        model = Player
        fields = ("name", "title", "federation", "birth", "fide_id", "sex", "club", "rating")

    def __init__(self, *args: Any, is_public: bool, **kwargs: Any) -> None:
        super().__init__(*args, empty_permitted=True, use_required_attribute=False, **kwargs)
        del self.fields["rating_source"], self.fields["national_rating"]
        for name, field in self.fields.items():
            field.help_text = ""
            if isinstance(field, forms.IntegerField):
                # Not a number's own input, whose arrows change it instead of going to the next row.
                field.widget = forms.TextInput(attrs={"inputmode": "numeric", "size": 5})
            elif isinstance(field, forms.CharField):
                field.widget.attrs["size"] = min(field.max_length or 0, 24)
            field.widget.attrs |= {
                "aria-label": f"{field.label}, {self.instance.name}",
                "autocomplete": "off",
            }
            field.disabled = is_public and name in Player.IDENTITY


class PlayerTable:
    """The rows of many players, of which those that were changed are checked and saved."""

    def __init__(self, data: QueryDict | None, *, players: Iterable[Player], public: Collection[int]) -> None:
        self._data, self._public = data, public
        self.rows = {player.pk: self.row_of(player) for player in players}

    def row_of(self, player: Player) -> RowForm:
        """The row of the player as they are now."""
        is_public = player.pk in self._public
        return RowForm(self._data, instance=player, prefix=str(player.pk), is_public=is_public)

    @property
    def headings(self) -> list[str]:
        """The labels of its columns."""
        return [str(RowForm.base_fields[name].label) for name in RowForm.field_order]

    def is_valid(self) -> bool:
        """Whether the table was sent, and nothing in it is wrong by itself."""
        return self._data is not None and not self.wrong

    @property
    def wrong(self) -> list[RowForm]:
        """The rows with errors."""
        return [row for row in self.rows.values() if row.errors]

    @property
    def changes(self) -> dict[int, dict[str, Any]]:
        """What was changed, by the keys of the players."""
        return {key: row.changes for key, row in self.rows.items() if row.has_changed()}

    @property
    def seen(self) -> dict[int, dict[str, Any]]:
        """What the page showed of each of them."""
        return {key: row.seen for key, row in self.rows.items()}


class PlayerListForm(forms.Form):
    """Players as pasted text or as a file, with what the preview's fields and buttons decide about them.

    A button of the preview is named by what it decides; its value is a kind of proposals, the key of a line,
    or a line with a field and the text for it.
    """

    COLUMN = re.compile(r"column-(\d{1,3})")
    CELL = re.compile(r"cell-([0-9a-f.]{8,13})-([a-z_]{1,20})")

    text = forms.CharField(
        label=_("Paste the players here, one per line"),
        required=False,
        # Lines are identified by their numbers, so leading empty lines must be kept.
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "autofocus": True}),
    )
    file = UploadField(label=_("… or choose a file: CSV, Excel (XLSX) or TRF"), required=False)
    # The bytes of a file that can be read in several ways, in base64, and the way that was chosen.
    carried = forms.CharField(required=False, widget=forms.HiddenInput)
    reading = forms.CharField(required=False, widget=forms.HiddenInput)
    decoded: lists.Decoded | None = None

    def clean(self) -> dict[str, Any]:
        """Put the file's text into an empty text box, so that the preview can show and resend it."""
        data = super().clean() or {}
        try:
            self.decoded = self._decoded(data)
        except forms.ValidationError as error:
            self.add_error("file", error)
        if self.decoded:
            data["text"] = self.decoded.text
        # A preview has no marks but ticks.
        self.marked = lists.marked(data.get("text", ""))
        data["text"] = lists.unmarked(data.get("text", ""))
        if not self.errors and not data.get("text", "").strip():
            raise forms.ValidationError(_("Paste the players, or choose a file."))
        return data

    def _decoded(self, data: dict[str, Any]) -> lists.Decoded | None:
        """The file as text, if it was sent, or is carried because it can be read in other ways."""
        file, carried = data.get("file"), data.get("carried", "")
        if file and not data.get("text", "").strip():
            written = file.read()
        else:
            try:
                written = b64decode(carried, validate=True)
            except ValueError:
                return None
        found = lists.decoded(written, data.get("reading", "")) if written else None
        data["carried"] = b64encode(written).decode() if found and len(found.readings) > 1 else ""
        return found

    @property
    def answers(self) -> lists.Answers:
        """The decisions that the page carried, with those that were just made."""
        found = lists.from_json(self.data.get("answers", ""))
        found = replace(found, left_out=found.left_out | self.marked)
        if "previewed" in self.data:
            rating = self.data.get("rating", "")
            found = replace(
                found,
                columns=found.with_columns(self._columns),
                rating=rating if rating in lists.RATINGS else found.rating,
                typed=self._typed(found),
                left_out=frozenset(self._many("left_out")) | self.marked,
            )
        if line := self.data.get("another"):
            found = replace(found, others=found.others | {line}, same=found.same - {line})
        if line := self.data.get("same"):
            found = replace(found, same=found.same | {line}, others=found.others - {line})
        if line := self.data.get("ask"):
            found = replace(found, same=found.same - {line}, others=found.others - {line})
        for kind in self._accepted:
            found = found.accepting(kind, self._many(f"keep-{kind}"), self._many(f"also-{kind}"))
        return found.without(self.data.get("undo", ""))

    @property
    def _accepted(self) -> list[str]:
        """The kinds of proposals that the button accepts."""
        accepted = self.data.get("accept", "")
        return self._many("kind") if accepted == "all" else list(filter(None, [accepted]))

    @property
    def _columns(self) -> dict[int, str]:
        """Index of a column -> the meaning chosen for it, if it is not the one that was shown."""
        names = ((self.COLUMN.fullmatch(name), str(meaning)) for name, meaning in self.data.items())
        return {
            int(match[1]): meaning
            for match, meaning in names
            if match and meaning in lists.LABELS and meaning != self.data.get(f"shown-{match[0]}")
        }

    def _typed(self, found: lists.Answers) -> dict[str, dict[str, str]]:
        """Key of a line -> its fields -> what was typed there, now or before."""
        typed = {line: dict(fields) for line, fields in found.typed.items()}
        for name, text in self.data.items():
            if match := self.CELL.fullmatch(name):
                typed.setdefault(match[1], {})[match[2]] = str(text)
        line, _blank, rest = self.data.get("set", "").partition(" ")
        field, blank, text = rest.partition(" ")
        if blank:
            typed.setdefault(line, {})[field] = text
        return typed

    def _many(self, name: str) -> list[str]:
        """The values of a field that a request may have many of."""
        return list(self.data.getlist(name))  # type: ignore[attr-defined]  # as a request sends it


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
        missed = rulebook.handling.missed_rounds(player.first_round)
        offer(self, "rounds", [(n, _("round %(number)d") % {"number": n}) for n in missed])
        self.initial["rounds"] = presence.credited(player.tournament).get(player.pk, [])


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
        self.initial["without"] = presence.without_half_point_bye(tournament)
        for field in self.fields.values():
            # Also while FIDE's own rules apply, which have no row in the database.
            field.show_hidden_initial = True

    @property
    def seen(self) -> dict[str, Any]:
        """The values that the page showed; the players by their keys."""
        shown = super().seen
        # If no player is chosen, the browser sends nothing.
        return shown | {"without": {player.pk for player in shown.get("without") or ()}} if shown else {}


class NumbersForm(forms.Form):
    """A number for each player; the service checks that each number is used once."""

    def __init__(self, data: QueryDict | None, *, players: Sequence[Player]) -> None:
        super().__init__(data)
        self.players = players
        for player in players:
            self.fields[f"number-{player.pk}"] = forms.IntegerField(
                label=player.name, min_value=1, max_value=len(players), initial=player.number
            )

    @property
    def numbers(self) -> dict[int, int]:
        """The numbers by the players' keys."""
        return {player.pk: self.cleaned_data[f"number-{player.pk}"] for player in self.players}


class ApartForm(forms.Form):
    """Players who must not meet, and the rounds in which they must not."""

    players = SeveralRows(
        label=_("Players"),
        queryset=None,
        error_messages={"required": _("Choose at least two players who must not meet.")},
    )
    first_round = forms.IntegerField(label=_("From round"), min_value=1, initial=1)
    last_round = forms.IntegerField(
        label=_("To round"), min_value=1, required=False, help_text=_("Empty: to the end")
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        players = field_of(self, "players", SeveralRows)
        players.offer(tournament.players.all(), lambda player: f"{player.number} {player.name}")

"""The choice of pairing rules: three pictures, and one step further all editions of the rule book."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import engine

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


def explained(name: str, description: str) -> SafeString:
    """The label of a choice, with a description in smaller letters after it."""
    return format_html("<span>{} <small>{}</small></span>", name, description)


def edition_choices(by_day: str = "") -> list[tuple[str, Any]]:
    """The editions of the rule book; if `by_day` is given, a choice of the rules in force comes first."""
    known = [
        (edition.code, explained(engine.name_of(edition), engine.description_of(edition)))
        for edition in engine.all_editions()
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

    template_name = "widgets/systems.html"
    tells_tie_breaks = False

    @cached_property
    def _pictures(self) -> dict[str, Picture]:
        """The value of a choice -> its picture; the first choice is the Swiss system in force."""
        editions = engine.all_editions()
        table = next(edition.code for edition in editions if edition.is_round_robin)
        of_teams = next(edition.code for edition in editions if edition.form.of_teams)
        first, *_others = self.choices
        return {str(first[0]): SWISS, table: ROUND_ROBIN, of_teams: TEAMS}

    def create_option(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """The choice with its picture, whether it is for teams, and its usual tie-breaks."""
        option: dict[str, Any] = super().create_option(*args, **kwargs)
        code = option["value"] or engine.edition_in_force(None)
        of_teams = {edition.code for edition in engine.all_editions() if edition.form.of_teams}
        option["attrs"]["data-teams"] = code in of_teams
        option["picture"] = self._pictures.get(option["value"])
        if self.tells_tie_breaks:
            option["tie_breaks"] = engine.columns_of(
                list(filter(None, engine.usual_tie_breaks(code).split(","))), code
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

"""The form that says which rating lists an event follows."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.changes import ChangesForm
from tournaments.models import Tournament
from tournaments.selectors import event_lists, rating_lists

if TYPE_CHECKING:
    from collections.abc import Iterable


class MonthChoice(forms.ChoiceField):
    """One of some months, a date; or what the first choice says, None."""

    def offer(self, first: str, months: Iterable[date]) -> None:
        """Let these be the choices."""
        named = [(f"{month}", date_format(month, "YEAR_MONTH_FORMAT")) for month in months]
        self.choices = [("", first), *named]

    def prepare_value(self, value: Any) -> Any:
        """The date as its choice has it."""
        return str(value or "")

    def to_python(self, value: Any) -> Any:
        """The date of a choice; ValidationError for what is none."""
        text = super().to_python(value)
        if not text:
            return None
        try:
            return date.fromisoformat(text)
        except ValueError as error:
            raise forms.ValidationError(
                self.error_messages["invalid_choice"], code="invalid_choice", params={"value": value}
            ) from error

    def valid_value(self, value: Any) -> bool:
        """Whether it is one of the months."""
        return super().valid_value(str(value))


class EventListsForm(ChangesForm):
    """Whose ratings the players of an event have: the month of the lists, and when they are compared."""

    list_month = MonthChoice(
        label=_("Rating list"),
        required=False,
        help_text=_(
            "An event of more than 30 days goes by the present list, any other by that of its first day."
        ),
    )

    class Meta:
        model = Tournament
        fields = ("list_month", "compares_ratings")
        labels = {"compares_ratings": _("Compare the ratings after each import of a rating list")}  # noqa: RUF012

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = set(rating_lists.months()) | {self.instance.list_month} - {None}
        self.fields["list_month"].offer(_by_the_days(self.instance), sorted(known, reverse=True))  # type: ignore[attr-defined]


def _by_the_days(tournament: Tournament) -> str:
    """What the event follows where no month is chosen."""
    if not tournament.start_date:
        return gettext("the newest, as long as the first day is not known")
    month = date_format(event_lists.regular_month(tournament), "YEAR_MONTH_FORMAT")
    if tournament.is_long:
        return gettext("the present one: %(month)s") % {"month": month}
    return gettext("that of the first day: %(month)s") % {"month": month}

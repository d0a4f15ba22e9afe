"""The schedule of the rounds: filled in all at once, or one by one."""

from __future__ import annotations

import re
from datetime import time
from typing import Any, ClassVar

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.changes import ChangesForm
from tournaments.forms.fields import DateInput
from tournaments.models import Round
from tournaments.models.round import FIRST_DAY, LAST_DAY

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

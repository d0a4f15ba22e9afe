"""The forms for the hall: opening a screen, what it shows, what is shown now, announcements."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.event.queries import event
from tournaments.models import Announcement, Screen
from tournaments.models.fields import LineInput
from tournaments.models.outside import DIGITS
from tournaments.web.forms import ChangesForm, offer

NOT_A_CODE = _("Expected the %(digits)d digits shown on the screen.") % {"digits": DIGITS}


class OpenForm(forms.Form):
    """The code on a screen, and the name that the screen gets."""

    code = LineInput(label=_("Code on the screen"), max_length=12)
    name = LineInput(
        label=_("Call it"), max_length=40, help_text=_("Where it hangs, such as “Left of the stage”")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= {"inputmode": "numeric", "autocomplete": "off"}

    def clean_code(self) -> str:
        """The digits without blanks, because people also type the blank between them."""
        code = "".join(self.cleaned_data["code"].split())
        if not (code.isascii() and code.isdecimal() and len(code) == DIGITS):
            raise forms.ValidationError(NOT_A_CODE, code="digits")
        return code


class PartsInput(forms.CheckboxSelectMultiple):
    """Checkboxes for a column that holds the codes of parts, separated by commas."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> str:
        """The ticked codes, in the order in which screens show the parts."""
        ticked = super().value_from_datadict(data, files, name) or ()
        return ",".join(part for part in Screen.Part.values if part in ticked)

    def format_value(self, value: Any) -> list[str]:
        """The codes as a list."""
        return value.split(",") if value else []


class ScreenForm(ChangesForm):
    """What a screen shows, and how."""

    parts = forms.CharField(
        label=_("What it shows, one after the other"),
        widget=PartsInput(choices=Screen.Part.choices),
        help_text=_("Parts with nothing to show are left out for now."),
    )

    class Meta:
        model = Screen
        fields = ("name", "parts", "seconds", "dark", "all_groups")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].required = True
        if event.part_of(self.instance.tournament) is None:
            del self.fields["all_groups"]


# The values of the choices "all screens" and "all parts in turn".
ALL, IN_TURN = "all", "turn"


class ShowForm(forms.Form):
    """Show one part now, on one screen or on all, until they are set to show all parts in turn again."""

    screen = forms.TypedChoiceField(label=_("On"), coerce=lambda key: None if key == ALL else int(key))
    part = forms.TypedChoiceField(
        label=_("Show"),
        coerce=lambda part: "" if part == IN_TURN else part,
        choices=[*Screen.Part.choices, (IN_TURN, _("all in turn again"))],
    )

    def __init__(self, *args: Any, screens: Iterable[Screen], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [(screen.pk, screen.name) for screen in screens]
        offer(self, "screen", [(ALL, _("all screens")), *named])


class AnnouncementForm(forms.ModelForm):  # type: ignore[type-arg]  # at run time it takes none
    """The text of an announcement."""

    class Meta:
        model = Announcement
        fields = ("text",)
        widgets = {"text": forms.Textarea(attrs={"rows": 3})}  # noqa: RUF012  as Django has it

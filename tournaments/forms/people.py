"""The forms of an event's people: invitations, roles, links for helpers."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import StandingChoice, offer
from tournaments.models import EntryLink, Game, Helper, Membership
from tournaments.models.fields import LineInput

# The hours for which a link can be valid.
HOURS = [(4, _("4 hours")), (12, _("12 hours")), (24, _("1 day")), (72, _("3 days")), (240, _("10 days"))]


class LinkForm(forms.Form):
    """The fields of every link: a label, an end, and a nonce, so that a form sent twice makes one link."""

    label = LineInput(
        label=_("For whom"),
        max_length=EntryLink._meta.get_field("label").max_length,
    )
    hours = forms.TypedChoiceField(label=_("Good for"), coerce=int, choices=HOURS)
    nonce = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)

    @property
    def expires_at(self) -> datetime:
        """When the link ends."""
        return timezone.now() + timedelta(hours=self.cleaned_data["hours"])

    @property
    def facts(self) -> dict[str, Any]:
        """The arguments for the service."""
        given = {name: value for name, value in self.cleaned_data.items() if name != "hours"}
        return given | {"expires_at": self.expires_at}


class EntryLinkForm(LinkForm):
    """A link by which helpers enter results."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["label"].help_text = _("It appears beside every result, such as “Hall B”")
        self.fields["hours"].initial = 12


class InvitationForm(LinkForm):
    """An invitation to a role, for one person or several."""

    role = StandingChoice(label=_("Role"))
    uses = forms.IntegerField(label=_("For how many people"), min_value=1, max_value=50, initial=1)

    field_order = ("label", "role", "uses", "hours")

    def __init__(self, *args: Any, roles: list[Membership.Role], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "role", [(role, role.label) for role in roles])
        self.fields["role"].initial = Membership.Role.DEPUTY
        self.fields["hours"].initial = 72


class RoleForm(forms.Form):
    """A new role for somebody."""

    role = forms.ChoiceField(label=_("Role"))

    def __init__(self, *args: Any, roles: list[Membership.Role], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "role", [(role, role.label) for role in roles])


class StartForm(forms.ModelForm):  # type: ignore[type-arg]  # at run time it takes none
    """The initials of a helper who has opened a link for entering results."""

    class Meta:
        model = Helper
        fields = ("initials",)
        widgets = {  # noqa: RUF012  as Django has it
            "initials": forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"})
        }


class EntryForm(forms.Form):
    """A result from the hall; `version` only if an existing result was shown and is to be replaced."""

    result = forms.ChoiceField(choices=[choice for choice in Game.Result.choices if choice[0]])
    version = forms.IntegerField(min_value=0, required=False)

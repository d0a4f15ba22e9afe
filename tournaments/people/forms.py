"""The forms of accounts and of the people of an event."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, UserCreationForm
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import EntryLink, Game, Helper, Membership
from tournaments.models.fields import LineInput
from tournaments.people import queries
from tournaments.web import logins
from tournaments.web.forms import StandingChoice, offer


class LoginForm(AuthenticationForm):
    """A user name and its password."""

    def clean(self) -> dict[str, Any]:
        """Authenticate the account; the error is the same for a wrong password and an unknown name."""
        username = self.cleaned_data.get("username")
        if username is None or self.request is None:
            return super().clean()
        with logins.guess(self.request, username):
            return super().clean()


class PasswordForm(forms.Form):
    """The password of the account again."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password", "autofocus": True}),
    )

    def __init__(self, request: HttpRequest, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        self.user = user

    def clean_password(self) -> str:
        """The password, after it has been checked."""
        password = str(self.cleaned_data["password"])
        logins.prove(self.request, self.user, password)
        return password


class CodeField(forms.CharField):
    """The digits of a code, however they are spaced."""

    def __init__(self, **options: Any) -> None:
        widget = forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"})
        super().__init__(max_length=20, widget=widget, **options)

    def to_python(self, value: Any) -> str:
        """The code without blanks."""
        return "".join((super().to_python(value) or "").split())


class CodeForm(forms.Form):
    """A code of the account's app, or a spare one."""

    code = CodeField(label=_("Code"), help_text=_("Six digits from the app, or a spare code of ten."))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs["autofocus"] = True

    def look_at(self, right: bool) -> None:
        """Raises ValidationError if the code was not right."""
        if not right:
            raise forms.ValidationError(
                _("This code does not open the account now. Each code works once: wait for the next."),
                code="code",
            )


class AppForm(PasswordForm):
    """The password of the account, and a code of the app that logins will ask for from now on."""

    code = CodeField(label=_("The six digits that the app shows now"))
    field_order = ("code", "password")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The page begins with the QR code for the app.
        self.fields["password"].widget.attrs.pop("autofocus")


class ChangePasswordForm(PasswordChangeForm):
    """The old password once, a new one twice."""

    def __init__(self, request: HttpRequest, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(user, *args, **kwargs)
        self.request = request

    def clean_old_password(self) -> str:
        """The old password, counted like any other typed password."""
        with logins.guess(self.request, self.user.get_username()):
            return super().clean_old_password()


class NewAccountForm(UserCreationForm):  # type: ignore[type-arg]  # at run time it takes none
    """A new account's name, and its password twice."""

    class Meta(UserCreationForm.Meta):
        fields = ("username",)
        help_texts = {"username": _("Letters, digits and @ . + - _ only")}  # noqa: RUF012  as Django has it


class AccountForm(forms.Form):
    """An account by its name."""

    username = forms.CharField(label=_("Username"), max_length=150)

    def clean_username(self) -> str:
        """The name of an existing account; ValidationError if there is none."""
        name = str(self.cleaned_data["username"])
        self.account = queries.account_called(name)
        if self.account is None:
            raise forms.ValidationError(_("There is no account with this name."))
        return name


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

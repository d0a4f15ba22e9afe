"""The data that a phone sends to subscribe to notifications of a player's boards."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.models import PushSubscription
from tournaments.public import web_push


class PhoneForm(forms.Form):
    """The key of a player, and the phone's endpoint at its push service."""

    player = forms.RegexField("^[0-9a-f]{16}$")
    endpoint = forms.CharField(max_length=PushSubscription.LONGEST)

    def clean_endpoint(self) -> str:
        """Refuse an address that is not one of a known push service."""
        endpoint: str = self.cleaned_data["endpoint"]
        if not web_push.is_permitted(endpoint):
            raise ValidationError(_("Expected an address of a push service, found another one."))
        return endpoint


class SubscriptionForm(PhoneForm):
    """A new subscription: also with the phone's key and secret, which encrypt its messages."""

    key = forms.CharField(max_length=90)
    secret = forms.CharField(max_length=24)

    def clean_key(self) -> str:
        """Refuse anything that is not a phone's key."""
        try:
            web_push.point(web_push.decoded(self.cleaned_data["key"], web_push.KEY))
        except ValueError as fault:
            raise ValidationError(_("Expected the key of a phone, found something else.")) from fault
        return str(self.cleaned_data["key"])

    def clean_secret(self) -> str:
        """Refuse anything that is not a phone's secret."""
        try:
            web_push.decoded(self.cleaned_data["secret"], web_push.SECRET)
        except ValueError as fault:
            raise ValidationError(_("Expected the secret of a phone, found something else.")) from fault
        return str(self.cleaned_data["secret"])

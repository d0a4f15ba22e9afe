"""People of an event, accounts, and second factors."""

from __future__ import annotations

import json
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q

from tournaments.models import AuditEvent, OwnLanguage, OwnLayout, SecondFactor, ServerAct


def account_called(username: str) -> User | None:
    """The account with this user name; None if there is none."""
    account: User | None = get_user_model().objects.filter(username=username).first()
    return account


def personal_data(account: User) -> str:
    """All data kept about the account, as JSON: the account itself, its roles, and its acts in the logs.

    Left out are its secrets, and the details of acts in events, which only people with a role there may see.
    """
    content: dict[str, Any] = {
        "account": {
            "username": account.username,
            "email": account.email,
            "name": account.get_full_name(),
            "made": account.date_joined,
            "last_login": account.last_login,
            "administers": account.is_staff,
            "code_at_login": SecondFactor.objects.filter(user=account).exists(),
            "language": "".join(OwnLanguage.objects.filter(user=account).values_list("language", flat=True)),
        },
        "lists": list(OwnLayout.objects.filter(user=account).values("columns", "rating")),
        "roles": list(account.memberships.values("tournament__name", "role")),
        "festivals": list(account.festivals.values_list("name", flat=True)),
        "log": list(
            AuditEvent.objects.filter(actor=account)
            .order_by("pk")
            .values("at", "tournament__name", "action", "round_number")
        ),
        "server_log": list(
            ServerAct.objects.filter(Q(actor=account.username) | Q(subject=account.username))
            .order_by("pk")
            .values("at", "actor", "action", "subject")
        ),
    }
    return json.dumps(content, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1) + "\n"


def second_factor_of(user: User) -> SecondFactor | None:
    """The second factor that the account's login asks for; None if the password is enough."""
    return SecondFactor.objects.filter(user=user).first()

"""Accounts made on the server itself, not by an invitation: the first, and those of `board-one users`."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.models import ServerAct
from tournaments.selectors import people
from tournaments.services.second_factor import turn_off
from tournaments.services.server_log import note

ARBITER = "arbiter"
Action = ServerAct.Action


def first_arbiter() -> tuple[User, str]:
    """The first account, made if needed, and its password, or a note that the password was changed.

    It becomes an administrator if the server has none. The password is random, made once and kept beside the
    database, readable only to its owner: a password in the source code would open every server on which
    somebody forgot to change it.
    """
    accounts = get_user_model()
    path = Path(settings.DATA_DIR) / "arbiter-password"
    alone = not accounts.objects.filter(is_staff=True).exists()
    user = accounts.objects.filter(username=ARBITER).first()
    if user is None:
        password = secrets.token_urlsafe(9)
        path.unlink(missing_ok=True)
        with open(path, "x", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(password)
        user = accounts.objects.create_user(username=ARBITER, password=password, is_staff=alone)
        note(Action.ACCOUNT_MADE, subject=ARBITER)
        return user, password
    if alone:
        user.is_staff = True
        user.save(update_fields=["is_staff"])
    password = path.read_text() if path.exists() else ""
    return user, password if password and user.check_password(password) else "as you have changed it"


def make_account(*, username: str, administers: bool) -> str:
    """Make an account, for an administrator of the server or anybody else; returns its random password.

    Raises DomainError if the name is taken or invalid.
    """
    password = secrets.token_urlsafe(9)
    account = get_user_model()(username=username, is_staff=administers)
    account.set_password(password)
    try:
        account.clean_fields()
        with transaction.atomic():
            account.save()
            note(Action.ACCOUNT_MADE, subject=username)
    except ValidationError as error:
        raise DomainError("username", " ".join(error.messages)) from error
    except IntegrityError as error:
        raise DomainError("taken", _("This user name is taken. Choose another.")) from error
    return password


def give_password(*, username: str) -> str:
    """Give an account a new random password, and return that; its sessions end.

    Raises DomainError if no account has the name.
    """
    account = _account_called(username)
    password = secrets.token_urlsafe(9)
    account.set_password(password)
    with transaction.atomic():
        account.save(update_fields=["password"])
        note(Action.PASSWORD_GIVEN, subject=username)
    return password


def forget_second_factor(*, username: str) -> None:
    """Let an account log in with only its password, for somebody who has lost the phone and the spare codes.

    Raises DomainError if no account has the name, or its login asks for no code.
    """
    if not turn_off(user=_account_called(username), actor=None):
        raise DomainError("second_factor", _("The login of this account asks for no code."))


def _account_called(username: str) -> User:
    account = people.account_called(username)
    if account is None:
        raise DomainError("username", _("There is no account with this name."))
    return account

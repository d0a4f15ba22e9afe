"""Accounts for the people who acted in an event that comes from a file."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User

from tournaments.files.backups import MOST_NAME


def accounts_of(names: Mapping[int, str], slug: str) -> dict[int, int]:
    """Make an account for each person; returns number in the file -> key of the account.

    Nobody can log in with these: a person of the same name here is somebody else.
    """
    # The accounts that came with an earlier file of the same event.
    there = User.objects.filter(username__contains=f" ({slug} ").count()
    accounts = [
        User(
            username=f"{name[: MOST_NAME - 80]} ({slug} {there + number})",
            first_name=name,
            is_active=False,
            password=make_password(None),
        )
        for number, name in names.items()
    ]
    made = User.objects.bulk_create(accounts)
    return {number: account.pk for number, account in zip(names, made, strict=True)}


def came_with_a_file(account: User) -> bool:
    """Whether the account was made for a file; with all others, somebody logs in here, or did."""
    # No name that a person chooses contains a space (User.username_validator).
    return not account.is_active and not account.has_usable_password() and " (" in account.username

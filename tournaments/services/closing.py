"""Closes an account: everything that gives access to it is removed, and the logs keep its name."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.log.acts import CLOSED, acting
from tournaments.models import Membership, OwnLanguage, SecondFactor, ServerAct, Tournament
from tournaments.services.people import leave
from tournaments.services.server_log import note


@transaction.atomic
def close_account(*, account: User, actor: User) -> None:
    """Close the account for good: nobody can log in with it, and only its name is kept.

    Even the name is deleted if no log or link of an event refers to it. Its sessions end with its password,
    and it loses its role in every event. Raises DomainError if an event would be left without an owner, or
    the server without an administrator.
    """
    row = User.objects.select_for_update().get(pk=account.pk)
    others = User.objects.filter(is_staff=True, is_active=True).exclude(pk=row.pk)
    if row.is_staff and not others.exists():
        text = _("Nobody else administers the server: make somebody an administrator first.")
        raise DomainError("last_administrator", text)
    for event in Tournament.objects.filter(memberships__user=row).order_by("pk"):
        _leave(event, row, actor)
    SecondFactor.objects.filter(user=row).delete()
    OwnLanguage.objects.filter(user=row).delete()
    row.is_active = row.is_staff = row.is_superuser = False
    row.email = row.first_name = row.last_name = ""
    row.last_login = None
    row.set_unusable_password()
    row.save()
    note(ServerAct.Action.ACCOUNT_CLOSED, subject=row.username, actor=actor)
    try:
        with transaction.atomic():
            row.delete()
    except ProtectedError:
        # Its acts are in a log that only grows.
        return


def _leave(event: Tournament, account: User, actor: User) -> None:
    with acting(event, actor, despite=CLOSED) as act:
        member: Membership = act.tournament.memberships.get(user=account)
        try:
            leave(act, member)
        except DomainError as error:
            text = _("%(event)s would have no owner. First give it another owner, or remove it for good.")
            raise DomainError(error.code, text % {"event": event.name}) from error

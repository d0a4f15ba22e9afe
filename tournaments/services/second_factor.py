"""The second factor of an account: turned on, asked for at the login, turned off (ADR 29).

It belongs to no event, so these acts are in the server's log.
"""

from __future__ import annotations

import secrets
from hmac import compare_digest

import pyotp
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.models import SecondFactor, ServerAct
from tournaments.services.server_log import note

ISSUER = "Board One"
SPARE_CODES = 8
# A phone's clock may be half a minute off, either way.
OFF = (0, -1, 1)


def new_secret() -> str:
    """A secret of 160 bits for an app, in base 32."""
    return pyotp.random_base32()


def address_for_apps(user: User, secret: str) -> str:
    """The address that an app reads with its camera: whose codes it is to show, and the secret."""
    return pyotp.TOTP(secret).provisioning_uri(name=user.get_username(), issuer_name=ISSUER)


@transaction.atomic
def turn_on(*, user: User, secret: str, code: str) -> list[str]:
    """Ask for a code of this secret at each login from now on; returns the spare codes, shown only now.

    Raises DomainError if the app shows another code, or if a code is asked for already.
    """
    # With the account's row locked: of two requests that turn it on, only one does.
    get_user_model().objects.select_for_update().get(pk=user.pk)
    if SecondFactor.objects.filter(user=user).exists():
        raise DomainError("second_factor", _("Your login asks for a code already."))
    step = _step_of(secret, code)
    if step is None:
        raise DomainError("code", _("This is not the code that an app with this key shows now."))
    spare = [f"{secrets.randbelow(10**10):010}" for _number in range(SPARE_CODES)]
    SecondFactor.objects.create(
        user=user, secret=secret, taken=step, spare=[_hash_of(user, one) for one in spare]
    )
    note(ServerAct.Action.CODE_ASKED, subject=user.get_username(), actor=user)
    return spare


@transaction.atomic
def take(*, user: User, code: str) -> bool:
    """Use up a code of the app, or a spare one; returns whether it was right. Each is valid once."""
    found = SecondFactor.objects.select_for_update().filter(user=user).first()
    if found is None:
        return False
    step = _step_of(found.secret, code, after=found.taken)
    if step is not None:
        found.taken = step
    elif (spare := _hash_of(user, code)) in found.spare:
        found.spare.remove(spare)
    else:
        return False
    found.save()
    return True


@transaction.atomic
def turn_off(*, user: User, actor: User | None) -> bool:
    """Ask only for the password again; returns whether a code was asked for until now."""
    if SecondFactor.objects.filter(user=user).delete()[0] == 0:
        return False
    note(ServerAct.Action.CODE_ENDED, subject=user.get_username(), actor=actor)
    return True


def _step_of(secret: str, code: str, after: int = 0) -> int | None:
    """The half minute around now, but later than `after`, to which the code belongs; None if none."""
    totp = pyotp.TOTP(secret)
    now = int(timezone.now().timestamp()) // totp.interval
    for off in OFF:
        step = now + off
        if step > after and compare_digest(totp.generate_otp(step).encode(), code.encode()):
            return step
    return None


def _hash_of(user: User, code: str) -> str:
    return salted_hmac(f"tournaments.second_factor.{user.pk}", code, algorithm="sha256").hexdigest()

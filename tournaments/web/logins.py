"""Passwords on computers that many use: how often they may be guessed, how long a typed one lasts, the lock.

Wrong passwords are counted in the database, so that all processes count together, and before the
password is looked at, so that a hundred guesses sent at once are no better than one after the other.
"""

from __future__ import annotations

import secrets
from contextlib import contextmanager
from datetime import timedelta
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Literal, NamedTuple

from django.conf import settings
from django.contrib.auth import get_user_model, update_session_auth_hash
from django.contrib.auth.signals import user_logged_in
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature
from django.db import transaction
from django.db.models import F
from django.dispatch import receiver
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Attempts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from django.contrib.auth.models import User
    from django.http import HttpRequest, HttpResponse

    from tournaments.models import Tournament

# Wrong passwords in a row before the first wait: for an account at one address, for an account in a browser
# where it has been before, for an account by links past the wait, and for an address. A hall, or a club
# behind one router, is one address. And of screens: wrong codes that an account types, and machines of an
# address that ask for a code. And codes of an app after the right password of an account. And phones of an
# address that ask to be told of boards of one event.
FREE = {"pair": 5, "browser": 5, "link": 5, "address": 50, "code": 5, "app": 5, "machine": 20, "phone": 1000}
# Each further wrong one makes the wait so much longer: who has mistyped it six times is not kept for minutes.
STEP = timedelta(seconds=15)
# Short enough to wait for; long enough that guessing for a year is no use.
LONGEST_WAIT = timedelta(minutes=15)
FORGOTTEN_AFTER = timedelta(days=1)

BROWSER_COOKIE = "browser"
BROWSER_COOKIE_AGE = timedelta(days=365)
ACCOUNTS_OF_A_BROWSER = 10

# Keys of the session.
PASSWORD_AT, LOCKED, ACTIVE_AT, HELPER = "password_at", "locked", "active_at", "helper"
LOCKED_LANGUAGE = "locked_language"
WAY_IN = "way_in"
# A sign of life is written down this often at most.
ACTIVITY_STEP = timedelta(minutes=5)


class Bucket(NamedTuple):
    """A counter of wrong passwords: its kind (a key of FREE), and the hash of the one it counts for."""

    kind: str
    key: str


class Throttled(ValidationError):
    """Too many wrong passwords, or codes. `wait` is the time until the next one is looked at."""

    def __init__(self, wait: timedelta, kind: str) -> None:
        seconds = int(wait.total_seconds()) + 1
        if seconds < 60:
            until = ngettext("Wait %(count)d second.", "Wait %(count)d seconds.", seconds)
            count = seconds
        else:
            count = -(-seconds // 60)
            until = ngettext("Wait %(count)d minute.", "Wait %(count)d minutes.", count)
        match kind:
            case "code" | "app":
                text = _("Too many wrong codes. No other is checked for now, right or wrong.")
            case "machine":
                text = _("Too many machines have asked for a code from here.")
            case "phone":
                text = _("Too many phones have asked from here to be notified of boards.")
            case _other:
                text = _("Too many wrong passwords. No other is checked for now, right or wrong.")
        super().__init__(f"{text} {until % {'count': count}}", code="throttled")
        self.wait = wait
        self.seconds = seconds


@contextmanager
def guess(request: HttpRequest, username: str) -> Iterator[None]:
    """One try of a password for an account; what leaves the block as a ValidationError was a wrong one.

    Raises Throttled before the block where a wait is not over. An account is never counted by itself, or
    anybody could keep its owner out: strangers make wait who guesses from their address. A browser in
    which it has logged in before is counted by itself, so that they cannot at its owner's address either.
    So are the browsers in which a link past the wait stands open: all together, for whoever makes such links
    could open one in a new browser after every fifth guess.
    """
    buckets = _buckets(request, username)
    _count(buckets)
    yield
    _forgive(buckets)


@contextmanager
def guess_code(user: User, kind: Literal["code", "app"]) -> Iterator[None]:
    """One try of a screen's code, or of its own app's, by an account; what leaves it as an error was wrong.

    Raises Throttled before the block where a wait is not over. An app's code can be tried by nobody but those
    who know the password: so it is counted wherever that is.
    """
    buckets = [Bucket(kind, _key(kind, account_key(user.get_username())))]
    _count(buckets)
    yield
    _forgive(buckets)


def count_machine(request: HttpRequest) -> None:
    """Count one more machine of this address that asks for a code; raises Throttled for too many."""
    _count([Bucket("machine", _key("machine", address_of(request)))])


def count_phone(request: HttpRequest, tournament: Tournament) -> None:
    """Count a phone of this address that asks to be told of the event; raises Throttled for too many."""
    _count([Bucket("phone", _key("phone", f"{address_of(request)} {tournament.pk}"))])


def _buckets(request: HttpRequest, username: str) -> list[Bucket]:
    account, address = account_key(username), address_of(request)
    if account == led_to(request):
        return [Bucket("link", _key("link", account))]
    known = _known(request)
    if account in known[1:]:
        return [Bucket("browser", _key("browser", known[0] + account))]
    return [Bucket("pair", _key("pair", address + account)), Bucket("address", _key("address", address))]


def account_key(username: str) -> str:
    """What stands for an account where its name must not be read."""
    return _key("account", username.casefold().strip())


def _key(kind: str, value: str) -> str:
    return salted_hmac(f"tournaments.logins.{kind}", value, algorithm="sha256").hexdigest()


def wait_after(kind: str, wrong: int) -> timedelta:
    """How long nobody is listened to after so many wrong passwords in a row."""
    beyond = max(0, wrong - FREE[kind] + 1)
    return min(STEP * beyond, LONGEST_WAIT)


def _count(buckets: list[Bucket]) -> None:
    """Count a wrong password for each, or raise Throttled and count none."""
    now = timezone.now()
    with transaction.atomic():
        # In one order everywhere: two who wait for one another's row would wait for ever.
        rows = [(bucket.kind, _row(bucket, now)) for bucket in sorted(buckets)]
        wait = max(_still_to_wait(kind, row, now) for kind, row in rows)
        for _kind, row in rows:
            if wait <= timedelta():
                row.wrong, row.last_at = row.wrong + 1, now
            row.save()
    if wait > timedelta():
        raise Throttled(wait, buckets[0].kind)


def _row(bucket: Bucket, now: datetime) -> Attempts:
    row, _made = Attempts.objects.select_for_update().get_or_create(key=bucket.key, defaults={"last_at": now})
    if now - row.last_at >= FORGOTTEN_AFTER:
        row.wrong = 0
    # Should the clock have been set back meanwhile, nobody waits until that time comes again.
    row.last_at = min(row.last_at, now)
    return row


def _still_to_wait(kind: str, row: Attempts, now: datetime) -> timedelta:
    return wait_after(kind, row.wrong) - (now - row.last_at)


def _forgive(buckets: list[Bucket]) -> None:
    """Forget the account's wrong passwords after a right one; of the address's only this try.

    Or whoever has an account would guess on and on at those of others, and log in between.
    """
    Attempts.objects.filter(last_at__lt=timezone.now() - FORGOTTEN_AFTER).delete()
    for kind, key in buckets:
        rows = Attempts.objects.filter(key=key)
        if kind == "address":
            rows.filter(wrong__gt=0).update(wrong=F("wrong") - 1)
        else:
            rows.delete()


def let_in(request: HttpRequest, response: HttpResponse, username: str) -> None:
    """The account has got another password in this browser, by a link: nothing typed before keeps it out."""
    remember_browser(request, response, username)
    keys = [bucket.key for bucket in _buckets(request, username) if bucket.kind != "address"]
    Attempts.objects.filter(key__in=keys).delete()


class WayInTokens(PasswordResetTokenGenerator):
    """Tokens of links past the wait. They end with the next login, with the password, and after a day."""

    key_salt = "tournaments.logins.WayInTokens"


way_in_tokens = WayInTokens()


def open_way_in(request: HttpRequest, pk: int, token: str) -> bool:
    """Let this browser try the password of the account without a wait; returns whether the link stands."""
    if _leads_to(pk, token) is None:
        return False
    request.session[WAY_IN] = [pk, token]
    return True


def led_to(request: HttpRequest) -> str | None:
    """What stands for the account to which a link leads that was opened in this browser and still stands."""
    user = _leads_to(*request.session.get(WAY_IN, (0, "")))
    return account_key(user.get_username()) if user else None


def _leads_to(pk: int, token: str) -> User | None:
    user: User | None = get_user_model().objects.filter(pk=pk).first() if token else None
    return user if way_in_tokens.check_token(user, token) else None


def forget_all() -> int:
    """Let nobody wait any more; returns how many addresses, browsers and accounts had been counted."""
    return Attempts.objects.all().delete()[0]


def address_of(request: HttpRequest) -> str:
    """Where a request comes from; of IPv6 the network, which is what one subscriber has.

    Behind a proxy that is trusted to say whether HTTPS was spoken, it is what the proxy appended to
    X-Forwarded-For: what stands before that, anybody can write.
    """
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.SECURE_PROXY_SSL_HEADER else ""
    address = forwarded.rsplit(",", 1)[-1].strip() or request.META.get("REMOTE_ADDR", "")
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped or IPv6Address(int(parsed) >> 64 << 64))
    return str(parsed)


def _known(request: HttpRequest) -> list[str]:
    """The browser's own name and the accounts that have logged in there; [""] for a new one."""
    try:
        cookie = request.get_signed_cookie(BROWSER_COOKIE, max_age=BROWSER_COOKIE_AGE)
    except (KeyError, BadSignature):
        return [""]
    return (cookie or "").split(".")


def remember_browser(request: HttpRequest, response: HttpResponse, username: str) -> None:
    """Let the browser keep that this account has logged in there."""
    name, *accounts = _known(request)
    key = account_key(username)
    accounts = [key, *(other for other in accounts if other != key)][:ACCOUNTS_OF_A_BROWSER]
    response.set_signed_cookie(
        BROWSER_COOKIE,
        ".".join([name or secrets.token_hex(16), *accounts]),
        max_age=BROWSER_COOKIE_AGE,
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )


def prove(request: HttpRequest, user: User, password: str) -> None:
    """Look at a password of somebody who has logged in, and note the time. ValidationError if it is wrong."""
    with guess(request, user.get_username()):
        if not user.check_password(password):
            raise ValidationError(_("This is not the password."), code="password")
    note_password(request)


def note_password(request: HttpRequest) -> None:
    """The password has just been typed."""
    request.session[PASSWORD_AT] = int(timezone.now().timestamp())


def is_fresh(request: HttpRequest) -> bool:
    """Whether the password was typed a short while ago."""
    typed: int = request.session.get(PASSWORD_AT, 0)
    return 0 <= timezone.now().timestamp() - typed < settings.PASSWORD_LASTS.total_seconds()


def note_activity(request: HttpRequest) -> None:
    """Somebody is there: the session's time begins anew."""
    now = int(timezone.now().timestamp())
    if now - request.session.get(ACTIVE_AT, 0) >= ACTIVITY_STEP.total_seconds():
        request.session[ACTIVE_AT] = now


def lock(request: HttpRequest) -> None:
    """Ask for the password before the next page of this session.

    Under a new key: a page that is still being made with the old one cannot write over the lock.
    """
    request.session[LOCKED] = True
    request.session.cycle_key()


def unlock(request: HttpRequest) -> None:
    """Open a locked session again, under a new key; its password has been proved."""
    del request.session[LOCKED]
    request.session.pop(LOCKED_LANGUAGE, None)
    request.session.cycle_key()


def end_other_sessions(request: HttpRequest, user: User, password: str) -> None:
    """Log the account out wherever it is logged in, but here; the password has been proved.

    A session holds a hash of the stored password. Stored anew under another salt, the same password no
    longer fits any of them; nor do links for a new password that somebody may still have.
    """
    user.set_password(password)
    user.save(update_fields=["password"])
    update_session_auth_hash(request, user)


@receiver(user_logged_in)
def begin(request: HttpRequest, **_facts: object) -> None:
    """Begin a session whose account has logged in; it is no helper's session any more."""
    request.session.pop(LOCKED, None)
    request.session.pop(HELPER, None)
    note_password(request)
    note_activity(request)

"""Logging in: sessions, the second step, and the password asked again."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address
from typing import Literal, NamedTuple

from django.conf import settings
from django.contrib.auth import get_user_model, update_session_auth_hash
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature
from django.db import transaction
from django.db.models import F
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Attempts, Tournament

# Tries before the first wait. Wrong passwords in a row: for an account from one address ("pair"), for an
# account in a browser where it has logged in before, for an account by links past the wait, and from an
# address, which may be that of a whole hall, or of a club behind a router. Wrong codes: of screens, typed by
# an account ("code"), and of an account's app after the right password. Requests from an address: machines
# that ask for a screen's code, and phones that ask for notifications of one event.
FREE = {"pair": 5, "browser": 5, "link": 5, "address": 50, "code": 5, "app": 5, "machine": 20, "phone": 1000}
# Each further wrong one makes the wait this much longer: six mistyped passwords do not cost minutes.
STEP = timedelta(seconds=15)
# Short enough to wait for; long enough that guessing for a year is useless.
LONGEST_WAIT = timedelta(minutes=15)
FORGOTTEN_AFTER = timedelta(days=1)

BROWSER_COOKIE = "browser"
BROWSER_COOKIE_AGE = timedelta(days=365)
ACCOUNTS_OF_A_BROWSER = 10

# Keys of the session.
PASSWORD_AT, LOCKED, ACTIVE_AT, HELPER = "password_at", "locked", "active_at", "helper"
LOCKED_LANGUAGE = "locked_language"
WAY_IN = "way_in"
# Activity is stored at most this often.
ACTIVITY_STEP = timedelta(minutes=5)


class Bucket(NamedTuple):
    """A counter of tries: its kind (a key of FREE), and the hash of what it counts for."""

    kind: str
    key: str


class Throttled(ValidationError):
    """Too many wrong passwords or codes. `wait` is the time until the next one is checked."""

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
    """One try of a password for an account; it was wrong if the block raises a ValidationError.

    Raises Throttled before the block if a wait is not over. Tries are never counted for the account alone, or
    anybody could lock its owner out: strangers only delay guesses from their own address. A browser in which
    the account has logged in before has its own counter, so that strangers cannot delay it even from its
    owner's address. Browsers in which a link past the wait is open share one counter per account: otherwise
    a person who makes such links could open one in a new browser after every fifth guess.
    """
    buckets = _buckets(request, username)
    _count(buckets)
    yield
    _forgive(buckets)


@contextmanager
def guess_code(user: User, kind: Literal["code", "app"]) -> Iterator[None]:
    """One try by an account of a screen's code, or of its own app's; it was wrong if the block raises.

    Raises Throttled before the block if a wait is not over. Only people who know the password can try an
    app's code, so its tries are counted for the account, from everywhere.
    """
    buckets = [Bucket(kind, _key(kind, account_key(user.get_username())))]
    _count(buckets)
    yield
    _forgive(buckets)


def count_machine(request: HttpRequest) -> None:
    """Count one more machine at this address that asks for a code; raises Throttled for too many."""
    _count([Bucket("machine", _key("machine", address_of(request)))])


def count_phone(request: HttpRequest, tournament: Tournament) -> None:
    """Count a phone at this address that asks for notifications; raises Throttled for too many."""
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
    """A hash that stands for an account where its name must not be readable."""
    return _key("account", username.casefold().strip())


def _key(kind: str, value: str) -> str:
    return salted_hmac(f"tournaments.logins.{kind}", value, algorithm="sha256").hexdigest()


def wait_after(kind: str, wrong: int) -> timedelta:
    """How long no password is accepted after this many wrong ones in a row."""
    beyond = max(0, wrong - FREE[kind] + 1)
    return min(STEP * beyond, LONGEST_WAIT)


def _count(buckets: list[Bucket]) -> None:
    """Count a wrong password in each bucket, or raise Throttled and count none."""
    now = timezone.now()
    with transaction.atomic():
        # Always in the same order: two transactions that wait for each other's row would deadlock.
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
    # If the clock has been set back meanwhile, nobody must wait until it reaches that time again.
    row.last_at = min(row.last_at, now)
    return row


def _still_to_wait(kind: str, row: Attempts, now: datetime) -> timedelta:
    return wait_after(kind, row.wrong) - (now - row.last_at)


def _forgive(buckets: list[Bucket]) -> None:
    """After a right password, forget the account's wrong ones, but of the address's only this try.

    Otherwise somebody with an account could guess at other accounts without limit by logging in in between.
    """
    Attempts.objects.filter(last_at__lt=timezone.now() - FORGOTTEN_AFTER).delete()
    for kind, key in buckets:
        rows = Attempts.objects.filter(key=key)
        if kind == "address":
            rows.filter(wrong__gt=0).update(wrong=F("wrong") - 1)
        else:
            rows.delete()


def let_in(request: HttpRequest, response: HttpResponse, username: str) -> None:
    """Forget earlier wrong passwords: the account has just got a new one in this browser, by a link."""
    remember_browser(request, response, username)
    keys = [bucket.key for bucket in _buckets(request, username) if bucket.kind != "address"]
    Attempts.objects.filter(key__in=keys).delete()


class WayInTokens(PasswordResetTokenGenerator):
    """Tokens of links past the wait. They end with the next login, with the password, and after a day."""

    key_salt = "tournaments.logins.WayInTokens"


way_in_tokens = WayInTokens()


def open_way_in(request: HttpRequest, pk: int, token: str) -> bool:
    """Let this browser try the password of the account without a wait; returns whether the link is valid."""
    if _leads_to(pk, token) is None:
        return False
    request.session[WAY_IN] = [pk, token]
    return True


def led_to(request: HttpRequest) -> str | None:
    """The key of the account whose link past the wait is open in this browser; None without a valid link."""
    user = _leads_to(*request.session.get(WAY_IN, (0, "")))
    return account_key(user.get_username()) if user else None


def _leads_to(pk: int, token: str) -> User | None:
    user: User | None = get_user_model().objects.filter(pk=pk).first() if token else None
    return user if way_in_tokens.check_token(user, token) else None


def forget_all() -> int:
    """End all waits; returns how many counters of addresses, browsers and accounts were deleted."""
    return Attempts.objects.all().delete()[0]


def address_of(request: HttpRequest) -> str:
    """The address a request comes from; for IPv6 the network, because a subscriber has a whole network.

    Behind a proxy that is trusted to say whether HTTPS was used, it is the address that the proxy appended
    to X-Forwarded-For: anybody can write the addresses before it.
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
    """The browser's own name and the accounts that have logged in there; [""] for a new browser."""
    try:
        cookie = request.get_signed_cookie(BROWSER_COOKIE, max_age=BROWSER_COOKIE_AGE)
    except (KeyError, BadSignature):
        return [""]
    return (cookie or "").split(".")


def remember_browser(request: HttpRequest, response: HttpResponse, username: str) -> None:
    """Set a cookie that says that this account has logged in with this browser."""
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
    """Check the password of a user who has logged in, and note the time. ValidationError if it is wrong."""
    with guess(request, user.get_username()):
        if not user.check_password(password):
            raise ValidationError(_("This is not the password."), code="password")
    note_password(request)


def note_password(request: HttpRequest) -> None:
    """Note in the session that the password has just been typed."""
    request.session[PASSWORD_AT] = int(timezone.now().timestamp())


def is_fresh(request: HttpRequest) -> bool:
    """Whether the password was typed a short while ago."""
    typed: int = request.session.get(PASSWORD_AT, 0)
    return 0 <= timezone.now().timestamp() - typed < settings.PASSWORD_LASTS.total_seconds()


def note_activity(request: HttpRequest) -> None:
    """Note activity: the session's time begins anew."""
    now = int(timezone.now().timestamp())
    if now - request.session.get(ACTIVE_AT, 0) >= ACTIVITY_STEP.total_seconds():
        request.session[ACTIVE_AT] = now


def lock(request: HttpRequest) -> None:
    """Ask for the password before the next page of this session.

    The session gets a new key, so that a page still being made under the old one cannot overwrite the lock.
    """
    request.session[LOCKED] = True
    request.session.cycle_key()


def unlock(request: HttpRequest) -> None:
    """Open a locked session again, under a new key; the caller has checked the password."""
    del request.session[LOCKED]
    request.session.pop(LOCKED_LANGUAGE, None)
    request.session.cycle_key()


def end_other_sessions(request: HttpRequest, user: User, password: str) -> None:
    """Log the account out everywhere except here; the caller has checked the password.

    A session holds a hash of the stored password. Storing the same password under another salt makes all of
    these invalid, and so are links for a new password that somebody may still have.
    """
    user.set_password(password)
    user.save(update_fields=["password"])
    update_session_auth_hash(request, user)


@receiver(user_logged_in)
def begin(request: HttpRequest, **_facts: object) -> None:
    """Begin the session of an account that has logged in; it is no longer locked or a helper's session."""
    request.session.pop(LOCKED, None)
    request.session.pop(HELPER, None)
    note_password(request)
    note_activity(request)


# A key of the session: the account, its session hash, when the password was typed, and the page to go to.
WAITING = "second_step"
LASTS = timedelta(minutes=10)


class Waiting(NamedTuple):
    """An account whose password has been typed, and the page to go to after the code."""

    user: User
    page: str


def begin_second_step(request: HttpRequest, user: User, page: str) -> None:
    """Begin the second step: the password was right, the code is next."""
    now = int(timezone.now().timestamp())
    request.session[WAITING] = [user.pk, user.get_session_auth_hash(), now, page]


def waiting(request: HttpRequest) -> Waiting | None:
    """The account whose password was typed here a short while ago, if that has not changed since."""
    pk, password, typed, page = request.session.get(WAITING, (0, "", 0, ""))
    if not 0 <= timezone.now().timestamp() - typed < LASTS.total_seconds():
        return None
    user: User | None = get_user_model().objects.filter(pk=pk, is_active=True).first()
    if user is None or not constant_time_compare(password, user.get_session_auth_hash()):
        return None
    return Waiting(user, page)


def end(request: HttpRequest) -> None:
    """End the second step: the code was right, too."""
    request.session.pop(WAITING, None)

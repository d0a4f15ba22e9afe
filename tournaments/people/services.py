"""People and accounts: invitations, roles, passwords, second factors, and the end of an account."""

from __future__ import annotations

import logging
import os
import secrets
from collections.abc import Iterator
from datetime import datetime
from hmac import compare_digest
from pathlib import Path
from typing import NamedTuple
from uuid import UUID, uuid5

import pyotp
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.errors import Conflict, DomainError
from tournaments.log.acts import CLOSED, Act, LogLines, acting, by_its_name, fields, moment
from tournaments.models import (
    AuditEvent,
    EntryLink,
    Invitation,
    Membership,
    OwnLanguage,
    OwnLayout,
    SecondFactor,
    ServerAct,
    Tournament,
)
from tournaments.models.people import Link, hash_of, new_token
from tournaments.people import queries
from tournaments.server.services import note

Action = AuditEvent.Action
Role = Membership.Role
logger = logging.getLogger(__name__)


def invite(
    *,
    tournament: Tournament,
    role: str,
    label: str,
    uses: int,
    expires_at: datetime,
    nonce: UUID,
    actor: User,
) -> tuple[Invitation, str]:
    """Make an invitation to a role for `uses` people; returns it and its token, which is stored nowhere.

    Raises DomainError for a role above the actor's own, Conflict if the same form was sent before.
    """
    with acting(tournament, actor) as act:
        _require_rank(act, actor, role)
        invitation = Invitation(tournament=act.tournament, role=role, label=label, uses=uses, made_by=actor)
        token = give_token(invitation, expires_at, nonce)
        act.record(
            Action.PERSON_INVITED,
            subject=label,
            after={"role": role, "uses": uses, "expires_at": expires_at},
        )
        return invitation, token


def give_token(link: Link, expires_at: datetime, nonce: UUID) -> str:
    """Store a new link under a token of its own, and return that; part of another service's act.

    The same `nonce` again is the same form sent twice: raises Conflict, as the address is shown only once.
    """
    if expires_at <= timezone.now():
        raise DomainError("expiry", _("This link would have ended before it was made."))
    own = uuid5(nonce, str(link.made_by_id))
    if type(link)._default_manager.filter(nonce=own).exists():
        raise Conflict(
            "link_made",
            _("This link has been made already. Its address was shown once: revoke it and make another."),
        )
    token = new_token()
    link.token_hash, link.expires_at, link.nonce = hash_of(token), expires_at, own
    link.full_clean(exclude=["token_hash"])
    link.save()
    return token


def revoke_invitation(*, tournament: Tournament, invitation: int, actor: User) -> None:
    """Let nobody accept the invitation any more. People who have accepted it keep their role."""
    with acting(tournament, actor) as act:
        row = Invitation.objects.filter(tournament=act.tournament, pk=invitation, revoked_at=None).first()
        if row is None:
            raise DomainError("no_link", _("There is no such link, or it is revoked already."))
        _require_rank(act, actor, row.role)
        row.revoked_at = timezone.now()
        row.save(update_fields=["revoked_at"])
        act.record(Action.INVITATION_REVOKED, subject=row.label)


def accept_invitation(*, invitation: Invitation, actor: User) -> Membership:
    """Take the role that the invitation offers. A lower role that the actor has is raised to it.

    Raises DomainError if the invitation has ended, or offers no higher role than the actor has.
    """
    with acting(invitation.tournament, actor) as act:
        offer = Invitation.objects.get(pk=invitation.pk)
        if not offer.stands:
            raise DomainError("link_ended", _("This invitation has ended. Ask for a new one."))
        member = Membership.objects.filter(tournament=act.tournament, user=actor).first()
        if member and offer.role in Role(member.role).and_below:
            raise DomainError(
                "member", _("You have a role in this event already: %(role)s.") % {"role": _label(member)}
            )
        before = {"role": member.role} if member else {}
        member = member or Membership(tournament=act.tournament, user=actor)
        member.role = offer.role
        member.save()
        offer.used += 1
        offer.save(update_fields=["used"])
        after = {"role": offer.role, "invitation": offer.label}
        act.record(Action.PERSON_JOINED, subject=actor.get_username(), before=before, after=after)
        return member


def join_with_new_account(*, invitation: Invitation, username: str, password: str) -> User:
    """Make an account and accept the invitation with it, both or neither.

    Raises DomainError if the name has been taken meanwhile, and everything that accept_invitation raises.
    """
    try:
        with transaction.atomic():
            user: User = get_user_model().objects.create_user(username=username, password=password)
            accept_invitation(invitation=invitation, actor=user)
            note(ServerAct.Action.ACCOUNT_MADE, subject=username, actor=user)
            return user
    except IntegrityError as error:
        raise DomainError("taken", _("This user name is taken. Choose another.")) from error


def change_role(*, tournament: Tournament, person: int, role: str, actor: User, seen: str = "") -> None:
    """Give a person of the event another role. With a lower one they lose the links that they have made.

    `seen` is the role that the actor's page showed. Raises Conflict if it has changed since.
    """
    if role not in Role.values:
        raise DomainError(
            "role", _("Expected one of these roles: %(roles)s.") % {"roles": ", ".join(map(str, Role.labels))}
        )
    with acting(tournament, actor) as act:
        member = _member(act, person)
        before = member.role
        if before == role:
            return
        if seen and seen != before:
            raise Conflict(
                "role_conflict",
                _("%(user)s has become %(now)s in the meantime. Your choice, %(yours)s, was not saved.")
                % {"user": member.user, "now": Role(before).label, "yours": Role(role).label},
            )
        _require_rank(act, actor, before, role)
        _keep_an_owner(member)
        member.role = role
        member.save(update_fields=["role"])
        ended = _end_links(member) if role in Role(before).and_below else 0
        act.record(
            Action.ROLE_CHANGED,
            subject=member.user.get_username(),
            before={"role": before},
            after={"role": role} | ({"links_ended": ended} if ended else {}),
        )


def remove_person(*, tournament: Tournament, person: int, actor: User) -> None:
    """Take a person's role in the event away, and end the links that they have made."""
    with acting(tournament, actor) as act:
        member = _member(act, person)
        _require_rank(act, actor, member.role)
        leave(act, member)


def leave(act: Act, member: Membership) -> None:
    """Within an act: take the role away, with the links that its holder has made.

    Raises DomainError if the event would be left without an owner.
    """
    _keep_an_owner(member)
    ended = _end_links(member)
    member.delete()
    act.record(
        Action.PERSON_REMOVED,
        subject=member.user.get_username(),
        before={"role": member.role},
        after={"links_ended": ended} if ended else {},
    )


def make_way_in(*, tournament: Tournament, person: int, actor: User) -> None:
    """Record that a link past the wait for wrong passwords is made for a person of the event.

    It may be made for anybody, even an owner: it only lets them try their password, which the maker of the
    link does not learn.
    """
    with acting(tournament, actor, despite=CLOSED) as act:
        member = _member(act, person)
        act.record(Action.WAY_IN_MADE, subject=member.user.get_username())


def _member(act: Act, person: int) -> Membership:
    member = act.tournament.memberships.filter(pk=person).select_related("user").first()
    if member is None:
        raise DomainError("no_person", _("This person has no role in the event any more."))
    return member


def _label(member: Membership) -> str:
    return str(Role(member.role).label)


def _require_rank(act: Act, actor: User, *roles: str) -> None:
    """Refuse to give or take away a role above the actor's own, as that is now, under the lock."""
    own = act.tournament.memberships.filter(user=actor).values_list("role", flat=True).first()
    if own is None or not {*roles} <= {*Role(own).and_below}:
        raise DomainError("rank", _("You cannot give or take away a role above your own."))


def _keep_an_owner(member: Membership) -> None:
    others = Membership.objects.filter(tournament=member.tournament, role=Role.OWNER).exclude(pk=member.pk)
    if member.role == Role.OWNER and not others.exists():
        raise DomainError(
            "last_owner", _("An event must always have an owner: make somebody else one first.")
        )


def _end_links(member: Membership) -> int:
    """End the links that this person has made, so that none leads back in; returns how many there were."""
    return sum(
        kind.objects.active()
        .filter(tournament=member.tournament, made_by=member.user)
        .update(revoked_at=timezone.now())
        for kind in (Invitation, EntryLink)
    )


class ResetTokens(PasswordResetTokenGenerator):
    """Tokens for a new password. They end with the old password, a login, or any change of what it owns.

    A person who may ask for one could also use it. So it must not outlast the reason why they may: that the
    account has no role in anybody else's event, and owns nothing.
    """

    # As earlier releases signed the links that are still out.
    key_salt = "tournaments.services.people.ResetTokens"

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        roles = user.memberships.order_by("pk").values_list("pk", "role")
        owned = sorted(_possessions(user))
        return f"{super()._make_hash_value(user, timestamp)}{list(roles)}{owned or ''}"


reset_tokens = ResetTokens()


class ResetLink(NamedTuple):
    """The two parts of the address under which a new password is set."""

    uid: str
    token: str


def may_reset(actor: User, account: User) -> bool:
    """Whether the actor may let the account's password be set anew.

    An administrator of the server may, for every account that is none; a superuser also for administrators.
    An owner may, for accounts whose every role is a lower one in an event of theirs, and that own nothing
    else: with any other account they could take over what is not theirs.
    """
    if account == actor or not account.is_active or account.is_superuser:
        return False
    if account.is_staff:
        return actor.is_superuser
    if actor.is_staff:
        return True
    owned = actor.memberships.filter(role=Role.OWNER).values("tournament")
    elsewhere = account.memberships.exclude(tournament__in=owned)
    higher = account.memberships.filter(role=Role.OWNER)
    if not account.memberships.exists() or elsewhere.exists() or higher.exists():
        return False
    return not any(_possessions(account))


def _possessions(account: User) -> Iterator[str]:
    """Everything that an account owns besides its roles, such as festivals; found by asking the models.

    What a log or a link says about it is hidden from it, and its second factor and language, one each, are of
    no use to anybody else.
    """
    for relation in account._meta.related_objects:
        if relation.one_to_many and relation.related_model is not Membership:
            rows = relation.related_model._base_manager.filter(**{relation.field.name: account})
            yield from (f"{relation.related_model.__name__} {pk}" for pk in rows.values_list("pk", flat=True))


def issue_reset(*, account: User, actor: User) -> ResetLink:
    """Make a link, valid once and for a day, to set a new password for the account; no e-mail is needed.

    It is recorded in every event in which the account has a role. Raises DomainError if the actor may not
    make it (may_reset).
    """
    with transaction.atomic():
        events = Tournament.objects.filter(memberships__user=account).order_by("pk")
        for event in events:
            with acting(event, actor, despite=CLOSED) as act:
                act.record(Action.RESET_ISSUED, subject=account.get_username())
        token = reset_tokens.make_token(account)
        # After the locks are taken, so that roles cannot change; what the account owns ends the token.
        if not may_reset(actor, account):
            raise DomainError(
                "reset",
                _(
                    "Only whoever looks after the accounts can do this: the account has roles elsewhere, or"
                    " something of its own."
                ),
            )
        logger.info("A link for a new password of %s was made by %s", account.pk, actor.pk)
        note(ServerAct.Action.RESET_ISSUED, subject=account.get_username(), actor=actor)
        uid = urlsafe_base64_encode(force_bytes(account.pk))
        return ResetLink(uid, token)


_role = fields(
    Invitation,
    invitation=gettext_lazy("invitation"),
    links_ended=gettext_lazy("links ended"),
    words={"expires_at": moment},
)
# Including acts from before there were invitations.
_SILENT = (Action.INVITATION_REVOKED, Action.WAY_IN_MADE, Action.RESET_ISSUED, Action.ARBITER_ADDED)

LOG_LINES: LogLines = {
    Action.PERSON_INVITED: _role,
    Action.PERSON_JOINED: _role,
    Action.ROLE_CHANGED: _role,
    Action.PERSON_REMOVED: _role,
    **dict.fromkeys((*_SILENT, Action.ARBITER_REMOVED), by_its_name),
}


ARBITER = "arbiter"


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
        note(ServerAct.Action.ACCOUNT_MADE, subject=ARBITER)
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
            note(ServerAct.Action.ACCOUNT_MADE, subject=username)
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
        note(ServerAct.Action.PASSWORD_GIVEN, subject=username)
    return password


def forget_second_factor(*, username: str) -> None:
    """Let an account log in with only its password, for somebody who has lost the phone and the spare codes.

    Raises DomainError if no account has the name, or its login asks for no code.
    """
    if not turn_off(user=_account_called(username), actor=None):
        raise DomainError("second_factor", _("The login of this account asks for no code."))


def _account_called(username: str) -> User:
    account = queries.account_called(username)
    if account is None:
        raise DomainError("username", _("There is no account with this name."))
    return account


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
    OwnLayout.objects.filter(user=row).delete()
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

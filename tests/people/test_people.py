"""The people of an event: it always has an owner, and nobody gives more rights than they have."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tests.tournaments.people_samples import Role, person, roles
from tournaments import guards
from tournaments.errors import DomainError
from tournaments.models import AuditEvent, EntryLink, Invitation, Membership, Tournament
from tournaments.people import services
from tournaments.results import services as results

__all__ = ["chief", "db", "event", "made"]

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_a_role_is_given_and_taken_away(event: Tournament, chief: User) -> None:
    builders.deputy(event, "second")
    services.change_role(tournament=event, person=person(event, "second"), role="clerk", actor=chief)
    assert roles(event) == {"chief": "owner", "second": "clerk"}
    line = AuditEvent.objects.filter(tournament=event)[0]
    assert (line.subject, line.before, line.after) == ("second", {"role": "deputy"}, {"role": "clerk"})
    services.remove_person(tournament=event, person=person(event, "second"), actor=chief)
    assert roles(event) == {"chief": "owner"}


@pytest.mark.parametrize("own", Role)
@pytest.mark.parametrize("target", Role)
def test_nobody_gives_or_takes_a_role_above_their_own(event: Tournament, own: Role, target: Role) -> None:
    actor = builders.member(event, "actor", own)
    builders.member(event, "target", target)
    may = list(Role).index(target) >= list(Role).index(own)
    acts: list[Callable[[], object]] = [
        lambda: services.invite(
            tournament=event,
            role=target,
            label="Somebody",
            uses=1,
            expires_at=timezone.now() + timedelta(hours=1),
            nonce=uuid4(),
            actor=actor,
        ),
        lambda: services.remove_person(tournament=event, person=person(event, "target"), actor=actor),
    ]
    for act in acts:
        if may:
            act()
        else:
            with pytest.raises(DomainError) as refusal:
                act()
            assert refusal.value.code == "rank"


@pytest.mark.parametrize(("before", "after"), [("owner", "reader"), ("reader", "owner")])
def test_nobody_changes_a_role_from_or_to_one_above_their_own(
    event: Tournament, before: str, after: str
) -> None:
    actor = builders.member(event, "actor", "chief")
    builders.member(event, "target", before)
    with pytest.raises(DomainError) as refusal:
        services.change_role(tournament=event, person=person(event, "target"), role=after, actor=actor)
    assert refusal.value.code == "rank"
    assert roles(event)["target"] == before


def test_who_has_lost_their_role_meanwhile_gives_none(event: Tournament, chief: User) -> None:
    """What counts is the role they have when the act holds the lock, not when their page was made."""
    actor = builders.member(event, "actor", "chief")
    services.remove_person(tournament=event, person=person(event, "actor"), actor=chief)
    with pytest.raises(DomainError) as refusal:
        services.remove_person(tournament=event, person=person(event, "chief"), actor=actor)
    assert refusal.value.code == "rank"


def test_of_two_who_change_a_role_the_second_is_told_both_values(event: Tournament, chief: User) -> None:
    builders.deputy(event, "second")
    url = reverse("person-role", args=[event.slug, person(event, "second")])
    client = Client()
    client.force_login(chief)
    assert client.post(url, {"role": "clerk", "seen": "deputy"}).status_code == 302
    answer = client.post(url, {"role": "reader", "seen": "deputy"})
    assert answer.status_code == 409
    assert "second has become result clerk in the meantime" in answer.content.decode()
    assert "read-only, was not saved" in answer.content.decode()
    assert roles(event)["second"] == "clerk"
    # The same choice again is harmless.
    assert client.post(url, {"role": "clerk", "seen": "deputy"}).status_code == 302


def test_an_event_always_keeps_an_owner(event: Tournament, chief: User) -> None:
    own = person(event, "chief")
    for act in (
        lambda: services.change_role(tournament=event, person=own, role="chief", actor=chief),
        lambda: services.remove_person(tournament=event, person=own, actor=chief),
    ):
        with pytest.raises(DomainError) as refusal:
            act()
        assert refusal.value.code == "last_owner"
    builders.member(event, "second", "owner")
    services.change_role(tournament=event, person=own, role="chief", actor=chief)
    assert roles(event) == {"chief": "chief", "second": "owner"}


MEMBERSHIP = Membership._meta.db_table


RAW = {
    "deleted": f"DELETE FROM {MEMBERSHIP} WHERE id = %(owner)s",
    "all deleted": f"DELETE FROM {MEMBERSHIP}",
    "demoted": f"UPDATE {MEMBERSHIP} SET role = 'reader' WHERE id = %(owner)s",
    "all demoted": f"UPDATE {MEMBERSHIP} SET role = 'reader'",
    "moved": f"UPDATE {MEMBERSHIP} SET tournament_id = %(other)s WHERE id = %(owner)s",
}


REPLACING = {
    "replaced": f"INSERT OR REPLACE INTO {MEMBERSHIP} (id, tournament_id, user_id, role)"
    " VALUES (%(owner)s, %(event)s, %(user)s, 'reader')",
    "replaced by name": f"INSERT OR REPLACE INTO {MEMBERSHIP} (tournament_id, user_id, role)"
    " VALUES (%(event)s, %(user)s, 'reader')",
    "replaced by a row that moves": f"UPDATE OR REPLACE {MEMBERSHIP} SET user_id = %(user)s"
    " WHERE id = %(deputy)s",
}


if connection.vendor == "sqlite":
    RAW |= REPLACING


def got_through(event: Tournament, chief: User) -> set[str]:
    """The statements that the database lets pass; each is rolled back."""
    other = builders.tournament(builders.user("elsewhere"), name="Other Open", players=0)
    keys = {
        "owner": person(event, "chief"),
        "deputy": event.memberships.get(role="deputy").pk,
        "event": event.pk,
        "other": other.pk,
        "user": chief.pk,
    }
    passed, refusals = set(), []
    for name, statement in RAW.items():
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(statement, {key: keys[key] for key in keys if f"%({key})s" in statement})
                passed.add(name)
                transaction.set_rollback(True)
        except DatabaseError as refusal:
            refusals.append(str(refusal))
    assert all("always keeps an owner" in refusal for refusal in refusals), refusals
    return passed


def test_the_database_keeps_an_owner_whatever_way_somebody_tries(
    event: Tournament, chief: User, deputy: User
) -> None:
    assert got_through(event, chief) == set()
    second = builders.member(event, "second", "owner")
    event.memberships.get(user=chief).delete()
    with pytest.raises(DatabaseError, match="always keeps an owner"), transaction.atomic():
        second.delete()


def test_control_without_its_guards_the_database_would_lose_the_owner(
    event: Tournament, chief: User, deputy: User
) -> None:
    guards.drop()
    assert got_through(event, chief) == RAW.keys()
    guards.create()


def test_one_of_two_owners_may_go_in_the_database_too(event: Tournament, chief: User) -> None:
    builders.member(event, "second", "owner")
    event.memberships.get(user=chief).delete()
    assert roles(event) == {"second": "owner"}


def test_the_event_passes_from_one_account_to_another(event: Tournament, chief: User, outsider: User) -> None:
    event.memberships.filter(user=chief).update(user=outsider)
    assert roles(event) == {"outsider": "owner"}


def test_a_person_of_another_event_is_nobody_here(event: Tournament, chief: User, outsider: User) -> None:
    elsewhere = builders.tournament(outsider, name="Another")
    for act in (
        lambda: services.remove_person(tournament=event, person=person(elsewhere, "outsider"), actor=chief),
        lambda: services.change_role(
            tournament=event, person=person(elsewhere, "outsider"), role="reader", actor=chief
        ),
    ):
        with pytest.raises(DomainError) as refusal:
            act()
        assert refusal.value.code == "no_person"


@pytest.mark.parametrize("role", ["", "king", "OWNER"])
def test_an_unknown_role_is_refused_with_what_was_expected(event: Tournament, chief: User, role: str) -> None:
    builders.deputy(event, "second")
    with pytest.raises(DomainError, match="result clerk"):
        services.change_role(tournament=event, person=person(event, "second"), role=role, actor=chief)


@pytest.mark.parametrize("lowered", [True, False])
def test_who_loses_a_role_loses_the_links_that_they_made(
    event: Tournament, chief: User, lowered: bool
) -> None:
    """Otherwise they could come back under another name, by an invitation that they had made."""
    second = builders.member(event, "second", "chief")
    services.invite(
        tournament=event,
        role="chief",
        label="For later",
        uses=5,
        expires_at=timezone.now() + timedelta(days=1),
        nonce=uuid4(),
        actor=second,
    )
    results.make_entry_link(
        tournament=event,
        label="Hall B",
        expires_at=timezone.now() + timedelta(days=1),
        nonce=uuid4(),
        actor=second,
    )
    kept, _token = builders.entry_link(event, "Of the owner")
    if lowered:
        services.change_role(tournament=event, person=person(event, "second"), role="deputy", actor=chief)
    else:
        services.remove_person(tournament=event, person=person(event, "second"), actor=chief)
    assert not Invitation.objects.active().exists()
    assert list(EntryLink.objects.active()) == [kept]
    assert AuditEvent.objects.filter(tournament=event)[0].after["links_ended"] == 2


def test_who_rises_keeps_their_links(event: Tournament, chief: User) -> None:
    second = builders.deputy(event, "second")
    results.make_entry_link(
        tournament=event,
        label="Hall B",
        expires_at=timezone.now() + timedelta(days=1),
        nonce=uuid4(),
        actor=second,
    )
    services.change_role(tournament=event, person=person(event, "second"), role="chief", actor=chief)
    assert EntryLink.objects.active().count() == 1

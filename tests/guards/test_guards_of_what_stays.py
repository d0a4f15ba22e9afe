"""Tables that only grow, and regulations that are fixed once round 1 is paired."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, transaction

from tests import builders, team_events
from tests.tournaments.guard_samples import Scene, chief, db, made, save, scene
from tests.tournaments.regulation_samples import REGULATIONS
from tournaments.models import (
    AuditEvent,
    Publication,
    Tournament,
)
from tournaments.rounds.services import rounds

__all__ = ["chief", "db", "made", "scene"]


CHAIN: dict[str, Callable[[Publication], object]] = {
    "a link changed": lambda link: Publication.objects.filter(pk=link.pk).update(text="nicer"),
    "all links changed": lambda link: Publication.objects.update(fingerprint="0" * 64),
    "a link taken out": lambda link: link.delete(),
    "all links taken out": lambda link: Publication.objects.all()._raw_delete("default"),
    "the first link again": lambda link: save(link, pk=None, place=1),
    "a link left out": lambda link: save(link, pk=None, place=link.place + 2),
    "a link that follows none": lambda link: save(
        link, pk=None, place=link.place + 1, previous="0" * 64, kind="change"
    ),
    "a link in the place of another": lambda link: Publication.objects.bulk_create(
        [copy.copy(link)], update_conflicts=True, unique_fields=["pk"], update_fields=["text"]
    ),
    "a link by an old act": lambda link: save(
        link,
        pk=None,
        place=link.place + 1,
        previous=link.fingerprint,
        kind="change",
        audit=AuditEvent.objects.filter(tournament=link.tournament).order_by("pk")[0],
    ),
    "a link by an act of another kind": lambda link: save(
        link,
        pk=None,
        place=link.place + 1,
        previous=link.fingerprint,
        kind="results",
        audit=AuditEvent.objects.filter(tournament=link.tournament).order_by("pk").last(),
    ),
    "a link without an act": lambda link: save(
        link,
        pk=None,
        place=link.place + 1,
        previous=link.fingerprint,
        audit=AuditEvent.objects.exclude(tournament=link.tournament).order_by("pk")[0],
    ),
}


@pytest.mark.parametrize("way", CHAIN)
def test_the_chain_of_publications_is_append_only(scene: Scene, way: str) -> None:
    before = list(Publication.objects.values_list())
    end = scene.event.publications.order_by("place").last()
    assert end
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        CHAIN[way](end)
    assert list(Publication.objects.values_list()) == before


@pytest.mark.parametrize("name", Tournament.BINDING)
def test_a3_regulations_are_fixed_from_the_draft_of_round_1_on(chief: User, name: str) -> None:
    of_teams = name in {"team_scores", "colour_type"}
    declared = {"acceleration": "declared", "virtual_groups": "1-2 1-4 1"} if name == "virtual_groups" else {}
    event = team_events.event_of(chief) if of_teams else builders.tournament(chief, **declared)
    rows = Tournament.objects.filter(pk=event.pk)
    # Those that the usual events have no unusual value of, or only together with others.
    alone = {"edition": "dutch-2016", "initial_colour": "b", "colour_origin": "lot", "acceleration": "given"}
    alone |= {"virtual_groups": "1-2 1-6 1", "points_draw": 4, "points_pab": 5}
    unusual = {name: value for group in REGULATIONS.values() for name, value in group.items()}
    other = (unusual | alone)[name]
    with transaction.atomic():
        assert rows.update(**{name: other}) == 1
        transaction.set_rollback(True)
    rounds.pair_round(tournament=event, number=1, actor=chief)
    with (
        pytest.raises(DatabaseError, match=r"regulations are fixed .* \(C\.04\.2 A\.3"),
        transaction.atomic(),
    ):
        rows.update(**{name: other})
    assert rows.update(city="Oban") == 1
    rounds.discard_draft(tournament=event, number=1, actor=chief)
    assert rows.update(**{name: other}) == 1


def test_a3_a_withdrawn_round_1_leaves_them_fixed(chief: User) -> None:
    """The public has seen what it was paired by, though there is neither a round nor a draft now."""
    event = builders.tournament(chief)
    builders.publish(event, 1, chief)
    truth = {"ground": "competition-rules", "reason": "The hall burnt down"}
    builders.repair(event, 1, chief, **truth)
    rounds.discard_draft(tournament=event, number=1, actor=chief)
    assert event.rounds.get(number=1).state == "planned"
    with pytest.raises(DatabaseError, match="regulations are fixed"), transaction.atomic():
        Tournament.objects.filter(pk=event.pk).update(edition="dutch-2016")
    for act in (
        lambda: event.rounds.update(published_at=None),
        lambda: event.rounds.filter(number=1).delete(),
    ):
        with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
            act()


@pytest.mark.parametrize(
    "act",
    [
        lambda row: AuditEvent.objects.filter(pk=row.pk).update(reason="nicer"),
        lambda row: AuditEvent.objects.update(actor=None),
        lambda row: save(row, subject="nicer"),
        lambda row: row.delete(),
        lambda row: AuditEvent.objects.all().delete(),
        lambda row: AuditEvent.objects.all()._raw_delete("default"),
        lambda row: AuditEvent.objects.bulk_update([row], ["at"]),
        lambda row: AuditEvent.objects.bulk_create(
            [AuditEvent(pk=row.pk, tournament=row.tournament, action="result_entered")],
            update_conflicts=True,
            unique_fields=["pk"],
            update_fields=["action"],
        ),
    ],
)
def test_the_audit_trail_is_append_only(event: Tournament, act: Callable[[AuditEvent], object]) -> None:
    before = list(AuditEvent.objects.values_list())
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        act(AuditEvent.objects.filter(tournament=event).order_by("pk")[0])
    assert list(AuditEvent.objects.values_list()) == before

"""Links of the first version of the text: they verify as before, and none of their bytes changes.

The events in tests/data/links-1 are backups of the last release that wrote such links.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from tests import builders
from tournaments.backup.files import read
from tournaments.backup.services.backups import restore_event
from tournaments.chain import verification
from tournaments.chain.texts import Link
from tournaments.event.services.event import finish_tournament, reopen_tournament

pytestmark = pytest.mark.django_db

EVENTS = sorted((Path(__file__).parents[1] / "data" / "links-1").glob("*.json.gz"))
# One of them has a change that no act explains.
FOUND = {"swiss.json.gz": ["found changed without an act"]}


@pytest.mark.parametrize("path", EVENTS, ids=lambda path: path.name)
def test_events_of_every_kind_verify_as_before(path: Path, chief: User) -> None:
    data = gzip.decompress(path.read_bytes())
    section = read(data).sections["publication"]
    stood = [dict(zip(section.columns, row, strict=True)) for row in section.rows]
    event = restore_event(data=data, actor=chief)
    links = list(event.publications.order_by("place"))
    assert [(link.text, link.fingerprint) for link in links] == [
        (link["text"], link["fingerprint"]) for link in stood
    ]
    for link in links:
        said = Link.read(link.text)
        assert (said.text, said.fingerprint, said.version) == (link.text, link.fingerprint, 1)
    told = [line.stands for line in verification.differences(event)]
    assert told[: len(FOUND.get(path.name, ()))] == FOUND.get(path.name, [])
    assert bool(told) == (path.name in FOUND)
    assert bool(verification.differences_of_changed_rounds(event)) == (path.name in FOUND)
    if event.is_finished:
        # It goes on with links of the present version.
        before = len(told)
        reopen_tournament(tournament=event, actor=chief)
        builders.confirmed(finish_tournament, tournament=event, actor=chief)
        event.refresh_from_db()
        new = event.publications.filter(place__gt=len(links)).order_by("place")
        assert [link.kind for link in new] == ["reopened", "end"]
        assert len(verification.differences(event)) == before

"""Damaged and malicious workbooks and archives: read or refused in words, whatever is in them."""

from __future__ import annotations

import io
import zipfile
from contextlib import suppress
from pathlib import Path

import hypothesis
import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import strategies as st

from tests import builders
from tests.formats.test_workbooks import LIST
from tournaments.errors import DomainError
from tournaments.formats import lists
from tournaments.models import Tournament
from tournaments.ratings.files import open_list
from tournaments.ratings.national_lists import open_table

pytestmark = pytest.mark.any_database

# Places in a file or in one of its parts, and the byte to put at each.
BYTES = st.lists(st.tuples(st.integers(0, 1 << 16), st.integers(0, 255)), min_size=1, max_size=6)


def mutated(data: bytes, changes: list[tuple[int, int]]) -> bytes:
    """The data with these bytes in these places."""
    found = bytearray(data)
    for place, byte in changes:
        found[place % len(found)] = byte
    return bytes(found)


def with_part(archive: list[tuple[str, bytes]], which: int, changes: list[tuple[int, int]]) -> bytes:
    """The archive with one part changed before it is packed, so that no checksum fails."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as changed:
        for number, (name, part) in enumerate(archive):
            changed.writestr(name, mutated(part, changes) if number == which % len(archive) else part)
    return out.getvalue()


def taken_or_refused(data: bytes, event: Tournament) -> bool:
    """Whether the upload is read; False if it is refused. Any other error fails the test."""
    try:
        lists.read(lists.decode(data), event)
    except ValidationError:
        return False
    return True


@pytest.fixture
def archive() -> list[tuple[str, bytes]]:
    """The parts of a workbook."""
    with zipfile.ZipFile(io.BytesIO(LIST)) as found:
        return [(info.filename, found.read(info)) for info in found.infolist()]


@hypothesis.settings(suppress_health_check=list(hypothesis.HealthCheck))
@hypothesis.given(changes=BYTES, end=st.integers(0, 1 << 14))
def test_bytes_of_a_workbook(event: Tournament, changes: list[tuple[int, int]], end: int) -> None:
    data = mutated(LIST, changes)
    taken_or_refused(data[: len(data) - end % 64 if end % 4 == 0 else None], event)


@hypothesis.settings(suppress_health_check=list(hypothesis.HealthCheck))
@hypothesis.given(which=st.integers(0, 30), changes=BYTES)
def test_bytes_of_its_parts(
    event: Tournament, archive: list[tuple[str, bytes]], which: int, changes: list[tuple[int, int]]
) -> None:
    taken_or_refused(with_part(archive, which, changes), event)


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2, zipfile.ZIP_STORED])
@hypothesis.settings(suppress_health_check=list(hypothesis.HealthCheck))
@hypothesis.given(changes=BYTES)
def test_packed_in_another_way(
    event: Tournament, archive: list[tuple[str, bytes]], method: int, changes: list[tuple[int, int]]
) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as packed:
        for name, part in archive:
            packed.writestr(name, part)
    assert taken_or_refused(out.getvalue(), event)
    taken_or_refused(mutated(out.getvalue(), changes), event)


def with_bad_name() -> bytes:
    """An archive that declares a name as UTF-8 when it is not."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("é.xml", b"<a/>")
    return out.getvalue().replace("é".encode(), b"\xff\xff")


def with_bad_lzma() -> bytes:
    """An archive with a member declared as LZMA that is not."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_LZMA) as packed:
        packed.writestr("standard_rating_list.txt", b"ID Number Name Fed NOV26\n" * 40)
    data = bytearray(out.getvalue())
    place = data.index(b".txt") + 4
    data[place : place + 12] = b"\xff" * 12
    return bytes(data)


def with_a_far_member(place: int) -> bytes:
    """An archive with a member that is said to begin that many bytes further on than it does."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("standard_rating_list.txt", b"ID Number Name Fed NOV26\n" * 40)
        (member,) = packed.infolist()
        member.header_offset += place
    return out.getvalue()


def with_a_late_directory(place: int) -> bytes:
    """An archive whose list of members is said to begin that many bytes further on than it does."""
    data = bytearray(with_a_far_member(0))
    end = data.rindex(b"PK\x05\x06") + 16
    found = int.from_bytes(data[end : end + 4], "little")
    data[end : end + 4] = (found + place).to_bytes(4, "little")
    return bytes(data)


STUMBLES = {
    "name": with_bad_name(),
    "lzma": with_bad_lzma(),
    "before the file": with_a_late_directory(1 << 16),
    "far behind it": with_a_far_member(1 << 62),
    "further than a number": with_a_far_member((1 << 64) - 1),
}


@pytest.mark.parametrize("data", STUMBLES.values(), ids=STUMBLES)
def test_archives_that_the_library_stumbles_over(data: bytes, event: Tournament, tmp_path: Path) -> None:
    assert not taken_or_refused(data, event)
    path = tmp_path / "list.zip"
    path.write_bytes(data)
    with pytest.raises(DomainError), open_list(path) as found:
        list(found.entries())
    with pytest.raises(DomainError), open_table(path):
        pass


RATED = (
    b"ID Number      Name                 Fed NOV26\n"
    + b"1503014        Carlsen, Magnus      NOR 2839\n" * 60
)


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2, zipfile.ZIP_DEFLATED])
@hypothesis.settings(suppress_health_check=list(hypothesis.HealthCheck))
@hypothesis.given(changes=BYTES)
def test_a_packed_rating_list(tmp_path: Path, method: int, changes: list[tuple[int, int]]) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as packed:
        packed.writestr("standard_nov26frl.txt", RATED)
    path = tmp_path / "list.zip"
    path.write_bytes(out.getvalue())
    with open_list(path) as found:
        assert len(list(found.entries())) == 60
    path.write_bytes(mutated(out.getvalue(), changes))
    # Either outcome is right.
    with suppress(DomainError), open_list(path) as found:
        list(found.entries())


@hypothesis.settings(suppress_health_check=list(hypothesis.HealthCheck))
@hypothesis.given(which=st.integers(0, 30), changes=BYTES, packed=st.booleans())
def test_a_national_list(
    tmp_path: Path, archive: list[tuple[str, bytes]], which: int, changes: list[tuple[int, int]], packed: bool
) -> None:
    """Changed as it is packed, or in one of its parts."""
    path, columns = tmp_path / "list.xlsx", {"name": "Name", "national_rating": "Elo"}
    path.write_bytes(LIST)
    with open_table(path) as found:
        assert len(list(found.entries(columns, 2026))) == 3
    path.write_bytes(mutated(LIST, changes) if packed else with_part(archive, which, changes))
    with suppress(DomainError), open_table(path) as found:
        list(found.entries(columns, 2026))


@hypothesis.settings(suppress_health_check=list(hypothesis.HealthCheck))
@hypothesis.given(changes=BYTES)
def test_an_upload_enters_nobody_before_it_is_read_whole(
    event: Tournament, chief: User, chief_client: Client, changes: list[tuple[int, int]]
) -> None:
    upload = SimpleUploadedFile("players.xlsx", mutated(LIST, changes))
    with builders.undone():
        answer = chief_client.post(
            reverse("players-import", args=[event.slug]), {"file": upload, "import": "1"}
        )
        entered = event.players.count() - 8
    assert (answer.status_code, entered) in {(200, 0), (422, 0), (302, 3), (302, 2), (302, 1)}

"""Rating lists: imported or fetched, their columns, and players who stand apart."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from http import HTTPStatus
from http.client import HTTPException, HTTPResponse
from itertools import batched
from pathlib import Path
from time import monotonic
from urllib.error import HTTPError
from urllib.parse import unquote, urlsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import Conflict, DomainError
from tournaments.models import ColumnMapping, ListedName, ListedPlayer, ListSource, RatingList, ServerAct
from tournaments.ratings.files import Entry, ListFile, month_in, open_list
from tournaments.ratings.national_lists import NEEDED, SortedLines, Table, missing_columns, open_table
from tournaments.ratings.services import ratings
from tournaments.server.services import note
from tournaments.texts import rotations

State = RatingList.State

# How many rows are written at a time: between two batches, results can be entered, even on SQLite, which has
# only one writer.
BATCH = 20_000
# The percentage of the import that is done when the file is read; the rest is writing.
READ = 40

PLAYER_COLUMNS = (
    *("list_id", "fide_id", "name", "federation", "sex", "title"),
    *("birth_year", "inactive", "standard", "rapid", "blitz", "standard_k", "rapid_k", "blitz_k"),
    "national",
)
NAME_COLUMNS = ("list_id", "key", "fide_id")


def import_list(
    *,
    path: Path,
    name: str = "",
    kind: str = "",
    month: date | None = None,
    national: str = "",
    actor: User | None = None,
    progress: Callable[[RatingList], object] = lambda _row: None,
) -> RatingList:
    """Import the list in the file; it replaces older ones once all of it is written.

    This does `begin_import` and `finish_import` together, and takes their arguments.
    """
    row = begin_import(path=path, name=name, kind=kind, month=month, national=national, actor=actor)
    return finish_import(row=row, path=path, progress=progress)


def begin_import(
    *,
    path: Path,
    name: str = "",
    kind: str = "",
    month: date | None = None,
    national: str = "",
    actor: User | None = None,
) -> RatingList:
    """Note that the list in the file is being imported.

    `name` is the file's original name. The user gives `kind` and `month` if the file does not say them; they
    take precedence over the file. `national` is the name of a national list whose columns are known. Raises
    DomainError for a file that is no list of FIDE's, or lacks columns of the national list, and Conflict
    while another import is under way.
    """
    name = name or path.name
    row = RatingList(source=name[-120:], imported_by=actor)
    if national:
        mapping = mapping_of(national)
        with open_table(path) as table:
            if missing := missing_columns(table.headings, mapping.columns):
                raise unknown_columns(missing)
        row.kind, row.name = RatingList.Kind.NATIONAL, mapping.name
        row.month = _month(month or month_in(name))
    else:
        with open_list(path, name) as source:
            row.kind, row.month = _kind(source, kind), _month(month or source.month)
    sweep()
    with transaction.atomic():
        # Two imports at once would only be slower: the later one is refused.
        if any(other.is_under_way for other in RatingList.objects.filter(state=State.IMPORTING)):
            raise Conflict("importing", _("A rating list is being imported just now: wait until it is done."))
        row.save()
    return row


def finish_import(
    *, row: RatingList, path: Path, progress: Callable[[RatingList], object] = lambda _row: None
) -> RatingList:
    """Import the list whose import was begun, or leave everything as it was.

    `progress` is called now and then with the row of the list. Raises DomainError for a file that is cut off
    or mostly makes no sense, and Conflict if the import is not under way.
    """
    if not row.is_under_way:
        raise Conflict("importing", _("The import was interrupted."))
    try:
        if row.kind == RatingList.Kind.NATIONAL:
            columns = mapping_of(row.name).columns
            with open_table(path) as table:
                _write(table, table.entries(columns, row.month.year), row, progress)
        else:
            with open_list(path, row.source) as source:
                source.kind = row.kind
                _write(source, source.entries(), row, progress)
    except DomainError as error:
        _fail(row, error.message)
        raise
    except BaseException:
        _fail(row, _("The import was interrupted."))
        raise
    with transaction.atomic():
        _put_in_force(row)
        note(ServerAct.Action.LIST_IMPORTED, subject=f"{row.title} {row.month:%Y-%m}", actor=row.imported_by)
    progress(row)
    ratings.compare_all()
    sweep()
    if connection.vendor == "postgresql" and not connection.in_atomic_block:
        # The planner knows nothing yet of the new rows.
        with connection.cursor() as cursor:
            for model in (ListedPlayer, ListedName):
                cursor.execute(f"VACUUM (ANALYZE) {model._meta.db_table}")
    return row


def import_in_background(
    *, path: Path, name: str, kind: str = "", month: date | None, national: str = "", actor: User
) -> None:
    """Import the list in a separate process, which removes the file when it is done.

    The import computes for a minute, in which this process would keep everybody else waiting. Raises what
    `begin_import` raises.
    """
    row = begin_import(path=path, name=name, kind=kind, month=month, national=national, actor=actor)
    try:
        run_apart("import_fide_list", str(path), f"--list={row.pk}", "--remove")
    except OSError:
        _fail(row, _("The import was interrupted."))
        raise


def sweep() -> None:
    """Remove the players of lists that nothing reads, and mark imports that have fallen silent as failed.

    Older lists that are kept are searched by FIDE ID, national ones by name too; apart from that, people are
    searched by name only on the newest list.
    """
    now = timezone.now()
    heard = (now - RatingList.SILENCE, now + RatingList.SILENCE)
    silent = RatingList.objects.filter(state=State.IMPORTING).exclude(updated_at__range=heard)
    silent.update(state=State.FAILED, remark=_("The import was interrupted."))
    for row in RatingList.objects.filter(state__in=(State.FAILED, State.REPLACED)):
        if not row.kept or row.kind != RatingList.Kind.NATIONAL:
            _empty(ListedName.objects.filter(list=row), "key")
        if not row.kept:
            _empty(ListedPlayer.objects.filter(list=row), "fide_id")


def _kind(source: ListFile, asked_for: str) -> str:
    """The kind of list: a combined list shows it; for a single one the file's name or the user says it."""
    combined = RatingList.Kind.COMBINED
    if asked_for and (source.kind == combined) != (asked_for == combined):
        raise DomainError(
            "rating_list_kind",
            _("This is a combined list.") if source.kind == combined else _("This is not a combined list."),
        )
    kind = asked_for or source.kind
    if not kind:
        raise DomainError(
            "rating_list_kind",
            _("The file does not say whose ratings it holds: choose standard, rapid or blitz."),
        )
    return kind


def _month(found: date | None) -> date:
    """The month of the list; DomainError for one so late that it would be the newest for a long time."""
    month = (found or timezone.localdate()).replace(day=1)
    latest = (timezone.localdate().replace(day=1) + timedelta(days=31)).replace(day=1)
    if month > latest:
        raise DomainError(
            "rating_list_month",
            _("The month of the list: found %(found)s, expected %(latest)s at the latest.")
            % {"found": f"{month:%Y-%m}", "latest": f"{latest:%Y-%m}"},
        )
    return month


def _write(
    source: ListFile | Table,
    players_of: Iterable[Entry],
    row: RatingList,
    progress: Callable[[RatingList], object],
) -> None:
    """Write the whole list beside the one in use.

    Both tables are filled in the order of their keys: every row is put after the last one, whereas a random
    order would touch all of a large index with each batch.
    """

    def reached(percent: int) -> None:
        if percent != row.percent:
            row.percent = percent
            row.save(update_fields=["percent", "updated_at"])
            progress(row)

    progress(row)
    with SortedLines() as players, SortedLines() as names:
        entries = keys = 0
        for entries, entry in enumerate(players_of, 1):
            players.add(_player_line(entry))
            for key in rotations(entry.name):
                names.add(f"{key[:80]}\t{entry.fide_id}")
                keys += 1
            if entries % BATCH == 0:
                reached(min(READ, source.done * READ // max(source.total, 1)))
        row.skipped, row.remark = source.skipped, "; ".join(source.faults)
        written = 0
        for table, columns, lines in (
            (ListedPlayer._meta.db_table, PLAYER_COLUMNS, _one_for_each(players)),
            (ListedName._meta.db_table, NAME_COLUMNS, names),
        ):
            for batch in batched(lines, BATCH):
                _insert(table, columns, row.pk, batch)
                if table == ListedPlayer._meta.db_table:
                    row.players += len(batch)
                written += len(batch)
                reached(min(99, READ + written * (100 - READ) // (entries + keys)))


def _player_line(entry: Entry) -> str:
    return "\t".join(str(int(value)) if isinstance(value, bool) else str(value) for value in entry)


def _one_for_each(lines: Iterable[str]) -> Iterator[str]:
    """One line for each FIDE ID; the lines are sorted and begin with it."""
    last = ""
    for line in lines:
        fide_id = line.partition("\t")[0]
        if fide_id != last:
            yield line
        last = fide_id


def _insert(table: str, columns: tuple[str, ...], key: int, lines: Iterable[str]) -> None:
    """Write the lines, each of them a row without the key of its list, in one transaction."""
    if connection.vendor == "postgresql":
        # Of all characters that are special to COPY, a line has only backslashes.
        text = "".join(f"{key}\t{line}\n" for line in lines).replace("\\", r"\\")
        copying = f"COPY {table} ({', '.join(columns)}) FROM STDIN"
        with transaction.atomic(), connection.cursor() as cursor, cursor.copy(copying) as copy:
            copy.write(text)
        return
    rows = [(str(key), *line.split("\t")) for line in lines]
    places = ", ".join(["%s"] * len(columns))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})", rows)  # noqa: S608  names of our own columns


def _put_in_force(row: RatingList) -> None:
    """Put the list in use instead of those that it replaces; older months are kept for a while."""
    with transaction.atomic():
        row.state = State.IN_FORCE
        for other in RatingList.objects.filter(state=State.IN_FORCE):
            same = (other.kind, other.name) == (row.kind, row.name)
            if same and other.month > row.month:
                row.state, row.kept = State.REPLACED, True
            elif same or (
                row.kind == RatingList.Kind.COMBINED
                and other.kind in RatingList.RATINGS
                and other.month <= row.month
            ):
                other.state, other.kept = State.REPLACED, other.month < row.month
                other.save(update_fields=["state", "kept", "updated_at"])
        row.percent = 100
        row.save()
        _keep_the_latest()


def _keep_the_latest() -> None:
    """For each kind, keep the last import of each of the latest older months, and none of the newest."""
    taken = set(RatingList.objects.filter(state=State.IN_FORCE).values_list("kind", "name", "month"))
    months: Counter[tuple[str, str]] = Counter()
    for row in RatingList.objects.filter(kept=True).order_by("-month", "-pk"):
        list_ = (row.kind, row.name)
        if (*list_, row.month) in taken or months[list_] == RatingList.OLDER_KEPT:
            row.kept = False
            row.save(update_fields=["kept", "updated_at"])
        else:
            months[list_] += 1
            taken.add((*list_, row.month))


def _fail(row: RatingList, fault: str) -> None:
    row.state, row.remark = State.FAILED, fault
    row.save(update_fields=["state", "remark", "updated_at"])
    sweep()


def _empty(rows: QuerySet[ListedName] | QuerySet[ListedPlayer], key: str) -> None:
    """Delete the rows in the order of their key, a batch at a time."""
    while True:
        border = rows.order_by(key).values_list(key, flat=True)[BATCH : BATCH + 1].first()
        if border is None:
            rows.delete()
            return
        rows.filter(**{f"{key}__lt": border}).delete()


def mapping_of(name: str) -> ColumnMapping:
    """The columns of the national list of that name; DomainError if nobody has entered them yet."""
    mapping = ColumnMapping.objects.filter(name=name).first()
    if mapping is None:
        raise DomainError(
            "columns", _("Nobody has said yet what the columns of the list %(name)s are.") % {"name": name}
        )
    return mapping


def name_columns(*, name: str, columns: Mapping[str, str], actor: User | None) -> ColumnMapping:
    """Keep the headings of a national list's columns (files.national_lists.FIELDS), for all its files.

    Raises DomainError if the name or the rating is missing, or if one column is to mean two things.
    """
    if any(not columns.get(field) for field in NEEDED) or len({*columns.values()}) < len(columns):
        raise DomainError("columns", _("Say which column holds the name and which the rating, each once."))
    mapping, _made = ColumnMapping.objects.update_or_create(
        name=name, defaults={"columns": dict(columns), "changed_by": actor}
    )
    return mapping


def unknown_columns(missing: Iterable[str]) -> DomainError:
    """The error for a file that lacks these headings of its list."""
    return DomainError(
        "columns",
        _("The list has no column %(names)s: say again what its columns are.")
        % {"names": ", ".join(f"“{heading}”" for heading in missing)},
    )


def run_apart(*command: str) -> None:
    """Start one of our commands without waiting for its end. Raises OSError if it cannot be started."""
    # By the package, because an installed program has no manage.py; one that runs from source needs its path.
    subprocess.Popen(  # noqa: S603  our own command; no shell reads it
        [sys.executable, "-m", "tournaments", *command],
        env=os.environ | {"PYTHONPATH": str(settings.BASE_DIR)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )


# While the server runs, each address is asked at least this often (question 135).
DAY = timedelta(days=1)
# How often a download is tried: one that breaks off is continued at once.
ATTEMPTS = 3


def fetch_lists(
    *, progress: Callable[[str, int], object] = lambda _address, _percent: None
) -> list[RatingList]:
    """Fetch what is new at each address, and import it; returns the lists that were imported.

    `progress` is called with an address and the percentage of its file that has arrived. If one cannot be
    fetched or is not a list, the others still are; then DomainError is raised, with all faults.
    """
    _require_addresses()
    imported, faults = [], []
    for address in settings.RATING_LISTS:
        source = _begin(address)
        if source is None:
            continue
        try:
            if row := _fetch(source, progress):
                imported.append(row)
        except DomainError as error:
            source.fault = error.message
            faults.append(error.message)
        finally:
            source.began_at, source.asked_at = None, timezone.now()
            source.save()
    if faults:
        raise DomainError("download", " ".join(faults))
    return imported


def fetch_in_background() -> None:
    """Fetch the lists in a separate process; the page of the rating lists shows how it ended.

    Raises DomainError if no address is set.
    """
    _require_addresses()
    run_apart("fetch_rating_lists")


def fetch_if_due() -> bool:
    """Fetch in the background if an address was not asked for a day; returns whether that was so."""
    known = ListSource.objects.filter(address__in=settings.RATING_LISTS)
    asked = {source.address: source for source in known}
    due = [
        address
        for address in settings.RATING_LISTS
        if not (source := asked.get(address))
        or (not source.is_under_way and (not source.asked_at or abs(timezone.now() - source.asked_at) > DAY))
    ]
    if due:
        fetch_in_background()
    return bool(due)


def _require_addresses() -> None:
    if not settings.RATING_LISTS:
        raise DomainError(
            "offline", _("No address of rating lists is set (RATING_LISTS): nothing is fetched.")
        )


def _begin(address: str) -> ListSource | None:
    """The source, noted as being fetched; None if another process is fetching it."""
    with transaction.atomic():
        source, _made = ListSource.objects.select_for_update().get_or_create(address=address)
        if source.is_under_way:
            return None
        source.began_at, source.fault = timezone.now(), ""
        source.save()
    return source


def _fetch(source: ListSource, progress: Callable[[str, int], object]) -> RatingList | None:
    """Import the list from there; None if it is the one that was imported before."""
    folder = Path(settings.DATA_DIR) / "uploads"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"fetched-{hashlib.sha256(source.address.encode()).hexdigest()[:16]}"
    for attempt in range(1, ATTEMPTS + 1):
        try:
            version = download(
                source.address, path, Version(source.version), lambda p: progress(source.address, p)
            )
            break
        except DomainError:
            if attempt == ATTEMPTS:
                raise
    if version is None:
        return None
    try:
        row = import_list(path=path, name=unquote(urlsplit(source.address).path.rpartition("/")[2]))
    finally:
        path.unlink()
    source.version = version.text[:200]
    return row


# FIDE's combined list has 40 MB.
MOST_BYTES = 512 << 20
# Seconds that the other side may be silent, and that the whole download may take.
SILENCE, LONGEST = 30, 1800
CHUNK = 1 << 18
MOST_CHECKSUM = 4096
SHA256 = re.compile(rb"\b[0-9a-fA-F]{64}\b")


@dataclass(frozen=True, slots=True)
class Version:
    """What identifies this version on the server: its ETag, else its time of change; "" for neither."""

    text: str = ""

    @property
    def condition(self) -> dict[str, str]:
        """The header that asks for the file only if it has changed."""
        if not self.text:
            return {}
        return {"If-None-Match" if self._is_tag else "If-Modified-Since": self.text}

    @property
    def _is_tag(self) -> bool:
        return self.text.startswith(('"', "W/"))


def download(
    address: str, path: Path, known: Version, progress: Callable[[int], object] = lambda _percent: None
) -> Version | None:
    """Fetch the file to `path` and return its version, or None if it is still the `known` one.

    An interrupted attempt leaves a partial file beside it, which the next one continues. Raises DomainError
    if the file cannot be fetched or does not match its checksum.
    """
    part, noted = path.with_suffix(".part"), path.with_suffix(".version")
    begun = Version(noted.read_text()) if part.exists() and noted.exists() else Version()
    start = part.stat().st_size if begun.text and not begun.text.startswith("W/") else 0
    headers = {"Range": f"bytes={start}-", "If-Range": begun.text} if start else known.condition
    try:
        with _open(address, headers) as answer:
            version = _version_of(answer)
            if not answer.headers.get("Content-Range", "").startswith(f"bytes {start}-"):
                start = 0
            noted.write_text(version.text)
            _receive(answer, part, start, progress)
    except HTTPError as error:
        error.close()
        if error.code == HTTPStatus.NOT_MODIFIED:
            return None
        if error.code == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
            part.unlink(missing_ok=True)
        raise _failed(address, f"{error.code} {error.reason}") from error
    except (OSError, HTTPException) as error:
        raise _failed(address, str(getattr(error, "reason", "") or error)) from error
    noted.unlink(missing_ok=True)
    _check(address, part)
    part.replace(path)
    return version


def _open(address: str, headers: dict[str, str]) -> HTTPResponse:
    """The answer to a request. HTTP and HTTPS are the only protocols, also after a redirection."""
    opener = OpenerDirector()
    for handler in (
        *(ProxyHandler, HTTPHandler, HTTPSHandler, HTTPRedirectHandler),
        *(HTTPErrorProcessor, HTTPDefaultErrorHandler),
    ):
        opener.add_handler(handler())
    request = Request(address, headers={"User-Agent": "Board One"} | headers)  # noqa: S310  see settings.RATING_LISTS
    answer: HTTPResponse | None = opener.open(request, timeout=SILENCE)
    if answer is None:
        raise OSError(_("unknown protocol"))
    return answer


def _receive(answer: HTTPResponse, part: Path, start: int, progress: Callable[[int], object]) -> None:
    total = start + int(answer.headers.get("Content-Length") or 0)
    end, found = monotonic() + LONGEST, start
    with part.open("r+b" if start else "wb") as file:
        file.seek(start)
        while data := answer.read(CHUNK):
            found += len(data)
            if max(found, total) > MOST_BYTES:
                raise OSError(_("it is larger than %(most)d MB") % {"most": MOST_BYTES >> 20})
            if monotonic() > end:
                raise OSError(_("it takes longer than %(most)d minutes") % {"most": LONGEST // 60})
            file.write(data)
            progress(found * 100 // max(total, found))
    if found < total:
        raise OSError(_("it broke off after %(found)d of %(total)d bytes") % {"found": found, "total": total})


def _check(address: str, part: Path) -> None:
    """Compare the file with the checksum beside its address, if there is one; DomainError if it differs."""
    try:
        with _open(f"{address}.sha256", {}) as answer:
            expected = SHA256.search(answer.read(MOST_CHECKSUM))
    except HTTPError as error:
        error.close()
        return
    except (OSError, HTTPException) as error:
        raise _failed(address, str(getattr(error, "reason", "") or error)) from error
    if expected is None:
        return
    with part.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != expected[0].decode().lower():
        part.unlink()
        raise _failed(address, _("its checksum is different: it was damaged on its way"))


def _version_of(answer: HTTPResponse) -> Version:
    return Version(answer.headers.get("ETag") or answer.headers.get("Last-Modified") or "")


def _failed(address: str, reason: str) -> DomainError:
    text = _("%(address)s could not be fetched: %(reason)s.")
    return DomainError("download", text % {"address": address, "reason": reason.rstrip(".")})

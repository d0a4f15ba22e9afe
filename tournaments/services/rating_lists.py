"""Imports a rating list: all of it, or nothing, and then the list before stays in use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from itertools import batched
from pathlib import Path

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import Conflict, DomainError
from tournaments.files.national_lists import Table, missing_columns, open_table
from tournaments.files.rating_entries import Entry
from tournaments.files.rating_files import ListFile, month_in, open_list
from tournaments.files.sorting import SortedLines
from tournaments.models import ListedName, ListedPlayer, RatingList, ServerAct
from tournaments.names import rotations
from tournaments.services import comparisons
from tournaments.services.apart import run_apart
from tournaments.services.column_mappings import mapping_of, unknown_columns
from tournaments.services.server_log import note

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
    comparisons.compare_all()
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

"""Fetches rating lists from the addresses in settings.RATING_LISTS; without any, nothing is fetched."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.files.downloads import Version, download
from tournaments.models import ListSource, RatingList
from tournaments.services.apart import run_apart
from tournaments.services.rating_lists import import_list

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

"""The chain of the server's log: whether it is as it was written, and whether the events agree with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.chain import fingerprint, text_of_server
from tournaments.models import ServerAct, Tournament

Action = ServerAct.Action


class Read(NamedTuple):
    """What the log says: a sentence for each broken link, and the last sound line about each event."""

    broken: list[str]
    of_events: dict[int, ServerAct]


def head() -> str:
    """The fingerprint of the last link, which vouches for all before it; "" if there is none."""
    links = ServerAct.objects.exclude(fingerprint="")
    return links.values_list("fingerprint", flat=True).first() or ""


def not_linked() -> QuerySet[ServerAct]:
    """The lines after the last link, the first one first: the next link takes them in."""
    last = ServerAct.objects.exclude(fingerprint="").first()
    return ServerAct.objects.filter(pk__gt=last.pk if last else 0).order_by("pk")


def read() -> Read:
    """Read the log from its beginning and check each link."""
    found = Read([], {})
    previous, lines = "", []
    for act in ServerAct.objects.order_by("pk").iterator():
        lines.append(act.line)
        if not act.fingerprint:
            continue
        fault = _fault(act, fingerprint(text_of_server(lines, act.previous)), previous)
        if fault:
            found.broken.append(fault % {"line": act.pk, "at": f"{act.at:%Y-%m-%d %H:%M}"})
        elif act.event is not None:
            found.of_events[act.event] = act
        previous, lines = act.fingerprint, []
    return found


def _fault(act: ServerAct, computed: str, previous: str) -> str:
    if act.fingerprint != computed:
        return _("line %(line)d (%(at)s) of the server's log is not as it was written")
    if act.previous != previous:
        return _("line %(line)d (%(at)s) of the server's log does not follow the line before it")
    return ""


def faults(kept: str = "") -> Iterator[str]:
    """A sentence for each broken link, and for each event that is not as the log says.

    With `kept`, a fingerprint of the log from earlier or its first digits, also if no line has it.
    """
    log = read()
    yield from log.broken
    kept = "".join(kept.split()).lower()
    if kept and not ServerAct.objects.filter(fingerprint__startswith=kept).exists():
        yield _("no line of the server's log has the fingerprint %(kept)s") % {"kept": kept}
    events = Tournament.objects.only("slug", "removed_at").in_bulk()
    yield from (
        _("%(event)s was removed, and the server's log does not say so") % {"event": event.slug}
        for event in events.values()
        if event.is_removed and not is_logged(event, log)
    )
    for key, act in log.of_events.items():
        if fault := _contradiction(act, events.get(key)):
            yield fault % {"event": act.subject, "line": act.pk}


def is_logged(event: Tournament, log: Read) -> bool:
    """Whether the log has the removal of this event, which is removed."""
    act = log.of_events.get(event.pk)
    return act is not None and act.action == Action.EVENT_REMOVED and act.at == event.removed_at


def _contradiction(act: ServerAct, event: Tournament | None) -> str:
    if event is None and act.action != Action.EVENT_PURGED:
        return _("%(event)s is gone, and the server's log does not say so after line %(line)d")
    if event and act.action == Action.EVENT_PURGED:
        return _(
            "%(event)s is there, and line %(line)d of the server's log says that it was deleted for good"
        )
    if event and act.action == Action.EVENT_REMOVED and not event.is_removed:
        return _("%(event)s is not removed, and the server's log does not say so after line %(line)d")
    return ""

"""Writing the chain of publications: a link for what is published, and for every lawful change of it."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING

from django.utils import timezone

from tournaments import chain
from tournaments.models import AuditEvent, Publication, Round
from tournaments.selectors import publications as reading
from tournaments.selectors import verification

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from tournaments.selectors.verification import Difference
    from tournaments.services.act import Act

Kind = Publication.Kind


def publish_pairing(act: Act, audit: AuditEvent, round_: Round, at: datetime) -> Publication:
    """The link that makes the round public: the guards let no round be published without it."""
    content = reading.content_of(round_, results=False)
    return _append(act, audit, Kind.PAIRING, round_.number, at=at, content=content)


def withdraw_pairing(act: Act, audit: AuditEvent, round_: Round, ground: str) -> Publication:
    """The link that takes a published pairing back, without which the guards let it stand."""
    return _append(act, audit, Kind.WITHDRAWN, round_.number, ground=f"{ground}: {audit.reason}")


def publish_results(
    act: Act, audit: AuditEvent, round_: Round, differences: Sequence[Difference] | None = None
) -> None:
    """The results with which the round ended, where the chain does not tell them yet.

    `differences` are those of the event that it does not tell either, where they are at hand.
    """
    note_what_no_act_explains(act, {round_.number}, differences)
    content = reading.content_of(round_, results=True)
    last = reading.last_of_round(round_)
    if last is None or reading.told(last).facts != content.facts:
        _append(act, audit, Kind.RESULTS, round_.number, content=content)


def correct_identity(
    act: Act, audit: AuditEvent, round_number: int, was: chain.Person, now: chain.Person
) -> Publication:
    """The link that gives a player of published rounds another name or FIDE ID."""
    identity = chain.Identity(was, now)
    return _append(act, audit, Kind.IDENTITY, round_number, ground=audit.reason, identity=identity)


def note_what_no_act_explains(
    act: Act, numbers: set[int], differences: Sequence[Difference] | None = None
) -> None:
    """A link for each of these rounds that is not as log and chain tell it, with what stands there now.

    It stays, and whoever verifies is told of it, whatever lawful act comes after.
    """
    if differences is None:
        differences = verification.differences_not_noted(act.tournament) if numbers else []
    for round_ in act.tournament.rounds.filter(number__in=numbers, state__in=Round.LOCKED):
        if found := [line for line in differences if line.round_number == round_.number]:
            # The guards let some rows change only while the line of their own act is the latest.
            audit = act.recorded[-1] if act.recorded else _record_found(act, round_.number, found)
            last = reading.last_of_round(round_)
            results = last is not None and reading.told(last).tells_results
            content = reading.content_of(round_, results=results)
            ground = AuditEvent.Action.FOUND_CHANGED.value
            _append(act, audit, Kind.FOUND, round_.number, ground=ground, content=content)


def _record_found(act: Act, number: int, found: Iterable[Difference]) -> AuditEvent:
    return act.record(
        AuditEvent.Action.FOUND_CHANGED,
        round_number=number,
        before={"stood": [f"{line.place}: {line.stood}" for line in found]},
        after={"stands": [f"{line.place}: {line.stands}" for line in found]},
    )


def touch(act: Act, *numbers: int) -> None:
    """Say that what is published of these rounds is about to change: the chain follows when the act ends.

    What has been changed already without an act is noted before, or the act would seem to explain it.
    """
    note_what_no_act_explains(act, set(numbers) - act.touched)
    act.touched.update(numbers)
    act.at_end(_follow_changes)


def _follow_changes(act: Act) -> None:
    """A link for each touched round that is public and no longer as the chain tells it."""
    for round_ in act.tournament.rounds.filter(number__in=act.touched, state__in=Round.LOCKED):
        last = reading.last_of_round(round_)
        if last is None:
            continue
        before = reading.told(last)
        content = reading.content_of(round_, results=before.tells_results)
        if before.facts != content.facts:
            audit = act.recorded[-1]
            _append(act, audit, Kind.CHANGE, round_.number, ground=_ground(audit), content=content)


def _ground(audit: AuditEvent) -> str:
    return f"{audit.action}: {audit.reason}" if audit.reason else audit.action


def _append(
    act: Act,
    audit: AuditEvent,
    kind: Publication.Kind,
    round_number: int,
    *,
    at: datetime | None = None,
    ground: str = "",
    content: chain.Content | None = None,
    identity: chain.Identity | None = None,
) -> Publication:
    """Put the link at the end of the event's chain. Under the lock: there is one end."""
    last = reading.last(act.tournament)
    at = at or timezone.now()
    link = chain.Link(
        place=last.place + 1 if last else 1,
        event=act.tournament.slug,
        name=act.tournament.name,
        round_number=round_number,
        kind=kind.value,
        edition=act.tournament.edition,
        at=at.astimezone(UTC).isoformat(),
        previous=last.fingerprint if last else "",
        ground=ground,
        content=content or chain.Content(),
        identity=identity,
    )
    return Publication.objects.create(
        tournament=act.tournament,
        place=link.place,
        kind=kind,
        round_number=round_number,
        at=at,
        audit=audit,
        text=link.text,
        previous=link.previous,
        fingerprint=link.fingerprint,
    )

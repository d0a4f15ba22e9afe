"""Writes the chain of publications: a link for everything published, and for every lawful change of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournaments import __version__
from tournaments.chain import queries, texts, verification
from tournaments.chain.queries import Difference
from tournaments.log.acts import Act, LogLines, by_its_name, fields
from tournaments.models import AuditEvent, Player, Publication, Round, Seat, Tournament
from tournaments.models.player import new_salt
from tournaments.rounds.queries import rounds
from tournaments.server import services as server

Kind = Publication.Kind


class Entry(NamedTuple):
    """The content of a link, before it has its place in the chain."""

    kind: Publication.Kind
    round_number: int
    content: texts.Content = texts.Content()
    ground: str = ""
    at: datetime | None = None
    identities: tuple[texts.Identity, ...] = ()
    end: tuple[texts.Line, ...] = ()


def publish_pairing(act: Act, audit: AuditEvent, round_: Round, at: datetime) -> None:
    """Append the link that makes the round public: the guards let no round be published without it."""
    server.before_publication()
    content = queries.content_of(round_, results=False)
    _append(act, audit, Entry(Kind.PAIRING, round_.number, content, at=at))


def publish_imported(
    act: Act, audit: AuditEvent, rounds: Iterable[Round], ended: Collection[int], at: datetime
) -> None:
    """Append the links of all rounds that were played before the event came here.

    Each round has one for its pairing, and one for its results if its number is among the `ended`.
    """
    contents = queries.contents(Seat.objects.filter(round__in=rounds))
    entries = []
    for round_ in rounds:
        content = contents.get(round_.number, texts.Content())
        pairing = content.without_results()
        entries.append(Entry(Kind.PAIRING, round_.number, pairing, at=at))
        if round_.number in ended and content.facts != pairing.facts:
            entries.append(Entry(Kind.RESULTS, round_.number, content, at=at))
    _append(act, audit, *entries)


def withdraw_pairing(act: Act, audit: AuditEvent, round_: Round, ground: str) -> None:
    """Append the link that withdraws a published pairing: the guards allow no withdrawal without it."""
    ground = f"{ground}: {audit.reason}"
    _append(act, audit, Entry(Kind.WITHDRAWN, round_.number, ground=ground))


def publish_results(
    act: Act, audit: AuditEvent, round_: Round, differences: Sequence[Difference] | None = None
) -> None:
    """Append the results with which the round ended, if the chain does not have them yet.

    `differences` are those in the event that the chain does not have either, if they are at hand.
    """
    note_what_no_act_explains(act, {round_.number}, differences)
    content = queries.content_of(round_, results=True)
    last = queries.last_of_round(round_)
    if last is not None:
        told = queries.content_in(last)
        if (content.stated_as(told) if told.states_results else content).facts == told.facts:
            return
    _append(act, audit, Entry(Kind.RESULTS, round_.number, content))


def correct_identities(
    act: Act, audit: AuditEvent, round_number: int, corrected: Iterable[texts.Identity]
) -> None:
    """Append the link that gives players of published rounds, or members of teams, another identity."""
    found = tuple(corrected)
    _append(act, audit, Entry(Kind.IDENTITY, round_number, ground=audit.reason, identities=found))


def publish_end(act: Act, audit: AuditEvent, at: datetime, ground: str = "") -> None:
    """Append the link that ends the event: the guards let none be finished without it.

    `ground` is why it ended before its last round.
    """
    _make_salts(act.tournament)
    program = texts.line_of((texts.PROGRAM, __version__))
    lines = (*queries.stored(act.tournament), program, *queries.computed(act.tournament))
    number = rounds.last_public(act.tournament)
    _append(act, audit, Entry(Kind.END, number, ground=ground, at=at, end=lines))


def publish_reopening(act: Act, audit: AuditEvent) -> None:
    """Append the link that reopens the event: nothing of what it states may have changed since the end."""
    lines = tuple(queries.stored(act.tournament))
    number = rounds.last_public(act.tournament)
    _append(act, audit, Entry(Kind.REOPENED, number, ground=audit.reason, end=lines))


def _make_salts(tournament: Tournament) -> None:
    """Give a salt to whoever has a day of birth and no salt, and to teams with such a member.

    They were entered by an older release, or their day was removed and is known again.
    """
    known = Q(birth__contains="/") | Q(members__birth__contains="/")
    players = list(tournament.players.filter(known, salt="").distinct())
    for player in players:
        player.salt = new_salt()
    Player.objects.bulk_update(players, ["salt"])


def note_what_no_act_explains(
    act: Act, numbers: set[int], differences: Sequence[Difference] | None = None
) -> None:
    """Append a link with the present state of each of these rounds that differs from log and chain.

    It stays, and a verification reports it, whatever lawful act comes after.
    """
    if differences is None:
        differences = verification.differences_not_noted(act.tournament) if numbers else []
    for round_ in act.tournament.rounds.filter(number__in=numbers, state__in=Round.LOCKED):
        if found := [line for line in differences if line.round_number == round_.number]:
            # The guards let some rows change only while the line of their own act is the latest.
            audit = act.recorded[-1] if act.recorded else _record_found(act, round_.number, found)
            last = queries.last_of_round(round_)
            results = last is not None and queries.content_in(last).states_results
            content = queries.content_of(round_, results=results)
            ground = AuditEvent.Action.FOUND_CHANGED.value
            _append(act, audit, Entry(Kind.FOUND, round_.number, content, ground))


def _record_found(act: Act, number: int, found: Iterable[Difference]) -> AuditEvent:
    return act.record(
        AuditEvent.Action.FOUND_CHANGED,
        round_number=number,
        before={"stood": [f"{line.place}: {line.stood}" for line in found]},
        after={"stands": [f"{line.place}: {line.stands}" for line in found]},
    )


def touch(act: Act, *numbers: int) -> None:
    """Note that something published of these rounds is about to change: the chain follows when the act ends.

    Changes that were already made without an act are noted first, or the act would seem to explain them.
    """
    note_what_no_act_explains(act, set(numbers) - act.touched)
    act.touched.update(numbers)
    act.at_end(_follow_changes)


def _follow_changes(act: Act) -> None:
    """Append a link for each touched round that is public and now differs from the chain."""
    for round_ in act.tournament.rounds.filter(number__in=act.touched, state__in=Round.LOCKED):
        last = queries.last_of_round(round_)
        if last is None:
            continue
        before = queries.content_in(last)
        content = queries.content_of(round_, results=before.states_results)
        if before.facts != content.stated_as(before).facts:
            audit = act.recorded[-1]
            _append(act, audit, Entry(Kind.CHANGE, round_.number, content, _ground(audit)))


def _ground(audit: AuditEvent) -> str:
    return f"{audit.action}: {audit.reason}" if audit.reason else audit.action


def _append(act: Act, audit: AuditEvent, *entries: Entry) -> None:
    """Append a link for each entry to the event's chain. Under the lock, so that it has only one end."""
    event, last = act.tournament, queries.last(act.tournament)
    links: list[Publication] = []
    for entry in entries:
        at = entry.at or timezone.now()
        link = texts.Link(
            place=last.place + 1 if last else 1,
            event=event.slug,
            name=event.name,
            round_number=entry.round_number,
            kind=entry.kind.value,
            edition=event.edition,
            at=at.astimezone(UTC).isoformat(),
            previous=last.fingerprint if last else "",
            ground=entry.ground,
            content=entry.content,
            identities=entry.identities,
            end=entry.end,
        )
        text = link.text
        last = Publication(
            tournament=event,
            place=link.place,
            kind=entry.kind,
            round_number=entry.round_number,
            at=at,
            audit=audit,
            text=text,
            previous=link.previous,
            fingerprint=texts.fingerprint(text),
        )
        links.append(last)
    Publication.objects.bulk_create(links)


LOG_LINES: LogLines = {
    AuditEvent.Action.FOUND_CHANGED: fields(stands=gettext_lazy("stands")),
    AuditEvent.Action.CHAIN_BEGUN: by_its_name,
}

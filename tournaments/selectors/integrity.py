"""Reading what touched the integrity of the pairings: in names, in the report's lines, and what is undone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from django.core.cache import cache
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments import engine, guards
from tournaments.models import AuditEvent, Correction, Game, IntegrityEvent, Round, Seat
from tournaments.selectors import rounds
from tournaments.selectors.corrections import records, windows

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from django.db.models import QuerySet

    from tournaments.models import Player, Tournament

Kind = IntegrityEvent.Kind

# A player's key in braces, as an event names them.
PLAYER = re.compile(r"\{(\d+)\}")

# What an event is called in a line of the report.
WORDS = {
    Kind.MANUAL_PAIRING: "MPA",
    Kind.IMPORT: "Import",
    Kind.RE_PAIRING: "Re-pairing",
    Kind.CORRECTION: "Correction",
    Kind.RATING_CORRECTION: "Rating correction",
    Kind.ADJOURNMENT: "Adjournment",
    Kind.RENUMBERING: "Regeneration",
    Kind.EXCHANGE: "Exchange",
    Kind.FULL_POINT_BYE: "FPB",
    Kind.PROHIBITION: "Prohibition",
    Kind.IDENTITY: "Identity",
    Kind.FIDE_MODE: "FIDE mode exited",
}

# The byes, as a line of the report calls them.
BYES = {
    "PAB": Seat.Kind.PAIRING_ALLOCATED_BYE,
    "FPB": Seat.Kind.FULL_POINT_BYE,
    "HPB": Seat.Kind.HALF_POINT_BYE,
    "ZPB": Seat.Kind.ZERO_POINT_BYE,
}


def board_items(pairs: Iterable[tuple[Player, Player]], bye: Player | None = None) -> list[str]:
    """Boards (White, Black) and the allocated bye as an event names them: an item each."""
    boards = [f"{{{white.pk}}}-{{{black.pk}}}" for white, black in pairs]
    return [*boards, bye_item(bye, "PAB")] if bye else boards


def bye_item(player: Player, kind: str) -> str:
    """A player with a bye as an event names it: PAB, FPB, HPB or ZPB."""
    return f"{{{player.pk}}}={kind}"


def number_item(player: int, number: int | None) -> str:
    """The player with this key, with a pairing number that they had or have."""
    return f"{{{player}}}={number}"


def identity_item(player: Player, *said: str) -> str:
    """A player with what a list says or said of who it is."""
    return f"{{{player.pk}}}={', '.join(filter(None, said))}"


class Refusal(NamedTuple):
    """Why something cannot be done."""

    code: str
    message: str


def standing(tournament: Tournament) -> QuerySet[IntegrityEvent]:
    """The events that still hold."""
    return tournament.integrity_events.filter(lifted_at__isnull=True)


def guards_touched(tournament: Tournament) -> AuditEvent | None:
    """The latest act that found the guards of the database touched, until a round is published after it."""
    published = tournament.audit_events.filter(action=AuditEvent.Action.ROUND_PUBLISHED).first()
    found = tournament.audit_events.filter(action=AuditEvent.Action.GUARDS_REPAIRED)
    return found.filter(pk__gt=published.pk if published else 0).first()


def manual_pairing(round_: Round) -> IntegrityEvent | None:
    """Where the round's boards are not those that the rules give: who did it and why."""
    found = standing(round_.tournament).filter(kind=Kind.MANUAL_PAIRING, round_number=round_.number)
    return found.select_related("actor").first()


def draft_key(round_: Round) -> str:
    """A key that tells one draft from another: what it was paired from, and who paired it by hand."""
    hands = manual_pairing(round_)
    return f"{round_.fingerprint}.{hands.pk}" if hands else round_.fingerprint


def current_number(tournament: Tournament) -> int:
    """The latest round that has been paired; 1 before any has."""
    paired = tournament.rounds.exclude(state=Round.State.PLANNED)
    return paired.values_list("number", flat=True).last() or 1


def remarks(tournament: Tournament) -> list[str]:
    """The lines for the report, in today's pairing numbers: ### MPA @ Round 5: 12-3 9-4 => 12-4 9-3."""
    numbers = dict(tournament.players.values_list("pk", "number"))
    return [_line(event, numbers) for event in standing(tournament).order_by("round_number", "pk")]


def _line(event: IntegrityEvent, numbers: Mapping[int, int | None]) -> str:
    def told(items: Iterable[str]) -> str:
        parted = (item.partition("=") for item in items)
        return " ".join(f"{_called(who, numbers)}{equals}{what}" for who, equals, what in parted)

    sides = " => ".join(side for side in (told(event.before), told(event.after)) if side)
    head = f"### {WORDS[Kind(event.kind)]} @ Round {event.round_number}"
    text = f"{head}: {sides}" if sides else head
    # Numbers, results and the program's own words are plain letters; whatever else there is must not be.
    return text.encode("ascii", "replace").decode()


class Entry(NamedTuple):
    """One event as the list shows it."""

    event: IntegrityEvent
    before: list[str]
    after: list[str]
    # Why it cannot be taken back; "" where it can.
    refusal: str


def entries(tournament: Tournament) -> list[Entry]:
    """Every event, the earliest round first, also those that no longer hold."""
    found = tournament.integrity_events.select_related("actor", "lifted_by", "tournament")
    names = _names(tournament)

    def entry(event: IntegrityEvent) -> Entry:
        refusal = why_not_restorable(event) if event.stands else None
        return Entry(
            event,
            _listed(event.before, names),
            _listed(event.after, names),
            refusal.message if refusal else "",
        )

    return [entry(event) for event in found.order_by("round_number", "pk")]


def hands(round_: Round) -> Entry | None:
    """The pairing by hand that the round's list has to show, where it differs from the rules."""
    event = manual_pairing(round_)
    return Entry(event, *in_names(event), "") if event else None


def in_names(event: IntegrityEvent) -> tuple[list[str], list[str]]:
    """How it was and how it is, in names."""
    names = _names(event.tournament)
    return _listed(event.before, names), _listed(event.after, names)


def _names(tournament: Tournament) -> dict[int, str]:
    return dict(tournament.players.values_list("pk", "name"))


def _listed(items: Iterable[str], names: Mapping[int, str]) -> list[str]:
    def in_words(item: str) -> str:
        who, equals, what = item.partition("=")
        told = _called(who.replace("}-{", "} – {").replace("}/{", "} / {"), names)
        return f"{told}: {BYES[what].label if what in BYES else what}" if equals else told

    return [in_words(item) for item in items]


def _called(who: str, names: Mapping[int, object]) -> str:
    """The players of an item by what they are called; what is said of them may hold braces of its own."""
    return PLAYER.sub(lambda key: str(names.get(int(key[1])) or "?"), who)


def why_not_restorable(event: IntegrityEvent) -> Refusal | None:
    """The rule that forbids taking the act back now; None if it may be."""
    tournament = event.tournament
    if not event.changes:
        return Refusal("no_way_back", _("This cannot be taken back."))
    if tournament.is_finished:
        return Refusal("finished", _("The tournament is finished. Reopen it first."))
    for change in event.changes:
        if change["table"] == "correction":
            made = Correction.objects.filter(pk=change["key"]).select_related("game__round__tournament")
            reasons = [why for correction in made if (why := records.why_it_stays(correction))]
            if reasons:
                return Refusal("too_late", reasons[0])
    locked = _locked_rounds(event)
    handling = engine.edition_of(tournament).handling
    if locked:
        return Refusal(
            "published",
            _("Round %(number)d is published. Pairings cannot be changed any more (%(article)s).")
            % {"number": locked[0], "article": handling.change_article},
        )
    if rounds.numbers_are_frozen(tournament) and _changed(event, "player", "number"):
        return Refusal(
            "numbers_frozen",
            _("Pairing numbers are fixed since round %(number)d was paired (%(article)s).")
            % {
                "number": handling.numbers_freeze_with_round,
                "article": engine.article(tournament, "C.04.2 B.3"),
            },
        )
    if _changed(event, "game", "result") and event.round_number < current_number(tournament) - 1:
        return Refusal(
            "too_late",
            _("The round after round %(number)d is over: its results stay (%(article)s).")
            % {"number": event.round_number, "article": engine.article(tournament, windows.ARTICLE)},
        )
    return None


def _locked_rounds(event: IntegrityEvent) -> list[int]:
    """The published rounds whose pairings the act changed, so that taking it back would change them."""
    concerned: set[int] = set()
    for change in event.changes:
        table, key = change["table"], change["key"]
        before, after = change["before"], change["after"]
        if table == "seat":
            concerned |= set(Seat.objects.filter(pk=key).values_list("round_id", flat=True))
        elif table == "game" and not (before and after and {"board", "round_id"}.isdisjoint(before)):
            concerned |= set(Game.objects.filter(pk=key).values_list("round_id", flat=True))
        elif table == "round":
            concerned.add(key)
        concerned |= {row["round_id"] for row in (before, after) if row and "round_id" in row}
    locked = event.tournament.rounds.filter(pk__in=concerned, state__in=Round.LOCKED)
    return list(locked.values_list("number", flat=True))


def _changed(event: IntegrityEvent, table: str, column: str) -> bool:
    """Whether the act changed the column of rows that were there before and after."""
    return any(
        change["table"] == table and change["before"] and change["after"] and column in change["before"]
        for change in event.changes
    )


# Seconds for which it is known how the guards stand: the desk is opened often.
GUARDS_LAST = 30


def guard_faults() -> list[str]:
    """What is wrong with the guards of the database, in words; they hold every event."""
    key = f"guard-faults-{get_language()}"
    found: list[str] | None = cache.get(key)
    if found is None:
        found = [str(fault) for fault in guards.faults()]
        cache.set(key, found, GUARDS_LAST)
    return found

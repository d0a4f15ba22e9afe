"""The log in its order, and whether it and the event agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import QuerySet
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from tournaments import guards, rulebook
from tournaments.backup import queries as backup
from tournaments.corrections import queries as corrections
from tournaments.errors import DomainError
from tournaments.models import AuditEvent, Correction, Game, IntegrityEvent, Player, Round, Seat, Tournament
from tournaments.models.log import Apart, Board, Bye, Identity, Item, Number, Text
from tournaments.rounds.queries import rounds
from tournaments.texts import plain

Kind = IntegrityEvent.Kind

# The words for an integrity event in a line of the report.
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
    Kind.ROUNDS: "Rounds",
    Kind.CONFIGURATION: "Configuration",
}

# Kinds shown as boards before and after; a side without boards says so.
PAIRINGS = {Kind.MANUAL_PAIRING, Kind.IMPORT, Kind.RE_PAIRING, Kind.CONFIGURATION}

# Why an event of this kind can never be taken back.
NO_WAY_BACK = {
    Kind.IMPORT: gettext_lazy(
        "This cannot be taken back: the round was paired and played before the event came here."
    ),
    Kind.RE_PAIRING: gettext_lazy(
        "This cannot be taken back: everybody has seen that the pairing was withdrawn, and the rules gave the"
        " ground for it."
    ),
    Kind.IDENTITY: gettext_lazy("This cannot be taken back: correct the player’s data once more instead."),
    Kind.FIDE_MODE: gettext_lazy("This cannot be taken back: FIDE mode is left for good."),
    **dict.fromkeys(
        (Kind.ROUNDS, Kind.CONFIGURATION),
        gettext_lazy("To take this back, reopen the tournament and go on with its next round."),
    ),
}

# The byes, as a line of the report calls them.
BYES: dict[str, str] = {
    Seat.Kind.PAIRING_ALLOCATED_BYE: "PAB",
    Seat.Kind.FULL_POINT_BYE: "FPB",
    Seat.Kind.HALF_POINT_BYE: "HPB",
    Seat.Kind.ZERO_POINT_BYE: "ZPB",
}


def of_pairing(pairs: Iterable[tuple[Player, Player]], bye: Player | None = None) -> list[Item]:
    """Boards (White, Black) and the allocated bye as items of an integrity event."""
    found: list[Item] = [Board(white.pk, black.pk) for white, black in pairs]
    return [*found, Bye(bye.pk, Seat.Kind.PAIRING_ALLOCATED_BYE)] if bye else found


class Refusal(NamedTuple):
    """Why something cannot be done."""

    code: str
    message: str


def active(tournament: Tournament) -> QuerySet[IntegrityEvent]:
    """The events that still hold."""
    return tournament.integrity_events.filter(lifted_at__isnull=True)


def guards_touched(tournament: Tournament) -> AuditEvent | None:
    """The latest act that found the guards of the database touched, until a round is published after it."""
    published = tournament.audit_events.filter(action=AuditEvent.Action.ROUND_PUBLISHED).first()
    found = tournament.audit_events.filter(action=AuditEvent.Action.GUARDS_REPAIRED)
    return found.filter(pk__gt=published.pk if published else 0).first()


def manual_pairing(round_: Round) -> IntegrityEvent | None:
    """The event of a pairing by hand that differs from the rules; None if the round has none."""
    found = active(round_.tournament).filter(kind=Kind.MANUAL_PAIRING, round_number=round_.number)
    return found.select_related("audit").first()


def draft_key(round_: Round) -> str:
    """A key that distinguishes drafts: what the draft was paired from, and its pairing by hand."""
    hands = manual_pairing(round_)
    return f"{round_.fingerprint}.{hands.pk}" if hands else round_.fingerprint


def current_number(tournament: Tournament) -> int:
    """The latest round that has been paired; 1 before any has."""
    paired = tournament.rounds.exclude(state=Round.State.PLANNED)
    return paired.values_list("number", flat=True).last() or 1


def remarks(tournament: Tournament) -> list[str]:
    """The lines for the report, in today's pairing numbers: ### MPA @ Round 5: 12-3 9-4 => 12-4 9-3.

    New numbers, which alone would mean nothing, come with names: ### Exchange @ Round 1: 1=Adler => 2=Adler.
    """
    players = tournament.players.in_bulk()
    return [_line(event, players) for event in active(tournament).order_by("round_number", "pk")]


def stored_remarks(tournament: Tournament) -> list[str]:
    """The remarks that came with the file of an imported event."""
    return [record for record in rulebook.other_records(tournament) if record.startswith("###")]


def _line(event: IntegrityEvent, players: Mapping[int, Player]) -> str:
    numbers = {key: player.number for key, player in players.items()}

    def told(item: Item) -> str:
        if isinstance(item, Number):
            return f"{item.number}={players[item.player].name if item.player in players else '?'}"
        return _item_text(item, numbers, BYES, "-", "/", "=")

    before, after = (" ".join(map(told, side)) for side in _changed_sides(event))
    head = f"### {WORDS[Kind(event.kind)]} @ Round {event.round_number}"
    if _is_unchanged(event):
        text = f"{head}: unchanged"
    elif event.kind in PAIRINGS:
        text = f"{head}: {before or 'none'} => {after or 'none'}"
    else:
        text = ": ".join(filter(None, (head, " => ".join(filter(None, (before, after))))))
        # Whoever gets a report of fewer rounds than were announced wants to know why.
        if event.kind == Kind.ROUNDS:
            text = ": ".join(filter(None, (text, " ".join(why_ended(event).split()))))
    # Numbers, results and the program's own words are ASCII already; other texts need not be.
    return plain(text)


def why_ended(event: IntegrityEvent) -> str:
    """Why the event ended early: as the file says that it came from, or as the arbiter did."""
    return event.remark or event.audit.reason


def _changed_sides(event: IntegrityEvent) -> tuple[list[Item], list[Item]]:
    """The items before and after, without those that are in both."""
    before, after = event.sides
    return [item for item in before if item not in after], [item for item in after if item not in before]


def _is_unchanged(event: IntegrityEvent) -> bool:
    """Whether the result is the same as before: a pairing withdrawn and published again unchanged."""
    return bool(event.after) and not any(_changed_sides(event))


def _item_text(
    item: Item, called: Mapping[int, object], words: Mapping[str, object], versus: str, slash: str, colon: str
) -> str:
    """The item in words, with its players as `called`: by numbers or by names.

    `words` has the names of byes and results; those it lacks are written as stored.
    """

    def who(key: int) -> str:
        return str(called.get(key) or "?")

    match item:
        case Board(white, black, result):
            return f"{who(white)}{versus}{who(black)}" + (f": {words.get(result, result)}" if result else "")
        case Bye(player, kind):
            return f"{who(player)}{colon}{words.get(kind, kind)}"
        case Number(player, said) | Identity(player, said):
            return f"{who(player)}{colon}{said}"
        case Apart(players):
            return slash.join(map(who, players))
        case Text(text):
            return text


class Entry(NamedTuple):
    """One event as the list shows it."""

    event: IntegrityEvent
    before: list[str]
    after: list[str]
    # Why it cannot be taken back; "" if it can.
    refusal: str


def entries(tournament: Tournament) -> list[Entry]:
    """Every event, the earliest round first, also those that no longer hold."""
    found = tournament.integrity_events.select_related("audit__actor", "lifted_by", "tournament")
    names = _names(tournament)

    def entry(event: IntegrityEvent) -> Entry:
        refusal = why_not_restorable(event) if event.stands else None
        return Entry(event, *in_names(event, names), refusal.message if refusal else "")

    return [entry(event) for event in found.order_by("round_number", "pk")]


def hands(round_: Round) -> Entry | None:
    """The pairing by hand that the round's list has to show because it differs from the rules, if any."""
    event = manual_pairing(round_)
    return Entry(event, *in_names(event), "") if event else None


def in_names(event: IntegrityEvent, names: Mapping[int, str] | None = None) -> tuple[list[str], list[str]]:
    """The items before and after, in names, without those in both; `names` are read if not given."""
    names = _names(event.tournament) if names is None else names
    if _is_unchanged(event):
        return [], [_("unchanged")]
    words = dict([*Seat.Kind.choices, *Game.Result.choices])
    before, after = (
        [_item_text(item, names, words, " – ", " / ", ": ") for item in side]
        for side in _changed_sides(event)
    )
    return before, after


def _names(tournament: Tournament) -> dict[int, str]:
    return dict(tournament.players.values_list("pk", "name"))


def why_not_restorable(event: IntegrityEvent) -> Refusal | None:
    """The rule that forbids taking the act back now; None if it may be."""
    tournament = event.tournament
    if not event.changes:
        return Refusal("no_way_back", str(NO_WAY_BACK.get(Kind(event.kind), _("This cannot be taken back."))))
    try:
        backup.changes(event.changes, lambda _model, key, _place: key)
    except DomainError as error:
        # From a backup that an earlier release brought back.
        return Refusal("no_way_back", error.message)
    if tournament.is_finished:
        return Refusal("finished", _("The tournament is finished. Reopen it first."))
    for change in event.changes:
        if change["table"] == "correction":
            made = Correction.objects.filter(game__round__tournament=tournament, pk=change["key"])
            known = made.select_related("game__round__tournament")
            reasons = [why for correction in known if (why := corrections.why_it_stays(correction))]
            if reasons:
                return Refusal("too_late", reasons[0])
    locked = _locked_rounds(event)
    handling = rulebook.edition_of(tournament).handling
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
                "number": rulebook.edition_of(tournament).handling.freezing_round,
                "article": rulebook.article(tournament, "C.04.2 B.3"),
            },
        )
    if _changed(event, "game", "result") and event.round_number < current_number(tournament) - 1:
        return Refusal(
            "too_late",
            _("The round after round %(number)d is over: its results stay (%(article)s).")
            % {"number": event.round_number, "article": rulebook.article(tournament, corrections.ARTICLE)},
        )
    return None


def _locked_rounds(event: IntegrityEvent) -> list[int]:
    """The published rounds whose pairings the act changed, so that taking it back would change them."""
    concerned: set[int] = set()
    for change in event.changes:
        table, key = change["table"], change["key"]
        before, after = change["before"], change["after"]
        if table == "seat":
            concerned |= set(
                backup.rows(Seat, event.tournament).filter(pk=key).values_list("round_id", flat=True)
            )
        elif table == "game" and not (before and after and {"board", "round_id"}.isdisjoint(before)):
            concerned |= set(
                backup.rows(Game, event.tournament).filter(pk=key).values_list("round_id", flat=True)
            )
        elif table == "round":
            concerned.add(key)
        concerned |= {row["round_id"] for row in (before, after) if row and "round_id" in row}
    locked = event.tournament.rounds.filter(pk__in=concerned, state__in=Round.LOCKED)
    return list(locked.values_list("number", flat=True))


def _changed(event: IntegrityEvent, table: str, column: str) -> bool:
    """Whether the act changed this column in rows that existed before and after."""
    return any(
        change["table"] == table and change["before"] and change["after"] and column in change["before"]
        for change in event.changes
    )


# Seconds for which the state of the guards is cached, as the desk is opened often.
GUARDS_LAST = 30


def guard_faults() -> list[str]:
    """The faults of the database's guards, in words; the guards protect every event."""
    key = f"guard-faults-{get_language()}"
    found: list[str] | None = cache.get(key)
    if found is None:
        found = [str(fault) for fault in guards.faults()]
        cache.set(key, found, GUARDS_LAST)
    return found


# With fewer results, listing them is as short as a line about them.
LEAST = 3


@dataclass(frozen=True, slots=True)
class Line:
    """One act, or a burst of results of one round by one person; the latest first."""

    acts: tuple[AuditEvent, ...]

    @property
    def latest(self) -> AuditEvent:
        """The act itself, or the last act of the burst."""
        return self.acts[0]

    @property
    def first(self) -> AuditEvent:
        """The act with which the burst began."""
        return self.acts[-1]

    @property
    def is_burst(self) -> bool:
        """Whether it stands for several acts."""
        return len(self.acts) > 1

    @property
    def minutes(self) -> int:
        """How long a burst took."""
        return round((self.latest.at - self.first.at).total_seconds() / 60)

    @property
    def boards(self) -> str:
        """The boards of a burst, runs of them shortened: "1–24, 30"."""
        numbers = sorted({_board(act) or 0 for act in self.acts})
        runs = groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
        found = [[number for _place, number in run] for _key, run in runs]
        return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in found)


def _board(act: AuditEvent) -> int | None:
    board = act.after.get("board") if isinstance(act.after, dict) else None
    return board if isinstance(board, int) else None


def lines(acts: Iterable[AuditEvent]) -> list[Line]:
    """The acts, latest first, with bursts of results in one line each.

    Two people who enter at the same time have a line each. Results that were changed, cleared or corrected
    stay by themselves.
    """
    found: list[Line] = []
    for (action, _round), run in groupby(acts, key=lambda act: (act.action, act.round_number)):
        if action != AuditEvent.Action.RESULT_ENTERED:
            found += [Line((act,)) for act in run]
            continue
        people: dict[object, list[AuditEvent]] = {}
        for act in run:
            # An act without a board was not written by a service and stays by itself.
            person = (act.actor_id, act.helper_id) if _board(act) else act.pk
            people.setdefault(person, []).append(act)
        for theirs in people.values():
            found += [Line(tuple(theirs))] if len(theirs) >= LEAST else [Line((act,)) for act in theirs]
    return found


# The clocks of machines that serve one event may differ by this much.
LAG = timedelta(minutes=1)
SHOWN = "%Y-%m-%d %H:%M:%S"


def out_of_order(tournament: Tournament) -> Iterator[str]:
    """A sentence for each line whose number no service gives, or that says an earlier time than one before.

    The log goes on when a clock is set back, and that is no fault of the event; so only an administrator is
    told, who knows whether it was.
    """
    before = datetime.min.replace(tzinfo=UTC)
    for key, at in tournament.audit_events.order_by("pk").values_list("pk", "at"):
        facts = {"line": key, "at": f"{at:{SHOWN}}", "before": f"{before:{SHOWN}}"}
        if not 1 <= key <= AuditEvent.GREATEST_ID:
            yield _("the log has a line with the number %(line)d, which no act gives") % facts
        elif at + LAG < before:
            yield (
                _(
                    "line %(line)d of the log says %(at)s, and a line before it %(before)s: the clock was set"
                    " back, or somebody wrote the line"
                )
                % facts
            )
        before = max(before, at)

"""Restoring an event from a backup: its people, its log, its rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError
from django.db.models import DateField, ForeignKey, Model
from django.utils.translation import gettext as _

from tournaments.backup import queries
from tournaments.backup.files import MOST_NAME, Backup, refuse
from tournaments.backup.queries import value_of
from tournaments.errors import DomainError
from tournaments.event.services.event import free_slug, require_sense
from tournaments.models import (
    AuditEvent,
    Correction,
    Game,
    IntegrityEvent,
    Player,
    Publication,
    Round,
    Seat,
    Tournament,
)
from tournaments.models.people import hash_of, new_token

Action = AuditEvent.Action
Kind = IntegrityEvent.Kind


def accounts_of(names: Mapping[int, str], slug: str) -> dict[int, int]:
    """Make an account for each person; returns number in the file -> key of the account.

    Nobody can log in with these: a person of the same name here is somebody else.
    """
    # The accounts that came with an earlier file of the same event.
    there = User.objects.filter(username__contains=f" ({slug} ").count()
    accounts = [
        User(
            username=f"{name[: MOST_NAME - 80]} ({slug} {there + number})",
            first_name=name,
            is_active=False,
            password=make_password(None),
        )
        for number, name in names.items()
    ]
    made = User.objects.bulk_create(accounts)
    return {number: account.pk for number, account in zip(names, made, strict=True)}


def came_with_a_file(account: User) -> bool:
    """Whether the account was made for a file; with all others, somebody logs in here, or did."""
    # No name that a person chooses contains a space (User.username_validator).
    return not account.is_active and not account.has_usable_password() and " (" in account.username


# Name of a column's attribute -> its value, with keys as the backup numbers them.
type Row = dict[str, Any]
type Rows = Mapping[type[Model], list[Row]]


def exchanges(correction: Row) -> bool:
    """Whether the database exchanged two seats for this correction: not if it is for rating alone."""
    return correction["player_id"] is not None and correction["counts_from"] is not None


def before_exchanges(rows: Rows) -> tuple[list[Row], set[int]]:
    """The seats as they were published, and the games whose seats have been exchanged since."""
    seats = [dict(row) for row in rows[Seat]]
    taken = {(row["round_id"], row["player_id"]): row for row in seats}
    moved: set[int] = set()
    corrections = [(number, row) for number, row in enumerate(rows[Correction], 1) if exchanges(row)]
    for number, row in sorted(corrections, key=lambda one: -one[1]["audit_id"]):
        round_ = rows[Game][row["game_id"] - 1]["round_id"]
        two = [taken.get((round_, row[who])) for who in ("player_id", "other_player_id")]
        one, other = two
        if one is None or other is None:
            refuse(f"correction, {number}", row["game_id"], _("two players of its round"))
        for place in ("game_id", "colour"):
            one[place], other[place] = other[place], one[place]
        moved |= {row["game_id"], row["other_game_id"]} - {None}
    return seats, moved


class Step(NamedTuple):
    """What a line of the log did to a player: it corrected their identity, or cut the birth to its year."""

    player: int
    values: Row
    corrected: bool = True


class Identities(NamedTuple):
    """The identities of players: at first, and the lines of the log that changed them."""

    first: dict[int, Row]
    steps: dict[int, Step]


def identities(rows: Rows) -> Identities:
    """The players whose name, FIDE ID or birth was corrected after they were published, line by line."""
    found = Identities({}, {})
    latest: dict[int, Row] = {}
    for line, act in enumerate(rows[AuditEvent], 1):
        if act["action"] == AuditEvent.Action.PERSONAL_REMOVED:
            # Only for corrected players: rows of others have the year, and players struck out have no row.
            player = act["after"].get("player")
            if player is None:
                refuse(f"auditevent, {line}, after, player", player, _("the number of a row"))
            if player in latest:
                year = {"birth": latest[player]["birth"][:4]}
                found.steps[line] = Step(player, year, corrected=False)
                latest[player] = latest[player] | year
        if act["action"] != AuditEvent.Action.PLAYER_IDENTITY_CORRECTED:
            continue
        was, now = (_identity(act[side], f"auditevent, {line}, {side}") for side in ("before", "after"))
        player = _player(rows, line, act)
        if rows[Player][player - 1]["identity_audit_id"] is not None:
            found.first.setdefault(player, was)
            found.steps[line] = Step(player, now)
            latest[player] = now
    for number, row in enumerate(rows[Player], 1):
        named = {name: row[name] for name in Player.IDENTITY}
        if row["identity_audit_id"] is not None and latest.get(number) != named:
            refuse(f"player, {number}", named, str(latest.get(number)))
    return found


def draws(rows: Rows) -> dict[int, int]:
    """Line of the log -> the round whose start position was drawn then."""
    acts = rows[AuditEvent]
    lines = {
        act["round_number"]: line
        for line, act in enumerate(acts, 1)
        if act["action"] == AuditEvent.Action.POSITION_DRAWN
    }
    found = {}
    for number, row in enumerate(rows[Round], 1):
        line = lines.get(row["number"])
        told = acts[line - 1]["after"] if line else {}
        drawn = {} if row["start_position"] is None else {"start_position": row["start_position"]}
        if told not in (drawn, drawn | {"in_the_hall": True}):
            refuse(f"round, {number}, start_position", row["start_position"], str(told or None))
        if line:
            found[line] = number
    return found


def _player(rows: Rows, line: int, act: Row) -> int:
    """The number of the player's row that the act names."""
    player: int | None = act["after"].get("player")
    if player is None or player > len(rows[Player]):
        refuse(f"auditevent, {line}, after, player", player, _("a row of the players"))
    return player


def _identity(side: Any, place: str) -> Row:
    if not isinstance(side, dict):
        refuse(place, side, _("an object"))
    fields = {field.name: field for field in Player._meta.concrete_fields}
    return {name: value_of(fields[name], side.get(name), f"{place}, {name}") for name in Player.IDENTITY}


# Name of a column's attribute -> its value, with keys as the backup numbers them.


# Secrets are made anew: no old link gives access here.
MADE_ANEW = {"token_hash": lambda: hash_of(new_token()), "nonce": uuid4}
# The notes that only an act in LIFTING lifts (guards.trail).
LIFTED_BY_ACTS = frozenset({Kind.CORRECTION, Kind.RATING_CORRECTION, Kind.ADJOURNMENT})
LIFTING = frozenset({Action.RESTORED, Action.ROUND_WITHDRAWN})
LIFTED = ("lifted_at", "lifted_by_id", "lifted_reason")
UNLIFTED = {"lifted_at": None, "lifted_by_id": None, "lifted_reason": ""}
# Rows that are gone, which notes and the log still name, have numbers after those of their section.
MOST_ROWS = 1 << 31


class Replay:
    """One backup on its way into the database: its rows, and the keys that they have here so far."""

    def __init__(self, source: Backup, nonce: UUID | None = None) -> None:
        self.source = source
        self.nonce = nonce
        # Number of a person in the file -> their account, for people who have one on this machine.
        self.accounts: dict[int, int] = {}
        self.rows = {model: list(self._read(model)) for model in queries.models()}
        self.keys: defaultdict[type[Model], dict[int, int]] = defaultdict(dict)
        # The notes stored so far that a later line of the log lifts, and those of each round.
        self.to_lift: set[int] = set()
        self.notes_of: defaultdict[int, set[int]] = defaultdict(set)
        # The people whom rows name.
        self.named: set[int] = set()
        self._refuse_unknown()
        self.seats, self.moved = before_exchanges(self.rows)
        self.identities = identities(self.rows)
        self.draws = draws(self.rows)

    @property
    def address(self) -> str:
        """The event's address: that of the file, and from the moment it is stored one that is free here."""
        [event] = self.rows[Tournament]
        return str(event["slug"])

    def event(self) -> Tournament:
        """Store all rows and return the event."""
        self._store_people()
        self._store_event()
        for model in queries.models():
            if model not in (Tournament, AuditEvent, *queries.logged_models()):
                self._store(model, self._before_the_first_act(model))
        self._store_acts()
        self._complete()
        return Tournament.objects.get(pk=self.keys[Tournament][1])

    # Reading.

    def _read(self, model: type[Model]) -> Iterator[Row]:
        section = self.source.sections.get(str(model._meta.model_name))
        if section is None:
            return
        fields = {field.name: field for field in queries.columns(model)}
        for name in section.columns:
            if name not in fields:
                refuse(f"{model._meta.model_name}, columns", name, ", ".join(fields))
        for name, field in fields.items():
            if name not in section.columns and not (field.null or field.has_default()):
                refuse(f"{model._meta.model_name}, columns", ", ".join(section.columns), name)
        known = [fields[name] for name in section.columns]
        unsaid = {
            field.attname: field.get_default()
            for name, field in fields.items()
            if name not in section.columns
        }
        for number, cells in enumerate(section.rows, 1):
            place = _place(model, number)
            yield unsaid | {
                field.attname: value_of(field, cell, f"{place}, {field.name}")
                for field, cell in zip(known, cells, strict=True)
            }

    def _refuse_unknown(self) -> None:
        known = {str(model._meta.model_name) for model in queries.models()}
        for name in self.source.sections:
            if name not in known:
                refuse("sections", name, ", ".join(sorted(known)))
        if len(self.rows[Tournament]) != 1:
            refuse(_place(Tournament), len(self.rows[Tournament]), _("1 row"))
        for model, rows in self.rows.items():
            for number, row in enumerate(rows, 1):
                self._refuse_strays(model, number, row)
        self._refuse_unnamed()

    def _refuse_strays(self, model: type[Model], number: int, row: Row) -> None:
        """Refuse a key that leads nowhere, and a value in which a key could hide."""
        for field in queries.columns(model):
            present = isinstance(field, ForeignKey)

            def proved(to: type[Model], key: int, place: str, *, present: bool = present) -> int:
                return self._proved(to, key, place, present=present)

            queries.renamed(field, row, proved, f"{_place(model, number)}, {field.name}")

    def _proved(self, to: type[Model], key: int, place: str, *, present: bool) -> int:
        """The key, if it is that of a row of the file, or of one that was in this event and is gone."""
        if to is User:
            self.named.add(key)
        last = len(self.source.people if to is User else self.rows[to])
        if not 1 <= key <= (last if present or to in (User, Tournament) else MOST_ROWS):
            refuse(place, key, _("a row from 1 to %(last)d") % {"last": last})
        return key

    def _refuse_unnamed(self) -> None:
        """Refuse people whom no row names: each of them would become an account."""
        for number, name in enumerate(self.source.people, 1):
            if number not in self.named:
                place = _("people, row %(row)d") % {"row": number}
                refuse(place, name, _("somebody whom a row names"))

    # Storing.

    def _store_people(self) -> None:
        [event] = self.rows[Tournament]
        event["slug"] = free_slug(event["slug"])
        others = {n: name for n, name in enumerate(self.source.people, 1) if n not in self.accounts}
        self.keys[User] = self.accounts | accounts_of(others, event["slug"])

    def _store_event(self) -> None:
        [row] = self.rows[Tournament]
        event = Tournament(**self._here(Tournament, row))
        try:
            require_sense(event)
            event.full_clean(exclude=["slug"])
        except ValidationError as error:
            raise DomainError("backup", " ".join(error.messages)) from error
        event.nonce, event.finished_at = self.nonce, None
        self._save(Tournament, 1, event)

    def _store(self, model: type[Model], rows: list[Row]) -> None:
        made = [model(**self._here(model, row)) for row in rows]
        if _keeps_time(model):
            for number, row in enumerate(made, 1):
                self._save(model, number, row)
        else:
            model._base_manager.bulk_create(made, batch_size=500)
            self.keys[model] |= {number: row.pk for number, row in enumerate(made, 1)}

    def _save(self, model: type[Model], number: int, row: Model) -> None:
        # Raw, so that the row keeps its own times.
        row.save_base(raw=True, force_insert=True)
        self.keys[model][number] = row.pk

    def _here(self, model: type[Model], row: Row) -> Row:
        """The row with the keys of this machine."""
        found = {field.attname: queries.renamed(field, row, self._key) for field in queries.columns(model)}
        for field in model._meta.concrete_fields:
            if field.name in MADE_ANEW and not field.null:
                found[field.attname] = MADE_ANEW[field.name]()
        return found

    def _key(self, model: type[Model], number: int, _place: str) -> int:
        """The key that a row has here; for one that is gone, a key that no row of any event has."""
        gone = -(self.keys[Tournament].get(1, 0) << 32) - number
        return self.keys[model].get(number, gone)

    def _before_the_first_act(self, model: type[Model]) -> list[Row]:
        """The rows as the guards accept them while nothing is paired."""
        rows = self.rows[model]
        if model is Round:
            nothing = dict.fromkeys(("published_at", "by_hand_from", "start_position"))
            hidden = {"state": Round.State.PLANNED} | nothing
            return [row | hidden for row in rows]
        if model is Game:
            # A game whose seats are corrected must have been played (guards.corrections).
            played = {"result": Game.Result.ADJOURNED}
            return [row | played if n in self.moved else row for n, row in enumerate(rows, 1)]
        if model is Seat:
            return self.seats
        if model is Player:
            unnamed = {"identity_audit_id": None}
            return [row | unnamed | self.identities.first.get(n, {}) for n, row in enumerate(rows, 1)]
        return rows

    def _store_acts(self) -> None:
        """Store the log line by line: the line, the rows that came with it, and what it made possible."""
        by_line = {
            model: _grouped(self.rows[model], _line_of(model))
            for model in queries.logged_models()
            if _line_of(model)
        }
        publishing = self._publishing()
        for line, row in enumerate(self.rows[AuditEvent], 1):
            with _named(AuditEvent, line):
                self._save(AuditEvent, line, AuditEvent(**self._here(AuditEvent, row)))
            if line in self.identities.steps:
                self._rename(line)
            if line in self.draws:
                with _named(Round, self.draws[line]):
                    self._update(Round, self.draws[line], ("start_position",))
            for model, groups in by_line.items():
                for number in groups.get(line, ()):
                    with _named(model, number):
                        self._tell(model, number)
            for number in publishing.get(line, ()):
                with _named(Round, number):
                    self._publish(number)
            if row["action"] in LIFTING:
                self._lift(line)

    def _tell(self, model: type[Model], number: int) -> None:
        """Store a row that comes with its line of the log."""
        row = self.rows[model][number - 1]
        if model is Correction:
            # The database exchanges the seats itself.
            row = row | {"done": row["done"] and not exchanges(row)}
        if model is IntegrityEvent:
            self._save(model, number, IntegrityEvent(**self._here(model, row | UNLIFTED)))
            if row["lifted_at"] and row["kind"] in LIFTED_BY_ACTS:
                self.to_lift.add(number)
                self.notes_of[row["round_number"]].add(number)
            elif row["lifted_at"]:
                self._update(model, number, LIFTED)
            return
        self._save(model, number, model(**self._here(model, row)))

    def _lift(self, line: int) -> None:
        """Lift the notes that only an act in LIFTING lifts, and this line of the log does."""
        act = self.rows[AuditEvent][line - 1]
        if act["action"] == Action.RESTORED:
            note = act["before"].get("event")
            told = {note} if isinstance(note, int) else set()
        else:
            told = self.notes_of.pop(act["round_number"], set())
        for number in sorted(told & self.to_lift):
            self.to_lift.remove(number)
            with _named(IntegrityEvent, number):
                self._update(IntegrityEvent, number, LIFTED)

    def _publishing(self) -> dict[int, list[int]]:
        """Line of the log -> the rounds that have been public since then."""
        latest: dict[int, Row] = {}
        for link in sorted(self.rows[Publication], key=lambda link: link["place"]):
            begun = self.rows[AuditEvent][link["audit_id"] - 1]["action"] == Action.CHAIN_BEGUN
            if begun or link["kind"] in {Publication.Kind.PAIRING, Publication.Kind.WITHDRAWN}:
                latest[link["round_number"]] = link
        found = defaultdict(list)
        for number, row in enumerate(self.rows[Round], 1):
            if row["state"] in Round.LOCKED:
                told = latest.get(row["number"])
                if told is None or told["kind"] == Publication.Kind.WITHDRAWN:
                    refuse(_place(Round, number), row["state"], _("a link of the chain that publishes it"))
                found[told["audit_id"]].append(number)
        return found

    def _publish(self, number: int) -> None:
        self._update(Round, number, ("state", "published_at"))

    def _rename(self, line: int) -> None:
        number, values, corrected = self.identities.steps[line]
        told = {"identity_audit_id": self.keys[AuditEvent][line]} if corrected else {}
        with _named(Player, number):
            self._update_to(Player, number, values | told)

    def _complete(self) -> None:
        """Store what no act did: drafts, results of exchanged boards, rows without a line, the finish."""
        for number, row in enumerate(self.rows[Round], 1):
            if row["state"] not in Round.LOCKED:
                with _named(Round, number):
                    self._update(Round, number, ("state", "published_at", "by_hand_from"))
        for number in self.moved:
            self._update(Game, number, ("result",))
        for model in queries.logged_models():
            if not _line_of(model):
                self._store(model, self.rows[model])
        with _named(Tournament, 1):
            self._update(Tournament, 1, ("finished_at",))

    def _update(self, model: type[Model], number: int, columns: Iterable[str]) -> None:
        """Set these columns to the values in the backup."""
        here = self._here(model, self.rows[model][number - 1])
        self._update_to(model, number, {name: here[name] for name in columns})

    def _update_to(self, model: type[Model], number: int, values: Row) -> None:
        event = Tournament(pk=self.keys[Tournament][1])
        queries.rows(model, event).filter(pk=self.keys[model][number]).update(**values)


def _line_of(model: type[Model]) -> str:
    """The column of a told row that names its line of the log; "" if it belongs to another such row."""
    keys = [field for field in queries.columns(model) if field.related_model is AuditEvent]
    return keys[0].attname if keys else ""


def _grouped(rows: list[Row], column: str) -> dict[int, list[int]]:
    """Line of the log -> the numbers of the rows that came with it."""
    found = defaultdict(list)
    for number, row in enumerate(rows, 1):
        found[row[column]].append(number)
    return found


def _keeps_time(model: type[Model]) -> bool:
    """Whether a row sets one of its times to the present when it is stored as usual."""
    return any(
        isinstance(f, DateField) and (f.auto_now or f.auto_now_add) for f in model._meta.concrete_fields
    )


def _place(model: type[Model], number: int | None = None) -> str:
    name = str(model._meta.model_name)
    return name if number is None else _("%(section)s, row %(row)d") % {"section": name, "row": number}


@contextmanager
def _named(model: type[Model], number: int) -> Iterator[None]:
    """If the database refuses a row, say which one."""
    try:
        yield
    except (IntegrityError, DataError) as error:
        facts = {"place": _place(model, number), "why": error}
        raise DomainError("backup", _("%(place)s: the database refuses it: %(why)s.") % facts) from error

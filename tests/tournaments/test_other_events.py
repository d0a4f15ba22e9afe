"""No act of one event touches another, and no file that is brought back writes into one."""

from __future__ import annotations

import inspect
import json
import os
import pkgutil
import random
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import ForeignKey
from django.test import Client
from django.urls import reverse

import tournaments
from tests import builders, team_events
from tests.backup.test_backups import with_cell
from tests.everything import Everything, everything
from tests.tournaments.all_rows import of_event
from tests.tournaments.audit_cases import CASES
from tests.tournaments.audited.scenes import number
from tournaments.backup import queries as backup_queries
from tournaments.backup.files import Backup, Section, written
from tournaments.backup.queries import backup
from tournaments.backup.services.backups import hand_over, restore_event, take_home
from tournaments.errors import DomainError
from tournaments.event.services import course
from tournaments.event.services import event as event_services
from tournaments.event.services.course import repeat_event
from tournaments.hall import services as hall
from tournaments.log import queries as log
from tournaments.log.services import undo
from tournaments.models import (
    IntegrityEvent,
    Player,
    PlayerLink,
    PushSubscription,
    RatingList,
    Seat,
    Tournament,
)
from tournaments.own import services as own
from tournaments.players.services import players
from tournaments.players.services.byes import give_bye
from tournaments.players.services.players import remove_personal_data
from tournaments.public import services as public
from tournaments.rounds.services import by_hand
from tournaments.standings import services as standings
from tournaments.teams import services as teams

# How many altered files are tried of each event; a long search: OTHER_EVENTS=2000 pytest …
EACH = int(os.environ.get("OTHER_EVENTS") or 8)


@pytest.fixture(scope="module")
def others(module_db: None, tmp_path_factory: pytest.TempPathFactory) -> Everything:
    """The events of somebody else, with rows of every kind."""
    neighbour = builders.user("neighbour")
    found = everything(neighbour, tmp_path_factory.mktemp("lists"))
    PushSubscription.objects.create(
        player=PlayerLink.objects.filter(player__tournament=found.running)[0].player,
        endpoint="https://push.example.org/1",
        key="k",
        secret="s",
        language="en",
    )
    event = found.running
    CASES["add_webhook"].act(event, neighbour)
    CASES["send_test"].act(event, neighbour)
    # The cases load a list of their own.
    RatingList.objects.all().delete()
    builders.confirmed(give_bye, player=event.players.last(), number=4, kind="full", actor=neighbour)
    return found


@pytest.fixture(scope="module")
def made(others: Everything) -> int:
    return builders.tournament(builders.user("chief")).pk


@pytest.fixture
def db(made: int, undone_db: None) -> None:
    """The tests of this file share the events."""


@pytest.fixture
def event(made: int, db: None) -> Tournament:
    return Tournament.objects.get(pk=made)


@pytest.fixture
def chief(db: None) -> User:
    return User.objects.get(username="chief")


@pytest.fixture
def neighbour(others: Everything, db: None) -> Tournament:
    """The event of somebody else that must stay as it is."""
    return others.running


def in_a_team_event(
    act: Callable[[Tournament, User], Any], *, published: bool = True
) -> Callable[[Tournament, User], Any]:
    def done(_event: Tournament, actor: User) -> Any:
        event = team_events.event_of(actor, 2, rounds=1)
        if published:
            builders.publish(event, 1, actor)
        return act(event, actor)

    return done


def by_its_captain(event: Tournament, actor: User) -> None:
    own.set_rules(tournament=event, changes={"line_ups": True}, actor=actor)
    own.make_link(player=number(event, 1), actor=actor)
    link = PlayerLink.objects.get(player__tournament=event)
    teams.hand_in_line_up(link=link, number=1, places=[1, 2, 3, 4])


def come_home(event: Tournament, actor: User) -> Tournament:
    """The event comes home; the data of a player with a link here were removed there."""
    return take_home(tournament=event, data=from_elsewhere(event, actor).encode(), actor=actor)


def from_elsewhere(event: Tournament, actor: User) -> str:
    """The event is handed over, the data of player 3 are removed there, and it is handed over again."""
    players.change_player(player=number(event, 3), changes={"birth": "2011/12/13"}, actor=actor)
    own.make_link(player=number(event, 3), actor=actor)
    hand_over(tournament=event, where="https://example.org/", actor=actor)
    event.refresh_from_db()
    there = restore_event(data=backup(event).encode(), actor=builders.user("elsewhere"))
    actor_there = there.memberships.get().user
    remove_personal_data(player=number(there, 3), actor=actor_there)
    hand_over(tournament=there, where="https://example.org/", actor=actor_there)
    return backup(there)


PHONE = {"endpoint": "https://push.example.org/1", "key": "k", "secret": "s", "language": "en"}
# What writes besides the audited acts: acts of teams, and what leaves no line of its own in the log.
MORE: dict[str, Callable[[Tournament, User], Any]] = {
    "enter_teams": lambda _e, a: team_events.event_of(a, 2),
    "change_team": in_a_team_event(
        lambda e, a: teams.change_team(team=number(e, 1), changes={"members": [{"name": "New, N"}]}, actor=a),
        published=False,
    ),
    "set_line_up": in_a_team_event(
        lambda e, a: teams.set_line_up(team=number(e, 1), number=1, places=[1, 2, 3, 4], actor=a)
    ),
    "hand_in_line_up": in_a_team_event(by_its_captain),
    "enter_boards": in_a_team_event(
        lambda e, a: teams.enter_boards(
            tournament=e, number=1, board=1, results=["1-0"] * 4, version=0, actor=a
        )
    ),
    "give_values": lambda e, a: (
        event_services.change_regulations(tournament=e, changes={"tie_breaks": "OTHER_PO"}, actor=a),
        CASES["finish_tournament"].before(e, a),
        standings.give_values(tournament=e, tie_break="OTHER_PO", values={number(e, 1).pk: 1}, actor=a),
    ),
    "draw_lots": lambda e, a: (
        CASES["finish_tournament"].before(e, a),
        standings.draw_lots(tournament=e, actor=a),
    ),
    "take_home": come_home,
    "restore_event": lambda e, a: restore_event(data=backup(e).encode(), actor=a),
    "repeat_event": lambda e, a: repeat_event(
        source=e, name="Next", start_date=None, end_date=None, with_players=True, actor=a
    ),
    "remove_festival": lambda e, a: (
        course.make_festival(name="Festival", actor=a),
        course.remove_festival(festival=a.festivals.get().pk, actor=a),
    ),
    "unsubscribe": lambda e, _a: (
        public.subscribe(player=number(e, 3), **PHONE),
        public.unsubscribe(player=number(e, 3), endpoint=PHONE["endpoint"]),
    ),
    "note_seen": lambda e, _a: hall.note_seen(screen=hall.ask_for_code(tournament=e)[0]),
}


def audited(name: str) -> Callable[[Tournament, User], Any]:
    case = CASES[name]
    return lambda e, a: (case.before(e, a), e.refresh_from_db(), case.act(e, a))


ACTS = {name: audited(name) for name in CASES} | MORE


def test_every_act_is_tried() -> None:
    """An act is a service that takes the lock of an event."""
    acts = set()
    for found in pkgutil.walk_packages(tournaments.__path__, "tournaments."):
        if "services" not in found.name.split("."):
            continue
        module = import_module(found.name)
        acts |= {
            name
            for name, function in inspect.getmembers(module, inspect.isfunction)
            if function.__module__ == module.__name__
            and "acting" in inspect.unwrap(function).__code__.co_names
        }
    assert {name for name in acts if not name.startswith("_")} <= ACTS.keys()


def test_every_table_of_the_other_event_has_a_row_and_names_it(
    neighbour: Tournament, others: Everything
) -> None:
    """Else nothing could be seen to change there."""
    seen = set()
    for event in (neighbour, others.drafted, others.played, others.bracket, others.teams):
        seen |= {table for table, rows in of_event(event).items() if rows}
    named = of_event(neighbour)
    for model in backup_queries.all_models():
        assert backup_queries.rows(model, neighbour).count() == len(named[model._meta.db_table])
    assert {model._meta.db_table for model in backup_queries.all_models()} - seen == {
        "tournaments_otherrecords",
        "tournaments_givenvalue",
    }


def test_no_act_touches_another_event(
    others: Everything, event: Tournament, chief: User, subtests: pytest.Subtests
) -> None:
    watched = (others.running, others.teams)
    before = [of_event(other) for other in watched]
    for name, act in ACTS.items():
        with subtests.test(name), builders.undone():
            act(Tournament.objects.get(pk=event.pk), chief)
            assert [of_event(other) for other in watched] == before


# Files that were altered.

STRANGE: tuple[Any, ...] = (None, True, 0, -1, 1 << 40, 1.0, "", "x", [], [1], {}, {"id": 1}, [[1, 2]])


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to every value in the JSON, and to the lists and objects in between."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, one in inner:
        yield from leaves(one, (*path, name))


def places(content: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Where keys stand, or could: in foreign keys, and anywhere in what rows keep as JSON."""
    found = []
    for model in backup_queries.models():
        name = str(model._meta.model_name)
        columns = content[name].columns
        keys = {field.name for field in backup_queries.columns(model) if isinstance(field, ForeignKey)}
        for row_number, row in enumerate(content[name].rows):
            for column, cell in enumerate(row):
                if columns[column] in keys or isinstance(cell, dict | list):
                    found += [(name, row_number, column, *path) for path in leaves(cell)]
    return found


def altered(content: dict[str, Any], place: tuple[Any, ...], value: Any) -> None:
    name, *path, last = place
    found: Any = content[name].rows
    for step in path:
        found = found[step]
    found[last] = value


def sections_of(text: str) -> tuple[list[str], dict[str, Any]]:
    content = json.loads(text)
    return content["people"], {
        n: Section(one["columns"], one["rows"]) for n, one in content["sections"].items()
    }


def foreign_keys(neighbour: Tournament) -> list[Any]:
    """Keys of the other event's rows, as numbers and as texts that a column takes for numbers."""
    found = [neighbour.pk]
    for model in (Player, Seat, IntegrityEvent):
        found += backup_queries.rows(model, neighbour).values_list("pk", flat=True)[:3]
    return [*found, *map(str, found), *map(float, found)]


def use(event: Tournament) -> None:
    """Open the pages that show what the file kept, and do everything that rests on it."""
    actor = event.memberships.get().user
    client = Client()
    client.force_login(actor)
    pages = [reverse(name, args=[event.slug]) for name in ("integrity", "log", "desk")]
    pages += [
        reverse("desk-round", args=[event.slug, round_.number])
        for round_ in event.rounds.all()
        if round_.is_draft
    ]
    assert [page for page in pages if client.get(page).status_code >= 400] == []
    for note in log.active(event):
        try:
            builders.confirmed(undo, tournament=event, event=note.pk, actor=actor)
        except DomainError:
            continue
    for round_ in event.rounds.filter(by_hand_from__isnull=False):
        try:
            builders.confirmed(by_hand.end, tournament=event, number=round_.number, actor=actor)
            [note] = log.active(event).filter(kind="manual", round_number=round_.number)
            builders.confirmed(undo, tournament=event, event=note.pk, actor=actor)
        except DomainError:
            continue


@pytest.mark.parametrize("name", ["running", "by_hand", "teams", "league"])
def test_an_altered_backup_is_refused_or_changes_its_own_event_alone(
    others: Everything, neighbour: Tournament, chief: User, name: str
) -> None:
    """One key altered anywhere, the fingerprints made to fit: whatever is taken is then used."""
    text = backup(getattr(others, name))
    chance = random.Random(f"{name} {EACH}")
    values = (*STRANGE, *foreign_keys(neighbour))
    anywhere = places(sections_of(text)[1])
    kept = [place for place in anywhere if place[0] in {"integrityevent", "round"} and len(place) > 3]
    before = of_event(neighbour)
    taken = 0
    for _one in range(EACH):
        people, sections = sections_of(text)
        altered(
            sections,
            chance.choice(kept if kept and chance.random() < 0.5 else anywhere),
            chance.choice(values),
        )
        with builders.undone():
            try:
                found = restore_event(data=written(Backup(people, sections)).encode(), actor=chief)
            except DomainError:
                continue
            taken += 1
            use(found)
            assert of_event(neighbour) == before
    print(f"{name}: {EACH} altered backups, {taken} taken, 0 touched another event")


def their_seat(neighbour: Tournament, write: Callable[[int], Any]) -> dict[str, Any]:
    """A seat of a coming round of the other event, to be put back there; `write` gives its keys."""
    player = neighbour.players.exclude(seats__round__number=5)[0]
    keys = {
        "tournament_id": neighbour.pk,
        "round_id": neighbour.rounds.get(number=5).pk,
        "player_id": player.pk,
    }
    row = {name: write(key) for name, key in keys.items()}
    return {
        "table": "seat",
        "key": 1,
        "before": {"id": 1, **row, "kind": "zero", "game_id": None},
        "after": None,
    }


CRAFTED: dict[str, Callable[[Tournament], Any]] = {
    "as texts": lambda other: [their_seat(other, str)],
    "as fractions": lambda other: [their_seat(other, float)],
    "beside what cannot be renamed": lambda other: [their_seat(other, int), {"table": "sea"}],
    "a game": lambda other: [
        {
            "table": "game",
            "key": str(other.rounds.get(number=1).games.first().pk),
            "before": None,
            "after": {},
        }
    ],
    "the event": lambda _other: [{"table": "tournament", "key": 1, "before": None, "after": {"id": 1}}],
    "another table": lambda _other: [{"table": "auditevent", "key": 1, "before": None, "after": {"id": 1}}],
    "no table": lambda _other: [{"table": ["seat"], "key": 1, "before": None, "after": {"id": 1}}],
    "another key": lambda _other: [
        {"table": "player", "key": 1, "before": {"id": 2, "name": "X"}, "after": {"name": "Y"}}
    ],
    "no such column": lambda _other: [{"table": "player", "key": 1, "before": {"iq": 1}, "after": {"iq": 2}}],
    "no value of the column": lambda _other: [
        {"table": "player", "key": 1, "before": {"rating": "x"}, "after": {"rating": 2}}
    ],
    "no rows": lambda _other: [{"table": "player", "key": 1, "before": None, "after": None}],
    "nothing more": lambda _other: [{"table": "player", "key": 1, "before": {}, "after": {}, "then": 1}],
    "a number": lambda _other: 1,
    "numbers": lambda _other: [1, 2],
    "an object": lambda _other: {"table": "player"},
    "a text": lambda _other: "seat",
}


@pytest.fixture
def noted(event: Tournament, chief: User) -> Tournament:
    """The event has a full-point bye, which can be taken back."""
    builders.confirmed(give_bye, player=number(event, 3), number=1, kind="full", actor=chief)
    return event


@pytest.mark.parametrize("crafted", CRAFTED)
def test_a_crafted_restore_point_is_refused_when_the_file_is_read(
    noted: Tournament, neighbour: Tournament, chief: User, crafted: str
) -> None:
    text = with_cell(backup(noted), "integrityevent", 1, "changes", CRAFTED[crafted](neighbour))
    with pytest.raises(DomainError, match=r"integrityevent, row 1, changes.*: found “.*”, expected"):
        restore_event(data=text.encode(), actor=chief)


# In a file, where rows are numbered, these keys are those of rows of its own event.
AS_THEY_ARE = {"as they are": lambda other: [their_seat(other, int)]}


@pytest.mark.parametrize("crafted", CRAFTED | AS_THEY_ARE)
def test_one_that_an_earlier_release_brought_back_is_never_put_back(
    noted: Tournament, neighbour: Tournament, chief: User, chief_client: Client, crafted: str
) -> None:
    note = noted.integrity_events.get()
    note.pk, note.kind, note.changes = None, "exchange", (CRAFTED | AS_THEY_ARE)[crafted](neighbour)
    note.save()
    before, ours = of_event(neighbour), of_event(noted)
    with pytest.raises(DomainError):
        builders.confirmed(undo, tournament=noted, event=note.pk, actor=chief)
    assert (of_event(neighbour), of_event(noted)) == (before, ours)
    assert chief_client.get(reverse("integrity", args=[noted.slug])).status_code == 200
    assert backup(noted)


def test_rows_that_notes_of_two_events_bring_back_do_not_meet(event: Tournament, chief: User) -> None:
    """They are gone when the events come back, and each still has its own key then."""
    by_hand.begin(tournament=event, number=1, actor=chief)
    by_hand.unpair_all(tournament=event, number=1, actor=chief)
    for white, black in ((1, 2), (3, 4), (5, 6), (7, 8)):
        one, other = number(event, white).pk, number(event, black).pk
        builders.confirmed(by_hand.pair_two, tournament=event, number=1, white=one, black=other, actor=chief)
    builders.confirmed(by_hand.end, tournament=event, number=1, actor=chief)
    text = backup(event).encode()
    for _twice in range(2):
        found = restore_event(data=text, actor=chief)
        note = found.integrity_events.get()
        builders.confirmed(undo, tournament=found, event=note.pk, actor=chief)
        assert found.rounds.get(number=1).games.count() == 4


def forged(text: str, player: Any) -> str:
    """The file, in which the line about removed data has other facts."""
    lines = json.loads(text)["sections"]["auditevent"]
    acts = [dict(zip(lines["columns"], row, strict=True))["action"] for row in lines["rows"]]
    return with_cell(text, "auditevent", acts.index("personal_removed") + 1, "after", player)


def test_a_line_about_removed_data_names_a_player_of_the_file(
    event: Tournament, chief: User, subtests: pytest.Subtests
) -> None:
    text = from_elsewhere(event, chief)
    strange: tuple[Any, ...] = (
        "x",
        [1],
        {},
        {"player": "1"},
        {"player": None},
        {"player": [1]},
        {"player": True},
    )
    for facts in strange:
        data = forged(text, facts).encode()
        with (
            subtests.test(facts=facts),
            builders.undone(),
            pytest.raises(DomainError, match=r"auditevent, (row )?\d+, after.*: found “.*”, expected"),
        ):
            take_home(tournament=event, data=data, actor=chief)


def test_a_forged_line_about_removed_data_ends_no_link_of_another_event(
    event: Tournament, neighbour: Tournament, chief: User, subtests: pytest.Subtests
) -> None:
    theirs = PushSubscription.objects.get(player__tournament=neighbour).player_id
    text = from_elsewhere(event, chief)
    before = of_event(neighbour)
    writes: tuple[Callable[[int], Any], ...] = (int, str, float)
    for write in writes:
        data = forged(text, {"player": write(theirs)}).encode()
        with subtests.test(write=write.__name__), builders.undone():
            try:
                take_home(tournament=Tournament.objects.get(pk=event.pk), data=data, actor=chief)
            except DomainError:
                assert write is not int
            assert of_event(neighbour) == before

"""An event backed up and restored: the same text, act by act under the guards, or a refusal that says why."""

from __future__ import annotations

import hashlib
import json
import re
from datetime import UTC, datetime
from typing import Any

import hypothesis
import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import strategies as st

from tests import builders
from tests.prizes.samples import announce
from tests.tournaments.one_event import chief, db, event, made
from tournaments.backup import queries
from tournaments.backup.files import MOST_BYTES, Backup, Section, written
from tournaments.backup.queries import backup
from tournaments.backup.services.backups import restore_event
from tournaments.chain import verification
from tournaments.errors import DomainError
from tournaments.event.services.event import finish_tournament
from tournaments.log import queries as log
from tournaments.log.services import undo
from tournaments.models import (
    AuditEvent,
    Delivery,
    Game,
    IntegrityEvent,
    Membership,
    Part,
    Player,
    PlayerLink,
    PushSubscription,
    Screen,
    Seat,
    Tournament,
    Webhook,
)
from tournaments.players.services.byes import give_bye
from tournaments.players.services.players import add_players, change_player
from tournaments.rounds.services.rounds import draw_start_position
from tournaments.standings import queries as standings
from tournaments.standings.services import draw_lots, give_values

__all__ = ["chief", "db", "event", "made"]


def elsewhere(event: Tournament, actor: User) -> Tournament:
    """The event restored as on another machine, where its address is free."""
    text = backup(event)
    Tournament.objects.filter(pk=event.pk).update(slug=f"{event.slug}-before")
    return restore_event(data=text.encode(), actor=actor)


def same_again(event: Tournament, actor: User) -> Tournament:
    """The event restored from its backup; its own backup and its verification are the same as before."""
    text = backup(event)
    found = elsewhere(event, actor)
    assert backup(found) == text
    assert verification.differences(found) == verification.differences(event)
    return found


def test_an_event_without_a_round(event: Tournament, chief: User) -> None:
    same_again(event, chief)


def test_an_event_in_the_middle(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    found = same_again(event, chief)
    builders.enter(found, 2, chief)
    builders.publish(found, 3, chief)


def test_corrections_of_all_kinds_notes_and_links_come_back_under_the_guards(chief: User) -> None:
    event = builders.tournament(chief)
    builders.begin_entry(Client(), event)
    builders.play(event, 1, chief)
    builders.correct(event, 1, chief, kind="colours")
    white, other = (seat_of(event, board).player_id for board in (2, 3))
    builders.correct(event, 1, chief, board=2, kind="opponents", player=white, other_player=other)
    builders.correct(event, 1, chief, board=2, result="0-1")
    builders.confirmed(
        change_player,
        player=event.players.get(number=5),
        changes={"name": "Eklund, Astrid", "birth": "1990"},
        actor=chief,
    )
    builders.publish(event, 2, chief)
    builders.enter(event, 2, chief, {1: "adj"})
    builders.correct(event, 1, chief, board=4, result="1/2-1/2")
    found = same_again(event, chief)
    assert found.publications.count() == event.publications.count()
    one, other = (list(e.integrity_events.order_by("pk")) for e in (event, found))
    assert [report_line(note) for note in other] == [report_line(note) for note in one]


def test_a_correction_that_exchanges_the_seats_of_others_than_two_of_its_round_is_refused(
    chief: User,
) -> None:
    event = builders.tournament(chief)
    builders.play(event, 1, chief)
    builders.correct(event, 1, chief, kind="colours")
    add_players(tournament=event, entries=[{"name": "Late, L"}], actor=chief)
    text, late = backup(event), event.players.count()
    for column, value in (("player", late), ("other_player", late), ("other_player", None)):
        said = refused(with_cell(text, "correction", 1, column, value), chief)
        assert said == "correction, 1: found “1”, expected two players of its round."


def test_positions_of_chess960_come_back_with_their_lines_of_the_log(chief: User) -> None:
    event = builders.tournament(chief, chess960=True)
    builders.publish(event, 1, chief)
    draw_start_position(tournament=event, number=1, actor=chief)
    builders.repair(event, 1, chief, ground="competition-rules", reason="The regulations say so.")
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    draw_start_position(tournament=event, number=2, actor=chief, in_the_hall=959)
    found = same_again(event, chief)
    drawn = "number", "start_position"
    assert [*found.rounds.values_list(*drawn)] == [*event.rounds.values_list(*drawn)]
    builders.enter(found, 2, chief)


@pytest.mark.parametrize("position", [None, 0, 518])
def test_a_position_that_the_log_does_not_tell_is_refused(chief: User, position: int | None) -> None:
    event = builders.tournament(chief, chess960=True)
    builders.publish(event, 1, chief)
    drawn = draw_start_position(tournament=event, number=1, actor=chief)
    other = 959 - drawn if position == drawn else position
    said = refused(with_cell(backup(event), "round", 1, "start_position", other), chief)
    assert "round, 1, start_position: found “" in said
    assert f"expected {{'start_position': {drawn}}}." in said
    assert "expected None." in refused(with_cell(backup(event), "round", 2, "start_position", 7), chief)


def test_values_given_before_the_last_round_was_withdrawn_come_back(chief: User) -> None:
    event = builders.tournament(chief, players=6, rounds=1, tie_breaks="OTHER_PO")
    builders.play(event, 1, chief)
    first = event.players.get(number=1).pk
    give_values(tournament=event, tie_break="OTHER_PO", values={first: 1}, actor=chief)
    builders.enter(event, 1, chief, dict.fromkeys((1, 2, 3), Game.Result.NOT_YET))
    builders.repair(event, 1, chief, ground="competition-rules", reason="The regulations say so.")
    assert same_again(event, chief).given_values.get().value == 1


def test_a_finished_event_with_lots_values_given_and_prizes(chief: User) -> None:
    event = builders.tournament(chief, players=6, rounds=2, tie_breaks="OTHER_PO,OTHER_VALUE")
    announce(event, chief, 300, 200, 100)
    for number in (1, 2):
        builders.play(event, number, chief, dict.fromkeys((1, 2, 3), Game.Result.DRAW))
    one, two, three, *_rest = event.players.order_by("number").values_list("pk", flat=True)
    give_values(tournament=event, tie_break="OTHER_PO", values={one: 2, two: 1}, actor=chief)
    give_values(tournament=event, tie_break="OTHER_VALUE", values={three: 450}, actor=chief)
    draw_lots(tournament=event, actor=chief)
    finish_tournament(tournament=event, actor=chief)
    event.refresh_from_db()
    found = same_again(event, chief)
    assert found.is_finished
    assert found.lot_seed == event.lot_seed
    assert found.given_values.count() == 3
    order = [[line.number for line in standings.table(e)] for e in (event, found)]
    assert order[0] == order[1]


def seat_of(event: Tournament, board: int) -> Seat:
    """White's seat at the board in round 1."""
    return Seat.objects.get(
        game__round__tournament=event, game__round__number=1, game__board=board, colour="w"
    )


def report_line(note: IntegrityEvent) -> tuple[str, int, str, object]:
    """What a note says, with names in place of keys."""
    return note.kind, note.round_number, note.reason, log.in_names(note)


def test_what_can_be_taken_back_can_be_taken_back_there_too(event: Tournament, chief: User) -> None:
    player = event.players.get(number=3)
    builders.confirmed(give_bye, player=player, number=1, kind="full", actor=chief)
    found = elsewhere(event, chief)
    note = found.integrity_events.get()
    builders.confirmed(undo, tournament=found, event=note.pk, actor=chief)
    assert not found.rounds.get(number=1).seats.exists()


def test_who_acted_is_a_name_that_nobody_logs_in_with(event: Tournament, chief: User) -> None:
    restorer = builders.user("restorer")
    found = elsewhere(event, restorer)
    actors = {line.actor for line in found.audit_events.exclude(action="event_restored")}
    assert len(actors) == 1
    [account] = actors
    assert account is not None
    assert account != chief
    assert str(account).startswith("chief (")
    assert (account.is_active, account.has_usable_password()) == (False, False)
    assert [(m.user, m.role) for m in found.memberships.all()] == [(restorer, "owner")]
    assert not account.memberships.exists()


def test_every_table_of_an_event_is_in_its_backup(event: Tournament) -> None:
    """A model that points to an event, or to anything of one, is in the backup or left out on purpose."""
    reached = {Tournament}
    models = list(apps.get_app_config("tournaments").get_models(include_auto_created=True))
    while more := {
        model
        for model in models
        if model not in reached
        for field in model._meta.concrete_fields
        if field.is_relation and field.related_model in reached
    }:
        reached |= more
    assert reached == {
        *queries.models(),
        Membership,
        # A festival belongs to its maker, and not to any one event.
        Part,
        PlayerLink,
        PushSubscription,
        Screen,
        Webhook,
        Delivery,
    }
    assert Delivery not in queries.models()
    sections = json.loads(backup(event))["sections"]
    assert sections.keys() == {model._meta.model_name for model in queries.models()}
    left_out = {
        f"{model._meta.model_name}.{field.name}"
        for model in queries.models()
        for field in model._meta.concrete_fields
        if not field.primary_key and field.name not in sections[str(model._meta.model_name)]["columns"]
    }
    assert left_out == {
        *("tournament.nonce", "entrylink.nonce", "entrylink.token_hash"),
        *("invitation.nonce", "invitation.token_hash", "round.fingerprint"),
        *("tournament.handed_over_at", "tournament.set_aside_for"),
        *("tournament.archived_at", "tournament.removed_at"),
    }
    strangers = [
        f"{model._meta.model_name}.{field.name}"
        for model in queries.models()
        for field in model._meta.concrete_fields
        if field.is_relation and field.related_model not in (User, *queries.models())
    ]
    assert strangers == [], "keys that lead neither to a row of the event nor to an account"


def test_every_column_has_something_in_it_that_comes_back(event: Tournament) -> None:
    """Times to the microsecond, days, texts in any script: no column changes on the way."""
    at = datetime(2026, 11, 21, 9, 30, 15, 123456, tzinfo=UTC)
    Tournament.objects.filter(pk=event.pk).update(start_date="2026-11-21", check_in_at=at, city="Zürich ℵ")
    event.audit_events.create(action="deadline_set", round_number=1, after={"deadline": at})
    event.rounds.filter(number=1).update(day="2026-11-21", time="10:30", correction_deadline=at)
    found = elsewhere(event, event.arbiters.get())
    assert (found.city, found.check_in_at) == ("Zürich ℵ", at)
    assert (
        found.audit_events.order_by("pk").values_list("at", flat=True)[0]
        == (event.audit_events.order_by("pk").values_list("at", flat=True)[0])
    )


# Backups that were changed, by hand or on the way.


@pytest.fixture(scope="module")
def backed_up(made: int) -> str:
    """The backup of another event after a round, whose address is free."""
    chief = User.objects.get(username="chief")
    event = builders.tournament(chief)
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    text = backup(event)
    Tournament.objects.filter(pk=event.pk).update(slug="before")
    return text


@pytest.fixture
def played(backed_up: str, db: None) -> str:
    """That backup, to be restored."""
    return backed_up


def refused(text: str | bytes, actor: User) -> str:
    """The message with which the file is refused; nothing of it is kept."""
    before = [model.objects.count() for model in (Tournament, Player, AuditEvent, User)]
    with pytest.raises(DomainError) as refusal:
        restore_event(data=text.encode() if isinstance(text, str) else text, actor=actor)
    assert [model.objects.count() for model in (Tournament, Player, AuditEvent, User)] == before
    return refusal.value.message


def with_cell(text: str, section: str, row: int, column: str, value: object) -> str:
    """The backup with another value in one cell, and with fingerprints that fit it."""
    content = json.loads(text)
    sections = {name: Section(found["columns"], found["rows"]) for name, found in content["sections"].items()}
    found = sections[section]
    found.rows[row - 1][found.columns.index(column)] = value
    return written(Backup(content["people"], sections))


def with_the_event(changes: list[dict[str, Any]], key: int) -> list[dict[str, Any]]:
    """A restore point as it was kept while each row had the id of its event."""
    rows = [row for change in changes for row in (change["before"], change["after"]) if row]
    for row in rows:
        row["tournament_id"] = key
    assert rows
    return changes


def test_a_row_that_was_changed_does_not_fit_the_fingerprint(played: str, chief: User) -> None:
    said = refused(played.replace("Adler, A000", "Adler, A007"), chief)
    assert re.search(r"the fingerprint of its rows: found “[0-9a-f]{64}”, expected [0-9a-f]{64}", said)


@pytest.mark.parametrize(
    ("section", "row", "column", "value", "says"),
    [
        ("game", 1, "result", "0-1", "round 1, board 1: was “"),
        (
            "player",
            1,
            "name",
            "Somebody Else",
            "round 1, player: was “Adler, A000”, is “Some",
        ),
        ("publication", 2, "text", "nothing", "link 2 of the chain: was “"),
        ("publication", 2, "previous", "0" * 64, "publication, row 2: the database refuses it: the chain"),
        ("player", 1, "rating", "2400", "player, row 1, rating: found “2400”, expected a number."),
        ("player", 1, "rating", 24000, "player, row 1, rating: found “24000”, expected"),
        ("player", 1, "tournament", 2, "player, row 1, tournament: found “2”, expected a row from 1 to 1."),
        ("player", 1, "title", "GMX", "player, row 1, title: found “GMX”, expected one of: CM, FM, GM"),
        ("player", 1, "name", "A\0", "player, row 1, name: found “"),
        ("seat", 1, "game", 2, "The database refuses the backup: "),
        ("round", 3, "state", "published", "round, row 3: found “published”, expected a link of the chain"),
        ("auditevent", 1, "at", "yesterday", "auditevent, row 1, at: found “yesterday”"),
        ("auditevent", 1, "at", "2026-11-21T10:00:00", "expected a time with its zone"),
        ("tournament", 1, "edition", "dutch-1066", "dutch-1066"),
        (
            "tournament",
            1,
            "finished_at",
            "2026-11-21T10:00:00+00:00",
            "no tournament is finished while a game",
        ),
        ("tournament", 1, "slug", "a/b", "tournament, row 1, slug: found “a/b”"),
    ],
)
def test_what_contradicts_the_chain_the_guards_or_a_column_is_refused(
    played: str, chief: User, section: str, row: int, column: str, value: object, says: str
) -> None:
    assert says in refused(with_cell(played, section, row, column, value), chief)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "This is not a backup of an event"),
        (b"\xff\xfe", "This is not a backup of an event"),
        (b"[" * 100_000, "This is not a backup of an event"),
        (b"[]", "expected an object"),
        (b'{"format": NaN}', "NaN is no number"),
        (b'{"a": "\\ud800"}', "This is not a backup of an event"),
        (b"9" * 5_000, "This is not a backup of an event"),
        (b'{"format": "Board One backup", "version": 2}', "version: found “2”, expected 1."),
        (b'{"format": "Board One backup", "version": 1, "people": [""]}', "people, row 1"),
        (b'{"format": "Board One backup", "version": 1, "people": [], "sections": []}', "sections: found"),
        (b'{"format": "Board One backup", "version": 1, "people": [], "sections": {}}', "expected 1 row"),
        (b" " * (MOST_BYTES + 1), "The file has 16,777,217 bytes; expected at most 16,777,216."),
    ],
)
def test_what_is_no_backup_is_told_so(data: bytes, says: str, chief: User) -> None:
    assert says in refused(data, chief)


def test_people_whom_no_row_names_are_refused(played: str, chief: User) -> None:
    people = '"people": ["chief"'
    assert people in played
    said = refused(played.replace(people, f'{people},"Nobody"'), chief)
    assert said == "people, row 2: found “Nobody”, expected somebody whom a row names."


def test_an_older_release_has_no_words_for_what_a_newer_one_keeps(played: str, chief: User) -> None:
    content = json.loads(played)
    content["sections"]["player"]["columns"][3] = "patronymic"
    sections = {n: Section(found["columns"], found["rows"]) for n, found in content["sections"].items()}
    assert "player, columns: found “patronymic”" in refused(
        written(Backup(content["people"], sections)), chief
    )


def test_what_an_older_release_did_not_keep_is_as_in_a_new_event(played: str, chief: User) -> None:
    content = json.loads(played)
    sections = {n: Section(found["columns"], found["rows"]) for n, found in content["sections"].items()}
    place = sections["player"].columns.index("expelled")
    player = Section(
        [name for name in sections["player"].columns if name != "expelled"],
        [row[:place] + row[place + 1 :] for row in sections["player"].rows],
    )
    del sections["invitation"]
    found = restore_event(
        data=written(Backup(content["people"], sections | {"player": player})).encode(), actor=chief
    )
    assert not found.players.filter(expelled=True).exists()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@hypothesis.settings(suppress_health_check=list(hypothesis.HealthCheck))
@hypothesis.given(data=st.data())
def test_whatever_stands_in_a_cell_is_taken_or_refused(played: str, chief: User, data: st.DataObject) -> None:
    """Structure: any value anywhere, with fingerprints that fit, so that they stop nothing."""
    content = json.loads(played)
    sections = {n: Section(found["columns"], found["rows"]) for n, found in content["sections"].items()}
    filled = sorted(name for name, section in sections.items() if section.rows)
    for _change in range(data.draw(st.integers(1, 3))):
        section = sections[data.draw(st.sampled_from(filled))]
        row = data.draw(st.sampled_from(section.rows))
        row[data.draw(st.integers(0, len(row) - 1))] = data.draw(JSON)
    try:
        text = written(Backup(content["people"], sections)).encode()
    except UnicodeEncodeError:
        return
    with builders.undone():
        try:
            found = restore_event(data=text, actor=chief)
        except DomainError:
            return
        assert verification.contradictions(found) == []


@hypothesis.settings(suppress_health_check=list(hypothesis.HealthCheck))
@hypothesis.given(
    changes=st.lists(
        st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), min_size=1, max_size=4
    ),
    end=st.floats(0.5, 1),
)
def test_a_file_that_was_damaged_is_refused(
    played: str, chief: User, changes: list[tuple[float, int]], end: float
) -> None:
    """Bytes: changed anywhere, or cut off."""
    data = bytearray(played.encode())
    for place, byte in changes:
        data[int(place * len(data))] = byte
    damaged = bytes(data[: int(end * len(data))])
    hypothesis.assume(damaged != played.encode())
    with builders.undone():
        try:
            restore_event(data=damaged, actor=chief)
        except DomainError:
            return
        # Only something outside the rows was changed: a blank between them, or somebody's name.
        assert json.loads(damaged)["sections"] == json.loads(played)["sections"]


# The pages.


def test_the_owner_takes_it_away_and_brings_it_back(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    before = Tournament.objects.count()
    builders.play(event, 1, chief)
    answer = chief_client.get(reverse("backup", args=[event.slug]))
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{event.slug}-backup.json"'
    assert answer.content.decode() == backup(event)
    form = {"nonce": "5f1c0d1e-3f7c-4a57-9d43-2f1f6a8d0c11"}
    for _twice in range(2):
        sent = chief_client.post(
            reverse("tournament-restore"), form | {"file": SimpleUploadedFile("b.json", answer.content)}
        )
        assert sent.headers["Location"] == reverse("desk", args=[f"{event.slug}-2"])
    assert Tournament.objects.count() == before + 1
    page = chief_client.get(reverse("log", args=[f"{event.slug}-2"])).content.decode()
    assert "brought the event back from a backup" in page
    assert hashlib.sha256(answer.content).hexdigest() in page


def test_a_refusal_stands_beside_the_field(chief_client: Client) -> None:
    sent = chief_client.post(reverse("tournament-restore"), {"file": SimpleUploadedFile("b.json", b"[]")})
    assert sent.status_code == 422
    assert "expected an object" in sent.content.decode()


def test_more_players_are_no_more_queries_of_a_backup(chief: User) -> None:
    asked = []
    for size in (4, 20):
        event = builders.tournament(chief, players=size, rounds=3)
        builders.play(event, 1, chief)
        with CaptureQueriesContext(connection) as queries:
            backup(event)
        asked.append(len(queries))
    assert asked[0] == asked[1]

"""`manage.py verify`: each change behind the program's back is found, and no lawful act is reported."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.db.models import F
from django.test import Client
from django.urls import reverse

from pairing.__main__ import main as command_line
from tests import builders
from tests.tournaments.one_event import chief, db
from tests.tournaments.one_event import event as played
from tournaments import guards
from tournaments.chain import queries
from tournaments.chain.texts import Content, fingerprint
from tournaments.chain.verification import differences, differences_of_changed_rounds
from tournaments.errors import ConfirmationNeeded, Level
from tournaments.event.services import event as event_services
from tournaments.log import services as log
from tournaments.models import (
    AuditEvent,
    Correction,
    Game,
    IntegrityEvent,
    Publication,
    Round,
    Seat,
    Tournament,
)
from tournaments.players.services import players
from tournaments.rounds.services import by_hand, rounds

__all__ = ["chief", "db", "played"]

pytestmark = pytest.mark.any_database


@pytest.fixture(scope="module")
def made(module_db: None) -> int:
    """The key of an event of nine: round 1 is over, round 2 has results, round 3 is a draft."""
    chief = builders.user("chief")
    event = builders.tournament(chief, players=9)
    builders.play(event, 1, chief)
    builders.play(event, 2, chief)
    rounds.pair_round(tournament=event, number=3, actor=chief)
    return event.pk


@pytest.fixture
def unguarded(db: None) -> None:
    """What the owner of the database can always do: drop the guards, so that everything can be written.

    They come back as everything in a test's transaction does.
    """
    guards.drop()


def board(event: Tournament, number: int, place: int = 1) -> Game:
    return Game.objects.get(round__tournament=event, round__number=number, board=place)


def exchange(one: Seat, other: Seat) -> None:
    Seat.objects.filter(pk=other.pk).update(player=spare(other))
    Seat.objects.filter(pk=one.pk).update(player=other.player_id)
    Seat.objects.filter(pk=other.pk).update(player=one.player_id)


def spare(seat: Seat) -> int:
    """The key of a new player, who fills a seat meanwhile: none is empty, nobody sits twice in a round."""
    newcomer = seat.round.tournament.players.create(number=999, name="Spare, S")
    return newcomer.pk


def exchange_players(event: Tournament) -> None:
    exchange(board(event, 1, 1).seats.get(colour="w"), board(event, 1, 2).seats.get(colour="w"))


def swap_colours(event: Tournament) -> None:
    white, black = board(event, 2).seats.order_by("-colour")
    exchange(white, black)


def rename(event: Tournament) -> None:
    player = board(event, 2).seats.get(colour="w").player
    event.players.filter(pk=player.pk).update(name="Somebody, Else")


def give_bye_to_another(event: Tournament) -> None:
    bye = event.rounds.get(number=1).seats.get(kind="pab")
    Seat.objects.filter(pk=bye.pk).update(kind="zero")


def change_a_told_result(event: Tournament) -> None:
    Game.objects.filter(pk=board(event, 1).pk).update(result="0-1")


def change_a_result_of_today(event: Tournament) -> None:
    Game.objects.filter(pk=board(event, 2).pk).update(result="0-1")


def take_a_round_back(event: Tournament) -> None:
    event.rounds.filter(number=2).update(state="draft")


def publish_unseen(event: Tournament) -> None:
    event.rounds.filter(number=3).update(state="published", published_at=F("drafted_at"))


def move_a_board(event: Tournament) -> None:
    board(event, 1, 1).round.games.filter(board=1).update(board=77)


def forget_a_board(event: Tournament) -> None:
    board(event, 1).seats.all().delete()
    board(event, 1).delete()


def rewrite_a_link(event: Tournament) -> None:
    link = event.publications.order_by("place")[0]
    Publication.objects.filter(pk=link.pk).update(text=link.text.replace("time\t", "time\tsome other "))


def take_out_a_link(event: Tournament) -> None:
    event.publications.filter(place=2).delete()


def forge_the_end(event: Tournament) -> None:
    """Text and fingerprint agree, but the next link contains the fingerprint that was there before."""
    link = event.publications.order_by("place")[0]
    forged = link.text.replace("ground\t", "ground\tnicer")
    Publication.objects.filter(pk=link.pk).update(text=forged, fingerprint=fingerprint(forged))


def rewrite_the_log(event: Tournament) -> None:
    act = event.audit_events.filter(action="round_published").order_by("pk")[0]
    boards = [act.after["boards"][1], act.after["boards"][0], *act.after["boards"][2:]]
    AuditEvent.objects.filter(pk=act.pk).update(after=act.after | {"boards": boards})


def change_the_act_of_a_link(event: Tournament) -> None:
    event.publications.filter(place=1).update(audit=event.audit_events.order_by("pk")[0])


PLANTED: dict[Callable[[Tournament], None], str] = {
    exchange_players: "round 1, board 1: was",
    swap_colours: "round 2, board 1: was",
    rename: "player: was",
    give_bye_to_another: "round 1, not paired: was",
    change_a_told_result: "round 1, board 1: was",
    change_a_result_of_today: "round 2, board 1: was “1-0”, is “0-1”",
    take_a_round_back: "round 2, the pairings: was “pairings published”, is “draft”",
    publish_unseen: "round 3, the pairings: was “never published”, is “published”",
    move_a_board: "round 1, board 77: was “–”",
    forget_a_board: "round 1, board 1: was",
    rewrite_a_link: "link 1 of the chain",
    take_out_a_link: "link 3 of the chain",
    forge_the_end: "link 2 of the chain",
    rewrite_the_log: "the log: was",
    change_the_act_of_a_link: "link 1 of the chain",
}


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
@pytest.mark.usefixtures("unguarded")
def test_a_planted_change_is_found(
    played: Tournament, plant: Callable[[Tournament], None], capsys: pytest.CaptureFixture[str]
) -> None:
    assert differences(played) == []
    plant(played)
    with pytest.raises(SystemExit) as ended:
        call_command("verify", played.slug)
    assert ended.value.code == 1
    guards_, lines = [], []
    for line in capsys.readouterr().out.splitlines():
        (guards_ if line.startswith("database: ") else lines).append(line)
    assert len(guards_) == len(guards.guards_of(connection))
    assert all(line.startswith("test-open: round ") for line in lines)
    assert any(PLANTED[plant] in line for line in lines), lines


@pytest.mark.parametrize(
    "plant", [exchange_players, rename, change_a_told_result, take_a_round_back, publish_unseen]
)
@pytest.mark.usefixtures("unguarded")
def test_the_desk_finds_at_once_what_was_changed_in_a_round(
    played: Tournament, plant: Callable[[Tournament], None]
) -> None:
    """What was read a moment ago is read again if its rows have changed."""
    assert differences_of_changed_rounds(played) == []
    plant(played)
    assert differences_of_changed_rounds(played) != []


HIDING: dict[str, Callable[[Tournament, User], object]] = {
    "the next round": lambda event, chief: builders.confirmed(
        rounds.publish_round, tournament=event, number=3, actor=chief
    ),
    "a correction of another board": lambda event, chief: builders.correct(
        event, 1, chief, board=3, result=Game.Result.DRAW
    ),
    "a correction of seats": lambda event, chief: builders.correct(
        event, 2, chief, board=3, kind=Correction.Kind.COLOURS
    ),
    "a name put right": lambda event, chief: builders.confirmed(
        players.change_player,
        player=event.players.get(number=9),
        changes={"name": "Quite, Another"},
        actor=chief,
        reason="A brother",
    ),
}


@pytest.mark.parametrize("act", HIDING)
@pytest.mark.parametrize("plant", [exchange_players, rename, change_a_told_result, change_a_result_of_today])
@pytest.mark.usefixtures("unguarded")
def test_no_lawful_act_makes_a_planted_change_lawful(
    played: Tournament, chief: User, plant: Callable[[Tournament], None], act: str
) -> None:
    """A change that no act explains stays reported, whatever is published or corrected after it."""
    plant(played)
    assert differences(played) != []
    # The draft was made before the change.
    rounds.discard_draft(tournament=played, number=3, actor=chief)
    builders.explain_absences(played, chief)
    rounds.pair_round(tournament=played, number=3, actor=chief)
    HIDING[act](played, chief)
    assert differences(played) != []
    assert differences_of_changed_rounds(played) != []
    if act == "the next round":
        builders.enter(played, 3, chief)
        builders.explain_absences(played, chief)
        rounds.pair_round(tournament=played, number=4, actor=chief)
        builders.confirmed(rounds.publish_round, tournament=played, number=4, actor=chief)
        assert differences(played) != []
        assert differences_of_changed_rounds(played) != []


@pytest.mark.usefixtures("unguarded")
def test_what_was_found_is_asked_about_once_and_noted_for_good(played: Tournament, chief: User) -> None:
    change_a_told_result(played)
    rounds.pair_round(tournament=played, number=3, actor=chief)
    with pytest.raises(ConfirmationNeeded) as asked:
        rounds.publish_round(tournament=played, number=3, actor=chief)
    assert [(w.level, w.code) for w in asked.value.warnings] == [(Level.NECESSARY, "changed_without_an_act")]
    builders.correct(played, 1, chief, board=3, result=Game.Result.DRAW)
    (found,) = played.publications.filter(kind="found")
    assert (found.round_number, found.audit.action) == (1, "found_changed")
    assert found.audit.before == {"stood": ["board 1: Adler, A000 – Eklund, A004 1-0"]}
    builders.correct(played, 1, chief, board=4, result=Game.Result.DRAW)
    assert played.publications.filter(kind="found").count() == 1


@pytest.mark.usefixtures("unguarded")
def test_a_withdrawal_without_its_note_or_its_ground_is_found(chief: User) -> None:
    event = builders.with_rematch(chief)
    builders.repair(event, 2, chief)
    assert differences(event) == []
    event.integrity_events.filter(kind=IntegrityEvent.Kind.RE_PAIRING).delete()
    event.rounds.filter(number=2).update(repair_reason="")
    assert [line.place for line in differences(event)] == [
        "the ground of the withdrawal",
        "the note of the withdrawal",
    ]


def test_what_the_verification_reads_does_not_grow_with_the_event(
    chief: User, django_assert_max_num_queries: Callable[..., object]
) -> None:
    event = builders.tournament(chief, players=40)
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    differences_of_changed_rounds(event)
    with django_assert_max_num_queries(8):
        assert differences_of_changed_rounds(event) == []


def test_lawful_acts_leave_no_difference(chief: User) -> None:
    """A round withdrawn and paired again, corrections, undoing, a late entry, new numbers, and the end."""
    event = builders.with_rematch(chief, "dutch-2026")
    builders.repair(event, 2, chief)
    rounds.publish_round(tournament=event, number=2, actor=chief)
    assert differences(event) == []
    builders.enter(event, 2, chief)
    builders.correct(event, 2, chief, kind=Correction.Kind.COLOURS)
    assert differences(event) == []
    builders.confirmed(
        players.change_player,
        player=event.players.get(number=1),
        changes={"name": "Quite, Another", "fide_id": "1234567"},
        actor=chief,
        reason="He had given his brother's name",
    )
    assert event.publications.filter(kind="identity").count() == 1
    assert differences(event) == []
    players.add_players(tournament=event, entries=[{"name": "Late, L", "rating": 2500}], actor=chief)
    builders.explain_absences(event, chief)
    builders.play(event, 3, chief)
    assert differences(event) == []
    builders.correct(event, 2, chief, result=Game.Result.DRAW)
    note = event.integrity_events.order_by("pk").last()
    assert note
    assert differences(event) == []
    builders.correct(event, 3, chief, result=Game.Result.DRAW)
    builders.confirmed(
        log.undo,
        tournament=event,
        event=event.integrity_events.order_by("pk").last().pk,  # type: ignore[union-attr]
        actor=chief,
        reason="It was right",
    )
    assert differences(event) == []
    builders.confirmed(event_services.finish_tournament, tournament=event, actor=chief)
    assert event.rounds.filter(state=Round.State.FINISHED).count() == 3
    event.refresh_from_db()
    assert differences(event) == []
    call_command("verify")


@pytest.mark.django_db
def test_an_event_that_is_not_there_cannot_be_verified(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        call_command("verify", "no-such-open")
    assert ended.value.code == 2
    assert capsys.readouterr().err == "no event has the address no-such-open\n"


@pytest.mark.usefixtures("unguarded")
def test_a_link_that_cannot_be_read_is_a_difference(played: Tournament) -> None:
    played.publications.filter(place=1).update(text="something else")
    assert any("expected “Board One publication 2”" in line.stands for line in differences(played))


# Pages.


def page(client: Client, name: str, *args: object) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return answer.content.decode()


def test_everybody_may_check_a_published_round(client: Client, played: Tournament) -> None:
    link = played.publications.get(round_number=2, kind="pairing")
    assert link.short in page(client, "round", played.slug, 2)
    said = page(client, "round-check", played.slug, 2)
    assert "Yes. The round has just been paired again" in said
    assert "Yes. Boards, names, FIDE IDs and byes are those of the fingerprints." in said
    assert link.fingerprint in said
    text = page(client, "publication", played.slug, link.place)
    assert hashlib.sha256(text.encode()).hexdigest() == link.fingerprint


def test_the_file_gives_the_published_pairing_to_another_program(
    client: Client, played: Tournament, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "before.trf"
    path.write_bytes(client.get(reverse("round-check-file", args=[played.slug, 2])).content)
    assert command_line(["pair", str(path), "--edition", played.edition]) == 0
    _count, *lines = capsys.readouterr().out.splitlines()
    boards = {f"{b.white.number} {b.black.number}" for b in told(played, 2).boards}
    byes = {f"{bye.player.number} 0" for bye in told(played, 2).byes if bye.kind == "pab"}
    assert set(lines) == boards | byes


def told(event: Tournament, number: int) -> Content:
    return queries.content_in(event.publications.get(round_number=number, kind="pairing"))


@pytest.mark.usefixtures("unguarded")
def test_whoever_checks_is_told_what_was_changed(client: Client, played: Tournament) -> None:
    """At once, although no act has raised the revision under which pages are kept."""
    assert "Yes. Boards" in page(client, "round-check", played.slug, 1)
    exchange_players(played)
    said = page(client, "round-check", played.slug, 1)
    assert "No. Something was changed that no act of an arbiter explains" in said
    assert "the rules give other boards" in said


@pytest.mark.usefixtures("unguarded")
def test_desk_page_and_health_tell_it(client: Client, chief_client: Client, played: Tournament) -> None:
    assert "no act of an arbiter explains" not in page(chief_client, "desk", played.slug)
    assert "Yes. The rounds, the log and the fingerprints agree." in page(chief_client, "verify", played.slug)
    exchange_players(played)
    assert "no act of an arbiter explains" in page(chief_client, "desk", played.slug)
    assert "no act of an arbiter explains" in page(chief_client, "verify", played.slug)
    guards.create()
    assert client.get("/healthz").status_code == 200
    answer = client.get("/healthz?full")
    assert (answer.status_code, answer.content) == (503, b"events changed behind their publications: 1\n")


def test_a_pairing_by_hand_is_told_beside_the_one_of_the_rules(client: Client, chief: User) -> None:
    event = builders.tournament(chief, players=4)
    by_hand.begin(tournament=event, number=1, actor=chief)
    game = event.rounds.get(number=1).games.all()[0]
    black = game.seats.get(colour="b").player_id
    builders.confirmed(
        by_hand.swap_colours, tournament=event, number=1, game=game.pk, white_to=black, actor=chief
    )
    builders.confirmed(by_hand.end, tournament=event, number=1, actor=chief, reason="The hall wanted it")
    rounds.publish_round(tournament=event, number=1, actor=chief)
    said = page(client, "round-check", event.slug, 1)
    assert "the rules give other boards" in said
    assert "The hall wanted it" in said
    assert "Yes. Boards" in said


def test_a_draft_has_nothing_to_check(client: Client, played: Tournament) -> None:
    for name in ("round-check", "round-check-file"):
        assert client.get(reverse(name, args=[played.slug, 3])).status_code == 404
    assert client.get(reverse("publication", args=[played.slug, 99])).status_code == 404


def test_the_report_holds_the_fingerprint_of_every_round(chief_client: Client, played: Tournament) -> None:
    report = page(chief_client, "report", played.slug)
    for number in (1, 2):
        last = played.publications.filter(round_number=number).order_by("place").last()
        assert last
        assert f"### Fingerprint @ Round {number}: {last.fingerprint}" in report


@pytest.mark.usefixtures("unguarded")
def test_locks_that_were_taken_down_are_seen_by_arbiters(
    chief_client: Client, played: Tournament, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("desk", "verify"):
        assert "guard_seat_update (taken down)" in page(chief_client, name, played.slug)
    with pytest.raises(SystemExit):
        call_command("verify", played.slug)
    assert "database: guard_seat_update (taken down)" in capsys.readouterr().out


def test_everybody_sees_that_a_pairing_was_withdrawn(client: Client, chief: User) -> None:
    """Even after its draft was thrown away; nothing of the draft is shown."""
    event = builders.with_rematch(chief)
    builders.repair(event, 2, chief, reason="They had met")
    before = [page(client, "event", event.slug), page(client, "round", event.slug, 2)]
    for text in before:
        assert "The pairing of round 2, published" in text
        assert "They had met" in text
    rounds.discard_draft(tournament=event, number=2, actor=chief)
    assert [page(client, "event", event.slug), page(client, "round", event.slug, 2)] == before
    rounds.pair_round(tournament=event, number=2, actor=chief)
    rounds.publish_round(tournament=event, number=2, actor=chief)
    assert "is being made" not in page(client, "event", event.slug)
    assert "This round was paired again" in page(client, "round", event.slug, 2)


def test_what_came_in_place_of_a_withdrawn_pairing_is_what_was_published(chief: User) -> None:
    """Not the first draft, which may have been thrown away."""
    event = builders.with_rematch(chief)
    builders.repair(event, 2, chief)
    note = event.integrity_events.get(kind=IntegrityEvent.Kind.RE_PAIRING)
    assert (len(note.before), note.after) == (2, [])
    rounds.publish_round(tournament=event, number=2, actor=chief)
    note.refresh_from_db()
    assert len(note.after) == 2


def test_a_name_put_right_is_in_the_fingerprints_that_the_round_shows(
    client: Client, played: Tournament, chief: User
) -> None:
    before = page(client, "round", played.slug, 1)
    builders.confirmed(
        players.change_player,
        player=played.players.get(number=1),
        changes={"name": "Quite, Another"},
        actor=chief,
        reason="A brother",
    )
    link = played.publications.get(kind="identity")
    assert link.short not in before
    assert link.short in page(client, "round", played.slug, 1)
    said = page(client, "round-check", played.slug, 1)
    assert link.fingerprint in said
    assert "Yes. Boards, names" in said
    index = page(client, "chain", played.slug).splitlines()
    assert [line.split("\t")[-1] for line in index] == list(
        played.publications.order_by("place").values_list("fingerprint", flat=True)
    )


NONSENSE: list[tuple[str, object]] = [
    ("result_entered", {}),
    ("result_entered", []),
    ("result_entered", {"board": "x", "result": 7}),
    ("result_entered", {"board": [], "result": {}}),
    ("games_adjourned", {"adjourned": 3}),
    ("games_adjourned", {"adjourned": [[]]}),
    ("colours_corrected", {"seated": [7, [], [[], {}]]}),
    ("opponents_corrected", {"seated": "x"}),
    ("round_published", {"boards": 7}),
    ("deadline_set", {"deadline": "never"}),
    ("guards_repaired", {"guards": [1]}),
]


def test_no_line_that_nobody_wrote_hides_the_others(
    client: Client, chief_client: Client, played: Tournament
) -> None:
    """Those who may write rows can add rows to the log, but never take them out again."""
    for action, after in NONSENSE:
        AuditEvent.objects.create(tournament=played, action=action, round_number=2, after=after)
    for name in ("desk", "log", "verify"):
        page(chief_client, name, played.slug)
    page(client, "round-check", played.slug, 2)
    assert differences(played) != []
    assert client.get("/healthz?full").status_code == 503

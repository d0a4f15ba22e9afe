"""Other programs are told what is published: signed, again after a failure, and nothing that is private."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable, Iterator
from concurrent import futures
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address, ip_network
from threading import Event, Thread
from typing import Any, NamedTuple

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.api.test_api import DOCUMENT, alike
from tests.each import each
from tests.tournaments.one_event import chief, db, event, made
from tournaments.backup import queries as backup
from tournaments.errors import Conflict, DomainError
from tournaments.event.services import event as event_services
from tournaments.formats import posting
from tournaments.models import AuditEvent, Delivery, Game, Tournament, Webhook
from tournaments.players.services import byes
from tournaments.rounds.services import rounds
from tournaments.webhooks import outbox, queries, services

__all__ = ["chief", "db", "event", "made"]

Kind, Fault = Delivery.Kind, Delivery.Fault
ALL = {"rounds": True, "results": True, "corrections": True, "finish": True}


class Taken(NamedTuple):
    """A request that the other program received."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def told(self) -> Any:
        return json.loads(self.body)


class Receiver:
    """Another program: the requests it received, and the status with which it answers."""

    def __init__(self) -> None:
        self.taken: list[Taken] = []
        self.status = 204
        self.address = ""

    @property
    def kinds(self) -> list[str]:
        return [one.told["type"] for one in self.taken]


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    found = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.taken.append(Taken(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            self.send_response(found.status)
            if found.status == 302:
                self.send_header("Location", "/elsewhere")
            self.end_headers()

        def log_message(self, *_arguments: Any) -> None:
            """Log nothing."""

    settings.WEBHOOK_NETWORKS = [ip_network("127.0.0.0/8")]
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        found.address = f"http://127.0.0.1:{server.server_port}/hook?to=club"
        yield found
        server.shutdown()
        thread.join()


@pytest.fixture
def webhook(event: Tournament, chief: User, receiver: Receiver) -> Webhook:
    """The receiver is told of everything."""
    return services.add_webhook(tournament=event, address=receiver.address, choices=ALL, actor=chief)


def waiting(event: Tournament) -> list[tuple[str, int | None]]:
    found = Delivery.objects.waiting().filter(webhook__tournament=event)
    return list(found.values_list("kind", "round_number"))


def raising(error: type[BaseException]) -> Callable[..., Any]:
    """A function that raises this error, whatever its arguments."""

    def fail(*_arguments: Any, **_named: Any) -> Any:
        raise error

    return fail


def forget(event: Tournament) -> None:
    Delivery.objects.filter(webhook__tournament=event).delete()


# -- What is told ------------------------------------------------------------------------------------


def test_an_event_from_its_first_round_to_its_end(
    webhook: Webhook, receiver: Receiver, event: Tournament, chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "KEPT", 10)
    builders.publish(event, 1, chief)
    services.send_due()
    (published,) = (one.told for one in receiver.taken)
    read = Client().get(f"/api/v1/events/{event.slug}/rounds/1/").json()
    assert (published["type"], published["data"]["round"]) == ("round.published", read)
    assert published["data"]["event"] == Client().get("/api/v1/events/").json()["events"][0]
    builders.enter(event, 1, chief, {2: Game.Result.BLACK_WINS})
    builders.enter(event, 1, chief, {2: Game.Result.DRAW})
    services.send_due()
    results = [one.told for one in receiver.taken[1:]]
    assert [one["type"] for one in results] == ["result.entered"] * 4 + ["result.corrected"]
    second = results[-1]["data"]
    assert second["number"] == 1
    assert [(game["board"], game["result"]) for game in second["games"]] == [(2, "1/2-1/2")]
    assert not Delivery.objects.waiting().exists()
    for number in range(2, 6):
        builders.play(event, number, chief)
    event_services.finish_tournament(tournament=event, actor=chief)
    services.send_due()
    assert receiver.kinds[-1] == "event.finished"
    assert receiver.taken[-1].told["data"]["event"]["state"] == "finished"
    event_services.reopen_tournament(tournament=event, actor=chief)
    services.send_due()
    assert receiver.kinds[-1] == "event.reopened"
    assert webhook.deliveries.count() == services.KEPT


@pytest.mark.any_database
def test_nothing_is_told_where_nobody_asked_for_it(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    assert not Delivery.objects.exists()


@pytest.mark.any_database
@pytest.mark.parametrize("choice", list(ALL))
def test_only_what_was_ticked(choice: str, webhook: Webhook, event: Tournament, chief: User) -> None:
    Webhook.objects.update(**{name: name == choice for name in ALL})
    builders.play(event, 1, chief)
    builders.enter(event, 1, chief, {1: Game.Result.DRAW})
    kinds = {kind for kind, _number in waiting(event)}
    assert (
        kinds
        == {
            "rounds": {Kind.ROUND_PUBLISHED},
            "results": {Kind.RESULT_ENTERED},
            "corrections": {Kind.RESULT_CORRECTED},
            "finish": set(),
        }[choice]
    )


def test_no_private_act_and_no_draft(
    webhook: Webhook, receiver: Receiver, event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    forget(event)
    byes.give_bye(player=event.players.get(number=3), number=3, kind="half", actor=chief)
    builders.invitation(event, "deputy")
    rounds.pair_round(tournament=event, number=2, actor=chief)
    assert waiting(event) == []
    # Not even if a row says so.
    webhook.deliveries.create(kind=Kind.ROUND_PUBLISHED, round_number=2)
    assert services.send_due() == 0
    assert (receiver.taken, waiting(event)) == ([], [])


@pytest.mark.any_database
def test_a_withdrawn_pairing_is_told_and_its_own_publication_no_more(receiver: Receiver, chief: User) -> None:
    event = builders.with_rematch(chief)
    services.add_webhook(tournament=event, address=receiver.address, choices=ALL, actor=chief)
    number = event.rounds.filter(state="published").latest("number").number
    hook = event.webhooks.get()
    hook.deliveries.create(kind=Kind.ROUND_PUBLISHED, round_number=number)
    builders.repair(event, number, chief)
    services.send_due()
    assert [(one.told["type"], one.told["data"]["number"]) for one in receiver.taken] == [
        ("round.withdrawn", number)
    ]
    assert number not in receiver.taken[0].told["data"]["event"]["published_rounds"]


@pytest.mark.any_database
def test_it_is_told_with_the_act_or_not_at_all(webhook: Webhook, event: Tournament, chief: User) -> None:
    with transaction.atomic():
        builders.publish(event, 1, chief)
        assert waiting(event) == [(Kind.ROUND_PUBLISHED, 1)]
        transaction.set_rollback(True)
    assert waiting(event) == []


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("action", "after", "boards"),
    [
        ("result_entered", {"board": 3, "result": "1-0"}, [3]),
        ("colours_corrected", {"seated": [[2, 5, 6, "1-0"]], "counts_from": 2}, [2]),
        ("opponents_corrected", {"seated": [[2, 5, 6, "1-0"], [4, 7, 8, "0-1"]]}, [2, 4]),
        ("games_adjourned", {"adjourned": [1, 4]}, [1, 4]),
        ("restored", {"event": 7}, []),
    ],
)
def test_the_boards_that_an_act_is_about(
    action: str, after: dict[str, Any], boards: list[int], webhook: Webhook, event: Tournament
) -> None:
    """An empty list means the whole round."""
    builders.publish(event, 1, event.memberships.get(role="owner").user)
    forget(event)
    act = AuditEvent(tournament=event, action=action, round_number=1, after=after)
    outbox.note(outbox.watched(Tournament.objects.filter(pk=event.pk)).get(), [act])
    told = queries.content_of(webhook.deliveries.get())
    assert told
    assert [game["board"] for game in told["data"]["games"]] == (boards or [1, 2, 3, 4])


# -- The signature -----------------------------------------------------------------------------------


def documented(name: str) -> Any:
    """The function that docs/api.md offers to programs that are told."""
    source = re.search(rf"```python\n(.*?def {name}\(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    assert source
    found: dict[str, Any] = {}
    exec(source[1], found)  # noqa: S102  our own document
    return found[name]


@pytest.mark.any_database
def test_the_signature_is_what_the_document_says(
    webhook: Webhook, receiver: Receiver, event: Tournament, chief: User
) -> None:
    is_from_board_one = documented("is_from_board_one")
    services.send_test(tournament=event, webhook=webhook.pk, actor=chief)
    assert services.send_due() == 1
    (taken,) = receiver.taken
    secret = services.secret_of(webhook)
    assert taken.path == "/hook?to=club"
    assert is_from_board_one(secret, taken.headers, taken.body)
    assert not is_from_board_one(secret, taken.headers, taken.body + b" ")
    later = str(int(taken.headers["webhook-timestamp"]) + 1)
    assert not is_from_board_one(secret, taken.headers | {"webhook-timestamp": later}, taken.body)
    assert not is_from_board_one(secret, taken.headers | {"webhook-id": "another"}, taken.body)
    other = Webhook.objects.create(tournament=event, address="https://example.org/")
    assert not is_from_board_one(services.secret_of(other), taken.headers, taken.body)
    with time_machine.travel(timezone.now() + timedelta(minutes=10)):
        assert not is_from_board_one(secret, taken.headers, taken.body)


@pytest.mark.any_database
def test_the_example_of_the_document_is_what_comes(
    webhook: Webhook, receiver: Receiver, event: Tournament, chief: User
) -> None:
    shown = re.search(r"### What is sent.*?```json\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    assert shown
    builders.publish(event, 1, chief)
    builders.enter(event, 1, chief, {1: Game.Result.WHITE_WINS})
    services.send_due()
    found = next(one.told for one in receiver.taken if one.told["type"] == "result.entered")
    alike(json.loads(shown[1]), found, "webhook")


def test_no_copy_of_the_database_holds_the_secret(webhook: Webhook, event: Tournament) -> None:
    secret = services.secret_of(webhook)
    stored = [str(value) for value in Webhook.objects.values().get(pk=webhook.pk).values()]
    assert not any(secret in value or value in secret for value in stored if len(value) > 8)
    assert webhook.address not in backup.backup(event)


# -- Again and again ---------------------------------------------------------------------------------


@pytest.mark.any_database
def test_what_fails_is_sent_again_in_growing_waits_until_it_is_given_up(
    webhook: Webhook, receiver: Receiver, event: Tournament, chief: User, chief_client: Client
) -> None:
    receiver.status = 500
    now = timezone.now()
    with time_machine.travel(now, tick=False) as clock:
        builders.publish(event, 1, chief)
        builders.enter(event, 1, chief, {1: Game.Result.WHITE_WINS})
        assert services.send_due() == 0
        for count, wait in enumerate(services.WAITS, 1):
            assert len(receiver.taken) == count
            clock.move_to(timezone.now() + wait - timedelta(seconds=1))
            services.send_due()
            assert len(receiver.taken) == count, "not before its time"
            clock.move_to(timezone.now() + timedelta(seconds=1))
            services.send_due()
        assert list(services.WAITS) == sorted(services.WAITS)
        assert len(receiver.taken) == len(services.WAITS) + 1
        assert {one.headers["webhook-id"] for one in receiver.taken} == {
            receiver.taken[0].headers["webhook-id"]
        }
        clock.move_to(timezone.now() + timedelta(days=30))
        services.send_due()
        assert len(receiver.taken) == len(services.WAITS) + 1, "given up"
        builders.enter(event, 1, chief, {2: Game.Result.DRAW})
        assert waiting(event) == []
        chief_client.force_login(chief)
        for page in ("desk", "webhooks"):
            assert "given up" in chief_client.get(reverse(page, args=[event.slug])).content.decode()
        receiver.status = 200
        services.send_test(tournament=event, webhook=webhook.pk, actor=chief)
        assert services.send_due() == 1
    assert receiver.kinds[-1] == "test"
    assert "given up" not in chief_client.get(reverse("desk", args=[event.slug])).content.decode()
    builders.enter(event, 1, chief)
    assert waiting(event) == [(Kind.RESULT_CORRECTED, 1)]


@pytest.mark.any_database
def test_what_was_not_answered_comes_first_and_only_once(
    webhook: Webhook, receiver: Receiver, event: Tournament, chief: User
) -> None:
    receiver.status = 302
    with time_machine.travel(timezone.now(), tick=False) as clock:
        builders.publish(event, 1, chief)
        builders.enter(event, 1, chief, {1: Game.Result.WHITE_WINS})
        services.send_due()
        assert [one.path for one in receiver.taken] == ["/hook?to=club"], "no redirect is followed"
        assert webhook.deliveries.earliest("pk").status == 302
        receiver.status = 200
        clock.move_to(timezone.now() + services.WAITS[0])
        assert services.send_due() == 5
    assert receiver.kinds == ["round.published"] * 2 + ["result.entered"] * 4
    assert services.send_due() == 0


def test_two_senders_never_send_the_same_at_once(
    webhook: Webhook, receiver: Receiver, event: Tournament, chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.send_test(tournament=event, webhook=webhook.pk, actor=chief)
    others: list[int] = []

    def while_another_looks(*arguments: Any, **named: Any) -> Any:
        others.append(services.send_due())
        return futures.wait(*arguments, **named)

    monkeypatch.setattr(services, "wait", while_another_looks)
    assert (services.send_due(), others, len(receiver.taken)) == (1, [0], 1)


def test_a_sender_that_died_over_it_keeps_nobody_from_it(
    webhook: Webhook, receiver: Receiver, event: Tournament, chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.send_test(tournament=event, webhook=webhook.pk, actor=chief)
    with monkeypatch.context() as dying:
        dying.setattr(services, "post", raising(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            services.send_due()
    assert services.send_due() == 0
    with time_machine.travel(timezone.now() + services.LEASE + timedelta(seconds=1)):
        assert services.send_due() == 1


def test_who_does_not_answer_keeps_only_themself_waiting(
    receiver: Receiver, event: Tournament, chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each gets one request at a time; while a silent one is waited for, the others get all that is due."""
    monkeypatch.setattr(services, "AT_ONCE", 2)
    silent, *others = (
        services.add_webhook(tournament=event, address=f"{receiver.address}{n}", choices=ALL, actor=chief)
        for n in range(3)
    )
    for hook in (silent, silent, *others, *others):
        services.send_test(tournament=event, webhook=hook.pk, actor=chief)
    told: list[str] = []
    all_others_told = Event()

    def post(address: str, *arguments: Any, **named: Any) -> posting.Answer:
        if address == silent.address and not all_others_told.wait(5):
            return posting.Answer(fault=Fault.TIME)
        told.append(address)
        if sum(told.count(hook.address) for hook in others) == 4:
            all_others_told.set()
        return posting.post(address, *arguments, **named)

    monkeypatch.setattr(services, "post", post)
    assert services.send_due() == 6
    assert told[4:] == [silent.address] * 2
    assert len(receiver.taken) == 6


@pytest.mark.any_database
def test_a_command_sends_where_no_server_does(
    webhook: Webhook, receiver: Receiver, event: Tournament, chief: User, capsys: pytest.CaptureFixture[str]
) -> None:
    services.send_test(tournament=event, webhook=webhook.pk, actor=chief)
    call_command("send_webhooks")
    assert capsys.readouterr().out == "1 delivery was accepted.\n"
    assert receiver.kinds == ["test"]


# -- Where nothing is sent ---------------------------------------------------------------------------


@each(
    ("address", "public"),
    [
        ("93.184.215.14", True),
        ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.20", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),  # noqa: S104  nobody listens there
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1", False),
        ("fd00::1", False),
        ("ff0e::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:93.184.215.14", False),
        ("::ffff:0:93.184.215.14", False),
        ("64:ff9b::7f00:1", False),
        ("64:ff9b::5db8:d70e", False),
        ("64:ff9b:1::5db8:d70e", False),
        ("2002:7f00:1::", False),
        ("2002:5db8:d70e::", False),
        ("2001:0:5db8:d70e::1", False),
        ("::5db8:d70e", False),
        ("::d45d:b80e", False),
        ("fec0::1", False),
        ("feff::1", False),
        ("3fff::1", False),
        ("3fff:fff::1", False),
        ("5f00::1", False),
        ("5f00:ffff::1", False),
    ],
)
def test_only_public_addresses_are_sent_to(address: str, public: bool) -> None:
    assert posting.may_be_sent_to(ip_address(address), [], encrypted=True) == public
    assert not posting.may_be_sent_to(ip_address(address), [], encrypted=False)


def test_a_network_of_the_settings_is_sent_to_without_tls_too() -> None:
    hall = [ip_network("192.168.1.0/24")]
    assert posting.may_be_sent_to(ip_address("192.168.1.20"), hall, encrypted=False)
    assert posting.may_be_sent_to(ip_address("::ffff:192.168.1.20"), hall, encrypted=False)
    assert not posting.may_be_sent_to(ip_address("192.168.2.20"), hall, encrypted=True)


@pytest.mark.any_database
def test_a_name_that_leads_to_this_machine_is_refused_when_it_is_sent_to(
    webhook: Webhook, receiver: Receiver, event: Tournament, chief: User, settings: Any
) -> None:
    settings.WEBHOOK_NETWORKS = []
    Webhook.objects.update(address=receiver.address.replace("http://127.0.0.1", "https://localhost"))
    services.send_test(tournament=event, webhook=webhook.pk, actor=chief)
    assert services.send_due() == 0
    assert (receiver.taken, webhook.deliveries.get().fault) == ([], Fault.ADDRESS)


@pytest.mark.any_database
def test_it_is_told_why_there_is_no_answer(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    here = [ip_network("127.0.0.0/8")]

    def fault(address: str) -> str:
        return posting.post(address, {}, b"{}", here).fault

    port = receiver.address.split(":")[2].split("/")[0]
    assert fault(f"https://127.0.0.1:{port}/") == Fault.CERTIFICATE
    assert fault("http://127.0.0.1:1/") == Fault.UNREACHABLE
    assert fault(f"http://{'x' * 64}.org/") == Fault.NAME
    with monkeypatch.context() as late:
        late.setattr(posting, "LONGEST", -1)
        assert fault(receiver.address) == Fault.TIME
    with monkeypatch.context() as alone:
        alone.setattr(posting.socket, "getaddrinfo", raising(socket.gaierror))
        assert fault("http://example.org/") == Fault.NAME


@pytest.mark.any_database
@pytest.mark.parametrize(
    "address",
    [
        *(
            "http://example.org/",
            "https://me:secret@example.org/",
            "ftp://example.org/",
            "example",
            "https://",
        ),
        *("https://example.org:99999/", "https://example.org:0/", "https://example.org/\r\nX: y", "x" * 600),
    ],
)
def test_what_is_no_address_to_send_to_is_refused(address: str, event: Tournament, chief: User) -> None:
    with pytest.raises((DomainError, ValidationError)):
        services.add_webhook(tournament=event, address=address, choices=ALL, actor=chief)
    assert not Webhook.objects.exists()


# -- The page ----------------------------------------------------------------------------------------


@pytest.mark.any_database
def test_the_chief_arbiter_sets_one_up_and_sees_its_secret_once(
    event: Tournament, chief_client: Client, chief: User
) -> None:
    page = reverse("webhooks", args=[event.slug])
    assert page in chief_client.get(reverse("settings", args=[event.slug])).content.decode()
    add = reverse("webhook-add", args=[event.slug])
    refused = chief_client.post(add, {"address": "https://example.org/hook/s3cret"})
    assert (refused.status_code, "Tick what to send." in refused.content.decode()) == (422, True)
    sent = {"address": "https://example.org/hook/s3cret", "rounds": "on"}
    made = chief_client.post(add, sent)
    webhook = event.webhooks.get()
    assert services.secret_of(webhook) in made.content.decode()
    assert "no-store" in made.headers["Cache-Control"]
    assert (webhook.rounds, webhook.results) == (True, False)
    again = chief_client.post(add, sent)
    assert "This address is notified already." in again.content.decode()
    shown = chief_client.get(page).content.decode()
    assert webhook.address in shown
    assert services.secret_of(webhook) not in shown
    log = chief_client.get(reverse("log", args=[event.slug])).content.decode()
    assert "example.org" in log
    assert "s3cret" not in log, "an address may be as good as a password"


@pytest.mark.any_database
def test_it_is_changed_tested_and_removed(webhook: Webhook, event: Tournament, chief_client: Client) -> None:
    def post(route: str, **data: str) -> Any:
        return chief_client.post(reverse(route, args=[event.slug, webhook.pk]), data)

    initial = {f"initial-{name}": "True" for name in ALL}
    assert post("webhook-edit", finish="on", **initial).status_code == 302
    webhook.refresh_from_db()
    assert [name for name in ALL if getattr(webhook, name)] == ["finish"]
    both = post("webhook-edit", rounds="on", finish="on", results="on", **initial | {"initial-rounds": ""})
    assert both.status_code == 302, "what nobody else has changed is saved"
    assert post("webhook-edit", **initial).status_code == 422
    post("webhook-test")
    assert waiting(event) == [(Kind.TEST, None)]
    post("webhook-remove")
    assert not Webhook.objects.exists()
    assert not Delivery.objects.exists()
    assert post("webhook-test").status_code == 409
    acts = AuditEvent.objects.filter(action__startswith="webhook").order_by("pk")
    done = ["added", "changed", "changed", "tested", "removed"]
    assert [act.action for act in acts] == [f"webhook_{one}" for one in done]


@pytest.mark.any_database
def test_there_are_few_of_them(event: Tournament, chief: User) -> None:
    for number in range(5):
        services.add_webhook(
            tournament=event, address=f"https://example.org/{number}", choices=ALL, actor=chief
        )
    with pytest.raises(DomainError, match="5"):
        services.add_webhook(tournament=event, address="https://example.org/", choices=ALL, actor=chief)
    with pytest.raises(Conflict):
        services.add_webhook(tournament=event, address="https://example.org/1", choices=ALL, actor=chief)

"""Phones told of a round by Web Push: which phones, of what, and never of anything that is not public."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from threading import Event

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from pytest_django.fixtures import Settings

from tests import builders
from tests.push_service import Service, decoded, serving
from tests.tournaments.one_event import chief, db, event, made
from tournaments.errors import DomainError
from tournaments.event.services.event import finish_tournament
from tournaments.models import AuditEvent, PushSubscription, Tournament
from tournaments.players.services.byes import give_bye
from tournaments.public import services, web_push
from tournaments.public.queries import due
from tournaments.rounds.services import rounds
from tournaments.rounds.services.rounds import publish_all_rounds
from tournaments.web import logins

__all__ = ["chief", "db", "event", "made"]


@pytest.fixture
def service(settings: Settings) -> Iterator[Service]:
    settings.WEB_PUSH, settings.WEB_PUSH_KEY = "mailto:arbiter@example.org", "a secret of the tests"
    with serving() as found:
        settings.WEB_PUSH_HERE = found.address
        yield found


def ask(client: Client, event: Tournament, fields: dict[str, str]) -> HttpResponse:
    return client.post(reverse("notify", args=[event.slug]), fields)


def key_of(event: Tournament, number: int) -> str:
    return event.players.get(number=number).key


def test_who_asked_is_told_of_board_colour_and_opponent_once(
    event: Tournament, chief: User, client: Client, service: Service
) -> None:
    assert ask(client, event, service.asks(key_of(event, 1))).status_code == 204
    assert services.notify_phones() == 0
    builders.publish(event, 1, chief)
    assert services.notify_phones() == 1
    assert services.notify_phones() == 0
    (sent,) = service.sent
    opponent = event.players.get(name=builders.names(event, 1, board=1)[1])
    assert service.opened(sent) == {
        "title": f"Round 1: board 1 · {event.name}",
        "body": f"{event.players.get(number=1).name} has White against {opponent.name} {opponent.rating}.",
        "url": event.get_absolute_url(),
        "tag": key_of(event, 1),
        "lang": "en",
    }
    assert sent.headers["Content-Encoding"] == "aes128gcm"
    assert (sent.headers["TTL"], sent.headers["Topic"]) == ("14400", key_of(event, 1))


def test_a_draft_is_told_to_nobody(event: Tournament, chief: User, client: Client, service: Service) -> None:
    builders.play(event, 1, chief)
    ask(client, event, service.asks(key_of(event, 1)))
    rounds.pair_round(tournament=event, number=2, actor=chief)
    assert services.notify_phones() == 0
    rounds.publish_round(tournament=event, number=2, actor=chief)
    assert services.notify_phones() == 1


def test_a_withdrawn_pairing_is_told_no_more_and_its_round_again_when_it_is_out(
    chief: User, client: Client, service: Service
) -> None:
    event = builders.with_rematch(chief)
    ask(client, event, service.asks(key_of(event, 1)))
    # The phone has not yet been told of round 2, whose pairing is then withdrawn.
    PushSubscription.objects.update(told_until=event.rounds.get(number=1).published_at)
    builders.repair(event, 2, chief)
    assert services.notify_phones() == 0
    rounds.publish_round(tournament=event, number=2, actor=chief)
    assert services.notify_phones() == 1
    assert [service.opened(sent)["title"][:7] for sent in service.sent] == ["Round 2"]


def test_of_rounds_that_were_published_at_once_each_board_is_told_when_its_round_begins(
    chief: User, client: Client, service: Service
) -> None:
    event = builders.tournament(chief, players=4, rounds=3, edition="round-robin")
    ask(client, event, service.asks(key_of(event, 1)))
    builders.confirmed(publish_all_rounds, tournament=event, actor=chief)
    assert services.notify_phones() == 1
    builders.enter(event, 1, chief)
    assert services.notify_phones() == 1
    assert services.notify_phones() == 0
    # A result of a round that is over changes nothing about the next game.
    builders.enter(event, 1, chief, {1: ""})
    builders.enter(event, 1, chief)
    assert services.notify_phones() == 0
    for number in (2, 3):
        builders.enter(event, number, chief)
        services.notify_phones()
    assert [service.opened(sent)["title"][:7] for sent in service.sent] == ["Round 1", "Round 2", "Round 3"]


@pytest.mark.any_database
def test_in_french_and_of_a_bye(event: Tournament, chief: User, client: Client, service: Service) -> None:
    give_bye(player=event.players.get(number=1), number=1, kind="half", actor=chief)
    client.post(reverse("language"), {"language": "fr"})
    for number in (1, 2):
        ask(client, event, service.asks(key_of(event, number)))
    builders.publish(event, 1, chief)
    assert services.notify_phones() == 2
    told = {found["tag"]: found for found in map(service.opened, service.sent)}
    bye, game = told[key_of(event, 1)], told[key_of(event, 2)]
    assert (
        bye["body"] == f"{event.players.get(number=1).name}\N{NO-BREAK SPACE}: bye à ½\N{NO-BREAK SPACE}point"
    )
    assert game["title"].startswith("Ronde 1\N{NO-BREAK SPACE}: échiquier ")
    assert " a les " in game["body"]


def test_who_is_gone_for_good_is_forgotten(
    event: Tournament, chief: User, client: Client, service: Service
) -> None:
    finals, others = {"gone": 410, "unknown": 404, "wrong": 400}, {"busy": 503, "later": 429, "refused": 403}
    service.answers = {f"/{phone}": answer for phone, answer in (finals | others).items()}
    for phone in finals | others:
        ask(client, event, service.asks(key_of(event, 1), phone))
    builders.publish(event, 1, chief)
    assert services.notify_phones() == 0
    kept = {phone.endpoint.rsplit("/", 1)[1] for phone in PushSubscription.objects.all()}
    assert kept == {*others}
    # If the service accepts our signature for another phone, a refusal means that this phone is gone.
    service.answers = {"/refused": 403}
    PushSubscription.objects.update(tried_at=timezone.now() - timedelta(minutes=6))
    assert services.notify_phones() == 2
    kept = {phone.endpoint.rsplit("/", 1)[1] for phone in PushSubscription.objects.all()}
    assert kept == {"busy", "later"}


def test_a_push_service_that_keeps_silent_keeps_no_other_waiting(
    event: Tournament, chief: User, client: Client, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor the other service's phones that are not in the same batch."""
    monkeypatch.setattr(services, "IN_ONE_GO", 2)
    asked = service.asks("")
    told: list[str] = []
    others_told = Event()
    for number, host in enumerate(("web.push.apple.com", *["fcm.googleapis.com"] * 3), 1):
        player = event.players.get(number=number)
        known = {"endpoint": f"https://{host}/{number}", "key": asked["key"], "secret": asked["secret"]}
        services.subscribe(player=player, **known, language="en")

    def send(phone: web_push.Phone, _message: dict[str, str], *, topic: str) -> int:
        if "apple" in phone.endpoint and not others_told.wait(5):
            raise TimeoutError
        told.append(phone.endpoint)
        if len(told) == 3:
            others_told.set()
        return 201

    monkeypatch.setattr(web_push, "send", send)
    builders.publish(event, 1, chief)
    assert services.notify_phones() == 4
    assert told[3] == "https://web.push.apple.com/1"


def test_who_does_not_answer_is_tried_again(
    event: Tournament, chief: User, client: Client, service: Service
) -> None:
    service.answers = {"/busy": 503}
    ask(client, event, service.asks(key_of(event, 1), "busy"))
    builders.publish(event, 1, chief)
    assert services.notify_phones() == 0
    service.answers.clear()
    assert services.notify_phones() == 0
    PushSubscription.objects.update(tried_at=timezone.now() - timedelta(minutes=6))
    assert services.notify_phones() == 1


def test_a_round_of_yesterday_is_no_news(
    event: Tournament, chief: User, client: Client, service: Service
) -> None:
    ask(client, event, service.asks(key_of(event, 1)))
    builders.publish(event, 1, chief)
    long_ago = timezone.now() - timedelta(days=2)
    PushSubscription.objects.update(told_until=long_ago)
    assert due(timezone.now()).count() == 1
    assert due(timezone.now() + timedelta(hours=5)).count() == 0


def test_a_phone_lets_go_and_the_end_of_the_event_does(
    event: Tournament, chief: User, client: Client, service: Service
) -> None:
    for number in (1, 2):
        ask(client, event, service.asks(key_of(event, number)))
    assert ask(client, event, service.asks(key_of(event, 1), act="silence")).status_code == 204
    assert [phone.player.number for phone in PushSubscription.objects.all()] == [2]
    for number in range(1, event.number_of_rounds + 1):
        builders.play(event, number, chief)
    builders.confirmed(finish_tournament, tournament=event, actor=chief)
    assert not PushSubscription.objects.exists()
    assert ask(client, event, service.asks(key_of(event, 1))).status_code == 422
    assert not AuditEvent.objects.filter(tournament=event, subject__contains="127.0.0.1").exists()


@pytest.mark.any_database
@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/a",
        "https://localhost/a",
        "https://10.0.0.1/a",
        "https://[::1]/a",
        "https://example.org/a",
        "https://fcm.googleapis.com.example.org/a",
        "https://evilfcm.googleapis.com@10.0.0.1/a",
        "https://10.0.0.1#.fcm.googleapis.com/a",
        "https://xfcm.googleapis.com/a",
        "https://fcm.googleapis.com:22/a",
        "https://me:pass@fcm.googleapis.com/a",
        "https://[fcm.googleapis.com/a",
        "file:///etc/passwd",
        "",
    ],
)
def test_nothing_is_sent_but_to_known_push_services(
    event: Tournament, client: Client, service: Service, endpoint: str
) -> None:
    assert ask(client, event, service.asks(key_of(event, 1)) | {"endpoint": endpoint}).status_code == 422
    with pytest.raises(PermissionError):
        web_push.send(web_push.Phone(endpoint, "", ""), {}, topic="x")


@pytest.mark.any_database
@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://par02p.notify.windows.com/w/?token=abc",
        "https://web.push.apple.com/abc",
    ],
)
def test_push_services_are_known(service: Service, endpoint: str) -> None:
    assert web_push.is_permitted(endpoint)


@pytest.mark.any_database
@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/é",
        "https://fcm.googleapis.com/a b",
        "https://fcm.googleapis.com/a\r\nX: y",
        "https://a..fcm.googleapis.com/a",
        f"https://{'a' * 64}.fcm.googleapis.com/a",
    ],
)
def test_an_address_that_cannot_be_asked_for_is_no_push_service(service: Service, endpoint: str) -> None:
    assert not web_push.is_permitted(endpoint)


def test_an_address_that_fails_keeps_no_other_phone_waiting(
    event: Tournament, chief: User, client: Client, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(client, event, service.asks(key_of(event, 1)))
    asked = service.asks(key_of(event, 2))
    player = event.players.get(number=2)
    PushSubscription.objects.create(
        player=player, endpoint="https://fcm.googleapis.com/é", key=asked["key"], secret=asked["secret"]
    )
    monkeypatch.setattr(web_push, "is_permitted", lambda _endpoint: True)
    builders.publish(event, 1, chief)
    assert services.notify_phones() == 1
    assert len(service.sent) == 1
    assert services.notify_phones() == 0


@pytest.mark.any_database
def test_a_known_name_that_leads_into_a_private_network_is_told_nothing(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = int(service.address.rsplit(":", 1)[1])
    here = [(2, 1, 6, "", ("127.0.0.1", port))]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_asked, **_more: here)
    asked = service.asks("")
    phone = web_push.Phone("https://fcm.googleapis.com/a", asked["key"], asked["secret"])
    with pytest.raises(OSError, match=r"127\.0\.0\.1, which is not in the internet"):
        web_push.send(phone, {}, topic="x")
    assert service.sent == []


@pytest.mark.any_database
@pytest.mark.parametrize(
    "wrong",
    [
        {"key": "abc"},
        {"key": "A" * 87},
        {"secret": "abc"},
        {"secret": "é"},
        {"player": "x"},
        {"player": "0" * 16},
    ],
)
def test_what_is_no_phone_is_refused(
    event: Tournament, client: Client, service: Service, wrong: dict[str, str]
) -> None:
    assert ask(client, event, service.asks(key_of(event, 1)) | wrong).status_code in {404, 422}
    assert not PushSubscription.objects.exists()


def test_an_event_and_an_address_take_so_many_phones_and_no_more(
    event: Tournament, chief: User, client: Client, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_OF_EVENT", 2)
    for phone in ("a", "b", "a"):
        assert ask(client, event, service.asks(key_of(event, 1), phone)).status_code == 204
    assert ask(client, event, service.asks(key_of(event, 1), "c")).status_code == 422
    assert PushSubscription.objects.count() == 2
    monkeypatch.setitem(logins.FREE, "phone", 5)
    assert ask(client, event, service.asks(key_of(event, 1), "a")).status_code == 204
    refused = ask(client, event, service.asks(key_of(event, 1), "a"))
    assert refused.status_code == 422
    assert "Too many phones" in refused.content.decode()
    another = builders.tournament(chief, name="Another event")
    assert ask(client, another, service.asks(key_of(another, 1), "a")).status_code == 204


@pytest.mark.any_database
def test_a_server_that_notifies_nobody_asks_nobody(
    event: Tournament, client: Client, settings: Settings
) -> None:
    assert settings.WEB_PUSH == ""
    page = client.get(reverse("followed", args=[event.slug, [key_of(event, 1)]])).content.decode()
    assert "data-push" not in page
    assert "tell.js" not in page
    assert "data-tell" not in page
    assert client.post(reverse("notify", args=[event.slug])).status_code == 404
    with pytest.raises(CommandError, match="WEB_PUSH is not set"):
        call_command("send_notifications")


@pytest.mark.any_database
def test_the_command_says_how_many_were_told(
    event: Tournament, chief: User, client: Client, service: Service, capsys: pytest.CaptureFixture[str]
) -> None:
    ask(client, event, service.asks(key_of(event, 1)))
    builders.publish(event, 1, chief)
    call_command("send_notifications")
    assert capsys.readouterr().out == "1 phones told.\n"


@pytest.mark.any_database
def test_the_server_signs_for_one_push_service_and_not_for_long(service: Service) -> None:
    token, key = web_push.signature("https://fcm.googleapis.com/a", 1000)[len("vapid t=") :].split(", k=")
    assert key == web_push.public_key()
    head, claims, signed = token.split(".")
    assert json.loads(decoded(claims)) == {
        "aud": "https://fcm.googleapis.com",
        "exp": 1000 + 12 * 3600,
        "sub": "mailto:arbiter@example.org",
    }
    both = decoded(signed)
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    numbers = encode_dss_signature(int.from_bytes(both[:32]), int.from_bytes(both[32:]))
    public.verify(numbers, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    with pytest.raises(InvalidSignature):
        public.verify(numbers, f"{head}.{head}".encode(), ec.ECDSA(SHA256()))


@pytest.mark.any_database
def test_what_fails_is_logged_without_the_phones_address(
    event: Tournament, chief: User, client: Client, service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    service.answers = {"/phone": 403}
    ask(client, event, service.asks(key_of(event, 1)))
    builders.publish(event, 1, chief)
    services.notify_phones()
    assert "127.0.0.1 answers 403" in caplog.text
    assert "/phone" not in caplog.text


def test_a_phone_that_asks_for_thirteen_players_is_refused(
    chief: User, client: Client, service: Service
) -> None:
    event = builders.tournament(chief, players=14, name="Large")
    players = list(event.players.all())
    asked = {name: service.asks("")[name] for name in ("endpoint", "key", "secret")}
    for player in players[:12]:
        services.subscribe(player=player, **asked, language="en")
    with override("en"), pytest.raises(DomainError) as refusal:
        services.subscribe(player=players[12], **asked, language="en")
    assert refusal.value.code == "too_many"

"""Text that is no number, or numbers that no column holds, in every field and address: never a 500."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urljoin, urlsplit

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DataError, connection
from django.forms import BoundField
from django.forms.forms import BaseForm
from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from tests import builders
from tests.again import again
from tests.chance import all_of_it
from tests.tournaments.route_samples import ACTS, EVENT_ROUTES, NAMES, OF_A_ROUND, routes, undone, undrawn
from tests.tournaments.test_every_word import addresses, drafted, finished, published, registered
from tests.tournaments.test_every_word import by_hand as in_hand
from tournaments.models import Tournament
from tournaments.rounds.services import by_hand

# Values that Python or the database stumbles over, sent in each field by itself.
HOSTILE = (
    # More than any integer column has room for, and a sign that no text of PostgreSQL holds.
    "99999999999999999999",
    "1\0",
    # More digits than Python makes a number of, and a digit that it does not take for one.
    "9" * 5000,
    "²",
)
# An answer shows what was sent, whatever it is: with these its page is drawn.
DRAWN = (HOSTILE[0],)
# Variants of the others by script, sign, size or blanks: a form is sent two of them, in turn, in all its
# fields at once; all of them at nights. One field at a time would take as long again.
LIKE_OTHERS = ("٣", "１２", " 1 ", "1e9", "-99999999999999999999", "2147483648")


def as_in_postgresql(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    """Run the statement; but DataError where PostgreSQL would refuse a value that SQLite takes."""
    for given in params if many else [params or ()]:
        if any(isinstance(value, str) and "\0" in value for value in given):
            raise DataError("PostgreSQL holds no text with this sign")
        written = sql.startswith(("INSERT", "UPDATE"))
        if written and any(isinstance(value, int) and not -(2**31) <= value < 2**31 for value in given):
            raise DataError("PostgreSQL's column holds no such number")
    return execute(sql, params, many, context)


@pytest.fixture
def _strict(db: None) -> Iterator[None]:
    """A database that refuses every value that PostgreSQL refuses."""
    with connection.execute_wrapper(as_in_postgresql) if connection.vendor == "sqlite" else nullcontext():
        yield


# Method, address and fields.
type Form = tuple[str, str, dict[str, list[str]]]


class Forms(HTMLParser):
    """Every form of a page, and every link with a query: its method, its address, its fields."""

    def __init__(self, page: str, address: str) -> None:
        super().__init__()
        self.address = address
        self.found: list[Form] = []
        self._open: dict[str, list[str]] | None = None
        # The values of the select that is open.
        self._select = [""]
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        for link in ("href", "hx-get"):
            if "?" in given.get(link, ""):
                query = parse_qsl(urlsplit(given[link]).query)
                self.found.append(("get", self._to(given[link]), {name: [value] for name, value in query}))
        if tag == "form":
            self._open = {}
            self.found.append((given.get("method", "get"), self._to(given.get("action", "")), self._open))
        elif self._open is not None and tag in {"input", "button", "textarea", "select"}:
            self._field(tag, given, self._open)
        elif self._open is not None and tag == "option" and ("selected" in given or not self._select[0]):
            self._select[:] = [given.get("value", "")]

    def _to(self, link: str) -> str:
        return urlsplit(urljoin(self.address, link)).path

    def _field(self, tag: str, given: dict[str, str], fields: dict[str, list[str]]) -> None:
        name = given.get("name", "")
        if not name or given.get("type") == "file":
            return
        values = fields.setdefault(name, [])
        if given.get("type") not in {"checkbox", "radio"} or "checked" in given:
            values.append(given.get("value", ""))
        if tag == "select":
            self._select = values

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None


def asked(
    client: Client, event: Tournament, names: set[str], files: set[str], broken: list[str]
) -> Iterator[Form]:
    """Every form that one of these pages shows just now, and those that a longer event would show.

    Routes that answer with a file have no form at any stage: they are added to `files`, and left out; acts
    send a GET on to a page. Pages that are broken as they stand are added to `broken`.
    """
    found = addresses(event)
    yield "get", found["log"], {"page": ["2"]}
    longer = f"{found['correction']}?kind=result&result=0-1"
    for name, address in (*found.items(), ("correction", longer)):
        if name not in names or name in files or name in ACTS:
            continue
        with undone(client):
            answer = client.get(address)
        if answer.status_code >= 500:
            broken.append(f"get {name}")
        elif answer.headers.get("Content-Type", "").startswith("text/html"):
            yield from Forms(answer.content.decode(), address).found
        elif answer.status_code == 200:
            files.add(name)


@again
def taken_apart(event: Tournament, owner: User) -> None:
    """Round 2 is being paired by hand, and everybody is free."""
    builders.play(event, 1, owner)
    by_hand.begin(tournament=event, number=2, actor=owner)
    by_hand.unpair_all(tournament=event, number=2, actor=owner)


# Together they show every form and every field that any stage shows.
STAGES = (registered, drafted, published, in_hand, finished, taken_apart)


def send(
    client: Client, method: str, address: str, fields: dict[str, list[str]], *, drawn: bool
) -> HttpResponse:
    """The answer; its template stays empty unless it is to be `drawn`, which takes most of the time."""
    with undone(client), nullcontext() if drawn else undrawn():
        return client.post(address, fields) if method == "post" else client.get(address, fields)


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[BaseForm]:
    """The forms that the program has checked so far."""
    forms: list[BaseForm] = []
    clean = BaseForm._clean_fields
    monkeypatch.setattr(BaseForm, "_clean_fields", lambda form: (forms.append(form), clean(form))[1])
    return forms


def fields_called(name: str, forms: list[BaseForm]) -> list[BoundField]:
    """The fields of these forms that a browser sends under this name."""
    return [bound for form in forms for bound in form if bound.html_name == name]


def refuses(bound: BoundField, value: str) -> bool:
    """Whether the field by itself refuses the value, so that its form goes no further."""
    try:
        bound.field.clean(
            bound.field.widget.value_from_datadict({bound.html_name: value}, {}, bound.html_name)
        )
    except ValidationError:
        return True
    return False


@pytest.mark.parametrize(
    "act",
    [
        lambda event: event.players.update(rating=2**31),
        lambda event: event.players.update(rating=-(2**31) - 1),
        lambda event: event.players.filter(key="\0").exists(),
    ],
)
@pytest.mark.usefixtures("_strict")
def test_what_stands_for_postgresql_takes_as_little(
    event: Tournament, act: Callable[[Tournament], object]
) -> None:
    with pytest.raises(DataError):
        act(event)


@dataclass
class Attack:
    """What has been tried in the chief arbiter's browser so far, and what broke."""

    client: Client
    checked: list[BaseForm]
    tried: set[tuple[str, str]] = field(default_factory=set)
    whole: set[tuple[str, ...]] = field(default_factory=set)
    broken: list[str] = field(default_factory=list)

    def spoil(self, form: Form, spoilt: list[str], value: str, *, drawn: bool) -> int:
        """Send the form with this value in these fields; returns the status of the answer."""
        method, address, fields = form
        self.checked.clear()
        given = fields | {name: [value] for name in spoilt}
        status = send(self.client, method, address, given, drawn=drawn).status_code
        if status >= 500:
            route = resolve(address).view_name
            self.broken.append(f"{method} {route}: {', '.join(spoilt)}={value[:30]!r}")
        return status

    def try_out(self, form: Form) -> None:
        """Every value in all fields at once, and in each; unless such a form of the route has been sent."""
        route, names = resolve(form[1]).view_name, [name for name in form[2] if name != "csrfmiddlewaretoken"]
        if (route, *sorted(form[2])) in self.whole:
            return
        self.whole.add((route, *sorted(form[2])))
        first, *others = HOSTILE
        # An answer shows what was sent, whatever it is: with this value its page is drawn.
        status = self.spoil(form, names, first, drawn=True)
        shown = list(self.checked) if status == 422 else []
        some = LIKE_OTHERS if all_of_it() else LIKE_OTHERS[len(self.whole) % 3 :: 3]
        # With nothing to fill in there is one way to send it; and a single field is all fields.
        for value in (*others, *some) if names else ():
            self.spoil(form, names, value, drawn=False)
        new = [name for name in names if (route, name) not in self.tried]
        self.tried |= {(route, name) for name in new}
        if len(names) > 1:
            self.try_each(form, new, shown)

    def try_each(self, form: Form, names: list[str], shown: list[BaseForm]) -> None:
        """Every value in each of these fields; the page has shown what these forms refuse."""
        first, *others = HOSTILE
        takers: dict[str, list[str]] = {value: [] for value in others}
        for name in names:
            drawn = not any(refuses(bound, first) for bound in fields_called(name, shown))
            through = self.spoil(form, [name], first, drawn=drawn) == 302
            # A form that has refused one value because of this field does so with every other value that the
            # field refuses.
            deciding = fields_called(name, self.checked)
            settled = deciding and all(refuses(bound, first) for bound in deciding)
            for value in others:
                refused = deciding and all(refuses(bound, value) for bound in deciding)
                if through and not refused:
                    takers[value].append(name)
                elif not (settled and refused):
                    self.spoil(form, [name], value, drawn=False)
                settled = settled or refused
        for value, some in takers.items():
            # A form that goes through with the value in all of these fields has got past each of them.
            if len(some) > 1 and self.spoil(form, some, value, drawn=False) == 302:
                continue
            for name in some:
                self.spoil(form, [name], value, drawn=False)


@pytest.mark.takes_long
@pytest.mark.any_database
@pytest.mark.usefixtures("_strict")
def test_no_field_of_a_form_breaks_the_program(chief: User, checked: list[BaseForm]) -> None:
    attack = Attack(Client(raise_request_exception=False), checked)
    files: set[str] = set()
    for stage in STAGES:
        attack.client.force_login(chief)
        with undone(attack.client):
            event = builders.tournament(chief, players=9, rounds=3, name=stage.__name__)
            builders.invitation(event, "deputy")
            stage(event, chief)
            names = OF_A_ROUND if stage in {in_hand, taken_apart} else set(NAMES)
            for form in list(asked(attack.client, event, names, files, attack.broken)):
                attack.try_out(form)
    assert not attack.broken
    # Some fields that are known to take numbers: the walk has reached them.
    assert attack.tried >= {
        *(("apart", "players"), ("result", "version"), ("player-bye", "number"), ("log", "page")),
        *(("correction", "version"), ("by-hand-pair", "white"), ("settings", "number_of_rounds")),
        *(("invite", "invitation-uses"), ("player-edit", "rating"), ("result-updates", "since")),
    }


def leads_somewhere(address: str) -> bool:
    """Whether a route takes the address; all others are answered alike."""
    try:
        resolve(unquote(address))
    except Resolver404:
        return False
    return True


@pytest.mark.any_database
@pytest.mark.usefixtures("_strict")
def test_no_number_in_an_address_breaks_the_program(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    client = Client(raise_request_exception=False)
    client.force_login(chief)
    broken = []
    for route in routes():
        converters = route.pattern.converters
        known = {"slug": event.slug, "token": "unknown", "uidb64": "MQ", "kind": "csv", "form": "pdf"}
        known |= {"part": "boards", "name": builders.PAPERS.get(str(route.name), "1"), "keys": ["0" * 16]}
        values = {name: known.get(name, "1") for name in converters}
        if route.name in EVENT_ROUTES:
            values["slug"] = event.slug
        # Which kind of file, which paper, which part of a screen: one of a few words, or no address. The keys
        # of players are letters.
        for name in converters.keys() - {"kind", "form", "part", "name", "keys"}:
            marked = reverse(str(route.name), kwargs=values | {name: "7777777"})
            for value in HOSTILE + LIKE_OTHERS:
                address = marked.replace("7777777", quote(value))
                if not leads_somewhere(address):
                    continue
                broken += [
                    f"{method} {route.name}: {name}={value[:30]!r}"
                    for method in ("get", "post")
                    if send(client, method, address, {}, drawn=value in DRAWN).status_code >= 500
                ]
    assert not broken


def test_a_player_whom_no_key_can_name_is_refused(event: Tournament, chief_client: Client) -> None:
    answer = chief_client.post(
        reverse("apart", args=[event.slug]), {"players": ["9" * 20], "first_round": "1"}
    )
    assert answer.status_code == 422
    assert "is not offered here" in answer.content.decode()


@pytest.mark.parametrize("number", ["9" * 20, "9" * 5000])
def test_a_round_that_no_event_has_is_not_found(event: Tournament, client: Client, number: str) -> None:
    assert client.get(f"/t/{event.slug}/rounds/{number}/").status_code == 404

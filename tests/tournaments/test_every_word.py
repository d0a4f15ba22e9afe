"""Everything that a page says comes from a catalogue, or was entered by somebody.

While the pages of an event are walked through, every text of a language is marked: in French at every stage,
in the other languages at one stage, as a text that is not marked in one language is marked in none. Text that
is then outside the marks, and is neither a name nor a term of FIDE's, is left over in English. No page of
these events names an article by a number that it does not have in their edition.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, time
from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import models, transaction
from django.test import Client
from django.urls import reverse
from django.utils.translation import trans_real

from pairing.explanation import language
from tests import builders
from tests.again import again
from tests.loaded import complete
from tests.tournaments.route_samples import ACTS, EVENT_ROUTES, OF_A_ROUND, routes
from tournaments.apps import TournamentsConfig
from tournaments.event.services import course
from tournaments.event.services import event as event_services
from tournaments.management import catalogue
from tournaments.models import Game, Player, PrizeList, Seat, Tournament
from tournaments.players.services import byes, players
from tournaments.prizes import services as prizes
from tournaments.rounds import columns
from tournaments.rounds.services import by_hand as by_hand_services
from tournaments.rounds.services import rounds
from tournaments.templatetags import chess
from tournaments.web.rights import Access, rules

pytestmark = pytest.mark.any_database

type Stage = Callable[[Tournament, User], None]

BEGIN, END = "\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}", "\N{MATHEMATICAL RIGHT WHITE SQUARE BRACKET}"
MARK = re.compile(f"([{BEGIN}{END}])")
FACT = re.compile(r"(%(?:\(\w+\))?[-#0 +]*\d*(?:\.\d+)?[sdrf]|%%|\{\w*\})")


def marked(text: str) -> str:
    """The text with its words marked, but not the facts in their places: they must be marked themselves."""
    parts = FACT.split(text)
    return "".join(
        part if place % 2 or not part.strip() else f"{BEGIN}{part}{END}" for place, part in enumerate(parts)
    )


class MarkedLanguage(language.Language):
    """A language of the rule book, marked."""

    def say(self, sentence: str, /, **facts: object) -> str:
        return marked(self.sentences.get(sentence, "")).format(**facts)

    def _counted(self, singular: str, plural: str, tenths: int) -> str:
        return marked(super()._counted(singular, plural, tenths)) if singular in self.counted else ""


# How an event's edition does not number C.04.1 and C.04.2: as the other year does.
FOREIGN = {
    "dutch-2026": re.compile(r"C\.04\.[12] [A-Fa-f](?:\.|\b)|\b[B-D]\.\d+;? 2026"),
    "dutch-2016": re.compile(r"C\.04\.[12] art\.|2026: \d"),
}


@pytest.fixture
def code(request: pytest.FixtureRequest) -> str:
    """The code of the language that is marked."""
    return str(getattr(request, "param", "fr"))


@pytest.fixture
def _marks(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Every text of the language is marked: those of the pages, of Django and of the rule book."""
    texts = trans_real.translation(code)
    gettext, ngettext = texts.gettext, texts.ngettext

    def one(message: str) -> str:
        # The format of a date, the place of a number and the like are not words.
        said = gettext(message)
        return marked(said) if trans_real.CONTEXT_SEPARATOR not in said and known(message) else said

    def known(message: str) -> bool:
        try:
            texts._catalog[message]
        except KeyError:
            return False
        return True

    def several(singular: str, plural: str, number: int) -> str:
        said = ngettext(singular, plural, number)
        return said if said in {singular, plural} else marked(said)

    monkeypatch.setattr(texts, "gettext", one)
    monkeypatch.setattr(texts, "ngettext", several)
    plain = language.LANGUAGES[code]
    values = [getattr(plain, name) for name in plain.__slots__]
    monkeypatch.setitem(language.LANGUAGES, code, MarkedLanguage(*values))
    # Discs are kept as long as the process lives: without the marks if an earlier test had them made.
    for module, kept in ((columns, "_disc"), (chess, "_discs")):
        monkeypatch.setattr(module, kept, getattr(module, kept).__wrapped__)


class Page(HTMLParser):
    """The text of a page outside the marks, seen or heard, in pieces."""

    SAID = ("title", "aria-label", "placeholder", "alt")

    def __init__(self, page: str, code: str) -> None:
        super().__init__()
        self.code = code
        self.left_over: list[str] = []
        self._depth = 0
        self._silent = 0
        self._stack: list[tuple[str, bool]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if self._depth == 0:
            self.left_over += [outside(value) for name in self.SAID if (value := found.get(name))]
        if tag == "html":
            assert found["lang"] == self.code
        silent = tag in {"script", "style", "textarea"} or (found.get("lang") or self.code) != self.code
        if tag not in {"input", "meta", "link", "br", "img", "hr", "source", "wbr"}:
            self._stack.append((tag, silent))
            self._silent += silent

    def handle_endtag(self, tag: str) -> None:
        while self._stack:
            opened, silent = self._stack.pop()
            self._silent -= silent
            if opened == tag:
                return

    def handle_data(self, data: str) -> None:
        if self._silent:
            return
        piece = ""
        for part in MARK.split(data):
            if part == BEGIN:
                self._depth += 1
            elif part == END:
                self._depth -= 1
                piece += " "
            elif self._depth == 0:
                piece += part
        self.left_over.append(piece)


def outside(text: str) -> str:
    """The text outside the marks."""
    return re.sub(f"{BEGIN}[^{END}]*{END}", " ", text)


# Terms that are the same in every language, and text that is no word at all.
TERMS = re.compile(
    r"""
    Board\ One | FIDE | TRF(?:06|16|26)? | Baku | Scotch\ Cup | Buchholz
    | \b[A-F]\.?\d[\d.]*(?:\ [a-z]\b)?(?:\ art\.\ [\d.]+)?      # an article
    | \b(?:IA|FA|NA|BH|BH-C1|SB|PAB|FPB|HPB|ZPB|GM|IM|WGM|FM|WIM|CM|WFM|WCM|Ingo|BCF|Elo|ID|SCO|CSV|XLSX)\b
    | \bart\. | \bPGN\b | \bEsc\b           # also a key
    | \bEnglish\b | \bDeutsch\b | \bFrançais\b   # each called as it calls itself
    | \#\#\#\ .*                            # as the report has it
    | \bLetter\b                          # a size of paper
    | \bEUR\b | \bPLN\b                   # currencies, by their codes
    | Andrews,\ Alan | Brown,\ Ben           # of the example list
    | \{white\} | \{black\}                 # where a script puts the names
    """,
    re.VERBOSE,
)
WORD = re.compile(r"[^\W\d_]{2,}")


def entered() -> re.Pattern[str]:
    """A pattern for everything that somebody has entered."""
    texts: set[str] = set()
    for model in (*User._meta.apps.get_app_config(TournamentsConfig.name).get_models(), User):
        names = [
            field.name
            for field in model._meta.concrete_fields
            if isinstance(field, models.CharField | models.TextField) and not field.choices
        ]
        for row in model._default_manager.values_list(*names):
            texts.update(text for text in row if text and isinstance(text, str))
    # In plain words a player is called by the family name, or by the full name turned round.
    for name in Player._default_manager.values_list("name", flat=True):
        family, _, given = name.partition(", ")
        texts |= {family, f"{given} {family}"}
    known = "|".join(map(re.escape, sorted(texts, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:{known})(?!\w)")


def english_on(page: str, known: re.Pattern[str], code: str) -> list[str]:
    """The words of the page that no catalogue has and nobody has entered."""
    return [
        " ".join(piece.split())
        for piece in Page(page, code).left_over
        if WORD.search(piece) and WORD.search(TERMS.sub(" ", known.sub(" ", piece)))
    ]


def addresses(event: Tournament) -> dict[str, str]:
    """An address of every route, in the event where it belongs to one."""
    found = {}
    last = event.rounds.exclude(state="planned").order_by("number").last()
    player = event.players.first()
    for route in routes():
        name = str(route.name)
        values: dict[str, object] = {"slug": event.slug, "number": 1, "board": 1, "player": 1, "other": 3}
        values |= {"pk": player.pk if player else 1, "token": "unknown", "uidb64": "MQ", "place": 1}
        values |= {"title": "GM", "form": "pdf", "kind": "csv"}
        key = player.key if player else "0" * 16
        values |= {"key": key, "keys": [key]}
        values |= {"part": "boards", "festival": "festival"}
        values |= {"name": builders.PAPERS.get(name, "")}
        if name.startswith(("desk-round", "round", "by-hand")) and last:
            values["number"] = last.number
        if name.startswith("person-"):
            values["pk"] = event.memberships.latest("pk").pk
        if name == "prize-list" and (row := PrizeList.objects.filter(fund__tournament=event).last()):
            values["pk"] = row.pk
        wanted = set(route.pattern.converters) | ({"slug"} if name in EVENT_ROUTES else set())
        found[name] = reverse(name, kwargs={key: value for key, value in values.items() if key in wanted})
    return found


def speaking(code: str, client: Client, user: User | None = None) -> Client:
    """A browser that has chosen the language, logged in if there is a user."""
    client.post(reverse("language"), {"language": code})
    if user:
        client.force_login(user)
    return client


def walk(event: Tournament, owner: User, stage: Stage, code: str, readers: Sequence[str]) -> list[str]:
    """The text left over in English on the pages, and the answers to empty forms, that these people see."""
    helper = Client()
    builders.begin_entry(helper, event)
    browsers = {
        "owner": speaking(code, Client(), owner),
        "anonymous": speaking(code, Client()),
        "helper": speaking(code, helper),
    }
    found, known, faults = addresses(event), entered(), []
    files: set[str] = set()
    # One client for all browsers: a new one would load the middleware again.
    client = Client()
    for who in readers:
        for method, name in ways(stage, who, files):
            address = found[name]
            client.cookies.clear()
            client.cookies.update(browsers[who].cookies)
            with transaction.atomic():
                # The page that a GET leads to is walked through by itself.
                answer = client.get(address) if method == "get" else client.post(address, follow=True)
                html = answer.headers.get("Content-Type", "").startswith("text/html")
                # A file made again for the next browser would say nothing new.
                files |= set() if html or answer.status_code != 200 else {name}
                page = complete(answer) if html else ""
                left_over = english_on(page, known, code) if html else []
                if address.startswith(f"/t/{event.slug}/"):
                    left_over += FOREIGN[event.edition].findall(MARK.sub("", page))
                transaction.set_rollback(True)
            faults += [f"{who} {method} {name}: {text}" for text in left_over]
    return faults


def ways(stage: Stage, who: str, files: set[str]) -> Iterator[tuple[str, str]]:
    """Method and route of each request that may say what the others of all stages do not; no file again."""
    # Pages of no event are the same at every stage, except the list of the events.
    names = {*EVENT_ROUTES, "home"} if stage is not finished else rules().keys()
    for name in sorted(names - WHOLE):
        if rules()[name].access not in OPEN_TO[who]:
            continue
        # A GET of an act says nothing: it leads to a page.
        if name not in ACTS and (who != "owner" or is_read(stage, name)) and name not in files:
            yield "get", name
        if (is_answered(stage, name) if who == "owner" else name in ANSWERING) and name not in files:
            yield "post", name


# A document that is written as a whole in each language; and the route that changes the language.
WHOLE = {"manual", "language"}
# Without an account all other routes lead to the login; a helper sees the public pages as a stranger does.
OPEN_TO = {"owner": {*Access}, "anonymous": {Access.PUBLIC, Access.ENTRY}, "helper": {Access.ENTRY}}
# Routes that answer a stranger's form with a page of their own.
ANSWERING = {"login", "entry-start", "entry-result", "invitation", "password-reset"}


def empty(_event: Tournament, _owner: User) -> None:
    """Nothing has been entered yet."""


# Prizes with every rule that a list may have.
PRIZES: tuple[dict[str, Any], ...] = (
    {"amounts": [90000, 50000], "sharing": "hort"},
    {"amounts": [8000, 5000], "sharing": "tie-break", "unawarded": "rolls-over"},
    {"amounts": [1000] * 12, "besides": True},
    {"amounts": [100], "needed": 99},
    {"amounts": [2000], "team_by": "club", "team_of": 2},
    {"amounts": [2000], "team_by": "federation", "team_of": 2},
)


@again
def registered(event: Tournament, owner: User) -> None:
    """Players with what belongs to them."""
    one, two, three, *_others = event.players.all()
    prizes.add_category(tournament=event, actor=owner, name="Damen", sex="w", under_age=18)
    event_services.keep_apart(
        tournament=event, actor=owner, players=[one.pk, two.pk], first_round=1, last_round=2, reason="Xyz"
    )
    byes.give_bye(player=three, number=2, kind=Seat.Kind.HALF_POINT_BYE, actor=owner)
    women = event.categories.get()
    for definition in PRIZES:
        prizes.add_prizes(tournament=event, actor=owner, category=women, **definition)
        prizes.add_prizes(tournament=event, actor=owner, **definition)
    prizes.set_prize_fund(tournament=event, actor=owner, changes={"currency": "PLN", "step": 100})
    event_services.name_arbiters(
        tournament=event, chief={"title": "IA", "name": "Xyz"}, deputies=[{"name": "Abc"}], actor=owner
    )
    course.fill_schedule(
        tournament=event, first_day=date(2026, 11, 21), every=1, times=[time(10), time(15)], actor=owner
    )


@again
def drafted(event: Tournament, owner: User) -> None:
    """A draft of round 1."""
    registered(event, owner)
    rounds.pair_round(tournament=event, number=1, actor=owner)


@again
def published(event: Tournament, owner: User) -> None:
    """Round 1 is on; one of its results is missing."""
    registered(event, owner)
    builders.publish(event, 1, owner)
    builders.enter(event, 1, owner, {2: Game.Result.NOT_YET, 3: Game.Result.BOTH_FORFEIT})


@again
def absent(event: Tournament, owner: User) -> None:
    """Round 1 is over, with forfeits that nobody has explained; somebody leaves."""
    registered(event, owner)
    builders.play(event, 1, owner, {2: Game.Result.BOTH_FORFEIT, 3: Game.Result.WHITE_WINS_FORFEIT})
    players.withdraw_player(player=event.players.last(), actor=owner)


@again
def corrected(event: Tournament, owner: User) -> None:
    """Round 2 is a draft, and the result of a game of round 1 was corrected."""
    registered(event, owner)
    builders.play(event, 1, owner)
    builders.correct(event, 1, owner, board=1, result=Game.Result.DRAW, reason="Xyz")
    rounds.pair_round(tournament=event, number=2, actor=owner)


@again
def by_hand(event: Tournament, owner: User) -> None:
    """Round 2 is being paired by hand."""
    builders.play(event, 1, owner)
    by_hand_services.begin(tournament=event, number=2, actor=owner)


@again
def finished(event: Tournament, owner: User) -> None:
    """The event has ended."""
    registered(event, owner)
    for number in (1, 2, 3):
        builders.play(event, number, owner)
    event_services.finish_tournament(tournament=event, actor=owner)


STAGES = (empty, registered, drafted, published, absent, corrected, by_hand, finished)
# At the other stages nobody but the owner reads a text that is not read by the owner, or by these.
READERS = {published: ("owner", "helper"), finished: ("owner", "anonymous", "helper")}
# At the other stages pages answer empty forms as they do at one of these.
ANSWERED = (registered, finished)


def is_read(stage: Stage, name: str) -> bool:
    """Whether the page may say something that it says at no other stage."""
    return name in OF_A_ROUND if stage is by_hand else stage is not registered


def is_answered(stage: Stage, name: str) -> bool:
    """Whether the answer to the empty form may say something that it says at no other stage.

    Acts are refused at each stage for another reason, and so is an early end of the event.
    """
    return stage is not absent and (stage in ANSWERED or name in ACTS or name == "tournament-end")


def left_over_in(stage: Stage, chief: User, code: str, readers: Sequence[str]) -> list[str]:
    """The text left in English on the pages of an event at this stage, and on pages of no event."""
    chief.is_staff = True
    chief.save()
    count = 0 if stage is empty else 9
    # The rules of the year do not matter to the words, but to the articles.
    edition = "dutch-2016" if stage is corrected else "dutch-2026"
    event = builders.tournament(
        chief, players=count, rounds=3, edition=edition, acceleration="baku", name="Xyzzy Cup"
    )
    stage(event, chief)
    return list(dict.fromkeys(walk(event, chief, stage, code, readers)))


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__)
@pytest.mark.usefixtures("_marks")
def test_no_english_is_left_over(stage: Stage, chief: User, code: str) -> None:
    faults = left_over_in(stage, chief, code, READERS.get(stage, ("owner",)))
    assert not faults, "\n" + "\n".join(faults)


@pytest.mark.parametrize("code", [code for code in catalogue.CODES if code != "fr"], indirect=True)
@pytest.mark.usefixtures("_marks")
def test_no_english_is_left_over_in_any_other_language(chief: User, code: str) -> None:
    faults = left_over_in(finished, chief, code, ("owner",))
    assert not faults, "\n" + "\n".join(faults)


@pytest.mark.usefixtures("_marks", "db")
def test_english_that_is_left_over_is_found(client: Client, code: str) -> None:
    page = speaking(code, client).get("/login/").content.decode()
    known = re.compile("Adler")
    assert english_on(page, known, code) == []
    assert english_on(page.replace("<h1>", "<h1>Hello "), known, code) == ["Hello"]
    assert english_on(page.replace("<h1>", '<h1 title="A hint">'), known, code) == ["A hint"]
    assert english_on(page.replace("<h1>", "<h1>Adler "), known, code) == []

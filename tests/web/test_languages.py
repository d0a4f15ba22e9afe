"""Every text is in the catalogue of each language, and every page comes in the reader's language."""

from __future__ import annotations

import ast
import os
import re
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from babel.messages import Catalog, Message
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pytest_django.fixtures import Settings

from pairing.explanation.language import LANGUAGES
from tests import builders
from tournaments.event.services import event as event_services
from tournaments.management import catalogue
from tournaments.models import AuditEvent, OwnLanguage, Tournament

pytestmark = pytest.mark.any_database


@pytest.fixture
def own_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A catalogue of the test's own, with one text."""
    path = tmp_path / "fr.po"
    path.write_text(
        catalogue.header("fr")
        + 'msgid "Board"\nmsgstr "Échiquier"\n\nmsgid "Nobody says this."\nmsgstr "Parti"\n'
    )
    monkeypatch.setattr(catalogue, "PAGES", replace(catalogue.PAGES, catalogues=f"{tmp_path}/{{code}}.po"))
    monkeypatch.setattr(catalogue, "DOMAINS", (catalogue.PAGES,))
    monkeypatch.setattr(catalogue, "CODES", ("fr",))
    return path


def test_renewed_the_catalogue_keeps_its_french_and_holds_what_is_said(
    own_catalogue: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("makemessages")
    assert "no French yet: 'Standings'" in capsys.readouterr().out
    kept = catalogue.read(catalogue.PAGES, "fr")
    assert kept["Board"].string == "Échiquier"
    assert kept["Standings"].string == ""
    assert "Nobody says this." not in kept
    assert {m.id for m in kept} == {m.id for m in catalogue.found(catalogue.PAGES)}
    before = own_catalogue.read_bytes()
    catalogue.renew(catalogue.PAGES, "fr")
    assert own_catalogue.read_bytes() == before
    texts = [str(m.id) for m in kept if m.id and isinstance(m.id, str) and not m.context]
    assert texts == sorted(texts)


def test_the_catalogues_of_another_language_are_begun(
    own_catalogue: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(catalogue, "CODES", ("nl",))
    call_command("makemessages")
    assert "no Dutch yet: 'Board'" in capsys.readouterr().out
    begun = own_catalogue.with_name("nl.po").read_text()
    assert begun.startswith("# What Board One says in Dutch.")
    assert '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"' in begun
    assert 'msgid "Board"\nmsgstr ""\n' in begun


def test_a_compiled_catalogue_that_is_missing_or_older_is_made(own_catalogue: Path) -> None:
    compiled = own_catalogue.with_suffix(".mo")
    call_command("compilemessages")
    first = compiled.read_bytes()
    own_catalogue.write_text(own_catalogue.read_text().replace("Échiquier", "Table"))
    os.utime(own_catalogue, ns=(0, compiled.stat().st_mtime_ns + 1))
    call_command("compilemessages")
    assert compiled.read_bytes() != first
    made = compiled.stat().st_mtime_ns
    call_command("compilemessages")
    assert compiled.stat().st_mtime_ns == made


PLACEHOLDER = re.compile(r"%\((\w+)\)(.)|\{(\w+)\}")


def faults_of(message: Message, where: str) -> list[str]:
    """The faults in the translation of one text."""
    forms = catalogue.forms(message)
    if not all(forms):
        return [f"{where}: no words for {message.id!r}"]
    if message.fuzzy:
        return [f"{where}: doubtful words for {message.id!r}"]
    english = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    if len(forms) != (2 if len(english) == 2 else 1):
        return [f"{where}: {len(forms)} forms for {message.id!r}"]
    # The singular may say "one" in words; apart from that, each form has the placeholders of its English.
    wanted = set(PLACEHOLDER.findall(english[-1]))
    found = [set(PLACEHOLDER.findall(form)) for form in forms]
    if found[-1] != wanted or not all(names <= wanted for names in found):
        return [f"{where}: other placeholders for {message.id!r}"]
    values = {name: 1 for name, _kind, _fact in wanted}
    # "5 % de" contains the conversion "% d": where a text is formatted, a per cent sign is doubled.
    if wanted and any(re.search(r"%(?!\(|%)", form.replace("%%", "")) for form in forms):
        return [f"{where}: a single per cent sign for {message.id!r}"]
    for form in forms:
        assert not wanted or form % values
    return []


@pytest.fixture(scope="module")
def said() -> dict[str, Catalog]:
    """All texts of each domain."""
    return {domain.catalogues: catalogue.found(domain) for domain in catalogue.DOMAINS}


@pytest.mark.parametrize("code", catalogue.CODES)
@pytest.mark.parametrize("domain", catalogue.DOMAINS, ids=("pages", "rule book"))
def test_whatever_is_said_is_in_each_language_and_nothing_else_is(
    domain: catalogue.Domain, code: str, said: dict[str, Catalog]
) -> None:
    """`make messages` adds new texts to the catalogues, and removes those that are no longer used."""
    known, texts = catalogue.read(domain, code), said[domain.catalogues]
    faults = []
    for message in texts:
        if message.id:
            places = ", ".join(dict.fromkeys(place for place, _line in message.locations))
            translated = known.get(message.id, message.context)
            same = translated is not None and translated.id == message.id
            faults += faults_of(translated, places) if same else [f"{places}: not in it: {message.id!r}"]
    for message in known:
        if message.id and texts.get(message.id, message.context) is None:
            faults.append(f"nobody says {message.id!r}")
    assert not faults, "\n" + "\n".join(faults)


@pytest.mark.parametrize(
    ("english", "french", "fault"),
    [
        ("Board", "", "no words"),
        ("Board %(number)d", "Échiquier", "other placeholders"),
        ("Board %(number)d", "Échiquier %(nombre)d", "other placeholders"),
        ("Board %(number)d", "Échiquier %(number)s", "other placeholders"),
        ("Board {number}", "Échiquier {nombre}", "other placeholders"),
        ("%(share)d%% of them", "%(share)d % de tous", "per cent"),
        (("one board", "%(n)d boards"), ("un échiquier", ""), "no words"),
        (("one board", "%(n)d boards"), ("un échiquier", "des échiquiers"), "other placeholders"),
    ],
)
def test_a_fault_in_a_catalogue_is_found(english: Any, french: Any, fault: str) -> None:
    (found,) = faults_of(Message(english, french), "here")
    assert fault in found
    assert found.startswith("here: ")


def test_doubtful_words_are_none() -> None:
    assert faults_of(Message("Board", "Échiquier"), "here") == []
    assert "doubtful" in faults_of(Message("Board", "Échiquier", flags=["fuzzy"]), "here")[0]


@pytest.mark.parametrize("domain", catalogue.DOMAINS, ids=("pages", "rule book"))
def test_german_is_printed_as_german_is(domain: catalogue.Domain) -> None:
    """Only low-high quotation marks, no space before a colon, no line break before a sign."""
    wrong = re.compile(
        r"”|[«»]|(?<!=)\"(?!>)"  # other quotation marks, but for those of an attribute
        r"|(?:\w\w|[)}“]) [:;?!]"
        r"|\b(?:z|d|u)\. ?[BhaU]\.|[\d}] %(?!\()"
        r"|\.\.\.",
    )
    forms = [
        form for message in catalogue.read(domain, "de") if message.id for form in catalogue.forms(message)
    ]
    assert [form for form in forms if wrong.search(form) or form.count("„") != form.count("“")] == []


def test_no_text_is_marked_that_is_not_written_out() -> None:
    """A variable instead of a literal would be looked up in the catalogue, but never get into it."""
    faults = [
        f"{source}:{node.lineno}"
        for source in catalogue.PAGES.sources()
        if source.suffix == ".py"
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in catalogue.PAGES.keywords
        and not (node.args and isinstance(node.args[0], ast.Constant))
    ]
    assert not faults


POLISH_THEN_FRENCH = {"Accept-Language": "pl-PL,pl;q=0.9,fr;q=0.5,en;q=0.3"}


def language_of(answer: HttpResponse) -> str:
    """The language that a page declares; its words must be in it too."""
    page = answer.content.decode()
    (stated,) = re.findall(r'<html lang="(\w+)">', page)
    assert answer.headers["Content-Language"] == stated
    assert {"Accept-Language", "Cookie"} <= set(answer.headers["Vary"].split(", "))
    with translation.override(stated):
        assert translation.gettext("Skip to the content") in page
    return str(stated)


def choose(client: Client, language: str, page: str = "/") -> None:
    """Press the switch at the head of the page."""
    answer = client.post(reverse("language"), {"language": language, "next": page})
    assert (answer.status_code, answer.headers["Location"]) == (302, page)


@pytest.fixture
def french(event: Tournament, chief: User) -> Tournament:
    """An event whose language is French."""
    event_services.change_regulations(tournament=event, changes={"language": "fr"}, actor=chief)
    return event


@pytest.mark.usefixtures("db")
def test_one_request_leaves_no_language_to_the_next(client: Client) -> None:
    client.get("/", headers=POLISH_THEN_FRENCH)
    assert translation.get_language() == "en"


@pytest.mark.usefixtures("db")
def test_who_has_chosen_nothing_gets_what_their_browser_asks_for(client: Client) -> None:
    assert language_of(client.get("/")) == "en"
    assert language_of(client.get("/", headers=POLISH_THEN_FRENCH)) == "fr"
    assert language_of(client.get("/", headers={"Accept-Language": "pl"})) == "en"
    assert language_of(client.get("/", headers={"Accept-Language": "de-AT"})) == "de"


def test_an_event_has_its_own_language_for_who_has_chosen_none(french: Tournament, client: Client) -> None:
    english = {"Accept-Language": "en-GB"}
    assert language_of(client.get(french.get_absolute_url(), headers=english)) == "fr"
    assert language_of(client.get("/", headers=english)) == "en"
    choose(client, "en", french.get_absolute_url())
    assert language_of(client.get(french.get_absolute_url(), headers=POLISH_THEN_FRENCH)) == "en"


def test_an_event_without_one_leaves_it_to_the_browser(event: Tournament, client: Client) -> None:
    assert language_of(client.get(event.get_absolute_url())) == "en"
    assert language_of(client.get(event.get_absolute_url(), headers=POLISH_THEN_FRENCH)) == "fr"


def test_the_desk_and_the_helpers_pages_speak_as_the_event(
    french: Tournament, chief: User, chief_client: Client, client: Client
) -> None:
    builders.publish(french, 1, chief)
    builders.begin_entry(client, french)
    assert language_of(chief_client.get(reverse("desk", args=[french.slug]))) == "fr"
    assert language_of(client.get(reverse("entry", args=[french.slug]))) == "fr"


def test_what_an_account_has_chosen_holds_wherever_it_logs_in(
    event: Tournament, chief: User, chief_client: Client, client: Client
) -> None:
    choose(chief_client, "fr")
    assert language_of(chief_client.get("/")) == "fr"
    assert language_of(client.get("/")) == "en"
    client.force_login(chief)
    assert language_of(client.get(reverse("desk", args=[event.slug]))) == "fr"
    choose(client, "en")
    assert language_of(chief_client.get("/")) == "en"
    client.logout()
    assert language_of(client.get("/", headers=POLISH_THEN_FRENCH)) == "fr"


def test_a_locked_computer_keeps_the_language_of_who_locked_it(chief_client: Client) -> None:
    choose(chief_client, "fr")
    chief_client.post(reverse("lock"))
    assert language_of(chief_client.get(reverse("unlock"))) == "fr"
    # Another language chosen on the lock page is kept in the browser; the account keeps its own.
    choose(chief_client, "de")
    assert language_of(chief_client.get(reverse("unlock"))) == "de"
    chief_client.post(reverse("unlock"), {"password": "chief"})
    assert language_of(chief_client.get("/")) == "fr"
    chief_client.post(reverse("lock"))
    assert language_of(chief_client.get(reverse("unlock"))) == "fr"


@pytest.mark.usefixtures("db")
@pytest.mark.parametrize(
    ("form", "back"),
    [
        ({"language": "xx", "next": "/login/"}, "/login/"),
        ({"language": "", "next": "https://elsewhere.example/"}, "/"),
        ({"language": "fr", "next": "//elsewhere.example/"}, "/"),
        ({}, "/"),
    ],
)
def test_the_switch_knows_its_languages_and_leads_nowhere_else(
    client: Client, form: dict[str, str], back: str
) -> None:
    answer = client.post(reverse("language"), form)
    assert answer.headers["Location"] == back
    assert ("language" in answer.cookies) is (form.get("language") == "fr")


@pytest.mark.usefixtures("db")
def test_a_link_to_the_switch_switches_nothing(client: Client) -> None:
    client.get(reverse("language"), {"language": "fr"})
    assert language_of(client.get("/")) == "en"


@pytest.mark.usefixtures("db")
def test_the_choice_is_a_cookie_that_scripts_and_other_sites_do_not_get(client: Client) -> None:
    cookie = client.post(reverse("language"), {"language": "fr"}).cookies["language"]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 365 * 24 * 60 * 60)


def test_a_page_that_is_made_once_for_all_is_made_once_for_each_language(
    french: Tournament, client: Client
) -> None:
    address = french.get_absolute_url()
    first = client.get(address)
    choose(client, "en")
    second = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (language_of(first), second.status_code, language_of(second)) == ("fr", 200, "en")
    choose(client, "fr")
    assert client.get(address, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    assert client.get(address).content == first.content


def test_the_events_language_is_asked_for_kept_changed_at_any_time_and_audited(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    choose(chief_client, "fr")
    new = chief_client.get(reverse("tournament-new"))
    assert new.context["form"]["language"].value() == "fr"
    builders.publish(event, 1, chief)
    settings = reverse("settings", args=[event.slug])
    form = {"name": event.name, "language": "fr", "initial-language": ""}
    chief_client.post(settings, form)
    assert Tournament.objects.get(pk=event.pk).language == "fr"
    act = event.audit_events.latest("pk")
    assert (act.action, act.before, act.after) == (
        AuditEvent.Action.REGULATIONS_CHANGED,
        {"language": ""},
        {"language": "fr"},
    )
    assert "langue Français" in chief_client.get(reverse("log", args=[event.slug])).content.decode()
    # Saving other fields on a page opened before does not undo it.
    chief_client.post(settings, {"name": "Renamed", "initial-name": event.name, "initial-language": ""})
    assert Tournament.objects.get(pk=event.pk).language == "fr"


@pytest.mark.parametrize("language", ["pl", "xx"])
def test_no_other_language_gets_into_the_database(event: Tournament, chief: User, language: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=event.pk).update(language=language)
    with pytest.raises(IntegrityError), transaction.atomic():
        OwnLanguage.objects.create(user=chief, language=language)


def test_the_switch_names_each_other_language_in_its_own_words(client: Client, event: Tournament) -> None:
    names = {"en": "English", "de": "Deutsch", "fr": "Français"}
    for language in names:
        choose(client, language)
        page = client.get(event.get_absolute_url()).content.decode()
        offered = re.findall(r'name="language" value="(\w+)" lang="(\w+)"><span[^>]*>(\w+)</span>', page)
        assert offered == [(code, code, name) for code, name in names.items() if code != language]
        assert f'name="next" value="{event.get_absolute_url()}"' in page


def test_the_database_knows_the_languages_of_the_settings(settings: Settings) -> None:
    codes = [code for code, _name in settings.LANGUAGES]
    assert OwnLanguage._meta.constraints[0].condition.children == [("language__in", codes)]
    assert list(LANGUAGES) == codes


@pytest.mark.parametrize("code", catalogue.CODES)
def test_django_reads_what_was_compiled(code: str) -> None:
    plain = [
        m
        for m in catalogue.read(catalogue.PAGES, code)
        if m.id and isinstance(m.id, str) and not m.context and m.string
    ]
    with translation.override(code):
        assert all(translation.gettext(str(m.id)) == m.string for m in plain)


@pytest.mark.parametrize("code", catalogue.CODES)
def test_the_rule_book_reads_its_own_catalogue_as_others_do(code: str) -> None:
    texts = [message for message in catalogue.read(catalogue.RULE_BOOK, code) if message.id]
    one = {message.id: message.string for message in texts if isinstance(message.id, str)}
    counted = {message.id[0]: message.string for message in texts if not isinstance(message.id, str)}
    assert (LANGUAGES[code].sentences, LANGUAGES[code].counted) == (one, counted)


def test_days_are_written_as_each_language_writes_them(event: Tournament, client: Client) -> None:
    Tournament.objects.filter(pk=event.pk).update(start_date=date(2026, 3, 6))
    for language, day in (("en", "6 March 2026"), ("de", "6. März 2026"), ("fr", "6 mars 2026")):
        choose(client, language)
        assert day in client.get(event.get_absolute_url()).content.decode()


def test_what_the_rule_book_refuses_is_said_in_the_readers_language(
    chief: User, chief_client: Client, client: Client
) -> None:
    pair = builders.tournament(chief, players=2, rounds=3, language="fr")
    builders.play(pair, 1, chief)
    page = reverse("next-round", args=[pair.slug])
    assert "Ronde 2".casefold() in chief_client.get(page).content.decode().casefold()
    assert "La ronde 2 ne peut être appariée" in chief_client.get(page).content.decode()
    # What was computed in one language is not shown in another.
    choose(chief_client, "en")
    assert "Round 2 cannot be paired" in chief_client.get(page).content.decode()
    choose(chief_client, "fr")
    trf = SimpleUploadedFile("a.trf", b"001 x\n")
    answer = chief_client.post(reverse("tournament-import"), {"file": trf})
    assert "ligne 1, colonne 5" in answer.content.decode()
    assert "Système néerlandais de la FIDE" in client.get(pair.get_absolute_url()).content.decode()

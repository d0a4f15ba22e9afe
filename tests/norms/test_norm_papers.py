"""The papers of norms, IT1 and IT3: their contents as PDF and as XLSX."""

from __future__ import annotations

import io

import openpyxl
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests import builders, norm_events
from tournaments.errors import DomainError
from tournaments.event.services import event as event_services
from tournaments.models import Player, Tournament
from tournaments.norms import queries
from tournaments.papers.drawing.papers import Paper, Table, as_pdf, as_xlsx
from tournaments.players.services import byes

pytestmark = pytest.mark.any_database


def text_of(data: bytes) -> str:
    """All text on the pages, with single spaces between words."""
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]
    return " ".join(" ".join(pages).split())


def cells_of(data: bytes) -> list[tuple[object, ...]]:
    [sheet] = openpyxl.load_workbook(io.BytesIO(data)).worksheets
    return [tuple(cell for cell in row if cell is not None) for row in sheet.iter_rows(values_only=True)]


def made(event: Tournament) -> Player:
    event = Tournament.objects.get(pk=event.pk)
    hero = norm_events.hero_of(event)
    hero.tournament = event
    return hero


@pytest.fixture(scope="module")
def played(module_db: None) -> int:
    """The key of an event in which the hero has made 8½ from 9, a norm for every title."""
    chief = builders.user("chief")
    event = norm_events.event(chief, time_control="90 min + 30 s")
    norm_events.play(event, chief, *[1] * 8, 0.5)
    return event.pk


@pytest.fixture
def db(played: int, undone_db: None) -> None:
    """The tests of this file share that event."""


@pytest.fixture
def chief(db: None) -> User:
    """Its chief arbiter."""
    return User.objects.get(username="chief")


@pytest.fixture
def event(played: int, db: None) -> Tournament:
    """The hero has made 8½ from 9, a norm for every title."""
    return Tournament.objects.get(pk=played)


def test_the_certificate_says_what_it1_asks_for(event: Tournament) -> None:
    hero = made(event)
    paper = queries.certificate(hero, "GM")
    facts = dict(paper.facts)
    games = hero.seats.filter(kind="game").select_related("game")
    opponents = [seat.game.seats.exclude(player=hero).get().player for seat in games if seat.game]
    assert facts["Name"] == norm_events.HERO
    assert (facts["FIDE ID"], facts["Date of birth"]) == ("2000", "2001/02/03")
    assert (facts["Event"], facts["City"], facts["Host federation"]) == ("Open of Oban", "Oban", "ESP")
    assert (facts["Start"], facts["Close"]) == ("2026-04-01", "2026-04-09")
    assert facts["Chief arbiter"] == "IA Grant, Iain (2400001)"
    assert (facts["Rate of play"], facts["Minutes of each player for 60 moves"]) == ("90 min + 30 s", 120)
    assert facts["Number of games"] == len(opponents) == 9
    assert facts["Opponents not from the applicant's federation"] == 9
    assert facts["Opponents from the host federation"] == sum(one.federation == "ESP" for one in opponents)
    assert facts["of these GM"] == sum(one.title == "GM" for one in opponents)
    assert [row[1] for row in paper.table.rows] == [
        opponent.name
        for _number, opponent in sorted(zip((s.round.number for s in games), opponents, strict=True))
    ]
    totals = dict(paper.totals)
    average = (2 * sum(one.rating or 0 for one in opponents) + 9) // 18
    assert (totals["Score achieved"], totals["Average rating of the opponents (1.4.6, 1.4.7)"]) == (
        "8½",
        average,
    )


def test_the_pdf_has_every_word_of_the_certificate(event: Tournament) -> None:
    paper = queries.certificate(made(event), "GM")
    data = as_pdf(paper)
    assert len(PdfReader(io.BytesIO(data)).pages) == 1
    text = text_of(data)
    assert text.startswith("Certificate of title result: GM (IT1)")
    for name, value in (*paper.facts, *paper.totals):
        assert f"{name} {value}" in text
    for row in paper.table.rows:
        assert " ".join(str(value) for value in row if value != "") in text
    for signer in paper.signed_by:
        assert f"{signer}: ____" in text


def test_the_workbook_has_the_same(event: Tournament) -> None:
    paper = queries.certificate(made(event), "IM")
    rows = cells_of(as_xlsx(paper))
    for pair in (*paper.facts, *paper.totals):
        assert pair in rows
    assert {tuple(value for value in row if value != "") for row in paper.table.rows} <= {
        tuple(value for value in row if value != "") for row in rows
    }


def test_the_required_score_is_the_least_that_makes_the_norm(event: Tournament) -> None:
    number = norm_events.hero_of(event).number
    found = queries.records(Tournament.objects.get(pk=event.pk))
    [gm, im, wgm, wim] = [one for one in found if one.number == number]
    assert [one.title for one in (gm, im, wgm, wim)] == ["GM", "IM", "WGM", "WIM"]
    assert gm.required > im.required >= wgm.required >= wim.required
    assert gm.score == 85


def test_what_is_not_known_of_the_event_is_a_remark(event: Tournament, chief: User) -> None:
    event_services.change_regulations(tournament=event, changes={"minutes": None}, actor=chief)
    paper = queries.certificate(made(event), "GM")
    assert paper.remarks == (
        "Minutes of play a day: not known, at most 720 (B.01 1.1.2)",
        "Minutes for 60 moves: not known, at least 120 (B.01 1.1.3)",
    )


def test_who_has_made_no_norm_gets_no_certificate(chief: User, client: Client) -> None:
    event = norm_events.event(chief, name="Open of Oban, its first day")
    norm_events.play(event, chief, 1)
    with pytest.raises(DomainError, match="has made no norm for the title GM"):
        queries.certificate(made(event), "GM")
    client.force_login(chief)
    answer = client.get(reverse("norm-certificate", args=[event.slug, made(event).pk, "GM", "pdf"]))
    assert answer.status_code == 422


def test_the_report_counts_players_and_lists_the_norms(event: Tournament) -> None:
    paper = queries.report(Tournament.objects.get(pk=event.pk))
    facts = dict(paper.facts)
    assert (facts["Players"], facts["Players with a rating"], facts["Players without a rating"]) == (
        24,
        24,
        0,
    )
    assert facts["Players of the host federation"] + facts["Players of other federations"] == 24
    assert (facts["Federations"], facts["Rounds"], facts["Most rounds on one day"]) == (5, 9, 1)
    assert [row[0] for row in paper.table.rows if row[1] == norm_events.HERO] == ["GM", "IM", "WGM", "WIM"]
    text = text_of(as_pdf(paper))
    assert text.startswith("Tournament report (IT3)")
    assert text.count(norm_events.HERO) == 4


def test_1_4_3d_who_misses_two_rounds_is_no_foreigner_of_the_papers(chief: User) -> None:
    """Of sixteen foreigners, twelve of them titled, one misses two rounds and one only the first."""
    event = norm_events.event(chief, name="Open of Oban with byes")
    french = event.players.filter(federation="FRA", title="GM").order_by("number")
    for player, last in zip(french, (2, 1), strict=False):
        byes.give_bye(player=player, number=1, last=last, kind="zero", actor=chief)
    norm_events.play(event, chief, 1, 1)
    facts = dict(queries.report(Tournament.objects.get(pk=event.pk)).facts)
    assert [value for name, value in facts.items() if name.startswith("1.4.3d")] == [4, 14, 10]


def test_without_a_norm_the_report_says_so(chief: User) -> None:
    event = norm_events.event(chief, name="Open of Oban before round 1")
    assert queries.report(event).remarks == ("No norm was made.",)
    assert "No norm was made." in text_of(as_pdf(queries.report(event)))


@pytest.mark.parametrize(("form", "begins"), [("pdf", b"%PDF-"), ("xlsx", b"PK")])
def test_the_arbiters_download_both_from_their_page(
    event: Tournament, client: Client, chief: User, form: str, begins: bytes
) -> None:
    client.force_login(chief)
    page = client.get(reverse("norms", args=[event.slug])).content.decode()
    for address in (
        reverse("norm-certificate", args=[event.slug, made(event).pk, "GM", form]),
        reverse("norm-report", args=[event.slug, form]),
    ):
        assert f'href="{address}"' in page
        answer = client.get(address)
        assert answer.content.startswith(begins)
        assert answer["Content-Disposition"].endswith(f'.{form}"')
    assert (
        client.get(reverse("norm-report", args=[event.slug, "pdf"]).replace("pdf", "docx")).status_code == 404
    )


NAMES = (
    "Łukasz, Ødegård",
    "Παπαδοπούλου, Ελένη",
    "Жигалко, Ґанна",
    "<b>Bold</b>, & Co <para>",
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-2+3",
    "@SUM(A1)",
)


def paper_of(name: str) -> Paper:
    return Paper(
        name, (("Name", name),), Table((("Name", 60), ("Rating", 40)), ((name, 2400),)), (), (name,), (name,)
    )


@pytest.mark.parametrize("name", NAMES)
def test_names_of_every_script_stand_there_as_they_are_written(name: str) -> None:
    data = as_pdf(paper_of(name))
    assert text_of(data).count(name) == 5
    reader = PdfReader(io.BytesIO(data))
    fonts = reader.pages[0]["/Resources"]["/Font"].get_object().values()
    embedded = [
        font.get_object()["/FontDescriptor"].get_object().get("/FontFile2")
        for font in fonts
        if "/FontDescriptor" in font.get_object()
    ]
    assert embedded
    assert all(embedded)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_that_somebody_typed_is_a_formula(name: str) -> None:
    [sheet] = openpyxl.load_workbook(io.BytesIO(as_xlsx(paper_of(name)))).worksheets
    found = [cell for row in sheet.iter_rows() for cell in row if cell.value == name]
    assert len(found) == 4
    assert {(cell.data_type, cell.quotePrefix) for cell in found} == {("s", True)}


def test_the_same_paper_is_the_same_pdf() -> None:
    assert as_pdf(paper_of("Holm, Ada")) == as_pdf(paper_of("Holm, Ada"))


def test_a_long_paper_goes_on_and_repeats_its_columns() -> None:
    rows = tuple((f"Row {number}", number) for number in range(200))
    data = as_pdf(Paper("Long", (), Table((("Name", 60), ("Number", 40)), rows)))
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]
    assert len(pages) > 2
    assert all("Number" in page for page in pages)

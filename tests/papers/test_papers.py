"""Papers for the printer: what is on each, who may get it, and what an old one says about itself."""

from __future__ import annotations

import io
import re
from html import unescape
from itertools import combinations
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pypdf import PdfReader
from reportlab.pdfbase import pdfmetrics

from tests import builders
from tournaments import rulebook
from tournaments.chain import queries as chain
from tournaments.event.services import event as event_services
from tournaments.log import services as log
from tournaments.models import Game, Tournament
from tournaments.papers.drawing import sheet
from tournaments.papers.drawing.papers import (
    Badge,
    Badges,
    ByName,
    Column,
    Entry,
    Listing,
    Poster,
    Section,
    Story,
)
from tournaments.papers.drawing.sheet import (
    FLOOR,
    NARROWEST,
    SIZES,
    Imprint,
    Printout,
    as_pdf,
    as_sheets,
    fitted,
)
from tournaments.papers.queries import cards as cards_queries
from tournaments.papers.queries.tables import Order
from tournaments.players.services.players import add_players
from tournaments.prizes import queries as prizes_queries
from tournaments.prizes import services as prizes
from tournaments.public import queries as public
from tournaments.rounds.queries.boards import byes_of, games_of
from tournaments.rounds.services import by_hand, rounds
from tournaments.standings import queries as standings
from tournaments.texts import as_text, fold

pytestmark = pytest.mark.any_database

NAMES = (
    "Łukasiewicz-Őszi, Żaneta",
    "Παπαδόπουλος, Γεώργιος",
    "Ґалаґан, Євген",
    "Þórðarson, İbrahim",
    "Ó Súilleabháin, Đức",
)
IMPRINT = Imprint("Pairings by name", "Test Open", "", "printed now")


def pages_of(data: bytes) -> list[str]:
    """The text of each sheet, with single spaces between words."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(data)).pages]


def text_of(data: bytes) -> str:
    return " ".join(pages_of(data))


def closed_up(text: str) -> str:
    """The text without spaces, since the tests' PDF reader does not see each of them."""
    return "".join(text.split())


@pytest.fixture(scope="module")
def made(module_db: None) -> int:
    """The key of an event with 13 players, in several alphabets: round 1 is played, round 2 published."""
    chief = builders.user("chief")
    event = builders.tournament(chief, players=8, name="Open of Åbo", city="Åbo")
    entries = [{"name": name, "rating": 2500 - place} for place, name in enumerate(NAMES)]
    add_players(tournament=event, actor=chief, entries=entries)
    builders.play(event, 1, chief, {1: Game.Result.DRAW})
    builders.publish(event, 2, chief)
    return event.pk


@pytest.fixture
def db(undone_db: None) -> None:
    """The tests of this file share an event."""


@pytest.fixture
def event(made: int, db: None) -> Tournament:
    return Tournament.objects.get(pk=made)


@pytest.fixture
def chief(event: Tournament) -> User:
    return event.memberships.get(role="owner").user


@pytest.fixture
def browser(event: Tournament) -> Client:
    """The chief arbiter's browser."""
    return arbiter_of(event)


@pytest.fixture(scope="module")
def finished(module_db: None) -> int:
    """The key of an event that is over, with prizes."""
    chief = builders.user("the winner's arbiter")
    event = builders.tournament(chief, players=6, rounds=2, name="Open of Turku")
    prizes.add_category(tournament=event, actor=chief, name="Below 2390", under_rating=2390)
    prizes.add_prizes(tournament=event, actor=chief, amounts=[10000, 5000])
    below = event.categories.get()
    prizes.add_prizes(tournament=event, actor=chief, amounts=[3000], category=below, besides=True)
    for number in (1, 2):
        builders.play(event, number, chief)
    builders.confirmed(event_services.finish_tournament, tournament=event, actor=chief)
    return event.pk


@pytest.fixture
def over(finished: int, db: None) -> Tournament:
    return Tournament.objects.get(pk=finished)


def arbiter_of(event: Tournament) -> Client:
    client = Client()
    client.force_login(event.memberships.get(role="owner").user)
    return client


def address(event: Tournament, name: str, number: int = 2, form: str = "pdf") -> str:
    """The address of the paper."""
    of_round = name in cards_queries.OF_ROUND
    paper = cards_queries.OF_ROUND[name] if of_round else cards_queries.OF_EVENT[name]
    route = f"{'' if paper.public else 'desk-'}{'round-' if of_round else ''}paper"
    return reverse(route, args=[event.slug, *([number] if of_round else []), name, form])


def printed(client: Client, event: Tournament, name: str, number: int = 2, **query: object) -> bytes:
    answer = client.get(address(event, name, number), query)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf"), name
    assert answer["Content-Disposition"].startswith("inline; filename=")
    assert answer["Content-Security-Policy"] == "frame-ancestors 'none'"
    return answer.content


EVERY = [*cards_queries.OF_ROUND, *cards_queries.OF_EVENT]


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("name", EVERY)
def test_every_sheet_says_what_it_is(over: Tournament, name: str) -> None:
    """And the print view shows the same, sheet by sheet, letter by letter; each links to the other."""
    event, browser = over, arbiter_of(over)
    for size, language, page, made in (
        ("a4", "en", "page {} of {}", r"printed \d+ \w+ \d{4}, \d\d:\d\d"),
        ("letter", "fr", "page {} sur {}", r"imprimé le \d+ \w+ \d{4}, \d\d:\d\d"),
    ):
        data = printed(browser, event, name, size=size, language=language)
        pages = pages_of(data)
        of_round = event.rounds.get(number=2) if name in cards_queries.OF_ROUND else None
        last = chain.last_of_round(of_round) if of_round else chain.last(event)
        assert last is not None
        for number, text in enumerate(pages, 1):
            assert page.format(number, len(pages)) in text
            assert re.search(made, text)
            assert name not in cards_queries.OF_ROUND or re.search(", (round|ronde) 2", text)
            assert "Open of Turku" in text
            assert last.short in text
        box = PdfReader(io.BytesIO(data)).pages[0].mediabox
        assert sorted((float(box.width), float(box.height))) == pytest.approx(sorted(SIZES[size]))
    require_print_view(browser, event, name, [closed_up(text) for text in pages], wide=box.width > box.height)


def require_print_view(
    browser: Client, event: Tournament, name: str, pages: list[str], *, wide: bool
) -> None:
    """The print view, on letter paper and in French, shows these sheets."""
    at = address(event, name, form="html")
    answer = browser.get(at, {"size": "letter", "language": "fr"})
    page = answer.content.decode()
    sheets = [unescape(sheet).split("</svg>")[0] for sheet in page.split("<svg")[1:]]
    told = [closed_up(re.sub("<[^>]*>", " ", sheet.split(">", 1)[1])) for sheet in sheets]
    assert told == pages
    assert page.count(f'<section class="sheet letter{" wide" if wide else ""}"') == len(told)
    assert '<html lang="fr">' in page
    assert f'href="{address(event, name)}?size=letter&amp;language=fr">PDF</a>' in page
    assert "style=" not in page
    assert "default-src 'self'" in answer["Content-Security-Policy"]


def test_what_is_handed_out_speaks_the_language_of_the_event(event: Tournament, browser: Client) -> None:
    Tournament.objects.filter(pk=event.pk).update(language="de")
    assert "Ergebniszettel, Runde 2" in text_of(printed(browser, event, "slips"))
    assert "Result slips, round 2" in text_of(printed(browser, event, "slips", language="en"))
    page = browser.get(reverse("print", args=[event.slug])).content.decode()
    assert '<option value="de" selected>' in page


@pytest.mark.parametrize("name", cards_queries.OF_ROUND)
def test_a_draft_has_no_paper(event: Tournament, chief: User, browser: Client, name: str) -> None:
    builders.enter(event, 2, chief)
    builders.explain_absences(event, chief)
    rounds.pair_round(tournament=event, number=3, actor=chief)
    for client in (browser, Client()):
        for form in ("pdf", "html"):
            for query in ({}, {"publication": 1}, {"publication": chain.last(event).place}):
                assert client.get(address(event, name, 3, form), query).status_code in {302, 404}
    assert browser.get(address(event, name, 3)).status_code == 404


def test_q46_a_sheet_says_that_the_event_left_fide_mode(event: Tournament, chief: User) -> None:
    builders.confirmed(log.leave_fide_mode, tournament=event, actor=chief)
    for name in ("by-name", "standings", "slips"):
        for page in pages_of(printed(arbiter_of(event), event, name)):
            assert "Not in FIDE mode since round 2" in page


def test_boards_are_printed_as_they_are(event: Tournament) -> None:
    round_ = event.rounds.get(number=1)
    text = text_of(printed(Client(), event, "by-board", 1))
    assert "Pairings by board, round 1" in text
    for board in games_of(round_):
        line = (
            f"{board.row.board} {board.white.number} {board.white.name} {board.white.rating} "
            f"{as_text(board.white_score)} {board.row.get_result_display()} {as_text(board.black_score)} "
            f"{board.black.number} {board.black.name} {board.black.rating}"
        )
        assert line in text
    [bye] = byes_of(round_)
    assert f"{bye.player.name} {bye.player.rating} 0 {bye.label}" in text


def test_names_are_printed_in_order_with_their_boards(event: Tournament) -> None:
    round_ = event.rounds.get(number=2)
    where = {bye.player.name: bye.label for bye in byes_of(round_)}
    for board in games_of(round_):
        where |= {player.name: str(board.row.board) for player in (board.white, board.black)}
    lines = [f"{name} {where[name]}" for name in sorted(where, key=fold)]
    assert len(lines) == 13
    assert closed_up("".join(lines)) in closed_up(text_of(printed(Client(), event, "by-name")))


def test_a_slip_for_each_game(event: Tournament, browser: Client) -> None:
    text = text_of(printed(browser, event, "slips"))
    games = games_of(event.rounds.get(number=2))
    assert text.count("White signs") == text.count("Black signs") == text.count("½ – ½") == len(games) == 6
    for board in games:
        slip = f"{board.row.board} board {board.white.name} {board.white.number} · {board.white.rating}"
        assert closed_up(f"Round 2 {slip} {board.black.name} {board.black.number}") in closed_up(text)


def test_standings_are_printed_with_every_tie_break(event: Tournament) -> None:
    text = text_of(printed(Client(), event, "standings"))
    assert "Standings after round 1" in text
    assert "Rank No. Title Name Fed. Rating Pts BH-C1 BH SB" in text
    for row in standings.rows(event):
        assert f"{row.rank} {row.player.number} {row.player.name} {row.player.rating}" in text


def test_standings_of_an_earlier_round_say_so(event: Tournament, chief: User) -> None:
    builders.enter(event, 2, chief)
    builders.publish(event, 3, chief)
    event = Tournament.objects.get(pk=event.pk)
    assert "OUT OF DATE" not in text_of(printed(Client(), event, "standings"))
    old = pages_of(printed(Client(), event, "standings", after=1))
    assert all("OUT OF DATE. As of round 1; round 2 is over." in page for page in old)


@pytest.mark.parametrize("name", ["by-board", "by-name"])
def test_a_withdrawn_pairing_is_printed_as_such_alone(event: Tournament, chief: User, name: str) -> None:
    first = chain.last_of_round(event.rounds.get(number=2))
    assert first is not None
    before = games_of(event.rounds.get(number=2))
    builders.repair(event, 2, chief, ground="competition-rules")
    assert Client().get(address(event, name)).status_code == 404
    old = printed(Client(), event, name, publication=first.place)
    assert all(f"OUT OF DATE. As of publication {first.place};" in page for page in pages_of(old))
    assert first.short in text_of(old)
    for board in before:
        assert board.white.name in text_of(old)
    withdrawn = printed(Client(), event, name, publication=first.place + 1)
    assert "NOT VALID. This pairing was withdrawn on" in text_of(withdrawn)
    rounds.publish_round(tournament=event, number=2, actor=chief)
    again = pages_of(printed(Client(), event, name))
    assert all(f"As of publication {first.place + 2}. Changed since" in page for page in again)


def test_a_correction_is_told_on_the_sheet(event: Tournament, chief: User) -> None:
    assert "Changed since" not in text_of(printed(Client(), event, "by-board", 1))
    builders.correct(event, 1, chief, result=Game.Result.WHITE_WINS, reason="Both signed so.")
    text = text_of(printed(Client(), event, "by-board", 1))
    assert "Changed since it was first published: corrected" in text
    assert "Board 1: ½-½ corrected to 1-0. Both signed so." in text


def test_public_papers_are_the_only_ones_that_are_public(over: Tournament) -> None:
    event, browser = over, arbiter_of(over)
    for name, paper in cards_queries.OF_EVENT.items():
        other = reverse("desk-paper" if paper.public else "paper", args=[event.slug, name, "pdf"])
        assert browser.get(other).status_code == 404
        assert Client().get(address(event, name)).status_code == (200 if paper.public else 302)


def test_the_page_offers_every_paper(over: Tournament, event: Tournament) -> None:
    asked = {"size": "letter", "language": "fr", "number": 1}
    page = arbiter_of(over).get(reverse("print", args=[over.slug]), asked).content.decode()
    for name in EVERY:
        for form in ("pdf", "html"):
            assert f'href="{address(over, name, 1, form)}?size=letter&amp;language=fr"' in page
    page = arbiter_of(event).get(reverse("print", args=[event.slug])).content.decode()
    waiting = {name for name in EVERY if f"{address(event, name)}?size=a4&amp;language=en" not in page}
    assert waiting == {"prizes", "awards", "receipts", "certificates"}
    assert "Certificates are made when all rounds are over." in page


def test_standings_of_a_category_have_its_places(over: Tournament) -> None:
    category = over.categories.get()
    text = text_of(printed(Client(), over, "standings", category=category.pk))
    assert "Below 2390: Final standings" in text
    rows = standings.rows(over, category=category)
    assert 0 < len(rows) < 6
    for row in rows:
        assert f"{row.place} {row.rank} {row.player.number} {row.player.name}" in text
    assert all((row.player.name in text) == (row.player.rating < 2390) for row in standings.rows(over))


def test_the_cross_table_has_every_game(over: Tournament) -> None:
    text = closed_up(text_of(printed(Client(), over, "cross-table")))
    games = Game.objects.filter(round__tournament=over).order_by("round__number")
    cells: dict[str, list[str]] = {}
    for game in games:
        white, black = game.seats.order_by("-colour").select_related("player")
        cells.setdefault(white.player.name, []).append(f"{black.player.number}○1")
        cells.setdefault(black.player.name, []).append(f"{white.player.number}●0")
    assert len(cells) == 6
    for row in standings.rows(over):
        line = f"{row.player.name}{row.player.rating}{''.join(cells[row.player.name])}"
        assert closed_up(f"{line}{as_text(row.standing.points)}") in text


def test_the_cross_table_of_a_round_robin_has_a_column_for_each_opponent(chief: User) -> None:
    event = builders.tournament(chief, players=4, rounds=6, edition="double-round-robin")
    for number in range(1, 5):
        builders.play(event, number, chief, {1: Game.Result.DRAW} if number == 1 else None)
    text = closed_up(text_of(printed(Client(), event, "cross-table")))
    page = Client().get(f"/t/{event.slug}/standings/cross-table/").content.decode()
    rows = standings.rows(event)
    for row in rows:
        cells, tiles = [], page.split(f'id="n{row.player.number}"')[1].split("</tr>")[0].split("<td")[3:-1]
        for other, tile in zip(rows, tiles, strict=True):
            games = Game.objects.filter(seats__player=row.player).filter(seats__player=other.player)
            made = []
            for game in games.order_by("round__number") if other != row else ():
                white = game.seats.get(player=row.player).colour == "w"
                points = "½" if game.result == Game.Result.DRAW else "1" if white else "0"
                made.append(f"{'○' if white else '●'}{points}")
                assert f"sc {'w' if white else 'b'}" in tile
                assert f">{points}</span>" in tile
            assert tile.count('class="sc') == len(made)
            assert ("own" in tile) == (other == row)
            cells.append("".join(made) if other != row else "×")
        line = f"{row.player.name}{row.player.rating}{''.join(cells)}{as_text(row.standing.points)}"
        assert closed_up(line) in text


def test_cards_tell_floats_as_the_pairing_knows_them(event: Tournament, chief: User) -> None:
    builders.enter(event, 2, chief, {1: Game.Result.BLACK_WINS, 2: Game.Result.WHITE_WINS_FORFEIT})
    builders.play(event, 3, chief)
    told = rulebook.played(event)
    for number in (1, 2, 3):
        forms = rulebook.forms_before(event, number + 1)
        for player in event.players.all():
            assert told[player.number or 0][number - 1].floated == forms[player.pk].floated
    assert {line.floated for lines in told.values() for line in lines} == {"", "U", "D"}


def test_pairing_cards_hold_what_is_on_the_public_ones(event: Tournament, browser: Client) -> None:
    pages = " ".join(map(closed_up, pages_of(printed(browser, event, "pairing-cards"))))
    for player in event.players.all():
        assert closed_up(player.name) in pages
    told = rulebook.played(event)
    for player in event.players.select_related("tournament"):
        for line, found in zip(public.card(player).lines, told[player.number or 0], strict=True):
            opponent = line.opponent.number if line.opponent else 0
            assert (found.opponent, found.points) == (opponent, line.points)
            assert found.colour == (line.seat.colour or "" if line.seat else "")


def of_open_example(page: str, *of: object) -> str:
    return "https://open.example" + reverse(page, args=of)


def test_badges_lead_to_the_public_card(event: Tournament) -> None:
    order = Order(event, address=of_open_example)
    body = cards_queries.badges(order).body
    assert isinstance(body, Badges)
    assert [badge.address for badge in body.badges] == [
        f"https://open.example{player.get_absolute_url()}" for player in event.players.all()
    ]


def test_a_poster_leads_to_the_event(event: Tournament) -> None:
    """A long name is printed in full, in smaller letters."""
    for name in (event.name, "The Eighty-Third International Open of the Old Town and Its Harbour"):
        Tournament.objects.filter(pk=event.pk).update(name=name)
        (sheet,) = pages_of(printed(arbiter_of(event), event, "poster"))
        assert sheet.count(name) == 2
        assert event.get_absolute_url() in sheet
    body = cards_queries.to_the_event(Order(event, address=of_open_example)).body
    assert isinstance(body, Poster)
    assert body.address == f"https://open.example{event.get_absolute_url()}"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("language", "word"), [("en", "your colour"), ("fr", "votre couleur")])
def test_a_poster_leads_everybody_to_their_own_board(
    event: Tournament, size: str, language: str, word: str
) -> None:
    """On one sheet: the code, the address for people without a camera, and three sentences."""
    at = address(event, "my-board")
    data = arbiter_of(event).get(at, {"size": size, "language": language}).content
    (sheet,) = pages_of(data)
    assert word in sheet
    assert event.name in sheet
    leads_to = reverse("follow", args=[event.slug])
    assert leads_to in sheet
    assert Client().get(leads_to).status_code == 200
    body = cards_queries.my_board(Order(event, address=of_open_example)).body
    assert isinstance(body, Poster)
    assert (body.address, len(body.steps)) == (f"https://open.example{leads_to}", 3)


def test_prizes_are_printed_when_they_may_be_known(event: Tournament, over: Tournament) -> None:
    arbiter = arbiter_of(over)
    names = [recipient.name for recipient in prizes_queries.awards(over).recipients]
    for name in ("prizes", "awards", "receipts"):
        text = text_of(printed(arbiter, over, name))
        assert all(winner in text for winner in names)
        assert "EUR" in text
    receipts = text_of(printed(arbiter, over, "receipts"))
    assert receipts.count("Signature") == receipts.count("Receipt ") == len(names)
    early = arbiter_of(event)
    for name in ("prizes", "awards", "receipts", "certificates"):
        assert early.get(address(event, name)).status_code == 422


def test_a_certificate_for_everybody_the_winner_first(over: Tournament) -> None:
    pages = pages_of(printed(arbiter_of(over), over, "certificates"))
    rows = standings.rows(over)
    assert len(pages) == len(rows) == 6
    for page, row in zip(pages, rows, strict=True):
        assert f"{row.player.name} Place {row.rank} " in page
        assert f"{as_text(row.standing.points)} points in 2 rounds, 6 players" in page
        assert ("Below 2390: place" in page) == (row.player.rating < 2390)


def test_a_story_is_drawn_whatever_signs_its_sentences_hold() -> None:
    """reportlab keeps a line with an escaped sign in pieces: "Smith & Jones" could not be printed."""
    names = ("Smith & Jones", "<b>Bold</b>", "A & B " * 40, "x&y; &#x41;")
    text = text_of(
        as_pdf(Printout(IMPRINT, Story([Section(name, [f"{name} plays."]) for name in names], ())))
    )
    for name in names:
        assert "".join(f"{name} plays.".split()) in "".join(text.split())


def test_an_explanation_names_every_board(event: Tournament) -> None:
    text = text_of(printed(Client(), event, "explanation", 1))
    for board in games_of(event.rounds.get(number=1)):
        assert f"{board.white.name} ({board.white.number})" in text
        assert f"{board.black.name} ({board.black.number})" in text


def test_the_report_tells_what_happened_but_no_draft(event: Tournament, chief: User) -> None:
    builders.correct(event, 1, chief, result=Game.Result.WHITE_WINS, reason="Both signed so.")
    builders.enter(event, 2, chief)
    builders.explain_absences(event, chief)
    by_hand.begin(tournament=event, number=3, actor=chief)
    by_hand.unpair_all(tournament=event, number=3, actor=chief)
    text = text_of(printed(arbiter_of(event), event, "report"))
    assert "Round 1: correction." in text
    assert "Both signed so." in text
    assert chain.last_of_round(event.rounds.get(number=2)).short in text
    assert "Round 3" not in text


def test_long_words_break_on_as_many_sheets_as_they_take() -> None:
    words = [f"word{number}" for number in range(3000)]
    sections = [Section("Long", [" ".join(words), "W" * 3000]), Section("Short", ["The end."])]
    text = text_of(as_pdf(Printout(IMPRINT, Story(sections, ("Signature",)))))
    assert all(f" {word} " in f" {text} " for word in words)
    assert "The end." in text


def test_what_is_printed_asks_the_same_number_of_queries_of_large_events(
    event: Tournament, chief: User
) -> None:
    def queries() -> dict[str, int]:
        # The print view: a PDF is drawn alike, and takes longer to write.
        found, browser = {}, arbiter_of(event)
        for name in EVERY:
            if name in {"prizes", "awards", "receipts", "certificates"}:
                continue
            cache.clear()
            with CaptureQueriesContext(connection) as asked:
                assert browser.get(address(event, name, 1, "html")).status_code == 200
            found[name] = len(asked)
        return found

    few = queries()
    people = [{"name": f"Late, {place}", "rating": 1500 + place} for place in range(12)]
    add_players(tournament=event, actor=chief, entries=people)
    builders.enter(event, 2, chief)
    builders.play(event, 3, chief)
    assert queries() == few


def test_three_hundred_players_hang_on_two_sheets() -> None:
    names = [f"{chr(65 + place % 26)}family{place}, Given" for place in range(300)]
    entries = [Entry(name, name[0], "wb"[place % 2], str(place // 2 + 1)) for place, name in enumerate(names)]
    for size in SIZES:
        pages = pages_of(as_pdf(Printout(IMPRINT, ByName(entries, ("Notes",))), size))
        assert len(pages) == 2
        assert all("Notes" in page for page in pages)
        assert all(name in " ".join(pages) for name in names)


def test_a_name_is_no_mark_of_the_print_view() -> None:
    body = Listing((Column("Name", grows=True),), [("<b>&amp;\"'",)])
    (sheet,) = as_sheets(Printout(IMPRINT, body))
    assert "&lt;b&gt;&amp;amp;&quot;&#x27;" in sheet
    assert "<b" not in sheet


def test_the_same_paper_is_the_same_file() -> None:
    body = Listing((Column("Name", grows=True), Column("Pts", "right")), [(name, "1½") for name in NAMES])
    assert as_pdf(Printout(IMPRINT, body)) == as_pdf(Printout(IMPRINT, body))


def test_an_empty_list_is_a_sheet() -> None:
    for body in (ByName(()), Listing((Column("Name", grows=True),), ())):
        assert len(pages_of(as_pdf(Printout(IMPRINT, body)))) == 1


@pytest.mark.parametrize("room", [400.0, 120.0, 60.0, 20.0, 5.0])
@pytest.mark.parametrize("name", [*NAMES, "W" * 80, "i"])
def test_no_name_is_wider_than_its_room(name: str, room: float) -> None:
    found = fitted(name, 10, room=room)
    assert all(sheet.width(line, found.size) * found.narrow <= room + 1e-6 for line in found.lines)
    assert NARROWEST <= found.narrow <= 1
    assert FLOOR <= found.size <= 10
    shown = closed_up("".join(found.lines))
    assert shown == closed_up(name) or shown.endswith("…") or not shown


def test_a_long_name_is_smaller_then_in_two_lines_and_cut_at_last() -> None:
    name = "Papadopoulou-Konstantinidis, Alexandra Wilhelmina"
    wide = sheet.width(name, 10)
    assert fitted(name, 10, room=wide * 0.92) == ((name,), 10, pytest.approx(0.92))
    smaller = fitted(name, 10, room=wide * 0.7)
    assert (smaller.lines, smaller.size) == ((name,), pytest.approx(10 * 0.7 / NARROWEST))
    halves = fitted(name, 10, room=wide * 0.4)
    assert halves.lines == ("Papadopoulou-Konstantinidis,", "Alexandra Wilhelmina")
    assert fitted(name, 10, room=wide * 0.3).lines[1].endswith("…")
    # Two lines in the small letters of a list would be unreadable.
    (line,) = fitted(name, 5.5, room=wide * 0.2).lines
    assert line.startswith("Papadopoulou-K")
    assert line.endswith("…")


def test_a_long_name_on_a_badge_is_large_and_breaks_at_its_hyphen() -> None:
    name = "Papadopoulou-Konstantinidis, Alexandra"
    (sheet,) = as_sheets(Printout(IMPRINT, Badges("Event", [Badge("1", name, "", "https://x.example/")])))
    found = re.findall(r'font-size="([0-9.]+)" font-weight="700">(Papadopoulou-|Konstantinidis,)<', sheet)
    assert [line for _size, line in found] == ["Papadopoulou-", "Konstantinidis,"]
    assert all(float(size) > 10 for size, _line in found)


def test_a_short_column_leaves_its_room_to_names() -> None:
    name = "Papadopoulou-Konstantinidis, Alexandra Wilhelmina Sophia Theodora"
    columns = (Column("Name", grows=True), Column("Club", grows=True))
    (sheet,) = as_sheets(Printout(IMPRINT, Listing(columns, [(name, "Turm")])))
    assert f">{name}<" in sheet
    assert "textLength" not in sheet


def test_few_names_hang_in_two_columns_with_room_for_them() -> None:
    entries = [Entry(f"Fernandez-Guillen, Ana {place}", "F", "w", str(place)) for place in range(60)]
    (sheet,) = as_sheets(Printout(IMPRINT, ByName(entries)))
    assert "textLength" not in sheet
    assert "Ana 59<" in sheet


def test_what_no_font_shows_comes_in_plain_letters() -> None:
    assert [sheet.printable(name) for name in NAMES] == list(NAMES)
    assert sheet.printable("გელაშვილი, თამაზ") == "გელაშვილი, თამაზ"
    assert sheet.printable("王, 小明").isascii()
    assert sheet.printable("كريم").isascii()


# Names that need two lines on most papers, with marks above their capitals and tails below other letters.
LONG_NAMES = (
    "Ångström-Þórðarson-Großwangenstein, Ágústa Jörgína Ýrsa Ögmundsdóttir",
    "Żółkiewska-Őszi y Ĝüijpgjąy, Ŝpyjgą Šąjpgyęja",
    "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft, Ĥýbgęrt",
    "Çağlayangil, Ğjy",
)
LONG_EVENT = "Öffentliche Ågąpej-Meisterschaft der Jugend, Ýgpjęą Ůnter Zwölf und Ältere, Ÿpygj"


@pytest.fixture(scope="module")
def drawn_out(module_db: None) -> int:
    """The key of an event that is over, whose every name is long."""
    chief = builders.user("the patient arbiter")
    event = builders.tournament(chief, players=0, rounds=2, name=LONG_EVENT, city=LONG_EVENT[:80])
    entries = [
        {"name": f"{name} {place:02}", "rating": 2400 - place, "club": LONG_EVENT[:80], "title": "WGM"}
        for place, name in enumerate(LONG_NAMES * 6)
    ]
    add_players(tournament=event, actor=chief, entries=entries)
    for name in (LONG_NAMES[0][:30], LONG_NAMES[1][:30]):
        prizes.add_category(tournament=event, actor=chief, name=name, under_rating=2390)
    prizes.add_prizes(tournament=event, actor=chief, amounts=[10000, 5000])
    for category in event.categories.all():
        prizes.add_prizes(tournament=event, actor=chief, amounts=[3000] * 12, category=category, besides=True)
    for number in (1, 2):
        builders.play(event, number, chief)
    builders.confirmed(event_services.finish_tournament, tournament=event, actor=chief)
    return event.pk


class Printed(NamedTuple):
    """A line of text on a sheet and the room that its letters may take: left, foot, right, top; in points."""

    text: str
    left: float
    foot: float
    right: float
    top: float

    def lies_on(self, other: Printed) -> bool:
        """Whether the two share more than a hair's breadth."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        return wide > 0.05 and min(self.top, other.top) - max(self.foot, other.foot) > 0.05


def lines_of(data: bytes) -> list[list[Printed]]:
    """The lines of each sheet, with the ascent and the descent of their font, as narrow as letters may be."""
    sheets = []
    for page in PdfReader(io.BytesIO(data)).pages:
        found: list[Printed] = []

        def see(text: str, outer: Any, inner: Any, font: Any, size: float, found: Any = found) -> None:
            if not text.strip():
                return
            bold = font["/BaseFont"].endswith("Bold")
            # Half a sheet may be upside down.
            turned, x, y = outer[0], inner[4] * outer[0] + outer[4], inner[5] * outer[0] + outer[5]
            wide = sheet.width(text.strip("\n"), size, bold=bold) * NARROWEST
            above, below = pdfmetrics.getAscentDescent(sheet.BOLD if bold else sheet.PLAIN, size)
            left, right = sorted((x, x + turned * wide))
            foot, top = sorted((y + turned * below, y + turned * above))
            found.append(Printed(text.strip(), left, foot, right, top))

        page.extract_text(visitor_text=see)
        sheets.append(found)
    return sheets


def overprinted(sheets: list[list[Printed]]) -> list[str]:
    """What lies on something else."""
    return [
        f"{one.text!r} lies on {other.text!r}"
        for lines in sheets
        for one, other in combinations(lines, 2)
        if one.lies_on(other)
    ]


@pytest.mark.parametrize("name", EVERY)
def test_no_line_of_a_long_name_lies_on_another(drawn_out: int, db: None, name: str) -> None:
    event = Tournament.objects.get(pk=drawn_out)
    data = printed(arbiter_of(event), event, name, 1)
    sheets = lines_of(data)
    assert any("Ågąpej" in line.text for lines in sheets for line in lines)
    assert overprinted(sheets) == []


@pytest.mark.parametrize("many", [20, 100, 150])
def test_names_on_the_wall_keep_to_their_rows(many: int) -> None:
    entries = [Entry(LONG_NAMES[place % 4], "A", "wb"[place % 2], str(place)) for place in range(many)]
    entries += [Entry(LONG_NAMES[place % 4], "A", "", "half-point bye as he asked") for place in range(9)]
    assert overprinted(lines_of(as_pdf(Printout(IMPRINT, ByName(entries, ("Notes",)))))) == []


@pytest.mark.parametrize("more", range(0, 24, 3))
def test_names_of_a_list_keep_to_their_rows_however_small_it_is(more: int) -> None:
    columns = [Column("Name", grows=True), Column("Club", grows=True), *[Column("Buch")] * more]
    rows = [(LONG_NAMES[place % 4], LONG_EVENT, *["12.5"] * more) for place in range(30)]
    assert overprinted(lines_of(as_pdf(Printout(IMPRINT, Listing(columns, rows, ("Notes",)))))) == []

"""Questions of FIDE's checklist that no other test is named after: see docs/checklist.md."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.staticfiles import finders
from django.core.files.uploadedfile import SimpleUploadedFile
from django.templatetags.static import static
from django.test import Client
from django.urls import reverse
from django.utils import translation

from pairing import trf
from tests import builders
from tournaments import rulebook
from tournaments.corrections import services as corrections
from tournaments.corrections.queries import Wish
from tournaments.errors import ConfirmationNeeded, DomainError, Level
from tournaments.event.queries.obstacles import too_many_rounds
from tournaments.event.services import event as event_services
from tournaments.fide import services as fide
from tournaments.fide.queries import supplied_to
from tournaments.log import queries as log
from tournaments.log import services as log_services
from tournaments.management import catalogue
from tournaments.models import Game, IntegrityEvent, Player, Tournament
from tournaments.players.services import byes
from tournaments.players.services import numbers as numbers_services
from tournaments.players.services.players import change_player
from tournaments.results import services as results
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def board(event: Tournament, number: int = 1, board: int = 1) -> Game:
    return Game.objects.get(round__tournament=event, round__number=number, board=board)


def numbers(game: Game) -> list[int | None]:
    """White's and Black's pairing numbers."""
    return [game.seats.get(colour=colour).player.number for colour in "wb"]


def test_q163_an_adjourned_result_that_is_no_draw_has_its_line(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief, {1: Game.Result.ADJOURNED})
    builders.publish(event, 2, chief)
    white, black = numbers(board(event))
    builders.confirmed(
        results.enter_result, tournament=event, number=1, board=1, result="0-1", version=1, actor=chief
    )
    assert log.remarks(event) == [f"### Adjournment @ Round 1: {white}-{black}: ? => {white}-{black}: 0-1"]


# The manual.

# The languages in which the manual is written.
WRITTEN = ("en", "fr")


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_q11_the_manual_has_a_chapter_for_each_line_of_its_contents(client: Client, language: str) -> None:
    page = client.get(reverse("manual"), headers={"Accept-Language": language}).content.decode()
    assert f'<html lang="{language}"' in page
    listed = re.findall(r'<li><a href="#([a-z-]+)">([^<]+)</a></li>', page)
    assert listed == re.findall(r'<h2 id="([a-z-]+)"[^>]*>([^<]+)</h2>', page)
    assert len(listed) == 21


def test_q11_who_has_no_manual_reads_the_english_one_below_headings_of_theirs(client: Client) -> None:
    page = client.get(reverse("manual"), headers={"Accept-Language": "de"}).content.decode()
    assert "Ein Handbuch auf Deutsch gibt es noch nicht" in page
    assert '<article class="manual" lang="en">' in page
    assert '<h2 id="pairing" lang="de">Auslosen und veröffentlichen</h2>' in page
    english = client.get(reverse("manual")).content.decode()
    assert "There is no manual in your language yet" not in english
    texts = [re.findall(r"<(?:p|dd)>.+", text) for text in (page, english)]
    assert texts[0] == texts[1]


def test_q11_both_languages_have_the_same_chapters() -> None:
    english, french = (
        (settings.PAGES / "templates" / "manual" / f"{language}.html").read_text(encoding="utf-8")
        for language in WRITTEN
    )
    for pattern in (r'id="([a-z-]+)"', r"<(p|li|dt|dd)>", r"<(?:kbd|code)>([^<]+)<"):
        assert re.findall(pattern, english) == re.findall(pattern, french)


@pytest.mark.parametrize("language", WRITTEN)
def test_q11_what_the_manual_calls_by_name_is_called_so_on_the_pages(language: str) -> None:
    source = (settings.PAGES / "templates" / "manual" / f"{language}.html").read_text(encoding="utf-8")
    text = re.sub(r"[ \n]+", " ", source)
    said = set()
    with translation.override(language):
        for message in catalogue.read(catalogue.PAGES, "fr"):
            for english in [message.id] if isinstance(message.id, str) else message.id:
                said.add(re.sub(r" %\(\w+\).$", " …", translation.gettext(english)))
    quoted = re.findall(r"“([^”]+)”", text) + re.findall(r"«\s([^»]+)\s»", text)
    assert quoted
    begun = {re.split(r"\s?:", word)[0] for word in said}
    assert [name for name in quoted if name not in said | begun | {"…"}] == []


def test_q12_every_page_leads_to_the_manual(
    event: Tournament, client: Client, chief_client: Client, chief: User
) -> None:
    builders.publish(event, 1, chief)
    link = f'<a href="{reverse("manual")}">'
    for name, arguments in (("home", []), ("login", []), ("event", [event.slug]), ("round", [event.slug, 1])):
        assert link in client.get(reverse(name, args=arguments)).content.decode()
    for name in ("desk", "desk-players", "settings", "integrity", "check-in"):
        assert link in chief_client.get(reverse(name, args=[event.slug])).content.decode()


@pytest.mark.parametrize("edition", ["rating-1998", "rating-2012"])
def test_q92_the_rules_that_the_handbook_no_longer_has_can_be_had(client: Client, edition: str) -> None:
    file = f"rules/{edition}.txt"
    for language in WRITTEN:
        page = client.get(reverse("manual"), headers={"Accept-Language": language}).content.decode()
        assert f'href="{static(file)}"' in page
    path = finders.find(file)
    assert isinstance(path, str)
    told = set(re.findall(r"^([A-F]\.\d+)\b", Path(path).read_text(encoding="utf-8"), re.MULTILINE))
    # Every article that is implemented by a function.
    table = (settings.BASE_DIR / "docs" / "rules" / f"{edition}.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| ([^|]+) \| [^|]+ \| `", table, re.MULTILINE)
    carried_out = set(re.findall(r"[A-F]\.\d+", " ".join(named)))
    assert carried_out
    assert carried_out <= told


# Points.

ODD_BYE = b"012 Odd\r\n052 2016/05/01\r\n%s\r\n001    1      Alpha, A\r\n001    2      Beta, B\r\n"


@pytest.mark.parametrize(
    ("record", "worth"), [(b"BBU 1.0", 10), (b"BBU 0.5", 5), (b"XXS PAB=0.0", 0), (b"XXS W=3 D=1 PAB=2", 20)]
)
def test_q83_a_file_may_say_what_the_bye_is_worth(chief: User, record: bytes, worth: int) -> None:
    assert fide.import_tournament(data=ODD_BYE % record, actor=chief).points_pab == worth


@pytest.mark.parametrize("record", [b"BBU 0.3", b"XXS PAB=0.9", b"XXS W=3 D=1 PAB=2.5"])
def test_q83_q84_but_not_what_no_results_bring(chief: User, record: bytes) -> None:
    with pytest.raises(DomainError, match=r"for the pairing-allocated bye, expected what one result or"):
        fide.import_tournament(data=ODD_BYE % record, actor=chief)
    assert not Tournament.objects.exists()


# What an import supplies, changes and leaves out.

WHOLE = """012 Old Open
032 SCO
042 2026/03/01
052 2026/03/02
192 FIDE_DUTCH_2026
XXR 3
XXC white1
"""


def record(number: int, name: str, points: str, *rounds: str, title: str = "", sex: str = "m") -> str:
    """A player's line of a report file."""
    told = "".join(f"  {cell}" for cell in rounds)
    return f"001 {number:>4} {sex:1}{title:>3} {name:33}      SCO {'':22} {points:>4}     {told}"


def supplied(chief: User, header: str, *players: str, **choices: object) -> list[str]:
    """What the import of the file says that it added."""
    data = "\n".join([header.strip(), *players, ""]).encode()
    event = builders.confirmed(fide.import_tournament, data=data, actor=chief, **choices)
    return supplied_to(event)


PLAYED = (
    record(1, "Alpha, A", "1.0", "   2 w 1"),
    record(2, "Beta, B", "0.0", "   1 b 0"),
)


@pytest.mark.parametrize("kind", ["", "092 Individual: Swiss-System", "092 FIDE_DUTCH_2026"])
def test_q50_a_file_that_says_everything_is_taken_word_for_word(chief: User, kind: str) -> None:
    assert supplied(chief, f"{WHOLE}{kind}", *PLAYED) == []


@pytest.mark.parametrize(
    ("without", "choices", "sentence"),
    [
        ("XXR 3", {}, "The file does not say how many rounds there are: 1, the last one that was paired."),
        ("XXR 3", {"rounds": 5}, "The file does not say how many rounds there are: 5, as you said."),
        ("XXC white1", {}, "The file does not say the initial colour: White, as round 1 shows."),
        (
            "192 FIDE_DUTCH_2026",
            {},
            "The file names no pairing rules: FIDE (Dutch) System, 2026, by its last day.",
        ),
        (
            "192 FIDE_DUTCH_2026",
            {"edition": "dutch-2016"},
            "The file names no pairing rules: FIDE (Dutch) System, Baku 2016, as you chose.",
        ),
    ],
)
def test_q50_what_trf16_leaves_open_is_told(
    chief: User, without: str, choices: dict[str, object], sentence: str
) -> None:
    assert supplied(chief, WHOLE.replace(without + "\n", ""), *PLAYED, **choices) == [sentence]


def test_q48_the_byes_of_trf06_are_told(chief: User) -> None:
    third = record(3, "Gamma, C", "0.5", "0000 - =")
    fourth = record(4, "Delta, D", "1.0", "0000 - 1")
    assert supplied(chief, WHOLE, *PLAYED, third, fourth) == [
        "Round 1, Gamma, C: a result without an opponent is read as half-point bye.",
        "Round 1, Delta, D: a result without an opponent is read as pairing-allocated bye.",
    ]


@pytest.mark.parametrize(
    ("header", "player", "sentence"),
    [
        (WHOLE.replace("Old Open", "O" * 130), PLAYED[0], f"Name: “{'O' * 130}” became “{'O' * 120}”."),
        (WHOLE.replace("032 SCO", "032 Scotland"), PLAYED[0], "Federation: “Scotland” became “SCO”."),
        (WHOLE.replace("012 Old Open", "012"), PLAYED[0], "Name: “” became “Imported tournament”."),
        (
            WHOLE + "092 Individual: Round-Robin\n",
            PLAYED[0],
            "The file is of another kind of tournament, “Individual: Round-Robin”; it goes on as a Swiss.",
        ),
        (
            WHOLE,
            record(1, "Alpha, A", "1.0", "   2 w 1", title="XX"),
            "Player 1, title: “XX” became “”.",
        ),
        (WHOLE, record(1, "Alpha, A", "1.0", "   2 w 1", sex="?"), "Player 1, sex: “?” became “”."),
        (WHOLE, record(1, "Alpha, A", "1.0", "   2 w 1", title="g"), "The title “g” is read as GM."),
        (
            WHOLE + "801 whatever\n### Seen by nobody\n",
            PLAYED[0],
            "This event has no place for records ###, 801, so they are kept unchanged for its files.",
        ),
        (
            WHOLE + "172 NOR FIDON\n",
            PLAYED[0],
            "Record 172, “NOR FIDON”, does not say whose ratings count: FIDE’s rating.",
        ),
        (
            WHOLE + "202 SB,OWN\n",
            PLAYED[0],
            "The file’s standings go by PTS, SB, OWN (records 202, 212); here they go by PTS, BH/C1, BH, SB.",
        ),
        (
            WHOLE + "182 Another Program 2\n",
            PLAYED[0],
            "The file was paired by “Another Program 2” (record 182); from here on it is by Board One.",
        ),
        (
            WHOLE + "222 90 minutes\n",
            PLAYED[0],
            "Code of the time control: “90 minutes” became “”.",
        ),
        (
            WHOLE + "132" + " " * 88 + "26/03/41\n",
            PLAYED[0],
            "Could not be read: line 8, column 92: found '26/03/41', expected a date as YY/MM/DD, or blanks.",
        ),
        (
            WHOLE + "132" + " " * 88 + "  ".join(["26/03/01"] * 4) + "\n",
            PLAYED[0],
            "Left out, because there are no more rounds than 3: 2026/03/01.",
        ),
        (
            WHOLE + "102 " + "A" * 210 + "\n",
            PLAYED[0],
            f"Arbiter: “{'A' * 210}” became “{'A' * 200}”.",
        ),
        (
            WHOLE.replace("042 2026/03/01\n", "") + "042 in spring\n",
            PLAYED[0],
            "Could not be read: line 7, column 5: found 'in spring', expected a date as YYYY/MM/DD.",
        ),
        (
            WHOLE + "XXA    1  1.0\n",
            PLAYED[0],
            "The virtual points of the file are kept as they are, player by player.",
        ),
    ],
)
def test_q52_what_is_changed_or_left_out_is_told(
    chief: User, header: str, player: str, sentence: str
) -> None:
    assert supplied(chief, header, player, PLAYED[1]) == [sentence]


def ranked(player: str, rank: int) -> str:
    """The player's line with this rank."""
    return f"{player[:85]}{rank:>4}{player[89:]}"


RANKED = tuple(ranked(player, rank) for rank, player in enumerate(PLAYED, 1))


@pytest.mark.parametrize(
    ("header", "players", "sentence"),
    [
        (
            WHOLE,
            (ranked(PLAYED[0], 2), ranked(PLAYED[1], 1)),
            "Ranks follow the standings here: line 8, Alpha, A: 2 became 1; line 9, Beta, B: 1 became 2.",
        ),
        (
            WHOLE,
            (RANKED[0], ranked(PLAYED[1], 1)),
            "Ranks follow the standings here: line 9, Beta, B: 1 became 2.",
        ),
        (
            WHOLE + "062 3\n",
            RANKED,
            "Does not count: line 8, column 5: found '3', expected 2, the number of players in the file.",
        ),
        (
            WHOLE + "142 3\nXXR 4\n",
            RANKED,
            "Does not count: line 9, column 5: found '4', expected 3, as line 8 has it, which counts.",
        ),
        (
            WHOLE + "012 New Open\n",
            RANKED,
            "Does not count: line 1, column 5: found 'Old Open', expected New Open, as line 8 has it, which"
            " counts.",
        ),
        (
            WHOLE + "192 FIDE_DUTCH_2025\n",
            RANKED,
            "Does not count: line 5, column 5: found 'FIDE_DUTCH_2026', expected FIDE_DUTCH_2025, as line 8"
            " has it, which counts.",
        ),
        (
            WHOLE + "152 B\n",
            RANKED,
            "Does not count: line 8, column 5: found 'B', expected white1, as line 7 has it, which counts.",
        ),
        (
            WHOLE + "BBW 1.0\nXXS W=3 D=1 W=1 D=0.5\n",
            RANKED,
            "Does not count: line 9, column 7: found '3', expected 1, as line 9 has it, which counts.",
        ),
        *(
            (
                WHOLE,
                (f"{RANKED[0][: column - 1]}x{RANKED[0][column:]}", RANKED[1]),
                f"Could not be read: line 8, column {column}: found 'x', expected a blank between the"
                " columns.",
            )
            for column in (9, 14, 48, 53, 57, 69, 80, 85)
        ),
    ],
)
def test_q52_what_does_not_count_is_told_with_its_line(
    chief: User, header: str, players: tuple[str, ...], sentence: str
) -> None:
    assert sentence in supplied(chief, header, *players)


def test_q53_a_last_day_before_the_first_is_refused_in_words(chief: User) -> None:
    with pytest.raises(DomainError) as refused:
        supplied(chief, WHOLE.replace("052 2026/03/02", "052 2026/02/28"), *RANKED)
    assert refused.value.message == (
        "The file’s last day (record 052: 2026/02/28) is before its first (record 042: 2026/03/01)."
    )


@pytest.mark.parametrize(
    "header",
    [
        WHOLE + "062 2\n",
        WHOLE + "142 3\n",
        WHOLE + "012 Old Open\n",
        WHOLE + "152 W\n",
        WHOLE + "BBW 3.0\nBBD 1.0\nXXS W=3 D=1 PAB=3\n",
    ],
)
def test_q52_what_stands_twice_and_agrees_is_no_adjustment(chief: User, header: str) -> None:
    points = [player.replace(" 1.0 ", " 3.0 ", 1) if "BBW" in header else player for player in RANKED]
    assert supplied(chief, header, *points) == []


def test_q52_late_entries_and_forfeits_without_colours_are_told(chief: User) -> None:
    players = (
        record(1, "Alpha, A", "2.0", "   2 - +", "   3 b 1"),
        record(2, "Beta, B", "1.0", "   1 - -", "0000 - U"),
        record(3, "Gamma, C", "0.0", "        ", "   1 w 0"),
    )
    found = supplied(chief, WHOLE, *players)
    assert "Late entries, because nothing is recorded for them before: 3 Gamma, C." in found
    told = "have no colours. Pages list them as White and Black, files leave the colours out."
    assert f"Round 1: Alpha, A and Beta, B {told}" in found


def test_q52_the_page_shows_what_was_supplied(chief_client: Client) -> None:
    data = "\n".join([WHOLE.replace("XXC white1\n", "").strip(), *PLAYED, ""]).encode()
    answer = chief_client.post(
        reverse("tournament-import"), {"file": SimpleUploadedFile("old.trf", data)}, follow=True
    )
    assert answer.redirect_chain[-1][0].endswith("/desk/log/")
    shown = answer.content.decode()
    assert "below is what differs" in shown
    assert "<li>The file does not say the initial colour: White, as round 1 shows.</li>" in shown


def test_q166_an_unknown_result_is_imported_as_one(chief: User) -> None:
    unknown = [record(one, name, "0.0", f"{two:>4} {colour} ?") for one, name, two, colour in FOUR]
    assert supplied(chief, WHOLE, *unknown) == []
    event = Tournament.objects.get()
    assert board(event).result == Game.Result.NOT_YET
    with pytest.raises(ConfirmationNeeded) as question:
        rounds.pair_round(tournament=event, number=2, actor=chief)
    assert [warning.code for warning in question.value.warnings] == ["missing_results"]


FOUR = [(1, "Alpha, A", 3, "w"), (2, "Beta, B", 4, "b"), (3, "Gamma, C", 1, "b"), (4, "Delta, D", 2, "w")]


# Before round 1.


@pytest.mark.parametrize(
    ("count", "number_of_rounds", "last"), [(4, 3, 0), (4, 4, 3), (5, 5, 0), (5, 6, 5), (8, 9, 7)]
)
def test_q62_rounds_that_cannot_be_paired_are_told_before_the_start(
    chief: User, chief_client: Client, count: int, number_of_rounds: int, last: int
) -> None:
    event = builders.tournament(chief, players=count, rounds=number_of_rounds)
    shown = chief_client.get(reverse("desk", args=[event.slug])).content.decode()
    assert (f"after round {last} nobody is left to meet anybody." in shown) is bool(last)
    assert ("rounds can be paired" in shown) is bool(last)
    builders.publish(event, 1, chief)
    assert "rounds can be paired" not in chief_client.get(reverse("desk", args=[event.slug])).content.decode()


@pytest.mark.parametrize("page", ["desk", "settings", "desk-players"])
def test_q62_it_is_told_before_the_lot_and_where_rounds_and_players_are_set(
    chief: User, chief_client: Client, page: str
) -> None:
    event = builders.tournament(chief, players=4, rounds=4, colour="")
    shown = chief_client.get(reverse(page, args=[event.slug])).content.decode()
    assert "Not all 4 rounds can be paired: after round 3" in shown
    assert ("Draw the lot" in shown) is (page != "desk-players")


@pytest.mark.parametrize(
    ("edition", "day", "proper"),
    [
        ("dutch-2016", date(2026, 2, 1), "FIDE (Dutch) System, 2026"),
        ("dutch-2016", date(2026, 1, 31), ""),
        ("dutch-2026", date(2026, 1, 31), "FIDE (Dutch) System, Baku 2016"),
        ("dutch-2026", date(2026, 2, 1), ""),
        ("rating-2012", date(2026, 2, 1), "FIDE (Dutch) System, 2026"),
        ("dutch-2016", None, ""),
    ],
)
def test_rules_that_are_not_in_force_are_told_before_the_start(
    chief: User, chief_client: Client, edition: str, day: date | None, proper: str
) -> None:
    event = builders.tournament(chief, edition=edition, end_date=day)
    for page in ("desk", "settings", "desk-players"):
        shown = chief_client.get(reverse(page, args=[event.slug])).content.decode()
        assert (f"not those in force on its last day: {proper}." in shown) is bool(proper)
        assert ("not those in force" in shown) is bool(proper)


def test_q62_who_is_kept_apart_from_too_many_is_named(chief: User) -> None:
    event = builders.tournament(chief, players=6, rounds=4)
    first, second, third = event.players.filter(number__lte=3)
    for other in (second, third):
        event_services.keep_apart(tournament=event, players=[first.pk, other.pk], actor=chief)
    (told,) = too_many_rounds(event)
    assert told.message == (
        f"Not all 4 rounds can be paired: after round 3 nobody is left to meet {first.name}."
    )


# Pairing numbers.


def equals(event: Tournament) -> list[Player]:
    """The two players with the same rating."""
    return list(event.players.filter(rating=2395).order_by("number"))


@pytest.mark.parametrize(("service", "kind"), [("assign", "Regeneration"), ("exchange", "Exchange")])
def test_q112_new_numbers_are_noted_and_taken_back(
    event: Tournament, chief: User, service: str, kind: str
) -> None:
    builders.play(event, 1, chief)
    last = event.players.get(number=8)
    change_player(player=last, changes={"rating": 2395 if service == "exchange" else 2900}, actor=chief)
    if service == "assign":
        builders.confirmed(numbers_services.assign_numbers, tournament=event, actor=chief)
    else:
        one, other = equals(event)
        builders.confirmed(numbers_services.exchange_numbers, player=one, other=other, actor=chief)
    (line,) = log.remarks(event)
    assert line.startswith(f"### {kind} @ Round 1: ")
    assert event.players.get(pk=last.pk).number != 8
    noted = IntegrityEvent.objects.get()
    builders.confirmed(log_services.undo, tournament=event, event=noted.pk, actor=chief)
    assert event.players.get(pk=last.pk).number == 8
    assert log.remarks(event) == []


# Byes.


def test_q177_a_full_point_bye_is_warned_of_and_noted(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    player = event.players.get(number=3)
    page = chief_client.get(reverse("player-edit", args=[event.slug, player.pk])).content.decode()
    assert '<option value="full">' in page
    arguments = {"player": player, "number": 1, "kind": "full", "actor": chief}
    with pytest.raises(ConfirmationNeeded) as question:
        byes.give_bye(**arguments)
    assert question.value.level is Level.UNDESCRIBED
    byes.give_bye(**arguments, reason="The hall was closed.", confirmation=question.value.token)
    assert log.remarks(event) == ["### FPB @ Round 1: 3=FPB"]
    assert next(p for p in rulebook.position(event).players if p.number == 3).cell(1).outcome == "F"


# Results.


def test_q164_open_games_are_marked_in_the_file_for_other_programs(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    builders.play(event, 1, chief, {1: Game.Result.ADJOURNED})
    builders.publish(event, 2, chief)
    address = reverse("exchange", args=[event.slug])
    assert address in chief_client.get(reverse("desk", args=[event.slug])).content.decode()
    text = chief_client.get(address).content.decode()
    assert "\r\n162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0    X 0.5\r\n" in text
    lines = {int(line[4:8]): line for line in text.split("\r\n") if line.startswith("001")}
    for number in numbers(board(event)):
        line = lines[number or 0]
        # Unknown in both rounds, so a draw in each.
        assert (line[98], line[108], line[80:84]) == ("?", "?", " 1.0")
    # No result is left blank.
    assert all(line[98] != " " and line[108] != " " for line in lines.values())
    stands = rulebook.position(event).players
    assert [player.cells for player in trf.read(text).players] == [player.cells for player in stands]


def test_q165_the_report_of_a_round_that_is_on_leaves_no_result_blank(event: Tournament, chief: User) -> None:
    """Its ranks belong to the same moment as its points: winners first, then those who still play."""
    builders.publish(event, 1, chief)
    results.enter_result(tournament=event, number=1, board=1, result="1-0", version=0, actor=chief)
    text = rulebook.report(event)
    assert "\r\n162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0    X 0.5\r\n" in text
    lines = [line for line in text.split("\r\n") if line.startswith("001")]
    told = sorted((int(line[85:89]), line[80:84], line[98]) for line in lines)
    assert told == [(1, " 1.0", "1"), *[(2, " 0.5", "?")] * 6, (8, " 0.0", "0")]
    builders.enter(event, 1, chief, {1: "1-0"})
    assert "?" not in rulebook.report(event)


def test_q115_a_correction_is_asked_about_before_it_is_made(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    wish = Wish(number=1, board=1, kind="result", result="0-1")
    with pytest.raises(ConfirmationNeeded) as question:
        corrections.correct(
            tournament=event,
            wish=wish,
            case="next",
            version=board(event).version,
            reason="They told me.",
            actor=chief,
        )
    assert question.value.level is Level.HARMLESS
    assert board(event).result == "1-0"


def test_q115_a_published_pairing_is_withdrawn_only_when_that_was_confirmed(
    event: Tournament, chief: User
) -> None:
    builders.publish(event, 1, chief)
    with pytest.raises(ConfirmationNeeded) as question:
        rounds.repair_round(
            tournament=event, number=1, ground="competition-rules", reason="So it is.", actor=chief
        )
    assert question.value.level is Level.HARMLESS
    assert event.rounds.get(number=1).state == "published"


@pytest.mark.parametrize(("sent", "cells"), [("1-0", "WL"), ("1/2-1/2", "DD"), ("0-1", "LW")])
def test_q185_a_game_shorter_than_one_move_is_entered(
    event: Tournament, chief: User, chief_client: Client, sent: str, cells: str
) -> None:
    builders.publish(event, 1, chief)
    address = reverse("result", args=[event.slug, 1, 1])
    shown = chief_client.get(reverse("desk-round", args=[event.slug, 1])).content.decode()
    assert f'value="{sent} unrated"' in shown
    chief_client.post(address, {"result": f"{sent} unrated", "version": "0"})
    reported = trf.read(rulebook.report(event).encode())
    players = [reported.players[(number or 0) - 1] for number in numbers(board(event))]
    assert "".join(player.cell(1).outcome for player in players) == cells


@pytest.mark.parametrize("result", ["1F-0F", "0F-0F", "0-0", "1/2-0", "adj"])
def test_q185_nothing_else_is_unrated(event: Tournament, chief: User, result: str) -> None:
    builders.publish(event, 1, chief)
    with pytest.raises(DomainError, match="won, drawn or lost"):
        results.enter_result(
            tournament=event, number=1, board=1, result=result, rated=False, version=0, actor=chief
        )


def test_q193_the_report_says_where_results_that_count_are_others(event: Tournament, chief: User) -> None:
    for number in (1, 2):
        builders.play(event, number, chief)
    builders.publish(event, 3, chief)
    white, black = numbers(board(event))
    builders.correct(event, 1, chief, result="0-1")
    assert log.remarks(event) == [
        f"### Rating correction @ Round 1: {white}-{black}: 1-0 => {white}-{black}: 0-1"
    ]

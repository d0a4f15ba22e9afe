"""Importing a tournament: printed rounds stay as they are printed, and a defective file leaves nothing."""

from __future__ import annotations

import contextlib
import random
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoAssertNumQueries

import tournaments
from pairing import checker, trf
from pairing.generator import Share, Wishes, generate
from tests import builders
from tournaments import rulebook
from tournaments.chain import verification
from tournaments.errors import ConfirmationNeeded, DomainError
from tournaments.fide import services
from tournaments.log import queries as log
from tournaments.models import AuditEvent, Player, Round, Seat, Tournament
from tournaments.results import queries as results
from tournaments.rounds.queries.boards import games_of
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db

SCOTCH_CUP = Path(tournaments.__file__).parent / "demo" / "scotch-cup.trf"

# "Doing the Draw": White, Black and the result of each table as printed there.
PRINTED = {
    1: "8-1 0-1, 2-9 1/2-1/2, 10-3 0-1, 4-11 1-0, 12-5 0-1, 6-13 1/2-1/2, 14-7 0-1",
    2: "1-4 1-0, 3-5 1/2-1/2, 7-2 0-1, 9-6 1/2-1/2, 13-8 0-1, 12-10 1/2-1/2, 11-14 1/2-1/2",
    3: "5-1 0-1, 2-3 1/2-1/2, 4-9 1-0, 6-7 1-0, 8-11 1-0, 10-13 1-0, 14-12 0-1",
    4: "1-6 1/2-1/2, 4-2 1/2-1/2, 3-8 1-0, 5-10 1-0, 7-12 1-0, 9-14 1-0, 11-13 1/2-1/2",
    5: "3-1, 2-5, 6-4, 8-9, 10-7, 12-11, 13-14",
}
NAMES = {
    1: ("Andrews, Alan", 2200),
    2: ("Brown, Ben", 2180),
    3: ("Colins, Calum", 2160),
    4: ("Dawson, Diane", 2140),
    5: ("Edwards, Eric", 2120),
    6: ("Fox, Findlay", 2100),
    7: ("Green, Gerry", 2080),
    8: ("Hood, Henry", 2060),
    9: ("Inman, Irene", 2040),
    10: ("Jones, John", 2020),
    11: ("Kilpatrick, Kevin", 2000),
    12: ("Lawson, Linda", 1980),
    13: ("McLean, Martin", 1960),
    14: ("Nixon, Norman", 1940),
}
# The ranking after round 4: points in tenths by pairing number.
AFTER_ROUND_4 = {
    1: 35, 3: 30, 2: 25, 4: 25, 5: 25, 6: 25, 7: 20, 8: 20, 9: 20, 10: 15, 12: 15, 11: 10, 13: 10, 14: 5,
}  # fmt: skip
# And round by round, as the leader boards print them.
AFTER_ROUND = {
    1: {1: 10, 3: 10, 4: 10, 5: 10, 7: 10, 2: 5, 6: 5, 9: 5, 13: 5, 8: 0, 10: 0, 11: 0, 12: 0, 14: 0},
    2: {1: 20, 2: 15, 3: 15, 5: 15, 4: 10, 6: 10, 7: 10, 8: 10, 9: 10, 10: 5, 11: 5, 12: 5, 13: 5, 14: 5},
    3: {1: 30, 2: 20, 3: 20, 4: 20, 6: 20, 8: 20, 5: 15, 10: 15, 12: 15, 7: 10, 9: 10, 11: 5, 13: 5, 14: 5},
    4: AFTER_ROUND_4,
}


def load(actor: User, data: bytes | None = None, **options: Any) -> Tournament:
    """The file's event, with all warnings about its rounds confirmed.

    A file that names neither rules nor a day goes on by those of 2016, which the page would ask for.
    """
    data = SCOTCH_CUP.read_bytes() if data is None else data
    told = re.search(rb"(^|[\r\n])(042|052|192) ", data)
    options = {"edition": "" if told else "dutch-2016"} | options
    return builders.confirmed(services.import_tournament, data=data, actor=actor, **options)


def boards(event: Tournament, number: int) -> list[tuple[int | None, int | None, int | None, str]]:
    return [
        (board.row.board, board.white.number, board.black.number, board.row.result)
        for board in games_of(event.rounds.get(number=number))
    ]


@pytest.fixture
def cup(chief: User) -> Tournament:
    return load(chief, slug="scotch-cup")


@pytest.mark.any_database
@pytest.mark.parametrize("number", PRINTED)
def test_scotch_cup_has_the_printed_tables(cup: Tournament, number: int) -> None:
    """Pairings, colours, order of the tables and results."""
    printed = []
    for table, text in enumerate(PRINTED[number].split(", "), 1):
        pair, _blank, result = text.partition(" ")
        white, black = map(int, pair.split("-"))
        printed.append((table, white, black, result))
    assert boards(cup, number) == printed


@pytest.mark.any_database
def test_scotch_cup_has_the_printed_players(cup: Tournament) -> None:
    assert {p.number: (p.name, p.rating) for p in cup.players.all()} == NAMES


@pytest.mark.any_database
@pytest.mark.parametrize("number", AFTER_ROUND)
def test_scotch_cup_has_the_printed_scores(cup: Tournament, number: int) -> None:
    position = rulebook.position(cup)
    scores = {
        player.number: sum(position.scoring.points(player.cell(n)) for n in range(1, number + 1))
        for player in position.players
    }
    assert scores == AFTER_ROUND[number]


@pytest.mark.any_database
def test_scotch_cup_has_the_printed_leader_board(cup: Tournament) -> None:
    """The booklet lists equal scores by pairing number and breaks no ties: points and groups are compared."""
    table = rulebook.table(cup)
    assert {line.number: line.points for line in table} == AFTER_ROUND_4
    assert [line.points for line in table] == list(AFTER_ROUND_4.values())


@pytest.mark.any_database
def test_scotch_cup_stands_in_round_5(cup: Tournament, chief: User) -> None:
    states = dict(cup.rounds.values_list("number", "state"))
    assert states == {1: "finished", 2: "finished", 3: "finished", 4: "finished", 5: "published"}
    assert set(cup.rounds.values_list("imported", "published_by")) == {(True, chief.pk)}
    assert (cup.initial_colour, cup.colour_origin, cup.number_of_rounds) == ("b", "imported", 5)
    assert list(cup.memberships.values_list("user__username", "role")) == [("chief", "owner")]
    builders.enter(cup, 5, chief, {1: "0-1"})
    assert results.open_games(cup) == 0


# A file as other programs write it.


def row(number: int, name: str, cells: str = "", points: str = "0.0", **fields: str) -> str:
    """A player's record; cells begin in column 92."""
    return (
        f"001 {number:>4} {fields.get('sex', 'm')}{fields.get('title', ''):>3} {name:<33}"
        f" {fields.get('rating', '2000'):>4} {fields.get('federation', 'SCO'):3}"
        f" {fields.get('fide_id', ''):>11} {fields.get('birth', ''):<10} {points:>4} {number:>4}{cells}"
    )


def file(*records: str, end: str = "\r\n", encoding: str = "utf-8") -> bytes:
    return end.join([*records, ""]).encode(encoding)


HEADER = ("012 Open", "XXR 3", "XXC white1")
FOUR = (
    row(1, "Müller, Jürgen", "     3 w 1", "1.0"),
    row(2, "Beta, B", "     4 b =", "0.5"),
    row(3, "Gamma, G", "     1 b 0"),
    row(4, "Delta, D", "     2 w =", "0.5"),
)


@pytest.mark.any_database
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "cp1252"])
def test_any_line_ends_and_encodings(chief: User, end: str, encoding: str) -> None:
    event = load(chief, file(*HEADER, *FOUR, end=end, encoding=encoding))
    assert event.players.get(number=1).name == "Müller, Jürgen"
    assert boards(event, 1) == [(1, 1, 3, "1-0"), (2, 4, 2, "1/2-1/2")]


@pytest.mark.any_database
def test_the_header_is_taken_over(chief: User) -> None:
    event = load(
        chief,
        file(
            "012 Île Open", "022 Nouméa", "032 fra", "042 2026/01/09", "052 17.01.2026", "102 Chief, C",
            "112 Deputy, D", "112 Deputy, E", "122 90+30", "XXR 3", *FOUR,
        ),
    )  # fmt: skip
    assert (event.name, event.slug, event.city, event.federation) == (
        "Île Open",
        "ile-open",
        "Nouméa",
        "FRA",
    )
    assert (str(event.start_date), str(event.end_date)) == ("2026-01-09", "2026-01-17")
    assert [str(arbiter) for arbiter in event.named_arbiters.all()] == ["Chief, C", "Deputy, D", "Deputy, E"]
    assert event.time_control == "90+30"


@pytest.mark.any_database
def test_the_initial_colour_is_inferred_from_round_1(chief: User) -> None:
    event = load(chief, file("XXR 3", *FOUR))
    assert (event.initial_colour, event.colour_origin) == ("w", "imported")


def test_the_number_of_rounds_is_asked_for_where_the_file_is_silent(chief: User) -> None:
    assert load(chief, file("012 A", *FOUR), rounds=7).number_of_rounds == 7
    assert load(chief, file("012 B", *FOUR)).number_of_rounds == 1
    assert load(chief, file("012 C", "XXR 4", *FOUR), rounds=7).number_of_rounds == 4


def test_players_are_taken_over_as_they_stand(chief: User) -> None:
    """Numbers too: the file's pairings were made by them, whatever the ratings say now."""
    one = row(1, "Low, L", rating="1000", title="g", sex="w", birth="1990/05/31", fide_id="2000567")
    event = load(chief, file(*HEADER, one, row(2, "High, H", rating="2800"), row(3, "None, N", rating="")))
    stored = event.players.get(number=1)
    assert (stored.name, stored.rating, stored.title, stored.sex, stored.birth, stored.fide_id) == (
        "Low, L", 1000, "GM", "w", "1990/05/31", "2000567",
    )  # fmt: skip
    assert [p.rating for p in event.players.all()] == [1000, 2800, None]


def test_byes_of_every_kind_and_the_coming_round(chief: User) -> None:
    event = load(
        chief,
        file(
            *HEADER,
            row(1, "A", "     2 w 1  0000 - H", "1.5"),
            row(2, "B", "     1 b 0  0000 - Z"),
            row(3, "C", "  0000 - U", "1.0"),
            row(4, "D", "  0000 - H", "0.5"),
            row(5, "E", "  0000 - F", "1.0"),
            row(6, "F", "  0000 - Z"),
            row(7, "G", ""),
        ),
    )
    kinds = dict(event.rounds.get(number=1).seats.values_list("player__number", "kind"))
    assert kinds == {1: "game", 2: "game", 3: "pab", 4: "half", 5: "full", 6: "zero"}
    coming = event.rounds.get(number=2)
    assert dict(coming.seats.values_list("player__number", "kind")) == {1: "half", 2: "zero"}
    assert coming.state == Round.State.PLANNED
    builders.publish(event, 2, chief)
    assert coming.seats.filter(kind="pab").count() == 1


def test_absent_players_of_the_coming_round_xxz(chief: User) -> None:
    event = load(chief, file(*HEADER, *FOUR, "XXZ 2 3"))
    assert dict(event.rounds.get(number=2).seats.values_list("player__number", "kind")) == {
        2: "zero",
        3: "zero",
    }


def test_late_entries_are_told_from_absent_players_c2(chief: User) -> None:
    event = load(
        chief,
        file(
            *HEADER,
            row(1, "A", "     2 w 1     3 w 1", "2.0"),
            row(2, "B", "     1 b 0"),
            row(3, "Late, L", "               1 b 0"),
            row(4, "Never, N"),
        ),
    )
    assert dict(event.players.values_list("number", "first_round")) == {1: 1, 2: 1, 3: 2, 4: 1}


RESULTS = {
    ("1", "0"): ("1-0", True),
    ("=", "="): ("1/2-1/2", True),
    ("0", "1"): ("0-1", True),
    ("W", "L"): ("1-0", False),
    ("D", "D"): ("1/2-1/2", False),
    ("L", "W"): ("0-1", False),
    ("+", "-"): ("1F-0F", True),
    ("-", "+"): ("0F-1F", True),
    ("-", "-"): ("0F-0F", True),
    ("=", "0"): ("1/2-0", True),
    ("0", "="): ("0-1/2", True),
    ("0", "0"): ("0-0", True),
    (" ", " "): ("", True),
}
POINTS = {"1": "1.0", "W": "1.0", "+": "1.0", "=": "0.5", "D": "0.5"}


@pytest.mark.any_database
@pytest.mark.parametrize("cells", RESULTS)
def test_every_result_of_the_report_is_understood(chief: User, cells: tuple[str, str]) -> None:
    white, black = cells
    event = load(
        chief,
        file(
            *HEADER,
            row(1, "A", f"     2 w {white}", POINTS.get(white, "0.0")),
            row(2, "B", f"     1 b {black}", POINTS.get(black, "0.0")),
        ),
    )
    (game,) = event.rounds.get(number=1).games.all()
    assert (game.result, game.rated) == RESULTS[cells]
    assert event.rounds.get(number=1).state == Round.State.PUBLISHED


def test_a_forfeit_without_colours_is_no_lost_game(chief: User) -> None:
    """Programs may write no colour where nobody played; the points must not vanish."""
    event = load(
        chief,
        file(
            *HEADER,
            row(1, "A", "     2 - +", "1.0"),
            row(2, "B", "     1 - -"),
            row(3, "C", "     4 - -"),
            row(4, "D", "     3 - +", "1.0"),
        ),
    )
    assert boards(event, 1) == [(1, 1, 2, "1F-0F"), (2, 3, 4, "0F-1F")]
    assert [line.points for line in rulebook.table(event)] == [10, 10, 0, 0]


def test_another_scoring_is_kept_where_it_can_be(chief: User) -> None:
    event = load(
        chief,
        file(
            "012 Three",
            "XXR 3",
            "BBW  3.0",
            "BBD  1.0",
            row(1, "A", "     2 w 1", "3.0"),
            row(2, "B", "     1 b 0"),
        ),
    )
    assert (event.points_win, event.points_draw, event.points_loss, event.points_pab) == (30, 10, 0, 30)


# Regulations that the file brings.


def test_forbidden_pairs_are_taken_over_with_their_rounds(chief: User) -> None:
    header = ("012 Open", "XXR 5", "XXC white1")
    event = load(chief, file(*header, *FOUR, "XXP 1 2", "260   2   3    2    4"))
    found = [
        (sorted(group.players.values_list("number", flat=True)), group.first_round, group.last_round)
        for group in event.prohibitions.all()
    ]
    assert sorted(found) == [([1, 2], 1, None), ([2, 4], 2, 3)]
    # 1 has met 3 and must not meet 2, so they meet 4.
    builders.publish(event, 2, chief)
    pairs = [
        set(event.players.filter(number__in=pair).values_list("pk", flat=True)) for pair in ((1, 4), (2, 3))
    ]
    assert builders.meetings(event, 2) == set(map(frozenset, pairs))


@pytest.mark.parametrize(
    ("records", "kind", "virtual"),
    [
        ((), "none", {}),
        (("192 FIDE_DUTCH_2026_BAKU",), "baku", {1: (10, 10, 5), 2: (10, 10, 5)}),
        # Five rounds: 1, 1 and ½ for the upper half is Baku, whatever the file calls it.
        (("XXA    1  1.0  1.0  0.5", "XXA    2  1.0  1.0  0.5"), "baku", {1: (10, 10, 5), 2: (10, 10, 5)}),
        # The rounds so far of a file that says Baku.
        (
            ("192 FIDE_DUTCH_2026_BAKU", "XXA    1  1.0", "XXA    2  1.0"),
            "baku",
            {1: (10, 10, 5), 2: (10, 10, 5)},
        ),
        (("XXA    1  1.0", "XXA    2  1.0"), "given", {1: (10,), 2: (10,)}),
        (("192 FIDE_DUTCH_2026_BAKU", "XXA    3  2.0"), "given", {3: (20,)}),
        (("250       1.0   1   2    1    3",), "given", {1: (10, 10), 2: (10, 10), 3: (10, 10)}),
    ],
)
def test_acceleration_is_taken_over(
    chief: User, records: tuple[str, ...], kind: str, virtual: dict[int, tuple[int, ...]]
) -> None:
    event = load(chief, file("012 Fast", "XXR 5", "XXC white1", *FOUR, *records))
    assert event.acceleration == kind
    found = {p.number: p.virtual for p in rulebook.position(event).players if any(p.virtual)}
    assert found == virtual
    builders.publish(event, 2, chief)
    again = load(chief, rulebook.report(event).encode())
    assert again.acceleration == kind
    assert {p.number: p.virtual for p in rulebook.position(again).players if any(p.virtual)} == virtual


@pytest.mark.any_database
def test_who_chooses_another_acceleration_leaves_the_points_of_the_file(chief: User) -> None:
    event = load(chief, file("012 Fast", "XXR 5", "XXC white1", *FOUR, "XXA    1  1.0"))
    event.acceleration = "none"
    assert not any(player.virtual for player in rulebook.position(event).players)


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("records", "asked_for", "edition"),
    [
        (("192 FIDE_DUTCH_2026",), "", "dutch-2026"),
        (("192 FIDE_DUTCH_2026",), "dutch-2016", "dutch-2026"),
        (("192 FIDE_DUTCH_2017", "052 2026/05/01"), "", "dutch-2016"),
        (("192 BOARD_ONE_RATING_2012",), "", "rating-2012"),
        (("052 2026/02/01",), "", "dutch-2026"),
        (("052 2026/01/31",), "", "dutch-2016"),
        (("052 2026/02/01",), "rating-1998", "rating-1998"),
        (("042 2026/02/01",), "", "dutch-2026"),
        ((), "dutch-2026", "dutch-2026"),
    ],
)
def test_the_edition_is_the_files_own_else_the_one_asked_for_else_by_the_last_day(
    chief: User, records: tuple[str, ...], asked_for: str, edition: str
) -> None:
    event = load(chief, file(*HEADER, *FOUR, *records), edition=asked_for)
    assert event.edition == edition
    assert AuditEvent.objects.get().after["edition"] == edition


@pytest.mark.any_database
def test_the_scotch_cup_is_of_the_revision_that_paired_it(cup: Tournament) -> None:
    assert cup.edition == "rating-1998"
    report = trf.read(rulebook.report(cup).encode())
    assert report.edition == "rating-1998"
    assert [check.agrees for check in checker.check(report)] == [True] * 5


# Files that are refused.

REFUSED: dict[str, tuple[bytes, str, str]] = {
    "empty": (b"", "trf", r"line 1, column 1.*player"),
    "no player": (file("012 Open"), "trf", "line 2, column 1"),
    "not a report": (b"PNG\x00\x01", "trf", "line 1, column 4"),
    "rating": (file(*HEADER, row(1, "A", rating="20x0")), "trf", "line 4, column 49.*20x0.*rating"),
    "unknown opponent": (file(*HEADER, row(1, "A", "     9 w 1", "1.0")), "trf", "line 4, column 95.*9"),
    "contradicting opponent": (
        file(
            *HEADER,
            row(1, "A", "     2 w 1", "1.0"),
            row(2, "B", "     3 b 0"),
            row(3, "C", "     2 w 1", "1.0"),
        ),
        "trf",
        "line 4, column 95",
    ),
    "two wins": (
        file(*HEADER, row(1, "A", "     2 w 1", "1.0"), row(2, "B", "     1 b 1", "1.0")),
        "trf",
        "line 4, column 99",
    ),
    "two allocated byes": (
        file(*HEADER, row(1, "A", "  0000 - U", "1.0"), row(2, "B", "  0000 - U", "1.0")),
        "byes",
        "Round 1: players 1 and 2 have",
    ),
    "points": (
        file(*HEADER, row(1, "A", "     2 w 1", "3.5"), row(2, "B", "     1 b 0")),
        "trf",
        "line 4, column 82",
    ),
    "double number": (file(*HEADER, row(1, "A"), row(1, "B")), "trf", "line 5, column 8"),
    "missing number": (file(*HEADER, row(1, "A"), row(3, "B")), "trf", "line 5, column 8"),
    "more rounds than announced": (
        file("XXR 1", row(1, "A", "     2 w 1     2 b 1", "2.0"), row(2, "B", "     1 b 0     1 w 0")),
        "trf",
        "line 2, column 105.*1 rounds",
    ),
    "scoring by colour": (file("XXR 3", "XXS BW=1.5", row(1, "A"), row(2, "B")), "scoring", "scoring"),
    "scoring by kind of bye": (file("XXR 3", "XXS HPB=0.2", row(1, "A"), row(2, "B")), "scoring", "scoring"),
    "scoring nonsense": (file("XXR 3", "XXS PAB=2.0", row(1, "A"), row(2, "B")), "tournament", ""),
    "another system": (file("192 FIDE_DUBOV_2026", *HEADER, *FOUR), "edition", "FIDE_DUBOV_2026"),
    "Baku with other points": (
        file("192 FIDE_DUTCH_2026_BAKU", "XXR 3", "BBW  3.0", "BBD  1.0", row(1, "A"), row(2, "B")),
        "tournament",
        "Baku",
    ),
    "double FIDE ID": (
        file(*HEADER, row(1, "A", fide_id="2000567"), row(2, "B", fide_id="2000567")),
        "player",
        "Player 2, B",
    ),
    "too many rounds": (file("XXR 31", row(1, "A"), row(2, "B")), "tournament", "30"),
    "days": (file("042 2026/02/01", "052 2026/01/01", "XXR 3", row(1, "A")), "tournament", ""),
}  # fmt: skip


@pytest.mark.parametrize("flaw", REFUSED)
def test_a_defective_file_is_refused_and_leaves_nothing(chief: User, flaw: str) -> None:
    data, code, words = REFUSED[flaw]
    with pytest.raises(DomainError, match=f"(?s){words}") as refusal:
        load(chief, data)
    assert refusal.value.code == code
    for table in (Tournament, Player, Round, Seat, AuditEvent):
        assert not table._default_manager.exists()


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("data", "words"),
    [
        (file(*HEADER, *["###"] * 250_000), "The file has 250003 lines; expected at most 10000."),
        (file(*HEADER, "XXZ " + "1 " * 1_000_000), "The file has 1.9\xa0MB; expected at most 1.5\xa0MB."),
    ],
    ids=["lines", "bytes"],
)
def test_a_file_larger_than_any_report_is_not_read(
    chief: User, monkeypatch: pytest.MonkeyPatch, data: bytes, words: str
) -> None:
    monkeypatch.setattr(trf, "read_closely", lambda _data: pytest.fail("read"))
    with pytest.raises(DomainError) as refusal:
        load(chief, data)
    assert refusal.value.message == words


@pytest.mark.parametrize("column", range(4, 100, 5))
def test_a_byte_that_is_wrong_is_refused_or_read_and_never_breaks(chief: User, column: int) -> None:
    """Each fifth column of one player's record gets each of a few wrong characters."""
    good = file(*HEADER, *FOUR)
    start = good.index(b"001    2")
    for wrong in b"x9-\t":
        data = bytearray(good)
        data[start + column] = wrong
        with contextlib.suppress(DomainError):
            assert load(chief, bytes(data)).players.count() == 4


@pytest.mark.any_database
def test_a_file_cut_short_anywhere_is_refused_or_read_and_never_breaks(chief: User) -> None:
    data = SCOTCH_CUP.read_bytes()
    for length in range(0, len(data), 97):
        with contextlib.suppress(DomainError):
            assert load(chief, data[:length]).players.exists()


def test_an_imported_event_goes_on(cup: Tournament, chief: User) -> None:
    """Imported with a round to go, the next one is paired here."""
    data = rulebook.report(cup).replace("142 5", "142 6").encode()
    event = load(chief, data)
    builders.enter(event, 5, chief)
    rounds.pair_round(tournament=event, number=6, actor=chief)
    round_ = rounds.publish_round(tournament=event, number=6, actor=chief)
    assert (round_.imported, round_.games.count()) == (False, 7)
    met: set[frozenset[int]] = set().union(*(builders.meetings(event, n) for n in range(1, 6)))
    assert not met & builders.meetings(event, 6)


# Every round is checked (Q54, Q55).


def wrong_cup(*rounds: int) -> bytes:
    """The Scotch Cup with the colours of board 1 the other way round in these rounds."""
    text = SCOTCH_CUP.read_text()
    first = {1: ("1", "8"), 2: ("4", "1"), 3: ("5", "1"), 4: ("1", "6")}
    lines = text.splitlines()
    for number in rounds:
        column = 91 + 10 * (number - 1)
        for place, line in enumerate(lines):
            if line.startswith("001") and line[4:8].strip() in first[number]:
                colour = {"w": "b", "b": "w"}[line[column + 5]]
                lines[place] = line[: column + 5] + colour + line[column + 6 :]
    return "\r\n".join(lines).encode()


@pytest.mark.any_database
def test_a_file_by_the_rules_is_not_asked_about(chief: User) -> None:
    cup = services.import_tournament(data=SCOTCH_CUP.read_bytes(), actor=chief)
    assert not cup.integrity_events.exists()
    assert cup.in_fide_mode


@pytest.mark.any_database
def test_q55_what_differs_is_told_round_by_round(chief: User) -> None:
    with pytest.raises(ConfirmationNeeded) as question:
        services.import_tournament(data=wrong_cup(1, 4), actor=chief)
    asked = question.value
    assert (asked.level, asked.reason) == (3, "")
    assert {1, 4} <= {warning.facts["round"] for warning in asked.warnings}
    assert asked.warnings[0].table == (
        ("In the file", "By the rules"),
        ("1 Andrews, Alan – 8 Hood, Henry", "8 Hood, Henry – 1 Andrews, Alan"),
    )
    assert not Tournament.objects.exists()


@pytest.mark.any_database
def test_q55_it_is_noted_with_a_line_a_round(chief: User) -> None:
    """The rules' boards, then the file's; the rounds stay as they were played, and in FIDE mode (Q56)."""
    cup = load(chief, wrong_cup(4))
    assert boards(cup, 4)[0][:3] == (1, 6, 1)
    (line,) = [line for line in log.remarks(cup) if "Round 4" in line]
    assert line == "### Import @ Round 4: 1-6 => 6-1"
    (event,) = cup.integrity_events.filter(round_number=4)
    assert (event.kind, event.audit.actor, event.reason) == ("import", chief, "So it was decided.")
    assert cup.in_fide_mode
    refusal = log.why_not_restorable(event)
    assert refusal
    assert refusal.code == "no_way_back"


@pytest.mark.any_database
def test_an_answer_holds_for_this_file_alone(chief: User) -> None:
    with pytest.raises(ConfirmationNeeded) as question:
        services.import_tournament(data=wrong_cup(4), actor=chief)
    with pytest.raises(ConfirmationNeeded) as again:
        services.import_tournament(
            data=wrong_cup(4) + b"\r\n", actor=chief, reason="So be it.", confirmation=question.value.token
        )
    assert again.value.stale


@pytest.mark.any_database
def test_a_round_that_nobody_could_pair_is_told_with_why(chief: User) -> None:
    """Two players, twice the same game: the rules have no pairing to put beside it."""
    rows = ["012 Match", "XXR 2", "XXC white1"]
    for number, (name, cells) in enumerate((("Adler", "2 w 1     2 b 1"), ("Berg", "1 b 0     1 w 0")), 1):
        head = f"001 {number:4}      {name:<33} {2400 - number:4}{'':28} {4 - 2 * number}.0 {number:4}"
        rows.append(f"{head}     {cells}")
    with pytest.raises(ConfirmationNeeded) as question:
        services.import_tournament(data=file("052 2016/05/01", *rows), actor=chief)
    (warning,) = question.value.warnings
    assert warning.facts["round"] == 2
    assert warning.details
    match = load(chief, file(*rows))
    assert log.remarks(match) == ["### Import @ Round 2: none => 2-1"]


def made_up(**wishes: Any) -> bytes:
    """A file with results of all usual kinds, and no byes to be asked about."""
    plain = Wishes(edition="dutch-2016", full_point_byes=Share(), unusual_results=Share(), **wishes)
    return trf.write(generate(plain, random.Random(1))).encode()


@pytest.mark.parametrize(("players", "rounds"), [(10, 3), (60, 9)])
def test_the_queries_of_an_import_do_not_grow_with_the_file(
    chief: User, players: int, rounds: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    data = made_up(players=players, rounds=rounds, forbidden=2)
    with django_assert_max_num_queries(60):
        event = services.import_tournament(data=data, actor=chief)
    assert (event.players.count(), event.rounds.filter(imported=True).count()) == (players, rounds)


@pytest.mark.parametrize("baku", [True, False])
def test_boards_are_numbered_as_the_event_would_number_them(chief: User, baku: bool) -> None:
    event = load(chief, made_up(players=31, rounds=7, baku=baku, late_entries=Share(3)))
    for round_ in event.rounds.all():
        found = [(board.white, board.black) for board in games_of(round_)]
        assert rulebook.publishing_order(event, round_.number, found[::-1]) == found
    assert verification.differences(event) == []

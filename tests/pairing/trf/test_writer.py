"""Writing report files, and reading them again."""

import datetime
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.core.tournament import (
    BLANK,
    Cell,
    Colour,
    Outcome,
    PairingError,
    Player,
    Prohibition,
    Scoring,
    Tournament,
)
from pairing.editions import EDITIONS
from pairing.tie_breaks import text_in_force
from pairing.tie_breaks.ranking import standings
from pairing.trf import Format, read, write
from pairing.trf.reader import colour_of_first_round
from tests.each import each
from tests.swiss import OF_MATCHES, SWISS

DATA = Path(__file__).parents[2] / "data" / "tiebreaks"
OTHER_SYSTEMS = sorted((DATA.parent / "other-systems").glob("*.trf"))
WHITE, BLACK = Colour.WHITE, Colour.BLACK

OPEN = Tournament(
    players=(
        Player(
            number=1,
            name="Adams, Ann",
            cells=(Cell(3, WHITE, Outcome.WIN), Cell(2, BLACK, Outcome.NONE)),
            sex="w",
            title="WGM",
            rating=2300,
            federation="ENG",
            fide_id="400001",
            birth="1990/05/17",
        ),
        Player(
            2, "Brown, Bob", (Cell(outcome=Outcome.HALF_POINT_BYE), Cell(1, WHITE, Outcome.NONE)), "m", "FM"
        ),
        Player(3, "Évora, Eve", (Cell(1, BLACK, Outcome.LOSS), Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE))),
        Player(4, "Late, Lou", (BLANK, BLANK, Cell(outcome=Outcome.HALF_POINT_BYE)), rank=9),
    ),
    rounds=5,
    initial_colour=WHITE,
    forbidden=(Prohibition(frozenset({3, 1})), Prohibition(frozenset({4, 2, 3}), first=2, last=4)),
    edition="dutch-2016",
    name="Spring Open",
    city="London",
    federation="ENG",
    start_date="2024/03/01",
    end_date="2024/03/03",
    system="Individual: Swiss-System",
    chief_arbiter="Grey, Gus (100001)",
    deputy_arbiters=("Hall, Hal (100002)", "Ivy, Ida (100003)"),
    time_control="90 minutes + 30 s/move",
    round_dates=("2024/03/01", "", "2024/03/03"),
    other_records=("### a remark",),
)


def records(tournament: Tournament, *codes: str) -> list[str]:
    """The lines of the file that have one of `codes`."""
    return [line for line in write(tournament).split("\r\n") if line[:3] in codes]


def test_the_whole_file():
    assert write(OPEN).split("\r\n") == [
        "012 Spring Open",
        "022 London",
        "032 ENG",
        "042 2024/03/01",
        "052 2024/03/03",
        "062 4",
        "072 1",
        "082 0",
        "092 Individual: Swiss-System",
        "102 Grey, Gus (100001)",
        "112 Hall, Hal (100002)",
        "112 Ivy, Ida (100003)",
        "122 90 minutes + 30 s/move",
        f"132{'':88}24/03/01            24/03/03",
        "192 FIDE_DUTCH_2017",
        "XXR 5",
        "XXC white1",
        "XXP 1 3",
        "260   2   4    2    3    4",
        f"001    1 wWGM Adams, Ann{'':24}2300 ENG      400001 1990/05/17  1.0    2     3 w 1     2 b",
        f"001    2 m FM Brown, Bob{'':57}0.5    3  0000 - H     1 w",
        f"001    3      Évora, Eve{'':57}1.0    1     1 b 0  0000 - U",
        f"001    4      Late, Lou{'':58}0.5    9{'':22}0000 - H",
        "### a remark",
        "",
    ]


def test_headers_stand_in_every_file():
    codes = " ".join(line[:3] for line in write(Tournament(players=())).split("\r\n"))
    assert codes == "012 022 032 042 052 062 072 082 092 102 112 122 "


def test_a_player_before_round_1_has_points_and_no_rank():
    (line,) = records(Tournament(players=(Player(7),)), "001")
    assert line == f"001    7{'':73}0.0"


def test_ranks_come_from_the_standings_and_may_be_shared():
    tournament = read((DATA / "tec-swiss5.trf").read_bytes())
    ranks = {line.number: line.rank for line in standings(tournament)}
    assert {player.number: player.rank for player in read(write(tournament)).players} == ranks


def test_long_texts_are_cut_and_stay_in_their_columns():
    player = Player(
        number=1,
        name="A" * 40,
        sex="mm",
        title="WGMX",
        federation="ENGL",
        fide_id="1" * 12,
        birth="1990/05/17 or so",
    )
    (line,) = records(Tournament(players=(player,)), "001")
    assert line == f"001    1 mWGM {'A' * 33}      ENG {'1' * 11} 1990/05/17  0.0"


def test_line_breaks_and_control_characters_become_blanks():
    player = Player(number=1, name="Adams,\r\nAnn\t\x00 \ud800\u2028")
    text = write(Tournament(players=(player,), name="Spring\nOpen", other_records=("### one\ntwo",)))
    assert text.startswith("012 Spring Open\r\n")
    assert "001    1      Adams,  Ann  " in text
    assert "### one two" in text
    text.encode()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"number": 10000},
            "The pairing number 10000 does not fit the 4 columns that a report file has for it.",
        ),
        ({"rating": 12345}, "The rating 12345 does not fit the 4 columns that a report file has for it."),
        ({"rank": 10000}, "The rank 10000 does not fit the 4 columns that a report file has for it."),
        (
            {"virtual": (1000,)},
            "The virtual points 100.0 does not fit the 4 columns that a report file has for it.",
        ),
    ],
)
def test_numbers_that_do_not_fit_are_refused(change, message):
    with pytest.raises(PairingError) as caught:
        write(Tournament(players=(replace(Player(1), **change),)))
    assert str(caught.value) == message


@pytest.mark.parametrize(("win", "points"), [(10, " 1.0"), (999, "99.9"), (1000, " 100"), (1005, "    ")])
def test_points_that_do_not_fit_lose_their_decimal_or_stay_blank(win, points):
    players = (
        Player(1, cells=(Cell(2, WHITE, Outcome.WIN),)),
        Player(2, cells=(Cell(1, BLACK, Outcome.LOSS),)),
    )
    (line, _) = records(Tournament(players=players, scoring=Scoring(white_win=win)), "001")
    assert line[80:84] == points


def test_usual_points_need_no_record():
    assert records(OPEN, "XXS", "BBW") == []


def test_points_that_both_records_can_say():
    scoring = Scoring(30, 30, 10, 10, half_point_bye=10, full_point_bye=30, forfeit_win=30)
    lines = records(replace(OPEN, scoring=scoring), "XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU")
    assert lines == [
        "BBW  3.0",
        "BBD  1.0",
        "BBL  0.0",
        "BBZ  0.0",
        "BBF  0.0",
        "BBU  1.0",
        "XXS WW=3.0 BW=3.0 WD=1.0 BD=1.0 HPB=1.0 FPB=3.0 FW=3.0",
    ]


def test_points_that_one_record_can_say():
    assert records(replace(OPEN, scoring=Scoring(black_win=12)), "XXS", "BBW") == ["XXS BW=1.2"]


def test_virtual_points():
    players = (replace(OPEN.players[0], virtual=(10, 5, 0)), *OPEN.players[1:])
    assert records(replace(OPEN, players=players), "XXA") == ["XXA    1  1.0  0.5  0.0"]


@pytest.mark.parametrize(
    ("edition", "lines"),
    [
        ("dutch-2016", ["192 FIDE_DUTCH_2017"]),
        ("dutch-2026", ["192 FIDE_DUTCH_2026"]),
        ("rating-2012", ["192 BOARD_ONE_RATING_2012"]),
        ("rating-1998", ["192 BOARD_ONE_RATING_1998"]),
        ("FIDE_LIM", ["192 FIDE_LIM"]),
        (None, []),
    ],
)
def test_editions(edition, lines):
    assert records(replace(OPEN, edition=edition), "192") == lines


# There and back

TIE_BREAKS = [(), ("PTS",), ("PTS", "BH/C1", "SB"), ("SB", "PTS"), ("PTS", "OF ANOTHER PROGRAM")]
OUTCOMES = ["10", "==", "01", "00", "=0", "0=", "WL", "DD", "LW", "LL", "+-", "-+", "--", "  "]
DATES = st.dates(min_value=datetime.date(1000, 1, 1)).map("{:%Y/%m/%d}".format) | st.just("")


def texts(width: int = 40) -> st.SearchStrategy[str]:
    """What a field can hold: no control characters, no blanks at the ends."""
    characters = st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"))
    return st.text(characters, max_size=width).map(str.strip)


def simple_scoring(values: list[int]) -> Scoring:
    """Points that depend on the result alone."""
    win, drawn, loss, bye, absence, forfeit = values
    return Scoring(win, win, drawn, drawn, loss, loss, absence, drawn, win, bye, win, forfeit)


@st.composite
def rounds(draw, count: int) -> dict[int, Cell]:
    """What a round brings to `count` players, who are paired, absent, or have a bye."""
    order = draw(st.permutations(range(1, count + 1)))
    paired = draw(st.integers(0, count // 2))
    cells = {}
    for white, black in zip(order[: 2 * paired : 2], order[1 : 2 * paired : 2], strict=True):
        first, second = map(Outcome, draw(st.sampled_from(OUTCOMES)))
        forfeited = {first, second} <= {Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS}
        colours = (None, None) if forfeited and draw(st.booleans()) else (WHITE, BLACK)
        cells[white] = Cell(black, colours[0], first)
        cells[black] = Cell(white, colours[1], second)
    byes = [Outcome(code) for code in "HFZ "]
    for place, number in enumerate(order[2 * paired :]):
        kinds = [*byes, Outcome.PAIRING_ALLOCATED_BYE] if not place else byes
        cells[number] = Cell(outcome=draw(st.sampled_from(kinds)))
    return cells


@st.composite
def prohibitions(draw, numbers) -> Prohibition:
    players = draw(st.frozensets(st.sampled_from(numbers), min_size=2))
    first = draw(st.integers(1, 998))
    return Prohibition(players, first, draw(st.none() | st.integers(first, 998)))


def with_points(draw, cell: Cell) -> Cell:
    """The cell as it is or, now and then, with arbitrary points of its own."""
    if cell == BLANK or draw(st.integers(0, 9)):
        return cell
    return replace(cell, points=draw(st.integers(-99, 999)))


@st.composite
def tournaments(draw) -> Tournament:
    """Any tournament that a report file can carry."""
    count = draw(st.integers(1, 7))
    numbers = range(1, count + 1)
    history = [draw(rounds(count)) for _ in range(draw(st.integers(0, 4)))]
    marks = st.sampled_from([Cell(outcome=Outcome(code)) for code in " HFZU"])
    history.append({number: draw(marks) for number in numbers})

    def player(number: int) -> Player:
        cells = [with_points(draw, played[number]) for played in history]
        while cells and cells[-1] == BLANK:
            cells.pop()
        return Player(
            number=number,
            name=draw(texts(33)),
            cells=tuple(cells),
            sex=draw(st.sampled_from(["", "m", "w"])),
            title=draw(st.sampled_from(["", "GM", "IM", "WFM", "CM", "NM"])),
            rating=draw(st.none() | st.integers(1, 9999)),
            federation=draw(st.sampled_from(["", "ENG", "FID"])),
            fide_id=draw(st.just("") | st.integers(1, 10**11 - 1).map(str)),
            birth=draw(DATES | st.just("1990/00/00") | st.just("1990/05/00")),
            rank=draw(st.none() | st.integers(1, 9999)),
            virtual=tuple(draw(st.lists(st.integers(0, 999), max_size=5))),
        )

    tenths = st.integers(0, 99)
    # An event by rules for teams has teams: test_teams.py.
    of_people = [code for code in OF_MATCHES if not EDITIONS[code].form.of_teams]
    edition = draw(st.sampled_from([None, *SWISS, *of_people, "FIDE_LIM"]))
    tournament = Tournament(
        players=tuple(map(player, numbers)),
        rounds=draw(st.none() | st.integers(len(history), 30)),
        initial_colour=draw(st.none() | st.sampled_from(Colour)),
        scoring=draw(
            st.just(Scoring())
            | st.builds(Scoring, *[tenths] * 12)
            | st.lists(tenths, min_size=6, max_size=6).map(simple_scoring)
        ),
        forbidden=tuple(draw(st.lists(prohibitions(numbers), max_size=3)) if count > 1 else ()),
        edition=edition,
        baku=edition is not None and draw(st.booleans()),
        name=draw(texts()),
        city=draw(texts()),
        federation=draw(texts(3)),
        start_date=draw(DATES),
        end_date=draw(DATES),
        system=draw(texts()),
        chief_arbiter=draw(texts()),
        deputy_arbiters=tuple(draw(st.lists(texts().filter(bool), max_size=3))),
        time_control=draw(texts()),
        time_control_code=draw(st.sampled_from(["", "5400+30", "W300-B240"])),
        controller=draw(texts()),
        rating_method=draw(st.sampled_from(["", "FRA FIDON"])),
        tie_breaks=draw(st.sampled_from(TIE_BREAKS)),
        round_dates=(*draw(st.lists(st.sampled_from(["", "2024/03/01"]), max_size=4)), "1999/12/31"),
        other_records=tuple(draw(st.lists(texts().map("### {}".format).map(str.rstrip), max_size=2))),
    )
    played = tournament.played_rounds
    # Record 299 has no kind for the allocated bye, and none but kinds for rounds to come.
    players = (
        replace(player, cells=(*player.cells[:played], *map(in_time, player.cells[played:])))
        for player in tournament.players
    )
    return replace(tournament, players=tuple(players))


def in_time(cell: Cell) -> Cell:
    return replace(cell, points=None) if cell.outcome is Outcome.PAIRING_ALLOCATED_BYE else cell


def as_carried(tournament: Tournament) -> Tournament:
    """The tournament as it comes back from a file.

    The file states all ranks, and the initial colour that round 1 shows; a prohibition that ends with the
    tournament has no end.
    """
    played = tournament.played_rounds
    known = tournament.tie_breaks if "OF ANOTHER PROGRAM" not in tournament.tie_breaks else ()
    text = text_in_force(tournament.end_date)
    lines = standings(tournament, known or None, rounds=played, text=text) if played else ()
    ranks = {line.number: line.rank for line in lines}

    def player(row: Player) -> Player:
        cells = tuple(with_sense(tournament, cell) for cell in row.cells)
        return replace(row, cells=cells, rank=row.rank or ranks.get(row.number))

    return replace(
        tournament,
        players=tuple(map(player, tournament.players)),
        initial_colour=tournament.initial_colour or colour_of_first_round(tournament),
        forbidden=tuple(
            replace(p, last=None) if (p.last or 0) >= (tournament.rounds or 999) else p
            for p in tournament.forbidden
        ),
    )


def with_sense(tournament: Tournament, cell: Cell) -> Cell:
    """The cell, without points of its own if they are those of the scoring."""
    usual = replace(cell, points=None)
    return usual if cell.points == tournament.scoring.points(usual) else cell


@given(tournaments(), st.sampled_from(Format))
def test_there_and_back(tournament, form):
    """TRF26 drops virtual points of 0 at the end, and all beyond the last round."""
    if form is Format.TRF26:
        players = (
            replace(p, virtual=without_end(p.virtual[: tournament.rounds])) for p in tournament.players
        )
        tournament = replace(tournament, players=tuple(players))
    text = write(tournament, form=form)
    assert read(text) == as_carried(tournament)
    # What the first file left out, such as the initial colour that round 1 shows, is in the next one.
    again = write(read(text), form=form)
    assert write(read(again), form=form) == again


def without_end(points: tuple[int, ...]) -> tuple[int, ...]:
    while points and not points[-1]:
        points = points[:-1]
    return points


@given(tournaments())
def test_columns(tournament):
    text = write(tournament)
    assert text.endswith("\r\n")
    for line in text.split("\r\n"):
        assert line == line.rstrip()
        if line.startswith("001"):
            assert not any(
                line[column - 1 : column].strip() for column in (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91)
            )


@each("form", Format)
@each("path", [*sorted(DATA.glob("*.trf")), *OTHER_SYSTEMS])
def test_files_of_other_programs_there_and_back(path, form):
    tournament = read(path.read_bytes())
    assert read(write(tournament, form=form).encode()) == as_carried(tournament)


def test_the_whole_file_in_trf26():
    *first, third, late = OPEN.players
    cells = (replace(third.cells[0], points=5), third.cells[1])
    players = (*(replace(player, virtual=(10, 10, 5)) for player in first), replace(third, cells=cells), late)
    whole = replace(
        OPEN,
        players=players,
        baku=True,
        scoring=Scoring(30, 30, 10, 10, half_point_bye=10, full_point_bye=30, forfeit_win=30),
        rating_method="FRA FIDON",
        controller="Board One",
        tie_breaks=("PTS", "BH/C1", "SB"),
        time_control_code="5400+30",
    )
    assert write(whole, form=Format.TRF26).split("\r\n")[12:] == [
        "122 90 minutes + 30 s/move",
        f"132{'':88}24/03/01            24/03/03",
        "142 5",
        "152 W",
        "162  W 3.0    D 1.0    L 0.0    P 1.0",
        "172 FRA FIDON",
        "182 Board One",
        "192 FIDE_DUTCH_2017_BAKU",
        "202 BH/C1,SB",
        "222 5400+30",
        f"001    1 wWGM Adams, Ann{'':24}2300 ENG      400001 1990/05/17  3.0    1     3 w 1     2 b",
        f"001    2 m FM Brown, Bob{'':57}1.0    3  0000 - H     1 w",
        f"001    3      Évora, Eve{'':57}1.5    2     1 b 0  0000 - U",
        f"001    4      Late, Lou{'':58}0.0    9",
        "250       1.0   1   2    1    2",
        "250       0.5   3   3    1    2",
        "260   1   5    1    3",
        "260   2   4    2    3    4",
        "240 H   3    4",
        "299 L         0.5    1    3",
        "### a remark",
        "",
    ]


def test_before_a_round_there_and_back():
    tournament = read((DATA / "tec-swiss9.trf").read_bytes())
    for number in range(1, 10):
        before = tournament.before(number)
        again = read(write(before))
        assert [again.before(number).players[p - 1].cells for p in range(1, 17)] == [
            before.before(number).players[p - 1].cells for p in range(1, 17)
        ]


def test_an_interim_file_leaves_no_result_blank():
    cells = (Cell(2, Colour.WHITE), Cell(2, Colour.BLACK))
    pending = Tournament(
        players=(
            Player(1, name="Adams, Ann", cells=(cells[0],)),
            Player(2, name="Brown, Bob", cells=(replace(cells[1], opponent=1),)),
        ),
        scoring=Scoring(white_draw=10, black_draw=10, half_point_bye=10, white_win=30, black_win=30),
    )
    assert "?" not in write(pending)
    text = write(pending, interim=True)
    assert [line[80:] for line in text.split("\r\n") if line.startswith("001")] == [
        " 1.0    1     2 w ?",
        " 1.0    1     1 b ?",
    ]
    # Wins by forfeit are worth less than others, which the record 162 cannot say.
    assert "\r\n162" not in text
    assert "\r\n162  W 1.0    D 0.5" in write(replace(pending, scoring=Scoring()), interim=True)
    assert read(text).players[0].cells == pending.players[0].cells

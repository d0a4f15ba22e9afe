"""Results from the PGN of a round: what is certain fills empty boards, everything else is reported."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from tests import builders
from tests.steps import steps_of
from tournaments.errors import DomainError
from tournaments.models import Game, Round, Tournament
from tournaments.players.services import players
from tournaments.results import pgn
from tournaments.results.queries import Found, compared, of_round
from tournaments.results.services import ResultConflict, enter_result, enter_transmitted
from tournaments.rounds.queries.boards import seated

pytestmark = pytest.mark.any_database

PAGE = "/t/test-open/desk/rounds/1/transmitted/"


@pytest.fixture
def on(event: Tournament, chief: User) -> Round:
    """Round 1, published and without results."""
    return builders.publish(event, 1, chief)


def transmitted(round_: Round, *results: str) -> str:
    """The program's own PGN of the round with these results, as the boards send it back."""
    games = of_round(round_).split("\n\n[Event")
    return "\n\n[Event".join(
        re.sub(r'\[Result "[^"]*"\]', f'[Result "{result}"]', game)
        for game, result in zip(games, results, strict=True)
    )


def found(round_: Round, text: str) -> list[Found]:
    return [line.found for line in compared(round_, pgn.read(text))]


def results(round_: Round) -> list[str]:
    return list(round_.games.order_by("board").values_list("result", flat=True))


def test_what_we_write_comes_back_with_its_results(on: Round, chief_client: Client) -> None:
    text = transmitted(on, "1-0", "1/2-1/2", "*", "0-1")
    assert found(on, text) == [Found.NEW, Found.NEW, Found.GOES_ON, Found.NEW]
    file = SimpleUploadedFile("live.pgn", text.encode())
    page = chief_client.post(PAGE, {"file": file}).content.decode()
    assert "Enter 3 results" in page
    assert results(on) == ["", "", "", ""]
    answer = chief_client.post(PAGE, {"text": text, "enter": "1"}, follow=True)
    assert "3 results are entered." in answer.content.decode()
    assert results(on) == ["1-0", "1/2-1/2", "", "0-1"]
    assert on.tournament.audit_events.filter(action="result_entered").count() == 3
    # Sent once more, it changes nothing.
    again = chief_client.post(PAGE, {"text": text, "enter": "1"}).content.decode()
    assert "No board gets a result from this file." in again
    assert on.tournament.audit_events.filter(action="result_entered").count() == 3


def test_what_stands_is_not_replaced(on: Round, chief: User, chief_client: Client) -> None:
    enter_result(tournament=on.tournament, number=1, board=1, result="0-1", version=0, actor=chief)
    text = transmitted(on, "1-0", "1/2-1/2", "1-0", "0-1")
    assert found(on, text)[0] is Found.DIFFERS
    page = chief_client.post(PAGE, {"text": text}).content.decode()
    assert "0-1 is already entered: which is right?" in page
    chief_client.post(PAGE, {"text": text, "enter": "1"})
    assert results(on) == ["0-1", "1/2-1/2", "1-0", "0-1"]


def test_all_or_nothing_where_somebody_was_faster(on: Round, chief: User) -> None:
    enter_result(tournament=on.tournament, number=1, board=2, result="0-1", version=0, actor=chief)
    with pytest.raises(ResultConflict):
        enter_transmitted(
            tournament=on.tournament, number=1, results=[(1, "1-0", 0), (2, "1-0", 0)], actor=chief
        )
    assert results(on) == ["", "0-1", "", ""]


def test_a_player_is_known_by_the_fide_id_else_by_any_spelling(event: Tournament, chief: User) -> None:
    event.players.filter(number=1).update(fide_id="24100018")
    on = builders.publish(event, 1, chief)
    first = seated(on)[0]
    game = f'[White "?"]\n[WhiteFideId "24100018"]\n[Black "{first.black.name.upper()}"]\n1-0\n'
    assert found(on, game) == [Found.NEW]
    assert found(on, game.replace("24100018", "24100019")) == [Found.NOBODY]
    # An ID beside the name of somebody else is named, and not believed.
    assert found(on, game.replace("?", "Someone Else")) == [Found.OTHER_ID]


NAMES = ("Müller, Jürgen", "Smith, John", "Smith, Jane", "王玥", "García López, José", "O'Neil, Pat")


@pytest.fixture
def named(chief: User) -> Round:
    """Round 1 of six players whose names are written in many ways."""
    event = builders.tournament(chief, players=0, name="Written Open")
    entries = [{"name": name, "rating": 2000 - place} for place, name in enumerate(NAMES)]
    players.add_players(tournament=event, entries=entries, actor=chief)
    return builders.publish(event, 1, chief)


def test_a_name_is_known_in_other_spellings_orders_and_with_initials(named: Round) -> None:
    written = {
        "Müller, Jürgen": ("Mueller, Juergen", "Juergen MUELLER", "Müller J."),
        "王玥": ("Wang, Yue", "Yue Wang"),
        "García López, José": ("Garcia, Jose", "Jose Garcia Lopez", "Garcia Lopez, J."),
        "O'Neil, Pat": ("ONEIL Pat", "Pat O’Neil", "O'Neil, P."),
        "Smith, John": ("Smith, J.", "John SMITH", "Smith,John"),
        "Smith, Jane": ("Smith, J.", "Jane SMITH", "Smith,Jane"),
    }
    wrong = []
    for board in seated(named):
        for white in written[board.white.name]:
            for black in written[board.black.name]:
                [line] = compared(named, pgn.read(f'[White "{white}"]\n[Black "{black}"]\n\n1-0\n'))
                if (line.found, line.game) != (Found.NEW, board.game):
                    wrong.append((white, black, line.found))
    assert not wrong
    strangers = f'[White "Smith, K."]\n[Black "{seated(named)[0].black.name}"]\n\n1-0\n'
    assert found(named, strangers) == [Found.NOBODY]


def test_colours_the_other_way_round_are_no_result(on: Round) -> None:
    board = seated(on)[0]
    game = f'[White "{board.black.name}"]\n[Black "{board.white.name}"]\n[Result "1-0"]\n\n1-0\n'
    assert found(on, game) == [Found.REVERSED]


def test_two_ends_of_one_game_are_for_the_arbiter(on: Round) -> None:
    board = seated(on)[0]
    game = f'[White "{board.white.name}"]\n[Black "{board.black.name}"]\n\n%s\n\n'
    assert found(on, game % "1-0" + game % "0-1") == [Found.TWICE, Found.TWICE]
    # The file of a transmission that was begun twice and broken off once.
    assert found(on, game % "*" + game % "0-1") == [Found.GOES_ON, Found.NEW]


def test_a_game_of_another_round_is_none_of_this(on: Round) -> None:
    text = transmitted(on, "1-0", "1-0", "1-0", "1-0").replace('[Round "1.', '[Round "2.')
    assert found(on, text) == [Found.OTHER_ROUND] * 4


def test_an_adjourned_game_is_not_ended_by_a_file(on: Round, chief: User) -> None:
    enter_result(tournament=on.tournament, number=1, board=1, result="adj", version=0, actor=chief)
    assert found(on, transmitted(on, "1-0", "*", "*", "*"))[0] is Found.DIFFERS


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1. e4 e5", "Line 1: expected the tag of a game"),
        ('[White "A"]\n[Black A]', "Line 2: expected a tag"),
        ("\n\n", "There is no game in this file."),
        ('[White "A"]\n\n*\n' * 2001, "Found 2001 games"),
    ],
)
def test_a_file_that_is_none_says_where(text: str, says: str) -> None:
    with pytest.raises(DomainError, match=re.escape(says)):
        pgn.read(text)


def test_comments_and_moves_are_read_past() -> None:
    text = """[White "A \\\\"B\\\\""][Black "C"]
[Result "*"]

1. e4 {[%clk 1:00] [not a tag
[nor "this"]} e5 ; nor { this
% [White "escaped"]
2. Nf3 1-0

[White "D"]
[Black "E"]

1/2-1/2 {agreed}
""".replace("\\\\", "\\")
    assert pgn.read(text) == [
        {"White": 'A "B"', "Black": "C", "Result": "1-0"},
        {"White": "D", "Black": "E", "Result": "1/2-1/2"},
    ]


@given(st.text(alphabet='[]{};%"\\ ab1-0/2*\n', max_size=200))
def test_no_text_breaks_the_reading(text: str) -> None:
    with suppress(DomainError):
        assert all(game["Result"] in {*pgn.RESULTS, pgn.GOES_ON} for game in pgn.read(text))


def test_a_bad_file_is_answered_on_the_form(on: Round, chief_client: Client) -> None:
    for fields, says in (({}, "Choose a file, or paste its text."), ({"text": "x"}, "Line 1: expected")):
        answer = chief_client.post(PAGE, fields)
        assert answer.status_code == 422
        assert says in answer.content.decode()
    assert Game.objects.exclude(result="").count() == 0


def test_a_round_of_more_digits_than_a_number_has_is_another_round(on: Round) -> None:
    assert found(on, f'[Round "{"9" * 5000}"]\n*\n') == [Found.OTHER_ROUND]


def test_a_long_name_is_not_compared_letter_by_letter_with_every_board(on: Round) -> None:
    """Thousands of names as long as a tag may be, beside each board of an open, held a core for hours."""

    def steps(letters: int) -> int:
        games = [{"White": "x" * letters, "Black": "y" * letters, "Result": "1-0"}]
        return steps_of(lambda: compared(on, games))

    steps(5)
    short = steps(5)
    assert short < 5000
    # Each letter of both is read once or so, however many boards there are.
    assert steps(250) - short < 2 * 250 * 15

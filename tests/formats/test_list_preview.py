"""The preview of a list: cells are mended in place, lines skipped, and what is entered is what it shows."""

from __future__ import annotations

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.tournaments.one_event import chief, db, event, made
from tournaments.formats import lists
from tournaments.formats.lists import answers
from tournaments.formats.lists.answers import Answers, keys_of
from tournaments.models import Tournament

__all__ = ["chief", "db", "event", "made"]

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

LIST = "Name;Rating\nTal, Mikhail;27O5\nFischer, Robert;2785\nBerg, Ute;strong\nTotal: 3 players"


def send(client: Client, event: Tournament, text: str, **data: object) -> HttpResponse:
    """Post the form of the page."""
    return client.post(reverse("players-import", args=[event.slug]), {"text": text, **data})


def again(client: Client, event: Tournament, page: HttpResponse, **data: object) -> HttpResponse:
    """Post the preview with all that it shows, and these changes."""
    context = page.context  # type: ignore[attr-defined]
    found = context["found"]
    fields: dict[str, object] = {"previewed": "1", "answers": context["answers"].as_json()}
    fields |= {f"cell-{key}-{name}": text for key, name, text in boxes(page)}
    fields |= {"left_out": [line.key for line in found.left_out], "kind": found.open_kinds}
    fields |= {
        f"{before}column-{head.place}": head.field
        for head in found.heads
        if head.place is not None
        for before in ("", "shown-")
    }
    return send(client, event, context["text"], **(fields | data))


def boxes(page: HttpResponse) -> list[tuple[str, str, str]]:
    """The boxes of the preview: the key of the line, the field, and what is in it."""
    return re.findall(r'<input\s+name="cell-([0-9a-f.]+)-([a-z_]+)" value="([^"]*)"', page.content.decode())


def key(page: HttpResponse, number: int) -> str:
    """The key of a line of the preview."""
    lines = page.context["found"].lines  # type: ignore[attr-defined]
    return next(str(line.key) for line in lines if line.number == number)


def shown(page: HttpResponse) -> str:
    return " ".join(page.content.decode().split())


def entries(page: HttpResponse) -> list[dict[str, object]]:
    """The players whom the preview would enter."""
    return page.context["found"].entries  # type: ignore[attr-defined, no-any-return]


def names(event: Tournament) -> set[str]:
    """The names of players entered in addition to the first eight, whose names have digits."""
    found = event.players.values_list("name", flat=True)
    return {name for name in found if not any(map(str.isdigit, name))}


def test_each_cell_at_fault_has_a_box_and_every_line_can_be_skipped(
    chief_client: Client, event: Tournament
) -> None:
    page = send(chief_client, event, LIST)
    assert page.status_code == 422
    text = shown(page)
    assert "2 lines need fixing." in text
    assert "Line 2: rating: found “27O5”, expected a number" in text
    assert [(name, value) for _key, name, value in boxes(page)] == [
        ("rating", "27O5"),
        ("rating", "strong"),
    ]
    for number in (2, 3, 4, 5):
        assert f'name="left_out" value="{key(page, number)}">' in text
    assert 'name="import"' not in text


def test_cells_are_mended_in_place_lines_skipped_and_the_rest_is_entered(
    chief_client: Client, event: Tournament
) -> None:
    page = send(chief_client, event, LIST)
    fifth = key(page, 5)
    page = again(chief_client, event, page, **{f"cell-{key(page, 2)}-rating": "2705", "left_out": [fifth]})
    assert "1 line needs fixing." in shown(page)
    assert f'name="left_out" value="{fifth}" checked>' in shown(page)
    page = again(chief_client, event, page, **{f"cell-{key(page, 4)}-rating": "1900"})
    assert page.status_code == 200
    assert "Add 3 players" in shown(page)
    assert names(event) == set()
    again(chief_client, event, page, **{"import": "1"})
    assert names(event) == {"Tal, Mikhail", "Fischer, Robert", "Berg, Ute"}
    assert event.players.get(name="Berg, Ute").rating == 1900


def test_what_a_cell_may_mean_is_one_press_away(chief_client: Client, event: Tournament) -> None:
    page = send(chief_client, event, LIST)
    offered = re.findall(r'name="set" value="([^"]+)"', shown(page))
    second, fourth = key(page, 2), key(page, 4)
    assert offered == [f"{second} rating 2705", f"{second} rating ", f"{fourth} rating "]
    page = again(chief_client, event, page, set=offered[0], left_out=[key(page, 5)])
    page = again(chief_client, event, page, set=offered[2])
    assert entries(page) == [
        {"name": "Tal, Mikhail", "rating": 2705},
        {"name": "Fischer, Robert", "rating": 2785},
        {"name": "Berg, Ute"},
    ]


def test_a_line_without_a_fault_is_edited_on_request(chief_client: Client, event: Tournament) -> None:
    page = send(chief_client, event, "Name;Rating\nTal, Mikhail;2705\nFischer, Robert;2785")
    assert boxes(page) == []
    page = again(chief_client, event, page, edit=key(page, 2))
    assert [(name, value) for _key, name, value in boxes(page)] == [
        ("name", "Tal, Mikhail"),
        ("rating", "2705"),
    ]
    page = again(chief_client, event, page, **{f"cell-{key(page, 2)}-name": "Tal, Misha"})
    assert boxes(page) == []
    assert [entry["name"] for entry in entries(page)] == ["Tal, Misha", "Fischer, Robert"]


def test_a_line_can_be_skipped_as_everybody_is_entered(chief_client: Client, event: Tournament) -> None:
    page = send(chief_client, event, "Tal, Mikhail 2705\nFischer, Robert 2785")
    again(chief_client, event, page, **{"left_out": [key(page, 1)], "import": "1"})
    assert names(event) == {"Fischer, Robert"}


def test_what_is_skipped_can_be_taken_after_all(chief_client: Client, event: Tournament) -> None:
    page = send(chief_client, event, "Tal, Mikhail 2705\nFischer, Robert 2785")
    page = again(chief_client, event, page, left_out=[key(page, 1), key(page, 2)])
    assert "No players found." in shown(page)
    page = again(chief_client, event, page, left_out=[key(page, 2)])
    assert "Add 1 player<" in shown(page)


def test_while_a_fault_is_left_nobody_is_entered(chief_client: Client, event: Tournament) -> None:
    page = send(chief_client, event, LIST)
    page = again(chief_client, event, page, **{"left_out": [key(page, 2)], "import": "1"})
    assert page.status_code == 422
    assert event.players.count() == 8


def test_a_double_is_named_by_its_line_and_either_can_be_skipped(
    chief_client: Client, event: Tournament
) -> None:
    page = send(chief_client, event, "Tal, Mikhail 2705\nFischer, R 2785\nTAL, Mikhail 2700")
    assert "same as line 1" in shown(page)
    for out, rating in ((3, 2705), (1, 2700)):
        found = entries(again(chief_client, event, page, left_out=[key(page, out)]))
        assert sorted(str(entry["rating"]) for entry in found) == sorted([str(rating), "2785"])


def test_nothing_is_lost_on_the_way_to_the_whole_list_and_back(
    chief_client: Client, event: Tournament
) -> None:
    page = send(chief_client, event, LIST)
    fifth = key(page, 5)
    changes = {f"cell-{key(page, 2)}-rating": "2705", "left_out": [fifth], "whole": "1"}
    page = again(chief_client, event, page, **changes)
    assert f'id="id_text">\n{LIST}</textarea>' in page.content.decode()
    carried = page.context["answers"].as_json()  # type: ignore[attr-defined]
    longer = LIST.replace("Fischer, Robert;2785", "Spassky, Boris;2660\n// Fischer, Robert;2785")
    page = send(chief_client, event, longer, answers=carried)
    found = page.context["found"]  # type: ignore[attr-defined]
    assert [line.number for line in found.left_out] == [4, 6]
    assert [line.number for line in found.faults] == [5]
    assert [entry["rating"] for entry in found.entries] == [2705, 2660]
    page = again(chief_client, event, page, left_out=[fifth])
    assert [line.number for line in page.context["found"].left_out] == [6]  # type: ignore[attr-defined]


def test_lines_keep_their_numbers_also_where_the_first_are_empty(
    chief_client: Client, event: Tournament
) -> None:
    file = SimpleUploadedFile("list.csv", b"\r\n\r\nName;Rating\r\nTal, Mikhail;27O5\r\n\r\n")
    page = send(chief_client, event, "", file=file)
    page = again(chief_client, event, page, **{f"cell-{key(page, 4)}-rating": "2705"})
    assert "Add 1 player<" in shown(page)


REPORT = (
    "012 Somewhere Open\n"
    "001    1 m  g Tal, Mikhail                      27O5 LAT    13700010 1936/11/09  1.0    1\n"
    "001    2 wwfm Müller, Jürgen                         GER             1990/00/00  0.0    2\n"
)


def test_a_record_of_a_report_is_mended_and_skipped_too(chief_client: Client, event: Tournament) -> None:
    page = send(chief_client, event, REPORT)
    second = key(page, 2)
    page = again(chief_client, event, page, edit=second, left_out=[key(page, 3)])
    assert {name for line, name, _text in boxes(page) if line == second} >= {"name", "fide_rating"}
    typed = {f"cell-{second}-name": "Tal, Mikhail", f"cell-{second}-fide_rating": "2705"}
    page = again(chief_client, event, page, **typed)
    assert [(entry["name"], entry["fide_rating"]) for entry in entries(page)] == [("Tal, Mikhail", 2705)]


# The meaning of columns.


def test_the_arbiter_says_what_a_column_is(chief_client: Client, event: Tournament) -> None:
    page = send(chief_client, event, "Name;Town;Points\nTal, Mikhail;Riga;2705\nBerg, Ute;Wien;1900")
    heads = page.context["found"].heads  # type: ignore[attr-defined]
    assert [head.field for head in heads] == ["name", "", ""]
    page = again(chief_client, event, page, **{"column-1": "club", "column-2": "fide_rating"})
    tal = {"name": "Tal, Mikhail", "club": "Riga", "fide_rating": 2705}
    assert entries(page) == [tal, {"name": "Berg, Ute", "club": "Wien", "fide_rating": 1900}]
    # Both answers stay while another column is changed, and one meaning is that of one column.
    page = again(chief_client, event, page, **{"column-2": "club"})
    heads = page.context["found"].heads  # type: ignore[attr-defined]
    assert [head.field for head in heads] == ["name", "", "club"]


@pytest.mark.parametrize(
    "meaning", ["fide_rating", "rapid", "blitz", "national_rating", "estimate", "rating"]
)
def test_a_rating_that_its_heading_does_not_name_is_asked_for_once(
    chief_client: Client, event: Tournament, meaning: str
) -> None:
    page = send(chief_client, event, "Name;Elo\nTal, Mikhail;2705")
    assert re.findall(r'name="rating" value="(\w+)" checked', shown(page)) == ["rating"]
    page = again(chief_client, event, page, rating=meaning)
    assert re.findall(r'name="rating" value="(\w+)" checked', shown(page)) == [meaning]
    assert entries(page) == [{"name": "Tal, Mikhail", meaning: 2705}]
    assert 'name="rating"' not in shown(send(chief_client, event, "Name;FIDE\nTal, Mikhail;2705"))


def test_what_was_chosen_is_remembered_for_the_next_list_of_that_layout(
    chief_client: Client, event: Tournament
) -> None:
    page = send(chief_client, event, "Name;Town;Elo\nTal, Mikhail;Riga;2705")
    page = again(chief_client, event, page, rating="national_rating", **{"column-1": "club"})
    again(chief_client, event, page, **{"import": "1"})
    page = send(chief_client, event, "Name;Town;Elo\nBerg, Ute;Wien;1900")
    assert entries(page) == [{"name": "Berg, Ute", "club": "Wien", "national_rating": 1900}]
    page = send(chief_client, event, "Name;Ort;Elo\nBerg, Ute;Wien;1900")
    assert entries(page) == [{"name": "Berg, Ute", "rating": 1900}]


# Proposals.

DIRTY = "Name;Fed;Born\nGM SMITH, John;ENG;1970\nAnna Murphy;IRL;\nMURPHY, Craig;IRL;01.01.1980"


def test_what_is_proposed_changes_nothing_before_it_is_accepted(
    chief_client: Client, event: Tournament
) -> None:
    page = send(chief_client, event, DIRTY)
    assert [entry["name"] for entry in entries(page)] == ["GM SMITH, John", "Anna Murphy", "MURPHY, Craig"]
    assert "1 title inside a name" in shown(page)
    assert "3 names in another form" in shown(page)
    assert "<bdi>Murphy, Anna</bdi></ins> <s><bdi>Anna Murphy</bdi></s>" in shown(page)
    page = again(chief_client, event, page, accept="titles")
    assert entries(page)[0] == {"name": "SMITH, John", "title": "GM", "federation": "ENG", "birth": "1970"}
    page = again(chief_client, event, page, undo="titles")
    assert [entry["name"] for entry in entries(page)] == ["GM SMITH, John", "Anna Murphy", "MURPHY, Craig"]


def test_one_press_accepts_all_but_what_is_kept_and_what_needs_a_tick(
    chief_client: Client, event: Tournament
) -> None:
    page = send(chief_client, event, DIRTY)
    anna, craig = key(page, 3), key(page, 4)
    page = again(chief_client, event, page, accept="all", **{"keep-names": [anna]})
    assert [entry["name"] for entry in entries(page)] == ["Smith, John", "Anna Murphy", "Murphy, Craig"]
    assert entries(page)[2]["birth"] == "1980/01/01"
    page = again(chief_client, event, page, accept="births", **{"also-births": [craig]})
    assert entries(page)[2]["birth"] == "1980"
    # What was typed is meant, whatever was accepted for it.
    page = again(chief_client, event, page, **{f"cell-{craig}-name": "craig murphy"})
    assert entries(page)[2]["name"] == "craig murphy"
    again(chief_client, event, page, **{"import": "1"})
    assert names(event) == {"Smith, John", "Anna Murphy", "craig murphy"}


# Who is named twice.


def test_two_people_of_one_name_are_two_with_one_press(chief_client: Client, event: Tournament) -> None:
    page = send(chief_client, event, "Smith, John;1655;SCO\nSmith, John;1402;ENG\nKerr, Wei;1500;SCO")
    assert page.status_code == 422
    asked = again(chief_client, event, page, another=key(page, 2))
    assert asked.status_code == 200
    page = again(chief_client, event, asked, ask=key(page, 2))
    assert page.status_code == 422
    page = again(chief_client, event, page, another=key(page, 2))
    again(chief_client, event, page, **{"import": "1"})
    assert sorted(event.players.filter(name="Smith, John").values_list("rating", flat=True)) == [1402, 1655]


@pytest.mark.parametrize(
    "lines", ["Smith, John;;SCO\nSmith, John;1655;SCO", "Smith, John;1655;SCO\nSmith, John;;SCO"]
)
def test_of_one_person_on_two_lines_the_fuller_one_is_entered(
    chief_client: Client, event: Tournament, lines: str
) -> None:
    page = send(chief_client, event, f"Name;Rating;Fed\n{lines}")
    page = again(chief_client, event, page, same=key(page, 3))
    assert entries(page) == [{"name": "Smith, John", "rating": 1655, "federation": "SCO"}]


def test_who_is_entered_already_is_skipped_or_somebody_else(chief_client: Client, event: Tournament) -> None:
    first = event.players.get(number=1)
    page = send(chief_client, event, f"{first.name};1999\nKerr, Wei;1500")
    assert [entry["name"] for entry in entries(page)] == ["Kerr, Wei"]
    page = again(chief_client, event, page, another=key(page, 1))
    again(chief_client, event, page, **{"import": "1"})
    assert event.players.filter(name=first.name).count() == 2


def test_a_rating_of_another_time_control_is_kept_as_that(chief_client: Client, event: Tournament) -> None:
    """The event is of standard games: FIDE's rapid rating is known of the player and does not count."""
    page = send(chief_client, event, "Name;Elo\nTal, Mikhail;2705\nBerg, Ute;1900")
    page = again(chief_client, event, page, rating="rapid")
    again(chief_client, event, page, rating="rapid", **{"import": "1"})
    tal = event.players.get(name="Tal, Mikhail")
    assert [(rating.kind, rating.value) for rating in tal.ratings.all()] == [("rapid", 2705)]


# The answers that the page carries.


def test_answers_are_read_as_they_were_written() -> None:
    given = Answers(
        columns={2: "club", 0: ""},
        rating="estimate",
        typed={"0a1b2c3d": {"name": "Tal, Mikhail"}},
        left_out=frozenset({"00000000.2"}),
        others=frozenset({"1"}),
        same=frozenset({"2"}),
    ).accepting("names", {"3"}, {"4"})
    assert answers.from_json(given.as_json()) == given
    assert answers.from_json(Answers().as_json()) == Answers()


@pytest.mark.parametrize(
    "text",
    [
        *("", "x", "[]", "7", "null", '{"columns": 3}', '{"columns": {"x": "name"}}', '{"typed": []}'),
        *('{"columns": {"1": ["name"]}}', '{"taken": {"names": 1}}', '{"same": 7}', '{"left_out": null}'),
        *('{"typed": {"a": {"name": "\\ud800"}}}', "[" * 100_000, '{"rating": {}}', '{"rating": []}'),
    ],
)
def test_what_no_page_wrote_answers_nothing(chief_client: Client, event: Tournament, text: str) -> None:
    assert answers.from_json(text) == Answers()
    page = send(chief_client, event, "Tal, Mikhail 2705", previewed="1", answers=text)
    assert "Add 1 player<" in shown(page)


def test_keys_stay_with_their_lines_wherever_these_stand() -> None:
    one, other, same, spaced = keys_of(["Tal 2705", "Berg", "Tal 2705", " Berg "])
    assert len({one, other, same, spaced}) == 4
    assert keys_of(["new", "Berg", "Tal 2705"])[1:] == [other, one]
    assert keys_of(["Tal  2705 "]) == [one]


@pytest.mark.parametrize(
    ("text", "unmarked", "marked"),
    [
        ("A\nB", "A\nB", []),
        ("// A\nB", "A\nB", ["A"]),
        ("//A\r\n//B", "A\nB", ["A", "B"]),
        ('// "A\nB";C\nD', '"A\nB";C\nD', ['"A B";C']),
    ],
)
def test_marks_of_lines_that_are_skipped(text: str, unmarked: str, marked: list[str]) -> None:
    assert lists.unmarked(text) == unmarked
    assert lists.marked(text) == set(keys_of(marked))


def test_two_thousand_lines_can_all_be_mended_and_skipped(chief_client: Client, event: Tournament) -> None:
    lines = [f"Tal, M{number};XX" for number in range(2, 2001)]
    keys = keys_of(lines)
    cells = {f"cell-{key}-rating": "2000" for key in keys}
    text = "\n".join(["Name;Rating", *lines])
    page = send(chief_client, event, text, previewed="1", left_out=keys, **cells)
    assert page.status_code == 200
    assert len(page.context["found"].left_out) == 1999  # type: ignore[attr-defined]


@pytest.mark.parametrize("keys", [["x"], ["²"], ["99999999999999999999"], ["-1"], [""]])
def test_keys_of_no_line_are_passed_over(chief_client: Client, event: Tournament, keys: list[str]) -> None:
    data = {"previewed": "1", "left_out": keys, f"cell-{keys[0]}-name": "x", "set": f"{keys[0]} name y"}
    data |= {"same": keys[0], "another": keys[0], "ask": keys[0], "undo": keys[0], "edit": keys[0]}
    data |= {f"column-{keys[0]}": "name", "column-999": "name", "column-0": "nonsense", "accept": keys[0]}
    page = send(chief_client, event, "Tal, Mikhail 2705", **data)
    assert page.status_code == 200
    assert "Add 1 player<" in shown(page)


# Files.


def test_a_file_that_can_be_read_in_several_ways_says_how_and_offers_the_others(
    chief_client: Client, event: Tournament
) -> None:
    text = "Nazwisko;Ranking\nŻółkiewska, Święta;1800\nKościuszko, Łucja;1700"
    page = send(chief_client, event, "", file=SimpleUploadedFile("list.csv", text.encode("cp1250")))
    assert [entry["name"] for entry in entries(page)] == ["Żółkiewska, Święta", "Kościuszko, Łucja"]
    assert re.findall(r'name="reading" value="([\w-]+)" checked', shown(page)) == ["cp1250"]
    carried = page.context["carried"]  # type: ignore[attr-defined]
    other = again(chief_client, event, page, carried=carried, reading="cp1252")
    assert [entry["name"] for entry in entries(other)] != ["Żółkiewska, Święta", "Kościuszko, Łucja"]
    page = again(chief_client, event, other, carried=carried, reading="cp1250")
    again(chief_client, event, page, carried=carried, reading="cp1250", **{"import": "1"})
    assert names(event) == {"Żółkiewska, Święta", "Kościuszko, Łucja"}


@pytest.mark.parametrize(("carried", "reading"), [("x", "cp1250"), ("ł", ""), ("VGFs", "no-such-code")])
def test_a_carried_file_that_no_page_sent_changes_nothing(
    chief_client: Client, event: Tournament, carried: str, reading: str
) -> None:
    page = send(chief_client, event, "Tal", previewed="1", carried=carried, reading=reading)
    assert entries(page) == [{"name": "Tal"}]


def test_what_is_no_list_says_what_it_is_and_leads_where_it_belongs(
    chief_client: Client, event: Tournament
) -> None:
    page = send(chief_client, event, '[Event "?"]\n[White "Tal, Mikhail"]\n[Black "Berg, Ute"]\n\n1. e4 1-0')
    assert page.status_code == 422
    assert "This is a file of games (PGN)." in shown(page)
    assert f'<a href="{reverse("desk", args=[event.slug])}">Go there</a>' in shown(page)

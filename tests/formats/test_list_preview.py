"""The preview of a list: lines are mended in place or left out, and what is entered is what it shows."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.tournaments.one_event import chief, db, event, made
from tournaments.formats import lists
from tournaments.models import Tournament

__all__ = ["chief", "db", "event", "made"]

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

LIST = "Name;Rating\nTal, Mikhail;27O5\nFischer, Robert;2785\nBerg, Ute;strong\nTotal: 3 players"


def send(client: Client, event: Tournament, text: str, **data: object) -> HttpResponse:
    """Post the form of the page."""
    return client.post(reverse("players-import", args=[event.slug]), {"text": text, **data})


def again(client: Client, event: Tournament, page: HttpResponse, **data: object) -> HttpResponse:
    """Post the preview as it is, with these changes."""
    context = page.context  # type: ignore[attr-defined]
    found = context["found"]
    fields: dict[str, object] = {"previewed": "1"}
    fields |= {f"line-{line.number}": line.box for line in found.faults}
    fields |= {"left_out": [str(line.number) for line in found.left_out]}
    return send(client, event, context["text"], **(fields | data))


def shown(page: HttpResponse) -> str:
    return " ".join(page.content.decode().split())


def names(event: Tournament) -> set[str]:
    """The names of players entered in addition to the first eight, whose names have digits."""
    found = event.players.values_list("name", flat=True)
    return {name for name in found if not any(map(str.isdigit, name))}


def test_each_faulty_line_has_a_box_and_every_line_can_be_left_out(
    chief_client: Client, event: Tournament
) -> None:
    page = send(chief_client, event, LIST)
    assert page.status_code == 422
    text = shown(page)
    assert "2 lines cannot be entered as they are." in text
    assert '<a href="#box-2">Line 2: rating: found “27O5”, expected a number</a>' in text
    assert 'name="line-2" id="box-2" value="Tal, Mikhail;27O5" aria-label="Line 2"' in text
    assert 'name="line-3"' not in text
    for number in (2, 3, 4, 5):
        assert f'name="left_out" value="{number}">' in text
    assert 'name="import"' not in text


def test_lines_are_mended_in_place_left_out_and_the_rest_is_entered(
    chief_client: Client, event: Tournament
) -> None:
    page = send(chief_client, event, LIST)
    page = again(chief_client, event, page, **{"line-2": "Tal, Mikhail;2705", "left_out": ["5"]})
    assert "1 line cannot be entered as it is." in shown(page)
    assert 'name="left_out" value="5" checked>' in shown(page)
    page = again(chief_client, event, page, **{"line-4": "Berg, Ute, 1900"})
    assert page.status_code == 200
    assert "Enter 3 players" in shown(page)
    assert names(event) == set()
    again(chief_client, event, page, **{"import": "1"})
    assert names(event) == {"Tal, Mikhail", "Fischer, Robert", "Berg, Ute"}
    assert event.players.get(name="Berg, Ute").rating == 1900


def test_a_line_can_be_left_out_as_everybody_is_entered(chief_client: Client, event: Tournament) -> None:
    page = send(chief_client, event, "Tal, Mikhail 2705\nFischer, Robert 2785")
    again(chief_client, event, page, **{"left_out": ["1"], "import": "1"})
    assert names(event) == {"Fischer, Robert"}


def test_what_is_left_out_can_be_taken_after_all(chief_client: Client, event: Tournament) -> None:
    page = send(chief_client, event, "Tal, Mikhail 2705\nFischer, Robert 2785")
    page = again(chief_client, event, page, left_out=["1", "2"])
    assert "There is nobody on this list." in shown(page)
    assert "<s>Tal, Mikhail · 2705</s>" in shown(page)
    page = again(chief_client, event, page, left_out=["2"])
    assert "Enter 1 player<" in shown(page)


def test_while_a_fault_is_left_nobody_is_entered(chief_client: Client, event: Tournament) -> None:
    page = send(chief_client, event, LIST)
    page = again(chief_client, event, page, **{"left_out": ["2"], "import": "1"})
    assert page.status_code == 422
    assert event.players.count() == 8


def test_a_double_is_named_by_its_line_and_either_can_be_left_out(
    chief_client: Client, event: Tournament
) -> None:
    page = send(chief_client, event, "Tal, Mikhail 2705\nFischer, R 2785\nTAL, Mikhail 2700")
    assert "Line 3: same as line 1" in shown(page)
    for out, rating in (("3", 2705), ("1", 2700)):
        found = again(chief_client, event, page, left_out=[out]).context["found"]  # type: ignore[attr-defined]
        assert [entry["rating"] for entry in found.entries] in ([rating, 2785], [2785, rating])


def test_nothing_is_lost_on_the_way_to_the_whole_list_and_back(
    chief_client: Client, event: Tournament
) -> None:
    page = send(chief_client, event, LIST)
    changes = {"line-2": "Tal, Mikhail;2705", "line-4": "Berg;weak", "left_out": ["5"], "whole": "1"}
    page = again(chief_client, event, page, **changes)
    whole = "Name;Rating\nTal, Mikhail;2705\nFischer, Robert;2785\nBerg;weak\n// Total: 3 players"
    assert f'id="id_text">\n{whole}</textarea>' in page.content.decode()
    page = send(chief_client, event, whole)
    found = page.context["found"]  # type: ignore[attr-defined]
    assert [line.number for line in found.left_out] == [5]
    assert [line.number for line in found.faults] == [4]


def test_lines_keep_their_numbers_also_where_the_first_are_empty(
    chief_client: Client, event: Tournament
) -> None:
    file = SimpleUploadedFile("list.csv", b"\r\n\r\nName;Rating\r\nTal, Mikhail;27O5\r\n\r\n")
    page = send(chief_client, event, "", file=file)
    page = again(chief_client, event, page, **{"line-4": "Tal, Mikhail;2705"})
    assert "Enter 1 player<" in shown(page)


def test_a_box_of_one_line_shows_tabs_as_what_can_be_typed(chief_client: Client, event: Tournament) -> None:
    page = send(chief_client, event, "Name\tClub\tRating\nTal, Mikhail\tRiga\t27O5\nBerg, Ute\tA;B\tstrong")
    assert 'value="Tal, Mikhail; Riga; 27O5"' in shown(page)
    assert 'value="Berg, Ute| A;B| strong"' in shown(page)
    # A line that nobody touched stays as it was pasted.
    page = again(chief_client, event, page, **{"line-2": "Tal, Mikhail; Riga; 2705"})
    assert page.context["text"].splitlines()[2] == "Berg, Ute\tA;B\tstrong"  # type: ignore[attr-defined]
    assert [line.number for line in page.context["found"].faults] == [3]  # type: ignore[attr-defined]


REPORT = (
    "012 Somewhere Open\n"
    "001    1 m  g Tal, Mikhail                      27O5 LAT    13700010 1936/11/09  1.0    1\n"
    "001    2 wwfm Müller, Jürgen                         GER             1990/00/00  0.0    2\n"
)


def test_a_record_of_a_report_is_mended_and_left_out_too(chief_client: Client, event: Tournament) -> None:
    page = send(chief_client, event, REPORT)
    box = page.context["found"].faults[0].box  # type: ignore[attr-defined]
    page = again(chief_client, event, page, **{"line-2": box.replace("27O5", "2705"), "left_out": ["3"]})
    assert [e["fide_rating"] for e in page.context["found"].entries] == [2705]  # type: ignore[attr-defined]
    assert [line.number for line in page.context["found"].left_out] == [3]  # type: ignore[attr-defined]


def test_a_record_stays_one_whatever_is_typed_in_its_box(chief_client: Client, event: Tournament) -> None:
    page = send(chief_client, event, REPORT)
    page = again(chief_client, event, page, **{"line-2": "Tal, Mikhail; 2705"})
    [line] = page.context["found"].faults  # type: ignore[attr-defined]
    assert line.box == "001 Tal, Mikhail; 2705"


@pytest.mark.parametrize(
    ("text", "mended", "left_out", "result"),
    [
        ("A\nB", {}, set(), "A\nB"),
        ("A\r\nB\r", {2: "C"}, set(), "A\nC\n"),
        ("A\n\nB", {3: ""}, {1}, "// A\n\n"),
        ("// A\nB", {}, {2}, "A\n// B"),
        ("// A\nB", {1: "C"}, {1}, "// C\nB"),
        ("//A\n//B", {}, {1}, "// A\nB"),
        ('"A\nB";C\nD', {1: "E"}, set(), "E\n\nD"),
        ('"A\nB";C\nD', {}, {1}, '// "A\nB";C\nD'),
        ("A", {1: "B\nC"}, set(), "B C"),
        ("A", {7: "B"}, {9}, "A"),
    ],
)
def test_the_list_as_it_is_edited(text: str, mended: dict[int, str], left_out: set[int], result: str) -> None:
    assert lists.edited(text, mended, left_out) == result


def test_two_thousand_lines_can_all_be_mended_and_left_out(chief_client: Client, event: Tournament) -> None:
    lines = {number: f"Tal, M{number};XX" for number in range(2, 2001)}
    boxes = {f"line-{number}": line for number, line in lines.items()}
    text = "\n".join(["Name;Title", *lines.values()])
    page = send(chief_client, event, text, previewed="1", left_out=list(map(str, lines)), **boxes)
    assert page.status_code == 200
    assert len(page.context["found"].left_out) == 1999  # type: ignore[attr-defined]


@pytest.mark.parametrize("numbers", [["x"], ["²"], ["99999999999999999999"], ["-1"], [""]])
def test_numbers_of_no_line_are_passed_over(
    chief_client: Client, event: Tournament, numbers: list[str]
) -> None:
    data = {"previewed": "1", "left_out": numbers, f"line-{numbers[0]}": "x"}
    page = send(chief_client, event, "Tal, Mikhail 2705", **data)
    assert page.status_code == 200
    assert "Enter 1 player<" in shown(page)

"""Rating lists: readers see a whole list, the new one or the old, and find people by name or number."""

from __future__ import annotations

import io
import random
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from hypothesis import example, given
from hypothesis import strategies as st

from tests import builders
from tests.rating_samples import SINGLE, load, person, text, xml, zipped
from tournaments import texts
from tournaments.errors import Conflict, DomainError
from tournaments.models import ListedName, ListedPlayer, RatingList
from tournaments.ratings import national_lists, queries
from tournaments.ratings.national_lists import SortedLines
from tournaments.ratings.services import lists

pytestmark = pytest.mark.django_db

State = RatingList.State

PEOPLE = [
    person(1503014, "Strand, Magnus", SRtng=2823, RRtng=2801, BRtng=2860, Tit="GM"),
    person(15030, "Carlsson, Maja", SRtng=1500, Sex="F"),
    person(2, "Van Öyen, Jorden", Fed="NED", RRtng=2100),
    person(3, "Vachier-Lande, Maxime", Fed="FRA", BRtng=2700),
    person(4, "O'Hara, Magnolia", Fed="IRL"),
    person(5, "Gukesh D", Fed="IND", SRtng=2700),
    person(6, "Li, Ming", Fed="CHN"),
    person(7, "Liang, Mingyu", Fed="CHN"),
    person(8, "Ødegård, Jürgen", Fed="NOR"),
]


def found(query: str) -> list[str]:
    return [person.name for person in queries.search(query)]


@pytest.fixture
def loaded(tmp_path: Path) -> RatingList:
    return load(tmp_path, text(*PEOPLE), month=date(2026, 11, 1))


# The import.


@pytest.mark.parametrize(
    "data", [text(*PEOPLE), xml(*PEOPLE), zipped(text(*PEOPLE)), zipped(xml(*PEOPLE), "l.xml")]
)
def test_a_list_is_kept_with_its_kind_month_and_source(tmp_path: Path, data: bytes) -> None:
    chief = builders.user("chief")
    path = tmp_path / "upload-17"
    path.write_bytes(data)
    row = lists.import_list(path=path, name="players_list.zip", month=date(2026, 11, 30), actor=chief)
    row.refresh_from_db()
    assert (row.kind, row.month, row.source) == ("combined", date(2026, 11, 1), "players_list.zip")
    assert (row.state, row.players, row.percent, row.imported_by) == (State.IN_FORCE, 9, 100, chief)
    magnus = queries.by_fide_id(["1503014"])["1503014"]
    assert (magnus.name, magnus.federation, magnus.sex, magnus.title) == ("Strand, Magnus", "NOR", "m", "GM")
    ratings = {kind: (rating.value, rating.month) for kind, rating in magnus.ratings.items()}
    month = date(2026, 11, 1)
    assert ratings == {"standard": (2823, month), "rapid": (2801, month), "blitz": (2860, month)}


def test_a_new_list_takes_the_place_of_the_old(tmp_path: Path, loaded: RatingList) -> None:
    load(tmp_path, text(person(6, "Li, Ming", SRtng=2000)), month=date(2026, 12, 1))
    loaded.refresh_from_db()
    assert loaded.state == State.REPLACED
    assert found("ming") == ["Li, Ming"]
    assert found("magnus") == []
    # The old list is still read by FIDE ID, for events that began in its month, but not by name.
    assert loaded.kept
    assert ListedPlayer.objects.exclude(list=loaded).count() == 1
    assert ListedName.objects.count() == 2


def test_while_a_list_is_written_the_old_one_is_read(
    tmp_path: Path, loaded: RatingList, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every step, readers see all of one list or all of the other."""
    monkeypatch.setattr(lists, "BATCH", 3)
    seen = []

    def look(row: RatingList) -> None:
        in_force = RatingList.objects.filter(state=State.IN_FORCE).values_list("pk", flat=True)
        seen.append((list(in_force), len(found("v")) + len(found("new"))))

    path = tmp_path / "next.txt"
    path.write_bytes(text(*[person(number, "New, Vera") for number in range(100, 110)]))
    row = lists.import_list(path=path, month=date(2026, 12, 1), progress=look)
    steps = [step for step, _count in seen]
    assert steps[0] == [loaded.pk]
    assert steps[-1] == [row.pk]
    assert set(map(tuple, steps)) == {(loaded.pk,), (row.pk,)}
    assert {(step[0], count) for step, count in seen} == {(loaded.pk, 2), (row.pk, 20)}
    assert len(seen) > 5


@pytest.mark.parametrize("fault", [DomainError("cut", "cut off"), KeyboardInterrupt()])
def test_an_import_that_fails_leaves_the_old_list(
    tmp_path: Path, loaded: RatingList, monkeypatch: pytest.MonkeyPatch, fault: BaseException
) -> None:
    monkeypatch.setattr(lists, "BATCH", 3)

    def fail(row: RatingList) -> None:
        if row.percent > 60:
            raise fault

    path = tmp_path / "next.txt"
    path.write_bytes(text(*[person(number, "New, Vera") for number in range(100, 110)]))
    with pytest.raises(type(fault)):
        lists.import_list(path=path, progress=fail)
    failed = RatingList.objects.get(state=State.FAILED)
    assert failed.remark == ("cut off" if isinstance(fault, DomainError) else "The import was interrupted.")
    assert found("magnus") == ["Strand, Magnus"]
    assert not ListedPlayer.objects.exclude(list=loaded).exists()
    assert not ListedName.objects.exclude(list=loaded).exists()


def test_a_second_import_at_the_same_time_is_refused(tmp_path: Path) -> None:
    running = RatingList.objects.create(kind="combined", month=date(2026, 11, 1), source="other.zip")
    with pytest.raises(Conflict, match="being imported just now"):
        load(tmp_path, text(*PEOPLE))
    running.refresh_from_db()
    assert running.state == State.IMPORTING
    assert RatingList.objects.count() == 1


def test_an_import_that_has_died_is_cleared_away(tmp_path: Path, loaded: RatingList) -> None:
    dead = RatingList.objects.create(kind="combined", month=date(2026, 12, 1), source="other.zip")
    ListedPlayer.objects.create(list=dead, fide_id="99", name="Half, H")
    ListedName.objects.create(list=dead, key="half h", fide_id="99")
    RatingList.objects.filter(pk=dead.pk).update(updated_at=timezone.now() - timedelta(minutes=6))
    assert found("half") == []
    load(tmp_path, text(*PEOPLE))
    dead.refresh_from_db()
    assert (dead.state, dead.remark) == (State.FAILED, "The import was interrupted.")
    assert not ListedPlayer.objects.filter(list=dead).exists()
    assert not ListedName.objects.filter(list=dead).exists()


def test_a_player_who_stands_on_the_list_twice_is_one(tmp_path: Path) -> None:
    row = load(tmp_path, text(person(5, "Twin, A"), person(6, "Other, O"), person(5, "Twin, A")))
    assert row.players == 2
    assert found("twin") == ["Twin, A"]


def test_what_copying_would_read_otherwise_is_kept(tmp_path: Path) -> None:
    load(tmp_path, text(person(5, r"Back\slash, \N"), person(6, "100%, A_B")))
    assert found("back") == [r"Back\slash, \N"]
    assert found("slash n") == [r"Back\slash, \N"]
    assert found("100 b") == ["100%, A_B"]


def test_skipped_lines_are_counted_and_named(tmp_path: Path) -> None:
    row = load(tmp_path, text(*PEOPLE, person("x", "Wrong, W")))
    assert (row.players, row.skipped) == (9, 1)
    assert row.remark == "line 11: expected a FIDE ID, found “x”"


@pytest.mark.parametrize(
    ("kind", "columns", "words"),
    [
        ("", SINGLE, "choose standard, rapid or blitz"),
        ("combined", SINGLE, "This is not a combined list"),
        ("rapid", None, "This is a combined list"),
    ],
)
def test_whose_ratings_a_list_holds_has_to_be_known(
    tmp_path: Path, kind: str, columns: dict[str, int] | None, words: str
) -> None:
    data = text(person(1, "One, O", OCT26=2000), columns=columns) if columns else text(*PEOPLE)
    with pytest.raises(DomainError, match=words):
        load(tmp_path, data, kind=kind)
    assert not RatingList.objects.exists()


def single(tmp_path: Path, kind: str, month: int, *people: tuple[int, str, int]) -> RatingList:
    lines = [person(fide_id, name, OCT26=rating) for fide_id, name, rating in people]
    return load(tmp_path, text(*lines, columns=SINGLE), kind=kind, month=date(2026, month, 1))


def test_every_rating_is_of_the_latest_list_that_holds_such(tmp_path: Path, loaded: RatingList) -> None:
    single(tmp_path, "rapid", 12, (1503014, "Strand, Magnus", 2850), (9, "Newcomer, N", 1600))
    [magnus] = queries.search("magnus strand")
    assert {kind: (r.value, r.month.month) for kind, r in magnus.ratings.items()} == {
        "standard": (2823, 11),
        "rapid": (2850, 12),
        "blitz": (2860, 11),
    }
    assert found("newc") == ["Newcomer, N"]
    # A player missing from the newest rapid list has no rapid rating any more.
    [jorden] = queries.search("jorden")
    assert jorden.ratings == {}


def test_a_combined_list_replaces_the_older_single_ones(tmp_path: Path) -> None:
    rows = [
        single(tmp_path, kind, month, (1, "One, O", 2000)) for kind, month in (("rapid", 10), ("blitz", 12))
    ]
    load(tmp_path, text(*PEOPLE), month=date(2026, 11, 1))
    for row in rows:
        row.refresh_from_db()
    assert [row.state for row in rows] == [State.REPLACED, State.IN_FORCE]
    assert [(row.kind, row.month.month) for row in queries.in_use()] == [
        ("blitz", 12),
        ("combined", 11),
    ]


def test_one_list_of_a_kind_is_in_force(loaded: RatingList) -> None:
    other = RatingList.objects.create(kind="combined", month=date(2026, 12, 1), source="other.zip")
    with pytest.raises(IntegrityError), transaction.atomic():
        RatingList.objects.filter(pk=other.pk).update(state=State.IN_FORCE)


# The command.


def run(*arguments: Any) -> str:
    out = io.StringIO()
    call_command("import_fide_list", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_imports_and_tells_how_far_it_is(tmp_path: Path) -> None:
    path = tmp_path / "standard_rating_list.txt"
    path.write_bytes(
        text(*[person(n, "Player, P", OCT26=2000) for n in range(50)], person("x", "W"), columns=SINGLE)
    )
    lines = run(path).splitlines()
    assert lines[0] == "standard_rating_list.txt:   0 %"
    assert lines[-3] == "standard_rating_list.txt: 100 %"
    assert lines[-2] == "Skipped: 1 line. line 52: expected a FIDE ID, found “x”"
    assert lines[-1] == "standard list of 2026-10 is in use: 50 players."
    assert path.exists()


def test_the_command_takes_what_the_file_does_not_say(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(text(person(1, "One, O", OCT26=2000), columns=SINGLE))
    run(path, "--kind=blitz", "--month=2026-07", "--remove")
    row = RatingList.objects.get()
    assert (row.kind, row.month, row.source, row.imported_by) == ("blitz", date(2026, 7, 1), "list.txt", None)
    assert not path.exists()


@pytest.fixture
def begun(tmp_path: Path) -> tuple[Path, RatingList]:
    """An uploaded file, and the list whose import the upload has begun."""
    path = tmp_path / "upload-17"
    path.write_bytes(text(person(1, "One, O", OCT26=2000), columns=SINGLE))
    return path, lists.begin_import(path=path, name="list.txt", kind="blitz")


def test_the_command_finishes_what_an_upload_has_begun(begun: tuple[Path, RatingList]) -> None:
    path, row = begun
    assert run(path, f"--list={row.pk}", "--remove").startswith("list.txt:   0 %")
    row.refresh_from_db()
    assert (row.state, row.kind, row.players) == (State.IN_FORCE, "blitz", 1)
    assert not path.exists()


@pytest.mark.parametrize("state", ["failed", "in_force", "replaced"])
def test_the_command_finishes_nothing_else(begun: tuple[Path, RatingList], state: str) -> None:
    path, row = begun
    RatingList.objects.filter(pk=row.pk).update(state=state)
    with pytest.raises(CommandError, match="interrupted"):
        run(path, f"--list={row.pk}", "--remove")
    assert not ListedPlayer.objects.exists()


def test_a_file_that_changes_after_the_upload_leaves_the_old_list(tmp_path: Path, loaded: RatingList) -> None:
    path = tmp_path / "upload-17"
    path.write_bytes(zipped(text(person(1, "One, O"))))
    row = lists.begin_import(path=path)
    path.write_bytes(b"nothing")
    with pytest.raises(DomainError, match="This is not a FIDE rating list"):
        lists.finish_import(row=row, path=path)
    row.refresh_from_db()
    assert row.state == State.FAILED
    assert row.remark.startswith("This is not a FIDE rating list")
    assert found("magnus") == ["Strand, Magnus"]


@pytest.mark.parametrize(
    ("content", "options", "words"),
    [
        (b"nothing", [], "This is not a FIDE rating list"),
        (b"nothing", ["--list=99"], "--list: there is no import 99"),
        (None, [], "No such file"),
        (text(*PEOPLE), ["--month=11/2026"], "--month: expected YYYY-MM, found '11/2026'"),
    ],
)
def test_the_command_refuses_in_words(
    tmp_path: Path, content: bytes | None, options: list[str], words: str
) -> None:
    path = tmp_path / "list.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CommandError, match=words):
        run(path, *options)


# The search.


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("strand", ["Strand, Magnus"]),
        ("Strand, Magnus", ["Strand, Magnus"]),
        ("strand m", ["Strand, Magnus"]),
        ("magnus s", ["Strand, Magnus"]),
        ("magn", ["O'Hara, Magnolia", "Strand, Magnus"]),
        ("ohara", ["O'Hara, Magnolia"]),
        ("O’Hara", ["O'Hara, Magnolia"]),
        ("oyen", ["Van Öyen, Jorden"]),
        ("ÖYEN", ["Van Öyen, Jorden"]),
        ("jorden v", ["Van Öyen, Jorden"]),
        ("van jo", ["Van Öyen, Jorden"]),
        ("lande", ["Vachier-Lande, Maxime"]),
        ("vachier-la", ["Vachier-Lande, Maxime"]),
        ("gukesh", ["Gukesh D"]),
        ("odegard jurgen", ["Ødegård, Jürgen"]),
        # A full match of a word comes before a match of its beginning.
        ("li", ["Li, Ming", "Liang, Mingyu"]),
        ("ming", ["Li, Ming", "Liang, Mingyu"]),
        # Two typed words must match two words of the name.
        ("strand strand", []),
        ("ming ming", []),
        ("trand", []),
        ("", []),
        (" ,.' ", []),
        ("1503014", ["Strand, Magnus"]),
        # The number itself comes first, then those that begin with it.
        ("15030", ["Carlsson, Maja", "Strand, Magnus"]),
        ("150", ["Carlsson, Maja", "Strand, Magnus"]),
        ("5030", []),
        ("9" * 40, []),
        ("%", []),
        ("²", []),
    ],
)
def test_people_are_found_as_one_types(loaded: RatingList, query: str, expected: list[str]) -> None:
    assert found(query) == expected


def test_a_name_is_found_in_every_spelling_and_alphabet(tmp_path: Path) -> None:
    names = ["Müller, Jörg", "Mueller, Joerg", "Muller, Jorg", "Haakansson, Aase", "Håkansson, Åse"]
    names += ["Samuelsen, Noel", "Иванова, Мария", "Ivanova, Mariya", "王玥"]
    load(tmp_path, xml(*[person(number, name) for number, name in enumerate(names, 1)]))
    for expected, typed in (
        (names[:3], ("müller", "Mueller J", "MULLER, JORG", "joerg m")),
        (names[3:5], ("håkansson", "haakansson a", "hakansson åse")),
        (names[5:6], ("samue", "noel samuelsen", "Samuelsen, N.")),
        (names[6:8], ("ivanova", "Иванова", "mari iva")),
        (names[8:], ("wang", "王")),
        ([], ("mullerx", "Ивановна")),
    ):
        for query in typed:
            assert sorted(found(query)) == sorted(expected), query


def test_without_a_list_nobody_is_found() -> None:
    assert queries.search("magnus") == []
    assert queries.by_fide_id(["1503014"]) == {}


def test_no_more_are_found_than_fit(tmp_path: Path) -> None:
    load(tmp_path, text(*[person(100 + n, f"Same, Name {n}") for n in range(60)]))
    assert len(found("same")) == queries.MOST_FOUND
    assert len(found("1")) == queries.MOST_FOUND
    assert len(queries.search("name same", most=5)) == 5


def test_two_frequent_words_find_who_has_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where both words are frequent the order in which they are looked up does not matter."""
    monkeypatch.setattr(queries, "MANY", 3)
    chance = random.Random(2)
    people = [
        person(n + 1, f"{chance.choice(('Aa', 'Bb'))} {n}, {chance.choice(('Xx', 'Yy'))}") for n in range(40)
    ]
    load(tmp_path, text(*people))
    for first in ("a", "bb"):
        for second in ("x", "yy"):
            expected = {
                p["Name"]
                for p in people
                if p["Name"][0].lower() == first[0] and second[0] in p["Name"].lower()
            }
            assert {p.name for p in queries.search(f"{first} {second}", most=99)} == expected
            assert {p.name for p in queries.search(f"{second} {first}", most=99)} == expected


def test_ids_are_looked_up_however_many(tmp_path: Path) -> None:
    load(tmp_path, text(*[person(n, f"Player, {n}") for n in range(1, 1201)]))
    people = queries.by_fide_id(map(str, range(5000, 0, -1)))
    assert len(people) == 1200
    assert people["1200"].name == "Player, 1200"


WORD = st.text("abc", min_size=1, max_size=4)


@given(st.lists(WORD, min_size=1, max_size=4), st.data())
def test_every_choice_of_beginnings_of_words_is_in_a_rotation(parts: list[str], data: st.DataObject) -> None:
    """The search relies on this: some rotation begins with one of them and contains the others."""
    typed = [
        part[: data.draw(st.integers(1, len(part)))]
        for part in data.draw(st.permutations(parts))[: data.draw(st.integers(1, len(parts)))]
    ]
    keys = texts.rotations(" ".join(parts))
    first, *others = typed
    assert any(key.startswith(first) and all(f" {word}" in key for word in others) for key in keys)


# The parts they are made of.


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r"))))
@example(["carl\t2", "carl magnus\t1", "carl\t12"])
def test_sorted_lines_are_the_different_lines_in_order(lines: list[str]) -> None:
    with SortedLines(in_memory=3) as sorter:
        for line in lines:
            sorter.add(line)
        assert list(sorter) == sorted(set(lines))


def test_the_temporary_files_go(monkeypatch: pytest.MonkeyPatch) -> None:
    files = []
    make = national_lists.tempfile.TemporaryFile

    def watched(*args: Any, **options: Any) -> Any:
        files.append(make(*args, **options))
        return files[-1]

    monkeypatch.setattr(national_lists.tempfile, "TemporaryFile", watched)
    with SortedLines(in_memory=2) as sorter:
        for line in "edcba":
            sorter.add(line)
        assert "".join(sorter) == "abcde"
    assert len(files) == 2
    assert all(file.closed for file in files)


def test_both_databases_order_text_by_code_points() -> None:
    row = RatingList.objects.create(kind="combined", month=date(2026, 11, 1), source="list.txt")
    keys = ["a b", "a-b", "aB", "ab", "b", "Z", "z", "é", "a"]
    ListedName.objects.bulk_create(ListedName(list=row, key=key, fide_id="1") for key in keys)
    ordered = ListedName.objects.order_by("key").values_list("key", flat=True)
    assert list(ordered) == sorted(keys)


def plan(rows: Any) -> str:
    """The plan by which the database would look up the rows in large tables."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
    return str(rows.explain())


def test_the_search_uses_the_primary_key_alone(loaded: RatingList) -> None:
    by_name = (
        queries._beginning(loaded, "mag").order_by("key", "fide_id").values_list("fide_id", flat=True)[:20]
    )
    shown = plan(by_name)
    if connection.vendor == "sqlite":
        assert "USING COVERING INDEX" in shown
        assert "TEMP B-TREE" not in shown
    else:
        assert "Index Only Scan" in shown
        assert "Sort" not in shown

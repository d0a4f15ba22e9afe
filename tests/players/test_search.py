"""Searches find names whatever the keyboard and the alphabet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.texts import found_by, letters, matches, spellings

pytestmark = pytest.mark.any_database

ONE_NAME = [
    ["Müller", "Mueller", "muller", "MÜLLER"],
    ["Sørensen", "Soerensen", "sorensen"],
    ["Håkansson", "Haakansson", "hakansson"],
    ["Иванова", "Ivanova", "ivanova"],
    ["Łukasz", "Lukasz"],
    ["Weiß", "weiss"],
    ["O’Brien", "OBrien", "o'brien"],
    ["王玥", "WangYue"],
]


@pytest.mark.parametrize("ways", ONE_NAME, ids=lambda ways: ways[0])
def test_each_way_to_write_a_name_finds_the_others(ways: list[str]) -> None:
    wrong = [(typed, name) for typed in ways for name in ways if not matches(typed, f"{name}, Anna")]
    assert not wrong


def test_what_is_typed_must_be_in_the_name() -> None:
    assert not matches("Müllner", "Müller, Anna")
    assert matches("anna mül", "Müller, Anna")
    assert matches("wang", "王玥")
    assert matches("Иван", "Ivanova, Anna")


@given(st.sampled_from([name for ways in ONE_NAME for name in ways]), st.data())
def test_a_word_is_typed_as_long_as_one_likes(name: str, data: st.DataObject) -> None:
    """The beginning of a word is found on a list, also where it ends between two letters for one."""
    typed = name[: data.draw(st.integers(1, len(name)))]
    for written in (name, letters(name)):
        assert any(letters(written).startswith(letters(way)) for way in spellings(typed))


def test_a_page_has_latin_letters_for_a_script_where_a_name_has_others() -> None:
    assert found_by("Müller, Jörg") == "Müller, Jörg"
    assert found_by("Smith, John") == "Smith, John"
    assert found_by("Иванова, Анна") == "Иванова, Анна Ivanova, Anna"

"""Names in two spellings: what a correction may change of a name without making it somebody else's."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tournaments.texts import is_spelling_of, slips_between

pytestmark = pytest.mark.any_database

SPELLINGS = [
    ("Müller, Jürgen", "MUELLER, Jurgen"),
    ("van Foreest, Jorden", "Foreest, Jorden van"),
    ("Vachier Lagrave, Maxime", "Vachier-Lagrave, Maxime"),
    ("Nakamura, Hikaru", "Nakamoura, Hikaru"),
    ("Tal, Mikhail", "Tal, Mihkail"),
    ("O'Neill, Tim", "O’Neil, Tim"),
    ("Øverli, Åse", "Overli, Ase"),
    # A letter of another alphabet that looks the same.
    ("Adler, Anna", "\u0410dler, Anna"),
]
OTHERS = [
    ("Adler, Anna", "Berg, Anna"),
    ("Adler, Anna", "Adler, Ben"),
    ("Li, An", "Wu, An"),
    ("Ng, A", "Ng, B"),
    ("Silva, Ana", "Silva Santos, Ana"),
    ("Adler, A.", "Adler, Anna"),
    ("Temp", "Adler, Anna"),
]


@pytest.mark.parametrize(("name", "other"), SPELLINGS)
def test_one_name_in_two_spellings(name: str, other: str) -> None:
    assert is_spelling_of(name, other)
    assert is_spelling_of(other, name)


@pytest.mark.parametrize(("name", "other"), OTHERS)
def test_two_names(name: str, other: str) -> None:
    assert not is_spelling_of(name, other)
    assert not is_spelling_of(other, name)


@pytest.mark.parametrize(
    ("text", "other", "slips"),
    [("", "", 0), ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "ab", 1), ("abc", "axc", 1),
     ("abcd", "badc", 2), ("kitten", "sitting", 3), ("1503014", "1503041", 1)],
)  # fmt: skip
def test_slips(text: str, other: str, slips: int) -> None:
    assert slips_between(text, other) == slips


few = st.text(alphabet="abc", max_size=6)


@given(few, few, st.integers(0, 6), st.sampled_from("abc"))
@example("bcaa", "cbaa", 1, "a")
def test_a_letter_more_is_one_slip_more_or_parts_two_that_were_exchanged(
    text: str, other: str, place: int, letter: str
) -> None:
    slips = slips_between(text, other)
    assert slips == slips_between(other, text)
    assert (slips == 0) == (text == other)
    assert abs(len(text) - len(other)) <= slips <= max(len(text), len(other))
    # Up to two more, where the letter separates two exchanged ones: those are two slips then, no longer one.
    assert -1 <= slips_between(text[:place] + letter + text[place:], other) - slips <= 2


@given(
    st.text(alphabet="abc", min_size=9, max_size=16),
    st.lists(st.tuples(st.sampled_from(("out", "in", "other", "exchanged")), st.integers(0, 15)), max_size=2),
)
@example("abcabcabca", [("exchanged", 1), ("exchanged", 7)])
def test_two_slips_in_a_name_of_ten_letters_are_forgiven_wherever_they_are(
    name: str, slips: list[tuple[str, int]]
) -> None:
    written = name
    for kind, place in slips:
        before, after = written[:place], written[place:]
        written = {
            "out": before + after[1:],
            "in": f"{before}x{after}",
            "other": f"{before}x{after[1:]}",
            "exchanged": before + after[1:2] + after[:1] + after[2:],
        }[kind]
    few = slips_between(name, written) <= min(2, min(len(name), len(written)) // 5)
    assert is_spelling_of(name, written) == few


@given(st.text(max_size=30))
def test_every_name_is_a_spelling_of_itself(name: str) -> None:
    assert is_spelling_of(name, name)
    assert is_spelling_of(name, " ".join(reversed(name.split())))

"""Whether two descriptions are of one person: a table of difficult cases, and what holds for all."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tournaments.persons import Fact, Person, Verdict, compare

CASES = Path(__file__).parents[1] / "data" / "same-person.txt"
NAMES = (
    "Müller, Jörg",
    "MUELLER Joerg",
    "Muller, J.",
    "Smith, John jr",
    "王玥",
    "Wang",
    "van der Berg, Jan",
    "?",
)

people = st.builds(
    Person,
    st.sampled_from(NAMES),
    st.sampled_from(("", "1980", "1980/03/04", "1981/03/04", "1980/04/03")),
    st.sampled_from(("", "GER", "CHN")),
    st.sampled_from(("", "m", "w")),
    st.sampled_from(("", "4600001", "4600002", "1503014")),
    st.sampled_from(("", "77")),
)


def described(text: str) -> Person:
    return Person(*(part.strip() for part in text.split(";")))


def test_each_case_of_the_table_is_judged_as_it_says_whichever_comes_first() -> None:
    lines = [line for line in CASES.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    assert len(lines) >= 150
    wrong = []
    for line in lines:
        verdict, one, other = line.split("|")
        pair = described(one), described(other)
        found = {compare(*pair).verdict, compare(*pair[::-1]).verdict}
        if found != {Verdict[verdict.strip().upper()]}:
            wrong.append(f"{line}: {', '.join(sorted(one.name for one in found))}")
    assert not wrong, "\n" + "\n".join(wrong)


def test_it_says_what_agrees_and_what_does_not() -> None:
    entered = Person("Smith, Peter", "1999", "ENG", fide_id="2201111")
    found = compare(entered, Person("Garcia, Jose", "1980", "ESP", "m", "2201111"))
    assert found.agree == {Fact.FIDE_ID}
    assert found.differ == {Fact.NAME, Fact.BIRTH, Fact.FEDERATION}


@given(people, people)
def test_the_order_is_no_matter_and_facts_that_one_lacks_neither_agree_nor_differ(
    one: Person, other: Person
) -> None:
    found = compare(one, other)
    assert found == compare(other, one)
    known = {fact for fact in Fact if getattr(one, fact.value) and getattr(other, fact.value)}
    assert found.agree | found.differ <= known
    assert not found.agree & found.differ


@given(people)
def test_nobody_is_another_person_than_themselves(one: Person) -> None:
    assert compare(one, one).verdict in {Verdict.SAME, Verdict.PROBABLY}
    assert not compare(one, one).differ

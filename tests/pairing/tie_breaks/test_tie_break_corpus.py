"""Every value and every rank of the reference tournaments, by both texts of C.07."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from pairing.tie_breaks import System, Text, system_of, tie_break_by_code, written
from pairing.tie_breaks.ranking import ranked, table_of
from pairing.trf import read
from tests.each import each

DATA = Path(__file__).parents[2] / "data" / "tiebreaks"
EXPECTED = json.loads((DATA / "expected.json").read_text(), parse_float=Fraction)
# Where two readings of an article are defensible no value is expected.
OPEN = "?"


def table(name, text=Text.MARCH_2026):
    tournament = read((DATA / f"{name}.trf").read_bytes())
    return table_of(tournament, system=System(EXPECTED[name]["system"]), text=text)


def as_stored(code, value):
    """In points, and averages of Buchholz with two decimals."""
    known = tie_break_by_code(code)
    if value is None:
        return None
    return Fraction(written(value, known.unit)) if known.way.conclusion else Fraction(value, known.unit)


@each("text", Text)
@each("name", EXPECTED)
def test_values(name, text):
    scores = table(name, text)
    expected = EXPECTED[name][text]
    lines = sorted(ranked(scores, list(expected)), key=lambda line: line.number)
    found = {
        code: [as_stored(code, line.values[tie_break_by_code(code).code]) for line in lines]
        for code in expected
    }
    for code, column in expected.items():
        assert [OPEN if e == OPEN else f for e, f in zip(column, found[code], strict=True)] == column, code


@pytest.mark.parametrize("name", EXPECTED)
def test_ranks(name):
    scores = table(name)
    assert EXPECTED[name]["ranks"]
    for codes, ranks in EXPECTED[name]["ranks"].items():
        found = {line.number: line.rank for line in ranked(scores, codes.split())}
        assert [found[number] for number in sorted(found)] == ranks, codes


@pytest.mark.parametrize("name", EXPECTED)
def test_the_file_names_its_kind_of_tournament(name):
    assert system_of(read((DATA / f"{name}.trf").read_bytes())) == EXPECTED[name]["system"]

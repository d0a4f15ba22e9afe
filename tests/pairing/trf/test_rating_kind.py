"""Which of FIDE's ratings a file has: its type of tournament (092), or its time control (222)."""

import pytest

from pairing.core.tournament import Tournament
from pairing.elo import RatingKind
from pairing.trf import naming_kind, rating_kind
from tests.each import each

STANDARD, RAPID, BLITZ = RatingKind


def of(system: str = "", code: str = "") -> RatingKind | None:
    return rating_kind(Tournament(players=(), system=system, time_control_code=code))


@each(
    ("code", "kind"),
    [
        # Laws B.1: ten minutes or less for 60 moves.
        ("600", BLITZ),
        ("601", RAPID),
        ("180+2", BLITZ),
        ("540+1", BLITZ),
        ("541+1", RAPID),
        # Laws A.1: more than ten minutes, but less than sixty.
        ("900+10", RAPID),
        ("3599", RAPID),
        ("3600", STANDARD),
        ("1800+30", STANDARD),
        ("1799+30", RAPID),
        ("5400+30", STANDARD),
        # Periods: an increment counts for the moves of its period.
        ("40/6000+30:900+30", STANDARD),
        ("40/1800:900", RAPID),
        ("40/1800+30:540+3", STANDARD),
        ("40/1800+30:539+3", RAPID),
        ("60/300:300+600", BLITZ),
        # Whoever has less decides.
        ("W300-B240", BLITZ),
        ("W3600-B3599", RAPID),
        ("W40/1800:1800-B5400+30", STANDARD),
        # Nothing to read.
        ("", None),
        ("90 minutes", None),
        ("W300", None),
        ("5400+30 ", None),
        ("９00+10", None),
        ("9" * 5000, None),
    ],
)
def test_the_time_for_60_moves_decides(code, kind):
    assert of(code=code) is kind
    assert of("Individual: Swiss-System", code) is kind


@pytest.mark.parametrize(
    ("system", "kind"),
    [
        ("Individual: Swiss-System, rapid", RAPID),
        ("Individual: Swiss-System (Blitz)", BLITZ),
        ("STANDARD Swiss", STANDARD),
        ("Classical", STANDARD),
        ("Rapidplay", None),
        ("Rapid and Blitz", None),
        ("FIDE_DUTCH_2026", None),
    ],
)
def test_the_word_of_the_type_comes_first(system, kind):
    assert of(system) is kind
    assert of(system, "5400+30") is (kind or STANDARD)


@pytest.mark.parametrize("code", ["", "180+2", "900+10", "5400+30", "who knows"])
@pytest.mark.parametrize("kind", list(RatingKind))
def test_what_is_written_is_read(kind, code):
    written = naming_kind("Team: Round-Robin", code, kind)
    assert of(written, code) in ((None, STANDARD) if kind is STANDARD else (kind,))
    # For programs that leave out the code.
    assert of(written) in ((None, STANDARD) if kind is STANDARD else (kind,))

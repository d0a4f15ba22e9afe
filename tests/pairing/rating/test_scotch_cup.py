"""The practical exercise that comes with the text of 1998: 14 players, five rounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairing.editions import pair_round
from pairing.trf import read

FILE = Path(__file__).parents[3] / "tournaments" / "demo" / "scotch-cup.trf"

# As printed: White and Black by tables.
PRINTED = {
    1: "8-1 2-9 10-3 4-11 12-5 6-13 14-7",
    2: "1-4 3-5 7-2 9-6 13-8 12-10 11-14",
    3: "5-1 2-3 4-9 6-7 8-11 10-13 14-12",
    4: "1-6 4-2 3-8 5-10 7-12 9-14 11-13",
    5: "3-1 2-5 6-4 8-9 10-7 12-11 13-14",
}


@pytest.mark.parametrize("number", PRINTED)
@pytest.mark.parametrize("code", ["rating-1998", "rating-2012"])
def test_the_printed_pairings(code: str, number: int) -> None:
    pairing = pair_round(read(FILE.read_bytes()).before(number), code)
    assert " ".join(f"{board.white}-{board.black}" for board in pairing.pairs) == PRINTED[number]
    assert pairing.bye is None

"""Checking the ranks that a report states, by its own tie-breaks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from pairing.checker import RankDifference, check_ranks
from pairing.core.tournament import Tournament
from pairing.tie_breaks.ranking import standings
from pairing.trf import Format, read, write

LIGHT = Path(__file__).parent.parent / "data" / "tiebreaks" / "bbp5-27-p10-r6-light.trf"


def stated(record: str, ranks: dict[int, int | None] | None = None) -> Tournament:
    """A tournament with a list of tie-breaks and the ranks that follow from it, or others."""
    tournament = read(LIGHT.read_bytes() + f"{record}\r\n".encode())
    proper = {line.number: line.rank for line in standings(tournament, tournament.tie_breaks)}
    changed = proper | (ranks or {})
    players = tuple(replace(player, rank=changed[player.number]) for player in tournament.players)
    return replace(tournament, players=players)


def order(tournament: Tournament) -> list[int]:
    """The players by rank."""
    return [p.number for p in sorted(tournament.players, key=lambda p: p.rank)]


@pytest.mark.parametrize(
    ("records", "codes"),
    [
        ((), ()),
        (("### a remark", "2020 no such record"), ()),
        (("202 BH/C1,BH,SB",), ("PTS", "BH/C1", "BH", "SB")),
        (("202 bh/c1, sb",), ("PTS", "BH/C1", "SB")),
        (("202",), ()),
        (("212 PTS",), ("PTS",)),
        (("212 SB,PTS", "202 BH"), ("SB", "PTS")),
        (("202 DE,ARO",), ("PTS", "DE", "ARO")),
    ],
)
def test_tie_break_lists(records, codes):
    tournament = read(LIGHT.read_bytes() + "\n".join(records).encode())
    assert tournament.tie_breaks == codes
    for form in Format:
        assert read(write(tournament, form=form)).tie_breaks == codes


@pytest.mark.parametrize("record", ["202 BH/C1,BH,SB", "202 SB", "212 PTS", "212 SB,PTS", "212 BH"])
def test_proper_ranks(record):
    assert check_ranks(stated(record)).differences == ()


def test_two_who_stand_the_other_way_round():
    tournament = stated("202 BH/C1,BH,SB")
    first, second = order(tournament)[:2]
    result = check_ranks(stated("202 BH/C1,BH,SB", {first: 2, second: 1}))
    assert set(result.differences) == {RankDifference(first, 2, 1), RankDifference(second, 1, 2)}


def test_the_list_decides_which_ranks_are_proper():
    by_points = stated("202 BH/C1,BH,SB")
    other_list = replace(by_points, tie_breaks=("SB",))
    assert check_ranks(other_list).differences


def test_equals_may_stand_in_any_order_and_others_may_not_share_a_rank():
    ranks = Counter(player.rank for player in stated("212 PTS").players)
    place = next(rank for rank, count in ranks.items() if count > 1)
    shared = [player.number for player in stated("212 PTS").players if player.rank == place]
    apart = {number: place + after for after, number in enumerate(reversed(shared))}
    assert check_ranks(stated("212 PTS", apart)).differences == ()
    second = order(stated("202 BH/C1,BH,SB"))[1]
    assert check_ranks(stated("202 BH/C1,BH,SB", {second: 1})).differences == (RankDifference(second, 1, 2),)


def test_it_is_the_order_that_counts():
    tournament = stated("202 BH/C1,BH,SB")
    spread = {player.number: 10 * player.rank for player in tournament.players}
    assert check_ranks(stated("202 BH/C1,BH,SB", spread)).differences == ()
    last = order(tournament)[-1]
    assert check_ranks(stated("202 BH/C1,BH,SB", spread | {last: None})).differences == ()


def test_what_cannot_be_checked():
    assert check_ranks(Tournament(())) is None
    unknown = check_ranks(Tournament((), tie_breaks=("PTS", "BH", "TBS", "ARO")))
    assert unknown.message.startswith("The tie-break TBS is not known: expected one of PTS, DE,")
    assert unknown.differences == ()
    blank = replace(
        stated("212 PTS"), players=tuple(replace(p, rank=None) for p in stated("212 PTS").players)
    )
    assert check_ranks(blank).message == "no player has a rank"

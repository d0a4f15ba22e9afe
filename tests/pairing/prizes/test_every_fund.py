"""What holds for every prize fund: it adds up, whatever the order of input, lists and places."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from pairing.explanation.language import ENGLISH, LANGUAGES
from pairing.prizes import Distribution, Fund, PrizeList, Sharing, choices, distribute, in_order, levels
from tests.pairing.prizes.funds import EUR, funds


@given(funds())
def test_it_always_adds_up_to_the_fund(fund: Fund) -> None:
    found = distribute(fund)
    assert found.awarded + found.kept == fund.total
    assert all(award.amount >= 0 for award in found.awards)
    assert all(one.amount > 0 for one in found.not_awarded)


@given(funds(), st.randoms(use_true_random=False))
def test_the_order_in_which_finishers_are_named_does_not_matter(fund: Fund, chance: object) -> None:
    def mixed(one: PrizeList) -> PrizeList:
        return replace(one, finishers=tuple(chance.sample(one.finishers, len(one.finishers))))

    def plain(found: Distribution) -> list[tuple[object, ...]]:
        return [(a.of, a.finisher, a.amount, *map(ENGLISH.tell, a.told)) for a in found.awards]

    assert plain(distribute(fund)) == plain(distribute(replace(fund, lists=tuple(map(mixed, fund.lists)))))


@given(funds(one_each=True))
def test_nobody_has_two_prizes_but_those_that_are_had_besides(fund: Fund) -> None:
    taken = Counter(
        award.finisher.key for award in distribute(fund).awards if not fund.lists[award.of].besides
    )
    assert all(count == 1 for count in taken.values())


@given(funds(one_each=False, sharing=Sharing.TIE_BREAK))
def test_by_tie_break_a_better_rank_never_gets_less(fund: Fund) -> None:
    for index in range(len(fund.lists)):
        amounts = [award.amount for award in distribute(fund).awards if award.of == index]
        assert amounts == sorted(amounts, reverse=True)


@given(funds())
def test_in_a_list_who_is_placed_better_never_gets_less(fund: Fund) -> None:
    for index in range(len(fund.lists)):
        awards = [award for award in distribute(fund).awards if award.of == index]
        assert awards == sorted(awards, key=lambda award: -award.amount)


@given(funds(sharing=Sharing.EQUALLY))
def test_shared_equally_nobody_has_over_a_step_more_than_who_made_as_many_points(fund: Fund) -> None:
    for index in range(len(fund.lists)):
        by_points: dict[int, list[int]] = {}
        for award in distribute(fund).awards:
            if award.of == index:
                by_points.setdefault(award.finisher.points, []).append(award.amount)
        for amounts in by_points.values():
            assert max(amounts) - min(amounts) <= fund.step


@given(funds(one_each=False))
def test_sharing_gives_nobody_more_than_the_best_place_of_those_who_share(fund: Fund) -> None:
    """Nor does the first of them get more than without sharing."""
    for one in fund.lists:
        for level in levels(one.amounts, in_order(one.finishers), one.sharing):
            assert all(part <= level.prizes[0] for part in level.exact())
            assert sum(level.exact()) == sum(level.paid(fund.step)) == level.pool
            for part, paid in zip(level.exact(), level.paid(fund.step), strict=True):
                # A player whose part needs no rounding may still get a step that is left over.
                assert part - fund.step < paid <= part + fund.step


@given(funds(one_each=True))
def test_what_is_taken_is_the_greatest_that_was_offered_and_never_shrinks(fund: Fund) -> None:
    lists = [one for one in fund.lists if not one.besides]
    amounts = [one.amounts for one in lists]
    taken = choices(lists, amounts)
    for index, one in enumerate(lists):
        left = [f for f in in_order(one.finishers) if f.key not in taken or taken[f.key].of == index]
        due: dict[object, Fraction] = {
            finisher.key: part
            for level in levels(amounts[index], left, one.sharing)
            for finisher, part in zip(level.sharers, level.exact(), strict=True)
        }
        for key, choice in taken.items():
            assert choice.otherwise <= choice.offered
            if choice.of == index:
                assert due[key] >= choice.offered


@given(funds())
def test_each_award_has_a_sentence_that_ends_in_its_amount_or_tells_the_rounding(fund: Fund) -> None:
    for award in distribute(fund).awards:
        said = ENGLISH.tell(award.told[0])
        assert said.endswith(f"{EUR.money(award.amount)}.")
        assert LANGUAGES["fr"].tell(award.told[0]) != said

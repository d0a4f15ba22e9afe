"""Why two players did not meet in a round of matches: the criterion named is the one against it."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from pairing.checker import check
from pairing.double_swiss.explained import account as of_two_games
from pairing.editions import entrants
from pairing.explanation.facts import Cites, OwnSentence, PlainBye
from pairing.explanation.language import ENGLISH
from pairing.explanations import explain_round
from pairing.swiss_team.explained import account as of_teams
from pairing.trf import read
from pairing.upfloating.explained import UpfloatingAccount
from tests.pairing import literal_upfloating as literal

DATA = Path(__file__).parents[2] / "data"
FILES = [(path, of_teams) for path in sorted((DATA / "swiss-team").glob("*.trf"))[:6]]
FILES += [(path, of_two_games) for path in sorted((DATA / "double-swiss").glob("*.trf"))[:4]]


def speaks_against(account: UpfloatingAccount, one, two) -> str | None:
    """The article that a literal program finds; None if the bracket is too large for that program."""
    decision, articles = account.decision, account.articles
    if two.number in one.barred:
        return articles.rematch
    places = [account.place[record.number] for record in (one, two)]
    bracket = decision.brackets[min(places)]
    back = decision.looks_back
    if places[0] == places[1]:
        if len(bracket.players) > 8:
            return None
        pairings = [pairs for pairs in literal.pairings(bracket.players) if {one, two} in map(set, pairs)]
        if not pairings:
            return articles.completion
        chosen = bracket.chosen.upfloaters
        best = min(literal.quality(pairs, chosen, looks_back=back) for pairs in pairings)
        made = literal.quality(bracket.pairs, chosen, looks_back=back)
        cited = (articles.preferences, articles.strong_preferences, articles.opponents_floated)
        differing = [article for article, mine, yours in zip(cited, best, made, strict=True) if mine != yours]
        return differing[0] if differing else articles.first_identifier
    later = one if places[0] > places[1] else two
    if not bracket.chosen.upfloaters:
        return articles.fewest_upfloaters
    if len(bracket.residents) + len(bracket.below) > 8:
        return None
    sets = [
        chosen
        for size in range(1, len(bracket.below) + 1)
        for chosen in literal.sets(bracket.below, size)
        if later in chosen and literal.fits(bracket.residents, chosen, bracket.below)
    ]

    def key(chosen) -> tuple[object, ...]:
        serves = literal.serves(
            literal.without(bracket.following, chosen), literal.without(bracket.below, chosen)
        )
        scores = [-score for score in sorted(record.score for record in chosen)]
        return len(chosen), scores, not serves, literal.floated(chosen) if back else 0

    best_key, made_key = min(map(key, sets)), key(bracket.chosen.upfloaters)
    cited = (
        articles.fewest_upfloaters,
        articles.highest_upfloaters,
        articles.following,
        articles.upfloaters_floated,
    )
    differing = [
        article for article, mine, yours in zip(cited, best_key, made_key, strict=True) if mine != yours
    ]
    return differing[0] if differing else articles.first_set


@pytest.mark.parametrize(("path", "account_of"), FILES, ids=lambda value: getattr(value, "stem", ""))
def test_the_criterion_that_is_named_is_the_one(path: Path, account_of) -> None:
    tournament = read(path.read_bytes())
    known = entrants(tournament, tournament.edition or "")
    asked = 0
    for result in check(tournament):
        account = account_of(known.before(result.number))
        playing = [record for record in account.records.values() if record is not account.decision.bye]
        for one, two in combinations(playing, 2):
            expected = speaks_against(account, one, two)
            reasons = account.why_not(one.number, two.number).reasons
            if not reasons or expected is None:
                continue
            asked += 1
            first = reasons[0]
            assert isinstance(first, OwnSentence | Cites)
            cited = first.articles if isinstance(first, OwnSentence) else (first.article,)
            assert expected in cited, (result.number, one.number, two.number, reasons)
    assert asked


def test_the_bye_is_told_by_its_rule() -> None:
    path = DATA / "swiss-team" / "team-1024.trf"
    tournament = read(path.read_bytes())
    for result in check(tournament):
        if result.found.bye is None:
            continue
        explanation = explain_round(tournament, result.number, tournament.edition or "")
        assert isinstance(explanation.bye, PlainBye)
        assert explanation.bye.number == result.found.bye
        (taken, *_) = explanation.bye.reasons
        assert "takes the bye" in ENGLISH.tell(taken.saying)
        others = [number for number in explanation.people if number != result.found.bye]
        assert all(explanation.why_not(number, None).reasons for number in others)

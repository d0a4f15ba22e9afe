"""The short answer: every kind of sentence of every system is checked against the round; and how it reads."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from pairing.core.tournament import Cell, Outcome, PairingError, Tournament
from pairing.editions import EDITIONS
from pairing.explanation.account import Account
from pairing.explanation.language import ENGLISH, LANGUAGES
from pairing.explanation.plain import PlainText
from pairing.explanations import explain, explain_round
from pairing.round_robin.explained import TableAccount
from pairing.trf import read
from tests.pairing.explanation.every_statement import (
    DATA,
    questions,
    random_rounds,
    reference_rounds,
    short_statements,
)
from tests.pairing.explanation.history import with_result
from tests.pairing.explanation.position import Position
from tests.pairing.explanation.test_every_statement import altered
from tests.pairing.explanation.truth import Claim, check
from tests.pairing.explanation.truth_of_differences import PublishedOtherwise
from tests.pairing.explanation.truth_of_other_systems import OtherPosition
from tests.pairing.positions import Habits, a_tournament, events, seeded
from tests.swiss import OF_MATCHES

SCOTCH_CUP = Path(__file__).parents[3] / "tournaments" / "demo" / "scotch-cup.trf"
ROUND_ROBINS = tuple(code for code, edition in EDITIONS.items() if edition.is_round_robin)


def rounds(edition: str, rng: random.Random) -> Iterator[Tournament]:
    """Rounds of reference tournaments and random ones; a match of two games is two rounds of its file."""
    if edition in ROUND_ROBINS:
        for players in range(5, 9):
            played = min(EDITIONS[edition].rounds_for(players), 4)
            yield from events(rng, a_tournament(players, 4), played, Habits(requested_byes=0), edition)
        return
    if edition in OF_MATCHES:
        found = reference_rounds(edition.removesuffix("-2026"), rng, 10)
        yield from (t for t in found if edition == "swiss-team-2026" or t.played_rounds % 2 == 0)
        return
    yield from reference_rounds(edition, rng, 8)
    yield from random_rounds(edition, rng, 4)


# Without knock-outs: a bracket gives no byes, and knock_out/test_knock_out.py checks what is said of it.
OTHERS = {code for code in (*OF_MATCHES, *ROUND_ROBINS) if EDITIONS[code].still_in is None}


@pytest.mark.parametrize("edition", ["dubov-2026", "burstein-2026", *sorted(OTHERS)])
def test_short_answers_of_other_systems(edition: str) -> None:
    rng = seeded(f"short {edition}")
    found: Counter[str] = Counter()
    for tournament in rounds(edition, rng):
        try:
            position = OtherPosition(tournament, edition)
        except PairingError:
            continue
        for claim, text in short_statements(position, questions(position, rng, 4)):
            check(replace(claim, held=found), text)
    assert found.total() > 90


@pytest.mark.parametrize("number", range(2, 6))
@pytest.mark.parametrize("edition", ["dutch-2026", "dutch-2016", "rating-2012"])
def test_short_answers_on_rounds_published_otherwise(edition: str, number: int) -> None:
    """The Scotch Cup by rules that it was not played by, also with a result that was corrected later."""
    tournament = read(SCOTCH_CUP.read_bytes())
    for played in (tournament, with_result(tournament, 1, 8, 1, Outcome.WIN, Outcome.LOSS)):
        explanation = explain_round(played, number, edition)
        if explanation.difference is None:
            continue
        position = cast("Position", PublishedOtherwise(played, number, edition))
        words = PlainText(explanation, ENGLISH, "<{}>".format)
        for player in explanation.names:
            for text in words.otherwise(explanation.difference, player):
                check(Claim(position, {}, (), about=(player,)), text)


def short(path: str, number: int, player: int, language: str = "en", you: int | None = None) -> str:
    """The short answer about a player of a reference tournament, with everybody called by their number."""
    tournament = read((DATA / f"{path}.trf").read_bytes())
    tournament = replace(tournament, rounds=tournament.rounds or tournament.played_rounds)
    explanation = explain(tournament.before(number), path.partition("/")[0])
    words = PlainText(explanation, LANGUAGES[language], str, you)
    answer = explanation.short_answer(explanation.player(player))
    return " ".join([*words.short(answer), words.colours(answer.told)]).strip()


EXCHANGE = "dutch-2026/d26-0009p06r-810137"
JOINED = "dutch-2016/d16-0009p06r-710036"


def test_the_same_points_and_a_first_plan_that_did_not_work() -> None:
    assert short(EXCHANGE, 3, 1) == (
        "1 and 4 both had 1 point. 6 players were in that group: the upper 3 meet the lower 3, as far as"
        " possible. In the order given, 1 would have met 6. The first plan did not work, because 4 and 8 had"
        " already met. Players changed halves: 4 and 6. 1 wanted Black and 4 White: both got it."
    )
    assert short(EXCHANGE, 3, 4, you=4) == (
        "You and 1 both had 1 point. 6 players were in that group: the upper 3 meet the lower 3, as far as"
        " possible. In the order given, you would have met 8. You two had already met, in round 1. Players"
        " changed halves: you and 6. You wanted White and 1 Black: you both got it."
    )


def test_somebody_came_down() -> None:
    assert short(EXCHANGE, 3, 2) == (
        "2 had 2 points and came down to meet 3, who had 1½ points. Nobody else was in the group with 2"
        " points. A player who comes down meets the first of the group, in order: number 1 was 3. 2 wanted"
        " White and 3 Black: both got it."
    )
    assert short(EXCHANGE, 3, 3, "fr", you=3) == (
        "Vous aviez 1½ point ; 2 avait 2 points et descend. Qui descend rencontre les premiers du groupe, "
        "dans l’ordre : le numéro 1 était vous. Vous vouliez les Noirs et 2 les Blancs : chacun l’a eu."
    ).replace(" ;", "\N{NO-BREAK SPACE};").replace(" :", "\N{NO-BREAK SPACE}:")


def test_who_came_down_had_played_everybody_else() -> None:
    assert (
        "4 had already played everybody with 1½ points; the others there had come down too, and such "
        "players do not meet each other."
    ) in short("dutch-2026/d26-0010p06r-810087", 6, 4)


def test_the_bye() -> None:
    assert short(EXCHANGE, 3, 7) == (
        "An odd number was to be paired, and 7 got the bye. Nobody had fewer points. Nobody else was in the "
        "group with ½ point."
    )
    assert short(JOINED, 5, 4).startswith(
        "An odd number was to be paired, and 4 got the bye. Nobody with fewer points may have it."
    )


def test_another_one_came_down_in_the_last_round() -> None:
    assert "3 came down in the last round; this time it was you." in short(JOINED, 5, 4, you=4)


def test_groups_that_were_put_together() -> None:
    assert short(JOINED, 5, 9).startswith(
        "9 had 2 points and 5 had 1 point. Groups were put together, so that everybody could be paired."
    )


def test_the_first_round() -> None:
    assert short(EXCHANGE, 1, 2).startswith(
        "In the first round everybody has 0 points, and the upper half of the list meets the lower half."
    )


def test_lent_points_are_told_apart() -> None:
    explanation = explain(replace(a_tournament(8, 5), baku=True), "dutch-2026")
    words = PlainText(explanation, ENGLISH, str)
    said = words.short(explanation.short_answer(explanation.player(1)))
    assert said[0] == "1 and 3 both had 1 point (1 lent, for the pairing alone)."


def test_the_table_of_a_round_robin() -> None:
    explanation = explain(a_tournament(5, 5), "round-robin")
    words = PlainText(explanation, ENGLISH, str, 2)
    answers = [explanation.short_answer(explanation.player(number)) for number in (1, 2)]
    assert [words.short(answer) for answer in answers] == [
        ["The number of players is odd: in round 1 the table has no opponent for 1."],
        ["Everybody meets everybody: in round 1 the table has 5 as the opponent of you."],
    ]


def test_two_who_are_both_away_have_no_game_in_a_round_robin() -> None:
    tournament = a_tournament(4, 3)
    away = Cell(outcome=Outcome.ZERO_POINT_BYE)
    players = tuple(replace(p, cells=(away,)) if p.number in {1, 4} else p for p in tournament.players)
    explanation = explain(replace(tournament, players=players), "round-robin")
    words = PlainText(explanation, ENGLISH, str)
    said = words.short(explanation.short_answer(explanation.player(1)))
    assert said == ["In this round there was no game for 1."]


def test_a_system_without_groups_says_it_in_its_own_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableAccount, "group", Account.group)
    explanation = explain(a_tournament(4, 3), "round-robin")
    told = explanation.player(1)
    said = PlainText(explanation, ENGLISH, str).short(explanation.short_answer(told))
    assert said[0] == "Round 1 is that of the table for 4 players."


def test_the_first_sentence_is_short() -> None:
    """Fewer than 30 words in every language, whatever happens."""
    rng = seeded("length")
    for edition in ("dutch-2026", "dubov-2026", "burstein-2026"):
        for tournament in reference_rounds(edition, rng, 6):
            explanation = explain(tournament, edition)
            for number in explanation.names:
                answer = explanation.short_answer(explanation.player(number))
                for language in LANGUAGES.values():
                    first = PlainText(explanation, language).short(answer)[0]
                    assert len(first.split()) < 30, first


def test_no_check_of_a_short_answer_is_blind() -> None:
    """For each kind of sentence the check refuses one with a changed number."""
    rng = seeded("short, altered")
    refused: Counter[str] = Counter()
    said: Counter[str] = Counter()
    for edition in ("dutch-2026", "rating-2012"):
        for tournament in reference_rounds(edition, rng, 8):
            position = Position(tournament, edition)
            for claim, text in short_statements(position, questions(position, rng, 6)):
                if not re.search(r"\d", text):
                    continue
                kinds: Counter[str] = Counter()
                try:
                    check(replace(claim, held=kinds), altered(text, rng))
                except (AssertionError, LookupError, ValueError, StopIteration):
                    refused += kinds
                said += kinds
    assert {kind for kind, count in said.items() if not refused[kind] and count > 20} == set()

"""C.04.2 D.8 (2026: 4.3): colours and opponents that differed from the list."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from tests import builders
from tests.tournaments.correction_samples import at, clear, game, points, replays
from tournaments import rulebook
from tournaments.corrections import services
from tournaments.corrections.queries import Wish
from tournaments.errors import ConfirmationNeeded, DomainError, Level
from tournaments.models import Correction, Seat, Tournament
from tournaments.results import services as results

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("result", "mirrored"),
    [("1-0", "0-1"), ("1/2-1/2", "1/2-1/2"), ("1/2-0", "0-1/2"), ("adj", "adj"), ("0-0", "0-0")],
)
def test_d8_wrong_colours_are_recorded_and_each_keeps_their_points(
    event: Tournament, chief: User, result: str, mirrored: str
) -> None:
    builders.publish(event, 1, chief)
    builders.enter(event, 1, chief, {1: result})
    white, black = at(event, 1, 1, "w"), at(event, 1, 1, "b")
    before = points(event, white), points(event, black)
    drawn = rulebook.as_published(event, 1)
    made = builders.correct(event, 1, chief, kind="colours")
    assert made.counts_from == 2
    assert (at(event, 1, 1, "w"), at(event, 1, 1, "b")) == (black, white)
    assert game(event, 1).result == mirrored
    assert (points(event, white), points(event, black)) == before
    assert rulebook.as_published(event, 1) == drawn
    assert replays(event) == []
    known = rulebook.position(event, before=2).players
    cell = next(p for p in known if p.number == white.number).cell(1)
    assert cell.colour == "b"


@pytest.mark.parametrize("edition", ["dutch-2016", "dutch-2026"])
@pytest.mark.parametrize("board", [1, 2])
def test_d8_who_sat_where_is_corrected_only_when_both_games_were_played(
    chief: User, board: int, edition: str
) -> None:
    """Otherwise it would be a free pairing; before that, D.10 holds (2026: 4.4)."""
    event = builders.tournament(chief, edition=edition)
    builders.publish(event, 1, chief)
    one, other = (at(event, 1, number, "w") for number in (1, 2))
    results.enter_result(tournament=event, number=1, board=board, result="1-0", version=0, actor=chief)
    with pytest.raises(DomainError) as refusal:
        builders.correct(event, 1, chief, kind="opponents", player=one.pk, other_player=other.pk)
    assert refusal.value.code == "open"
    assert f"Board {3 - board} has no result yet." in refusal.value.message
    article = rulebook.edition_of(event).handling.change_article
    assert f"to withdraw the pairing of round 1, on the grounds of {article}" in refusal.value.message
    with pytest.raises(DomainError, match=f"Board {3 - board} has no result yet"):
        builders.correct(event, 1, chief, kind="colours", board=3 - board)
    results.enter_result(tournament=event, number=1, board=3 - board, result="adj", version=0, actor=chief)
    builders.correct(event, 1, chief, kind="opponents", player=one.pk, other_player=other.pk)
    assert at(event, 1, 1, "w") == other


def test_d8_the_next_pairing_goes_by_the_colours_really_played(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief, dict.fromkeys(range(1, 5), "1/2-1/2"))
    white = at(event, 1, 1, "w")
    builders.correct(event, 1, chief, kind="colours")
    assert rulebook.forms_before(event, 2)[white.pk].colours == "b"
    builders.publish(event, 2, chief)
    assert Seat.objects.get(round__tournament=event, round__number=2, player=white).colour == "w"


def test_d8_wrong_colours_after_the_next_pairing_count_for_the_one_after(
    event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    white = at(event, 1, 1, "w")
    builders.correct(event, 1, chief, kind="colours")
    assert rulebook.forms_before(event, 2)[white.pk].colours == "w"
    assert rulebook.forms_before(event, 3)[white.pk].colours[0] == "b"
    assert replays(event) == []


def test_wrong_opponents_are_recorded_as_they_played(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief, {1: "1-0", 2: "1/2-1/2"})
    here, there = at(event, 1, 1, "b"), at(event, 1, 2, "b")
    partner, other = at(event, 1, 1, "w"), at(event, 1, 2, "w")
    drawn = rulebook.as_published(event, 1)
    made = builders.correct(event, 1, chief, kind="opponents", player=here.pk, other_player=there.pk)
    assert made.done
    assert (at(event, 1, 1, "b"), at(event, 1, 2, "b")) == (there, here)
    # Each board keeps the result that its players have signed.
    assert [points(event, p) for p in (partner, there, other, here)] == [10, 0, 5, 5]
    assert rulebook.as_published(event, 1) == drawn
    assert replays(event) == []
    builders.publish(event, 2, chief)
    met = {frozenset({partner.pk, there.pk}), frozenset({other.pk, here.pk})}
    assert met <= builders.meetings(event, 1)
    assert not met & builders.meetings(event, 2)
    (line,) = event.audit_events.filter(action="opponents_corrected")
    assert line.before["seated"] == [
        [1, partner.number, here.number, "1-0"],
        [2, other.number, there.number, "1/2-1/2"],
    ]
    assert line.after == {
        "seated": [
            [1, partner.number, there.number, "1-0"],
            [2, other.number, here.number, "1/2-1/2"],
        ],
        "counts_from": 2,
    }


def test_wrong_opponents_who_have_met_already_are_warned_of(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    builders.play(event, 2, chief)
    white, black = at(event, 1, 1, "w"), at(event, 1, 1, "b")
    mine = Seat.objects.get(round__tournament=event, round__number=2, player=white)
    assert mine.game is not None
    partner = mine.game.seats.exclude(player=white).get().player
    wish = Wish(
        number=2, board=mine.game.board or 0, kind="opponents", player=partner.pk, other_player=black.pk
    )
    facts = {"tournament": event, "wish": wish, "case": "next", "version": 1, "actor": chief}
    with pytest.raises(ConfirmationNeeded) as question:
        services.correct(reason="They sat down so.", **facts)
    assert question.value.level is Level.HARMLESS
    assert "in round 1" in question.value.warnings[1].sentence
    builders.confirmed(services.correct, reason="They sat down so.", **facts)
    assert frozenset({white.pk, black.pk}) in builders.meetings(event, 2)


def test_a_pairing_that_is_withdrawn_takes_its_corrections_along(chief: User) -> None:
    event = builders.with_rematch(chief)
    builders.enter(event, 2, chief)
    builders.correct(event, 2, chief, board=2, kind="colours")
    clear(event, 2, chief)
    builders.repair(event, 2, chief)
    assert Correction.objects.filter(game__round__number=2).count() == 0
    assert event.audit_events.filter(action="colours_corrected").count() == 1

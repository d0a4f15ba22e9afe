"""Warnings are enforced by the server: whatever is posted, nothing is done without its confirmation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import signing
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.again import again
from tests.fide.test_imports import wrong_cup
from tests.tournaments.by_hand_samples import Desk, exchange
from tests.tournaments.one_event import chief, db, event, made
from tests.tournaments.test_audit import everything
from tournaments.fide.forms import TrfForm
from tournaments.log import services
from tournaments.log.acts import SALT
from tournaments.models import Seat, Tournament
from tournaments.players.services import byes, players
from tournaments.rounds.services import by_hand

# The address, and the data posted to it.
Post = tuple[str, dict[str, Any]]

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.any_database


@again
def at_round_2(event: Tournament, chief: User) -> Desk:
    """Round 1 is played, round 2 is being paired by hand."""
    builders.play(event, 1, chief)
    desk = Desk(event, 2, chief)
    desk.do(by_hand.begin)
    return desk


def leaving(event: Tournament, _chief: User) -> Post:
    return reverse("fide-mode-leave", args=[event.slug]), {}


def rematch(event: Tournament, chief: User) -> Post:
    desk = at_round_2(event, chief)
    desk.do(by_hand.unpair_all)
    posted = {"white": desk.player(5).pk, "black": desk.player(1).pk}
    return reverse("by-hand-pair", args=[event.slug, 2]), posted


def both_colours(event: Tournament, chief: User) -> Post:
    """1 and 3 had White, 5 and 2 had Black: 1 and 2 each get the colour that they had."""
    desk = at_round_2(event, chief)
    desk.do(by_hand.unpair_all)
    posted = {"white": desk.player(1).pk, "black": desk.player(2).pk}
    return reverse("by-hand-pair", args=[event.slug, 2]), posted


def swap_of_a_rematch(event: Tournament, chief: User) -> Post:
    desk = at_round_2(event, chief)
    desk.do(by_hand.unpair_all)
    game = desk.pair(5, 1)
    posted = {"game": game.pk, "white_to": desk.player(1).pk}
    return reverse("by-hand-swap", args=[event.slug, 2]), posted


def second_bye(event: Tournament, chief: User) -> Post:
    odd = builders.tournament(chief, players=7, name="Odd Open")
    desk = at_round_2(odd, chief)
    desk.do(by_hand.unpair_all)
    had = Seat.objects.get(round__tournament=odd, round__number=1, kind="pab").player_id
    return reverse("by-hand-bye", args=[odd.slug, 2]), {"player": had}


def different_end(event: Tournament, chief: User) -> Post:
    exchange(at_round_2(event, chief))
    return reverse("by-hand-end", args=[event.slug, 2]), {}


def over_hands(event: Tournament, chief: User) -> Post:
    desk = at_round_2(event, chief)
    exchange(desk)
    desk.insist(by_hand.end)
    return reverse("round-pair", args=[event.slug, 2]), {}


def undoing(event: Tournament, chief: User) -> Post:
    desk = at_round_2(event, chief)
    exchange(desk)
    noted = desk.insist(by_hand.end)
    return reverse("integrity-undo", args=[event.slug, noted.pk]), {}


def missing_results(event: Tournament, chief: User) -> Post:
    builders.publish(event, 1, chief)
    return reverse("round-pair", args=[event.slug, 2]), {}


def renumbering(event: Tournament, chief: User) -> Post:
    builders.publish(event, 1, chief)
    players.change_player(player=event.players.get(number=8), changes={"rating": 2800}, actor=chief)
    return reverse("numbers-assign", args=[event.slug]), {}


def exchange_of_numbers(event: Tournament, chief: User) -> Post:
    players.change_player(player=event.players.get(number=2), changes={"rating": 2400}, actor=chief)
    one, two = (event.players.get(number=number).pk for number in (1, 2))
    return reverse("player-exchange", args=[event.slug, one]), {"other": two}


def full_point_bye(event: Tournament, _chief: User) -> Post:
    key = event.players.get(number=3).pk
    return reverse("player-bye", args=[event.slug, key]), {"number": 2, "kind": "full", "last": ""}


def second_half_point_bye(event: Tournament, chief: User) -> Post:
    player = event.players.get(number=3)
    byes.give_bye(player=player, number=1, kind="half", actor=chief)
    return reverse("player-bye", args=[event.slug, player.pk]), {"number": 2, "kind": "half", "last": ""}


def late_prohibition(event: Tournament, chief: User) -> Post:
    builders.publish(event, 1, chief)
    builders.confirmed(services.leave_fide_mode, tournament=event, actor=chief)
    keys = [event.players.get(number=number).pk for number in (1, 2)]
    return reverse("apart", args=[event.slug]), {"players": keys, "first_round": 2}


def importing(_event: Tournament, _chief: User) -> Post:
    return reverse("tournament-import"), {"rounds": "", "edition": "", **TrfForm.carry(wrong_cup(4))}


# Each act that is posted, and the level of its warning.
ACTS: dict[Callable[[Tournament, User], Post], int] = {
    missing_results: 2,
    both_colours: 2,
    full_point_bye: 2,
    rematch: 3,
    swap_of_a_rematch: 3,
    second_bye: 3,
    over_hands: 3,
    undoing: 3,
    renumbering: 3,
    exchange_of_numbers: 3,
    second_half_point_bye: 3,
    importing: 3,
    different_end: 4,
    leaving: 4,
    # Level 5: refused in FIDE mode (test_integrity_pages), and confirmed once that has been left.
    late_prohibition: 5,
}

# Signed by this very program, but for another act.
OF_ANOTHER_ACT = signing.dumps(["0" * 64, 2], salt=SALT)


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.__name__)
def test_a_crafted_post_without_the_confirmation_does_nothing(
    act: Callable[[Tournament, User], Post], event: Tournament, chief: User, chief_client: Client
) -> None:
    address, posted = act(event, chief)
    posted = {"reason": "I say so.", **posted}
    before = everything()
    for crafted in ({}, {"confirmation": "yes"}, {"confirmation": OF_ANOTHER_ACT, "confirmed": "1"}):
        answer = chief_client.post(address, {**posted, **crafted})
        assert answer.status_code == 422
        assert f"Level {ACTS[act]} of FIDE’s warnings" in answer.content.decode()
        assert everything() == before


@pytest.mark.parametrize(
    "act", [act for act, level in ACTS.items() if level == 4], ids=lambda act: act.__name__
)
def test_level_4_one_confirmation_is_not_enough(
    act: Callable[[Tournament, User], Post], event: Tournament, chief: User, chief_client: Client
) -> None:
    address, posted = act(event, chief)
    before = everything()
    asked = chief_client.post(address, posted).context["question"]
    second = chief_client.post(
        address, {"reason": "I say so.", "confirmation": asked.token, **posted}
    ).context["question"]
    assert (asked.step, second.step) == (1, 2)
    assert everything() == before
    done = chief_client.post(address, {"reason": "I say so.", "confirmation": second.token, **posted})
    assert done.status_code == 302
    assert everything() != before

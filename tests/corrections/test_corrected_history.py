"""C.04.2 D.8 (2026: 4.3): whatever is corrected, every round replays; and corrections are taken back."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests import builders
from tests.chance import all_of_it
from tests.tournaments.correction_samples import Case, clear, game, replays
from tournaments.errors import Conflict, DomainError
from tournaments.log import queries as log
from tournaments.log import services as log_services
from tournaments.models import Correction, Game, Round, Tournament
from tournaments.results import services as results
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


class Story:
    """A tournament in which errors of every kind come to light at any time."""

    def __init__(self, seed: int, actor: User) -> None:
        self.chance, self.actor = random.Random(seed), actor
        self.event = builders.tournament(
            actor,
            name=f"Story {seed}",
            players=self.chance.randint(7, 13),
            rounds=6,
            edition=self.chance.choice(["dutch-2016", "dutch-2026"]),
        )
        self.kinds: set[tuple[str, str]] = set()

    def err(self) -> None:
        """One error somewhere, if there is something to correct."""
        played = self.event.rounds.filter(state__in=Round.LOCKED)
        games = list(Game.objects.filter(round__in=played).select_related("round"))
        if not games:
            return
        found = self.chance.choice(games)
        number, board = found.round.number, found.board or 0
        if found.result == "adj":
            builders.confirmed(
                results.enter_result,
                tournament=self.event,
                number=number,
                board=board,
                result=self.chance.choice(["1-0", "0-1", "1/2-1/2"]),
                version=found.version,
                actor=self.actor,
            )
            return
        others = [g for g in games if g.round_id == found.round_id and g.pk != found.pk]
        kind = self.chance.choice(["result", "colours", "opponents"])
        wish: dict[str, Any] = {}
        if kind == "result":
            wish = {"result": self.chance.choice(["1-0", "0-1", "1/2-1/2", "1F-0F", "0-0"])}
        elif kind == "opponents":
            other = self.chance.choice(others)
            wish = {
                "player": self.chance.choice(list(found.seats.values_list("player_id", flat=True))),
                "other_player": self.chance.choice(list(other.seats.values_list("player_id", flat=True))),
            }
        try:
            made = builders.correct(self.event, number, self.actor, board=board, kind=kind, **wish)
        except DomainError as refusal:
            assert refusal.code in {"no_change", "open", "not_played", "players"}  # noqa: PT017  what chance may meet
        else:
            self.kinds.add((made.kind, made.case))

    def tell(self) -> Story:
        for number in range(1, self.event.number_of_rounds + 1):
            try:
                builders.confirmed(rounds.pair_round, tournament=self.event, number=number, actor=self.actor)
            except DomainError as refusal:
                assert refusal.code == "unpairable"  # noqa: PT017  what chance may meet
                break
            builders.explain_absences(self.event, self.actor)
            rounds.publish_round(tournament=self.event, number=number, actor=self.actor)
            self.err()
            for row in self.event.rounds.get(number=number).games.all():
                results.enter_result(
                    tournament=self.event,
                    number=number,
                    board=row.board or 0,
                    version=row.version,
                    result=self.chance.choice(["1-0", "0-1", "1/2-1/2", "adj", "1F-0F"]),
                    actor=self.actor,
                )
            self.err()
            self.err()
        return self


@pytest.mark.takes_long
def test_d8_every_round_replays_from_what_was_known_then(chief: User) -> None:
    """Stories by two editions, which between them have each kind of correction in each case."""
    found: set[tuple[str, str]] = set()
    for seed in range(12) if all_of_it() else range(3, 7):
        with builders.undone():
            story = Story(seed, chief).tell()
            event, found = story.event, found | story.kinds
            assert replays(event) == [], seed
            public = event.rounds.filter(state__in=Round.LOCKED)
            for round_ in public:
                # Nobody vanished and nobody sits twice, whatever places were exchanged.
                assert round_.seats.count() == event.players.count(), seed
                assert round_.games.count() * 2 == round_.seats.filter(kind="game").count(), seed
            assert not Correction.objects.filter(done=False).exists()
    assert found >= {(kind, case) for kind in ("result", "colours", "opponents") for case in Case.values}


def test_a_correction_over_which_another_result_was_entered_is_not_taken_back(
    event: Tournament, chief: User, deputy: User
) -> None:
    """The result that a second arbiter has entered since would be lost."""
    builders.play(event, 1, chief)
    builders.correct(event, 1, chief, result="0-1")
    (noted,) = event.integrity_events.all()
    results.enter_result(
        tournament=event,
        number=1,
        board=1,
        result="1/2-1/2",
        version=game(event, 1).version,
        actor=deputy,
    )
    with pytest.raises(Conflict) as refusal:
        builders.confirmed(log_services.undo, tournament=event, event=noted.pk, actor=chief)
    assert refusal.value.code == "changed_since"
    assert game(event, 1).result == "1/2-1/2"
    assert Correction.objects.filter(game=game(event, 1)).exists()


def test_what_was_corrected_in_a_pairing_that_is_withdrawn_is_no_longer_reported(
    event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    builders.correct(event, 1, chief, kind="colours")
    clear(event, 1, chief)
    assert [line.split(":")[0] for line in log.remarks(event)] == ["### Correction @ Round 1"]
    builders.repair(event, 1, chief, ground="competition-rules", reason="As announced.")
    assert not Correction.objects.exists()
    assert [line.split(":")[0] for line in log.remarks(event)] == ["### Re-pairing @ Round 1"]

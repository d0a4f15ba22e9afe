"""C.04.2 D.10: once published, a pairing does not change through the ORM; and what may change."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection, models, transaction
from django.utils import timezone

from tests import builders
from tests.tournaments.guard_samples import WHY, Scene, chief, db, made, picture, save, scene
from tournaments.models import (
    Game,
    Player,
    Prohibition,
    Round,
    Seat,
    Tournament,
)
from tournaments.rounds.services import rounds

__all__ = ["chief", "db", "made", "scene"]


def bulk(row: models.Model, name: str, value: Any) -> None:
    setattr(row, name, value)
    type(row)._default_manager.bulk_update([row], [name])


ORM: dict[str, Callable[[Scene], object]] = {
    "seat player saved": lambda s: save(s.seat, player=s.fresh),
    "seat colour saved": lambda s: save(s.seat, colour="b" if s.seat.colour == "w" else "w"),
    "seat saved as it is": lambda s: s.seat.save(),
    "seat player updated": lambda s: Seat.objects.filter(pk=s.seat.pk).update(player=s.fresh),
    "seat colour updated": lambda s: Seat.objects.filter(pk=s.seat.pk).update(colour="x"),
    "seat colours swapped at once": lambda s: s.game.seats.update(
        colour=models.Case(models.When(colour="w", then=models.Value("b")), default=models.Value("w"))
    ),
    "seat game updated": lambda s: Seat.objects.filter(pk=s.seat.pk).update(game=s.second),
    "seat moved to a draft": lambda s: Seat.objects.filter(pk=s.seat.pk).update(round=s.draft),
    "draft's seat moved in": lambda s: Seat.objects.filter(pk=s.draft_bye.pk).update(round=s.published),
    "draft's seat put at a published board": lambda s: Seat.objects.filter(pk=s.draft_seat.pk).update(
        game=s.game
    ),
    "seat kind updated": lambda s: Seat.objects.filter(pk=s.bye.pk).update(kind="zero"),
    "game made a bye": lambda s: Seat.objects.filter(pk=s.seat.pk).update(
        kind="zero", game=None, colour=None
    ),
    "bye given to another": lambda s: Seat.objects.filter(pk=s.bye.pk).update(player=s.fresh),
    "all seats updated": lambda s: Seat.objects.update(colour=None),
    "seat in bulk": lambda s: bulk(s.seat, "player", s.fresh),
    "seat deleted": lambda s: s.seat.delete(),
    "seats deleted": lambda s: s.published.seats.all().delete(),
    "seats deleted without asking": lambda s: s.published.seats.all()._raw_delete("default"),
    "seat created": lambda s: Seat.objects.create(round=s.published, player=s.fresh, kind="zero"),
    "seats created in bulk": lambda s: Seat.objects.bulk_create(
        [Seat(round=s.published, player=s.fresh, kind="half")]
    ),
    "seat put in place of another": lambda s: Seat.objects.bulk_create(
        [Seat(pk=s.seat.pk, round=s.draft, player=s.fresh, kind="zero")],
        update_conflicts=True,
        unique_fields=["pk"],
        update_fields=["round", "player", "kind"],
    ),
    "seat that ignores conflicts": lambda s: Seat.objects.bulk_create(
        [Seat(round=s.published, player=s.fresh, kind="zero")], ignore_conflicts=True
    ),
    "game created": lambda s: Game.objects.create(round=s.published, board=99),
    "game deleted": lambda s: s.game.delete(),
    "game board saved": lambda s: save(s.game, board=77),
    "game board updated": lambda s: Game.objects.filter(pk=s.game.pk).update(board=77),
    "game left open updated": lambda s: Game.objects.filter(pk=s.game.pk).update(left_open="-"),
    "game board taken away": lambda s: Game.objects.filter(pk=s.game.pk).update(board=None),
    "game boards in bulk": lambda s: bulk(s.game, "board", 77),
    "game moved to a draft": lambda s: Game.objects.filter(pk=s.game.pk).update(round=s.draft),
    "draft's game moved in": lambda s: Game.objects.filter(pk=s.draft_game.pk).update(
        round=s.published, board=88
    ),
    "game's result changed with its board": lambda s: Game.objects.filter(pk=s.game.pk).update(
        result="0-1", board=77
    ),
    "round back to draft": lambda s: save(s.published, state="draft"),
    "round back to planned": lambda s: Round.objects.filter(pk=s.published.pk).update(state="planned"),
    "round back to published": lambda s: Round.objects.filter(pk=s.published.pk).update(state="published"),
    "round back to draft with a reason": lambda s: save(
        s.published, state="draft", repair_reason="I want to"
    ),
    "round number": lambda s: Round.objects.filter(pk=s.published.pk).update(number=30),
    "round tournament": lambda s: Round.objects.filter(pk=s.published.pk).update(
        tournament=s.other, number=30
    ),
    "round time": lambda s: Round.objects.filter(pk=s.published.pk).update(
        published_at=timezone.now() - timedelta(days=1)
    ),
    "round deleted": lambda s: s.published.delete(),
    "rounds deleted without asking": lambda s: s.event.rounds.all()._raw_delete("default"),
    "tournament deleted": lambda s: s.event.delete(),
    "tournament deleted without asking": lambda s: Tournament.objects.filter(pk=s.event.pk)._raw_delete(
        "default"
    ),
    "player deleted": lambda s: s.seat.player.delete(),
    "player deleted without asking": lambda s: Player.objects.filter(pk=s.seat.player_id)._raw_delete(
        "default"
    ),
    "player renamed": lambda s: save(s.seat.player, name="Else, E"),
    "player renamed in bulk": lambda s: bulk(s.seat.player, "name", "Else, E"),
    "player moved": lambda s: Player.objects.filter(pk=s.seat.player_id).update(
        tournament=s.other, number=99
    ),
    "round unseen": lambda s: save(s.published, state="planned", published_at=None),
    "edition saved": lambda s: save(s.event, edition="dutch-2016"),
    "edition updated": lambda s: Tournament.objects.filter(pk=s.event.pk).update(edition="dutch-2016"),
    "edition in bulk": lambda s: bulk(s.event, "edition", "dutch-2016"),
    "scoring saved": lambda s: save(s.event, points_win=30, points_draw=10),
    "acceleration saved": lambda s: save(s.event, acceleration="baku"),
    "virtual points saved": lambda s: save(s.fresh, virtual_points=[10]),
    "group created": lambda s: Prohibition.objects.create(tournament=s.event),
    "group changed": lambda s: save(s.group, last_round=1),
    "group moved": lambda s: save(s.elsewhere, tournament=s.event),
    "group deleted": lambda s: s.group.delete(),
    "group joined": lambda s: s.group.players.add(s.fresh),
    "group left": lambda s: s.group.players.remove(s.member.player),
    "group emptied": lambda s: s.group.players.clear(),
    "group of strangers": lambda s: s.elsewhere.players.add(s.fresh),
    "round's publisher": lambda s: Round.objects.filter(pk=s.published.pk).update(published_by=None),
}


def test_d10_orm_cannot_change_a_published_pairing(scene: Scene) -> None:
    before = picture(scene.event)
    assert len(before) == 9
    passed = []
    for name, way in ORM.items():
        # Each way gets rows of its own, as the way before has changed others in memory.
        own = copy.copy(scene)
        vars(own).update({key: copy.copy(value) for key, value in vars(scene).items()})
        try:
            with transaction.atomic():
                way(own)
                connection.check_constraints()
                passed.append(name)
                transaction.set_rollback(True)
        except DatabaseError as error:
            if not re.search(WHY, str(error)):
                raise
    assert passed == []
    assert picture(scene.event) == before


@pytest.mark.parametrize("state", [Round.State.PUBLISHED, Round.State.FINISHED])
def test_d10_holds_from_the_moment_of_publishing_to_the_end(scene: Scene, state: Round.State) -> None:
    if state == Round.State.PUBLISHED:
        scene.published = builders.publish(scene.event, 2, scene.chief)
    scene.published.refresh_from_db()
    assert scene.published.state == state
    for seat in scene.published.seats.all():
        with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
            Seat.objects.filter(pk=seat.pk).update(player=scene.fresh)
    for name in ("planned", "draft"):
        with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
            Round.objects.filter(pk=scene.published.pk).update(state=name)


def test_the_result_of_a_published_game_may_change(scene: Scene) -> None:
    for result in Game.Result.values:
        Game.objects.filter(pk=scene.game.pk).update(result=result, version=models.F("version") + 1)
        scene.game.refresh_from_db()
        assert scene.game.result == result
        scene.game.rated = not scene.game.rated
        scene.game.save()


def test_a_players_data_may_be_corrected_after_publishing_b3(scene: Scene) -> None:
    row = Player.objects.get(pk=scene.seat.player_id)
    row.club, row.number = "Corrected Club", 50
    row.save()
    assert Player.objects.get(pk=row.pk).number == 50
    # A rating needs a line of the log: tests/log/test_told_facts.py.
    with pytest.raises(DatabaseError, match=r"B\.3"), transaction.atomic():
        Player.objects.filter(pk=row.pk).update(rating=2222)


def test_a_draft_changes_freely(scene: Scene) -> None:
    seats = scene.draft_game.seats.order_by("pk")
    colours = [seat.colour for seat in seats]
    scene.draft_game.seats.update(colour=None, kind="zero", game=None)
    for seat, colour in zip(seats, reversed(colours), strict=False):
        save(seat, kind="game", game=scene.draft_game, colour=colour)
    Seat.objects.filter(pk=scene.draft_bye.pk).update(player=scene.fresh)
    Game.objects.filter(pk=scene.draft_game.pk).update(board=7)
    scene.draft_game.delete()
    scene.draft.games.all().delete()
    scene.draft.seats.all().delete()
    Round.objects.filter(pk=scene.draft.pk).update(state="planned")
    scene.draft.delete()


def test_a_published_round_may_be_finished_and_never_back(scene: Scene) -> None:
    published = builders.publish(scene.event, 2, scene.chief)
    Round.objects.filter(pk=published.pk).update(state="finished")
    for state in ("published", "draft", "planned"):
        with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
            Round.objects.filter(pk=published.pk).update(state=state, repair_reason="because")


@pytest.mark.parametrize("flaw", ["a board without a number", "a board with one player", "an empty board"])
def test_a_round_is_not_published_with(scene: Scene, flaw: str) -> None:
    rounds.pair_round(tournament=scene.event, number=2, actor=scene.chief)
    for board, game in enumerate(scene.draft.games.all(), 1):
        save(game, board=board)
    game = scene.draft.games.all()[0]
    if flaw == "a board without a number":
        save(game, board=None)
    elif flaw == "a board with one player":
        game.seats.all()[0].delete()
    else:
        Game.objects.create(round=scene.draft, board=44)
    with pytest.raises(DatabaseError, match="two players and a number"), transaction.atomic():
        Round.objects.filter(pk=scene.draft.pk).update(state="published", published_at=timezone.now())


@pytest.mark.parametrize("what", ["game", "round"])
def test_a_draft_is_not_moved_away_from_its_seats(scene: Scene, what: str) -> None:
    move = {
        "game": lambda: Game.objects.filter(pk=scene.draft_game.pk).update(round=scene.planned),
        "round": lambda: Round.objects.filter(pk=scene.draft.pk).update(tournament=scene.other, number=30),
    }[what]
    with pytest.raises(DatabaseError, match="joins two rounds or tournaments"), transaction.atomic():
        move()

"""The events of `manage.py demo`: all of them, the same on every machine, however often it is run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import override_settings

from pairing import checker, trf
from tests.event.test_demo import demo, login
from tournaments import rulebook
from tournaments.models import AuditEvent, Game, Player, Round, Seat, Tournament
from tournaments.results import queries as results
from tournaments.rounds.queries.boards import games_of

pytestmark = pytest.mark.any_database


@pytest.fixture(scope="module")
def loaded(module_db: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """What the command says when it has loaded all of them, once for this file."""
    with override_settings(DATA_DIR=tmp_path_factory.mktemp("demo")):
        yield demo()


@pytest.fixture
def db(loaded: str, undone_db: None) -> None:
    """The tests of this file share the events."""


def pairings(event: Tournament) -> dict[int, Any]:
    return {
        round_.number: (
            round_.state,
            [
                (board.row.board, board.white.name, board.black.name, board.row.result)
                for board in games_of(round_)
            ],
            sorted(round_.seats.exclude(kind="game").values_list("player__name", "kind")),
        )
        for round_ in event.rounds.all()
    }


def test_both_events_are_as_promised(loaded: str, db: None) -> None:
    cup, open_ = Tournament.objects.get(slug="scotch-cup"), Tournament.objects.get(slug="demo-open")
    assert Tournament.objects.count() == 4
    assert cup.players.count() == 14
    assert [r.state for r in cup.rounds.all()] == ["finished"] * 4 + ["published"]
    assert not cup.rounds.get(number=5).games.exclude(result="").exists()
    assert (open_.players.count(), open_.number_of_rounds) == (120, 9)
    assert [r.state for r in open_.rounds.all()] == ["finished"] * 4 + ["draft"] + ["planned"] * 4
    assert results.open_games(open_) == 0
    draft = open_.rounds.get(number=5)
    assert draft.fingerprint == rulebook.fingerprint(open_, 5)
    assert draft.seats.filter(kind="half").count() == 1
    kinds = set(Seat.objects.filter(round__tournament=open_).values_list("kind", flat=True))
    assert kinds >= {"game", "half", "zero"}
    assert open_.players.exclude(withdrawn_from=None).count() == 1
    names = list(open_.players.values_list("name", flat=True))
    assert len(set(names)) == 120
    ratings = list(open_.players.order_by("number").values_list("rating", flat=True))
    assert ratings == sorted(ratings, reverse=True)
    assert Game.objects.filter(round__tournament=open_).exclude(result="").count() > 230
    checks = checker.check(trf.read(rulebook.report(open_).encode()))
    assert [check.agrees for check in checks] == [True] * 4
    # The login that was printed owns all four.
    username, password = login(loaded)
    user = authenticate(username=username, password=password)
    assert isinstance(user, User)
    assert set(user.memberships.values_list("tournament__slug", "role")) == {
        ("scotch-cup", "owner"),
        ("demo-open", "owner"),
        ("demo-masters", "owner"),
        ("demo-teams", "owner"),
    }
    masters = Tournament.objects.get(slug="demo-masters")
    assert set(masters.rounds.values_list("state", flat=True)) == {"published"}
    assert rulebook.finished_rounds(masters) == 6
    assert [line.number for line in rulebook.table(masters)][-1] == 10


def test_loading_again_changes_nothing_and_loading_anew_gives_the_same(loaded: str, db: None) -> None:
    """A.4; and a screen described in the manual is the screen that everybody sees."""
    rows = {
        table: list(table._default_manager.order_by("pk").values_list())
        for table in (Tournament, Player, Round, Game, Seat, AuditEvent, User)
    }
    assert demo() == loaded
    for table, before in rows.items():
        assert list(table._default_manager.order_by("pk").values_list()) == before
    old = Tournament.objects.get(slug="demo-open")
    Tournament.objects.filter(pk=old.pk).update(slug="demo-open-of-another-day")
    assert demo() == loaded
    new = Tournament.objects.get(slug="demo-open")
    assert new.pk != old.pk
    assert pairings(new) == pairings(old)
    assert rulebook.report(new) == rulebook.report(old)


def test_what_the_demonstration_has_published_stands(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("verify")
    assert capsys.readouterr().out == ""

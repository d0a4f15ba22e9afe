"""`manage.py demo`: both events, the same on every machine, however often it is called."""

from __future__ import annotations

import io
import re
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.management import call_command

from pairing import checker, trf
from tournaments import engine
from tournaments.management.commands import demo as command
from tournaments.models import AuditEvent, Game, Player, Round, Seat, Tournament
from tournaments.selectors import results
from tournaments.selectors.boards import games_of

if TYPE_CHECKING:
    from pytest_django.fixtures import SettingsWrapper

pytestmark = pytest.mark.any_database


def demo() -> str:
    out = io.StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


@pytest.fixture
def data_dir(db: None, settings: SettingsWrapper, tmp_path: Path) -> Path:
    """The password is written here, not beside the developer's own database."""
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def loaded(data_dir: Path) -> str:
    return demo()


@pytest.fixture
def quick(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the events that take long."""
    for large in ("demo_open", "demo_masters", "demo_teams"):
        monkeypatch.setattr(command, large, lambda arbiter: None)


def test_the_first_account_administers_the_server(quick: None) -> None:
    """The newcomer on a laptop imports rating lists; it stays so when the command comes again."""
    demo()
    assert User.objects.get().is_staff
    User.objects.update(is_staff=False)
    demo()
    assert User.objects.get().is_staff


def test_where_somebody_does_the_arbiter_of_the_demonstration_does_not(quick: None) -> None:
    User.objects.create_superuser("keeper", password="keeper")
    demo()
    demo()
    assert not User.objects.get(username="arbiter").is_staff


def login(output: str) -> tuple[str, str]:
    match = re.search(r"login: (\S+), password: (\S+)", output)
    assert match, output
    return match[1], match[2]


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


def test_both_events_are_as_promised(loaded: str) -> None:
    cup, open_ = Tournament.objects.get(slug="scotch-cup"), Tournament.objects.get(slug="demo-open")
    assert Tournament.objects.count() == 4
    assert cup.players.count() == 14
    assert [r.state for r in cup.rounds.all()] == ["finished"] * 4 + ["published"]
    assert not cup.rounds.get(number=5).games.exclude(result="").exists()
    assert (open_.players.count(), open_.number_of_rounds) == (120, 9)
    assert [r.state for r in open_.rounds.all()] == ["finished"] * 4 + ["draft"] + ["planned"] * 4
    assert results.open_games(open_) == 0
    draft = open_.rounds.get(number=5)
    assert draft.fingerprint == engine.fingerprint(open_, 5)
    assert draft.seats.filter(kind="half").count() == 1
    kinds = set(Seat.objects.filter(round__tournament=open_).values_list("kind", flat=True))
    assert kinds >= {"game", "half", "zero"}
    assert open_.players.exclude(withdrawn_from=None).count() == 1
    names = list(open_.players.values_list("name", flat=True))
    assert len(set(names)) == 120
    ratings = list(open_.players.order_by("number").values_list("rating", flat=True))
    assert ratings == sorted(ratings, reverse=True)
    assert Game.objects.filter(round__tournament=open_).exclude(result="").count() > 230
    checks = checker.check(trf.read(engine.report(open_).encode()))
    assert [check.agrees for check in checks] == [True] * 4
    # The login that was printed is the chief arbiter's of both.
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
    assert engine.finished_rounds(masters) == 6
    assert [line.number for line in engine.table(masters)][-1] == 10


def test_loading_again_changes_nothing_and_loading_anew_gives_the_same(data_dir: Path) -> None:
    """A.4, and so that a screen described in the manual is the screen that everybody sees."""
    first = demo()
    rows = {
        table: list(table._default_manager.order_by("pk").values_list())
        for table in (Tournament, Player, Round, Game, Seat, AuditEvent, User)
    }
    assert demo() == first
    for table, before in rows.items():
        assert list(table._default_manager.order_by("pk").values_list()) == before
    old = Tournament.objects.get(slug="demo-open")
    Tournament.objects.filter(pk=old.pk).update(slug="demo-open-of-another-day")
    assert demo() == first
    new = Tournament.objects.get(slug="demo-open")
    assert new.pk != old.pk
    assert pairings(new) == pairings(old)
    assert engine.report(new) == engine.report(old)


def test_only_what_is_missing_is_loaded(quick: None) -> None:
    demo()
    cup = Tournament.objects.get()
    Tournament.objects.filter(pk=cup.pk).update(name="Renamed by its arbiter")
    demo()
    assert Tournament.objects.get().name == "Renamed by its arbiter"


def test_the_password_is_made_by_chance_and_kept_for_its_owner_alone(quick: None, data_dir: Path) -> None:
    username, password = login(demo())
    path = data_dir / "arbiter-password"
    assert path.read_text() == password
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(password) >= 12
    assert password not in Path(__file__).parents[2].joinpath(
        "tournaments", "management", "commands", "demo.py"
    ).read_text(encoding="utf-8")
    User.objects.get(username=username)


def test_a_password_that_was_changed_is_not_told(quick: None, data_dir: Path) -> None:
    username, password = login(demo())
    user = User.objects.get(username=username)
    user.set_password("another secret")
    user.save()
    again = demo()
    assert password not in again
    assert "as you have changed it" in again
    user.refresh_from_db()
    assert user.check_password("another secret")


def test_an_account_made_anew_gets_another_password(quick: None, data_dir: Path) -> None:
    """The file of an older database does not let its reader into a new one."""
    (data_dir / "arbiter-password").write_text("old")
    assert login(demo())[1] != "old"


def test_what_the_demonstration_has_published_stands(loaded: str, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("verify")
    assert capsys.readouterr().out == ""

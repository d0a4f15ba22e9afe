"""The next round, looked at ahead; what could change it; and how a new draft differs from the last one."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tests.tournaments.test_audit import everything
from tournaments import rulebook
from tournaments.models import Game, Tournament
from tournaments.players.services import byes, players
from tournaments.results import services as results
from tournaments.rounds.queries import boards, drafts
from tournaments.rounds.queries.boards import pairing_as_keys
from tournaments.rounds.queries.rounds import has_begun
from tournaments.rounds.services import rounds
from tournaments.rulebook import pairings

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.any_database

Supposition = rulebook.Supposition
Result = Game.Result


def outlook(event: Tournament, number: int, case: Supposition | None = None) -> rulebook.Outlook:
    return rulebook.outlooks(event, number, [case or Supposition()])[0]


def paired(event: Tournament, number: int, actor: User) -> rulebook.Outlook:
    """The same round, paired in earnest."""
    rounds.pair_round(tournament=event, number=number, actor=actor)
    found = pairing_as_keys(event.rounds.get(number=number))
    return rulebook.Outlook(tuple((white, black) for white, black in found["pairs"]), found["pab"])


def same(one: rulebook.Outlook, other: rulebook.Outlook) -> bool:
    return set(one.boards) == set(other.boards) and one.bye == other.bye


def enter(event: Tournament, number: int, board: int, result: str, actor: User) -> None:
    game = event.rounds.get(number=number).games.get(board=board)
    results.enter_result(
        tournament=event, number=number, board=board, result=result, version=game.version, actor=actor
    )


def one_open(event: Tournament, actor: User) -> Game:
    """Round 1 is played except for board 2, whose game is returned."""
    builders.play(event, 1, actor)
    enter(event, 1, 2, Result.NOT_YET, actor)
    return event.rounds.get(number=1).games.get(board=2)


@pytest.mark.parametrize("result", drafts.TRIED)
def test_each_result_of_an_open_game_gives_the_pairing_it_would_have(
    event: Tournament, chief: User, result: str
) -> None:
    game = one_open(event, chief)
    seen = outlook(event, 2, Supposition(results=((game.pk, result),)))
    enter(event, 1, 2, result, chief)
    assert same(seen, paired(event, 2, chief))


def test_an_open_game_counts_as_a_draw(event: Tournament, chief: User) -> None:
    game = one_open(event, chief)
    assert outlook(event, 2) == outlook(event, 2, Supposition(results=((game.pk, Result.DRAW),)))
    coming = drafts.next_round(event)
    assert coming is not None
    (shown,) = coming.open_games
    white_wins, draw, _black_wins = shown.effects
    assert (shown.board, white_wins.result, draw.result) == (2, "1-0", "½-½")
    assert white_wins.difference
    assert not draw.difference


def test_a_corrected_result_gives_the_pairing_it_would_have(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    game = event.rounds.get(number=1).games.get(board=3)
    seen = outlook(event, 2, Supposition(results=((game.pk, Result.BLACK_WINS),)))
    assert not same(seen, outlook(event, 2))
    enter(event, 1, 3, Result.BLACK_WINS, chief)
    assert same(seen, paired(event, 2, chief))


@pytest.mark.parametrize("number", [1, 2])
def test_d3_who_might_withdraw_is_left_out_as_who_does(event: Tournament, chief: User, number: int) -> None:
    for before in range(1, number):
        builders.play(event, before, chief)
    gone = event.players.get(number=3)
    seen = outlook(event, number, Supposition(away=frozenset({gone.pk})))
    players.withdraw_player(player=gone, actor=chief)
    assert same(seen, paired(event, number, chief))
    assert seen.bye is not None


def test_d3_who_might_return_is_paired_as_who_does(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    gone, bye = event.players.get(number=3), event.players.get(number=4)
    players.withdraw_player(player=gone, actor=chief)
    byes.give_bye(player=bye, number=2, kind="half", actor=chief)
    seen = outlook(event, 2, Supposition(there=frozenset({gone.pk, bye.pk})))
    players.return_player(player=gone, actor=chief)
    byes.cancel_bye(player=bye, number=2, actor=chief)
    assert same(seen, paired(event, 2, chief))


@pytest.mark.parametrize("acceleration", ["none", "baku"])
@pytest.mark.parametrize(("rating", "played"), [(2900, 1), (2388, 1), (2388, 2), (None, 1), (2900, 4)])
def test_c2_who_might_come_late_is_paired_as_who_does(
    chief: User, rating: int | None, played: int, acceleration: str
) -> None:
    event = builders.tournament(chief, players=9, rounds=7, acceleration=acceleration)
    for number in range(1, played + 1):
        builders.play(event, number, chief)
    newcomer = drafts.newcomer(event, "Late, Larry", rating)
    seen = outlook(event, played + 1, Supposition(newcomer=newcomer))
    late = players.add_players(
        tournament=event, entries=[{"name": "Late, Larry", "rating": rating}], actor=chief
    )[0]
    assert late.number == newcomer.number
    real = paired(event, played + 1, chief)
    named = {0: late.pk}
    boards = tuple((named.get(white, white), named.get(black, black)) for white, black in seen.boards)
    assert same(rulebook.Outlook(boards, named.get(seen.bye or -1, seen.bye)), real)


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_looking_ahead_writes_nothing(event: Tournament, chief: User, data: st.DataObject) -> None:
    if not has_begun(event):
        one_open(event, chief)
    keys = st.frozensets(st.sampled_from(sorted(event.players.values_list("pk", flat=True))), max_size=6)
    away = data.draw(keys)
    games = st.sampled_from(list(Game.objects.filter(round__tournament=event).values_list("pk", flat=True)))
    case = Supposition(
        results=((data.draw(games), data.draw(st.sampled_from([r for r in Result.values if r]))),),
        away=away,
        there=data.draw(keys) - away,
        newcomer=data.draw(st.sampled_from([None, drafts.newcomer(event, "Late, L", 2390)])),
    )
    before = everything()
    with CaptureQueriesContext(
        connection,
    ) as asked:
        seen = outlook(event, 2, case)
    assert all(query["sql"].startswith("SELECT") for query in asked.captured_queries)
    assert everything() == before
    seated = [key for board in seen.boards for key in board] + ([seen.bye] if seen.bye is not None else [])
    assert len(seated) == len(set(seated))
    if not seen.refusal:
        expected = set(event.players.values_list("pk", flat=True)) - away | ({0} if case.newcomer else set())
        assert set(seated) == expected


def test_the_round_is_shown_as_results_come_in(chief: User, chief_client: Client) -> None:
    """From the first game on; and, once few games are open, with what each of them would change."""
    event = builders.tournament(chief, players=2 * drafts.FEW + 2)
    builders.publish(event, 1, chief)
    event.refresh_from_db()
    coming = drafts.next_round(event)
    assert coming is not None
    assert (len(coming.lines), coming.open_count, coming.open_games) == (drafts.FEW + 1, drafts.FEW + 1, ())
    page = chief_client.get(reverse("next-round", args=[event.slug])).content.decode()
    assert (
        "9 games have no result; what each of them would change is shown when no more than 8 are open."
    ) in page
    enter(event, 1, 1, Result.DRAW, chief)
    event.refresh_from_db()
    coming = drafts.next_round(event)
    assert coming is not None
    assert len(coming.open_games) == coming.open_count == drafts.FEW


def test_the_boards_to_come_are_counted_before_anybody_is_paired(event: Tournament, chief: User) -> None:
    """A player who withdraws or has a bye sits at none of them (C.04.2 C.1, D.3)."""
    builders.play(event, 1, chief)
    players.withdraw_player(player=event.players.get(number=1), actor=chief)
    byes.give_bye(player=event.players.get(number=2), number=2, kind="half", actor=chief)
    event.refresh_from_db()
    coming = drafts.unpaired(event)
    assert coming is not None
    assert list(coming.boards) == list(range(1, (event.players.count() - 2) // 2 + 1))
    whole = drafts.next_round(event)
    assert whole is not None
    assert len(whole.lines) == len(coming.boards)


def test_d1_an_adjourned_game_is_open_too(event: Tournament, chief: User) -> None:
    """It is a draw for the pairing until its result comes, which the next round may use."""
    game = one_open(event, chief)
    enter(event, 1, 2, Result.ADJOURNED, chief)
    event.refresh_from_db()
    coming = drafts.next_round(event)
    assert coming is not None
    (shown,) = coming.open_games
    assert shown.board == 2
    white_wins, draw, _black_wins = shown.effects
    assert white_wins.difference
    assert not draw.difference
    seen = outlook(event, 2, Supposition(results=((game.pk, Result.BLACK_WINS),)))
    enter(event, 1, 2, Result.BLACK_WINS, chief)
    assert same(seen, paired(event, 2, chief))


def test_the_page_follows_the_results(event: Tournament, chief: User, chief_client: Client) -> None:
    game = one_open(event, chief)
    page = chief_client.get(reverse("next-round", args=[event.slug]))
    assert page.context["coming"].open_games
    enter(event, 1, game.board or 0, Result.WHITE_WINS, chief)
    page = chief_client.get(reverse("next-round", args=[event.slug]))
    assert page.context["coming"].open_games == ()
    panel = chief_client.get(reverse("next-round", args=[event.slug]), {"panel": ""}).content.decode()
    assert "Round 2, looked at ahead" in panel
    assert "4 boards as they would be paired now" in panel


def test_the_provisional_round_is_the_arbiters_own(event: Tournament, chief: User) -> None:
    one_open(event, chief)
    for role, shown in (("clerk", False), ("deputy", True)):
        client = Client()
        client.force_login(builders.member(event, f"a {role}", role))
        desk = client.get(reverse("desk", args=[event.slug])).content.decode()
        assert ("looked at ahead" in desk) is shown
        panel = client.get(reverse("next-round", args=[event.slug]), {"panel": ""})
        assert ("looked at ahead" in panel.content.decode()) is shown
        assert panel.status_code == (200 if shown else 403)


def test_the_desk_pairs_nothing_and_says_who_does(
    event: Tournament, chief: User, chief_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = one_open(event, chief)
    asked: list[int] = []
    pair = pairings._paired_then

    def counted(*arguments: Any) -> rulebook.Outlook:
        asked.append(1)
        return pair(*arguments)

    monkeypatch.setattr(pairings, "_paired_then", counted)
    desk = chief_client.get(reverse("desk", args=[event.slug])).content.decode()
    assert not asked
    url = reverse("next-round", args=[event.slug])
    assert f'hx-get="{url}?panel" hx-trigger="load"' in desk
    assert f'<a href="{url}">As it would be paired now</a>' in desk
    white = game.seats.get(colour="w").player.name
    black = game.seats.get(colour="b").player.name
    panel = chief_client.get(f"{url}?panel").content.decode()
    for text in (desk, panel):
        assert f"Board 2</a> {white} – {black}:" in text
    assert len(asked) == 3
    assert "hx-get" not in panel
    assert re.search(r'<b class="amount">1-0</b> moves \d players', panel)


def test_a_panel_that_comes_too_late_is_empty(chief: User, chief_client: Client) -> None:
    event = builders.tournament(chief, players=4, rounds=1)
    builders.publish(event, 1, chief)
    answer = chief_client.get(reverse("next-round", args=[event.slug]), {"panel": ""})
    assert (answer.status_code, answer.content.strip()) == (200, b"")


def test_what_if_is_answered_on_the_page(event: Tournament, chief: User, chief_client: Client) -> None:
    game = one_open(event, chief)
    gone = event.players.get(number=3)
    url = reverse("next-round", args=[event.slug])
    answer = chief_client.get(
        url,
        {"ask": 1, "away": gone.pk, "name": "Late, Larry", "rating": 2390, "game": game.pk, "result": "0-1"},
    ).context["answer"]
    new = {line.white.name for line in answer.difference.new} | {
        line.black.name for line in answer.difference.new
    }
    assert "Late, Larry" in new
    assert gone.name not in new
    for asked, fault in (
        ({}, "Choose what might be different"),
        ({"result": "0-1"}, "Choose both a game and a result"),
        ({"rating": 2000}, "Say who it is"),
        ({"away": 0}, "is not offered here"),
    ):
        page = chief_client.get(url, {"ask": 1} | asked)
        assert "answer" not in page.context
        assert fault in page.content.decode()


def test_asking_on_the_page_changes_no_row(event: Tournament, chief: User, chief_client: Client) -> None:
    """A question about who withdraws, who comes or which result changes leaves no trace."""
    game = one_open(event, chief)
    url = reverse("next-round", args=[event.slug])
    gone = event.players.get(number=3).pk
    before = everything()
    for asked in (
        {"away": gone},
        {"name": "Late, Larry", "rating": 2390},
        {"game": game.pk, "result": "1-0"},
        {"away": gone, "name": "Late, Larry", "game": game.pk, "result": "1-0"},
    ):
        page = chief_client.get(url, {"ask": 1} | asked)
        assert page.context["answer"].difference
        assert everything() == before
    chief_client.get(reverse("desk", args=[event.slug]))
    assert everything() == before


# Draft again.


def test_a_new_draft_shows_what_it_has_otherwise(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    builders.play(event, 1, chief)
    rounds.pair_round(tournament=event, number=2, actor=chief)
    round_ = event.rounds.get(number=2)
    assert drafts.since_the_last_draft(round_) is None
    before = builders.meetings(event, 2)
    gone = event.players.get(number=1)
    players.withdraw_player(player=gone, actor=chief)
    # A late entry moves every number down; the boards are compared all the same.
    players.add_players(tournament=event, entries=[{"name": "Late, L", "rating": 2900}], actor=chief)
    rounds.pair_round(tournament=event, number=2, actor=chief)
    round_.refresh_from_db()
    since = drafts.since_the_last_draft(round_)
    assert since is not None
    now = builders.meetings(event, 2)
    assert {frozenset({line.white.pk, line.black.pk}) for line in since.gone} == before - now
    assert {frozenset({line.white.pk, line.black.pk}) for line in since.new} == now - before
    page = chief_client.get(reverse("desk-round", args=[event.slug, 2])).content.decode()
    assert "Compared with the last pairing of this round" in page


def test_a_draft_thrown_away_is_what_the_next_one_is_compared_with(event: Tournament, chief: User) -> None:
    rounds.pair_round(tournament=event, number=1, actor=chief)
    rounds.discard_draft(tournament=event, number=1, actor=chief)
    rounds.pair_round(tournament=event, number=1, actor=chief)
    since = drafts.since_the_last_draft(event.rounds.get(number=1))
    assert since is not None
    assert not since


def test_d10_a_pairing_made_anew_is_compared_with_the_withdrawn_one(chief: User) -> None:
    event = builders.with_rematch(chief)
    before = builders.meetings(event, 2)
    builders.repair(event, 2, chief)
    since = drafts.since_the_last_draft(event.rounds.get(number=2))
    assert since is not None
    assert {frozenset({line.white.pk, line.black.pk}) for line in since.gone} == before


def test_changes_are_told_by_kind() -> None:
    before = boards.Pairs(((1, 2), (3, 4), (5, 6)), 7)
    found = boards.between(before, boards.Pairs(((1, 2), (4, 3), (5, 7)), 6))
    assert (found.gone, found.new, found.turned) == (((5, 6),), ((5, 7),), ((4, 3),))
    assert (found.bye_before, found.bye_now, found.bye_moves) == (7, 6, True)
    assert found.players == {3, 4, 5, 6, 7}
    assert not boards.between(before, before)


def test_who_is_away_is_found_by_part_of_a_name(chief_client: Client, chief: User) -> None:
    event = builders.tournament(chief, players=24)
    builders.play(event, 1, chief)
    url = reverse("next-round", args=[event.slug])
    # No long list of names is offered to choose from.
    assert 'select name="away"' not in chief_client.get(url).content.decode()
    one, two = event.players.get(name="Costa, C022"), event.players.get(name="Berg, A001")
    found = chief_client.get(url, {"ask": 1, "away": one.pk, "away_name": "a001"})
    assert found.context["answer"].difference
    assert {player.pk for player in found.context["form"].cleaned_data["away"]} == {one.pk, two.pk}
    for key in (one.pk, two.pk):
        assert f'name="away" value="{key}" checked' in found.content.decode()
    # As the browser suggests it: number and name.
    suggested = chief_client.get(url, {"ask": 1, "away_name": f"{two.number} {two.name}"})
    assert suggested.context["form"].cleaned_data["away"] == [two]
    several = chief_client.get(url, {"ask": 1, "away_name": "berg"})
    assert "Choose who is meant" in several.content.decode()
    assert several.content.decode().count('name="away"') == 3
    # One of them is chosen, and the typed text is kept.
    chosen = chief_client.get(url, {"ask": 1, "away": two.pk, "away_name": "berg"})
    assert chosen.context["form"].cleaned_data["away"] == [two]
    nobody = chief_client.get(url, {"ask": 1, "away_name": "xyz"})
    assert "Nobody of that name" in nobody.content.decode()
    assert "answer" not in nobody.context

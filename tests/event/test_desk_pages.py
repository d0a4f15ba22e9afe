"""The arbiters' pages, used without JavaScript: real forms, real redirects, clear refusals."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tournaments import rulebook
from tournaments.event.services import event as event_services
from tournaments.models import Game, Seat, Tournament
from tournaments.prizes import services as prizes
from tournaments.results import services as results
from tournaments.rounds.services import by_hand, rounds

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.any_database

# What the browser sends for the questions that already have a good answer.
REGULATIONS = {"edition": "dutch-2026", "scoring": "10-5-0", "bye": "win", "acceleration": "none"}

# The fields that are fixed once round 1 is paired, and the article that says so.
FIXED = {
    "number_of_rounds": "C.04.1 art. 1",
    "edition": "C.04.2 art. 1.3",
    "scoring": "C.04.1; announced before round 1",
    "bye": "C.04.1 art. 3",
    "acceleration": "C.04.2 art. 1.1, C.04.7",
}


def post(client: Client, route: str, /, *args: object, **data: object) -> Answer:
    """Send a form and follow it to the page that answers."""
    return client.post(reverse(route, args=args), data, follow=True)


def text(answer: Answer) -> str:
    """What the page says, white space folded."""
    return " ".join(answer.content.decode().split())


def test_create_a_tournament_from_a_few_answers(chief_client: Client) -> None:
    answer = post(
        chief_client,
        "tournament-new",
        name="Winter Open",
        number_of_rounds=7,
        **REGULATIONS,
        start_date="2026-12-01",
        end_date="2026-12-07",
    )
    event = Tournament.objects.get(name="Winter Open")
    assert answer.redirect_chain == [(reverse("desk", args=[event.slug]), 302)]
    assert "Add players" in text(answer)
    assert [r.number for r in event.rounds.all()] == [1, 2, 3, 4, 5, 6, 7]


def test_a_form_with_a_fault_keeps_what_was_typed(chief_client: Client) -> None:
    before = Tournament.objects.count()
    answer = post(
        chief_client,
        "tournament-new",
        name="Winter Open",
        number_of_rounds="many",
        **REGULATIONS,
        start_date="2026-12-07",
        end_date="2026-12-01",
    )
    assert answer.status_code == 422
    assert "Winter Open" in text(answer)
    assert "Enter a whole number" in text(answer)
    assert "The last day is before the first" in text(answer)
    assert Tournament.objects.count() == before


def test_paste_preview_enter(chief_client: Client, chief: User) -> None:
    event = builders.tournament(chief, players=0, colour="")
    pasted = "Name\tRating\tTitle\nBrown, Ben\t2180\t\nAndrews, Alan\t2200\tFM\n"
    preview = post(chief_client, "players-import", event.slug, text=pasted)
    assert "Add 2 players" in text(preview)
    assert event.players.count() == 0
    entered = post(chief_client, "players-import", event.slug, text=pasted, **{"import": "1"})
    assert "2 players are entered" in text(entered)
    assert [p.name for p in event.players.all()] == ["Andrews, Alan", "Brown, Ben"]


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({}, "Paste the players, or choose a file."),
        ({"text": " "}, "Paste the players, or choose a file."),
        ({"text": "Name;Rating\n"}, "No players found. Put each player on a separate line"),
    ],
)
def test_of_a_list_without_anybody_it_is_said_what_was_expected(
    chief_client: Client, event: Tournament, sent: dict[str, str], words: str
) -> None:
    answer = post(chief_client, "players-import", event.slug, **sent)
    assert answer.status_code == 422
    assert words in text(answer)


def test_a_bye_that_cannot_be_read_is_told_by_its_fields(chief_client: Client, event: Tournament) -> None:
    player = event.players.get(number=1)
    answer = post(chief_client, "player-bye", event.slug, player.pk, number="", kind="x")
    assert answer.status_code == 422
    assert "Round: This field is required." in text(answer)
    assert "Bye: “x” is not offered here." in text(answer)


def test_a_list_with_a_fault_enters_nobody_and_names_the_line(
    chief_client: Client, event: Tournament
) -> None:
    before = event.players.count()
    pasted = "Name;Rating\nNew, Nina;2100\nOld, Otto;strong\n"
    for extra in ({}, {"import": "1"}):
        answer = post(chief_client, "players-import", event.slug, text=pasted, **extra)
        assert answer.status_code == 422
        assert "Line 3: rating: found “strong”, expected a number" in text(answer)
        assert "New, Nina" in text(answer)
    assert event.players.count() == before


def test_upload_a_file_of_players(chief_client: Client, chief: User) -> None:
    event = builders.tournament(chief, players=0)
    file = SimpleUploadedFile("players.csv", "Name;Elo\nMüller, Jörg;2011\n".encode("cp1252"))
    preview = post(chief_client, "players-import", event.slug, file=file)
    assert "Müller, Jörg" in text(preview)
    assert "Add 1 player" in text(preview)


def test_who_adds_a_player_begins_with_the_name(chief_client: Client, event: Tournament) -> None:
    add = text(chief_client.get(reverse("player-add", args=[event.slug])))
    assert re.search(r'<input [^>]*name="name"[^>]* autofocus', add)
    player = event.players.get(number=1)
    edit = text(chief_client.get(reverse("player-edit", args=[event.slug, player.pk])))
    assert "autofocus" not in edit


def test_add_one_player_and_another(chief_client: Client, event: Tournament) -> None:
    answer = post(
        chief_client, "player-add", event.slug, name="New,  Nina", rating=2399, first_round=1, another="1"
    )
    assert answer.redirect_chain[-1][0] == reverse("player-add", args=[event.slug])
    assert event.players.get(name="New, Nina").number == 2


def test_a_double_is_named_and_what_was_typed_stays(chief_client: Client, event: Tournament) -> None:
    name = event.players.get(number=1).name
    answer = post(chief_client, "player-add", event.slug, name=name, first_round=1)
    assert answer.status_code == 422
    assert f"Probably the same person as no. 1, {name}." in text(answer)
    assert f'<input type="hidden" name="name" value="{name}">' in answer.content.decode()


def test_the_lot_then_the_first_round(chief_client: Client, chief: User) -> None:
    event = builders.tournament(chief, colour="")
    desk = chief_client.get(reverse("desk", args=[event.slug]))
    assert "Draw the lot" in text(desk)
    answer = post(chief_client, "initial-colour", event.slug, draw="1")
    assert "The lot is drawn" in text(answer)
    assert "Pair round 1" in text(answer)
    event.refresh_from_db()
    assert (event.initial_colour in {"w", "b"}, event.colour_origin) == (True, "lot")


def test_pair_look_throw_away_pair_publish(chief_client: Client, event: Tournament) -> None:
    draft = post(chief_client, "round-pair", event.slug, 1)
    assert "Publish round 1" in text(draft)
    assert "Throw this draft away" in text(draft)
    gone = post(chief_client, "round-discard", event.slug, 1)
    assert "is thrown away" in text(gone)
    assert not Seat.objects.exists()
    post(chief_client, "round-pair", event.slug, 1)
    published = post(chief_client, "round-publish", event.slug, 1)
    assert "Pairings cannot be changed any more (C.04.2 art. 4.4)" in text(published)
    refused = post(chief_client, "round-discard", event.slug, 1)
    assert refused.status_code == 409
    assert "C.04.2 art. 4.4" in text(refused)
    assert Seat.objects.count() == 8


def test_what_prevents_the_next_round_stands_beside_the_button(
    chief_client: Client, event: Tournament, chief: User
) -> None:
    builders.publish(event, 1, chief)
    refused = post(chief_client, "round-pair", event.slug, 3)
    assert refused.status_code == 422
    assert "Round 2 is not published yet" in text(refused)
    page = chief_client.get(reverse("desk-round", args=[event.slug, 3]))
    assert f'"{reverse("desk-round", args=[event.slug, 2])}"' in text(page)
    assert "disabled" in text(page)


def test_a_draft_that_is_out_of_date_says_so(chief_client: Client, event: Tournament, chief: User) -> None:
    rounds.pair_round(tournament=event, number=1, actor=chief)
    post(chief_client, "player-add", event.slug, name="Late, Lena", rating=1500, first_round=1)
    page = chief_client.get(reverse("desk-round", args=[event.slug, 1]))
    assert "Pair round 1 again" in text(page)
    assert "Publish round 1" not in text(page)
    assert post(chief_client, "round-publish", event.slug, 1).status_code == 422
    at_the_desk = text(chief_client.get(reverse("desk", args=[event.slug])))
    assert "The draft is out of date" in at_the_desk
    assert "Nothing stands in the way" not in at_the_desk


def test_the_desk_says_that_a_pairing_by_hand_is_not_ended(
    chief_client: Client, event: Tournament, chief: User
) -> None:
    by_hand.begin(tournament=event, number=1, actor=chief)
    at_the_desk = text(chief_client.get(reverse("desk", args=[event.slug])))
    assert "The pairing by hand is not ended" in at_the_desk
    assert "Nothing stands in the way" not in at_the_desk


@pytest.mark.parametrize("result", [value for value in Game.Result.values if value])
def test_enter_a_result_and_land_on_the_next_board(
    result: str, chief_client: Client, event: Tournament, chief: User
) -> None:
    builders.publish(event, 1, chief)
    answer = chief_client.post(reverse("result", args=[event.slug, 1, 2]), {"result": result, "version": "0"})
    assert answer.headers["Location"] == reverse("desk-round", args=[event.slug, 1]) + "#board-3"
    assert Game.objects.get(round__number=1, board=2).result == result


def test_a_conflict_stays_on_its_row_with_both_values(
    chief_client: Client, event: Tournament, chief: User, deputy: User
) -> None:
    builders.publish(event, 1, chief)
    results.enter_result(tournament=event, number=1, board=2, result="1-0", version=0, actor=deputy)
    for headers in ({}, {"HX-Request": "true"}):
        answer = chief_client.post(
            reverse("result", args=[event.slug, 1, 2]), {"result": "0-1", "version": "0"}, headers=headers
        )
        assert answer.status_code == 409
        assert "Board 2: deputy has entered 1-0 in the meantime" in text(answer)
        assert 'name="version" value="1"' in text(answer)
        assert "0-1 was not saved" in text(answer)
        assert answer.content.decode().count('name="asked" value="0-1"') == 1
    assert Game.objects.get(round__number=1, board=2).result == "1-0"


def test_over_a_result_that_stands_the_row_asks_and_the_same_again_answers(
    chief_client: Client, event: Tournament, chief: User, deputy: User
) -> None:
    builders.publish(event, 1, chief)
    results.enter_result(tournament=event, number=1, board=2, result="1-0", version=0, actor=deputy)
    url = reverse("result", args=[event.slug, 1, 2])
    form = {"result": "0-1", "version": "1", "asked": ""}
    for headers in ({}, {"HX-Request": "true"}):
        answer = chief_client.post(url, form, headers=headers)
        assert answer.status_code == 409
        assert "Board 2 already has 1-0, entered by deputy. 0-1 is not saved yet." in text(answer)
    assert chief_client.post(url, form | {"asked": "1/2-1/2"}).status_code == 409
    assert Game.objects.get(round__number=1, board=2).result == "1-0"
    assert chief_client.post(url, form | {"asked": "0-1"}).status_code == 302
    assert Game.objects.get(round__number=1, board=2).result == "0-1"


def test_a_result_that_fide_does_not_know_is_refused(
    chief_client: Client, event: Tournament, chief: User
) -> None:
    builders.publish(event, 1, chief)
    url = reverse("result", args=[event.slug, 1, 1])
    assert "is not a result" in text(chief_client.post(url, {"result": "1-1", "version": "0"}))
    for sent in (
        {"result": "1-1", "version": "0"},
        {"result": "x" * 500, "version": "0"},
        {"result": "1-0", "version": "y"},
        {"result": "1-0", "version": "0", "reason": "a\0b"},
    ):
        assert chief_client.post(url, sent).status_code == 422
    assert Game.objects.get(round__number=1, board=1).result == ""


def test_another_arbiters_entries_arrive(
    chief_client: Client, event: Tournament, chief: User, deputy: User
) -> None:
    builders.publish(event, 1, chief)
    event.refresh_from_db()
    url = reverse("result-updates", args=[event.slug, 1])
    assert chief_client.get(url, {"since": event.revision}).status_code == 204
    since = event.revision
    results.enter_result(tournament=event, number=1, board=3, result="1/2-1/2", version=0, actor=deputy)
    answer = chief_client.get(url, {"since": since})
    assert 'id="board-3"' in text(answer)
    assert 'id="board-2"' not in text(answer)
    assert "½-½" in text(answer)
    assert f"since={since + 1}" in text(answer)


def test_withdraw_return_and_byes(chief_client: Client, event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    player = event.players.get(number=4)
    assert "is withdrawn from round 2 on" in text(
        post(chief_client, "player-withdraw", event.slug, player.pk, from_round="2")
    )
    assert "takes part again" in text(post(chief_client, "player-return", event.slug, player.pk))
    given = post(chief_client, "player-bye", event.slug, player.pk, number=2, kind="half")
    assert "has a bye in round 2" in text(given)
    assert "half-point bye" in text(chief_client.get(reverse("desk-players", args=[event.slug])))
    assert "is paired in round 2" in text(
        post(chief_client, "player-bye-cancel", event.slug, player.pk, number=2)
    )
    bad = post(chief_client, "player-bye", event.slug, player.pk, number=99, kind="double")
    assert bad.status_code == 422


def test_a_published_rematch_is_named_and_only_then_paired_again(chief_client: Client, chief: User) -> None:
    # In round 1 nobody had come, so round 2 brings the same pairs again (C.04.2 D.6).
    event = builders.tournament(chief, players=4, rounds=4, edition="dutch-2016")
    builders.play(event, 1, chief, dict.fromkeys((1, 2), Game.Result.BOTH_FORFEIT))
    number = 2
    builders.publish(event, number, chief)
    page = reverse("desk-round", args=[event.slug, number])
    assert "Withdraw this pairing" not in text(chief_client.get(page))
    wish = {"ground": "rematch", "reason": "I would like to"}
    refused = post(chief_client, "round-repair", event.slug, number, **wish)
    assert refused.status_code == 422
    assert "C.04.2 D.10" in text(refused)

    builders.correct(event, 1, chief, result="1-0", reason="It was played after all.")
    white, black = builders.names(event, 1, board=1)
    shown = text(chief_client.get(page))
    assert "Look at this pairing: two players meet again" in shown
    assert shown.count('name="ground"') == 1
    assert white in shown
    assert black in shown
    assert (
        post(chief_client, "round-repair", event.slug, number, ground="rematch", reason="  ").status_code
        == 422
    )
    assert post(chief_client, "round-repair", event.slug, number, reason="Met.").status_code == 422
    truth = {"ground": "rematch", "reason": "They have met in round 1."}
    asked = post(chief_client, "round-repair", event.slug, number, **truth)
    assert "The published pairing of round 2 is withdrawn, and everybody sees that it was." in text(asked)
    truth["confirmation"] = asked.context["question"].token
    withdrawn = post(chief_client, "round-repair", event.slug, number, **truth)
    assert "is withdrawn. Look at the new draft" in text(withdrawn)


# The grounds offered to an arbiter, by edition, when nothing in the pairing itself is wrong.
OFFERED = {
    "dutch-2026": ["competition-rules", "without-opponent", "late-entry"],
    "dutch-2016": [],
    "rating-2012": [],
    "rating-1998": [],
}


@pytest.mark.parametrize("edition", OFFERED)
def test_the_page_offers_the_editions_grounds_and_no_others(
    chief_client: Client, client: Client, chief: User, edition: str
) -> None:
    event = builders.tournament(chief, edition=edition)
    builders.publish(event, 1, chief)
    page = reverse("desk-round", args=[event.slug, 1])
    shown = chief_client.get(page).content.decode()
    assert re.findall(r'name="ground" value="([^"]*)"', shown) == OFFERED[edition]
    assert ("Withdraw this pairing" in shown) == bool(OFFERED[edition])
    article = rulebook.edition_of(event).handling.change_article
    if OFFERED[edition]:
        assert f"changed on these grounds only ({article})" in shown
    client.force_login(builders.deputy(event, "helper"))
    assert 'name="ground"' not in client.get(page).content.decode()


def test_the_published_list_and_the_log_tell_the_ground(
    chief_client: Client, client: Client, event: Tournament, chief: User
) -> None:
    builders.publish(event, 1, chief)
    builders.repair(event, 1, chief, ground="late-entry", reason="Nina’s train was late")
    rounds.publish_round(tournament=event, number=1, actor=chief)
    label = "a late entry, and those whose pairing changes agree"
    page = text(client.get(reverse("round", args=[event.slug, 1])))
    assert f"paired again (C.04.2 art. 4.4: {label}). Nina’s train was late" in page
    log = text(chief_client.get(reverse("log", args=[event.slug])))
    assert f"withdrew a published pairing · round 1 · ground {label} · “Nina’s train was late”" in log


@pytest.mark.parametrize(
    ("edition", "words"),
    [
        ("dutch-2016", "A player who is absent without notice is considered withdrawn (C.04.2 D.2)."),
        ("rating-1998", "A player who is absent without notice is considered withdrawn (F.8)."),
        ("dutch-2026", "Under these rules absence alone is not a withdrawal: you decide."),
    ],
)
def test_when_absence_means_withdrawal_is_said_by_edition(
    chief_client: Client, chief: User, edition: str, words: str
) -> None:
    event = builders.tournament(chief, edition=edition)
    builders.publish(event, 1, chief)
    player = event.players.get(number=4)
    assert words in text(chief_client.get(reverse("player-edit", args=[event.slug, player.pk])))


def test_finish_and_the_report(chief_client: Client, chief: User, client: Client) -> None:
    event = builders.tournament(chief, players=4, rounds=1)
    builders.publish(event, 1, chief)
    assert post(chief_client, "tournament-finish", event.slug).status_code == 422
    builders.enter(event, 1, chief)
    assert "Finish the tournament" in text(chief_client.get(reverse("desk", args=[event.slug])))
    assert "is finished" in text(post(chief_client, "tournament-finish", event.slug))
    assert rulebook.read_report(client.get(f"/t/{event.slug}/report.trf").content)[0].name == event.name
    assert "open again" in text(post(chief_client, "tournament-reopen", event.slug))


def test_finishing_takes_one_question(chief_client: Client, chief: User) -> None:
    """Even when errors can still be reported: the same page says so."""
    event = builders.tournament(chief, players=4, rounds=1, correction_minutes=30)
    address = reverse("tournament-finish", args=[event.slug])
    builders.publish(event, 1, chief)
    assert chief_client.get(address).headers["Location"] == reverse("desk", args=[event.slug])
    builders.enter(event, 1, chief)
    assert address in text(chief_client.get(reverse("desk", args=[event.slug])))
    asked = text(chief_client.get(address))
    assert "Finish Test Open?" in asked
    assert "errors of round 1 can be reported" in asked
    assert "FIDE also asks for" in asked
    token = re.search(r'name="confirmation" value="([^"]+)"', asked)
    assert token
    assert "is finished" in text(post(chief_client, "tournament-finish", event.slug, confirmation=token[1]))
    assert chief_client.get(address).headers["Location"] == reverse("desk", args=[event.slug])


def test_the_categories_of_a_finished_event_are_one_click_away(chief_client: Client, chief: User) -> None:
    event = builders.tournament(chief, players=4, rounds=1)
    category = prizes.add_category(tournament=event, actor=chief, name="Women", sex="w")
    builders.play(event, 1, chief)
    event_services.finish_tournament(tournament=event, actor=chief)
    desk = text(chief_client.get(reverse("desk", args=[event.slug])))
    assert f"{reverse('standings', args=[event.slug])}?category={category.pk}" in desk
    players = text(chief_client.get(reverse("desk-players", args=[event.slug])))
    assert reverse("categories", args=[event.slug]) in players
    assert "Women" in text(chief_client.get(reverse("categories", args=[event.slug])))


def test_import_a_trf_and_be_told_what_is_wrong_with_one(chief_client: Client, event: Tournament) -> None:
    report = rulebook.report(event).encode()
    good = SimpleUploadedFile("event.trf", report)
    assert "is imported" in text(post(chief_client, "tournament-import", file=good))
    bad = SimpleUploadedFile("event.trf", report.replace(b"001    3", b"001    x"))
    answer = post(chief_client, "tournament-import", file=bad)
    assert answer.status_code == 422
    assert "line" in text(answer)
    assert "column" in text(answer)


def test_a_file_too_large_to_be_a_report_is_refused_before_it_is_read(chief_client: Client) -> None:
    huge = SimpleUploadedFile("event.trf", b"0" * (6 * 1024 * 1024))
    answer = post(chief_client, "tournament-import", file=huge)
    assert answer.status_code == 422
    assert "The file has 6.0 MB; expected at most 1.5 MB." in text(answer)


def test_settings_bind_after_round_1(chief_client: Client, event: Tournament, chief: User) -> None:
    url = reverse("settings", args=[event.slug])
    fields = {"name": "New name", "number_of_rounds": 6, **REGULATIONS}
    chief_client.post(url, fields)
    event.refresh_from_db()
    assert (event.name, event.number_of_rounds, event.rounds.count()) == ("New name", 6, 6)
    builders.publish(event, 1, chief)
    page = chief_client.get(url).content.decode()
    assert "Fixed since round 1 was paired" in page
    for name, article in FIXED.items():
        assert f'name="{name}"' not in page
        assert article in page
    chief_client.post(
        url,
        fields
        | {"number_of_rounds": 5, "edition": "dutch-2016", "scoring": "30-10-0", "bye": "draw"}
        | {"acceleration": "baku", "city": "Oban"},
    )
    event.refresh_from_db()
    assert (event.number_of_rounds, event.points_pab, event.city) == (6, 10, "Oban")
    assert (event.edition, event.points_win, event.acceleration) == ("dutch-2026", 10, "none")


def test_an_event_is_not_shortened_over_somebodys_bye(
    chief_client: Client, event: Tournament, chief: User
) -> None:
    player = event.players.get(number=3)
    post(chief_client, "player-bye", event.slug, player.pk, number=5, kind="half")
    fields = {"name": event.name, "number_of_rounds": 3, **REGULATIONS}
    answer = post(chief_client, "settings", event.slug, **fields)
    assert answer.status_code == 422
    assert f"There are byes or late entries in later rounds for {player.name}" in text(answer)
    assert event.rounds.count() == 5


def test_a_deputy_draws_the_lot_and_leaves_the_end_to_the_chief(client: Client, chief: User) -> None:
    event = builders.tournament(chief, players=4, rounds=1, colour="")
    client.force_login(builders.deputy(event, "helper"))
    assert "The lot is drawn" in text(post(client, "initial-colour", event.slug, draw="1"))
    event.refresh_from_db()
    builders.play(event, 1, chief)
    desk = text(client.get(reverse("desk", args=[event.slug])))
    assert "Only the chief arbiter can do this" in desk
    assert reverse("tournament-finish", args=[event.slug]) not in desk


def test_two_who_have_the_settings_open_do_not_undo_one_another(
    chief_client: Client, event: Tournament
) -> None:
    url = reverse("settings", args=[event.slug])
    shown = {"name": event.name, "number_of_rounds": 5, **REGULATIONS}
    shown |= {f"initial-{name}": value for name, value in shown.items()}
    chief_client.post(url, shown | {"initial-city": "", "city": "Oban"})
    chief_client.post(url, shown | {"initial-city": "", "city": "", "time_control": "G/60"})
    event.refresh_from_db()
    assert (event.city, event.time_control) == ("Oban", "G/60")


@pytest.mark.parametrize("rounds", ["0", "31", "-1", "99999999999999999999"])
def test_a_number_of_rounds_that_cannot_be_is_a_fault_of_its_field(chief_client: Client, rounds: str) -> None:
    answer = post(chief_client, "tournament-new", name="X", number_of_rounds=rounds, **REGULATIONS)
    assert answer.status_code == 422
    assert "id_number_of_rounds_error" in text(answer)


def test_a_second_click_after_pair_publishes_nothing(chief_client: Client, event: Tournament) -> None:
    draft = text(post(chief_client, "round-pair", event.slug, 1))
    assert draft.index("</table>") < draft.index("Publish round 1")
    assert draft.count('class="primary"') == 1


def test_publishing_is_for_the_draft_that_was_looked_at(
    chief_client: Client, event: Tournament, chief: User
) -> None:
    rounds.pair_round(tournament=event, number=1, actor=chief)
    seen = event.rounds.get(number=1).fingerprint
    post(chief_client, "player-add", event.slug, name="Late, Lena", rating=1500, first_round=1)
    rounds.pair_round(tournament=event, number=1, actor=chief)
    answer = post(chief_client, "round-publish", event.slug, 1, seen=seen)
    assert "made again since you opened it" in text(answer)
    assert event.rounds.get(number=1).is_draft


def test_who_publishes_second_is_told_that_it_is_done(
    chief_client: Client, event: Tournament, chief: User
) -> None:
    builders.publish(event, 1, chief)
    answer = post(chief_client, "round-publish", event.slug, 1)
    assert answer.redirect_chain == [(reverse("desk-round", args=[event.slug, 1]), 302)]
    assert "Round 1 is published" in text(answer)


def test_a_session_that_ended_leads_back_to_a_page_and_not_to_a_row(
    client: Client, event: Tournament, chief: User
) -> None:
    builders.publish(event, 1, chief)
    page = f"http://testserver{reverse('desk-round', args=[event.slug, 1])}"
    url = reverse("result", args=[event.slug, 1, 1])
    answer = client.post(url, {"result": "1-0"}, headers={"HX-Request": "true", "HX-Current-URL": page})
    assert answer.status_code == 401
    assert answer.headers["HX-Redirect"] == f"/login/?next={reverse('desk-round', args=[event.slug, 1])}"
    plain = client.post(reverse("round-pair", args=[event.slug, 2]), headers={"Referer": page})
    assert plain.headers["Location"] == f"/login/?next={reverse('desk-round', args=[event.slug, 1])}"
    for header in ("https://elsewhere.example/x", "http://testserver//elsewhere.example/", "http://[bad"):
        foreign = client.post(url, headers={"Referer": header})
        assert foreign.headers["Location"] == "/login/?next=/"
        inline = client.post(url, headers={"HX-Request": "true", "HX-Current-URL": header})
        assert inline.headers["HX-Redirect"] == "/login/?next=/"


def test_a_mistaken_entry_goes_while_it_has_not_been_paired(
    chief_client: Client, event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    post(chief_client, "player-add", event.slug, name="Mistake, Mia", first_round=2)
    player = event.players.get(name="Mistake, Mia")
    page = reverse("player-edit", args=[event.slug, player.pk])
    assert "Remove Mistake, Mia" in text(chief_client.get(page))
    assert "Mistake, Mia is removed" in text(post(chief_client, "player-remove", event.slug, player.pk))
    paired = event.players.get(number=1)
    shown = text(chief_client.get(reverse("player-edit", args=[event.slug, paired.pk])))
    assert "Remove" not in shown
    assert f"Withdraw {paired.name}" in shown


@pytest.mark.parametrize(("first", "status"), [(0, 422), (1, 422), (2, 200), (5, 200), (6, 422)])
def test_c2_a_late_entry_plays_from_the_next_round_on(
    first: int, status: int, chief_client: Client, event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    answer = post(chief_client, "player-add", event.slug, name="Late, Lena", first_round=first)
    assert answer.status_code == status


@pytest.mark.parametrize("route", ["own-links", "report-data", "people", "check-in"])
def test_one_act_of_a_page_is_the_one_that_is_meant(
    chief_client: Client, event: Tournament, route: str
) -> None:
    page = text(chief_client.get(reverse(route, args=[event.slug])))
    assert page.count('class="primary"') <= 1


def test_what_a_role_may_not_open_leads_back_to_the_desk(client: Client, event: Tournament) -> None:
    client.force_login(builders.member(event, "clerk", "clerk"))
    answer = client.get(reverse("settings", args=[event.slug]))
    assert answer.status_code == 403
    assert reverse("desk", args=[event.slug]) in text(answer)
    assert reverse("event", args=[event.slug]) in text(answer)
    nowhere = client.get("/nowhere/")
    assert nowhere.status_code == 404
    assert "All events" in text(nowhere)


def test_no_traceback_reaches_a_user(chief_client: Client, event: Tournament) -> None:
    for name, args in (
        ("round-pair", (99,)),
        ("round-publish", (1,)),
        ("result", (1, 1)),
        ("round-repair", (1,)),
    ):
        answer = post(chief_client, name, event.slug, *args)
        assert answer.status_code in {200, 404, 409, 422}
        assert "Traceback" not in text(answer)

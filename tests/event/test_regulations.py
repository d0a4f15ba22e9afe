"""The regulations: chosen before round 1, announced everywhere, and used by every pairing."""

from __future__ import annotations

import re
import uuid
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.auth.models import User
from django.core.checks import Tags, run_checks
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import translation

from pairing import editions, trf
from pairing.core import scores
from tests import builders, team_events
from tests.chance import all_of_it
from tournaments import rulebook
from tournaments.event.forms import RegulationsForm
from tournaments.event.queries import event as event_queries
from tournaments.event.services import event as event_services
from tournaments.models import AuditEvent, Tournament
from tournaments.players.services import players
from tournaments.rounds.queries.boards import games_of
from tournaments.rounds.services import rounds
from tournaments.templatetags.chess import decimal
from tournaments.texts import as_text, from_text

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

pytestmark = pytest.mark.any_database

# What the browser sends from a page on which nothing was chosen.
DEFAULTS = {"edition": "", "scoring": "10-5-0", "bye": "win", "acceleration": "none"}


def create(client: Client, **answers: Any) -> Answer:
    form = {"name": "Winter Open", "number_of_rounds": 7, **DEFAULTS} | answers
    return client.post(reverse("tournament-new"), form, follow=True)


def text(answer: Answer) -> str:
    return " ".join(answer.content.decode().split())


# The edition.


def test_the_choice_is_the_rule_books_own(db: None) -> None:
    """There is no second list: a form offers, and a service accepts, exactly the editions that can pair."""
    known = [edition.code for edition in rulebook.all_editions()]
    assert known == list(editions.EDITIONS)
    form = RegulationsForm()
    assert [value for value, _label in form.fields["edition"].choices] == ["", *known]  # type: ignore[attr-defined]


def test_every_edition_says_what_it_is_where_it_is_chosen_and_pairs_here(
    chief_client: Client, chief: User, client: Client, subtests: pytest.Subtests
) -> None:
    """Each is looked for on one page, in turn, of the draft or of the public round; at nights on all."""
    choice = text(chief_client.get(reverse("tournament-new")))
    # The first while the round is a draft.
    pages = [
        (chief_client, "desk-round", 1),
        (chief_client, "desk-round", 1),
        (chief_client, "desk"),
        (chief_client, "settings"),
        (client, "round", 1),
        (client, "event"),
    ]
    for turn, edition in enumerate(rulebook.all_editions()):
        with subtests.test(edition=edition.code), builders.undone():
            assert f"<span>{edition.name} <small>{edition.description}</small></span>" in choice
            # An even number of rounds, which matches of two games need.
            own = {"boards": 4} if edition.form.of_teams else {}
            create(chief_client, edition=edition.code, number_of_rounds=6, **own)
            assert Tournament.objects.get().edition == edition.code
            event = (
                team_events.event_of(chief, edition=edition.code)
                if edition.form.of_teams
                else builders.tournament(chief, rounds=2, edition=edition.code)
            )
            wanted = range(len(pages)) if all_of_it() else [turn % len(pages)]
            rounds.pair_round(tournament=event, number=1, actor=chief)
            for place, (browser, name, *more) in enumerate(pages):
                if place == 1:
                    rounds.publish_round(tournament=event, number=1, actor=chief)
                if place in wanted:
                    assert edition.name in text(browser.get(reverse(name, args=[event.slug, *more]))), name
            assert trf.read(rulebook.report(event).encode()).edition == edition.code


@pytest.mark.parametrize(
    ("end", "edition"),
    [
        ("", "dutch-2026"),
        ("2026-02-01", "dutch-2026"),
        ("2026-01-31", "dutch-2016"),
        ("2017-05-01", "dutch-2016"),
    ],
)
def test_without_a_choice_the_last_day_decides(chief_client: Client, end: str, edition: str) -> None:
    create(chief_client, end_date=end)
    assert Tournament.objects.get().edition == edition
    assert AuditEvent.objects.get().after["edition"] == edition


def test_a_choice_counts_more_than_the_day(chief_client: Client) -> None:
    create(chief_client, end_date="2020-01-01", edition="dutch-2026")
    assert Tournament.objects.get().edition == "dutch-2026"


@pytest.mark.parametrize("edition", ["lim", "dutch-2027", "DUTCH-2026", "x" * 100])
def test_an_edition_that_nobody_knows_is_refused(chief_client: Client, chief: User, edition: str) -> None:
    answer = create(chief_client, edition=edition)
    assert answer.status_code == 422
    assert not Tournament.objects.exists()
    with pytest.raises(ValidationError, match="Unknown edition"):
        event_services.create_tournament(actor=chief, name="Open", number_of_rounds=5, edition=edition)
    event = builders.tournament(chief)
    with pytest.raises(ValidationError, match="Unknown edition"):
        event_services.change_regulations(tournament=event, changes={"edition": edition}, actor=chief)


def test_an_event_of_an_edition_that_this_release_lacks_is_named_at_start_up(event: Tournament) -> None:
    def faults() -> list[str]:
        found = run_checks(tags=[Tags.database], databases=["default"])
        return [fault.msg for fault in found if fault.id == "tournaments.W002"]

    assert faults() == []
    Tournament.objects.filter(pk=event.pk).update(edition="dutch-2031")
    assert faults() == ["1 tournament has pairing rules that this release does not know: dutch-2031."]


def test_the_settings_offer_no_edition_by_day(chief_client: Client, event: Tournament) -> None:
    page = chief_client.get(reverse("settings", args=[event.slug])).content.decode()
    values = re.findall(r'type="radio" name="edition" value="([^"]*)"', page)
    pictured = ["dutch-2026", "round-robin", "swiss-team-2026"]
    others = [edition.code for edition in rulebook.all_editions() if edition.code not in pictured]
    assert values == pictured + others


def test_what_is_chosen_one_step_deeper_is_in_sight(chief_client: Client) -> None:
    deeper = "<summary>Other systems and editions</summary>"
    assert f"<details open> {deeper}" in text(create(chief_client, edition="dubov-2026", name=""))
    assert f"<details> {deeper}" in text(create(chief_client, edition="round-robin", name=""))


def test_who_changes_the_last_day_does_not_change_the_rules(event: Tournament, chief: User) -> None:
    event_services.change_regulations(tournament=event, changes={"end_date": date(2020, 1, 1)}, actor=chief)
    assert Tournament.objects.get().edition == "dutch-2026"


# Scoring and the bye.


@pytest.mark.parametrize(
    ("written", "tenths"),
    [
        ("1", 10),
        ("0", 0),
        ("½", 5),
        ("1½", 15),
        ("0.5", 5),
        ("0,5", 5),
        ("2.5", 25),
        (" 3 ", 30),
        ("1.2", 12),
    ],
)
def test_points_are_read_as_people_write_them(written: str, tenths: int) -> None:
    assert from_text(written) == tenths
    assert from_text(as_text(tenths)) == tenths
    with translation.override("fr"):
        assert from_text(as_text(tenths)) == tenths


def test_decimals_have_the_mark_of_the_readers_language() -> None:
    assert (as_text(12), decimal(125, 10), decimal(925, 100), decimal(90, 10)) == ("1.2", "12.5", "9.25", "9")
    with translation.override("fr"):
        assert (as_text(12), decimal(125, 10), decimal(925, 100)) == ("1,2", "12,5", "9,25")


@pytest.mark.parametrize("written", ["", "x", "-1", "1.25", "1/2", "½½", "1e1", "½1", "٣", "1234"])
def test_what_is_no_number_of_points_is_refused(written: str) -> None:
    assert from_text(written) is None


@pytest.mark.parametrize(
    ("answers", "points"),
    [
        ({}, (10, 5, 0, 10)),
        ({"bye": "draw"}, (10, 5, 0, 5)),
        ({"bye": "nothing"}, (10, 5, 0, 0)),
        ({"scoring": "30-10-0"}, (30, 10, 0, 30)),
        ({"scoring": "30-10-0", "bye": "draw"}, (30, 10, 0, 10)),
        # Any value that games can bring, up to a win (Q84).
        ({"scoring": "30-10-0", "bye": "other", "bye_points": "1"}, (30, 10, 0, 10)),
        ({"scoring": "30-10-0", "bye": "other", "bye_points": "2"}, (30, 10, 0, 20)),
        ({"bye": "other", "bye_points": "½"}, (10, 5, 0, 5)),
        ({"bye_points": "0.3"}, (10, 5, 0, 10)),
        ({"scoring": "other", "win": "2", "draw": "1", "loss": "0"}, (20, 10, 0, 20)),
        ({"scoring": "other", "win": "3", "draw": "1½", "loss": "½", "bye": "draw"}, (30, 15, 5, 15)),
        # Values that were typed without being chosen do not count.
        ({"scoring": "10-5-0", "win": "9", "draw": "1", "loss": "0"}, (10, 5, 0, 10)),
    ],
)
def test_the_scoring_that_was_chosen_reaches_the_engine(
    chief_client: Client, answers: dict[str, str], points: tuple[int, ...]
) -> None:
    assert create(chief_client, **answers).redirect_chain
    event = Tournament.objects.get()
    assert (event.points_win, event.points_draw, event.points_loss, event.points_pab) == points
    scoring = rulebook.position(event).scoring
    assert (scoring.white_win, scoring.black_draw, scoring.white_loss) == points[:3]
    assert scoring.pairing_allocated_bye == points[3]
    assert trf.read(rulebook.report(event).encode() + PLAYER).scoring == scoring


PLAYER = b"001    1      Alpha, A                                                           0.0    1\r\n"


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({"win": "1", "draw": "1", "loss": "0"}, "two draws"),
        ({"win": "1", "draw": "½", "loss": "1"}, "a win to be worth more than a loss"),
        ({"win": "3", "draw": "1", "loss": "2"}, "a draw to be worth no less than a loss"),
        ({"win": "3", "draw": "1"}, "Say what a win, a draw and a loss are worth"),
        ({"win": "many", "draw": "1", "loss": "0"}, "found “many”"),
        ({"win": "3", "draw": "1", "loss": "0", "bye": "other"}, "Say what the bye is worth"),
        ({"win": "3", "draw": "1", "loss": "0", "bye": "other", "bye_points": "4"}, "no more than a win"),
        # Q83, Q84: the bye must be worth something that results can bring.
        ({"win": "1", "draw": "½", "loss": "0", "bye": "other", "bye_points": "0.3"}, "with 1.0-0.5-0.0"),
        ({"win": "3", "draw": "1", "loss": "0", "bye": "other", "bye_points": "2½"}, "with 3.0-1.0-0.0"),
        ({"win": "2", "draw": "1", "loss": "0", "bye": "other", "bye_points": "1½"}, "with 2.0-1.0-0.0"),
    ],
)
def test_an_absurd_scoring_is_a_fault_beside_its_question(
    chief_client: Client, answers: dict[str, str], words: str
) -> None:
    answer = create(chief_client, scoring="other", **answers)
    assert answer.status_code == 422
    assert words in text(answer)
    assert not Tournament.objects.exists()


def test_the_settings_show_an_imported_scoring_and_keep_it(chief_client: Client, event: Tournament) -> None:
    Tournament.objects.filter(pk=event.pk).update(
        points_win=20, points_draw=8, points_loss=1, points_pab=13, acceleration="given"
    )
    url = reverse("settings", args=[event.slug])
    page = chief_client.get(url).content.decode()
    for name, value in {"scoring": "other", "bye": "other", "acceleration": "given"}.items():
        assert re.search(rf'name="{name}" value="{value}"[^>]*checked', page), name
    for name, value in {"win": "2", "draw": "0.8", "loss": "0.1", "bye_points": "1.3"}.items():
        assert re.search(rf'name="{name}" value="{value}"', page), name
    shown = dict(re.findall(r'name="(initial-[^"]+)" value="([^"]*)"', page))
    sent = {"name": event.name, "number_of_rounds": 5, "edition": "dutch-2026", "scoring": "other"}
    sent |= {"win": "2", "draw": "0.8", "loss": "0.1", "bye": "other", "bye_points": "1.3"}
    sent |= {"acceleration": "given"}
    count = AuditEvent.objects.count()
    assert chief_client.post(url, shown | sent | {"city": "Oban"}).status_code == 302
    assert AuditEvent.objects.count() == count + 1
    assert AuditEvent.objects.first().after == {"city": "Oban"}  # type: ignore[union-attr]
    chief_client.post(url, shown | sent | {"city": "Oban", "bye": "nothing"})
    assert AuditEvent.objects.first().after == {"points_pab": 0}  # type: ignore[union-attr]


def test_a_bye_that_an_older_release_let_pass_keeps_nobody_from_changing_the_rest(
    event: Tournament, chief: User
) -> None:
    Tournament.objects.filter(pk=event.pk).update(points_win=30, points_draw=10, points_pab=25)
    event_services.change_regulations(tournament=event, changes={"city": "Oban"}, actor=chief)
    with pytest.raises(ValidationError, match="several together bring"):
        event_services.change_regulations(tournament=event, changes={"points_pab": 15}, actor=chief)
    event.refresh_from_db()
    assert (event.city, event.points_pab) == ("Oban", 25)


def test_another_scoring_takes_the_bye_with_it(chief_client: Client, event: Tournament) -> None:
    url = reverse("settings", args=[event.slug])
    answers = {"name": event.name, "number_of_rounds": 5, **DEFAULTS, "edition": "dutch-2026"}
    initial = {f"initial-{name}": value for name, value in answers.items()}
    chief_client.post(url, initial | answers | {"scoring": "30-10-0"})
    event.refresh_from_db()
    assert (event.points_win, event.points_draw, event.points_pab) == (30, 10, 30)
    log = text(chief_client.get(reverse("log", args=[event.slug])))
    assert "points for a win 1 → 3" in log


# Acceleration.


@pytest.fixture
def fast(chief: User) -> Tournament:
    """Ten players, five rounds, Baku: numbers 1 to 6 have 1, 1 and ½ virtual points."""
    return builders.tournament(chief, players=10, acceleration="baku")


def test_c047_the_engine_pairs_by_virtual_points_and_the_standings_never_see_them(
    fast: Tournament, chief: User
) -> None:
    builders.play(fast, 1, chief)
    assert {p.number: p.virtual for p in rulebook.position(fast).players} == (
        dict.fromkeys(range(1, 7), (10, 10, 5)) | dict.fromkeys(range(7, 11), ())
    )
    # In group A 1 to 3 meet 4 to 6, in group B 7 and 8 meet 9 and 10.
    met = {frozenset((b.white.number, b.black.number)) for b in games_of(fast.rounds.get(number=1))}
    assert met == {frozenset(pair) for pair in ((1, 4), (2, 5), (3, 6), (7, 9), (8, 10))}
    assert sorted(line.points for line in rulebook.table(fast)) == [0] * 5 + [10] * 5
    draft = rounds.pair_round(tournament=fast, number=2, actor=chief)
    boards = {b.white.number: (b.white_score, b.white_virtual) for b in games_of(draft)}
    boards |= {b.black.number: (b.black_score, b.black_virtual) for b in games_of(draft)}
    points = {line.number: line.points for line in rulebook.table(fast)}
    assert boards == {n: (points[n], 10 if n <= 6 else 0) for n in range(1, 11)}


def test_c047_lists_add_the_virtual_points_and_say_what_they_are(
    fast: Tournament, chief: User, chief_client: Client, client: Client
) -> None:
    builders.publish(fast, 1, chief)
    for answer in (
        chief_client.get(reverse("desk-round", args=[fast.slug, 1])),
        client.get(reverse("round", args=[fast.slug, 1])),
    ):
        page = text(answer)
        assert page.count("(0&nbsp;+&nbsp;1)") == 6
        assert page.count("(0)") == 4
        assert "they count for the pairing only" in page
        assert "Acceleration: Baku" in page
    assert "+&nbsp;1" not in text(client.get(reverse("standings", args=[fast.slug])))


def test_c047_the_public_page_says_who_is_accelerated(
    fast: Tournament, chief: User, client: Client, event: Tournament
) -> None:
    page = text(client.get(reverse("event", args=[fast.slug])))
    assert "Virtual points of numbers 1 to 6: 1 in rounds 1 to 2; ½ in round 3." in page
    plain = text(client.get(reverse("event", args=[event.slug])))
    assert "irtual points" not in plain
    builders.publish(event, 1, chief)
    assert "irtual points" not in text(client.get(reverse("round", args=[event.slug, 1])))


def test_c047_a_late_entry_above_the_last_of_group_a_belongs_to_it(fast: Tournament, chief: User) -> None:
    builders.play(fast, 1, chief)
    players.add_players(
        tournament=fast,
        entries=[{"name": "High, H", "rating": 2900}, {"name": "Low, L", "rating": 1000}],
        actor=chief,
    )
    draft = rounds.pair_round(tournament=fast, number=2, actor=chief)
    virtual = {b.white.name: b.white_virtual for b in games_of(draft)}
    virtual |= {b.black.name: b.black_virtual for b in games_of(draft)}
    assert (virtual["High, H"], virtual["Low, L"]) == (10, 0)
    assert sorted(virtual.values()) == [0] * 5 + [10] * 7


@pytest.mark.parametrize(
    "answers", [{"scoring": "30-10-0"}, {"scoring": "other", "win": "2", "draw": "1", "loss": "½"}]
)
def test_c047_baku_needs_a_win_worth_two_draws(chief_client: Client, answers: dict[str, str]) -> None:
    answer = create(chief_client, acceleration="baku", **answers)
    assert answer.status_code == 422
    assert "id_acceleration_error" in text(answer)
    assert "C.04.7" in text(answer)
    assert not Tournament.objects.exists()


def test_c047_the_report_carries_the_virtual_points(fast: Tournament, chief: User) -> None:
    builders.play(fast, 1, chief)
    builders.publish(fast, 2, chief)
    found = trf.read(rulebook.report(fast).encode())
    assert scores.accelerated(found).players[0].virtual == (10, 10, 5)
    assert (found.baku, found.edition) == (True, "dutch-2026")


def test_a_draft_is_out_of_date_when_virtual_points_change(fast: Tournament, chief: User) -> None:
    before = rulebook.fingerprint(fast, 1)
    Tournament.objects.filter(pk=fast.pk).update(acceleration="none")
    fast.refresh_from_db()
    assert rulebook.fingerprint(fast, 1) != before


def test_the_schedule_is_told_for_every_length(chief: User) -> None:
    for count in (1, 2, 3, 9):
        event = builders.tournament(chief, rounds=count, acceleration="baku", name=f"Open {count}")
        (told,) = [r for r in event_queries.regulations(event) if r.explanation.startswith("Virtual")]
        schedule = scores.virtual_points(count, rulebook.scoring(event))
        assert told.explanation.count("in round") == len(set(schedule))


# The same form twice.


def test_a_form_that_is_sent_twice_makes_one_event(chief_client: Client) -> None:
    page = chief_client.get(reverse("tournament-new")).content.decode()
    nonce = re.search(r'name="nonce" value="([^"]+)"', page)
    assert nonce
    first = create(chief_client, nonce=nonce[1])
    again = create(chief_client, nonce=nonce[1])
    assert Tournament.objects.count() == 1
    assert first.redirect_chain == again.redirect_chain
    assert AuditEvent.objects.count() == 1
    # Going back and writing another name makes another event.
    create(chief_client, nonce=nonce[1], name="Summer Open")
    assert Tournament.objects.count() == 2


def test_two_pages_make_two_events(chief_client: Client) -> None:
    for _ in range(2):
        create(chief_client, nonce=str(uuid.uuid4()))
    create(chief_client)
    create(chief_client)
    assert Tournament.objects.count() == 4


def test_a_nonce_is_its_users_own(chief_client: Client, client: Client, outsider: User) -> None:
    nonce = str(uuid.uuid4())
    create(chief_client, nonce=nonce)
    client.force_login(outsider)
    create(client, nonce=nonce)
    assert set(Tournament.objects.values_list("arbiters__username", flat=True)) == {"chief", "outsider"}

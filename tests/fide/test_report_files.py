"""Both formats of the report: what survives export and import, and what is kept of a foreign file."""

from __future__ import annotations

import re
from datetime import date, time

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from pairing import checker, trf
from pairing.checker import check_ranks
from tests import builders
from tests.tournaments.by_hand_samples import Desk
from tests.tournaments.one_event import chief, db, event, made
from tournaments import rulebook
from tournaments.event.services import course
from tournaments.event.services import event as event_services
from tournaments.fide import queries, services
from tournaments.models import OtherRecords, Rating, Tournament
from tournaments.players.services import byes, numbers, players
from tournaments.results import services as results
from tournaments.rounds.services import by_hand, rounds

__all__ = ["chief", "db", "event", "made"]

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

FORMATS = list(rulebook.Format)


def whole(event: Tournament, form: rulebook.Format = rulebook.Format.TRF26) -> str:
    """The file with all its remarks."""
    return rulebook.report(event, queries.remarks(event), form=form)


def imported(actor: User, data: bytes) -> Tournament:
    """The event imported from the file, with all questions confirmed."""
    return builders.confirmed(services.import_tournament, data=data, actor=actor)


def again(event: Tournament, actor: User, form: rulebook.Format = rulebook.Format.TRF26) -> Tournament:
    return imported(actor, whole(event, form).encode())


def lines(text: str, *codes: str) -> list[str]:
    return [line for line in text.split("\r\n") if line[:3] in codes]


@pytest.mark.parametrize("form", FORMATS)
def test_who_came_late_left_and_was_expelled_comes_back(event: Tournament, chief: User, form) -> None:
    builders.play(event, 1, chief)
    players.add_players(
        tournament=event,
        entries=[{"name": "Late, L"}, {"name": "Later, L", "first_round": 4}],
        actor=chief,
    )
    builders.play(event, 2, chief)
    players.withdraw_player(player=event.players.get(number=3), actor=chief)
    players.withdraw_player(player=event.players.get(number=4), actor=chief, from_round=5)
    players.expel_player(player=event.players.get(number=2), reason="Elsewhere", actor=chief)
    text = whole(event, form)
    remarks = [line for line in lines(text, "###") if "Fingerprint" not in line]
    assert remarks == [
        "### Late entry @ Round 2: 9",
        "### Expulsion @ Round 3: 2",
        "### Withdrawal @ Round 3: 3",
        "### Late entry @ Round 4: 10",
        "### Withdrawal @ Round 5: 4",
    ]
    ranks = {player.number: player.rank for player in trf.read(text).players}
    assert ranks == {line.number: line.rank for line in rulebook.table(event)} | {2: 10}
    copy = again(event, chief, form)
    columns = ("number", "name", "first_round", "withdrawn_from", "expelled")
    assert list(copy.players.values_list(*columns)) == list(event.players.values_list(*columns))
    assert whole(copy, form) == text
    assert rulebook.table(copy) == rulebook.table(event)


def test_byes_of_every_round_to_come_stand_in_trf26(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    byes.give_bye(player=event.players.get(number=5), number=4, kind="half", actor=chief)
    byes.give_bye(player=event.players.get(number=6), number=2, kind="zero", actor=chief)
    players.withdraw_player(player=event.players.get(number=3), actor=chief, from_round=4)
    text = whole(event)
    assert lines(text, "240") == [
        "240 Z   2    6",
        "240 H   4    5",
        "240 Z   4    3",
        "240 Z   5    3",
    ]
    copy = again(event, chief)
    asked = [
        list(one.rounds.order_by("number").values_list("number", "seats__kind", "seats__player__number"))[4:]
        for one in (copy, event)
    ]
    assert asked[0] == asked[1]
    assert whole(copy) == text


def test_remarks_that_contradict_the_file_change_nothing_and_are_kept(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    told = [
        "### Withdrawal @ Round 1: 3",
        "### Late entry @ Round 2: 3",
        "### Withdrawal @ Round 99: 3",
        "### Withdrawal @ Round 2: 99",
    ]
    data = whole(event) + "".join(f"{line}\r\n" for line in told)
    copy = imported(chief, data.encode())
    third = copy.players.get(number=3)
    assert (third.first_round, third.withdrawn_from) == (1, None)
    assert set(told) <= set(lines(whole(copy), "###"))


FOREIGN = (
    "013 Team                                1    2",
    "310   1  keeps    its   columns",
    "801 whatever",
    "XXQ 1 2 3",
    "### another program: 17 é",
    "### MPA @ Round 1: 1-2 => 3-4",
)


@pytest.mark.parametrize("form", FORMATS)
def test_a_foreign_file_loses_nothing_on_its_way(event: Tournament, chief: User, form) -> None:
    builders.play(event, 1, chief)
    data = rulebook.report(event, form=form) + "".join(f"{record}\r\n" for record in FOREIGN)
    copy = imported(chief, data.encode())
    assert copy.other_records.lines == list(FOREIGN)
    assert [line for line in rulebook.report(copy, form=form).split("\r\n") if line in FOREIGN] == list(
        FOREIGN
    )
    exchanged = rulebook.exchange_file(copy, queries.remarks(copy), form=form)
    assert [line for line in exchanged.split("\r\n") if line in FOREIGN] == list(FOREIGN)
    # Once only, however often the file is exported and imported.
    text = whole(copy, form)
    assert whole(imported(chief, text.encode()), form) == text


def test_an_event_of_this_program_has_no_foreign_records(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    again_ = imported(chief, rulebook.report(event).encode())
    assert not OtherRecords.objects.filter(tournament=again_).exists()


def test_national_ratings_come_back(chief: User) -> None:
    event = event_services.create_tournament(
        actor=chief, name="Club", number_of_rounds=3, federation="SCO", rating_method="FIDON"
    )
    event_services.set_initial_colour(tournament=event, colour="w", actor=chief)
    entries = [{"name": "Adler, A", "national_rating": 1990, "sex": "w"}, {"name": "Berg, B", "rating": 1800}]
    players.add_players(tournament=event, entries=entries, actor=chief)
    text = whole(event)
    assert lines(text, "172", "SCO") == [
        "172 SCO FIDON",
        f"SCO    1 w    {'Adler, A':33} 1990",
    ]
    copy = again(event, chief)
    assert copy.rating_method == "FIDON"
    assert list(
        Rating.objects.filter(player__tournament=copy, kind="national").values_list("player__number", "value")
    ) == [(1, 1990)]
    assert whole(copy) == text


def test_the_code_of_the_time_control_comes_back(chief: User) -> None:
    event = builders.tournament(chief, players=4, rounds=3)
    event_services.change_regulations(
        tournament=event, changes={"time_control_code": "40/6000+30:900+30"}, actor=chief
    )
    event.refresh_from_db()
    assert lines(rulebook.report(event), "222") == ["222 40/6000+30:900+30"]
    assert again(event, chief).time_control_code == "40/6000+30:900+30"


@pytest.mark.parametrize("code", ["90 min", "5400+", "W300", "40/", "5400+30:", "W300-B240:"])
def test_a_code_that_is_none_is_refused(chief_client: Client, event: Tournament, code: str) -> None:
    page = chief_client.post(reverse("report-data", args=[event.slug]), {"time_control_code": code})
    assert "Expected seconds and increment as 5400+30" in page.content.decode()


# The pages.


def test_the_formats_are_chosen_at_the_download(event: Tournament, chief: User, chief_client: Client) -> None:
    builders.play(event, 1, chief)
    address = reverse("report", args=[event.slug])
    usual = chief_client.get(address).content.decode()
    assert lines(usual, "142", "XXR") == ["142 5"]
    assert chief_client.get(f"{address}?format=trf26").content.decode() == usual
    assert chief_client.get(f"{address}?format=nonsense").content.decode() == usual
    older = chief_client.get(f"{address}?format=trf16").content.decode()
    assert lines(older, "142", "XXR") == ["XXR 5"]
    exchange = reverse("exchange", args=[event.slug])
    assert lines(chief_client.get(exchange).content.decode(), "142", "XXR") == ["XXR 5"]
    assert lines(chief_client.get(f"{exchange}?format=trf26").content.decode(), "142", "XXR") == ["142 5"]
    page = chief_client.get(reverse("report-data", args=[event.slug])).content.decode()
    assert f'action="{address}"' in page
    assert all(f'name="format" value="{form}"' in page for form in FORMATS)


def test_names_in_plain_letters_keep_the_columns(chief: User, chief_client: Client) -> None:
    event = builders.tournament(chief, players=0, rounds=3, name="Île Open")
    names = ["Ångström, Élodie", "Großmann, Jürgen-Łukasz von Đorđević", "Иванов, Пётр", "王, 小明"]
    players.add_players(tournament=event, entries=[{"name": name} for name in names], actor=chief)
    address = f"{reverse('report', args=[event.slug])}?letters=plain"
    text = chief_client.get(address).content.decode()
    assert text.isascii()
    assert lines(text, "012") == ["012 Ile Open"]
    shown = {line[14:47].strip(): len(line) for line in lines(text, "001")}
    assert set(shown) == {
        "Angstrom, Elodie",
        "Grossmann, Jurgen-Lukasz von Dord",
        "Ivanov, Petr",
        "Wang, XiaoMing",
    }
    assert len(set(shown.values())) == 1
    assert trf.read(text).played_rounds == 0


def test_remarks_are_in_plain_letters_and_not_in_question_marks(event: Tournament, chief: User) -> None:
    """New numbers are written before names."""
    first, second = event.players.filter(number__lt=3).order_by("number")
    for player, name in ((first, "Ørsted, Åse"), (second, "Ørsted, Bo")):
        players.change_player(player=player, changes={"name": name, "rating": 2400}, actor=chief)
    builders.confirmed(numbers.exchange_numbers, player=first, other=second, actor=chief)
    (remark,) = queries.remarks(event)
    assert remark == "### Exchange @ Round 1: 2=Orsted, Bo 1=Orsted, Ase => 1=Orsted, Bo 2=Orsted, Ase"


def test_what_the_file_cannot_say_is_told_before(chief: User, chief_client: Client) -> None:
    event = builders.tournament(chief, players=4, rounds=3, edition="rating-2012", rating_method="FIDON")
    long = "A" * 40
    players.add_players(tournament=event, entries=[{"name": long}], actor=chief)
    course.fill_schedule(tournament=event, first_day=date(2026, 1, 9), every=1, times=[time(10)], actor=chief)
    page = chief_client.get(reverse("report-data", args=[event.slug])).content.decode()
    found = re.sub(r"\s+", " ", page)
    for sentence in (
        f"A name can have at most 33 characters; this one is cut: {long}.",
        "FIDE has no code for these pairing rules; BOARD_ONE_RATING_2012 is this program’s own.",
        "The file cannot say whose ratings count as long as the event has no federation.",
        "Rounds have days but no times.",
        "Boards have no numbers",
    ):
        assert sentence in found


# Rounds that differ from the rules, or from what is known today, and remarks that say why.


def pair_by_hand(event: Tournament, number: int, actor: User) -> None:
    """Pair the round with the colours of one board exchanged, and publish it."""
    hands = Desk(event, number, actor)
    hands.do(by_hand.begin)
    white, black = next(iter(hands.boards()))
    hands.swap(white or 0, black or 0)
    hands.insist(by_hand.end)
    builders.confirmed(rounds.publish_round, tournament=event, number=number, actor=actor)


def explained(event: Tournament) -> dict[int, str]:
    """Round -> the remarks for which the checker accepts it; all other rounds follow the rules."""
    checks = checker.check(trf.read(whole(event)))
    assert [check.number for check in checks if not check.accepted] == []
    return {check.number: " ".join(check.remarks) for check in checks if check.remarks}


def without_remarks(event: Tournament) -> list[int]:
    """The rounds that the checker does not accept when the file says nothing about them."""
    return [check.number for check in checker.check(trf.read(rulebook.report(event))) if not check.agrees]


def require_same_again(event: Tournament, actor: User) -> Tournament:
    copy = again(event, actor)
    assert whole(copy) == whole(event)
    assert explained(copy) == explained(event)
    return copy


def test_a_pairing_by_hand_is_accepted_for_its_remark(event: Tournament, chief: User, chief_client) -> None:
    builders.play(event, 1, chief)
    pair_by_hand(event, 2, chief)
    assert without_remarks(event) == [2]
    assert explained(event)[2].startswith("### MPA @ Round 2: ")
    copy = require_same_again(event, chief)
    page = chief_client.get(reverse("integrity", args=[copy.slug])).content.decode()
    assert "### MPA @ Round 2: " in page
    assert not copy.integrity_events.exists()


def test_a_remark_that_tells_something_else_explains_nothing(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    pair_by_hand(event, 2, chief)
    text = whole(event)
    (remark,) = (line for line in text.split("\r\n") if line.startswith("### MPA"))
    before, after = remark.split(": ", 1)[1].split(" => ")
    for other in (
        f"### MPA @ Round 1: {before} => {after}",
        f"### MPA @ Round 2: {after} => {before}",
        f"### MPA @ Round 2: {before} => {before}",
        f"### MPA @ Round 2: {before} => {after} 1-2",
        f"### MPA @ Round 2: none => {after}",
        f"### Exchange @ Round 2: {before} => {after}",
        "### MPA @ Round 2: by the arbiter",
    ):
        checks = checker.check(trf.read(text.replace(remark, other)))
        assert [check.number for check in checks if not check.accepted] == [2], other


@pytest.mark.parametrize("reported", ["before", "after", "late"])
def test_a_corrected_result_is_accepted_for_its_remark(event: Tournament, chief: User, reported) -> None:
    """Known to the next pairing, to the one after it, or to none (C.04.2 D.8)."""
    builders.play(event, 1, chief)
    board = 1
    if reported != "before":
        builders.publish(event, 2, chief)
    if reported == "late":
        builders.enter(event, 2, chief)
        builders.play(event, 3, chief)
    builders.correct(event, 1, chief, board=board, result="0-1")
    if reported == "after":
        builders.enter(event, 2, chief)
        builders.play(event, 3, chief)
    differing = without_remarks(event)
    assert differing == {"before": [], "after": [2], "late": [2, 3]}[reported]
    assert set(explained(event)) == set(differing)
    if reported != "late":
        require_same_again(event, chief)


def test_a_correction_for_rating_alone_changes_no_rank(event: Tournament, chief: User) -> None:
    for number in (1, 2, 3):
        builders.play(event, number, chief)
    builders.correct(event, 1, chief, board=1, result="0-1")
    assert check_ranks(trf.read(rulebook.report(event))).differences
    assert not check_ranks(trf.read(whole(event))).differences


def test_an_adjourned_game_that_was_won_is_accepted_for_its_remark(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief, {1: "adj"})
    builders.play(event, 2, chief)
    builders.confirmed(
        results.enter_result, tournament=event, number=1, board=1, version=1, result="1-0", actor=chief
    )
    builders.play(event, 3, chief)
    assert without_remarks(event) == [2]
    assert explained(event)[2].startswith("### Adjournment @ Round 1: ")
    require_same_again(event, chief)

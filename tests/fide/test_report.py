"""The report: its mandatory fields, the same tournament after an import, and the pairings by the checker."""

from __future__ import annotations

import random
from datetime import date, time
from itertools import product
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache

from pairing import checker, trf
from tests import builders
from tests.chance import all_of_it, share
from tests.swiss import SWISS
from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.event.services import course
from tournaments.event.services import event as event_services
from tournaments.fide import queries, services
from tournaments.models import Game, Player, Seat, Tournament
from tournaments.players.services import byes, players
from tournaments.results import services as results
from tournaments.rounds.queries.boards import games_of
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

USUAL = ["1-0", "0-1", "1/2-1/2"]
UNUSUAL = ["1F-0F", "0F-1F", "0F-0F", "1/2-0", "0-1/2", "0-0"]


def columns(line: str, first: int, last: int) -> str:
    """Columns `first` to `last` of the line, counted as in the specification."""
    return line.ljust(last)[first - 1 : last]


def records(event: Tournament) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in rulebook.report(event).split("\r\n"):
        found.setdefault(line[:3], []).append(line)
    return found


def disagreements(event: Tournament) -> list[str]:
    """The rounds that the checker, reading the report, pairs differently from the event."""
    checks = checker.check(trf.read(rulebook.report(event).encode()))
    assert len(checks) == event.rounds.filter(state__in=("published", "finished")).count()
    return [
        f"round {check.number}: found {check.surplus} {check.found.bye}, expected {check.missing}"
        f" {check.expected and check.expected.bye} {check.message}"
        for check in checks
        if not check.agrees
    ]


def again(event: Tournament, actor: User) -> Tournament:
    """The event that results from importing its report."""
    return services.import_tournament(data=rulebook.report(event).encode(), actor=actor)


def played(event: Tournament) -> dict[int, Any]:
    """Each public round: boards with their players' numbers and results, and the players with byes."""
    return {
        round_.number: (
            [
                (board.row.board, board.white.number, board.black.number, board.row.result, board.row.rated)
                for board in games_of(round_)
            ],
            sorted(round_.seats.exclude(kind__in=("game", "zero")).values_list("player__number", "kind")),
        )
        for round_ in event.rounds.filter(state__in=("published", "finished"))
    }


def people(event: Tournament) -> list[Any]:
    return list(
        event.players.values_list(
            "number", "name", "title", "sex", "rating", "federation", "fide_id", "birth"
        )
    )


def presence(event: Tournament) -> list[Any]:
    return list(event.players.values_list("number", "first_round", "withdrawn_from", "expelled"))


class Story:
    """A random event played through the services as an arbiter would play it."""

    def __init__(self, seed: int, actor: User) -> None:
        self.chance = random.Random(seed)
        self.actor = actor
        self.count = 0
        rounds_ = self.chance.randint(4, 7)
        known = tuple(SWISS.values())
        win, draw = self.chance.choice([(10, 5), (10, 5), (20, 10), (30, 10)])
        self.event = event_services.create_tournament(
            actor=actor,
            name=f"Story {seed}",
            number_of_rounds=rounds_,
            edition=known[seed % len(known)].code,
            points_win=win,
            points_draw=draw,
            points_pab=self.chance.choice([win, win, win, draw, 0]),
            acceleration=self.chance.choice(["none", "baku"]) if win == 2 * draw else "none",
            city="Nouméa",
            federation="FRA",
            start_date=date(2026, 1, 9),
            end_date=date(2026, 1, 17),
        )
        event_services.name_arbiters(
            tournament=self.event, chief={"title": "FA", "name": "Arbiter, A"}, actor=actor
        )
        course.fill_schedule(
            tournament=self.event, first_day=date(2026, 1, 9), every=1, times=[time(10)], actor=actor
        )
        event_services.set_initial_colour(tournament=self.event, colour=self.chance.choice("wb"), actor=actor)
        players.add_players(
            tournament=self.event,
            entries=[self.person() for _ in range(self.chance.randint(9, 16))],
            actor=actor,
        )
        for first, last in self.chance.choice([[], [(1, None)], [(1, None), (2, 3)]]):
            group = self.chance.sample(list(self.event.players.values_list("pk", flat=True)), 2)
            event_services.keep_apart(
                tournament=self.event, players=group, first_round=first, last_round=last, actor=actor
            )
        self.unpairable = False

    def person(self) -> dict[str, Any]:
        self.count += 1
        chance = self.chance
        return {
            "name": f"{chance.choice(builders.NAMES)}, Ñ{self.count:02}",
            "rating": chance.choice([None, chance.randint(1200, 2700), chance.randint(1990, 2010)]),
            "title": chance.choice(["", "", "", *Player.Title.values]),
            "sex": chance.choice(["", "m", "w"]),
            "federation": chance.choice(["", "SCO", "FRA"]),
            "fide_id": chance.choice(["", str(2000000 + self.count)]),
            "birth": chance.choice(["", "1990", "1990/05/31"]),
            "first_round": chance.choice([1] * 12 + [2, 3]),
        }

    def before_pairing(self, number: int) -> None:
        """Players come late, leave, return, or ask for a bye."""
        chance = self.chance
        # E.5 of the systems based on rating depends on the pairing number itself, which a late entry changes:
        # a replay then gives other colours to those who met in round 1.
        moves = not self.event.edition.startswith("rating-")
        if number > 1 and moves and chance.random() < 0.5:
            entries = [self.person() for _ in range(chance.randint(1, 2))]
            players.add_players(tournament=self.event, entries=entries, actor=self.actor)
        present = [p for p in self.event.players.all() if p.takes_part_in(number)]
        for row in chance.sample(present, min(len(present), chance.randint(0, 2))):
            builders.confirmed(
                byes.give_bye,
                player=row,
                number=number,
                kind=chance.choice(["half", "zero"]),
                actor=self.actor,
            )
        if number > 1 and chance.random() < 0.35 and len(present) > 7:
            players.withdraw_player(player=chance.choice(present), actor=self.actor)
        gone = list(self.event.players.filter(withdrawn_from__lt=number))
        if gone and chance.random() < 0.3:
            players.return_player(player=chance.choice(gone), actor=self.actor)

    def play(self, number: int) -> bool:
        """Play one round; returns False if the rules find no pairing."""
        self.before_pairing(number)
        try:
            rounds.pair_round(tournament=self.event, number=number, actor=self.actor)
        except DomainError as refusal:
            assert refusal.code == "unpairable"  # noqa: PT017  the only obstacle that a story may meet
            return False
        if self.chance.random() < 0.2:
            rounds.discard_draft(tournament=self.event, number=number, actor=self.actor)
            rounds.pair_round(tournament=self.event, number=number, actor=self.actor)
        builders.explain_absences(self.event, self.actor)
        round_ = rounds.publish_round(tournament=self.event, number=number, actor=self.actor)
        for game in round_.games.all():
            results.enter_result(
                tournament=self.event,
                number=number,
                board=game.board or 0,
                result=self.chance.choice(USUAL * 4 + UNUSUAL),
                version=0,
                actor=self.actor,
            )
        return True

    def tell(self) -> Tournament:
        for number in range(1, self.event.number_of_rounds + 1):
            if not self.play(number):
                break
        self.event.refresh_from_db()
        return self.event


def require_same_again(event: Tournament, actor: User, seed: int) -> None:
    """The checker agrees with the event's report, and an import makes the same event from it.

    From one of the forms of the report, in turn, and from the usual one; at nights from each.
    """
    assert disagreements(event) == [], seed
    copy = again(event, actor)
    assert rulebook.report(copy) == rulebook.report(event), seed
    forms = list(rulebook.Format)
    for form in forms if all_of_it() else [forms[seed % len(forms)]]:
        text = rulebook.report(event, queries.remarks(event), form=form)
        twin = services.import_tournament(data=text.encode(), actor=actor)
        assert rulebook.report(twin, queries.remarks(twin), form=form) == text, (seed, form)
        assert presence(twin) == presence(event), (seed, form)
    assert played(copy) == played(event), seed
    assert people(copy) == people(event), seed
    cache.clear()
    assert rulebook.table(copy) == rulebook.table(event), seed
    for name in (*Tournament.BINDING, "name", "city", "federation", "start_date", "end_date"):
        if name != "colour_origin":
            assert getattr(copy, name) == getattr(event, name), seed


@pytest.mark.takes_long
def test_every_round_paired_here_is_what_the_checker_makes_of_the_report(chief: User) -> None:
    """C.04.2 A.4: any edition and regulations, byes, forfeits, withdrawals, returns, late entries.

    A story of each edition, which between them contain all of that; otherwise the test would prove less.
    """
    kinds: set[str] = set()
    outcomes: set[str] = set()
    late = withdrawn = odd = rounds_ = fast = other = apart = 0
    for seed in range(24 if all_of_it() else len(SWISS)):
        with builders.undone():
            event = Story(seed, chief).tell()
            require_same_again(event, chief, seed)
            kinds |= set(Seat.objects.filter(round__tournament=event).values_list("kind", flat=True))
            outcomes |= set(Game.objects.filter(round__tournament=event).values_list("result", flat=True))
            late += event.players.filter(first_round__gt=1).count()
            withdrawn += event.players.exclude(withdrawn_from=None).count()
            odd += event.players.count() % 2
            fast += event.acceleration == "baku"
            other += event.points_win != 10
            apart += event.prohibitions.count()
            rounds_ += event.rounds.filter(state__in=("published", "finished")).count()
    assert kinds >= {"game", "pab", "half", "zero"}
    assert outcomes >= set(Game.Result.values) - set(Game.OPEN)
    assert min(late, withdrawn, odd, fast, other, apart) > 1
    assert rounds_ > 20


def test_c3_late_entries_leave_the_rounds_before_them_as_they_were(
    chief: User, subtests: pytest.Subtests
) -> None:
    """A late entry moves numbers, but the checker still confirms what was paired before."""
    event = builders.tournament(chief, players=9, rounds=7)
    numbers, ratings = (2, 3, 4, 5, 6), (2900, 2393, 1000)
    # Each rating while numbers move, and when they are frozen (B.3).
    cases = share(product(numbers, ratings), of_each=1, kind=lambda case: (case[0] > 4, case[1]))
    for number in numbers:
        builders.play(event, number - 1, chief, {1: "0-1", 2: "1/2-1/2", 3: "1F-0F"})
        for rating in (rating for entered, rating in cases if entered == number):
            with subtests.test(number=number, rating=rating), builders.undone():
                require_past_of_late_entry(event, chief, number, rating)


def require_past_of_late_entry(event: Tournament, chief: User, number: int, rating: int) -> None:
    pairs = [builders.meetings(event, before) for before in range(1, number)]
    players.add_players(tournament=event, entries=[{"name": "Late, L", "rating": rating}], actor=chief)
    assert [builders.meetings(event, before) for before in range(1, number)] == pairs
    assert disagreements(event) == []
    builders.play(event, number, chief, {2: "1/2-1/2"})
    assert disagreements(event) == []
    copy = again(event, chief)
    assert rulebook.report(copy) == rulebook.report(event)
    assert copy.players.get(name="Late, L").first_round == number


def test_an_event_that_is_on_comes_back_as_it_stands(event: Tournament, chief: User) -> None:
    """With results missing, and with byes and absences in the coming round."""
    builders.play(event, 1, chief)
    players.withdraw_player(player=event.players.get(number=3), actor=chief)
    byes.give_bye(player=event.players.get(number=4), number=2, kind="half", actor=chief)
    copy = again(event, chief)
    assert rulebook.report(copy) == rulebook.report(event)
    builders.publish(event, 2, chief)
    copy = again(event, chief)
    assert rulebook.report(copy) == rulebook.report(event)
    assert [game.result for game in copy.rounds.get(number=2).games.all()] == ["", "", ""]
    results.enter_result(tournament=copy, number=2, board=2, result="0-1", version=0, actor=chief)


@pytest.mark.parametrize("published", [0, 1])
def test_an_event_before_its_first_result_comes_back(event: Tournament, chief: User, published: int) -> None:
    if published:
        builders.publish(event, 1, chief)
    copy = again(event, chief)
    assert rulebook.report(copy) == rulebook.report(event)
    assert copy.initial_colour == event.initial_colour


def test_a_draft_is_not_reported(event: Tournament, chief: User) -> None:
    before = rulebook.report(event)
    rounds.pair_round(tournament=event, number=1, actor=chief)
    assert rulebook.report(event) == before


def test_mandatory_fields_stand_in_their_columns(chief: User) -> None:
    """TRF16: records 012, 022, 032, 102; each player's rank, FIDE number, points, position and rounds."""
    event = event_services.create_tournament(
        actor=chief,
        name="Île Open",
        number_of_rounds=2,
        city="Nouméa",
        federation="FRA",
        start_date=date(2026, 1, 9),
        end_date=date(2026, 1, 10),
        time_control="90 min + 30 s",
    )
    event_services.name_arbiters(
        tournament=event,
        chief={"title": "IA", "name": "Arbiter, Anna", "fide_id": "1234567"},
        deputies=[
            {"title": "FA", "name": "Deputy, D", "fide_id": "7654321"},
            {"name": "Deputy, E"},
        ],
        actor=chief,
    )
    course.fill_schedule(tournament=event, first_day=date(2026, 1, 9), every=1, times=[], actor=chief)
    event_services.set_initial_colour(tournament=event, colour="w", actor=chief)
    players.add_players(
        tournament=event,
        actor=chief,
        entries=[
            {
                "name": "Ångström, Élodie",
                "title": "WGM",
                "sex": "w",
                "rating": 2400,
                "federation": "SWE",
                "fide_id": "1700001",
                "birth": "1990",
            },
            {"name": "Beta, Ben", "rating": 950, "sex": "m", "birth": "1985/05/31"},
            {"name": "Gamma, Gerd"},
        ],
    )
    builders.play(event, 1, chief, {1: "1/2-1/2"})
    builders.play(event, 2, chief, {1: "0F-1F"})
    event.refresh_from_db()
    lines = records(event)
    for code, text in {
        "012": "Île Open",
        "022": "Nouméa",
        "032": "FRA",
        "042": "2026/01/09",
        "052": "2026/01/10",
        "062": "3",
        "072": "2",
        "102": "IA Arbiter, Anna (1234567)",
        "132": f"{'':87}26/01/09  26/01/10",
        "122": "90 min + 30 s",
        "142": "2",
        "152": "W",
        "182": "Board One",
        "192": "FIDE_DUTCH_2017",
        "202": "BH/C1,BH,SB",
    }.items():
        assert lines[code] == [f"{code} {text}"]
    assert lines["112"] == ["112 FA Deputy, D (7654321)", "112 Deputy, E"]
    first, second, third = lines["001"]
    assert [columns(line, 5, 8) for line in lines["001"]] == ["   1", "   2", "   3"]
    assert columns(first, 10, 10) == "w"
    assert columns(first, 11, 13) == "WGM"
    assert columns(first, 15, 47) == f"{'Ångström, Élodie':33}"
    assert [columns(line, 49, 52) for line in lines["001"]] == ["2400", " 950", "    "]
    assert columns(first, 54, 56) == "SWE"
    assert columns(first, 58, 68) == "    1700001"
    assert [columns(line, 70, 79) for line in lines["001"]] == ["1990/00/00", "1985/05/31", " " * 10]
    assert [columns(line, 81, 84) for line in lines["001"]] == [
        f"{points // 10}.{points % 10}".rjust(4)
        for points in (
            next(s.points for s in rulebook.table(event) if s.number == number) for number in (1, 2, 3)
        )
    ]
    ranks = {line.number: line.rank for line in rulebook.table(event)}
    assert [columns(line, 86, 89) for line in lines["001"]] == [f"{ranks[n]:>4}" for n in (1, 2, 3)]
    # Round 1: 1 against 2, the third has the bye.
    assert [columns(line, 90, 99) for line in lines["001"]] == ["     2 w =", "     1 b =", "  0000 - U"]
    round_2 = [columns(line, 100, 109) for line in lines["001"]]
    assert sorted(block[-1] for block in round_2) == ["+", "-", "U"]
    assert second[90 + 9] == " "
    assert len(third.rstrip()) == 109


def test_the_report_is_what_the_command_line_reads(event: Tournament, chief: User) -> None:
    for number in range(1, 4):
        builders.play(event, number, chief)
    text = rulebook.report(event)
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    found = trf.read(text.encode())
    assert (found.edition, found.rounds, found.played_rounds) == ("dutch-2026", 5, 3)
    assert found.initial_colour == "w"

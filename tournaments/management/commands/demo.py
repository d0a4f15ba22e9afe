"""`manage.py demo`: load the demonstration events, and an arbiter who may run them."""

from __future__ import annotations

import random
from datetime import date, time
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User

from tournaments.errors import ConfirmationNeeded
from tournaments.event.services import course, event
from tournaments.event.services.event import create_tournament, set_initial_colour
from tournaments.fide import services as fide
from tournaments.management import WorkingCommand
from tournaments.models import Absence, Game, Member, Player, Seat, Tournament
from tournaments.people.services import ARBITER, first_arbiter
from tournaments.players.queries import presence
from tournaments.players.services import byes, players
from tournaments.players.services.byes import answer_absence
from tournaments.players.services.numbers import set_numbers
from tournaments.results import services as results
from tournaments.rounds.queries.boards import games_of
from tournaments.rounds.services import rounds
from tournaments.rounds.services.rounds import publish_all_rounds
from tournaments.teams import services as teams

DATA = Path(__file__).resolve().parents[2] / "demo"

SEED = 20260109
FAMILY_NAMES = (
    "Abadi Almeida Andersson Bakker Baranov Bianchi Bošković Castillo Chevalier Costa Dimitrov Dubois Eriksen"
    " Esposito Farkas Fernández Fischer García Grigoryan Hansen Horváth Ivanova Jansen Kaya Kim Kowalski"
    " Laurent Lindholm López Marković Martin Mehta Moreau Müller Nakamura Nguyen Novák Nowak O’Brien Okafor"
    " Olsen Papadopoulos Pereira Petrov Popescu Rossi Santos Schmidt Silva Smith Svensson Szabó Tanaka Torres"
    " Vasiliev Virtanen Wagner Weber Zieliński"
).split()
GIVEN_NAMES = {
    "m": "Adam Carlos Daniel Emil Farid Goran Hugo Ivan Jonas Kofi Luca Marek Niels Oskar Pavel".split(),
    "w": "Anna Beatriz Clara Diana Elena Freja Hana Ines Julia Klára Leila Mona Nina Olga Priya".split(),
}
FEDERATIONS = "ARM AUT BEL CRO CZE DEN ENG ESP FRA GER GRE HUN IND ITA NED NOR POL POR SCO SWE TUR".split()


class Command(WorkingCommand):
    """Loads the events that are missing; existing ones are left unchanged."""

    help = "Loads the demonstration events and prints the arbiter's login."

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the arbiter, the Scotch Cup, the demonstration open, masters and teams if missing."""
        arbiter, password = first_arbiter()
        if not Tournament.objects.filter(slug="scotch-cup").exists():
            data = (DATA / "scotch-cup.trf").read_bytes()
            fide.import_tournament(data=data, slug="scotch-cup", actor=arbiter)
        if not Tournament.objects.filter(slug="demo-open").exists():
            demo_open(arbiter)
        if not Tournament.objects.filter(slug="demo-masters").exists():
            demo_masters(arbiter)
        if not Tournament.objects.filter(slug="demo-teams").exists():
            demo_teams(arbiter)
        self.stdout.write(f"The arbiter's login: {ARBITER}, password: {password}")


def demo_open(arbiter: User) -> Tournament:
    """120 players, 9 rounds, 4 played, round 5 in draft; the same every time."""
    chance = random.Random(SEED)  # noqa: S311  a demonstration, not a secret
    tournament = create_tournament(
        actor=arbiter,
        slug="demo-open",
        name="Demonstration Open",
        city="Baku",
        federation="AZE",
        start_date=date(2026, 3, 6),
        end_date=date(2026, 3, 14),
        number_of_rounds=9,
        time_control="90 min/40 moves + 30 min, 30 s a move",
    )
    event.name_arbiters(tournament=tournament, chief={"name": "Demonstration Arbiter"}, actor=arbiter)
    course.fill_schedule(
        tournament=tournament, first_day=date(2026, 3, 6), every=1, times=[time(15)], actor=arbiter
    )
    set_initial_colour(tournament=tournament, colour="w", actor=arbiter)
    players.add_players(tournament=tournament, entries=_entries(chance, 120), actor=arbiter)
    by_number = {p.number: p for p in tournament.players.all()}
    byes.give_bye(player=by_number[17], number=2, kind=Seat.Kind.HALF_POINT_BYE, actor=arbiter)
    for number in range(1, 5):
        for absent in presence.unexplained(tournament):
            answer_absence(
                player=absent.player,
                number=absent.round_number,
                answer=Absence.Answer.EXPLAINED,
                reason="Missed the train.",
                actor=arbiter,
            )
        if number == 4:
            players.withdraw_player(player=by_number[88], actor=arbiter)
        rounds.pair_round(tournament=tournament, number=number, actor=arbiter)
        published = rounds.publish_round(tournament=tournament, number=number, actor=arbiter)
        for board in games_of(published):
            results.enter_result(
                tournament=tournament,
                number=number,
                board=board.row.board or 0,
                result=_result(chance, board.white, board.black),
                version=0,
                actor=arbiter,
            )
    byes.give_bye(player=by_number[41], number=5, kind=Seat.Kind.HALF_POINT_BYE, actor=arbiter)
    rounds.pair_round(tournament=tournament, number=5, actor=arbiter)
    return tournament


def demo_masters(arbiter: User) -> Tournament:
    """A round robin of ten, all rounds public, six played, one player gone; the same every time."""
    chance = random.Random(SEED + 1)  # noqa: S311  a demonstration, not a secret
    tournament = create_tournament(
        actor=arbiter,
        slug="demo-masters",
        name="Demonstration Masters",
        city="Baku",
        federation="AZE",
        start_date=date(2026, 4, 3),
        end_date=date(2026, 4, 11),
        edition="round-robin",
        number_of_rounds=9,
        time_control="90 min/40 moves + 30 min, 30 s a move",
    )
    players.add_players(tournament=tournament, entries=_entries(chance, 10), actor=arbiter)
    entered = list(tournament.players.all())
    chance.shuffle(entered)
    numbers = {player.pk: number for number, player in enumerate(entered, 1)}
    set_numbers(tournament=tournament, numbers=numbers, actor=arbiter)
    try:
        publish_all_rounds(tournament=tournament, actor=arbiter)
    except ConfirmationNeeded as asked:
        publish_all_rounds(tournament=tournament, actor=arbiter, confirmation=asked.token)
    for number in range(1, 7):
        if number == 4:
            leaver = tournament.players.get(number=10)
            players.withdraw_player(player=leaver, actor=arbiter)
        for board in games_of(tournament.rounds.get(number=number)):
            if board.row.is_open:
                results.enter_result(
                    tournament=tournament,
                    number=number,
                    board=board.row.board or 0,
                    result=_result(chance, board.white, board.black),
                    version=board.row.version,
                    actor=arbiter,
                )
    return tournament


TEAMS = ("Baku", "Ganja", "Sumgait", "Sheki", "Lankaran", "Nakhchivan", "Mingachevir", "Quba")


def demo_teams(arbiter: User) -> Tournament:
    """A Swiss of eight teams at four boards, two rounds played and the third under way; always the same."""
    chance = random.Random(SEED + 2)  # noqa: S311  a demonstration, not a secret
    tournament = create_tournament(
        actor=arbiter,
        slug="demo-teams",
        name="Demonstration Cup of Teams",
        city="Baku",
        federation="AZE",
        start_date=date(2026, 5, 8),
        end_date=date(2026, 5, 10),
        edition="swiss-team-2026",
        boards=4,
        number_of_rounds=5,
        time_control="90 min/40 moves + 30 min, 30 s a move",
    )
    set_initial_colour(tournament=tournament, colour="w", actor=arbiter)
    people = _entries(chance, 5 * len(TEAMS))
    squads = [people[place :: len(TEAMS)] for place in range(len(TEAMS))]
    entries: list[dict[str, Any]] = [
        {"name": name, "members": sorted(squad, key=lambda member: -member["rating"])}
        for name, squad in zip(TEAMS, squads, strict=True)
    ]
    teams.enter_teams(tournament=tournament, entries=entries, actor=arbiter)
    for number in (1, 2, 3):
        rounds.pair_round(tournament=tournament, number=number, actor=arbiter)
        published = rounds.publish_round(tournament=tournament, number=number, actor=arbiter)
        for team in (match.white for match in games_of(published)):
            if chance.random() < 0.5:
                places = [1, 2, 3, 4, 5]
                places.remove(chance.randint(1, 4))
                teams.set_line_up(team=team, number=number, places=places, actor=arbiter)
        for match in games_of(published):
            found = [_result(chance, one.white, one.black) for one in match.boards]
            if number == 3:
                found = [*found[:2], "", ""] if match.row.board == 1 else [""] * len(found)
            teams.enter_boards(
                tournament=tournament,
                number=number,
                board=match.row.board or 0,
                results=found,
                version=0,
                actor=arbiter,
            )
    return tournament


def _entries(chance: random.Random, count: int) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = []
    names: set[str] = set()
    while len(entries) < count:
        sex = "w" if chance.random() < 0.2 else "m"
        name = f"{chance.choice(FAMILY_NAMES)}, {chance.choice(GIVEN_NAMES[sex])}"
        if name in names:
            continue
        names.add(name)
        rating = round(min(2650, max(1400, chance.gauss(2050, 230))))
        entries.append(
            {
                "name": name,
                "sex": sex,
                "rating": rating,
                "title": _title(rating, sex),
                "federation": chance.choice(FEDERATIONS),
                "birth": str(chance.randint(1948, 2014)),
            }
        )
    return entries


def _title(rating: int, sex: str) -> str:
    steps = [(2500, Player.Title.GM), (2400, Player.Title.IM), (2300, Player.Title.FM)]
    if sex == "w":
        steps += [(2250, Player.Title.WGM), (2150, Player.Title.WIM), (2050, Player.Title.WFM)]
    return next((title for floor, title in steps if rating >= floor), "")


def _result(chance: random.Random, white: Player | Member | None, black: Player | Member | None) -> str:
    """A random result with probabilities by the ratings; now and then a player does not come."""
    if chance.random() < 0.01:
        return Game.Result.WHITE_WINS_FORFEIT
    ratings = ((player.rating if player else 0) or 0 for player in (black, white))
    expected = 1 / (1 + 10 ** ((next(ratings) - next(ratings) - 35) / 400))
    draw = min(0.35, 0.7 * min(expected, 1 - expected))
    lot = chance.random()
    if lot < expected - draw / 2:
        return Game.Result.WHITE_WINS
    return Game.Result.DRAW if lot < expected + draw / 2 else Game.Result.BLACK_WINS

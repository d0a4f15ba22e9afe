"""Events for tests, made through the services as an arbiter would make them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.again import again, known, note
from tournaments.chain import services as chain
from tournaments.corrections import queries as corrections
from tournaments.corrections import services as corrections_services
from tournaments.corrections.queries import Wish
from tournaments.errors import ConfirmationNeeded
from tournaments.event.services import event as event_services
from tournaments.hall import services as hall
from tournaments.log.acts import acting
from tournaments.models import (
    Absence,
    AuditEvent,
    Correction,
    EntryLink,
    Game,
    IntegrityEvent,
    Invitation,
    Membership,
    Round,
    Screen,
    Seat,
    Tournament,
)
from tournaments.people import services as people
from tournaments.players.queries import presence
from tournaments.players.services.byes import answer_absence
from tournaments.players.services.players import add_players
from tournaments.results import services as results_services
from tournaments.rounds.queries.boards import games_of
from tournaments.rounds.services import rounds

# For each route of the printer, a paper that it prints.
PAPERS = {
    "paper": "standings",
    "round-paper": "by-name",
    "desk-paper": "badges",
    "desk-round-paper": "slips",
}
NAMES = ("Adler", "Berg", "Costa", "Dahl", "Eklund", "Farkas", "Gruber", "Holm", "Iversen", "Jansen")


@again
def user(name: str) -> User:
    """An account; its password is its name."""
    return User.objects.create_user(username=name, password=name)


@again
def tournament(
    actor: User,
    *,
    players: int = 8,
    rounds: int = 5,
    colour: str = "w",
    name: str = "Test Open",
    **regulations: Any,
) -> Tournament:
    """A tournament with players rated 2400, 2395, …, nothing paired yet."""
    event = event_services.create_tournament(actor=actor, name=name, number_of_rounds=rounds, **regulations)
    if players:
        add_players(
            tournament=event,
            actor=actor,
            entries=[
                {"name": f"{NAMES[i % 10]}, {chr(65 + i // 10)}{i:03}", "rating": 2400 - 5 * i}
                for i in range(players)
            ],
        )
    if colour:
        event_services.set_initial_colour(tournament=event, colour=colour, actor=actor)
    event.refresh_from_db()
    return event


@again
def member(event: Tournament, name: str, role: str) -> User:
    """A new account that has the role in the event."""
    account = user(name)
    Membership.objects.create(tournament=event, user=account, role=role)
    return account


@again
def deputy(event: Tournament, name: str) -> User:
    """A new account that is a deputy arbiter of the event."""
    return member(event, name, Membership.Role.DEPUTY)


@again
def invitation(event: Tournament, role: str, *, uses: int = 1, hours: int = 12) -> tuple[Invitation, str]:
    """An invitation to the role, made by the owner; and its token."""
    return people.invite(
        tournament=event,
        role=role,
        label=f"A {role}",
        uses=uses,
        expires_at=timezone.now() + timedelta(hours=hours),
        nonce=uuid4(),
        actor=event.memberships.get(role=Membership.Role.OWNER).user,
    )


@again
def entry_link(event: Tournament, label: str = "Hall B", *, hours: int = 12) -> tuple[EntryLink, str]:
    """A link for entering results, made by the owner; and its token."""
    return results_services.make_entry_link(
        tournament=event,
        label=label,
        expires_at=timezone.now() + timedelta(hours=hours),
        nonce=uuid4(),
        actor=event.memberships.get(role=Membership.Role.OWNER).user,
    )


@again
def screen(event: Tournament, name: str = "Left of the stage") -> tuple[Screen, str]:
    """A screen of the hall that the owner has opened by its code; and its token."""
    waiting, token = hall.ask_for_code(tournament=event)
    actor = event.memberships.get(role=Membership.Role.OWNER).user
    return hall.open_screen(tournament=event, code=waiting.code, name=name, actor=actor), token


def begin_entry(client: Client, event: Tournament, initials: str = "MK") -> EntryLink:
    """Open a new link in this browser, as a helper in the hall does."""
    link, token = entry_link(event)
    client.get(reverse("entry-open", args=[token]))
    client.post(reverse("entry-start"), {"initials": initials})
    return link


@contextmanager
def undone() -> Iterator[None]:
    """Undo everything done in this context.

    A test of many events handles each one separately: PostgreSQL has to skip every row that was left in the
    same transaction before.
    """
    number = known()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    note(number)
    # Pages cached for an undone revision would be wrong for the next revision with the same number.
    cache.clear()


@again
def explain_absences(event: Tournament, actor: User) -> None:
    """Answer that every absence without notice was explained."""
    for absent in presence.unexplained(event):
        answer_absence(
            player=absent.player,
            number=absent.round_number,
            answer=Absence.Answer.EXPLAINED,
            reason="The bus was late.",
            actor=actor,
        )


@again
def publish(event: Tournament, number: int, actor: User) -> Round:
    """Pair and publish the round; absences in the round before are explained."""
    if number > 1:
        explain_absences(event, actor)
    rounds.pair_round(tournament=event, number=number, actor=actor)
    return rounds.publish_round(tournament=event, number=number, actor=actor)


def confirmed[T](service: Callable[..., T], **arguments: Any) -> T:
    """Call the service, and confirm all its warnings, as an arbiter does page by page."""
    for _page in range(3):
        try:
            return service(**arguments)
        except ConfirmationNeeded as question:
            arguments["confirmation"] = question.token
            if question.reason == "":
                arguments["reason"] = "So it was decided."
    message = "the service asks and asks"
    raise AssertionError(message)


def paired(*, tournament: Tournament, number: int, actor: User) -> Round:
    """Pair and publish the round, with the arguments of a service."""
    return publish(tournament, number, actor)


@again
def enter(event: Tournament, number: int, actor: User, results: Mapping[int, str] | None = None) -> None:
    """Enter the round's results: `results` by board, a white win on every other board."""
    for game in Game.objects.filter(round__tournament=event, round__number=number):
        results_services.enter_result(
            tournament=event,
            number=number,
            board=game.board or 0,
            result=(results or {}).get(game.board or 0, Game.Result.WHITE_WINS),
            version=game.version,
            actor=actor,
        )


@again
def correct(
    event: Tournament,
    number: int,
    actor: User,
    *,
    board: int = 1,
    kind: str = Correction.Kind.RESULT,
    reason: str = "Both signed the sheet so.",
    **wish: Any,
) -> Correction:
    """Correct an error of the round, in the case that applies, and confirm all questions."""
    asked = Wish(number=number, board=board, kind=kind, **wish)
    planned, window = corrections.planned(event, asked)
    return confirmed(
        corrections_services.correct,
        tournament=event,
        wish=asked,
        case=window.case,
        version=planned.game.version,
        reason=reason,
        actor=actor,
    )


@again
def repair(
    event: Tournament, number: int, actor: User, *, ground: str = "rematch", reason: str = "They have met."
) -> Round:
    """Withdraw the published pairing of the round and pair it again, confirming all questions."""
    return confirmed(
        rounds.repair_round,
        tournament=event,
        number=number,
        ground=ground,
        reason=reason,
        actor=actor,
    )


@again
def play(event: Tournament, number: int, actor: User, results: Mapping[int, str] | None = None) -> Round:
    """Pair and publish the round, and enter all its results."""
    round_ = publish(event, number, actor)
    enter(event, number, actor, results)
    return round_


def meetings(event: Tournament, number: int) -> set[frozenset[int]]:
    """The pairs of the round, as players' keys."""
    boards = games_of(event.rounds.get(number=number))
    return {frozenset({board.white.pk, board.black.pk}) for board in boards}


def names(event: Tournament, number: int, *, board: int) -> tuple[str, str]:
    """White and Black at the board of the round."""
    boards = games_of(event.rounds.get(number=number))
    found = next(b for b in boards if b.row.board == board)
    return found.white.name, found.black.name


@again
def with_rematch(actor: User, edition: str = "dutch-2016") -> Tournament:
    """An event whose published round 2 has two players who meet again (C.04.1 b), which nobody could know.

    According to the results, nobody came to round 1, so the same pairs were made again (C.04.2 D.6); after
    round 2 was published, it turned out that the game on board 1 had been played.
    """
    event = tournament(actor, players=4, rounds=3, edition=edition)
    play(event, 1, actor, {1: Game.Result.BOTH_FORFEIT, 2: Game.Result.BOTH_FORFEIT})
    publish(event, 2, actor)
    correct(event, 1, actor, result=Game.Result.WHITE_WINS, reason="They had played in the other hall.")
    return event


# For each round its boards by number, White first, and their results. Were the fifth round the last, two
# topscorers would meet in it (C.04.3 A.7, C3).
TOPSCORERS_MEET = (
    {(2, 6): "1-0", (4, 8): "1/2-1/2", (5, 1): "0-1", (7, 3): "1/2-1/2"},
    {(1, 2): "1/2-1/2", (3, 4): "1-0", (6, 5): "1/2-1/2", (8, 7): "0-1"},
    {(2, 3): "1/2-1/2", (4, 6): "1-0", (5, 8): "1-0", (7, 1): "0-1"},
    {(1, 3): "1/2-1/2", (4, 2): "1/2-1/2", (6, 8): "1-0", (7, 5): "1/2-1/2"},
    {(1, 4): "0-1", (3, 5): "1/2-1/2", (6, 7): "0-1", (8, 2): "0-1"},
)


@again
def with_topscorers(actor: User) -> Tournament:
    """An event of seven rounds after the fifth, which would have been paired differently as the last one."""
    event = tournament(actor, rounds=7, colour="b")
    for number, played in enumerate(TOPSCORERS_MEET, 1):
        publish(event, number, actor)
        seats = Seat.objects.filter(round__tournament=event, round__number=number, colour="w")
        boards = dict(seats.values_list("player__number", "game__board"))
        enter(event, number, actor, {boards[white]: result for (white, _black), result in played.items()})
    return event


@again
def announce(round_: Round, actor: User | None) -> None:
    """Write only the log entry and the link of a publication: the round itself stays unchanged."""
    with acting(round_.tournament, actor) as act:
        audit = act.record(AuditEvent.Action.ROUND_PUBLISHED, round_number=round_.number)
        chain.publish_pairing(act, audit, round_, timezone.now())


@again
def announce_withdrawal(
    round_: Round, actor: User | None, reason: str, *, note: bool = True, link: bool = True
) -> None:
    """Write only the log entry, the note and the link of a withdrawal: the round itself stays unchanged."""
    with acting(round_.tournament, actor) as act:
        audit = act.record(AuditEvent.Action.ROUND_WITHDRAWN, round_number=round_.number, reason=reason)
        if note:
            IntegrityEvent.objects.create(
                tournament=act.tournament,
                kind=IntegrityEvent.Kind.RE_PAIRING,
                round_number=round_.number,
                audit=audit,
            )
        if link:
            chain.withdraw_pairing(act, audit, round_, "rematch")

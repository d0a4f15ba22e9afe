"""Reading the chain of publications, and the rounds as stated in its links."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Q

from tournaments import engine
from tournaments.chain import Board, Bye, Content, Link, Person
from tournaments.errors import DomainError
from tournaments.models import AuditEvent, Game, Publication, Seat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.db.models import QuerySet

    from tournaments.models import Player, Round, Tournament

Kind = Publication.Kind

# In a level match of a knock-out: the player who goes on by its tie-break.
_GOES_ON = {"w": "white goes on", "b": "black goes on"}
# Stands for a player who is missing at a board.
NOBODY = Person(0, "–", "", "")


def person(player: Player) -> Person:
    """The player as a link written now would name them."""
    return Person(player.number or 0, player.name, player.fide_id, player.key)


def contents(seats: QuerySet[Seat]) -> dict[int, Content]:
    """Round -> its content by these seats now, with results."""
    boards: defaultdict[int, dict[int, tuple[int, str]]] = defaultdict(dict)
    people: defaultdict[int, dict[str, Person]] = defaultdict(dict)
    byes: defaultdict[int, list[Bye]] = defaultdict(list)
    game = ("game_id", "game__board", "game__result", "game__boards", "game__rated", "game__decision__player")
    columns = ("round__number", "kind", "colour", *game)
    player = ("player__number", "player__name", "player__fide_id", "player__key", "player_id")
    for number, kind, colour, game, board, result, results, rated, through, *who, key in seats.order_by(
        "round__number", "game__board", "player__number"
    ).values_list(*columns, *player):
        whoever = Person(who[0] or 0, *who[1:])
        if game is None:
            byes[number].append(Bye(kind, whoever))
        else:
            told = _told(result, results)
            boards[number].setdefault(game, (board or 0, told if rated else f"{told}{Game.UNRATED}"))
            if through == key:
                boards[number][game] = (board or 0, f"{boards[number][game][1]}, {_GOES_ON[colour]}")
            people[game][colour] = whoever
    return {
        number: Content(
            tuple(
                Board(board, people[game].get("w", NOBODY), people[game].get("b", NOBODY), result)
                for game, (board, result) in boards[number].items()
            ),
            tuple(byes[number]),
        )
        for number in boards.keys() | byes.keys()
    }


def _told(result: str, boards: str) -> str:
    """A result as a link states it; for a match of teams the boards' results, from which its own follows.

    If it does not follow, somebody has changed one of them, and the link states both.
    """
    if not (result and boards):
        return result
    try:
        follows = engine.result_of_match(boards.split(",")) or Game.Result.ADJOURNED
    except DomainError:
        follows = Game.Result.NOT_YET
    return boards if result == follows else f"{boards} {result}"


def content_of(round_: Round, *, results: bool) -> Content:
    """The content of the round by its rows now, with or without the results."""
    found = contents(round_.seats.all()).get(round_.number, Content())
    return found if results else found.without_results()


def of_round(round_: Round) -> QuerySet[Publication]:
    """The links about the round, in order."""
    links = Publication.objects.filter(tournament=round_.tournament_id, round_number=round_.number)
    return links.exclude(kind=Kind.IDENTITY).order_by("place")


def shown_with(round_: Round) -> QuerySet[Publication]:
    """The links shown with the round's list: its own, and corrections of names since then."""
    first = of_round(round_).first()
    own = Q(round_number=round_.number) & ~Q(kind=Kind.IDENTITY)
    since = Q(kind=Kind.IDENTITY, place__gt=first.place if first else 0)
    return Publication.objects.filter(own | since, tournament=round_.tournament_id).order_by("place")


class Withdrawn(NamedTuple):
    """A round that the public has seen, the link that withdrew its pairing, and all its links."""

    round: Round
    link: Publication
    links: list[Publication]


def withdrawn(tournament: Tournament, rounds: Iterable[Round] | None = None) -> list[Withdrawn]:
    """The rounds whose published pairing was withdrawn, and that are not published again yet.

    `rounds` are the event's, if the caller has them.
    """
    every = tournament.rounds.filter(published_at__isnull=False) if rounds is None else rounds
    found = []
    for round_ in every:
        if round_.published_at is None or round_.is_public:
            continue
        round_.tournament = tournament
        links = list(of_round(round_))
        if links:
            found.append(Withdrawn(round_, links[-1], links))
    return found


def last_of_round(round_: Round) -> Publication | None:
    """The latest link about the round; None if it was never published."""
    return of_round(round_).last()


def last(tournament: Tournament) -> Publication | None:
    """The last link of the event's chain; None if it has none."""
    return tournament.publications.order_by("place").last()


def remarks(tournament: Tournament, known: Iterable[str] = ()) -> list[str]:
    """The lines for the report, from the last link of each round: ### Fingerprint @ Round 5: 3f2a9c01…

    A round that was imported and not touched since keeps the line of its file, if that is `known`.
    """
    links = tournament.publications.exclude(kind__in=(Kind.IDENTITY, Kind.WITHDRAWN)).order_by("place")
    latest = {link.round_number: link for link in links.select_related("audit").defer("text")}
    told = {line.split(":")[0] for line in known}
    heads = {number: f"### Fingerprint @ Round {number}" for number in sorted(latest)}
    return [
        f"{head}: {latest[number].fingerprint}"
        for number, head in heads.items()
        if not (head in told and latest[number].audit.action == AuditEvent.Action.TOURNAMENT_IMPORTED)
    ]


def said(publication: Publication) -> Link:
    """The link as read from its text. A malformed text is read as an empty link."""
    try:
        return Link.read(publication.text)
    except ValueError:
        return Link(
            place=publication.place,
            event="",
            name="",
            round_number=publication.round_number,
            kind=publication.kind,
            edition="",
            at="",
            previous=publication.previous,
        )


def content_in(publication: Publication) -> Content:
    """The content of its round as the link states it."""
    return said(publication).content

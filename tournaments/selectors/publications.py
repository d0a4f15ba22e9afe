"""Reading the chain of publications, and the rounds as stated in its links."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Q, QuerySet

from tournaments import engine
from tournaments.chain import Board, Bye, Content, LineUp, Person, key_of_member
from tournaments.errors import DomainError
from tournaments.models import AuditEvent, Game, Member, Player, Publication, Round, Seat, Tournament
from tournaments.models import LineUp as LineUpRow

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
    columns = (
        "pk",
        "round__tournament__boards",
        "round__number",
        "kind",
        "colour",
        *game,
    )
    player = ("player__number", "player__name", "player__fide_id", "player__key", "player_id")
    teams: defaultdict[int, list[TeamSeated]] = defaultdict(list)
    for (
        seat,
        many,
        number,
        kind,
        colour,
        game,
        board,
        result,
        results,
        rated,
        through,
        *who,
        key,
    ) in seats.order_by("round__number", "game__board", "player__number").values_list(*columns, *player):
        whoever = Person(who[0] or 0, *who[1:])
        if many:
            teams[number].append(TeamSeated(key, whoever.key, None if game is None else seat, many))
        if game is None:
            byes[number].append(Bye(kind, whoever))
        else:
            told = _told(result, results)
            boards[number].setdefault(game, (board or 0, told if rated else f"{told}{Game.UNRATED}"))
            if through == key:
                boards[number][game] = (board or 0, f"{boards[number][game][1]}, {_GOES_ON[colour]}")
            people[game][colour] = whoever
    of_teams = _of_teams(teams)
    return {
        number: Content(
            tuple(
                Board(board, people[game].get("w", NOBODY), people[game].get("b", NOBODY), result)
                for game, (board, result) in boards[number].items()
            ),
            tuple(byes[number]),
            *of_teams.get(number, ()),
        )
        for number in boards.keys() | byes.keys()
    }


class TeamSeated(NamedTuple):
    """A team in a round: its row, its key in the chain, its seat in a match, the boards of one."""

    row: int
    key: str
    seat: int | None
    boards: int


def _of_teams(
    rounds: Mapping[int, Sequence[TeamSeated]],
) -> dict[int, tuple[tuple[Person, ...], tuple[LineUp, ...]]]:
    """Round -> the members of its teams, and who sits at the boards of their matches now."""
    if not rounds:
        return {}
    every = [team for teams in rounds.values() for team in teams]
    members: defaultdict[int, list[Member]] = defaultdict(list)
    for member in Member.objects.filter(team__in={team.row for team in every}).order_by("place"):
        members[member.team_id].append(member)
    entered: defaultdict[int, dict[int, int]] = defaultdict(dict)
    rows = LineUpRow.objects.filter(seat__in=[team.seat for team in every if team.seat])
    for seat, board, place in rows.values_list("seat_id", "board", "member__place"):
        entered[seat][board] = place or 0

    def places(team: TeamSeated) -> Iterator[int]:
        first = {board: member.place for board, member in enumerate(members[team.row], 1)}
        known = entered.get(team.seat or 0, first)
        return (known.get(board, 0) for board in range(1, team.boards + 1))

    return {
        number: (
            tuple(
                Person(one.place, one.name, one.fide_id, key_of_member(team.key, one.place))
                for team in teams
                for one in members[team.row]
            ),
            tuple(LineUp(team.key, ",".join(map(str, places(team)))) for team in teams if team.seat),
        )
        for number, teams in rounds.items()
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
    return links.filter(kind__in=Publication.OF_ROUND).order_by("place")


def shown_with(round_: Round) -> QuerySet[Publication]:
    """The links shown with the round's list: its own, and corrections of names since then."""
    first = of_round(round_).first()
    own = Q(round_number=round_.number, kind__in=Publication.OF_ROUND)
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


def end(tournament: Tournament) -> Publication | None:
    """The link of the event's end; None if it is not finished, or ended before ends were in the chain."""
    if not tournament.is_finished:
        return None
    last = tournament.publications.filter(kind__in=Publication.OF_END).order_by("place").last()
    return last if last and last.kind == Kind.END else None


def remarks(tournament: Tournament, known: Iterable[str] = ()) -> list[str]:
    """The lines for the report, from the last link of each round: ### Fingerprint @ Round 5: 3f2a9c01…

    The end of the event has one too: ### Fingerprint @ End: 8c1b…. A round that was imported and not touched
    since keeps the line of its file, if that is `known`.
    """
    links = tournament.publications.filter(kind__in={*Publication.OF_ROUND} - {Kind.WITHDRAWN})
    ordered = links.order_by("place").select_related("audit").defer("text")
    latest = {link.round_number: link for link in ordered}
    ended = end(tournament)
    told = {line.split(":")[0] for line in known}
    heads = {number: f"### Fingerprint @ Round {number}" for number in sorted(latest)}
    return [
        *(
            f"{head}: {latest[number].fingerprint}"
            for number, head in heads.items()
            if not (head in told and latest[number].audit.action == AuditEvent.Action.TOURNAMENT_IMPORTED)
        ),
        *([f"### Fingerprint @ End: {ended.fingerprint}"] if ended else []),
    ]


def content_in(publication: Publication) -> Content:
    """The content of its round as the link states it."""
    return publication.said.content

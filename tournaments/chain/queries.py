"""What was published: each publication of the chain, what differs from it since, and the ends of the log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import rulebook
from tournaments.chain.texts import (
    OF_PEOPLE,
    Board,
    Bye,
    Content,
    Line,
    LineUp,
    Person,
    commitment,
    key_of_member,
    line_of,
)
from tournaments.errors import DomainError
from tournaments.models import (
    AuditEvent,
    EarlierRating,
    Game,
    Member,
    Player,
    PrizeFund,
    PrizeList,
    Publication,
    Round,
    Seat,
    Tournament,
)
from tournaments.models import LineUp as LineUpRow
from tournaments.prizes import queries as prizes

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
            told = _result_text(result, results)
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


def _result_text(result: str, boards: str) -> str:
    """A result as a link states it; for a match of teams the boards' results, from which its own follows.

    If it does not follow, somebody has changed one of them, and the link states both.
    """
    if not (result and boards):
        return result
    try:
        follows = rulebook.result_of_match(boards.split(",")) or Game.Result.ADJOURNED
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


# The words of an end's lines (tournaments.chain.texts), for people.
PLACES = {
    "regulation": gettext_lazy("regulation"),
    "fund": gettext_lazy("prize fund"),
    "prizes": gettext_lazy("prizes"),
    "player": gettext_lazy("player"),
    "member": gettext_lazy("member of a team"),
    "standing": gettext_lazy("standings, number"),
    "award": gettext_lazy("prizes awarded"),
    "kept": gettext_lazy("prizes not awarded"),
}


class Difference(NamedTuple):
    """One difference from what was published: the round, the place in it, the text then and the text now.

    The round is 0 for what is about the whole event.
    """

    round_number: int
    place: str
    stood: str
    stands: str

    def __str__(self) -> str:
        facts = self._asdict()
        if not self.round_number:
            return _("%(place)s: was “%(stood)s”, is “%(stands)s”") % facts
        return _("round %(round_number)d, %(place)s: was “%(stood)s”, is “%(stands)s”") % facts


def boards_between(number: int, stood: Content, stands: Content) -> Iterator[Difference]:
    """The boards of the round that differ from what was published."""
    then, now = ({board.number: board for board in content.boards} for content in (stood, stands))
    for place in sorted(then.keys() | now.keys()):
        before, after = then.get(place), now.get(place)
        if before is None or after is None or _facts(before) != _facts(after):
            where = _("board %(board)d") % {"board": place}
            yield Difference(number, where, _described(before), _described(after))


def byes_between(number: int, stood: Content, stands: Content) -> Iterator[Difference]:
    """The byes of the round that differ from what was published."""
    then, now = ({bye.player.key: bye for bye in content.byes} for content in (stood, stands))
    for key in sorted(then.keys() | now.keys()):
        before, after = then.get(key), now.get(key)
        if before is None or after is None or before.kind != after.kind:
            told = [
                f"{bye.player.name}: {Seat.Kind(bye.kind).label}" if bye else "–" for bye in (before, after)
            ]
            yield Difference(number, _("not paired"), *told)


def rounds_between(number: int, stood: Content, stands: Content) -> Iterator[Difference]:
    """All that differs in the round from what was published, as far as that told it."""
    alike = stands.stated_as(stood)
    yield from boards_between(number, stood, alike)
    yield from byes_between(number, stood, alike)
    yield from line_ups_between(number, stood, alike)


def line_ups_between(number: int, stood: Content, stands: Content) -> Iterator[Difference]:
    """The line-ups of the round that differ from what was published."""
    then, now = (dict(content.line_ups) for content in (stood, stands))
    names = {whoever.key: whoever.name for whoever in (*stands.people, *stood.people)}
    for key in {**then, **now}:
        if then.get(key) != now.get(key):
            where = _("line-up of %(team)s") % {"team": names.get(key, key)}
            yield Difference(number, where, then.get(key, "–"), now.get(key, "–"))


def ends_between(stood: Iterable[Line], stands: Iterable[Line]) -> Iterator[Difference]:
    """The lines of the event's end that differ from what it stated."""
    then, now = _by_subject(stood), _by_subject(stands)
    for about in {**then, **now}:
        if then.get(about) != now.get(about):
            word, subject = about
            # A person's key says nothing to people; the cells name them.
            what = f"{PLACES[word]} {'' if word in OF_PEOPLE else subject}".strip()
            where = _("the end, %(what)s") % {"what": what}
            yield Difference(0, where, _cells(then.get(about)), _cells(now.get(about)))


def _by_subject(lines: Iterable[Line]) -> dict[tuple[str, str], list[Line]]:
    """(word of a line, what it is about) -> the cells of all such lines."""
    found: dict[tuple[str, str], list[Line]] = {}
    for word, subject, *cells in lines:
        found.setdefault((word, subject), []).append(tuple(cells))
    return found


def _cells(lines: list[Line] | None) -> str:
    return "; ".join(" ".join(filter(None, cells)) for cells in lines) if lines else "–"


def _facts(board: Board) -> tuple[object, ...]:
    return board.white.key, board.black.key, board.result


def _described(board: Board | None) -> str:
    if board is None:
        return "–"
    return " ".join(filter(None, (f"{board.white.name} – {board.black.name}", board.result)))


def named(whoever: Person) -> str:
    """A player by name, and by FIDE ID if there is one."""
    return f"{whoever.name} ({whoever.fide_id})" if whoever.fide_id else whoever.name


# A member's facts besides name, FIDE ID and birth.
OF_MEMBERS = tuple(name for name in Member.ENTERED if name not in Player.IDENTITY)


class Rows(NamedTuple):
    """What the database has of it: the same rows give the same lines."""

    # Those of regulations and prizes.
    lines: list[Line]
    # Key of the row, key in the chain, number, salt, IDENTITY, AT_THE_END.
    players: list[tuple[Any, ...]]
    # Key of the team's row, place, IDENTITY, OF_MEMBERS.
    members: list[tuple[Any, ...]]
    # Key of the player's row, rating, until which round.
    earlier: list[tuple[Any, ...]]


def rows(tournament: Tournament) -> Rows:
    """The present rows."""
    players = tournament.players.order_by("number")
    members = Member.objects.filter(team__tournament=tournament).order_by("place")
    earlier = EarlierRating.objects.filter(player__tournament=tournament).order_by("until")
    return Rows(
        [*_regulations(tournament), *_prizes(tournament)],
        list(players.values_list("pk", "key", "number", "salt", *Player.IDENTITY, *Player.AT_THE_END)),
        list(members.values_list("team_id", "place", *Player.IDENTITY, *OF_MEMBERS)),
        list(earlier.values_list("player_id", "value", "until")),
    )


def stored(tournament: Tournament, present: Rows | None = None) -> list[Line]:
    """What the rows of the event say about it; `present` are these rows, if they are at hand."""
    found = present or rows(tournament)
    return [*found.lines, *_people(found)]


def computed(tournament: Tournament) -> list[Line]:
    """What the rule book makes of them: the final standings, and who has which prize."""
    lines = rulebook.table(tournament)
    return [*_standings(tournament, lines), *_awards(tournament, lines)]


def _regulations(tournament: Tournament) -> Iterator[Line]:
    for name in Tournament.AT_THE_END:
        value = getattr(tournament, name)
        yield line_of(("regulation", name, "" if value is None else str(value)))


def _prizes(tournament: Tournament) -> Iterator[Line]:
    lists = prizes.lists_of(tournament)
    if not lists:
        return
    yield line_of(("fund", "", *_facts_of(lists[0].fund, _columns(PrizeFund))))
    for row in lists:
        of = row.category
        conditions = (f"category.{cell}" for cell in _facts_of(of, _columns(type(of)))) if of else ()
        yield line_of(("prizes", str(row.place), *_facts_of(row, _columns(PrizeList)), *conditions))


def _columns(model: type[Model]) -> list[str]:
    """The columns of the model that are not keys."""
    return [
        field.name for field in model._meta.concrete_fields if not (field.primary_key or field.is_relation)
    ]


def _facts_of(row: Model, names: Sequence[str]) -> Iterator[str]:
    return _filled(names, (getattr(row, name) for name in names))


def _filled(names: Iterable[str], values: Iterable[object]) -> Iterator[str]:
    """The values of these columns, without those that are empty or false."""
    for name, value in zip(names, values, strict=True):
        if value:
            yield f"{name}={','.join(map(str, value)) if isinstance(value, list) else value}"


def _people(found: Rows) -> Iterator[Line]:
    held: defaultdict[int, list[str]] = defaultdict(list)
    for row, value, until in found.earlier:
        held[row].append(f"{value or '-'} until {until}")
    members: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for row, *one in found.members:
        members[row].append(tuple(one))
    for row, key, number, salt, name, fide_id, birth, *rest in found.players:
        earlier = [f"earlier={', '.join(held[row])}"] if row in held else []
        facts = (*_filled(Player.AT_THE_END, rest), *earlier, *_born(salt, key, birth))
        yield line_of(("player", key, number or 0, name, fide_id, *facts))
        for place, of_member, its_id, born, *others in members[row]:
            its_key = key_of_member(key, place)
            facts = (*_filled(OF_MEMBERS, others), *_born(salt, its_key, born))
            yield line_of(("member", its_key, place, of_member, its_id, *facts))


def _born(salt: str, key: str, birth: str) -> Iterator[str]:
    """The year of a birth, and if its day is known, the commitment to it."""
    if birth:
        yield f"born={birth[:4]}"
    if len(birth) > 4:
        yield f"birth={commitment(salt, key, birth)}"


def _standings(tournament: Tournament, lines: Iterable[rulebook.Standing]) -> Iterator[Line]:
    columns = rulebook.columns(tournament)
    for line in lines:
        values = (
            f"{one.code}={rulebook.tie_break_in_print(line.values[one.code], one.unit, '.')}"
            for one in columns
        )
        whole, tenth = divmod(line.points, 10)
        yield line_of(("standing", line.number, line.rank, f"{whole}.{tenth}", *values))


def _awards(tournament: Tournament, lines: Sequence[rulebook.Standing]) -> Iterator[Line]:
    found = prizes.awards(tournament, lines)
    if found is None:
        return
    for row in found.lists:
        for award in row.awards:
            numbers = ",".join(str(player.number) for player in award.players)
            yield line_of(("award", str(row.prizes.place), numbers, str(award.amount)))
    yield line_of(("kept", "", str(found.kept)))

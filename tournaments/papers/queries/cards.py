"""The papers of a round, the cards of its players, the certificates, and the list of all papers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import prefetch_related_objects
from django.utils.dateformat import format as date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments import rulebook
from tournaments.chain import queries as chain
from tournaments.chain.texts import Content
from tournaments.errors import DomainError
from tournaments.event.queries import schedule
from tournaments.log import queries as log
from tournaments.models import Correction, Game, Member, Player, Seat, Tournament
from tournaments.papers.drawing import papers
from tournaments.papers.drawing.papers import (
    Badge,
    Badges,
    ByName,
    Card,
    Column,
    Entry,
    Line,
    Listing,
    PairingCard,
    PairingCards,
    Poster,
    Slip,
    Slips,
    Standing,
)
from tournaments.papers.drawing.papers import Seat as SlipSeat
from tournaments.papers.drawing.sheet import Printout
from tournaments.papers.queries import tables
from tournaments.papers.queries.tables import Order, imprint, imprint_of_round, listing, which_rating
from tournaments.players.columns import title_and_name
from tournaments.players.queries import identity
from tournaments.prizes import queries as prizes
from tournaments.prizes.queries import Awards, Recipient
from tournaments.ratings import queries as ratings
from tournaments.rounds import columns as round_columns
from tournaments.rounds.queries import boards, rounds
from tournaments.rounds.queries.boards import Board, Bye
from tournaments.standings import queries as standings
from tournaments.texts import as_text, fold

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


def by_board(order: Order) -> Printout:
    """The pairings in the order of the boards, with the results so far; or as in a publication."""
    body = _published_boards(chain.content_in(order.link)) if order.link else _boards(order)
    return Printout(imprint_of_round(order, _("Pairings by board")), body)


def by_name(order: Order) -> Printout:
    """Everybody by name, with colour and board, to be hung up; or as in a publication."""
    entries = _published_names(chain.content_in(order.link)) if order.link else _names(order)
    count = ngettext("%(count)d player", "%(count)d players", len(entries)) % {"count": len(entries)}
    key = _("○ White, ● Black; the number is the board.")
    entries.sort(key=lambda entry: fold(entry.name))
    return Printout(imprint_of_round(order, _("Pairings by name")), ByName(entries, (f"{key} {count}.",)))


def slips(order: Order) -> Printout:
    """A slip for each game of the round, or each board of its matches, to be signed by both players."""
    round_ = order.of_round
    prefetch_related_objects([order.of_round.tournament], "players__ratings")
    found = [
        slip
        for board in boards.games_of(round_)
        for slip in (
            _slips_of_match(board)
            if board.boards
            else [Slip(str(board.row.board), _slip_seat(board.white), _slip_seat(board.black))]
        )
    ]
    title = _("Round %(number)d") % {"number": round_.number}
    when = schedule.when(round_.day, round_.time) if round_.day else ""
    line = " · ".join(filter(None, (title, when)))
    body = Slips(order.tournament.name, line, found)
    return Printout(imprint_of_round(order, _("Result slips")), body)


def _slips_of_match(match: Board) -> Iterator[Slip]:
    """A slip for each board; if nobody sits there, it has room for a name."""
    for one in match.boards:
        teams = (match.white, match.black)[:: 1 if one.number % 2 else -1]
        white, black, _result_so_far = one.by_colour
        seats = (_member_seat(member, team) for member, team in zip((white, black), teams, strict=True))
        yield Slip(f"{match.row.board}.{one.number}", *seats)


def _member_seat(member: Member | None, team: Player) -> SlipSeat:
    if member is None:
        return SlipSeat("", team.name)
    return SlipSeat(title_and_name(member), " · ".join(filter(None, (team.name, str(member.rating or "")))))


def _slip_seat(player: Player) -> SlipSeat:
    facts = (str(player.number), player.federation, ratings.in_print(player))
    return SlipSeat(title_and_name(player), " · ".join(filter(None, facts)))


def _boards(order: Order) -> Listing:
    prefetch_related_objects([order.of_round.tournament], "players__ratings")
    games, byes = boards.games_of(order.of_round), boards.byes_of(order.of_round)
    notes = [*_notes(order, games, byes), *which_rating(order)]
    return listing(round_columns.ON_PAPER, [*games, *byes], notes)


def _notes(order: Order, games: list[Board], byes: list[Bye]) -> Iterator[str]:
    """The notes about the pairing that the round's page shows as well."""
    yield from _start_position(order)
    if hands := log.hands(order.of_round):
        where = rulebook.article(order.tournament, "C.04.2 A.5")
        text = _("Boards of this round were paired by hand (%(where)s).") % {"where": where}
        yield f"{text} {hands.event.reason}".strip()
    for board in games:
        for one in board.corrections:
            # A correction of two boards is listed once, at its own board.
            if one.game_id == board.row.pk and one.kind != Correction.Kind.ADJOURNED:
                text = _("Board %(number)s: %(what)s.") % {"number": board.row.board, "what": one.in_words}
                yield f"{text} {one.audit.reason}".strip()
    for known in identity.in_round(order.of_round, games, byes):
        text = _("%(name)s: %(value)s") % {"name": known.player.name, "value": known.what}
        yield f"{text}. {known.reason}".strip()


def _start_position(order: Order) -> tuple[str, ...]:
    number = order.of_round.start_position
    if number is None:
        return ()
    pieces = rounds.in_words(number)
    return (_("Start position %(number)d: %(pieces)s") % {"number": number, "pieces": pieces},)


def _names(order: Order) -> list[Entry]:
    found = []
    for board in boards.games_of(order.of_round):
        for player, colour in ((board.white, "w"), (board.black, "b")):
            found.append(_entry(player.name, colour, str(board.row.board)))
    found += [_entry(bye.player.name, "", bye.label) for bye in boards.byes_of(order.of_round)]
    return found


def _entry(name: str, colour: str, place: str) -> Entry:
    return Entry(name, fold(name)[:1], colour, place)


def _published_boards(content: Content) -> Listing:
    columns = (
        Column(_("Board"), "right", bold=True),
        *(Column(_("No."), "right"), Column(_("White"), grows=True)),
        Column(_("Result"), "centre", bold=True),
        *(Column(_("No."), "right"), Column(_("Black"), grows=True)),
    )
    rows = [
        (
            *(str(board.number), str(board.white.number), board.white.name),
            _published_result(board.result),
            *(str(board.black.number), board.black.name),
        )
        for board in content.boards
    ]
    rows += [("", str(bye.player.number), bye.player.name, "", "", _bye(bye.kind)) for bye in content.byes]
    return Listing(columns, rows)


def _published_result(result: str | None) -> str:
    if not result:
        return ""
    told = result.removesuffix(Game.UNRATED)
    return Game.in_print(told, told if "," in told else "")


def _bye(kind: str) -> str:
    return str(Seat.Kind(kind).label)


def _published_names(content: Content) -> list[Entry]:
    found = []
    for board in content.boards:
        found.append(_entry(board.white.name, "w", str(board.number)))
        found.append(_entry(board.black.name, "b", str(board.number)))
    found += [_entry(bye.player.name, "", _bye(bye.kind)) for bye in content.byes]
    return found


def badges(order: Order) -> Printout:
    """A badge for each player who takes part, with the code of their public card."""
    event = order.tournament
    found = [
        Badge(
            str(player.number),
            title_and_name(player),
            _facts(player),
            order.address("player", event.slug, player.number),
        )
        for player in _present(order)
    ]
    return Printout(imprint(order, _("Badges")), Badges(event.name, found))


def place_cards(order: Order) -> Printout:
    """A card with the name of each player who takes part, to stand in front of them."""
    found = [Card(title_and_name(player), _facts(player)) for player in _present(order)]
    return Printout(imprint(order, _("Place cards")), Standing(order.tournament.name, found))


def table_cards(order: Order) -> Printout:
    """A card with the number of each board, for as many boards as the event can need."""
    boards = len(_present(order)) // 2
    found = [Card(str(number), _("board")) for number in range(1, boards + 1)]
    return Printout(imprint(order, _("Table cards")), Standing(order.tournament.name, found))


def pairing_cards(order: Order) -> Printout:
    """The cards of all players with their published rounds, and room to continue by hand."""
    tournament = order.tournament
    prefetch_related_objects([tournament], "players__ratings")
    rounds = rulebook.played(tournament)
    found = [
        PairingCard(
            (
                *(str(player.number), player.name, player.title, player.federation),
                *(ratings.in_print(player), player.fide_id),
            ),
            _lines(rounds[player.number or 0]),
        )
        for player in tournament.players.all()
    ]
    return Printout(imprint(order, _("Pairing cards")), PairingCards(tournament.number_of_rounds, found))


def my_board(order: Order) -> Printout:
    """The poster that leads to the page where players find and follow their own board."""
    steps = (
        _("Point your phone’s camera at the code, and open the address that it shows."),
        _("Type a part of your name, and tap your name below it."),
        _("The page shows your board, your colour and your opponent as soon as a round is published."),
    )
    tournament = order.tournament
    address = order.address("follow", tournament.slug)
    return Printout(imprint(order, _("Poster")), Poster(_("My board"), tournament.name, address, steps))


def to_the_event(order: Order) -> Printout:
    """The poster that leads to the public page of the event."""
    steps = (
        _("Point your phone’s camera at the code, and open the address that it shows."),
        _("The page shows pairings, results and standings as soon as they are available."),
    )
    tournament = order.tournament
    address = order.address("event", tournament.slug)
    what = _("Pairings, results and standings on your phone")
    return Printout(imprint(order, _("Poster")), Poster(tournament.name, what, address, steps))


def _lines(rounds: list[rulebook.Played]) -> list[Line]:
    found, total = [], 0
    for line in rounds:
        total += line.points or 0
        result = "" if line.points is None else line.forfeit.replace("-", "−") or as_text(line.points)
        found.append(
            Line(
                opponent=str(line.opponent or "–"),
                colour=line.colour,
                floated=line.floated,
                result=result,
                total=as_text(total) if result else "",
            )
        )
    return found


def _present(order: Order) -> list[Player]:
    people = order.tournament.players.prefetch_related("ratings")
    return [player for player in people if not player.withdrawn_from and not player.expelled]


def _facts(player: Player) -> str:
    return " · ".join(filter(None, (player.federation, ratings.in_print(player), player.club)))


def no_prizes(tournament: Tournament) -> str:
    """Why the prizes cannot be printed; "" if they can."""
    return "" if prizes.announced(tournament) else _("No prizes are announced.")


def no_awards(tournament: Tournament) -> str:
    """Why the awards cannot be printed; "" if they can."""
    due = "" if prizes.are_due(tournament) else _("“Who gets what” can be printed from the last round on.")
    return no_prizes(tournament) or due


def no_receipts(tournament: Tournament) -> str:
    """Why there are no receipts; "" if there are."""
    settled = prizes.are_settled(tournament)
    return no_prizes(tournament) or (
        "" if settled else _("Receipts are made when no result is open any more.")
    )


def no_certificates(tournament: Tournament) -> str:
    """Why there are no certificates; "" if there are."""
    over = prizes.are_settled(tournament)
    return "" if over else _("Certificates are made when all rounds are over.")


def announced(order: Order) -> Printout:
    """The prizes as everybody sees them: those announced and, once the event is finished, who gets them."""
    tournament = order.tournament
    body = _awarded(_awards(tournament)) if tournament.is_finished else _announced(tournament)
    return Printout(imprint(order, _("Prize list")), body)


def awarded(order: Order) -> Printout:
    """The awards if the event ended now, for the arbiters; from the last round on."""
    provisional = "" if prizes.are_settled(order.tournament) else _("NOT FINAL. Results are still missing.")
    stamp = imprint(order, _("Who gets what"), notice=provisional)
    without = "; ".join(one.player.name for one in prizes.without(order.tournament))
    notes = [_("Without prizes: %(names)s") % {"names": without}] if without else []
    return Printout(stamp, _awarded(_awards(order.tournament), notes))


def receipts(order: Order) -> Printout:
    """A receipt to be signed by each recipient of a prize."""
    awards = _awards(order.tournament)
    currency = awards.announced.fund.currency
    found = [
        papers.Receipt(
            number=_("Receipt %(number)s") % {"number": number},
            name=recipient.name,
            facts=_who(recipient),
            prizes=_prizes(recipient, currency),
            total=rulebook.money(recipient.total, currency),
        )
        for number, recipient in enumerate(awards.recipients, 1)
    ]
    of_event = ", ".join(filter(None, (order.tournament.name, _when(order.tournament))))
    return Printout(imprint(order, _("Receipts")), papers.Receipts(of_event, found))


def certificates(order: Order) -> Printout:
    """A certificate for everybody in the final standings, the winner's first."""
    tournament = order.tournament
    last = rulebook.finished_rounds(tournament)
    rows = standings.rows(tournament)
    among = _places(tournament)
    facts = {"players": len(rows), "rounds": last}
    found = [
        papers.Honour(
            name=f"{row.player.title} {row.player.name}".strip(),
            place=_("Place %(rank)d") % {"rank": row.rank},
            lines=[
                _("%(points)s points in %(rounds)d rounds, %(players)d players")
                % (facts | {"points": as_text(row.standing.points)}),
                *among.get(row.player.pk, ()),
            ],
        )
        for row in rows
    ]
    chief = next((str(one) for one in tournament.named_arbiters.all() if one.is_chief), "")
    arbiter = ": ".join(filter(None, (_("Chief arbiter"), chief)))
    body = papers.Certificates(tournament.name, _when(tournament), (_("Organiser"), arbiter), found)
    return Printout(imprint(order, _("Certificate")), body, wide=True)


def _when(tournament: Tournament) -> str:
    """The city and the last day of the event."""
    day = date_format(tournament.end_date, _("j F Y")) if tournament.end_date else ""
    return ", ".join(filter(None, (tournament.city, day)))


def _places(tournament: Tournament) -> dict[int, list[str]]:
    """Player's key -> their places in the categories, in words."""
    found: dict[int, list[str]] = {}
    players = list(tournament.players.all())
    lines = standings.table(tournament)
    for category in tournament.categories.all():
        members = {player.number: player.pk for player in prizes.members(tournament, category, players)}
        inside = [line for line in lines if line.number in members]
        for line in rulebook.ranked_among(inside):
            facts = {"name": category.name, "rank": line.rank}
            words = _("%(name)s: place %(rank)d") % facts
            found.setdefault(members[line.number], []).append(words)
    return found


def _awards(tournament: Tournament) -> Awards:
    found = prizes.awards(tournament)
    if found is None:
        raise DomainError("prizes", no_prizes(tournament))
    return found


def _announced(tournament: Tournament) -> Listing:
    found = prizes.announced(tournament)
    if found is None:
        raise DomainError("prizes", no_prizes(tournament))
    columns = (
        *(Column(_("Prizes"), grows=True), Column(_("Place"), "right")),
        Column(_("Prize"), "right", bold=True),
    )
    rows = [
        (row.title if place == 1 else "", str(place), rulebook.money(amount, found.fund.currency))
        for row in found.lists
        for place, amount in enumerate(row.amounts, 1)
    ]
    total = {"total": rulebook.money(found.total, found.fund.currency)}
    return Listing(columns, rows, [_("In all: %(total)s") % total])


def _awarded(awards: Awards, notes: Sequence[str] = ()) -> Listing:
    currency = awards.announced.fund.currency
    columns = (
        *(Column(_("Prizes"), grows=True), Column(_("Name"), grows=True)),
        Column(_("Prize"), "right", bold=True),
    )
    rows = [
        (one.prizes.title if place == 0 else "", award.name, rulebook.money(award.amount, currency))
        for one in awards.lists
        for place, award in enumerate(one.awards)
    ]
    rows += [
        (one.prizes.title, _("not awarded"), rulebook.money(left.amount, currency))
        for one in awards.lists
        for left in one.not_awarded
    ]
    facts = {
        "awarded": rulebook.money(awards.awarded, currency),
        "total": rulebook.money(awards.announced.total, currency),
    }
    return Listing(columns, rows, [_("%(awarded)s of %(total)s are awarded.") % facts, *notes])


def _who(recipient: Recipient) -> str:
    if recipient.is_team:
        return "; ".join(player.name for player in recipient.players)
    [player] = recipient.players
    return _("FIDE ID %(number)s") % {"number": player.fide_id} if player.fide_id else ""


def _prizes(recipient: Recipient, currency: str) -> Sequence[str]:
    return [
        _("%(name)s: %(value)s")
        % {"name": award.prizes.title, "value": rulebook.money(award.amount, currency)}
        for award in recipient.awards
    ]


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper: its title and its maker; `public` if it shows nothing that is not on public pages.

    A paper that is `kept` can also be printed as of an earlier publication of its round.
    """

    title: StrPromise
    maker: Callable[[Order], Printout]
    public: bool = False
    kept: bool = False
    # Why it cannot be printed yet, in a sentence; "" if it can.
    waits_for: Callable[[Tournament], str] = lambda _tournament: ""


# The name in the address -> the paper; papers of a published round, then papers of the event.
OF_ROUND = {
    "by-board": Paper(gettext_lazy("Pairings by board"), by_board, public=True, kept=True),
    "by-name": Paper(gettext_lazy("Pairings by name"), by_name, public=True, kept=True),
    "slips": Paper(gettext_lazy("Result slips"), slips),
    "explanation": Paper(gettext_lazy("How it was paired"), tables.explanation, public=True),
}
OF_EVENT = {
    "starting-list": Paper(gettext_lazy("Starting list"), tables.starting_list, public=True),
    "standings": Paper(gettext_lazy("Standings"), tables.table, public=True),
    "cross-table": Paper(gettext_lazy("Cross table"), tables.cross_table, public=True),
    "pairing-cards": Paper(gettext_lazy("Pairing cards"), pairing_cards),
    "badges": Paper(gettext_lazy("Badges"), badges),
    "place-cards": Paper(gettext_lazy("Place cards"), place_cards),
    "table-cards": Paper(gettext_lazy("Table cards"), table_cards),
    "poster": Paper(gettext_lazy("Poster: the event"), to_the_event),
    "my-board": Paper(gettext_lazy("Poster: my board"), my_board),
    "prizes": Paper(gettext_lazy("Prize list"), announced, public=True, waits_for=no_prizes),
    "awards": Paper(gettext_lazy("Who gets what"), awarded, waits_for=no_awards),
    "receipts": Paper(gettext_lazy("Receipts"), receipts, waits_for=no_receipts),
    "certificates": Paper(gettext_lazy("Certificates"), certificates, waits_for=no_certificates),
    "report": Paper(gettext_lazy("Arbiter’s report"), tables.report),
}

"""The papers of a published round: pairings by board and by name, slips for the results."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import engine
from tournaments.chain import Content
from tournaments.files.papers.lists import ByName, Column, Entry, Listing
from tournaments.files.papers.sheet import Printout
from tournaments.files.papers.slips import Seat as SlipSeat
from tournaments.files.papers.slips import Slip, Slips
from tournaments.models import Correction, Game, Member, Player, Seat
from tournaments.names import fold
from tournaments.points import as_text
from tournaments.selectors import (
    boards,
    identity,
    integrity,
    publications,
    ratings,
    schedule,
    start_positions,
)
from tournaments.selectors.boards import Board, Bye
from tournaments.selectors.papers.orders import Order, imprint_of_round, titled, which_rating


def by_board(order: Order) -> Printout:
    """The pairings in the order of the boards, with the results so far; or as in a publication."""
    body = _published_boards(publications.content_in(order.link)) if order.link else _boards(order)
    return Printout(imprint_of_round(order, _("Pairings by board")), body)


def by_name(order: Order) -> Printout:
    """Everybody by name, with colour and board, to be hung up; or as in a publication."""
    entries = _published_names(publications.content_in(order.link)) if order.link else _names(order)
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
    return SlipSeat(titled(member), " · ".join(filter(None, (team.name, str(member.rating or "")))))


def _slip_seat(player: Player) -> SlipSeat:
    facts = (str(player.number), player.federation, ratings.in_print(player))
    return SlipSeat(titled(player), " · ".join(filter(None, facts)))


def _boards(order: Order) -> Listing:
    prefetch_related_objects([order.of_round.tournament], "players__ratings")
    games, byes = boards.games_of(order.of_round), boards.byes_of(order.of_round)
    columns = (
        Column(_("Board"), "right", bold=True),
        *(Column(_("No."), "right"), Column(_("White"), grows=True), Column(_("Rating"), "right")),
        *(Column(_("Pts"), "right"), Column(_("Result"), "centre", bold=True), Column(_("Pts"), "right")),
        *(Column(_("No."), "right"), Column(_("Black"), grows=True), Column(_("Rating"), "right")),
    )
    rows = [
        (
            str(board.row.board),
            *(str(board.white.number), titled(board.white), ratings.in_print(board.white)),
            *(_points(board.white_score, board.white_virtual), _result(board.row)),
            _points(board.black_score, board.black_virtual),
            *(str(board.black.number), titled(board.black), ratings.in_print(board.black)),
        )
        for board in games
    ]
    rows += [
        (
            *("", str(bye.player.number), titled(bye.player), ratings.in_print(bye.player)),
            *(_points(bye.score, bye.virtual), "", "", "", bye.label, ""),
        )
        for bye in byes
    ]
    return Listing(columns, rows, [*_notes(order, games, byes), *which_rating(order)])


def _notes(order: Order, games: list[Board], byes: list[Bye]) -> Iterator[str]:
    """The notes about the pairing that the round's page shows as well."""
    yield from _start_position(order)
    if hands := integrity.hands(order.of_round):
        where = engine.article(order.tournament, "C.04.2 A.5")
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
    pieces = start_positions.in_words(number)
    return (_("Start position %(number)d: %(pieces)s") % {"number": number, "pieces": pieces},)


def _points(score: int, virtual: int) -> str:
    return f"{as_text(score)} + {as_text(virtual)}" if virtual else as_text(score)


def _result(game: Game) -> str:
    """The result; "" while there is none, which leaves room to write it on the wall."""
    return str(game.get_result_display()) if game.result else ""


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

"""The papers of a whole event in rows: standings, cross table, starting list."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.files.papers.lists import Column, Listing
from tournaments.files.papers.sheet import Printout
from tournaments.models import Player
from tournaments.points import as_text, decimal_mark
from tournaments.selectors import cross_tables, events, ratings, standings
from tournaments.selectors.adjourned import adjourned_games
from tournaments.selectors.cross_tables import Cell, Line
from tournaments.selectors.papers.orders import Order, imprint, which_rating


def table(order: Order) -> Printout:
    """The standings after a round, with all tie-breaks; for a category also with the places in it."""
    tournament, category = order.tournament, order.category
    prefetch_related_objects([tournament], "players__ratings")
    last = engine.finished_rounds(tournament)
    after = last if order.after is None else order.after
    ties = engine.columns(tournament)
    columns = (
        *([Column(_("Place"), "right", bold=True)] if category else []),
        *(Column(_("Rank"), "right", bold=not category), Column(_("No."), "right"), Column(_("Title"))),
        *(Column(_("Name"), grows=True), Column(_("Fed.")), Column(_("Rating"), "right")),
        Column(_("Pts"), "right", bold=True),
        *(Column(tie.heading, "right") for tie in ties),
    )
    mark = decimal_mark()
    rows = [
        (
            *([str(row.place)] if category else []),
            *(str(row.rank), str(row.player.number), row.player.title, _name(row.player)),
            *(row.player.federation, ratings.in_print(row.player), as_text(row.standing.points)),
            *(engine.tie_break_in_print(row.standing.values[tie.code], tie.unit, mark) for tie in ties),
        )
        for row in standings.rows(tournament, after, category)
    ]
    names = {"names": events.tie_breaks(tournament), "text": tournament.get_tie_break_text_display()}
    notes = [
        _("Points, then %(names)s (%(text)s). Players who are equal in all of them share the rank.") % names,
        *_provisional(order, after),
        *which_rating(order),
    ]
    title = _title(order, after, last)
    if category:
        title = _("%(name)s: %(value)s") % {"name": category.name, "value": title}
    stamp = imprint(order, title, notice=_earlier(after, last))
    return Printout(stamp, Listing(columns, rows, notes))


def cross_table(order: Order) -> Printout:
    """The standings with every round of all players: the opponent's number, the colour and the points.

    If everybody meets everybody, each column is an opponent, in the order of the standings.
    """
    tournament = order.tournament
    prefetch_related_objects([tournament], "players__ratings")
    last = engine.finished_rounds(tournament)
    after = last if order.after is None else order.after
    cross = cross_tables.cross_table(tournament, standings.rows(tournament, after), after)
    games = len(cross.opponents or cross.rounds)
    columns = (
        *(Column(_("Rank"), "right", bold=True), Column(_("No."), "right")),
        *(Column(_("Name"), grows=True), Column(_("Fed.")), Column(_("Rating"), "right")),
        *(Column(str(number), "right") for number in range(1, games + 1)),
        Column(_("Pts"), "right", bold=True),
    )
    key = (
        _("○½: with White, half a point. ● Black; + and − not played. The columns are the places.")
        if cross.opponents
        else _(
            "12○½: against number 12, with White, half a point. ● Black; + and − not played; · no opponent."
        )
    )
    out = {"names": "; ".join(cross.left_out)}
    left_out = _(
        "Left out, as more than half of the games are missed; these games count for nobody (C.05 6.6):"
        " %(names)s."
    )
    notes = [
        key,
        *([left_out % out] if cross.left_out else []),
        *_provisional(order, after),
        *which_rating(order),
    ]
    stamp = imprint(
        order, _("Cross table after round %(after)d") % {"after": after}, notice=_earlier(after, last)
    )
    return Printout(stamp, Listing(columns, list(map(_line, cross.lines)), notes), wide=True)


def _line(line: Line) -> Sequence[str]:
    row, player = line.row, line.row.player
    return (
        *(str(row.rank), str(player.number), f"{player.title} {_name(player)}".strip()),
        *(player.federation, ratings.in_print(player)),
        *map(_against, line.opponents),
        *map(_in_round, line.rounds),
        as_text(row.standing.points),
    )


def _against(games: Sequence[Cell] | None) -> str:
    """The games against one opponent: ○½ ●0; × for the player themselves."""
    return "×" if games is None else " ".join(map(_game, games))


def _in_round(cell: Cell | None) -> str:
    """A round in a cell: 12○½, or · and the points of a round without an opponent."""
    if cell is None:
        return "·"
    return f"{cell.opponent}{_game(cell)}" if cell.opponent else f"·{as_text(cell.points)}"


def _game(cell: Cell) -> str:
    disc = "○" if cell.colour == "w" else "●"
    return f"{disc}{cell.forfeit.replace('-', '−') or as_text(cell.points)}"


def starting_list(order: Order) -> Printout:
    """The players in their initial order (C.04.2 B)."""
    columns = (
        *(Column(_("No."), "right", bold=True), Column(_("Title")), Column(_("Name"), grows=True)),
        *(Column(_("Fed.")), Column(_("Rating"), "right"), Column(_("FIDE ID"), "right")),
        Column(_("Club"), grows=True),
    )
    rows = [
        (
            *(str(player.number), player.title, _name(player), player.federation),
            *(ratings.in_print(player), player.fide_id, player.club),
        )
        for player in order.tournament.players.prefetch_related("ratings")
    ]
    return Printout(imprint(order, _("Starting list")), Listing(columns, rows, which_rating(order)))


def _title(order: Order, after: int, last: int) -> str:
    if order.tournament.is_finished and after == last:
        return _("Final standings")
    return _("Standings after round %(after)d") % {"after": after} if after else _("Initial order")


def _earlier(after: int, last: int) -> str:
    """A notice that later rounds are over; "" if none is."""
    if after == last:
        return ""
    facts = {"after": after, "last": last}
    return _("OUT OF DATE. As of round %(after)d; round %(last)d is over.") % facts


def _provisional(order: Order, after: int) -> list[str]:
    if not adjourned_games(order.tournament, before=after + 1):
        return []
    return [_("Provisional: adjourned games count as draws until their results are in.")]


def _name(player: Player) -> str:
    if player.expelled:
        return f"{player.name} ({_('expelled')})"
    return f"{player.name} ({_('withdrawn')})" if player.withdrawn_from else player.name

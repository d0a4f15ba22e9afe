"""The columns of the standings and of the cross table, which has those of the rounds between them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from operator import attrgetter

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import rulebook
from tournaments.columns import Column, members
from tournaments.models import Category, Player, Seat, Tournament
from tournaments.players import columns as players
from tournaments.standings.queries import Cell, CrossTable, Row
from tournaments.texts import as_text, bdi, decimal_mark

# In tenths of a point: from these scores on, the foot of a tile of the cross table is full, or half.
FULL, HALF = 10, 5

NUMBER, TITLE, NAME, FEDERATION, RATING, LIST, STATUS = (
    replace(column, part=attrgetter("player"))
    for column in (
        *(players.NUMBER, players.TITLE, players.NAME, players.FEDERATION, players.RATING),
        *(players.LIST, players.STATUS),
    )
)
RANK = Column("rank", gettext_lazy("Rank"), attrgetter("rank"), number=True)
# Among the players of a category.
PLACE = Column("place", gettext_lazy("Place"), attrgetter("place"), number=True)
POINTS = Column(
    "points",
    gettext_lazy("Pts"),
    lambda points: Decimal(points) / 10,
    part=attrgetter("standing.points"),
    in_full=gettext_lazy("Points"),
    on_paper=as_text,
    on_page=lambda points: format_html("<strong>{}</strong>", as_text(points)),
    number=True,
    bold=True,
)


def tie_breaks(tournament: Tournament, earlier: int | None = None) -> list[Column]:
    """The event's tie-breaks; on a page each leads to its working, after an earlier round if one is given."""
    return [_tie_break(tie, earlier) for tie in rulebook.columns(tournament)]


def _tie_break(tie: rulebook.Column, earlier: int | None) -> Column:
    mark = decimal_mark()
    query = "?workings=shown" if earlier is None else f"?workings=shown&after={earlier}"

    def value(row: Row) -> Decimal | None:
        found = row.standing.values[tie.code]
        return None if found is None else Decimal(rulebook.tie_break_in_print(found, tie.unit, "."))

    def written(row: Row) -> str:
        return rulebook.tie_break_in_print(row.standing.values[tie.code], tie.unit, mark)

    def working(row: Row) -> SafeString:
        card = row.player.get_absolute_url()
        return format_html('<a href="{}{}#{}">{}</a>', card, query, tie.heading, written(row))

    return Column(
        tie.code,
        tie.heading,
        value,
        title=tie.name,
        on_paper=written,
        on_page=working,
        number=True,
        label=tie.heading,
    )


def _name(waiting: Collection[Player]) -> Column:
    """The name, which leads to the player's card, with a word for those whose points are not complete."""

    def provisional(player: Player) -> SafeString | str:
        return format_html(" <small>{}</small>", _("provisional")) if player in waiting else ""

    return replace(NAME, on_page=players.linked(Player.get_absolute_url, players.out, provisional))


def on_page(
    rows: Iterable[Row], ties: Iterable[Column], category: Category | None, waiting: Collection[Player]
) -> list[Column]:
    """The standings on a page; `waiting` are the players in adjourned games."""
    places = [RANK]
    if category:
        heading = format_html(_("Place: %(name)s") % {"name": "{}"}, bdi(category.name))
        places = [replace(PLACE, heading=heading), replace(RANK, label=RANK.heading)]
    federation = [replace(FEDERATION, label="")] if any(row.player.federation for row in rows) else []
    return [*places, _name(waiting), *federation, replace(RATING, label=""), POINTS, *ties]


def in_sheet(tournament: Tournament, category: Category | None) -> list[Column]:
    """The standings in a spreadsheet."""
    return [
        *([PLACE] if category else []),
        *(RANK, NUMBER, TITLE, NAME, FEDERATION, RATING, POINTS, *tie_breaks(tournament), LIST, STATUS),
    ]


def on_paper(tournament: Tournament, category: Category | None) -> list[Column]:
    """The standings on paper."""
    places = [replace(PLACE, bold=True), RANK] if category else [replace(RANK, bold=True)]
    return [*places, NUMBER, TITLE, NAME, FEDERATION, RATING, POINTS, *tie_breaks(tournament)]


def in_api(tournament: Tournament) -> list[Column]:
    """The standings for other programs."""
    ties = tie_breaks(tournament)
    return [
        *(RANK, PLACE, Column("player", "", players.who, part=attrgetter("player")), POINTS),
        Column("tie_breaks", "", lambda row: [*members(ties, row).values()]),
    ]


def of_cross_table(
    cross: CrossTable, waiting: Collection[Player] = (), ties: Iterable[Column] = ()
) -> list[Column]:
    """The cross table on a page, with these tie-breaks after the points."""
    games = _games(cross)
    if cross.rounds:
        heading = '<span class="unseen">{}</span> {}'
        games = [replace(game, heading=format_html(heading, _("Round"), game.heading)) for game in games]
    return [RANK, NUMBER, replace(_name(waiting), heading_css="name"), *games, POINTS, *ties]


def of_cross_table_on_paper(cross: CrossTable) -> list[Column]:
    """The cross table on paper."""
    name = replace(NAME, on_paper=lambda player: f"{player.title} {players.name_on_paper(player)}".strip())
    return [replace(RANK, bold=True), NUMBER, name, FEDERATION, RATING, *_games(cross), POINTS]


def _games(cross: CrossTable) -> list[Column]:
    """A column for each round; or for each opponent, in the order of the rows, whose games may be several."""
    return [_round(cross, number) for number in cross.rounds] + [
        _opponent(cross, player, place) for place, player in enumerate(cross.opponents, 1)
    ]


def _round(cross: CrossTable, number: int) -> Column:
    def cell(row: Row) -> Cell | None:
        return cross.in_round.get((row.player.pk, number))

    return Column(
        "",
        str(number),
        lambda row: _round_on_paper(cell(row)),
        on_page=lambda row: _round_on_page(cell(row)),
        number=True,
        css="",
    )


def _opponent(cross: CrossTable, player: Player, place: int) -> Column:
    def games(row: Row) -> Sequence[Cell] | None:
        own = row.player == player
        return None if own else cross.against.get((row.player.pk, player.number or 0), ())

    return Column(
        "",
        str(place),
        lambda row: _games_on_paper(games(row)),
        title=player.name,
        on_page=lambda row: _games_on_page(games(row)),
        number=True,
        css=lambda row: "own" if row.player == player else "",
        heading_css="",
    )


def _round_on_paper(cell: Cell | None) -> str:
    """12○½, or · and the points of a round without an opponent."""
    if cell is None:
        return "·"
    return f"{cell.opponent}{_game_on_paper(cell)}" if cell.opponent else f"·{as_text(cell.points)}"


def _games_on_paper(games: Sequence[Cell] | None) -> str:
    """The games against one opponent: ○½ ●0; × for the player themselves."""
    return "×" if games is None else " ".join(map(_game_on_paper, games))


def _game_on_paper(cell: Cell) -> str:
    disc = "○" if cell.colour == "w" else "●"
    return f"{disc}{cell.forfeit.replace('-', '−') or as_text(cell.points)}"


def _round_on_page(cell: Cell | None) -> SafeString:
    if cell is None:
        return format_html('<span class="unseen">{}</span>', _("did not take part"))
    if cell.opponent is None:
        points, foot, kind = as_text(cell.points), _foot(cell.points), Seat.Kind(cell.kind).label
        return format_html(
            '<span class="sc none {}">{}</span><span class="unseen"> {}</span>', foot, points, kind
        )
    return format_html('{}<a href="#n{}">{}</a>', _tile(cell), cell.opponent, cell.opponent)


def _games_on_page(games: Sequence[Cell] | None) -> SafeString:
    if games is None:
        return format_html('<span class="unseen">{}</span>', _("the same player"))
    return format_html_join(" ", "{}", ((_tile(game),) for game in games))


def _tile(cell: Cell) -> SafeString:
    told = [str(Seat.Colour(cell.colour).label)]
    if cell.forfeit:
        told.append(_("forfeit"))
    return format_html(
        '<span class="sc {}{} {}">{}</span><span class="unseen"> {} </span>',
        cell.colour,
        " none" if cell.forfeit or cell.awaited else "",
        _foot(cell.points),
        cell.forfeit.replace("-", "−") or as_text(cell.points),
        ", ".join(told),
    )


def _foot(points: int) -> str:
    return "full" if points >= FULL else "half" if points >= HALF else ""

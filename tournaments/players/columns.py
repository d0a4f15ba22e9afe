"""The columns about a player, in whichever list, and the lists of players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.columns import Column, members
from tournaments.models import Player
from tournaments.ratings import queries as ratings
from tournaments.texts import bdi


def titled(player: Player) -> SafeString:
    """The name on a page, after the title if there is one."""
    if not player.title:
        return format_html("{}", bdi(player.name))
    return format_html('<span class="title">{}</span> {}', player.title, bdi(player.name))


def status(player: Player) -> str:
    """Whether the player is out of the event, in words; "" if not."""
    if player.expelled:
        return _("expelled")
    if player.withdrawn_from:
        return _("withdrawn from round %(number)s") % {"number": player.withdrawn_from}
    return ""


def out(player: Player) -> SafeString | str:
    """A mark, with a blank before it, for a player who is out of the event."""
    told = status(player)
    return told and format_html(' <span class="tag">{}</span>', told)


def rating(player: Player) -> SafeString | str:
    """The rating that counts, with its mark, which says its source on request."""
    if not player.rating:
        return ""
    mark = ratings.mark(player)
    if not mark:
        return str(player.rating)
    counting = ratings.counting(player.tournament, player.ratings.all())
    source = ratings.source_in_words(counting) if counting else "–"
    return format_html('{} <abbr title="{}">{}</abbr>', player.rating, source, mark)


def name_on_paper(player: Player) -> str:
    """The name, with a word for a player who is out of the event."""
    if player.expelled:
        return f"{player.name} ({_('expelled')})"
    return f"{player.name} ({_('withdrawn')})" if player.withdrawn_from else player.name


def linked(
    address: Callable[[Player], str], *more: Callable[[Player], str]
) -> Callable[[Player], SafeString]:
    """The cell of a name on a page: a link, and what stands behind it."""

    def cell(player: Player) -> SafeString:
        behind = format_html("{}" * len(more), *(one(player) for one in more)) if more else ""
        return format_html('<a href="{}">{}</a>{}', address(player), titled(player), behind)

    return cell


def _list(player: Player) -> str:
    found = ratings.which(player)
    return str(found.label) if found else ""


NUMBER = Column("number", gettext_lazy("No."), lambda player: player.number, number=True)
TITLE = Column("title", gettext_lazy("Title"), lambda player: player.title)
NAME = Column(
    "name",
    gettext_lazy("Name"),
    lambda player: player.name,
    on_paper=name_on_paper,
    names_row=True,
    grows=True,
)
FEDERATION = Column(
    "federation",
    gettext_lazy("Fed."),
    lambda player: player.federation,
    in_full=gettext_lazy("Federation"),
    css="amount",
    heading_css="",
)
RATING = Column(
    "rating",
    gettext_lazy("Rating"),
    lambda player: player.rating,
    on_paper=ratings.in_print,
    on_page=rating,
    number=True,
)
FIDE_ID = Column("fide_id", gettext_lazy("FIDE ID"), lambda player: player.fide_id, number=True)
CLUB = Column("club", gettext_lazy("Club"), lambda player: player.club, grows=True)
LIST = Column("", gettext_lazy("Rating list"), _list)
STATUS = Column("", gettext_lazy("Status"), status)

# A player in the API, wherever one stands.
WHO = (Column("id", "", lambda player: player.key), NUMBER, NAME, TITLE, FEDERATION, RATING, FIDE_ID)

STARTING_LIST = (replace(NUMBER, bold=True), TITLE, NAME, FEDERATION, RATING, FIDE_ID, CLUB)


def who(player: Player) -> dict[str, Any]:
    """A player in the API."""
    return members(WHO, player)

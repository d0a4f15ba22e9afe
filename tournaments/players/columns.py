"""The columns about a player, in whichever list, and the lists of players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import rulebook
from tournaments.columns import Column, members
from tournaments.event.queries.event import ratings_of
from tournaments.models import Category, Member, Player, Tournament
from tournaments.ratings import queries as ratings
from tournaments.texts import bdi

type Categories = Mapping[int, Sequence[Category]]


def title_and_name(player: Player | Member) -> str:
    """The name, after the title if there is one."""
    return f"{player.title} {player.name}".strip()


def titled(player: Player | Member) -> SafeString:
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
    """The mark on a page, after a blank, of a player who is out of the event; "" for another."""
    found = status(player)
    return format_html(' <span class="tag">{}</span>', found) if found else ""


def rating(player: Player) -> SafeString | str:
    """The rating on a page, with its mark, which names the source."""
    if not player.rating:
        return ""
    mark = ratings.mark(player)
    if not mark:
        return str(player.rating)
    return format_html('{} <abbr title="{}">{}</abbr>', player.rating, _source(player), mark)


def linked(
    address: Callable[[Player], str], *more: Callable[[Player], str]
) -> Callable[[Player], SafeString]:
    """A name on a page: a link, and what stands behind it."""

    def cell(player: Player) -> SafeString:
        link = format_html('<a href="{}">{}</a>', address(player), titled(player))
        behind = (conditional_escape(one(player)) for one in more)
        return mark_safe("".join((link, *behind)))  # noqa: S308 - escaped

    return cell


def name_on_paper(player: Player) -> str:
    """The name, with a word for a player who is out of the event."""
    if player.expelled:
        return f"{player.name} ({_('expelled')})"
    return f"{player.name} ({_('withdrawn')})" if player.withdrawn_from else player.name


def _tags(categories: Categories, player: Player) -> SafeString:
    tags = ((bdi(category.name),) for category in categories.get(player.pk, ()))
    return format_html_join("", ' <span class="tag">{}</span>', tags)


def _club(player: Player) -> SafeString | str:
    return format_html(" <small>{}</small>", bdi(player.club)) if player.club else ""


def _club_if_wide(player: Player) -> SafeString | str:
    return format_html(' <small class="wide">{}</small>', bdi(player.club)) if player.club else ""


def _source(player: Player) -> str:
    found = ratings.counting(player.tournament, player.ratings.all())
    return ratings.source_in_words(found) if found else ""


def _list(player: Player) -> str:
    found = ratings.which(player)
    return str(found.label) if found else ""


def _fide_rating(player: Player) -> int | None:
    found = rulebook.fide_rating(player.tournament, player.ratings.all())
    return found.value if found else None


def _status(player: Player) -> str:
    return "expelled" if player.expelled else "withdrawn" if player.withdrawn_from else "playing"


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
FIDE_ID = Column(
    "fide_id",
    gettext_lazy("FIDE ID"),
    lambda player: player.fide_id,
    number=True,
    css="wide amount",
    heading_css="wide",
)
CLUB = Column("club", gettext_lazy("Club"), lambda player: player.club, grows=True)
FIRST_ROUND = Column("first_round", gettext_lazy("Plays from round"), lambda player: player.first_round)
STATUS = Column("status", gettext_lazy("Status"), _status, in_sheet=status)
LIST = Column("", gettext_lazy("Rating list"), _list)
SOURCE = Column(
    "",
    gettext_lazy("Source"),
    _source,
    on_page=lambda player: format_html("<small>{}</small>", _source(player)),
    css="wide amount",
    heading_css="wide",
)

# A player in the API, wherever one is named; and in the list of players.
WHO = (Column("id", "", lambda player: player.key), NUMBER, NAME, TITLE, FEDERATION, RATING, FIDE_ID)
IN_API = (
    *WHO,
    Column("fide_rating", "", _fide_rating),
    *(CLUB, FIRST_ROUND, STATUS, Column("withdrawn_from", "", lambda player: player.withdrawn_from)),
)
STARTING_LIST = (replace(NUMBER, bold=True), TITLE, NAME, FEDERATION, RATING, FIDE_ID, CLUB)


def who(player: Player) -> dict[str, Any]:
    """A player in the API."""
    return members(WHO, player)


def on_page(players: Iterable[Player], categories: Categories) -> list[Column]:
    """The list of players on its public page."""
    name = replace(NAME, on_page=linked(Player.get_absolute_url, partial(_tags, categories), _club, out))
    return [NUMBER, name, *([FEDERATION] if any(player.federation for player in players) else []), RATING]


def in_sheet(categories: Categories) -> list[Column]:
    """The list of players in a spreadsheet, as the public has it."""

    def names(player: Player) -> str:
        return ", ".join(category.name for category in categories.get(player.pk, ()))

    belongs_to = Column("", _("Categories"), names)
    return [NUMBER, TITLE, NAME, FEDERATION, RATING, FIDE_ID, CLUB, belongs_to, LIST, STATUS]


def at_the_desk(
    players: Sequence[Player],
    categories: Categories,
    *,
    address: Callable[[Player], str],
    coming: int | None,
    byes: Mapping[int, object],
    drafts: bool,
) -> list[Column]:
    """The list of players at the desk; columns that nobody fills are left out.

    The last one says who will not simply be paired in the coming round: `byes` by the players' keys, and
    those who are missing, for readers who see drafts.
    """

    def mark(player: Player) -> SafeString | str:
        missing: SafeString | str = ""
        if player.is_missing and drafts:
            missing = format_html('<span class="tag draft">{}</span> ', _("missing"))
        return format_html("{}{}", missing, absence(player))

    def absence(player: Player) -> SafeString | str:
        if player.withdrawn_from:
            return out(player)
        if coming and player.first_round > coming:
            late = _("from round %(number)s") % {"number": player.first_round}
            return format_html('<span class="tag">{}</span>', late)
        return str(byes.get(player.pk, ""))

    heading = _("Round %(number)s") % {"number": coming} if coming else ""
    name = replace(NAME, on_page=linked(address, partial(_tags, categories), _club_if_wide))
    return [
        *(NUMBER, name, FEDERATION, RATING, SOURCE),
        *([FIDE_ID] if any(player.fide_id for player in players) else []),
        *([Column("", heading, mark, label="")] if any(map(mark, players)) else []),
    ]


def entries() -> list[Column]:
    """All that arbiters know about the players, in a spreadsheet that can be uploaded again.

    Of the ratings it has FIDE's, the national one, and the arbiters' own or their estimate; "Source" is that
    of the one that counts.
    """

    def given(key: str, heading: str) -> Column:
        return Column(key, heading, lambda player: ratings_of(player).get(key))

    return [
        *(NUMBER, NAME, TITLE, FEDERATION),
        *(given("fide_rating", _("FIDE rating")), given("national_rating", _("National rating"))),
        *(given("rating", _("Rating")), given("estimate", _("Estimate")), SOURCE, FIDE_ID),
        Column("birth", _("Born"), lambda player: player.birth),
        Column("sex", _("Sex"), lambda player: player.sex),
        *(CLUB, FIRST_ROUND, STATUS),
    ]


def check_in(tournament: Tournament) -> list[Column]:
    """The check-in in a spreadsheet."""

    def presence(player: Player) -> str | None:
        return str(Player.Presence(player.presence).label) if tournament.check_in_at else None

    return [NAME, NUMBER, FEDERATION, RATING, Column("presence", _("Check-in"), presence), STATUS]

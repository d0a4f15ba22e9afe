"""The columns of the ratings that are compared with the rating lists."""

from __future__ import annotations

from operator import attrgetter
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.columns import Column
from tournaments.models import Player, Rating
from tournaments.ratings.queries import Change, Check, source_in_words

_PLAYER, _CHANGE = attrgetter("player"), attrgetter("change")


class Line(NamedTuple):
    """A player, what was found, in words, and how the list differs; None where it does not cover them."""

    player: Player
    found: str
    change: Change | None = None


def lines(check: Check) -> list[Line]:
    """What the rating lists would change, and the players whom they do not cover."""
    return [
        *(Line(one.player, _("different on the list"), one) for one in check.changed),
        *(Line(one.player, _("the same, but from elsewhere"), one) for one in check.confirmed),
        *(Line(player, str(doubt)) for player, doubt in check.doubtful),
        *(Line(player, _("Not on the list")) for player in check.not_listed),
        *(Line(player, _("Without FIDE ID")) for player in check.without_id),
        *(Line(player, _("Unrated")) for player in check.unrated),
    ]


def _source(rating: Rating | None) -> str:
    return source_in_words(rating) if rating else ""


IN_SHEET = (
    Column("name", gettext_lazy("Player"), lambda player: player.name, part=_PLAYER),
    Column("fide_id", gettext_lazy("FIDE ID"), lambda player: player.fide_id, part=_PLAYER),
    Column("found", gettext_lazy("Found"), lambda line: line.found),
    Column("rating", gettext_lazy("Now"), lambda player: player.rating, part=_PLAYER),
    Column("source", gettext_lazy("Source"), lambda change: _source(change.before), part=_CHANGE),
    Column("list", gettext_lazy("List"), lambda change: change.after and change.after.value, part=_CHANGE),
    Column(
        "list_source", gettext_lazy("Source of the list"), lambda change: _source(change.after), part=_CHANGE
    ),
    Column("title", gettext_lazy("Title on the list"), lambda change: change.title, part=_CHANGE),
)

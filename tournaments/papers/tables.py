"""Each list of an event as a table for spreadsheets, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from tournaments.columns import Column
from tournaments.formats.workbooks import Cell, Table
from tournaments.models import Category, Rating, Round, Tournament
from tournaments.players import columns as player_columns
from tournaments.prizes import queries as prizes
from tournaments.ratings import queries as ratings
from tournaments.rounds import columns as round_columns
from tournaments.rounds.queries.boards import byes_of, games_of
from tournaments.standings import columns as standings_columns
from tournaments.standings.queries import rows
from tournaments.texts import fold


def players(tournament: Tournament, category: Category | None = None) -> Table:
    """The entries as the public sees them, by pairing number: all, or those of one category."""
    entries = prizes.members(tournament, category, tournament.players.all())
    prefetch_related_objects(entries, "ratings")
    belonging = prizes.by_player(tournament, entries)
    return _table(_("Players"), player_columns.in_sheet(belonging), entries)


def entries(tournament: Tournament) -> Table:
    """The entries with all that the arbiters know about them; a list that can be uploaded again."""
    found = tournament.players.select_related("tournament").prefetch_related("ratings")
    return _table(_("Players"), player_columns.entries(), found)


def boards(round_: Round) -> Table:
    """The pairings of a published round with the results so far, then the players without a game."""
    title = _("Round %(number)d") % {"number": round_.number}
    return _table(title, round_columns.IN_SHEET, [*games_of(round_), *byes_of(round_)])


def standings(tournament: Tournament, after: int | None = None, category: Category | None = None) -> Table:
    """The standings after a round: of all players, or of a category with its players' places."""
    shown = rows(tournament, after, category)
    prefetch_related_objects([row.player for row in shown], "ratings")
    return _table(_("Standings"), standings_columns.in_sheet(tournament, category), shown)


def _table(title: str, columns: Sequence[Column], rows: Iterable[object]) -> Table:
    headings = [str(column.in_full or column.heading) for column in columns]
    return Table(title, headings, [[column.typed(row) for column in columns] for row in rows])


def check_in(tournament: Tournament) -> Table:
    """The check-in of all players, by name."""
    entered = sorted(tournament.players.all(), key=lambda player: fold(player.name))
    return _table(_("Check-in"), player_columns.check_in(tournament), entered)


def ratings_check(tournament: Tournament) -> Table:
    """What the rating lists would change, and the players whom they do not cover."""
    check = ratings.check(tournament)
    rows: list[tuple[Cell, ...]] = [
        (
            *(change.player.name, change.player.fide_id, found, change.player.rating),
            *(_source(change.before), change.after.value if change.after else None, _source(change.after)),
            change.title,
        )
        for changes, found in (
            (check.changed, _("different on the list")),
            (check.confirmed, _("the same, but from elsewhere")),
        )
        for change in changes
    ]
    rows += [
        (player.name, player.fide_id, found, player.rating, None, None, None, None)
        for people, found in (
            (check.not_listed, _("Not on the list")),
            (check.without_id, _("Without FIDE ID")),
            (check.unrated, _("Unrated")),
        )
        for player in people
    ]
    headings = (
        *(_("Player"), _("FIDE ID"), _("Found"), _("Now"), _("Source"), _("List"), _("Source of the list")),
        _("Title on the list"),
    )
    return Table(_("Check the ratings"), headings, rows)


def _source(rating: Rating | None) -> str:
    return ratings.source_in_words(rating) if rating else ""

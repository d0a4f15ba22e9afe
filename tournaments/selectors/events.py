"""Reading an event: what comes next, its standings, one player's card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core.cache import cache
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.models import Player, Round, Seat, Tournament
from tournaments.selectors import rounds as reading

if TYPE_CHECKING:
    from tournaments.selectors.rounds import Obstacle


@dataclass(frozen=True, slots=True)
class NextStep:
    """The one thing that is next: a label in FIDE's words, where it goes, and what prevents it."""

    label: str
    url: str
    # A post acts, a link leads to where the act is done.
    posts: bool
    # Whether the chief arbiter alone may do it.
    chief: bool = False
    obstacles: tuple[Obstacle, ...] = ()


def next_step(tournament: Tournament) -> NextStep:
    """What the arbiter does next."""
    slug = tournament.slug
    if tournament.is_finished:
        return NextStep(_("Download the report"), reverse("report", args=[slug]), posts=False)
    draft = tournament.rounds.filter(state=Round.State.DRAFT).first()
    if draft and draft.fingerprint != engine.fingerprint(tournament, draft.number):
        return NextStep(
            _("Pair round %(number)d again") % {"number": draft.number},
            reverse("round-pair", args=[slug, draft.number]),
            posts=True,
            obstacles=tuple(reading.obstacles(tournament, draft.number)),
        )
    if draft:
        label = _("Look at the draft of round %(number)d") % {"number": draft.number}
        return NextStep(label, reverse("desk-round", args=[slug, draft.number]), posts=False)
    number = reading.next_number(tournament)
    published = tournament.rounds.filter(state=Round.State.PUBLISHED).last()
    if published and reading.missing_results(published):
        return NextStep(
            _("Enter results of round %(number)d") % {"number": published.number},
            reverse("desk-round", args=[slug, published.number]),
            posts=False,
        )
    if number is None:
        missing = tuple(reading.obstacles(tournament, tournament.number_of_rounds + 1))
        return NextStep(
            _("Finish the tournament"),
            reverse("tournament-finish", args=[slug]),
            posts=True,
            chief=True,
            obstacles=missing,
        )
    if tournament.players.count() < 2:
        return NextStep(_("Add players"), reverse("players-import", args=[slug]), posts=False)
    if not tournament.initial_colour:
        return NextStep(_("Draw the lot"), reverse("initial-colour", args=[slug]), posts=True)
    return NextStep(
        _("Pair round %(number)d") % {"number": number},
        reverse("round-pair", args=[slug, number]),
        posts=True,
        obstacles=tuple(reading.obstacles(tournament, number)),
    )


def report_gaps(tournament: Tournament) -> list[str]:
    """What the report to FIDE asks for and the regulations leave open (TRF16 022, 032, 042, 052, 102)."""
    wanted = ("city", "federation", "start_date", "end_date", "chief_arbiter")
    return [
        str(Tournament._meta.get_field(name).verbose_name)  # type: ignore[union-attr]
        for name in wanted
        if not getattr(tournament, name)
    ]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings."""

    rank: int
    player: Player
    standing: engine.Standing


def standings(tournament: Tournament) -> list[Row]:
    """The standings, computed once for each revision of the tournament."""
    key = f"standings:{tournament.pk}:{tournament.revision}"
    rows: list[Row] | None = cache.get(key)
    if rows is None:
        players = {p.number: p for p in tournament.players.select_related("tournament")}
        rows = [Row(line.rank, players[line.number], line) for line in engine.table(tournament)]
        cache.set(key, rows)
    return rows


@dataclass(frozen=True, slots=True)
class CardLine:
    """One round on a player's card. Scores are tenths."""

    number: int
    seat: Seat | None
    opponent: Player | None
    points: int | None
    total: int


def card(player: Player) -> list[CardLine]:
    """The pairing card: a line for each published round."""
    tournament = player.tournament
    scoring = engine.scoring(tournament)
    seats = {
        seat.round.number: seat
        for seat in player.seats.filter(round__state__in=Round.LOCKED).select_related("round", "game")
    }
    cells = {row.number: engine.cell_of(row) for row in engine.seat_rows(player.seats.all())}
    across = Seat.objects.filter(game__in=[s.game_id for s in seats.values() if s.game_id]).exclude(
        player=player
    )
    opponents = {seat.game_id: seat.player for seat in across.select_related("player__tournament")}
    lines, total = [], 0
    for number in tournament.rounds.filter(state__in=Round.LOCKED).values_list("number", flat=True):
        seat = seats.get(number)
        gained = engine.points_of(scoring, cells.get(number))
        total += gained or 0
        lines.append(
            CardLine(
                number=number,
                seat=seat,
                opponent=opponents.get(seat.game_id) if seat and seat.game_id else None,
                points=gained,
                total=total,
            )
        )
    return lines

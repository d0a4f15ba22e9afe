"""Reading the prizes of an event: those announced, their categories, and their awards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.errors import Conflict
from tournaments.event.queries.obstacles import unfinished
from tournaments.models import AuditEvent, Category, Player, PrizeFund, PrizeList, Round, Tournament


def year_of(tournament: Tournament) -> int:
    """The year by which ages are counted: that of the first day, else of its end, else the present one."""
    return (tournament.start_date or timezone.localdate(tournament.finished_at)).year


def by_player(tournament: Tournament, players: Iterable[Player]) -> dict[int, list[Category]]:
    """Player's key -> the categories to which they belong; players without a category are left out."""
    categories = list(tournament.categories.all())
    belongs = _belongs(tournament, categories)
    found = {player.pk: [row for row in categories if belongs(row, player)] for player in players}
    return {pk: rows for pk, rows in found.items() if rows}


def chosen(tournament: Tournament, key: str) -> Category | None:
    """The category that an address names by its key; None if the event has no such category."""
    return tournament.categories.filter(pk=key).first() if key.isdecimal() and len(key) < 10 else None


def members(tournament: Tournament, category: Category | None, players: Iterable[Player]) -> list[Player]:
    """The players who belong to the category; all of them for None."""
    belongs = _belongs(tournament, [category] if category else [])
    return [player for player in players if category is None or belongs(category, player)]


def _belongs(tournament: Tournament, categories: Sequence[Category]) -> Callable[[Category, Player], bool]:
    """Whether a player belongs to one of these categories."""
    year = year_of(tournament)
    rated = any(row.asks_for_ratings for row in categories)
    estimated = rulebook.players_with_estimates(tournament) if rated else set()
    return lambda row, player: row.holds(player, year, estimated=player.pk in estimated)


def fund_of(tournament: Tournament) -> PrizeFund:
    """The tournament's fund; an unsaved one with the usual values if nothing is announced."""
    found = PrizeFund.objects.filter(tournament=tournament).first()
    fund = found or PrizeFund(tournament=tournament)
    fund.tournament = tournament
    return fund


def number_of_lists(fund: PrizeFund) -> int:
    """The number of prize lists in the fund."""
    return fund.lists.count()


def list_by_key(tournament: Tournament, key: int) -> PrizeList:
    """The prizes with this key; raises Conflict if they have been removed."""
    lists = PrizeList.objects.filter(fund__tournament=tournament).select_related("fund", "category")
    found = lists.filter(pk=key).first()
    if found is None:
        raise Conflict("gone", _("These prizes have been removed already."))
    return found


def lists_of(tournament: Tournament) -> tuple[PrizeList, ...]:
    """All prize lists of the tournament in order, with their fund and the categories that they are for."""
    found = PrizeList.objects.filter(fund__tournament=tournament)
    return tuple(found.select_related("fund", "category"))


@dataclass(frozen=True, slots=True)
class Announced:
    """The prizes of an event as they are announced, and what was changed after round 1 was paired."""

    fund: PrizeFund
    lists: tuple[PrizeList, ...]
    changes: tuple[AuditEvent, ...]

    @property
    def total(self) -> int:
        """All the money, in the smallest unit."""
        return sum(row.total for row in self.lists)


def announced(tournament: Tournament) -> Announced | None:
    """The prizes that are announced; None if there are none."""
    lists = lists_of(tournament)
    if not lists:
        return None
    fund = lists[0].fund
    fund.tournament = tournament
    for row in lists:
        row.fund = fund
    changes = tournament.audit_events.filter(action__in=AuditEvent.OF_PRIZES).exclude(reason="")
    return Announced(fund, lists, tuple(changes.order_by("pk")))


def are_due(tournament: Tournament) -> bool:
    """Whether the last round is on, or over; before that, awards are not shown."""
    last = tournament.rounds.filter(number=tournament.last_round, state__in=Round.LOCKED)
    return tournament.is_finished or last.exists()


def are_settled(tournament: Tournament) -> bool:
    """Whether no result is open any more, so that the prizes can be given out."""
    return tournament.is_finished or (are_due(tournament) and not unfinished(tournament))


@dataclass(frozen=True, slots=True)
class Without:
    """A player who can win no prize, and the reason, which only arbiters see."""

    player: Player
    reason: str


def without(tournament: Tournament) -> list[Without]:
    """The players who were taken out of the prizes, by number."""
    players = list(tournament.players.filter(without_prizes=True))
    if not players:
        return []
    acts = tournament.audit_events.filter(action=AuditEvent.Action.TAKEN_OUT_OF_PRIZES).order_by("pk")
    reasons = {act.after.get("player"): act.reason for act in acts}
    return [Without(player, reasons.get(player.pk, "")) for player in players]


@dataclass(frozen=True, slots=True)
class ListOfAwards:
    """The awards from a list, and the prizes that were not awarded."""

    prizes: PrizeList
    awards: tuple[rulebook.Award, ...]
    not_awarded: tuple[rulebook.NotAwarded, ...]


@dataclass(frozen=True, slots=True)
class Recipient:
    """A player, or a team, with all that they get."""

    name: str
    # The player, or the players who count for the team.
    players: tuple[Player, ...]
    awards: tuple[rulebook.Award, ...]

    @property
    def total(self) -> int:
        """The sum of the awards, in the smallest unit."""
        return sum(award.amount for award in self.awards)

    @property
    def is_team(self) -> bool:
        """Whether it is a team."""
        return bool(self.awards[0].prizes.team_by)


@dataclass(frozen=True, slots=True)
class Awards:
    """All awards, by list and by recipient, the greatest sum first. Money is in the smallest unit."""

    announced: Announced
    lists: tuple[ListOfAwards, ...]
    recipients: tuple[Recipient, ...]
    kept: int

    @property
    def awarded(self) -> int:
        """The sum of all awards."""
        return sum(recipient.total for recipient in self.recipients)


def awards(tournament: Tournament, lines: Sequence[rulebook.Standing] | None = None) -> Awards | None:
    """The awards if the event ended now, or None if no prizes are announced.

    Games of the last round without a result bring nothing. `lines` are the standings, if they are at hand.
    """
    found = announced(tournament)
    if found is None:
        return None
    people = list(tournament.players.select_related("tournament"))
    if lines is None:
        lines = rulebook.table(tournament, after=tournament.last_round)
    given = rulebook.distribute(found.fund, found.lists, people, lines, year_of(tournament))
    lists = tuple(
        ListOfAwards(
            row,
            tuple(award for award in given.awards if award.prizes == row),
            tuple(left for left in given.not_awarded if left.prizes == row),
        )
        for row in found.lists
    )
    return Awards(found, lists, _recipients(given.awards), given.kept)


def _recipients(given: tuple[rulebook.Award, ...]) -> tuple[Recipient, ...]:
    found: dict[tuple[object, ...], list[rulebook.Award]] = {}
    for award in given:
        # Two players may share a name; and a club may have other players in another list.
        team = award.prizes.team_by
        who = (award.prizes.pk, award.name) if team else (award.players[0].pk,)
        found.setdefault(who, []).append(award)
    recipients = [Recipient(group[0].name, group[0].players, tuple(group)) for group in found.values()]
    return tuple(sorted(recipients, key=lambda one: (-one.total, one.name)))

"""The prize fund of a tournament in the rule book's terms, and how it is distributed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from pairing import prizes
from pairing.core.tournament import PairingError
from pairing.tie_breaks.ranking import Standing
from tournaments.errors import DomainError
from tournaments.models import Game, Player, PrizeFund, PrizeList, Round, Seat, Tournament
from tournaments.rulebook.editions import in_words, known_words
from tournaments.rulebook.rows import players_with_estimates


@dataclass(frozen=True, slots=True)
class Award:
    """The prize of a player or team from a list, in the smallest unit of the currency, with sentences."""

    prizes: PrizeList
    name: str
    # The player, or the players who count for the team.
    players: tuple[Player, ...]
    amount: int
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotAwarded:
    """Money that a list could not award, the reason, and where it went."""

    prizes: PrizeList
    amount: int
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Distribution:
    """The awards from the fund, list by list; `kept` stays with the organiser."""

    awards: tuple[Award, ...]
    not_awarded: tuple[NotAwarded, ...]
    kept: int


def money(amount: int, code: str) -> str:
    """An amount in the smallest unit of the currency with this code, in the reader's language."""
    return prizes.currency(code).money(amount).text(known_words().decimal_mark)


def bare_amount(amount: int, code: str) -> str:
    """The amount as it is typed: without the currency."""
    whole, rest = divmod(amount, prizes.currency(code).unit)
    return f"{whole}.{rest:0{prizes.currency(code).digits}}" if rest else str(whole)


def amount_in(text: str, code: str) -> int | None:
    """A typed amount in the smallest unit of the currency; None if it is not an amount in that currency."""
    return prizes.currency(code).amount(text)


def has_decimals_of(code: str, other: str) -> bool:
    """Whether both currencies have the same number of decimals."""
    return prizes.currency(code).digits == prizes.currency(other).digits


def check_prizes(amounts: Sequence[int], fund: PrizeFund) -> None:
    """Raise DomainError for prizes that are missing, grow, or are not multiples of the rounding step."""
    try:
        prizes.check_amounts(amounts, prizes.currency(fund.currency), fund.step)
    except PairingError as error:
        raise DomainError("amounts", in_words(error)) from error


def started(tournament: Tournament) -> set[int]:
    """The keys of the players who have played a game."""
    seats = Seat.objects.filter(
        round__tournament=tournament, round__state__in=Round.LOCKED, game__result__in=Game.PLAYED
    )
    return set(seats.order_by().values_list("player_id", flat=True).distinct())


@dataclass(frozen=True, slots=True)
class Entered:
    """A fund in the rule book's terms, and for each of its lists the players who count for each team."""

    fund: prizes.Fund
    teams: tuple[Mapping[str, tuple[int, ...]], ...]


def fund_of(
    fund: PrizeFund,
    lists: Sequence[PrizeList],
    people: Iterable[Player],
    lines: Iterable[Standing],
    year: int,
) -> Entered:
    """The fund with the players who may win, by the standings; ages are those of that `year`.

    Players who have withdrawn, never played a game, or were taken out of the prizes get none; those who have
    played still count among the starters.
    """
    by_number = {line.number: line for line in lines}
    there = started(fund.tournament)
    last = fund.tournament.last_round
    starters = [player for player in people if player.pk in there]
    estimated = players_with_estimates(fund.tournament)
    finishers = {
        player.pk: prizes.Finisher(line.number, player.name, line.points, line.rank)
        for player in starters
        if (line := by_number.get(player.number or 0))
        and not (player.has_withdrawn_by(last) or player.without_prizes)
    }
    entered, teams = [], []
    for row in lists:
        members = [
            one
            for one in starters
            if row.category is None or row.category.holds(one, year, estimated=one.pk in estimated)
        ]
        left = [(one, finishers[one.pk]) for one in members if one.pk in finishers]
        named = [(name, finisher) for one, finisher in left if (name := _team(row, one))]
        found = prizes.best_teams(named, row.team_of) if row.team_of else ()
        teams.append({team.finisher.name: tuple(int(one.key) for one in team.players) for team in found})
        entered.append(
            prizes.PrizeList(
                row.title,
                tuple(row.amounts),
                tuple(team.finisher for team in found)
                if row.team_of
                else tuple(finisher for _one, finisher in left),
                sharing=prizes.Sharing(row.sharing),
                starters=len(members),
                needed=row.needed,
                unawarded=prizes.Unawarded(row.unawarded),
                besides=row.is_besides,
            )
        )
    currency = prizes.currency(fund.currency)
    return Entered(prizes.Fund(tuple(entered), currency, fund.step, fund.one_each), tuple(teams))


def _team(row: PrizeList, player: Player) -> str:
    return player.club if row.team_by == PrizeList.TeamBy.CLUB else player.federation


def distribute(
    fund: PrizeFund,
    lists: Sequence[PrizeList],
    people: Sequence[Player],
    lines: Sequence[Standing],
    year: int,
) -> Distribution:
    """The distribution of the fund by these standings, with sentences in the reader's language."""
    entered = fund_of(fund, lists, people, lines, year)
    given = prizes.distribute(entered.fund)
    tell = known_words().tell
    by_number = {player.number or 0: player for player in people}

    def award(one: prizes.Award) -> Award:
        key, told = one.finisher.key, tuple(map(tell, one.told))
        numbers = (key,) if isinstance(key, int) else entered.teams[one.of][key]
        players = tuple(by_number[number] for number in numbers)
        return Award(lists[one.of], one.finisher.name, players, one.amount, told)

    def left(one: prizes.NotAwarded) -> NotAwarded:
        amount = money(one.amount, fund.currency)
        if one.to is None:
            where = _("%(amount)s stays with the organiser.") % {"amount": amount}
        else:
            where = _("%(amount)s raises the prizes of “%(list)s”.") % {
                "amount": amount,
                "list": lists[one.to].title,
            }
        return NotAwarded(lists[one.of], one.amount, (tell(one.why), where))

    return Distribution(tuple(map(award, given.awards)), tuple(map(left, given.not_awarded)), given.kept)

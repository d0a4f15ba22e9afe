"""Teams, their members and line-ups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.formats.lists.columns import LABELS
from tournaments.models import Game, LineUp, Member, OwnLinkRules, Player, Round, Seat, Tournament
from tournaments.own import queries as own


def until(round_: Round, rules: OwnLinkRules) -> datetime | None:
    """The deadline for entering line-ups of the round; None while its starting time is not known."""
    start = round_.starts_at
    return start - timedelta(minutes=rules.line_up_minutes) if start else None


def are_awaited(game: Game, round_: Round, rules: OwnLinkRules) -> bool:
    """Whether captains may still enter line-ups for a match of a public round, hidden from others until then.

    False once a board has, or had, a result.
    """
    if not rules.line_ups or round_.state != Round.State.PUBLISHED:
        return False
    if game.version or game.boards or game.result:
        return False
    last = until(round_, rules)
    return last is None or timezone.now() < last


def rounds_awaited(tournament: Tournament) -> list[int]:
    """The rounds with a match whose captains may still enter line-ups."""
    rules = own.rules_of(tournament)
    if not rules.line_ups:
        return []
    games = Game.objects.filter(round__tournament=tournament, round__state=Round.State.PUBLISHED)
    found = games.select_related("round__tournament").order_by("round__number")
    return sorted({game.round.number for game in found if are_awaited(game, game.round, rules)})


def seconds_hidden(tournament: Tournament) -> int | None:
    """The seconds until line-ups become readable by the clock alone; None if no time decides that."""
    rules = own.rules_of(tournament)
    if not rules.line_ups:
        return None
    now = timezone.now()
    rounds = tournament.rounds.filter(state=Round.State.PUBLISHED).select_related("tournament")
    ends = [last for last in (until(round_, rules) for round_ in rounds) if last and last > now]
    return int((min(ends) - now).total_seconds()) + 1 if ends else None


def seat_to_line_up(team: Player, rules: OwnLinkRules) -> Seat | None:
    """The seat of the team's next match whose line-up may be entered now; None if there is none."""
    seats = Seat.objects.select_related("game", "round__tournament")
    found = seats.filter(player=team, round__state=Round.State.PUBLISHED, game__isnull=False)
    for seat in found.order_by("round__number"):
        if seat.game and are_awaited(seat.game, seat.round, rules):
            return seat
    return None


class BoardOfMatch(NamedTuple):
    """One board of a match: its players, the team with White on board 1 first, and the result so far."""

    number: int
    white: Member | None
    black: Member | None
    result: str

    @property
    def label(self) -> str:
        """The result in print, the team with White on board 1 first; "" while there is none."""
        return str(Game.Result(self.result).label) if self.result else ""

    @property
    def by_colour(self) -> tuple[Member | None, Member | None, Game.Result]:
        """The player with White, the player with Black, and the result with White's score first."""
        result = Game.Result(self.result)
        if self.number % 2:
            return self.white, self.black, result
        return self.black, self.white, result.mirrored

    @property
    def is_forfeited_by_absence(self) -> bool:
        """Whether the result, if there is one, is a forfeit by each side that has nobody at the board."""
        lost = rulebook.ABSENT.get(self.result, set())
        missing = {side for side, member in (("w", self.white), ("b", self.black)) if member is None}
        return not self.result or missing <= lost

    @property
    def colours(self) -> str:
        """The colours of the two: the team with White on board 1 has White on all odd boards."""
        return "wb" if self.number % 2 else "bw"


def members_of(teams: Iterable[Player]) -> dict[int, list[Member]]:
    """Team's key -> its members in order."""
    return _members_by_team(team.pk for team in teams)


def _members_by_team(keys: Iterable[int]) -> dict[int, list[Member]]:
    found: dict[int, list[Member]] = {key: [] for key in keys}
    for member in Member.objects.filter(team__in=found).order_by("place"):
        found[member.team_id].append(member)
    return found


def line_ups(round_: Round, boards: int) -> dict[int, list[Member | None]]:
    """Team's key -> its member at each board of the round: as entered, else the first ones in order."""
    seats = dict(round_.seats.filter(game__isnull=False).values_list("player_id", "pk"))
    members = _members_by_team(seats)
    entered: dict[int, dict[int, int | None]] = {}
    said = LineUp.objects.filter(seat__in=seats.values())
    for seat, board, who in said.values_list("seat_id", "board", "member_id"):
        entered.setdefault(seat, {})[board] = who
    return {team: _seated(members[team], entered.get(seat), boards) for team, seat in seats.items()}


def _seated(
    members: Sequence[Member], entered: Mapping[int, int | None] | None, boards: int
) -> list[Member | None]:
    if entered is None:
        return [*members[:boards], *[None] * (boards - len(members))]
    known = {member.pk: member for member in members}
    return [known.get(entered.get(board) or 0) for board in range(1, boards + 1)]


def boards_of_match(
    game: Game, white: Sequence[Member | None], black: Sequence[Member | None]
) -> tuple[BoardOfMatch, ...]:
    """The boards of a match with these line-ups."""
    results = game.boards.split(",") if game.boards else [""] * len(white)
    return tuple(
        BoardOfMatch(number, *three)
        for number, three in enumerate(zip(white, black, results, strict=True), 1)
    )


def require_every_board(tournament: Tournament, results: Sequence[str]) -> None:
    """Raise DomainError if the number of results is not that of the boards of a match in the event."""
    if not rulebook.is_of_teams(tournament) or len(results) != tournament.boards:
        text = _("A match has %(expected)d boards here, found results for %(found)d.")
        facts = {"expected": tournament.boards or 0, "found": len(results)}
        raise DomainError("boards", text % facts)


def require_somebody(boards: Iterable[BoardOfMatch]) -> None:
    """Raise DomainError if a board where a team has no player has a result other than that forfeit."""
    for board in boards:
        if not board.is_forfeited_by_absence:
            text = _("Board %(board)d: one of the teams has nobody there, and loses it by forfeit.")
            raise DomainError("nobody", text % {"board": board.number})


def as_text(members: Iterable[Member]) -> str:
    """The members as a list of entries that can be read again: headings, then one member per line.

    FIDE's ratings and estimates have columns of their own unless FIDE's rating counts for everybody.
    """
    members = list(members)
    columns = Member.ENTERED if _have_fides(members) else (*Member.ENTERED, "fide_rating", "estimate")
    rows = [[_entered(member, name) for name in columns] for member in members]
    return "\n".join("; ".join(row) for row in [[str(LABELS[name]) for name in columns], *rows])


def _have_fides(members: Sequence[Member]) -> bool:
    """Whether a rating of these members of one team, as a list has it, can only be FIDE's."""
    methods = {member.team.tournament.rating_method for member in members[:1]}
    plain = all(member.uncounted_fide_rating is None for member in members)
    return plain and methods <= {Tournament.RatingMethod.FIDE}


def _entered(member: Member, column: str) -> str:
    """What a list has in this column for the member."""
    estimated = member.uncounted_fide_rating == 0
    if column in ("rating", "estimate"):
        return str(member.rating or "") if estimated == (column == "estimate") else ""
    return str(getattr(member, column) or "")

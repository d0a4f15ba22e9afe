"""The played rounds of a file, published as the file has them, and the byes of the coming one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.chain import services as chain
from tournaments.errors import DomainError
from tournaments.log.acts import Act
from tournaments.models import AuditEvent, Decision, Game, Player, Round, Seat, Tournament
from tournaments.rounds.services.drafts import seat_pairs
from tournaments.services.imports.teams import store_line_ups

type Players = dict[int, Player]


def store_rounds(
    act: Act,
    audit: AuditEvent,
    source: engine.Report,
    rounds: Sequence[Round],
    players: Players,
    checked: Iterable[engine.RoundCheck],
    of_teams: engine.TeamsReport | None = None,
) -> None:
    """Store the games and byes of these rounds, then publish the rounds, each with its links in the chain.

    A round has ended if another one was played after it and all its results are there. `checked` are the
    file's rounds as they were checked; `of_teams` has the results of the boards of matches, and who sat at
    them.
    """
    event = act.tournament
    played = event.rounds.filter(pk__in=[round_.pk for round_ in rounds])
    played.update(imported=True)
    by_round = {one.number: one for one in checked}
    Seat.objects.bulk_create(bye for round_ in rounds for bye in _byes(source, players, round_))
    games = [game for round_ in rounds for game in _games(event, source, players, round_, by_round, of_teams)]
    seat_pairs(games)
    Decision.objects.bulk_create(
        Decision(game=game, player=player, how=Decision.How.OTHER, audit=audit)
        for game, *two in games
        for player in two
        if _went_on(source, game, players, player)
    )
    if of_teams:
        store_line_ups(event, of_teams, players)
    on = {source.played_rounds, *(game.round.number for game, _white, _black in games if not game.result)}
    ended = {round_.number for round_ in rounds} - on
    at = timezone.now()
    chain.publish_imported(act, audit, rounds, ended, at)
    played.update(state=Round.State.PUBLISHED, published_at=at, published_by=act.user)
    played.filter(number__in=ended).update(state=Round.State.FINISHED)


def _went_on(source: engine.Report, game: Game, players: Players, player: Player) -> bool:
    """Whether the file says that the player went on by the tie-break of this game."""
    entry = next(entry for entry in source.players if players[entry.number] == player)
    return entry.cell(game.round.number).decided


def store_byes_to_come(coming: Sequence[Round], source: engine.Report, players: Players) -> None:
    """Store the byes of rounds that are not paired, except those of players who are not there anyway."""
    Seat.objects.bulk_create(
        bye
        for round_ in coming
        for bye in _byes(source, players, round_)
        if bye.player.takes_part_in(round_.number)
        or (bye.player.misses(round_.number) and bye.kind != Seat.Kind.ZERO_POINT_BYE)
    )


def _byes(source: engine.Report, players: Players, round_: Round) -> Iterator[Seat]:
    """The byes of the round; DomainError for any other result of a played round without an opponent."""
    number = round_.number
    for entry in source.players:
        cell = entry.cell(number)
        if cell.opponent is not None:
            continue
        if kind := engine.bye_of(cell.outcome):
            yield Seat(round=round_, player=players[entry.number], kind=kind)
        elif engine.is_trace(cell) and number <= source.played_rounds:
            raise DomainError(
                "cell",
                _(
                    "Player %(number)d, round %(round)d: “%(found)s” without an opponent."
                    " Expected U, F, H or Z."
                )
                % {"number": entry.number, "round": number, "found": cell.outcome},
            )


def _games(
    event: Tournament,
    source: engine.Report,
    players: Players,
    round_: Round,
    checked: Mapping[int, engine.RoundCheck],
    of_teams: engine.TeamsReport | None,
) -> Iterator[tuple[Game, Player, Player]]:
    """The games of the round as (game, White, Black); DomainError for a result that FIDE does not know."""
    number = round_.number
    for board, pair in enumerate(engine.boards_of_report(source, event, number, checked), 1):
        if of_teams is not None:
            results, left_open = of_teams.match(number, pair)
            result = engine.result_of_match(results.split(",") if results else [""] * (event.boards or 0))
            game = Game(round=round_, board=board, result=result, boards=results, left_open=left_open)
            yield game, players[pair.white], players[pair.black]
            continue
        cells = [source.players[player - 1].cell(number) for player in (pair.white, pair.black)]
        try:
            result, rated = engine.result_of(*cells)
        except DomainError as error:
            raise DomainError(
                "result",
                _("Round %(round)d, %(white)d against %(black)d: FIDE knows no result %(found)s.")
                % {"round": number, "white": pair.white, "black": pair.black, "found": error.message},
            ) from error
        left_open = "" if any(cell.colour for cell in cells) else "-"
        game = Game(round=round_, board=board, result=result, rated=rated, left_open=left_open)
        yield game, players[pair.white], players[pair.black]

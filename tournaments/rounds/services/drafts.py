"""Pairing a round: its draft, second games of matches, knock-out, and forfeits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, Q, QuerySet, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import rulebook
from tournaments.chain import services as chain
from tournaments.errors import Conflict, DomainError, Level, RuleWarning
from tournaments.event.queries.obstacles import missing_in, obstacles, open_game
from tournaments.log import acts
from tournaments.log.acts import Act, LogLines, Question, acting, confirm
from tournaments.log.services import lift, lift_gone_byes
from tournaments.models import (
    AuditEvent,
    ByeRequest,
    Correction,
    Decision,
    Game,
    IntegrityEvent,
    Player,
    Round,
    Seat,
    Tournament,
)
from tournaments.models.fields import MOST_ROUNDS
from tournaments.results import queries as results
from tournaments.results.queries import ADJOURNED_ARTICLE, older_adjourned
from tournaments.rounds.queries import boards, rounds
from tournaments.rounds.queries.boards import Pairing, boards_as_numbers, seated
from tournaments.rounds.queries.rounds import first_not_over
from tournaments.rounds.services.boards import of_boards, recorded, store_result

Action = AuditEvent.Action
State = Round.State
Kind = Seat.Kind
Result = Game.Result


def plan_rounds(tournament: Tournament) -> None:
    """Keep one row for each announced round. Raises DomainError if one that is dropped holds something."""
    wanted = range(1, tournament.number_of_rounds + 1)
    present = set(tournament.rounds.values_list("number", flat=True))
    Round.objects.bulk_create(
        Round(tournament=tournament, number=number) for number in wanted if number not in present
    )
    if present.difference(wanted):
        _refuse_to_drop(tournament)
        tournament.rounds.filter(number__gt=tournament.number_of_rounds).delete()


def _refuse_to_drop(tournament: Tournament) -> None:
    """Refuse to drop a round that has byes or requests for byes, or in which somebody enters."""
    later = Round.objects.filter(tournament=tournament, number__gt=tournament.number_of_rounds)
    held = tournament.players.filter(
        Q(seats__round__in=later) | Q(first_round__gt=tournament.number_of_rounds)
    )
    if names := sorted(set(held.values_list("name", flat=True))):
        text = _("There are byes or late entries in later rounds for %(names)s: change these first.")
        raise DomainError("rounds_held", text % {"names": "; ".join(names)})
    waiting = ByeRequest.objects.filter(round__in=later, answer=ByeRequest.Answer.WAITS)
    if names := sorted(set(waiting.values_list("player__name", flat=True))):
        text = _("There are requests for byes in later rounds by %(names)s: answer these first.")
        raise DomainError("rounds_held", text % {"names": "; ".join(names)})


def follow_players(tournament: Tournament) -> None:
    """Give an event the rounds of its table or bracket, until its first round is paired (C.05 Annex 1).

    A table of more rounds than an event may have is refused when it is to be paired.
    """
    needed = rulebook.rounds_for(rulebook.edition_of(tournament), tournament.players.count())
    if needed is None or rounds.is_bound(tournament):
        return
    tournament.number_of_rounds = min(needed, MOST_ROUNDS)
    tournament.save(update_fields=["number_of_rounds"])
    plan_rounds(tournament)


def require_open_table(tournament: Tournament) -> None:
    """Raise DomainError if a round robin or a knock-out has begun: nobody enters or leaves it then."""
    if rulebook.follows_players(tournament) and rounds.is_bound(tournament):
        raise DomainError(
            "table",
            _(
                "The bracket is made for the players in it: now that round 1 is paired, nobody can enter or"
                " be taken out. A player who leaves is withdrawn, and the opponent goes on; a draft of round"
                " 1 can be thrown away."
            )
            if rulebook.is_knock_out(tournament)
            else _(
                "In a round robin everybody meets everybody: now that round 1 is paired, nobody can enter or"
                " be taken out (C.05 Annex 1). A player who leaves is withdrawn; a draft of round 1 can be"
                " thrown away."
            ),
        )


def round_with(tournament: Tournament, number: int) -> Round:
    """The round with this number; DomainError if there is none."""
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None:
        raise DomainError("no_round", _("This tournament has no round %(number)d.") % {"number": number})
    return round_


def to_be_paired(tournament: Tournament, number: int) -> Round:
    """The round with this number, if nothing prevents it from being paired; DomainError otherwise."""
    round_ = round_with(tournament, number)
    if round_.is_public:
        raise Conflict("published", _("Round %(number)d is published already.") % {"number": number})
    if tournament.ended_after is not None:
        text = _("The tournament ended after round %(number)d. Go on with the next one first.")
        raise DomainError("ended_early", text % {"number": tournament.ended_after})
    prefetch_related_objects([tournament], "players")
    if standing := obstacles(tournament, number):
        raise DomainError(standing[0].code, standing[0].message)
    return round_


def require_draft(round_: Round) -> None:
    """Raise Conflict if the round is published already, or has no draft."""
    if round_.is_public:
        raise Conflict(
            "published",
            _("Round %(number)d is published. Pairings cannot be changed any more (%(article)s).")
            % {
                "number": round_.number,
                "article": rulebook.edition_of(round_.tournament).handling.change_article,
            },
        )
    if not round_.is_draft:
        raise Conflict(
            "no_draft", _("Round %(number)d has no draft: pair it first.") % {"number": round_.number}
        )


def require_seen(tournament: Tournament, seen: int | None) -> None:
    """Raise Conflict if the event has changed since the revision that the arbiter looked at (None: any)."""
    if seen not in {None, tournament.revision}:
        raise Conflict(
            "changed_since", _("Something has been changed since you opened this page: look at it again.")
        )


def end_round_before(
    act: Act, round_: Round, what: Question, *, also: Iterable[RuleWarning] = (), given: str
) -> None:
    """End the round before the one to be paired; games without a result are adjourned (C.04.2 D.1, 2026 3.1).

    Raises ConfirmationNeeded for the act `what` if there are such games, or older adjourned ones, and for
    the warnings in `also`.
    """
    event, number = act.tournament, round_.number
    found = (*also, *_missing(event, number), *_adjourned_long_ago(event, number))
    confirm(act, what, found, of={"number": number}, given=given)
    _adjourn(act, number)
    last = rulebook.rounds_of_match(event, number - 1)
    event.rounds.filter(number__in=last, state=State.PUBLISHED).update(state=State.FINISHED)


def _missing(event: Tournament, number: int) -> Iterator[RuleWarning]:
    """Warn that games without a result become adjourned ones."""
    if missing := results.missing_before(event, number):
        yield RuleWarning(
            Level.UNDESCRIBED,
            "missing_results",
            _(
                "Results are missing. These games are treated as adjourned: draws for the pairing, and in the"
                " standings until their results are entered."
            ),
            article=ADJOURNED_ARTICLE,
            facts={"missing": missing},
            details=tuple(line.message for line in missing_in(event, number)),
        )


def _adjourned_long_ago(event: Tournament, number: int) -> Iterator[RuleWarning]:
    """Warn that an adjourned game is older than the round that has just been played."""
    if games := older_adjourned(event, number):
        yield RuleWarning(
            Level.UNDESCRIBED,
            "adjourned_long_ago",
            _("Adjourned games of earlier rounds are still open."),
            article=ADJOURNED_ARTICLE,
            facts={"games": [game.pk for game in games]},
            details=tuple(open_game(game).message for game in games),
        )


def _adjourn(act: Act, number: int) -> None:
    """Adjourn the games without a result before the round; with that the results of their rounds are out."""
    event = act.tournament
    missing = results.missing_before(event, number)
    if not missing:
        return
    rounds = {round_ for round_, _board in missing}
    games = Game.objects.filter(round__tournament=event, round__number__in=rounds, result="")
    games.update(result=Game.Result.ADJOURNED, version=F("version") + 1, changed_in=act.revision)
    event.rounds.filter(number__in=rounds).update(results_at=timezone.now())
    for round_ in sorted(rounds):
        boards = [board for of, board in missing if of == round_]
        act.record(Action.GAMES_ADJOURNED, round_number=round_, after={"adjourned": boards})


def make_draft(act: Act, round_: Round, replaced: dict[str, Any]) -> None:
    """Ask the engine and store its answer as the round's draft, in place of the pairing in `replaced`.

    A pairing by hand is no longer noted. Raises DomainError if the rules find no pairing.
    """
    event = act.tournament
    lift(act, round_.number, IntegrityEvent.Kind.MANUAL_PAIRING)
    lift_gone_byes(act)
    # One position for the pairing and its fingerprint: the draft that is stored in between is not part of it.
    prefetch_related_objects([event], "players")
    present = rulebook.position(event, before=round_.number)
    answer = rulebook.pair(event, round_.number, present)
    seat_pairs([(Game(round=round_), white, black) for white, black in answer.boards])
    if answer.bye:
        Seat.objects.create(round=round_, player=answer.bye, kind=Kind.PAIRING_ALLOCATED_BYE)
    round_.state = State.DRAFT
    round_.imported = False
    round_.fingerprint = rulebook.fingerprint(event, round_.number, present)
    round_.drafted_at = timezone.now()
    round_.save(update_fields=["state", "imported", "fingerprint", "drafted_at"])
    act.record(
        Action.ROUND_PAIRED,
        round_number=round_.number,
        before=replaced,
        after=boards_as_numbers(round_),
    )


def clear_draft(round_: Round) -> None:
    """Empty a draft, except for byes that were given to players who take part, or who enter later."""
    if round_.is_draft:
        _let_it_know(round_)
    round_.games.all().delete()
    round_.seats.filter(kind=Kind.PAIRING_ALLOCATED_BYE).delete()
    given = round_.seats.select_related("player")
    number = round_.number
    if rulebook.follows_players(round_.tournament):
        # Tables and brackets have no byes: those from an imported file are absences without notice.
        given.delete()
        return
    gone = [s.pk for s in given if not (s.player.takes_part_in(number) or s.player.misses(number))]
    round_.seats.filter(pk__in=gone).delete()


def _let_it_know(round_: Round) -> None:
    """Let the round, paired anew, count what was reported after its first pairing (C.04.2 D.8, 2026 4.3)."""
    event, number = round_.tournament, round_.number
    following = rulebook.rounds_of_match(event, number).stop
    late = Correction.objects.filter(game__round__tournament=event, counts_from=following)
    late.filter(game__round__number__lt=number).update(counts_from=number)


def number_boards(round_: Round, present: rulebook.Position | None = None) -> None:
    """Give every game of a draft its board in publishing order (C.04.2 D.9, 2026 3.6).

    `present` is the position before the round, if it is at hand.
    """
    games = {(white, black): game for game, white, black in seated(round_)}
    order = rulebook.publishing_order(round_.tournament, round_.number, games, present)
    for board, (white, black) in enumerate(order, 1):
        games[white, black].board = board
    acts.write("board", games.values())


def seat_pairs(games: Sequence[tuple[Game, Player, Player]]) -> None:
    """Store games with their two seats: (game, White, Black)."""
    Game.objects.bulk_create([game for game, _white, _black in games])
    Seat.objects.bulk_create(
        Seat(round=game.round, player=player, kind=Kind.GAME, game=game, colour=colour)
        for game, white, black in games
        for player, colour in ((white, Seat.Colour.WHITE), (black, Seat.Colour.BLACK))
    )


def _adjourned(_before: object, after: Mapping[str, list[int]]) -> str:
    return _("boards %(boards)s") % {"boards": ", ".join(map(str, after["adjourned"]))}


def pairing(_before: object, after: Pairing) -> str:
    """How many boards a round has, and who has the allocated bye."""
    count = len(after["boards"])
    if not after["bye"]:
        return ngettext("%(count)d board", "%(count)d boards", count) % {"count": count}
    text = ngettext(
        "%(count)d board, bye for number %(bye)d", "%(count)d boards, bye for number %(bye)d", count
    )
    return text % {"count": count, "bye": after["bye"]}


def second_round(tournament: Tournament, first: Round) -> Round | None:
    """The round of the second games of the matches that begin with `first`; None if games are single."""
    _first, *second = rulebook.rounds_of_match(tournament, first.number)
    return round_with(tournament, second[0]) if second else None


def draft_second_games(act: Act, first: Round) -> Round | None:
    """Seat the same players with the other colours, as a draft, once everybody has a seat in `first`.

    A bye is for the whole match: the allocated one is a game won and one drawn (1.4). Returns None if games
    are single.
    """
    second = second_round(act.tournament, first)
    if second is None:
        return None
    second.seats.all().delete()
    seat_pairs([(Game(round=second), black, white) for _game, white, black in seated(first)])
    Seat.objects.bulk_create(
        Seat(
            round=second,
            player_id=player,
            kind=Kind.HALF_POINT_BYE if kind == Kind.PAIRING_ALLOCATED_BYE else kind,
        )
        for player, kind in first.seats.exclude(kind=Kind.GAME).values_list("player_id", "kind")
    )
    second.state, second.imported = Round.State.DRAFT, False
    second.fingerprint, second.drafted_at = first.fingerprint, timezone.now()
    second.save(update_fields=["state", "imported", "fingerprint", "drafted_at"])
    act.record(AuditEvent.Action.ROUND_PAIRED, round_number=second.number, after=boards_as_numbers(second))
    return second


def plan_again(second: Round) -> None:
    """Empty a round of second games whose pairing was withdrawn, until the first games are published anew."""
    second.games.all().delete()
    second.seats.all().delete()
    second.state, second.fingerprint, second.drafted_at = Round.State.PLANNED, "", None
    second.results_at = second.correction_deadline = None
    second.save(update_fields=["state", "fingerprint", "drafted_at", "results_at", "correction_deadline"])


def require_whole_matches(tournament: Tournament) -> None:
    """Raise DomainError if a bye, entry or withdrawal begins in the middle of what becomes a match."""
    second = [
        number
        for number in range(1, tournament.number_of_rounds + 1)
        if number != rulebook.rounds_of_match(tournament, number).start
    ]
    halved = Q(seats__round__number__in=second, seats__kind__in=Seat.REQUESTED)
    halved |= Q(first_round__in=second) | Q(withdrawn_from__in=second)
    if names := list(tournament.players.filter(halved).distinct().values_list("name", flat=True)):
        text = _(
            "Matches of two games begin with rounds 1, 3, 5 …: byes, entries or withdrawals of %(names)s do"
            " not. Change these first."
        )
        raise DomainError("halved", text % {"names": "; ".join(names)})


def require_first_game(tournament: Tournament, number: int) -> None:
    """Raise DomainError for a round of second games: nobody enters or leaves in the middle of a match."""
    match = rulebook.rounds_of_match(tournament, number)
    if number != match.start:
        text = _("Round %(number)d is the second game of a match: expected round %(first)d or %(next)d.")
        facts = {"number": number, "first": match.start, "next": match.stop}
        raise DomainError("second_game", text % facts)


def decide_match(
    *,
    tournament: Tournament,
    number: int,
    board: int,
    player: int | None,
    how: str = "",
    score: str = "",
    actor: User,
    seen: int | None = None,
) -> None:
    """Enter who goes on from a level match, and how it was decided; None for `player` takes that back.

    `number` is the last round of the match, `player` a key, `how` one of Decision.How, `score` the score of
    the tie-break. `seen` is the line of the trail of the decision that the arbiter's page showed. The same
    again is harmless. Raises DomainError if the match is not level, for a player who is not in it, and once
    the next round is public; Conflict if others have entered another decision.
    """
    with acting(tournament, actor) as act:
        event = act.tournament
        if event.is_finished:
            raise DomainError("finished", _("The tournament is finished. Open it again first."))
        if event.rounds.filter(number__gt=number, state__in=Round.LOCKED).exists():
            raise DomainError(
                "paired_from",
                _("The next round is published: who goes on from round %(number)d is fixed.")
                % {"number": number},
            )
        levels = {level.game.board: level for level in boards.level_matches(event, number)}
        if board not in levels:
            text = _(
                "Round %(number)d, board %(board)d: expected a match that is level, with all its results."
            )
            raise DomainError("not_level", text % {"number": number, "board": board})
        level = levels[board]
        two = {one.pk: one for one in (level.white, level.black)}
        if player is not None and player not in two:
            raise DomainError("player", _("Choose which of the two goes on."))
        if player is not None and how not in Decision.How.values:
            raise DomainError("how", _("Choose what decided: found “%(found)s”.") % {"found": how})
        wish = None if player is None else (player, how, score.strip()[:20])
        before = level.decision
        stood = (before.player_id, before.how, before.score) if before else None
        if wish == stood:
            return
        if seen != (before and before.audit_id):
            raise Conflict(
                "decided", _("Somebody has entered in the meantime who goes on: look at it again.")
            )
        if level.game.round.state == Round.State.FINISHED:
            chain.touch(act, number)
        audit = act.record(
            AuditEvent.Action.MATCH_DECIDED,
            round_number=number,
            before=_facts(board, stood, two),
            after=_facts(board, wish, two),
        )
        if before:
            before.delete()
        if wish:
            made = Decision(game=level.game, player=two[wish[0]], how=wish[1], score=wish[2], audit=audit)
            made.full_clean()
            made.save()


def require_no_decision(game: Game) -> None:
    """Raise DomainError if the tie-break of the game's match is entered, which must be taken back first."""
    event = game.round.tournament
    if not rulebook.is_knock_out(event):
        return
    match = rulebook.rounds_of_match(event, game.round.number)
    decided = Decision.objects.filter(game__round__tournament=event, game__round__number__in=match)
    if decided.filter(game__board=game.board).exists():
        text = _("Board %(board)d: it is already entered who goes on by the tie-break. Take that back first.")
        raise DomainError("decided", text % {"board": game.board})


def _facts(board: int, wish: tuple[int, str, str] | None, players: Mapping[int, Player]) -> dict[str, Any]:
    key, how, score = wish or (0, "", "")
    return {"board": board, "player": players[key].number if key else None, "how": how, "score": score}


def _log_line(_before: object, after: Mapping[str, Any]) -> str:
    facts = {"board": after["board"], "player": after["player"]}
    if after["player"] is None:
        return _("board %(board)d: taken back") % facts
    words = Decision(how=after["how"], score=after["score"]).in_words
    return _("board %(board)d: number %(player)d goes on (%(how)s)") % {**facts, "how": words}


def of_who_left(act: Act, round_: Round) -> None:
    """Enter the forfeits of a public round: tables and brackets also pair players who have left.

    Games that have a result keep it, and so do team matches in which a board has one.
    """
    if not rulebook.follows_players(act.tournament):
        return
    for game, white, black in seated(round_):
        gone = (white.has_withdrawn_by(round_.number), black.has_withdrawn_by(round_.number))
        if not game.result and not game.boards and any(gone):
            _store(act, game, _RESULTS[gone])


def of_player(act: Act, player: Player) -> None:
    """Enter the forfeits in every round since the one from which the player has withdrawn."""
    for round_ in _rounds_from(act, player, player.withdrawn_from or 0):
        of_who_left(act, round_)


def lift_forfeits(act: Act, player: Player, since: int) -> list[int]:
    """Reopen the games from round `since` on that the player, who is back, forfeited by having left.

    A round that is over keeps its forfeit; an opponent who has left too forfeits the game now. Returns the
    rounds whose games are open again.
    """
    if not rulebook.follows_players(act.tournament):
        return []
    opened = []
    for round_ in _rounds_from(act, player, max(since, first_not_over(act.tournament))):
        for game, *two in seated(round_):
            if player in two and game.is_forfeit:
                _store(act, game, Result.NOT_YET)
        of_who_left(act, round_)
        if round_.games.filter(seats__player=player, result=Result.NOT_YET).exists():
            opened.append(round_.number)
    return opened


def _rounds_from(act: Act, player: Player, number: int) -> QuerySet[Round]:
    """The public rounds from this one on in which the player sits and which have not ended."""
    found = act.tournament.rounds.filter(
        number__gte=number, state=Round.State.PUBLISHED, seats__player=player
    )
    return found.prefetch_related("tournament__players")


def _store(act: Act, game: Game, result: str) -> None:
    act.record(
        AuditEvent.Action.RESULT_CORRECTED if game.result else AuditEvent.Action.RESULT_ENTERED,
        round_number=game.round.number,
        before=recorded(game.board, game.result, game.boards),
        after=recorded(game.board, result, of_boards(game, result)),
    )
    store_result(act, game, result)


# (White has left, Black has left) -> the result.
_RESULTS = {
    (True, True): Result.BOTH_FORFEIT,
    (True, False): Result.BLACK_WINS_FORFEIT,
    (False, True): Result.WHITE_WINS_FORFEIT,
}


LOG_LINES: LogLines = {
    Action.ROUND_PAIRED: pairing,
    Action.GAMES_ADJOURNED: _adjourned,
    AuditEvent.Action.MATCH_DECIDED: _log_line,
}

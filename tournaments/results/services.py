"""Results: entered at the desk or by a helper in the hall, whose link is made here."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.chain import services as chain
from tournaments.corrections import queries as corrections
from tournaments.errors import Conflict, DomainError, Level, RuleWarning
from tournaments.log.acts import Act, LogLines, Question, acting, by_its_name, confirm, fields, moment
from tournaments.log.services import breach
from tournaments.models import (
    AuditEvent,
    Correction,
    EntryLink,
    Game,
    Helper,
    IntegrityEvent,
    Round,
    Tournament,
)
from tournaments.models.log import Board
from tournaments.people.services import give_token
from tournaments.results.queries import ADJOURNED_ARTICLE
from tournaments.rounds.queries import rounds
from tournaments.rounds.services.boards import entered, of_boards, recorded, store_result
from tournaments.rounds.services.drafts import require_no_decision

Action = AuditEvent.Action
Result = Game.Result


class ResultConflict(Conflict):
    """There is another result, which came in meanwhile or is to be asked about; `game` holds it."""

    def __init__(self, game: Game, message: str) -> None:
        super().__init__("result_conflict", message)
        self.game = game


def enter_result(
    *,
    tournament: Tournament,
    number: int,
    board: int,
    result: str,
    version: int,
    actor: User | Helper,
    rated: bool | None = None,
    boards: str | None = None,
    asked: bool = True,
    reason: str = "",
    confirmation: str = "",
) -> Game:
    """Enter, change or clear (`result` "") the result of a board.

    `version` is the game's version that the arbiter saw. The same result again is harmless. Unless the
    arbiter was `asked` which is right, an existing result is not replaced by another. `rated` says whether
    the game counts for rating: one shorter than a move does not. The result of an adjourned game may come at
    any time; the pairings made meanwhile counted it as a draw (C.04.2 D.1, 2026 3.1), so any other result is
    confirmed with a `reason`. Raises ResultConflict if the arbiter is to be asked, or another result came in
    meanwhile; DomainError for a result FIDE does not know, for a draft, and for a result that can only be
    corrected because the round or its deadline is over. A helper without an account may enter results of the
    current round, but not adjourn or clear a game. In a team match, `boards` are the results of its boards
    (`Game.boards`), from which `result` follows: see `services.team_results`.
    """
    if result not in Result.values:
        raise DomainError(
            "unknown_result",
            _("“%(found)s” is not a result. Expected one of %(known)s.")
            % {"found": result, "known": ", ".join(str(label) for label in Result.labels)},
        )
    if rated is False and result not in Game.MAY_BE_UNRATED:
        raise DomainError("unrated", _("A game shorter than one move is won, drawn or lost, nothing else."))
    with acting(tournament, actor) as act:
        game = (
            Game.objects.select_related("round")
            .filter(round__tournament=act.tournament, round__number=number, board=board)
            .first()
        )
        if game is None or not game.round.is_public:
            raise DomainError(
                "no_board",
                _("Round %(number)d has no board %(board)d.") % {"number": number, "board": board},
            )
        game.round.tournament = act.tournament
        boards = of_boards(game, result) if boards is None else boards
        if (game.result, game.boards) == (result, boards) and rated in {None, game.rated}:
            return game
        if game.version != version:
            text = (
                _("Board %(board)d: you have entered %(result)s in the meantime. %(yours)s was not saved.")
                if game.who == actor
                else _(
                    "Board %(board)d: %(who)s has entered %(result)s in the meantime. %(yours)s was not"
                    " saved."
                )
            )
            raise ResultConflict(game, text % _both(game, result))
        if act.tournament.is_finished:
            raise DomainError("finished", _("The tournament is finished. Reopen it to enter a result."))
        over = game.round.state == Round.State.FINISHED
        resumed = over and game.result == Result.ADJOURNED
        if isinstance(actor, Helper) and (over or result in Game.OPEN):
            raise DomainError("for_arbiters", _("This is for an arbiter to do: nothing was changed."))
        if game.result not in Game.OPEN and game.round.is_settled:
            raise settled(act.tournament, number)
        if result and game.result not in Game.OPEN and not asked:
            text = (
                _("Board %(board)d already has %(result)s, entered by %(who)s. %(yours)s is not saved yet.")
                if game.who
                else _("Board %(board)d already has %(result)s. %(yours)s is not saved yet.")
            )
            raise ResultConflict(game, text % _both(game, result))
        require_no_decision(game)
        if over:
            chain.touch(act, number)
        trail = act.record(
            Action.ADJOURNED_RESULT
            if resumed
            else Action.RESULT_CORRECTED
            if game.result
            else Action.RESULT_ENTERED,
            round_number=number,
            before=recorded(game.board, game.result, game.boards),
            after=recorded(game.board, result, boards),
            reason=reason.strip(),
        )
        if resumed:
            _end_adjournment(act, game, result, trail, given=confirmation)
        store_result(act, game, result, rated=rated, boards=boards)
        return game


def settled(tournament: Tournament, number: int) -> DomainError:
    """The error if results of the round are settled: they can be corrected, but no longer entered anew."""
    text = _("The results of round %(number)d are fixed: use “Change …” beside the board (%(article)s).")
    article = rulebook.article(tournament, corrections.ARTICLE)
    return DomainError("settled", text % {"number": number, "article": article})


def enter_transmitted(
    *, tournament: Tournament, number: int, results: Sequence[tuple[int, str, int]], actor: User
) -> None:
    """Enter results that boards have transmitted, all or none, as (board, result, version that was seen).

    Raises as enter_result does; an existing result is never replaced.
    """
    with transaction.atomic():
        for board, result, version in results:
            enter_result(
                tournament=tournament,
                number=number,
                board=board,
                result=result,
                version=version,
                actor=actor,
                asked=False,
            )


def _both(game: Game, result: str) -> dict[str, object]:
    """The present result of a board, and the one that somebody else wants."""
    yours = Result(result).label if result else _("Clearing it")
    return {"board": game.board, "who": game.who, "result": game.get_result_display(), "yours": yours}


def _end_adjournment(act: Act, game: Game, result: str, trail: AuditEvent, *, given: str) -> None:
    """End the adjournment of a game in a round that is over: only its result may replace the draw.

    It is kept which pairings counted it as a draw: those of all rounds that are published by now. `trail` is
    the line of the result in the audit trail.
    """
    number, board = game.round.number, game.board
    if result in Game.OPEN:
        text = _("Board %(board)d has been adjourned since round %(number)d: only its result can be entered.")
        raise DomainError("over", text % {"board": board, "number": number})
    late = Correction(
        kind=Correction.Kind.ADJOURNED,
        case=Correction.Case.NEXT,
        counts_from=rounds.next_number(act.tournament) or act.tournament.number_of_rounds + 1,
        game=game,
        before=Result.ADJOURNED,
        before_rated=game.rated,
        after=result,
        after_rated=game.rated,
        audit=trail,
    )
    paired = act.tournament.rounds.filter(number__gt=number, state__in=Round.LOCKED).count()
    if result == Result.DRAW or not paired:
        late.save()
        return
    text = _(
        "Board %(board)d of round %(number)d counted as a draw for the pairings made since. It would no"
        " longer be one; these pairings stay."
    )
    warning = RuleWarning(
        Level.HARMLESS,
        "adjourned_not_drawn",
        text % {"board": board, "number": number},
        article=ADJOURNED_ARTICLE,
        facts={"paired": paired},
    )
    of = {"number": number, "board": board, "result": result}
    confirm(
        act,
        Question("adjourned-result", _("Enter the result of the adjourned game")),
        [warning],
        of=of,
        given=given,
        reason=trail.reason,
    )
    white, black = game.seats.order_by("-colour").values_list("player", flat=True)
    with breach(act, IntegrityEvent.Kind.ADJOURNMENT, number, tables=("correction",)) as event:
        late.save()
        event.before = [Board(white, black, corrections.OPEN)]
        event.after = [Board(white, black, result)]


def make_entry_link(
    *, tournament: Tournament, label: str, expires_at: datetime, nonce: UUID, actor: User
) -> tuple[EntryLink, str]:
    """Make a link for entering results; returns it and its token, which is stored nowhere.

    Raises Conflict if the same form was sent before; DomainError for an event of teams, whose matches have
    several boards each.
    """
    with acting(tournament, actor) as act:
        if act.tournament.boards is not None:
            text = _("In team events the results of boards are entered at the desk.")
            raise DomainError("teams", text)
        link = EntryLink(tournament=act.tournament, label=label, made_by=actor)
        token = give_token(link, expires_at, nonce)
        act.record(Action.ENTRY_LINK_MADE, subject=label, after={"expires_at": expires_at})
        return link, token


def revoke_entry_link(*, tournament: Tournament, link: int, actor: User) -> None:
    """End a link, on every phone that has opened it. Results entered by it stay."""
    with acting(tournament, actor) as act:
        row = EntryLink.objects.filter(tournament=act.tournament, pk=link, revoked_at=None).first()
        if row is None:
            raise DomainError("no_link", _("There is no such link, or it is revoked already."))
        _end(act, row)


def end_all(act: Act) -> None:
    """Within an act: end every link of the event, each with a line of the log."""
    for row in EntryLink.objects.active().filter(tournament=act.tournament):
        _end(act, row)


def _end(act: Act, row: EntryLink) -> None:
    row.revoked_at = timezone.now()
    row.save(update_fields=["revoked_at"])
    act.record(Action.ENTRY_LINK_REVOKED, subject=row.label)


def start_helper(*, link: EntryLink, initials: str) -> Helper:
    """Let a person who has the link begin; their `initials` are shown beside what they enter.

    Raises DomainError if the link has ended.
    """
    helper = Helper(link=link, initials=initials)
    with acting(link.tournament, helper) as act:
        helper.full_clean()
        helper.save()
        act.record(Action.HELPER_STARTED, subject=link.label)
        return helper


LOG_LINES: LogLines = {
    Action.RESULT_ENTERED: entered,
    Action.RESULT_CORRECTED: entered,
    Action.ADJOURNED_RESULT: entered,
    Action.ENTRY_LINK_MADE: fields(EntryLink, words={"expires_at": moment}),
    Action.ENTRY_LINK_REVOKED: by_its_name,
    Action.HELPER_STARTED: by_its_name,
}

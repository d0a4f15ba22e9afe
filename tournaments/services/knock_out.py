"""Decisions of level matches of a knock-out: who goes on, by the tie-break."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.chain import services as chain
from tournaments.errors import Conflict, DomainError
from tournaments.log.acts import Told, acting
from tournaments.models import AuditEvent, Decision, Game, Player, Round, Tournament
from tournaments.selectors import knock_out


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
        levels = {level.game.board: level for level in knock_out.level_matches(event, number)}
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
    if not engine.is_knock_out(event):
        return
    match = engine.rounds_of_match(event, game.round.number)
    decided = Decision.objects.filter(game__round__tournament=event, game__round__number__in=match)
    if decided.filter(game__board=game.board).exists():
        text = _("Board %(board)d: it is already entered who goes on by the tie-break. Take that back first.")
        raise DomainError("decided", text % {"board": game.board})


def _facts(board: int, wish: tuple[int, str, str] | None, players: Mapping[int, Player]) -> dict[str, Any]:
    key, how, score = wish or (0, "", "")
    return {"board": board, "player": players[key].number if key else None, "how": how, "score": score}


def _told(_before: object, after: Mapping[str, Any]) -> str:
    facts = {"board": after["board"], "player": after["player"]}
    if after["player"] is None:
        return _("board %(board)d: taken back") % facts
    words = Decision(how=after["how"], score=after["score"]).in_words
    return _("board %(board)d: number %(player)d goes on (%(how)s)") % {**facts, "how": words}


TOLD: Told = {AuditEvent.Action.MATCH_DECIDED: _told}

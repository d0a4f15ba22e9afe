"""Corrections (C.04.2 D.8; 2026: 4.3) of what was recorded, and the pairings that they count for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import rulebook
from tournaments.chain import services as chain
from tournaments.corrections import queries
from tournaments.corrections.queries import Facts, Preview, Window, Wish
from tournaments.errors import ConfirmationNeeded, Conflict, DomainError, Level, RuleWarning
from tournaments.event.queries import schedule
from tournaments.log.acts import LogLines, Question, acting, ask, confirm
from tournaments.log.services import breach
from tournaments.models import AuditEvent, Correction, Game, IntegrityEvent, Tournament
from tournaments.models.log import Board, Item
from tournaments.rounds.services.boards import Entered, Seated, carry_out, entered, exchanged, recorded

Action = AuditEvent.Action
Case = Correction.Case
Kind = Correction.Kind

ACTIONS = {
    Kind.RESULT: Action.RESULT_CORRECTED,
    Kind.COLOURS: Action.COLOURS_CORRECTED,
    Kind.OPPONENTS: Action.OPPONENTS_CORRECTED,
}


CORRECT = Question("correct", gettext_lazy("Make the correction"))


def correct(
    *,
    tournament: Tournament,
    wish: Wish,
    case: str,
    version: int,
    reason: str,
    actor: User,
    confirmation: str = "",
) -> Correction:
    """Correct one error, by the case of D.8 that holds now.

    `case` is the one that the arbiter was shown, `version` that of the game as they saw it. Raises Conflict
    if either has changed meanwhile; DomainError without a reason, and for what `plans.planned` refuses;
    ConfirmationNeeded for what `question` asks.
    """
    with acting(tournament, actor) as act:
        correction, window = queries.planned(act.tournament, wish)
        if window.case != case:
            text = _("An error now counts differently: %(case)s. Nothing was changed; look again.")
            raise Conflict("other_case", text % {"case": window.case.label})
        if correction.game.version != version:
            text = _(
                "Board %(board)d has been changed in the meantime: it is now %(now)s. Your change was not"
                " made; look again."
            )
            now = correction.game.get_result_display()
            raise Conflict("result_conflict", text % {"board": wish.board, "now": now})
        if not reason.strip():
            raise DomainError("reason", _("Give the reason for the correction: it is kept with the event."))
        before, after = queries.boards(correction)
        found = _warnings(correction, window, after)
        confirm(act, CORRECT, found, of=_of(wish, correction), given=confirmation)
        only_rating = window.case == Case.RATING
        chain.touch(act, wish.number)
        correction.audit = act.record(
            Action.RATING_CORRECTED if only_rating else ACTIONS[Kind(correction.kind)],
            round_number=wish.number,
            before=_recorded(correction, before),
            after=_recorded(correction, after) | {"counts_from": window.counts_from},
            reason=reason.strip(),
        )
        touched = IntegrityEvent.Kind.RATING_CORRECTION if only_rating else IntegrityEvent.Kind.CORRECTION
        with breach(act, touched, wish.number, tables=("correction",)) as event:
            carry_out(act, correction)
            event.before, event.after = _items(before), _items(after)
        return correction


def question(*, correction: Correction, shown: Preview, wish: Wish, actor: User) -> ConfirmationNeeded:
    """The question to be confirmed before this correction; the page that shows its effects asks it.

    It warns that published results change, if D.8 does not say what holds, and if two would have met twice.
    """
    found = tuple(_warnings(correction, shown.window, [after for _before, after in shown.boards]))
    of = {"tournament": shown.window.round.tournament_id, **_of(wish, correction)}
    try:
        ask(CORRECT, found, of=of, by=actor, given="")
    except ConfirmationNeeded as asked:
        return asked
    message = "a correction is never made unasked"
    raise AssertionError(message)


def _of(wish: Wish, correction: Correction) -> dict[str, Any]:
    """The subject of the question: the board, and the other one if any, as they were shown."""
    versions = (
        correction.game.round.games.filter(pk__in=correction.games)
        .order_by("board")
        .values_list("version", flat=True)
    )
    return {
        "board": [wish.number, wish.board, *versions],
        "what": [wish.kind, wish.result, wish.rated, wish.boards, wish.player, wish.other_player],
    }


def set_deadline(*, tournament: Tournament, number: int, deadline: datetime, actor: User) -> None:
    """Set the deadline for reporting errors of the round; it is announced with its results.

    Raises DomainError for a time that is past, and for a round whose deadline is over or that has ended.
    """
    with acting(tournament, actor) as act:
        round_ = act.tournament.rounds.select_related("tournament").filter(number=number).first()
        if round_ is None:
            text = _("This tournament has no round %(number)d.")
            raise DomainError("no_round", text % {"number": number})
        if round_.is_settled or act.tournament.is_finished:
            raise DomainError("over", _("The deadline of round %(number)d is over.") % {"number": number})
        if deadline <= timezone.now():
            raise DomainError("past", _("This time is past: expected one that is still to come."))
        before = round_.deadline
        if before == deadline:
            return
        # First: the database sets no other deadline than the log tells, in its words.
        act.record(
            Action.DEADLINE_SET,
            round_number=number,
            before={"deadline": before},
            after={"deadline": deadline.astimezone(UTC)},
        )
        round_.correction_deadline = deadline
        round_.save(update_fields=["correction_deadline"])


def deadline_runs(tournament: Tournament, number: int) -> Iterator[RuleWarning]:
    """Warn that errors of the round can still be reported in time, so that it is too early to go on."""
    round_ = tournament.rounds.select_related("tournament").filter(number=number).first()
    if round_ and round_.deadline and round_.deadline_runs:
        text = _(
            "Until %(time)s errors of round %(number)d can be reported, and the next pairing and the"
            " standings have to take them into account. That would not be possible any more."
        )
        yield RuleWarning(
            Level.HARMLESS,
            "deadline_runs",
            text % {"time": schedule.clock(round_.deadline), "number": number},
            article=queries.ARTICLE,
            facts={"round": number, "deadline": round_.deadline},
        )


def _warnings(correction: Correction, window: Window, after: Iterable[Facts]) -> Iterator[RuleWarning]:
    yield RuleWarning(
        Level.HARMLESS,
        "correction",
        _("What is published is corrected %(case)s. The correction stays noted with its reason.")
        % {"case": window.case.label},
        article=queries.ARTICLE,
        facts={"case": window.case, "counts_from": window.counts_from},
    )
    if window.late:
        yield RuleWarning(
            Level.UNDESCRIBED,
            "deadline_over",
            _(
                "The deadline of round %(number)d is over. The regulations do not say what applies while the"
                " next round has not been paired: the correction would count for its pairing."
            )
            % {"number": window.round.number},
            article=queries.ARTICLE,
            facts={"round": window.round.number},
        )
    if correction.kind == Kind.OPPONENTS and window.case != Case.RATING:
        round_ = correction.game.round
        pairs = [(facts.white.pk, facts.black.pk) for facts in after]
        rounds_met = rulebook.rounds_met(round_.tournament, pairs, besides=round_.number)
        for facts, pair in zip(after, pairs, strict=True):
            if met := rounds_met.get(pair):
                yield RuleWarning(
                    Level.HARMLESS,
                    "rematch",
                    _("%(white)s and %(black)s have played one another already, in round %(number)d.")
                    % {"white": facts.white.name, "black": facts.black.name, "number": met[0]},
                    article="C.04.1 b",
                    facts={"players": [facts.white.pk, facts.black.pk], "rounds": met},
                )


def _items(facts: tuple[Facts, ...]) -> list[Item]:
    """The boards as items of an IntegrityEvent."""
    return [
        Board(fact.white.pk, fact.black.pk, queries.OPEN if fact.result in Game.OPEN else fact.result)
        for fact in facts
    ]


def _recorded(correction: Correction, facts: tuple[Facts, ...]) -> dict[str, Any]:
    """The boards for the audit trail: a result with its board, or lists of [board, White, Black, result]."""
    if correction.player_id is None:
        return recorded(facts[0].board, facts[0].result, facts[0].of_boards)
    return {"seated": [[f.board, f.white.number, f.black.number, f.result] for f in facts]}


def _for_rating(before: Any, after: Entered | Seated) -> str:
    return exchanged(before, after) if "seated" in after else entered(before, after)


def _deadline(_before: object, after: Mapping[str, str]) -> str:
    return schedule.clock(datetime.fromisoformat(after["deadline"]))


# A corrected result is put into words by `results`, like the entered ones.
LOG_LINES: LogLines = {
    Action.COLOURS_CORRECTED: exchanged,
    Action.OPPONENTS_CORRECTED: exchanged,
    Action.RATING_CORRECTED: _for_rating,
    Action.DEADLINE_SET: _deadline,
}

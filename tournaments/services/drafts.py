"""Shared by the services of rounds: finding a round, filling and emptying its draft, numbering its boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import F, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import engine
from tournaments.errors import Conflict, DomainError, Level, RuleWarning
from tournaments.log import acts
from tournaments.log.acts import Act, Told, confirm
from tournaments.log.services import lift, lift_gone_byes
from tournaments.models import AuditEvent, Correction, Game, IntegrityEvent, Player, Round, Seat, Tournament
from tournaments.selectors import results
from tournaments.selectors.adjourned import ADJOURNED_ARTICLE, older_adjourned
from tournaments.selectors.boards import Pairing, boards_as_numbers, seated
from tournaments.selectors.obstacles import missing_in, obstacles, open_game

Action = AuditEvent.Action
State = Round.State
Kind = Seat.Kind


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
                "article": engine.edition_of(round_.tournament).handling.change_article,
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
    act: Act, round_: Round, what: str, *, also: Iterable[RuleWarning] = (), given: str
) -> None:
    """End the round before the one to be paired; games without a result are adjourned (C.04.2 D.1, 2026 3.1).

    Raises ConfirmationNeeded for the act `what` if there are such games, or older adjourned ones, and for
    the warnings in `also`.
    """
    event, number = act.tournament, round_.number
    found = (*also, *_missing(event, number), *_adjourned_long_ago(event, number))
    confirm(act, what, found, of={"number": number}, given=given)
    _adjourn(act, number)
    last = engine.rounds_of_match(event, number - 1)
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
    present = engine.position(event, before=round_.number)
    answer = engine.pair(event, round_.number, present)
    seat_pairs([(Game(round=round_), white, black) for white, black in answer.boards])
    if answer.bye:
        Seat.objects.create(round=round_, player=answer.bye, kind=Kind.PAIRING_ALLOCATED_BYE)
    round_.state = State.DRAFT
    round_.imported = False
    round_.fingerprint = engine.fingerprint(event, round_.number, present)
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
    if engine.follows_players(round_.tournament):
        # Tables and brackets have no byes: those from an imported file are absences without notice.
        given.delete()
        return
    gone = [s.pk for s in given if not (s.player.takes_part_in(number) or s.player.misses(number))]
    round_.seats.filter(pk__in=gone).delete()


def _let_it_know(round_: Round) -> None:
    """Let the round, paired anew, count what was reported after its first pairing (C.04.2 D.8, 2026 4.3)."""
    event, number = round_.tournament, round_.number
    following = engine.rounds_of_match(event, number).stop
    late = Correction.objects.filter(game__round__tournament=event, counts_from=following)
    late.filter(game__round__number__lt=number).update(counts_from=number)


def number_boards(round_: Round, present: engine.Position | None = None) -> None:
    """Give every game of a draft its board in publishing order (C.04.2 D.9, 2026 3.6).

    `present` is the position before the round, if it is at hand.
    """
    games = {(white, black): game for game, white, black in seated(round_)}
    order = engine.publishing_order(round_.tournament, round_.number, games, present)
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


TOLD: Told = {Action.ROUND_PAIRED: pairing, Action.GAMES_ADJOURNED: _adjourned}

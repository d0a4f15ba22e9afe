"""Rounds: published, withdrawn, repaired; all at once in a round-robin; start positions."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments import rulebook
from tournaments.chain import services as chain
from tournaments.chain import verification
from tournaments.chain.queries import Difference
from tournaments.corrections.services import deadline_runs
from tournaments.errors import Conflict, DomainError, Level, RuleWarning
from tournaments.log.acts import Act, LogLines, Question, acting, by_its_name, confirm, fields
from tournaments.log.queries import draft_key, manual_pairing, of_pairing
from tournaments.log.services import lift
from tournaments.models import AuditEvent, Game, IntegrityEvent, Round, Seat, Tournament
from tournaments.models.log import Board, Item
from tournaments.players.queries import presence
from tournaments.rounds.queries import rounds
from tournaments.rounds.queries.boards import (
    Offer,
    boards_as_numbers,
    grounds_for_change,
    pairing_as_keys,
    seated,
)
from tournaments.rounds.services import drafts
from tournaments.rounds.services.drafts import (
    clear_draft,
    draft_second_games,
    end_round_before,
    make_draft,
    number_boards,
    pairing,
    plan_again,
    require_draft,
    require_seen,
    round_with,
    second_round,
    to_be_paired,
)

Action = AuditEvent.Action
State = Round.State
Kind = Seat.Kind

# The notes about boards of a round, which go with them.
OF_BOARDS = (
    IntegrityEvent.Kind.CORRECTION,
    IntegrityEvent.Kind.RATING_CORRECTION,
    IntegrityEvent.Kind.ADJOURNMENT,
)


def pair_round(*, tournament: Tournament, number: int, actor: User, confirmation: str = "") -> Round:
    """Pair the next round as a private draft; an existing draft is made anew, even one paired by hand.

    Pairing a round ends the one before it. Once that is confirmed, games of that one without a result are
    taken for adjourned (C.04.2 D.1, 2026 3.1), and a pairing by hand is lost. Raises DomainError if something
    prevents it (`obstacles`) or the rules find no pairing, Conflict while it is being paired by hand.
    """
    with acting(tournament, actor) as act:
        round_ = to_be_paired(act.tournament, number)
        if round_.is_by_hand:
            raise Conflict(
                "by_hand",
                _("Round %(number)d is being paired by hand: end that first, or throw the draft away.")
                % {"number": number},
            )
        replaced = pairing_as_keys(round_) if round_.is_draft else {}
        end_round_before(
            act,
            round_,
            Question("pair-round", _("Pair round %(number)s")),
            also=lost_hands(round_),
            given=confirmation,
        )
        clear_draft(round_)
        make_draft(act, round_, replaced)
        return round_


def discard_draft(*, tournament: Tournament, number: int, actor: User, seen: int | None = None) -> None:
    """Throw the draft away, which only arbiters have seen. Byes that were given stay.

    `seen` is the revision of the event that the arbiter looked at, if any: raises Conflict if somebody has
    done something since, such as pairing by hand, which would be lost unseen.
    """
    with acting(tournament, actor) as act:
        round_ = round_with(act.tournament, number)
        require_draft(round_)
        require_seen(act.tournament, seen)
        thrown_away = pairing_as_keys(round_)
        throw_away(act, round_)
        act.record(Action.DRAFT_DISCARDED, round_number=number, before=thrown_away)


def throw_away(act: Act, round_: Round) -> None:
    """Empty a draft, except for byes that were given, until the round is paired again."""
    clear_draft(round_)
    lift(act, round_.number, IntegrityEvent.Kind.MANUAL_PAIRING)
    round_.state = State.PLANNED
    round_.fingerprint = ""
    round_.drafted_at = None
    round_.by_hand_from = None
    round_.save(update_fields=["state", "fingerprint", "drafted_at", "by_hand_from"])


def publish_round(
    *, tournament: Tournament, number: int, actor: User, seen: str = "", confirmation: str = ""
) -> Round:
    """Sort the boards, number them, make the round public and lock it (C.04.2 D.9, D.10; 2026: 3.6, 4.4).

    The second games of matches are published with the first ones, at the same boards.
    `seen` is the key (`draft_key`) of the draft that the arbiter looked at, if any. Raises Conflict if
    somebody published the round first or made the draft anew, DomainError if the draft is no longer what the
    rules give: a result, a bye or an entry has changed since. It needs a confirmation while errors of the
    round before can still be reported in time (C.04.2 D.8, 2026 4.3), and if published data have changed
    without an act.
    """
    with acting(tournament, actor) as act:
        round_ = round_with(act.tournament, number)
        require_draft(round_)
        if round_.is_by_hand:
            raise DomainError(
                "by_hand", _("Round %(number)d is being paired by hand: end that first.") % {"number": number}
            )
        if seen and seen != draft_key(round_):
            raise Conflict(
                "other_draft", _("The draft has been made again since you opened it: look at it again.")
            )
        prefetch_related_objects([act.tournament], "players")
        present = rulebook.position(act.tournament, before=number)
        if round_.fingerprint != rulebook.fingerprint(act.tournament, number, present):
            raise DomainError(
                "stale_draft",
                _(
                    "Something has changed since this draft was made."
                    " Pair round %(number)d again, then publish."
                )
                % {"number": number},
            )
        require_no_open_absence(act.tournament)
        differences = verification.differences_not_noted(act.tournament)
        found = (*deadline_runs(act.tournament, number - 1), *_changed_without_an_act(differences))
        confirm(
            act,
            Question("publish-round", _("Publish round %(number)s")),
            found,
            of={"number": number},
            given=confirmation,
        )
        # This pairing was made from the results of the round before, so these enter the chain with it.
        before = rulebook.rounds_of_match(act.tournament, number - 1)
        ended = list(act.tournament.rounds.filter(number__in=before))
        make_public(act, round_, present, ended, differences)
        if second := draft_second_games(act, round_):
            make_public(act, second, present)
        return round_


def make_public(
    act: Act,
    round_: Round,
    present: rulebook.Position,
    ended: Sequence[Round] = (),
    differences: Sequence[Difference] | None = None,
) -> None:
    """Publish a draft: its boards, its link in the chain, and the results of the rounds that it `ended`."""
    _seat_absent(act.tournament, round_, present)
    number_boards(round_, present)
    audit = act.record(Action.ROUND_PUBLISHED, round_number=round_.number, after=boards_as_numbers(round_))
    for over in ended:
        chain.publish_results(act, audit, over, differences)
    _note_what_came_instead(act, round_)
    round_.published_at = timezone.now()
    # Before the round is public, because the guards look for its link.
    chain.publish_pairing(act, audit, round_, round_.published_at)
    round_.state = State.PUBLISHED
    round_.published_by = act.user
    round_.save(update_fields=["state", "published_at", "published_by"])
    drafts.of_who_left(act, round_)


def repair_round(
    *, tournament: Tournament, number: int, ground: str, reason: str, actor: User, confirmation: str = ""
) -> Round:
    """Withdraw a published pairing on a ground that the edition allows, and pair the round anew.

    Of a match, both games are withdrawn, whichever of its two rounds `number` names.
    C.04.2 D.10 (2016) allows it only if two players meet again; C.04.2 4.4 (2026) on five grounds; F.6 of the
    older revisions for a violation of B.1 and B.2. The database checks it too. The new pairing is a draft to
    look at and publish. Raises DomainError for another ground or an untrue one, without a reason, or if the
    round has results already (they would be lost); otherwise asks for a confirmation.
    """
    with acting(tournament, actor) as act:
        match = rulebook.rounds_of_match(act.tournament, number)
        round_, number = round_with(act.tournament, match.start), match.start
        second = second_round(act.tournament, round_)
        if any(one.state != State.PUBLISHED for one in (round_, second) if one):
            raise DomainError(
                "not_published", _("Only a published round that is not over can be paired again.")
            )
        if act.tournament.rounds.filter(number__gte=match.stop, state__in=Round.LOCKED).exists():
            raise DomainError("not_latest", _("A later round is published already."))
        chain.note_what_no_act_explains(act, set(match))
        offer = _require_ground(round_, ground)
        if not reason.strip():
            raise DomainError("reason", _("Give the reason: it is kept with the round."))
        for one in filter(None, (round_, second)):
            if one.games.exclude(result=Game.Result.NOT_YET).exists():
                raise DomainError(
                    "has_results",
                    _("Round %(number)d has results. Clear them first, so that none is lost unnoticed.")
                    % {"number": one.number},
                )
        warning = RuleWarning(
            Level.HARMLESS,
            "withdraw_published",
            _("The published pairing of round %(number)d is withdrawn, and everybody sees that it was.")
            % {"number": number},
            article=rulebook.edition_of(act.tournament).handling.change_article,
            facts={"pairing": boards_as_numbers(round_)},
        )
        of = {"number": number, "ground": ground}
        confirm(
            act,
            Question("repair-round", _("Withdraw the pairing of round %(number)s and pair it again")),
            [warning],
            of=of,
            given=confirmation,
        )
        take_back_publication(act, round_, second, offer.ground, reason.strip(), offer.concerned)
        withdrawn = pairing_as_keys(round_)
        clear_draft(round_)
        make_draft(act, round_, withdrawn)
        return round_


def take_back_publication(
    act: Act,
    round_: Round,
    second: Round | None,
    ground: rulebook.Ground,
    reason: str,
    concerned: Sequence[str] = (),
) -> None:
    """Withdraw a public pairing: the round is a draft again, and that of its second games, if any, planned.

    The last public round alone can be withdrawn. The guards judge whether this ground allows it.
    """
    both = [one for one in (second, round_) if one]
    for one in both:
        _log_withdrawal(act, one, ground, reason, concerned)
    # The database withdraws the second games with the first ones.
    round_.state = State.DRAFT
    round_.repair_ground = ground.value
    round_.repair_reason = reason
    round_.results_at = round_.correction_deadline = None
    fields = ["state", "repair_ground", "repair_reason", "results_at", "correction_deadline"]
    round_.save(update_fields=fields)
    for one in both:
        # Corrections at its boards go with them.
        lift(act, one.number, *OF_BOARDS)
    if second:
        plan_again(second)


def _log_withdrawal(
    act: Act, round_: Round, ground: rulebook.Ground, reason: str, concerned: Sequence[str]
) -> None:
    """Record the withdrawal of a public round: the guards allow it only together with this record."""
    audit = act.record(
        Action.ROUND_WITHDRAWN,
        round_number=round_.number,
        subject=", ".join(concerned),
        before=boards_as_numbers(round_),
        after={"ground": ground.value},
        reason=reason,
    )
    # Lawful, but noted all the same, because something public is gone. So there is nothing to take back.
    IntegrityEvent.objects.create(
        tournament=act.tournament,
        kind=IntegrityEvent.Kind.RE_PAIRING,
        round_number=round_.number,
        audit=audit,
        before=_items(round_),
    )
    chain.withdraw_pairing(act, audit, round_, ground.value)


def _changed_without_an_act(found: Sequence[Difference]) -> Iterator[RuleWarning]:
    """Warn that a published round is no longer as it was published. The chain notes it too."""
    if found:
        yield RuleWarning(
            Level.NECESSARY,
            "changed_without_an_act",
            _("What is published is not as it was published, and no act of an arbiter explains it."),
            facts={"found": [list(line) for line in found]},
            details=tuple(map(str, found)),
            consequence=_(
                "The next pairing is based on what is there now. It stays on record that a change was found,"
                " with what was there before and what is there now."
            ),
        )


def _note_what_came_instead(act: Act, round_: Round) -> None:
    """Note which pairing replaces one that was withdrawn, now that it is certain."""
    open_notes = act.tournament.integrity_events.filter(
        kind=IntegrityEvent.Kind.RE_PAIRING, round_number=round_.number, after=[]
    )
    if open_notes.exists():
        open_notes.update(after=_items(round_))


def lost_hands(round_: Round) -> Iterator[RuleWarning]:
    """Warn that boards paired by hand will be replaced by those that the rules give."""
    if hands := manual_pairing(round_):
        yield RuleWarning(
            Level.HARMLESS,
            "hands_lost",
            _(
                "Boards of round %(number)d were paired by hand. Pairing again replaces them with the pairing"
                " by the rules. To keep them, change the draft by hand instead."
            )
            % {"number": round_.number},
            article="C.04.2 A.5",
            facts={"event": hands.pk},
        )


def _items(round_: Round) -> list[Item]:
    """The round's boards, with the results that they have, and its allocated bye, for an IntegrityEvent."""
    byes = round_.seats.filter(kind=Kind.PAIRING_ALLOCATED_BYE).select_related("player")
    boards = [Board(white.pk, black.pk, game.result) for game, white, black in seated(round_)]
    return [*boards, *of_pairing((), next((seat.player for seat in byes), None))]


def _seat_absent(event: Tournament, round_: Round, present: rulebook.Position) -> None:
    """Give absent players a zero-point bye. A draft does not: they may still come before it is public.

    In a knock-out these are the players who are out; others go on without a game, with a full point for it.
    """
    seated = set(round_.seats.values_list("player_id", flat=True))
    through = rulebook.still_in(event, present) or ()
    Seat.objects.bulk_create(
        Seat(
            round=round_,
            player=player,
            kind=Kind.FULL_POINT_BYE if player.number in through else Kind.ZERO_POINT_BYE,
        )
        for player in event.players.all()
        if player.pk not in seated
    )


def _require_ground(round_: Round, ground: str) -> Offer:
    """The edition's ground for changing the published round; DomainError if it has no such ground."""
    offers = {offer.ground: offer for offer in grounds_for_change(round_)}
    if ground in offers:
        return offers[rulebook.Ground(ground)]
    handling = rulebook.edition_of(round_.tournament).handling
    if ground not in handling.grounds_for_change:
        allowed = "; ".join(str(rulebook.GROUNDS[known]) for known in handling.grounds_for_change)
        text = _("Published pairings are changed only on these grounds (%(article)s): %(allowed)s.")
        raise DomainError("ground", text % {"article": handling.change_article, "allowed": allowed})
    text = _("That is not the case in round %(number)d: %(ground)s. Published pairings stay (%(article)s).")
    facts = {"ground": rulebook.GROUNDS[rulebook.Ground(ground)], "article": handling.change_article}
    raise DomainError("lawful_only", text % ({"number": round_.number} | facts))


def require_no_open_absence(tournament: Tournament) -> None:
    """Raise DomainError if nothing is decided yet about players absent without notice (C.04.2 D.2)."""
    if found := presence.unexplained(tournament):
        raise DomainError(
            "absences",
            _("Decide at the desk first about those who were absent without notice: %(names)s.")
            % {"names": ", ".join(absent.player.name for absent in found)},
        )


def publish_all_rounds(*, tournament: Tournament, actor: User, confirmation: str = "") -> list[Round]:
    """Pair and publish all rounds of a round robin that are not public: its table is known from the start.

    Returns them. Each is locked as if it had been published alone (C.04.2 D.10, 2026: 4.4). Asks for a
    confirmation first. Raises DomainError for a Swiss, whose rounds follow from results, and everything that
    pairing and publishing a single round raise.
    """
    with acting(tournament, actor) as act:
        event = act.tournament
        if not rulebook.is_round_robin(event):
            raise DomainError(
                "not_a_table", _("Only the rounds of a round robin are known before they are played.")
            )
        left = list(event.rounds.exclude(state__in=Round.LOCKED))
        if not left:
            raise Conflict("published", _("All rounds are published already."))
        first = to_be_paired(event, left[0].number)
        if first.is_by_hand:
            raise Conflict(
                "by_hand",
                _("Round %(number)d is being paired by hand: end that first.") % {"number": first.number},
            )
        require_no_open_absence(event)
        warning = RuleWarning(
            Level.HARMLESS,
            "publish_all",
            ngettext(
                "%(count)d round is paired by the table, published and locked: its pairings and the pairing"
                " numbers can no longer change.",
                "%(count)d rounds are paired by the table, published and locked: their pairings and the"
                " pairing numbers can no longer change.",
                len(left),
            )
            % {"count": len(left)},
            article=rulebook.edition_of(event).handling.change_article,
            facts={"rounds": [round_.number for round_ in left]},
        )
        confirm(
            act,
            Question("publish-all", _("Publish all rounds at once")),
            (*lost_hands(first), warning),
            of={},
            given=confirmation,
        )
        for round_ in left:
            replaced = pairing_as_keys(round_) if round_.is_draft else {}
            clear_draft(round_)
            make_draft(act, round_, replaced)
            make_public(act, round_, rulebook.position(event, before=round_.number))
        return left


def draw_start_position(
    *, tournament: Tournament, number: int, actor: User, in_the_hall: int | None = None
) -> int:
    """Draw one of the 960 positions for all games of round `number`, once; returns its number.

    Or store the one that was drawn `in_the_hall`. Raises DomainError if there is no such round or position,
    in an event that is not of Chess960, while the round is not published, once its position is drawn, and
    once one of its games has a result.
    """
    with acting(tournament, actor) as act:
        round_ = round_with(act.tournament, number)
        _require_a_lot(round_)
        by_hand = in_the_hall is not None
        drawn = secrets.randbelow(rulebook.POSITIONS) if in_the_hall is None else in_the_hall
        if not 0 <= drawn < rulebook.POSITIONS:
            text = _("There is no start position %(found)d; expected 0 to %(last)d.")
            raise DomainError("no_position", text % {"found": drawn, "last": rulebook.POSITIONS - 1})
        # The database takes no position without its line in the log.
        after = {"start_position": drawn} | ({"in_the_hall": True} if by_hand else {})
        act.record(Action.POSITION_DRAWN, round_number=number, after=after)
        round_.start_position = drawn
        round_.save(update_fields=["start_position"])
        return drawn


def _require_a_lot(round_: Round) -> None:
    facts = {"number": round_.number}
    if not round_.tournament.chess960:
        raise DomainError("no_chess960", _("This event is not one of Chess960."))
    if round_.start_position is not None:
        # A lot that may be drawn again until it pleases is no lot.
        text = _("The start position of round %(number)d is drawn already. It is drawn once.")
        raise DomainError("drawn", text % facts)
    if round_.state != Round.State.PUBLISHED:
        text = _("The start position of round %(number)d is drawn once its pairings are published.")
        raise DomainError("unpublished", text % facts)
    if rounds.has_moved(round_):
        text = _("A start position is drawn before the first move: round %(number)d has results already.")
        raise DomainError("moved", text % facts)


def _log_line(_before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    drawn = after["start_position"]
    if after.get("in_the_hall"):
        return _("start position %(position)d, drawn in the hall: %(pieces)s") % {
            "position": drawn,
            "pieces": rounds.in_words(drawn),
        }
    return _("start position %(position)d: %(pieces)s") % {
        "position": drawn,
        "pieces": rounds.in_words(drawn),
    }


LOG_LINES: LogLines = {
    Action.ROUND_PUBLISHED: pairing,
    Action.ROUND_WITHDRAWN: fields(ground=gettext_lazy("ground"), words={"ground": rulebook.ground_in_words}),
    Action.DRAFT_DISCARDED: by_its_name,
    Action.POSITION_DRAWN: _log_line,
}

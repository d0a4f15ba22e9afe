"""Ends an event after the last round that was played, though more rounds were announced."""

from __future__ import annotations

from collections.abc import Iterator

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments import engine
from tournaments.chain import services as chain
from tournaments.errors import Conflict, DomainError, Level, RuleWarning
from tournaments.log.acts import Act, Told, acting, confirm, fields
from tournaments.log.queries import of_pairing
from tournaments.models import AuditEvent, IntegrityEvent, Tournament
from tournaments.models.items import Text
from tournaments.selectors import endings
from tournaments.selectors.boards import pairing_as_keys
from tournaments.selectors.by_hand import side_by_side
from tournaments.selectors.endings import Ending
from tournaments.services.corrections import deadline_runs
from tournaments.services.drafts import round_with
from tournaments.services.matches import second_round
from tournaments.services.rounds import take_back_publication, throw_away
from tournaments.services.tournaments import finish_now

Action = AuditEvent.Action
Kind = IntegrityEvent.Kind


def end_early(
    *, tournament: Tournament, actor: User, reason: str = "", annul: bool = False, confirmation: str = ""
) -> int:
    """Finish the event after the last round that was played; returns that round's number.

    The rounds after it are not played: a draft is thrown away, a public pairing withdrawn, and byes for them
    count for nothing. The number of rounds stays what was announced. With `annul`, a round of which only some
    games were played goes too, which FIDE mode does not allow. Raises ConfirmationNeeded twice, and
    DomainError while a game of the rounds that count is open, or if no round was played or is left.
    """
    with acting(tournament, actor) as act:
        event = act.tournament
        if event.is_finished or event.ended_after is not None:
            raise Conflict("finished", _("The tournament is finished already."))
        if annul and event.in_fide_mode:
            raise DomainError(
                "fide_mode",
                _("In FIDE mode no round is annulled: decide its open games first, or leave FIDE mode."),
            )
        found = endings.ending(event, annul=annul)
        if found is None:
            text = _("There is nothing to end early: no round was played, or none is left to play.")
            raise DomainError("nothing_left", text)
        if found.open:
            text = _("Decide the open games first: %(games)s")
            games = " ".join(line.message for line in found.open)
            raise DomainError("open_games", text % {"games": games})
        other = engine.not_paired_as_last(event, found.after)
        warnings = (_ends(event, found), *_not_paired_as_last(other), *deadline_runs(event, found.after))
        confirm(act, "end-early", warnings, of={"annul": annul}, given=confirmation, reason=reason)
        _end(act, found, other, reason.strip())
        return found.after


def _end(act: Act, found: Ending, other: engine.OtherPairing | None, reason: str) -> None:
    event, announced = act.tournament, act.tournament.number_of_rounds
    chain.note_what_no_act_explains(act, {*found.annulled, *found.unplayed})
    audit = act.record(
        Action.TOURNAMENT_ENDED,
        round_number=found.after,
        before={"rounds": announced},
        after={"rounds": found.after},
        reason=reason,
    )
    IntegrityEvent.objects.create(
        tournament=event,
        kind=Kind.ROUNDS,
        round_number=found.after,
        audit=audit,
        before=[Text(str(announced))],
        after=[Text(str(found.after))],
    )
    if other:
        expected = of_pairing(other.expected.boards, other.expected.bye) if other.expected else []
        IntegrityEvent.objects.create(
            tournament=event,
            kind=Kind.CONFIGURATION,
            round_number=found.after,
            audit=audit,
            before=expected,
            after=of_pairing(other.published.boards, other.published.bye),
        )
    event.ended_after = found.after
    event.save(update_fields=["ended_after"])
    for number in found.drafts:
        round_ = round_with(event, number)
        thrown_away = pairing_as_keys(round_)
        throw_away(act, round_)
        act.record(Action.DRAFT_DISCARDED, round_number=number, before=thrown_away)
    firsts = {engine.rounds_of_match(event, number).start for number in (*found.annulled, *found.unplayed)}
    # The last one first: the guards let no round be withdrawn before those after it.
    for number in sorted(firsts, reverse=True):
        round_ = round_with(event, number)
        take_back_publication(act, round_, second_round(event, round_), engine.Ground.ENDED, reason)
        throw_away(act, round_)
    finish_now(act)


def _ends(event: Tournament, found: Ending) -> RuleWarning:
    """Warn that fewer rounds are played than were announced (C.04.1 a)."""
    facts = {"after": found.after, "announced": event.number_of_rounds}
    text = _("%(announced)d rounds were announced, and the tournament ends after round %(after)d.")
    return RuleWarning(
        Level.NECESSARY,
        "ends_early",
        text % facts,
        article="C.04.1 a",
        facts=facts | {"annulled": found.annulled, "unplayed": found.unplayed, "drafts": found.drafts},
        details=tuple(_that_go(found)),
        consequence=_(
            "The standings after round %(after)d are final. Everybody can read that the tournament ended"
            " early, and why; so does the report."
        )
        % facts,
    )


def _that_go(found: Ending) -> Iterator[str]:
    """A line for each kind of round that is taken away."""

    def listed(numbers: tuple[int, ...]) -> dict[str, str]:
        return {"numbers": ", ".join(map(str, numbers))}

    if found.annulled:
        yield ngettext(
            "Round %(numbers)s is annulled: its results do not count.",
            "Rounds %(numbers)s are annulled: their results do not count.",
            len(found.annulled),
        ) % listed(found.annulled)
    if found.unplayed:
        yield ngettext(
            "The published pairing of round %(numbers)s is withdrawn.",
            "The published pairings of rounds %(numbers)s are withdrawn.",
            len(found.unplayed),
        ) % listed(found.unplayed)
    if found.drafts:
        yield ngettext(
            "The draft of round %(numbers)s is discarded.",
            "The drafts of rounds %(numbers)s are discarded.",
            len(found.drafts),
        ) % listed(found.drafts)


def _not_paired_as_last(other: engine.OtherPairing | None) -> Iterator[RuleWarning]:
    """Warn that the rules would have paired the last round otherwise, had it been known to be the last."""
    if other is None:
        return
    published, expected = other.in_names
    yield RuleWarning(
        Level.HARMLESS,
        "not_paired_as_last",
        _("Known to be the last, the last round would have been paired differently. The report says so."),
        article="C.04.3 A.7",
        facts={"published": published, "expected": expected},
        details=(other.message,) if other.message else (),
        table=side_by_side((_("As published"), _("As the last round")), published, expected),
    )


TOLD: Told = {Action.TOURNAMENT_ENDED: fields(rounds=gettext_lazy("rounds"))}

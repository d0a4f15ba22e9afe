"""An event: made, its regulations and what its report says changed, who must not meet in it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import rulebook
from tournaments.chain import services as chain
from tournaments.corrections.services import deadline_runs
from tournaments.errors import ConfirmationNeeded, Conflict, DomainError, Level, RuleWarning
from tournaments.event.queries.event import why_ended_early
from tournaments.event.queries.obstacles import matches_not_decided
from tournaments.log.acts import (
    Act,
    LogLines,
    Question,
    acting,
    ask,
    by_its_name,
    confirm,
    fields,
    refuse_to_overwrite,
    require_unfinished,
)
from tournaments.log.services import breach, lift
from tournaments.models import (
    Arbiter,
    AuditEvent,
    Festival,
    IntegrityEvent,
    Membership,
    Player,
    Prohibition,
    Round,
    ServerAct,
    Tournament,
)
from tournaments.models.fields import names_about
from tournaments.models.log import Apart
from tournaments.models.tournament import CHIEF, Matter
from tournaments.players.services import numbers
from tournaments.public.services import forget_phones
from tournaments.ratings.services import ratings
from tournaments.results import queries as results
from tournaments.results.queries import ADJOURNED_ARTICLE, adjourned_games
from tournaments.rounds.queries.rounds import has_begun, is_bound, next_number
from tournaments.rounds.services.drafts import follow_players, plan_rounds, require_whole_matches
from tournaments.server.services import note_event
from tournaments.texts import as_text

Action = AuditEvent.Action


def name_arbiters(
    *,
    tournament: Tournament,
    chief: Mapping[str, str] | None,
    deputies: Sequence[Mapping[str, str]] = (),
    actor: User,
    seen: Sequence[str] | None = None,
) -> None:
    """Name the chief arbiter, if there is one, and the deputies, each with a name, a title and a FIDE ID.

    They replace the arbiters who were named before. `seen` are those whom the actor's page showed, as text;
    raises Overtaken if others have been named since. Raises ValidationError, by place (1 is the chief
    arbiter), for an invalid FIDE ID and the like.
    """
    with acting(tournament, actor) as act:
        people = [*([(CHIEF, chief)] if chief else []), *enumerate(deputies, CHIEF + 1)]
        rows = [Arbiter(tournament=act.tournament, place=place, **person) for place, person in people]
        _require_sense(rows)
        named = act.tournament.named_arbiters.all()
        before, after = _in_words(named), _in_words(rows)
        shown = {} if seen is None else {"arbiters": list(seen)}
        refuse_to_overwrite({"arbiters": list(map(str, named))}, {"arbiters": list(map(str, rows))}, shown)
        if before == after:
            return
        named.delete()
        Arbiter.objects.bulk_create(rows)
        act.record(AuditEvent.Action.ARBITERS_NAMED, before=before, after=after)


def _require_sense(rows: Sequence[Arbiter]) -> None:
    faults: dict[str, Any] = {}
    for row in rows:
        try:
            row.clean_fields(exclude={"tournament"})
        except ValidationError as error:
            faults[str(row.place)] = error.messages
    if faults:
        raise ValidationError(faults)


def _in_words(rows: Iterable[Arbiter]) -> dict[str, Any]:
    """The arbiters as the audit trail keeps them."""
    return {
        "chief_arbiter": "".join(str(row) for row in rows if row.is_chief),
        "deputy_arbiters": [str(row) for row in rows if not row.is_chief],
    }


ARBITERS = {
    "chief_arbiter": gettext_lazy("chief arbiter"),
    "deputy_arbiters": gettext_lazy("deputy arbiters"),
}


# The fields that say which rating of a player counts.
COUNTED_BY = {*names_about(Tournament, Matter.RATINGS)}
# The fields that a comparison with the rating lists depends on.
COMPARED_BY = {*COUNTED_BY, *names_about(Tournament, Matter.DAYS, Matter.LISTS)}


def create_tournament(
    *, actor: User, slug: str = "", nonce: UUID | None = None, **regulations: Any
) -> Tournament:
    """Create a tournament with its planned rounds; the creator is its owner.

    Without an edition it uses that in force on the last day. With the `nonce` of an earlier call it returns
    that call's tournament: a form was sent twice. Raises ValidationError for regulations that make no sense.
    """
    own = uuid5(nonce, str(actor.pk)) if nonce else None
    try:
        return _create_tournament(actor, slug, own, regulations)
    except IntegrityError:
        # The form was sent twice at once, and the other request was faster.
        if made := made_from(own):
            return made
        raise


def made_from(nonce: UUID | None) -> Tournament | None:
    """The tournament that the form with this nonce has made already; None if there is none."""
    return Tournament.objects.filter(nonce=nonce).first() if nonce else None


def _create_tournament(actor: User, slug: str, nonce: UUID | None, regulations: dict[str, Any]) -> Tournament:
    with transaction.atomic():
        if made := made_from(nonce):
            return made
        edition = regulations.get("edition") or rulebook.edition_in_force(regulations.get("end_date"))
        regulations |= {"edition": edition}
        regulations = rulebook.usual_points(edition) | regulations
        regulations.setdefault("tie_breaks", rulebook.usual_tie_breaks(edition))
        regulations.setdefault(
            "tie_break_text", rulebook.tie_break_text_in_force(regulations.get("end_date"))
        )
        tournament = Tournament(slug=slug or free_slug(regulations["name"]), nonce=nonce, **regulations)
        require_sense(tournament)
        tournament.full_clean(exclude=["slug", "nonce"])
        tournament.save()
        make_owner(tournament, actor)
        plan_rounds(tournament)
        follow_players(tournament)
        with acting(tournament, actor) as act:
            act.record(Action.TOURNAMENT_CREATED, subject=tournament.name, after=regulations)
        note_event(ServerAct.Action.EVENT_ADDED, tournament, actor=actor)
        return tournament


def make_owner(tournament: Tournament, actor: User) -> None:
    """Make the creator of a new event its owner.

    Raises DomainError if they own as many unfinished events as an account may (settings.MOST_EVENTS), so that
    nobody fills a server that everybody may use. There is no limit for administrators of the server.
    """
    owned = Tournament.objects.active().filter(
        memberships__user=actor, memberships__role=Membership.Role.OWNER, finished_at=None
    )
    if not actor.is_staff and owned.count() >= settings.MOST_EVENTS:
        text = _("You own %(count)d events that are not finished, and may own no more: finish one first.")
        raise DomainError("too_many_events", text % {"count": settings.MOST_EVENTS})
    Membership.objects.create(tournament=tournament, user=actor, role=Membership.Role.OWNER)


def change_regulations(
    *, tournament: Tournament, changes: dict[str, Any], actor: User, seen: Mapping[str, Any] | None = None
) -> None:
    """Change fields of the tournament. Binding ones are refused once round 1 has been paired.

    `seen` is what the actor's page showed; raises Overtaken if that has been changed since. Raises
    ValidationError for regulations that make no sense, and DomainError for fields that are not regulations.
    """
    strange = [name for name in changes if not Tournament._meta.get_field(name).editable]
    if strange:
        raise DomainError("no_regulation", _("%(fields)s: no regulation.") % {"fields": ", ".join(strange)})
    with acting(tournament, actor) as act:
        event = act.tournament
        before = {name: getattr(event, name) for name in changes}
        refuse_to_overwrite(before, changes, seen or {})
        changed = {name: value for name, value in changes.items() if before[name] != value}
        bound = [name for name in Tournament.BINDING if name in changed]
        if bound:
            fields = ", ".join(str(Tournament._meta.get_field(f).verbose_name) for f in bound)  # type: ignore[union-attr]  # no relation
            require_unpaired(event, fields)
        if not changed:
            return
        if changed.keys() & {*Tournament.AT_THE_END}:
            require_unfinished(event)
        stood = rulebook.faults_of(event)
        changed |= _usual_of_new_rules(event, changed)
        before |= {name: getattr(event, name) for name in changed}
        for name, value in changed.items():
            setattr(event, name, value)
        require_sense(event, stood)
        event.full_clean()
        if "edition" in changed:
            require_whole_matches(event)
        event.save(update_fields=list(changed))
        # First: the number of rounds of a table or bracket follows from the players. Planned by another one,
        # later rounds would be dropped with their days.
        follow_players(event)
        plan_rounds(event)
        if changed.keys() & COUNTED_BY:
            ratings.recompute(event)
        if "among_equals" in changed:
            numbers.settle_criterion(act)
        numbers.follow_data(event)
        if changed.keys() & COMPARED_BY:
            ratings.compare(event)
        act.record(Action.REGULATIONS_CHANGED, before={name: before[name] for name in changed}, after=changed)


def require_sense(tournament: Tournament, stood: Mapping[str, str] | None = None) -> None:
    """Raise ValidationError if the rule book cannot pair by these regulations.

    `stood` are the faults that they had before, because an older release let them pass: these may stay.
    """
    faults = rulebook.faults_of(tournament).items()
    if found := {field: [message] for field, message in faults if (stood or {}).get(field) != message}:
        raise ValidationError(found)


def require_unpaired(tournament: Tournament, fields: str) -> None:
    """Raise DomainError if round 1 has been paired by these fields, which are announced before it."""
    if has_begun(tournament):
        raise DomainError(
            "binding",
            _("Fixed since round 1 was paired (%(article)s): %(fields)s.")
            % {"fields": fields, "article": rulebook.article(tournament, "C.04.1 a, C.04.2 A.3")},
        )
    if is_bound(tournament):
        raise DomainError(
            "binding",
            _("Round 1 has been paired with it: %(fields)s. Throw its draft away first.")
            % {"fields": fields},
        )


def _usual_of_new_rules(event: Tournament, changed: Mapping[str, Any]) -> dict[str, Any]:
    """The usual tie-breaks and points of the new rules, where the event has the usual ones of the old rules.

    Raises DomainError if players would become teams, or teams players.
    """
    if "edition" not in changed:
        return {}
    before, after = (_usual(edition) for edition in (event.edition, changed["edition"]))
    if (event.boards is None) != (changed.get("boards", event.boards) is None) and event.players.exists():
        text = _("Players cannot become teams, nor teams players: first remove everybody who is entered.")
        raise DomainError("entered", text)
    groups = (("tie_breaks",), POINTS)
    return {
        name: after[name]
        for group in groups
        if not {*group} & changed.keys() and all(getattr(event, name) == before[name] for name in group)
        for name in group
        if after[name] != before[name]
    }


def _usual(edition: str) -> dict[str, Any]:
    return {"tie_breaks": rulebook.usual_tie_breaks(edition), **rulebook.usual_points(edition)}


def draw_lot(*, tournament: Tournament, actor: User) -> str:
    """Draw the initial colour by lot and record it; returns "w" or "b" (C.04.3 E)."""
    colour = secrets.choice(Tournament.InitialColour.values)
    _settle_colour(tournament, colour, Tournament.ColourOrigin.LOT, Action.LOT_DRAWN, actor)
    return colour


def set_initial_colour(*, tournament: Tournament, colour: str, actor: User, seen: str | None = None) -> None:
    """Set the initial colour by hand: the lot was drawn in the hall.

    `seen` is the one that the actor's page showed, "" for none. Raises Conflict if it has changed since.
    """
    if colour not in Tournament.InitialColour.values:
        raise DomainError("colour", _("Expected White or Black."))
    _settle_colour(tournament, colour, Tournament.ColourOrigin.SET, Action.COLOUR_SET, actor, seen)


def _settle_colour(
    tournament: Tournament,
    colour: str,
    origin: Tournament.ColourOrigin,
    action: AuditEvent.Action,
    actor: User,
    seen: str | None = None,
) -> None:
    with acting(tournament, actor) as act:
        event = act.tournament
        require_unpaired(event, str(Tournament._meta.get_field("initial_colour").verbose_name))
        if event.initial_colour and origin == Tournament.ColourOrigin.LOT:
            # A lot that may be drawn again until it pleases is no lot.
            raise DomainError("drawn", _("The initial colour is settled already. A lot is drawn once."))
        before = event.initial_colour
        if seen is not None and before not in (seen, colour):
            raise Conflict(
                "colour_settled",
                _(
                    "Somebody else has settled the initial colour in the meantime: %(now)s. %(yours)s was"
                    " not saved."
                )
                % {
                    "now": event.get_initial_colour_display(),
                    "yours": Tournament.InitialColour(colour).label,
                },
            )
        if (before, event.colour_origin) == (colour, origin):
            return
        event.initial_colour, event.colour_origin = colour, origin
        event.save(update_fields=["initial_colour", "colour_origin"])
        act.record(action, before={"initial_colour": before}, after={"initial_colour": colour})


FINISH = Question("finish", gettext_lazy("Finish the tournament"))


def finish_tournament(*, tournament: Tournament, actor: User, confirmation: str = "") -> None:
    """Close the event, when all rounds are published and all results are in. The report becomes public.

    Raises DomainError while games are open, including adjourned ones (C.04.2 D.1), and while a match of a
    knock-out is level and nobody goes on from it; ConfirmationNeeded while errors of the last round can still
    be reported in time (D.8).
    """
    with acting(tournament, actor) as act:
        event = act.tournament
        if event.is_finished:
            return
        if next_number(event) is not None:
            raise DomainError("rounds_left", _("Not all rounds have been published."))
        if results.open_games(event):
            raise DomainError("missing_results", _("Results are missing."))
        if adjourned_games(event):
            text = _("An adjourned game is still open (%(article)s).")
            raise DomainError("adjourned", text % {"article": rulebook.article(event, ADJOURNED_ARTICLE)})
        # Nobody goes on from the last round of an event that ended early.
        undecided = event.ended_after is None and matches_not_decided(event, event.last_round + 1)
        if undecided:
            raise DomainError(undecided[0].code, undecided[0].message)
        found = deadline_runs(event, event.last_round)
        confirm(act, FINISH, found, of={}, given=confirmation)
        finish_now(act)


def finish_now(act: Act) -> None:
    """Close the event as a part of this act: whatever prevents it has been looked at."""
    event = act.tournament
    ended = list(event.rounds.filter(state=Round.State.PUBLISHED))
    event.rounds.filter(state=Round.State.PUBLISHED).update(state=Round.State.FINISHED)
    why = why_ended_early(event)
    audit = act.record(Action.TOURNAMENT_FINISHED, reason=why)
    for round_ in ended:
        chain.publish_results(act, audit, round_)
    event.finished_at = timezone.now()
    chain.publish_end(act, audit, event.finished_at, ground=why)
    event.save(update_fields=["finished_at"])
    forget_phones(event)


def question_before_finishing(*, tournament: Tournament, actor: User) -> ConfirmationNeeded | None:
    """The question that `finish_tournament` would ask now, shown beside its button; None if there is none."""
    found = tuple(deadline_runs(tournament, tournament.last_round))
    try:
        ask(FINISH, found, of={"tournament": tournament.pk}, by=actor, given="")
    except ConfirmationNeeded as asked:
        return asked
    return None


def reopen_tournament(*, tournament: Tournament, actor: User, going_on: bool = False) -> None:
    """Open a finished event again, to correct a result or a player's data. Its pairings stay locked.

    An event that ended early can be reopened `going_on` with its next round, also once it is open again: then
    it has as many rounds as were announced. Rounds that were withdrawn with the end are paired again.
    """
    with acting(tournament, actor) as act:
        event = act.tournament
        goes_on = going_on and event.ended_after is not None
        if not event.is_finished and not goes_on:
            return
        after = {"rounds": event.number_of_rounds} if goes_on else {}
        audit = act.record(Action.TOURNAMENT_REOPENED, before={"rounds": event.ended_after}, after=after)
        if event.is_finished:
            chain.publish_reopening(act, audit)
        event.finished_at = None
        event.save(update_fields=["finished_at"])
        if goes_on:
            lift(act, event.last_round, IntegrityEvent.Kind.ROUNDS, IntegrityEvent.Kind.CONFIGURATION)
            event.ended_after = None
            event.save(update_fields=["ended_after"])


def free_slug(name: str, of: type[Tournament | Festival] = Tournament) -> str:
    """An address for an event, or a festival, made from its name, with a number if it is taken."""
    stem = slugify(name)[:50].strip("-") or "tournament"
    slug, count = stem, 1
    while of._default_manager.filter(slug=slug).exists():
        count += 1
        slug = f"{stem}-{count}"
    return slug


POINTS = names_about(Tournament, Matter.POINTS)


def _codes_apart(codes: str) -> str:
    return codes.replace(",", ", ")


def _in_one_line(lines: str) -> str:
    return "; ".join(lines.splitlines())


# Older lines of the log have the arbiters among the regulations.
_regulations = fields(
    Tournament,
    words={
        "edition": rulebook.name_of_code,
        "tie_breaks": _codes_apart,
        "own_table": _in_one_line,
        "virtual_groups": _in_one_line,
        **dict.fromkeys(POINTS, as_text),
    },
    **ARBITERS,
)


def keep_apart(
    *,
    tournament: Tournament,
    players: Iterable[int],
    actor: User,
    first_round: int = 1,
    last_round: int | None = None,
    reason: str = "",
    confirmation: str = "",
) -> Prohibition:
    """Let no two of these players, named by their keys, be paired from the first round to the last.

    Without a last round it applies until the end. The same again is harmless. Raises DomainError for a round
    robin or a knock-out, for fewer than two players of the tournament, for rounds it does not have, and once
    round 1 has been paired. After FIDE mode was left, the last only applies to rounds that are public; for
    the others it raises ConfirmationNeeded.
    """
    with acting(tournament, actor) as act:
        event = act.tournament
        if rulebook.is_knock_out(event):
            raise DomainError(
                "everybody_meets",
                _("In a knock-out the bracket says who meets whom: nobody is kept apart."),
            )
        if rulebook.is_round_robin(event):
            raise DomainError(
                "everybody_meets",
                _("In a round robin everybody meets everybody: nobody is kept apart (C.05 Annex 1)."),
            )
        late = _require_open(event, first_round)
        found = list(event.players.filter(pk__in=set(players)))
        if len(found) < 2:
            raise DomainError("too_few", _("Choose at least two players who must not meet."))
        if not 1 <= first_round <= (last_round or event.number_of_rounds) <= event.number_of_rounds:
            raise DomainError(
                "rounds",
                _("Expected rounds from 1 to %(last)d, the first before the last.")
                % {"last": event.number_of_rounds},
            )
        rounds = {"first_round": first_round, "last_round": last_round}
        for group in event.prohibitions.filter(**rounds).prefetch_related("players"):
            if set(group.players.all()) == set(found):
                return group
        if late:
            _confirm(
                act,
                Question("keep-apart", _("Keep these players apart")),
                found,
                rounds,
                given=confirmation,
                reason=reason,
            )
        act.record(Action.KEPT_APART, subject=_names(found), after=rounds, reason=reason.strip())
        with _noted(act, first_round, late=late) as noted:
            group = Prohibition.objects.create(tournament=event, **rounds)
            group.players.set(found)
            noted.after = [Apart([player.pk for player in found])]
        return group


def let_meet(
    *, tournament: Tournament, prohibition: int, actor: User, reason: str = "", confirmation: str = ""
) -> None:
    """Remove the group of players with this key: they may be paired. Raises what `keep_apart` raises."""
    with acting(tournament, actor) as act:
        event = act.tournament
        group = event.prohibitions.filter(pk=prohibition).first()
        if group is None:
            raise Conflict("gone", _("These players are not kept apart any more."))
        late = _require_open(event, group.first_round)
        found = list(group.players.all())
        rounds = {"first_round": group.first_round, "last_round": group.last_round}
        if late:
            _confirm(
                act,
                Question("let-meet", _("Let these players meet")),
                found,
                rounds,
                given=confirmation,
                reason=reason,
            )
        act.record(Action.LET_MEET, subject=_names(found), before=rounds, reason=reason.strip())
        with _noted(act, group.first_round, late=late) as noted:
            noted.before = [Apart([player.pk for player in found])]
            group.players.clear()
            group.delete()


def _require_open(event: Tournament, first_round: int) -> bool:
    """Whether it is late: round 1 is paired, and FIDE mode was left. DomainError if it is fixed."""
    if event.in_fide_mode or not is_bound(event):
        require_unpaired(event, _("players kept apart"))
        return False
    coming = next_number(event)
    if coming is None or first_round < coming:
        raise DomainError(
            "binding",
            _("Fixed for rounds that are published (C.05 5.2). Choose a first round that is not."),
        )
    return True


def _confirm(
    act: Act, what: Question, players: Iterable[Player], rounds: dict[str, Any], *, given: str, reason: str
) -> None:
    named = list(players)
    warning = RuleWarning(
        Level.PROHIBITED,
        "late_prohibition",
        _("The players kept apart were announced before round 1, and round 1 has been paired."),
        article="C.05 5.2",
        details=(_names(named),),
    )
    of = {"players": sorted(player.pk for player in named), **rounds}
    confirm(act, what, [warning], of=of, given=given, reason=reason)


def _noted(act: Act, number: int, *, late: bool) -> AbstractContextManager[IntegrityEvent]:
    """Note the change only if it is late: before round 1 anything may be announced."""
    noted = breach(act, IntegrityEvent.Kind.PROHIBITION, number, tables=("prohibition", "apart"))
    return noted if late else nullcontext(IntegrityEvent())


def _names(players: Iterable[Player]) -> str:
    return " – ".join(player.name for player in players)


LOG_LINES: LogLines = {
    AuditEvent.Action.ARBITERS_NAMED: fields(words=None, **ARBITERS),
    Action.TOURNAMENT_CREATED: _regulations,
    Action.REGULATIONS_CHANGED: _regulations,
    Action.LOT_DRAWN: _regulations,
    Action.COLOUR_SET: _regulations,
    Action.TOURNAMENT_FINISHED: by_its_name,
    Action.TOURNAMENT_REOPENED: by_its_name,
    Action.KEPT_APART: fields(Prohibition),
    Action.LET_MEET: by_its_name,
}

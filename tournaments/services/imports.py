"""Bringing a tournament in from a TRF file, with its played rounds as they were paired."""

from __future__ import annotations

import hashlib
from datetime import date
from typing import TYPE_CHECKING
from uuid import UUID, uuid5

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.errors import DomainError, Level, RuleWarning
from tournaments.models import (
    Arbiter,
    AuditEvent,
    Game,
    IntegrityEvent,
    Membership,
    Player,
    Prohibition,
    Rating,
    Round,
    Seat,
    Tournament,
)
from tournaments.models.arbiter import CHIEF
from tournaments.selectors.by_hand import side_by_side
from tournaments.selectors.imports import adjustments
from tournaments.selectors.integrity import board_items, bye_item
from tournaments.services import publications
from tournaments.services.act import acting
from tournaments.services.confirm import ask
from tournaments.services.drafts import number_boards, seat_pair
from tournaments.services.tournaments import free_slug, made_from, plan_rounds, require_sense
from tournaments.texts import cleaned

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from django.contrib.auth.models import User

    from tournaments.services.act import Act

Action, State = AuditEvent.Action, Round.State


def import_tournament(
    *,
    data: bytes,
    actor: User,
    slug: str = "",
    rounds: int | None = None,
    edition: str = "",
    nonce: UUID | None = None,
    reason: str = "",
    confirmation: str = "",
) -> Tournament:
    """The tournament of a TRF file; its rounds are published as they stand there, not paired again.

    `rounds` is the announced number of rounds and `edition` the code of the rules where the file gives
    none; without either, the edition is the one that was in force on the last day. Every round is checked
    by that edition: one that differs stays as it is and is noted with the `reason`, after ConfirmationNeeded
    was answered, and so is a full-point bye. What had to be supplied, changed or left out is noted in the
    log, a sentence each. The same `nonce` again is the same form sent twice: it gives the tournament that
    stands.
    Raises DomainError, and leaves nothing behind, for a defective file (line, column, expected) and for
    what this program would pair wrongly because it does not know it.
    """
    source, supplied = engine.read_report(data)
    code = engine.edition_of_report(source, edition)
    tournament = _tournament(source, rounds, code)
    # Before the transaction: nobody waits for the check of a large file.
    checked = engine.check_report(source, code, tournament.number_of_rounds)
    wrong = [result for result in checked if not result.agrees]
    source, supplied = engine.with_one_bye_a_round(source, supplied, code, tournament.number_of_rounds)
    full = list(_full_point_byes(source))
    ask(
        "import",
        [*(_warning(source, result) for result in wrong), *_of_full_point_byes(full)],
        of={"file": hashlib.sha256(data).hexdigest(), "rounds": rounds, "edition": code},
        by=actor,
        given=confirmation,
        reason=reason,
    )
    tournament.nonce = uuid5(nonce, str(actor.pk)) if nonce else None
    try:
        with transaction.atomic():
            if made := made_from(tournament.nonce):
                return made
            tournament.slug = slug or free_slug(source.name)
            tournament.save()
            Membership.objects.create(tournament=tournament, user=actor, role=Membership.Role.OWNER)
            plan_rounds(tournament)
            _arbiters(tournament, source)
            _round_days(tournament, source)
            players = _players(tournament, source)
            _prohibitions(tournament, source, players)
            with acting(tournament, actor) as act:
                audit = act.record(
                    Action.TOURNAMENT_IMPORTED,
                    subject=tournament.name,
                    after={
                        "players": len(players),
                        "rounds": source.played_rounds,
                        "edition": tournament.edition,
                        "supplied": adjustments(
                            source, supplied, tournament, players, rounds=rounds, edition=edition
                        ),
                    },
                )
                for number in range(1, source.played_rounds + 1):
                    _round(act, audit, source, players, number)
                _coming_byes(tournament, source, players)
                for result in wrong:
                    _note(act, result, players, reason)
                for entry, number in full:
                    _note_full_point_bye(act, players[entry.number], number, reason)
            return tournament
    except IntegrityError:
        # Both came at once, and the other one was faster.
        if made := made_from(tournament.nonce):
            return made
        raise


def _tournament(source: engine.Report, rounds: int | None, edition: str) -> Tournament:
    """The event of the file, checked but not stored; DomainError for one that makes no sense."""
    scoring = source.scoring
    tournament = Tournament(
        name=source.name[:120] or _("Imported tournament"),
        city=source.city[:80],
        federation=source.federation[:3].upper(),
        start_date=_day(source.start_date),
        end_date=_day(source.end_date),
        time_control=source.time_control[:120],
        number_of_rounds=max(source.rounds or rounds or 0, source.played_rounds, 1),
        edition=edition,
        acceleration=engine.acceleration_of_report(source),
        initial_colour=source.initial_colour.value if source.initial_colour else "",
        colour_origin=Tournament.ColourOrigin.IMPORTED if source.initial_colour else "",
        points_win=scoring.white_win,
        points_draw=scoring.white_draw,
        points_loss=scoring.white_loss,
        points_pab=scoring.pairing_allocated_bye,
    )
    if engine.scoring(tournament) != scoring:
        raise DomainError(
            "scoring",
            _("The file's scoring tells colours or kinds of byes apart, which events here cannot do yet."),
        )
    try:
        require_sense(tournament)
        tournament.full_clean(exclude=["slug"])
    except ValidationError as error:
        raise DomainError("tournament", " ".join(error.messages)) from error
    return tournament


def _warning(source: engine.Report, result: engine.RoundCheck) -> RuleWarning:
    """What the file has otherwise than the rules in one round."""
    names = {player.number: f"{player.number} {player.name}" for player in source.players}

    def told(pairs: Iterable[engine.Pair], bye: int | None) -> list[str]:
        boards = [f"{names[pair.white]} – {names[pair.black]}" for pair in pairs]
        return [*boards, _("%(name)s: bye") % {"name": names[bye]}] if bye else boards

    found, expected = _differences(result)
    return RuleWarning(
        Level.HARMLESS,
        "imported_round",
        _("Round %(number)d is not paired as the rules pair it.") % {"number": result.number},
        article=_("C.04.2 A.4; 2026: 1.4"),
        facts={"round": result.number},
        details=(str(result.message),) if result.message else (),
        table=side_by_side((_("In the file"), _("By the rules")), told(*found), told(*expected)),
    )


type Side = tuple[tuple[engine.Pair, ...], int | None]


def _differences(result: engine.RoundCheck) -> tuple[Side, Side]:
    """What the file and what the rules have alone: boards, and the bye where it differs."""
    expected = result.expected.bye if result.expected else None
    differs = result.found.bye != expected
    return (
        (result.surplus, result.found.bye if differs else None),
        (result.missing, expected if differs else None),
    )


def _note(act: Act, result: engine.RoundCheck, players: dict[int, Player], reason: str) -> None:
    """Keep in sight what was imported otherwise than the rules have it, and where they have nothing, why."""

    def items(side: Side) -> list[str]:
        pairs, bye = side
        return board_items(
            [(players[pair.white], players[pair.black]) for pair in pairs], players[bye] if bye else None
        )

    found, expected = map(items, _differences(result))
    IntegrityEvent.objects.create(
        tournament=act.tournament,
        kind=IntegrityEvent.Kind.IMPORT,
        round_number=result.number,
        actor=act.user,
        reason=" · ".join(filter(None, (reason.strip(), str(result.message)))),
        before=expected,
        after=found,
    )


def _full_point_byes(source: engine.Report) -> Iterator[tuple[engine.ReportedPlayer, int]]:
    """Who has a full-point bye in the file, and in which round, the coming one too."""
    for number in range(1, source.played_rounds + 2):
        for entry in source.players:
            if engine.bye_of(entry.cell(number).outcome) == Seat.Kind.FULL_POINT_BYE:
                yield entry, number


def _of_full_point_byes(full: list[tuple[engine.ReportedPlayer, int]]) -> Iterator[RuleWarning]:
    if full:
        yield RuleWarning(
            Level.UNDESCRIBED,
            "full_point_byes",
            _("The file has full-point byes, which FIDE’s regulations do not describe."),
            article=_("C.04.2 D.4; 2026: 3.3"),
            details=tuple(
                _("Round %(number)d: %(name)s") % {"number": number, "name": entry.name}
                for entry, number in full
            ),
            facts={"byes": [[entry.number, number] for entry, number in full]},
        )


def _note_full_point_bye(act: Act, player: Player, number: int, reason: str) -> None:
    IntegrityEvent.objects.create(
        tournament=act.tournament,
        kind=IntegrityEvent.Kind.FULL_POINT_BYE,
        round_number=number,
        actor=act.user,
        reason=reason.strip(),
        after=[bye_item(player, "FPB")],
    )


def _arbiters(tournament: Tournament, source: engine.Report) -> None:
    for place, line in enumerate((source.chief_arbiter, *source.deputy_arbiters), CHIEF):
        if line:
            arbiter = Arbiter.told(line)
            arbiter.tournament, arbiter.place = tournament, place
            arbiter.save()


def _round_days(tournament: Tournament, source: engine.Report) -> None:
    """As they stand there, even where they do not fit the days of the event: the report page says so."""
    for number, day in enumerate(source.round_dates, 1):
        tournament.rounds.filter(number=number).update(day=_day(day))


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text.replace("/", "-"))
    except ValueError:
        return None


def _players(tournament: Tournament, source: engine.Report) -> dict[int, Player]:
    players: dict[int, Player] = {}
    holders: dict[str, int] = {}
    born: dict[tuple[str, str], int] = {}
    given = tournament.acceleration == Tournament.Acceleration.GIVEN
    for entry in source.players:
        fide_id = _acceptable(tournament, "fide_id", entry.fide_id.lstrip("0"))
        if fide_id and holders.setdefault(fide_id, entry.number) != entry.number:
            message = _("Player %(number)d, %(name)s: FIDE ID %(id)s is player %(other)d’s.") % {
                "number": entry.number,
                "name": entry.name,
                "id": fide_id,
                "other": holders[fide_id],
            }
            raise DomainError("player", message)
        name = cleaned(entry.name) or _("Player %(number)d") % {"number": entry.number}
        births = [entry.birth.removesuffix("/00/00"), entry.birth[:4]]
        if born.setdefault((name.casefold(), births[0]), entry.number) != entry.number:
            # No two of one name and day (Player.is_same_person): the second keeps his year.
            del births[0]
        player = Player(
            tournament=tournament,
            number=entry.number,
            name=name,
            title=entry.title if entry.title in Player.Title.values else "",
            sex=entry.sex if entry.sex in Player.Sex.values else "",
            rating=entry.rating or None,
            federation=_acceptable(tournament, "federation", entry.federation, entry.federation.upper()),
            fide_id=fide_id,
            birth=_acceptable(tournament, "birth", *births),
            first_round=_first_round(entry, source.played_rounds),
            virtual_points=list(entry.virtual) if given else [],
        )
        try:
            player.full_clean(exclude=["tournament"])
            player.save()
        except ValidationError as error:
            message = _("Player %(number)d, %(name)s: %(fault)s") % {
                "number": entry.number,
                "name": entry.name,
                "fault": " ".join(error.messages),
            }
            raise DomainError("player", message) from error
        players[entry.number] = player
    Rating.objects.bulk_create(
        Rating(player=player, kind=Rating.Kind.OWN, value=player.rating, source=Rating.Source.REPORT)
        for player in players.values()
        if player.rating
    )
    return players


def _acceptable(tournament: Tournament, column: str, *said: str) -> str:
    """The first of these that the column of a player takes; "" for none: nobody is paired by it."""
    others = {field.name for field in Player._meta.fields} - {column}
    for value in said:
        try:
            Player(tournament=tournament, **{column: value}).clean_fields(exclude=others)
        except ValidationError:
            continue
        return value
    return ""


def _prohibitions(tournament: Tournament, source: engine.Report, players: dict[int, Player]) -> None:
    for group in source.forbidden:
        row = Prohibition.objects.create(
            tournament=tournament, first_round=group.first, last_round=group.last
        )
        row.players.set(players[number] for number in group.players)


def _first_round(entry: engine.ReportedPlayer, played: int) -> int:
    """A late entry is who has no trace in the rounds before his first (C.04.2 C.2)."""
    traces = (n for n in range(1, played + 1) if engine.is_trace(entry.cell(n)))
    return next(traces, 1)


def _round(
    act: Act, audit: AuditEvent, source: engine.Report, players: dict[int, Player], number: int
) -> None:
    round_ = act.tournament.rounds.get(number=number)
    games, complete = [], True
    for entry in source.players:
        cell = entry.cell(number)
        if cell.opponent is None:
            kind = engine.bye_of(cell.outcome)
            if kind:
                Seat.objects.create(round=round_, player=players[entry.number], kind=kind)
            elif engine.is_trace(cell):
                raise DomainError(
                    "cell",
                    _(
                        "Player %(number)d, round %(round)d: “%(found)s” without an opponent."
                        " Expected U, F, H or Z."
                    )
                    % {"number": entry.number, "round": number, "found": cell.outcome},
                )
        # A forfeit may stand without colours; the lower number then has White.
        elif cell.colour == "w" or (cell.colour is None and entry.number < cell.opponent):
            opponent = players[cell.opponent]
            other = next(p for p in source.players if p.number == cell.opponent).cell(number)
            try:
                result, rated = engine.result_of(cell, other)
            except DomainError as error:
                raise DomainError(
                    "result",
                    _("Round %(round)d, %(white)d against %(black)d: FIDE knows no result %(found)s.")
                    % {
                        "round": number,
                        "white": entry.number,
                        "black": cell.opponent,
                        "found": error.message,
                    },
                ) from error
            complete = complete and bool(result)
            games.append((Game(round=round_, result=result, rated=rated), players[entry.number], opponent))
    seat_pair(round_, games)
    round_.state, round_.imported = State.DRAFT, True
    number_boards(act.tournament, round_)
    round_.published_at, round_.published_by = timezone.now(), act.user
    publications.publish_pairing(act, audit, round_, round_.published_at)
    round_.state = State.PUBLISHED
    round_.save()
    if complete and number < source.played_rounds:
        round_.state = State.FINISHED
        round_.save(update_fields=["state"])
        publications.publish_results(act, audit, round_)


def _coming_byes(tournament: Tournament, source: engine.Report, players: dict[int, Player]) -> None:
    """Byes that the file marks in the round to be paired."""
    coming = tournament.rounds.filter(number=source.played_rounds + 1).first()
    for entry in source.players:
        if coming and (kind := engine.bye_of(entry.cell(source.played_rounds + 1).outcome)):
            Seat.objects.create(round=coming, player=players[entry.number], kind=kind)

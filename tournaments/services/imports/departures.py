"""Differences between a file and the rules: asked about before the import, noted with a reason after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.errors import Level, RuleWarning
from tournaments.log.queries import of_pairing
from tournaments.models import AuditEvent, IntegrityEvent, Player, Seat
from tournaments.models.items import Bye, Item, Text
from tournaments.rounds.queries.by_hand import side_by_side


def warning(source: engine.Report, result: engine.RoundCheck) -> RuleWarning:
    """The warning about one round that the file pairs differently from the rules."""
    names = {player.number: f"{player.number} {player.name}" for player in source.players}

    def in_words(pairs: Iterable[engine.Pair], bye: int | None) -> list[str]:
        boards = [f"{names[pair.white]} – {names[pair.black]}" for pair in pairs]
        return [*boards, _("%(name)s: bye") % {"name": names[bye]}] if bye else boards

    found, expected = _differences(result)
    return RuleWarning(
        Level.HARMLESS,
        "imported_round",
        _("Round %(number)d is not paired as the rules would pair it.") % {"number": result.number},
        article=_("C.04.2 A.4; 2026: 1.4"),
        facts={"round": result.number},
        details=tuple(filter(None, (str(result.message), *result.remarks))),
        table=side_by_side((_("In the file"), _("By the rules")), in_words(*found), in_words(*expected)),
    )


type Side = tuple[tuple[engine.Pair, ...], int | None]


def _differences(result: engine.RoundCheck) -> tuple[Side, Side]:
    """The boards that only the file has, and those that only the rules have; the byes if they differ."""
    expected = result.expected.bye if result.expected else None
    differs = result.found.bye != expected
    return (
        (result.surplus, result.found.bye if differs else None),
        (result.missing, expected if differs else None),
    )


def note(
    audit: AuditEvent,
    wrong: Iterable[engine.RoundCheck],
    full: Iterable[tuple[engine.ReportedPlayer, int]],
    players: dict[int, Player],
    end: engine.Ended | None,
) -> None:
    """Note for the report the rounds that differ from the rules, the full-point byes and an early end."""
    rounds = (_differing_round(audit, result, players) for result in wrong)
    byes = (
        IntegrityEvent(
            tournament=audit.tournament,
            kind=IntegrityEvent.Kind.FULL_POINT_BYE,
            round_number=number,
            audit=audit,
            after=[Bye(players[entry.number].pk, Seat.Kind.FULL_POINT_BYE)],
        )
        for entry, number in full
    )
    ends = [_early_end(audit, end)] if end else []
    IntegrityEvent.objects.bulk_create((*rounds, *byes, *ends))


def _early_end(audit: AuditEvent, end: engine.Ended) -> IntegrityEvent:
    return IntegrityEvent(
        tournament=audit.tournament,
        kind=IntegrityEvent.Kind.ROUNDS,
        round_number=end.after,
        audit=audit,
        remark=end.reason,
        before=[Text(str(end.announced))],
        after=[Text(str(end.after))],
    )


def _differing_round(
    audit: AuditEvent, result: engine.RoundCheck, players: dict[int, Player]
) -> IntegrityEvent:
    """The boards of the file and those of the rules; if the rules find no pairing, why."""

    def items(side: Side) -> list[Item]:
        pairs, bye = side
        return of_pairing(
            [(players[pair.white], players[pair.black]) for pair in pairs], players[bye] if bye else None
        )

    found, expected = map(items, _differences(result))
    return IntegrityEvent(
        tournament=audit.tournament,
        kind=IntegrityEvent.Kind.IMPORT,
        round_number=result.number,
        audit=audit,
        remark=str(result.message),
        before=expected,
        after=found,
    )


def full_point_byes(source: engine.Report) -> Iterator[tuple[engine.ReportedPlayer, int]]:
    """Each full-point bye of the file as (player, round), including those of the coming round."""
    for number in range(1, source.played_rounds + 2):
        for entry in source.players:
            if engine.bye_of(entry.cell(number).outcome) == Seat.Kind.FULL_POINT_BYE:
                yield entry, number


def of_full_point_byes(full: list[tuple[engine.ReportedPlayer, int]]) -> Iterator[RuleWarning]:
    """A warning of the file's full-point byes, if it has any."""
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

"""The identity of players in published rounds: its corrections, and players whom a correction resembles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.models import AuditEvent, Player, Publication, Round, Tournament
from tournaments.names import is_spelling_of, slips_between
from tournaments.selectors.boards import Board, Bye

# Name, FIDE ID and birth, by the names of the columns.
Identity = Mapping[str, str]

PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Corrected:
    """A correction as the lists show it: the player, their board (None for none), and what was corrected."""

    player: Player
    board: int | None
    what: str
    at: datetime
    reason: str


def identity_of(player: Player) -> dict[str, str]:
    """The player's identity: their name, FIDE ID and birth."""
    return {name: getattr(player, name) for name in Player.IDENTITY}


def is_public(player: Player) -> bool:
    """Whether they sit in a round that the public has seen, even if it was withdrawn since."""
    seen = player.seats.filter(round__published_at__isnull=False).exists()
    # Also if the draft that replaced a withdrawn pairing was discarded.
    return seen or player.tournament.publications.filter(text__contains=player.key).exists()


def latest_public_round(player: Player) -> int:
    """The number of the last round in which the public has seen them; 1 if there is none."""
    seats = player.seats.filter(round__published_at__isnull=False)
    return seats.order_by("round__number").values_list("round__number", flat=True).last() or 1


def corrections(tournament: Tournament) -> QuerySet[AuditEvent]:
    """The corrections of identities, earliest first, without rows that were not written by a service."""
    found = AuditEvent.objects.filter(
        tournament=tournament,
        action=AuditEvent.Action.PLAYER_IDENTITY_CORRECTED,
        before__has_keys=Player.IDENTITY,
        after__has_keys=(PLAYER, *Player.IDENTITY),
    )
    return found.order_by("pk")


def in_round(round_: Round, boards: Iterable[Board], byes: Iterable[Bye]) -> list[Corrected]:
    """The corrections that the round's list has to show: those made since the round was published."""
    seated: dict[int, tuple[Player, int | None]] = {bye.player.pk: (bye.player, None) for bye in byes}
    for board in boards:
        seated |= {player.pk: (player, board.row.board) for player in (board.white, board.black)}
    if not any(player.identity_audit_id for player, _board in seated.values()):
        return []
    # By the order of the log, which nobody can influence, and not by its times.
    published = round_.tournament.publications.filter(
        kind=Publication.Kind.PAIRING, round_number=round_.number
    )
    last = published.order_by("place").values_list("audit", flat=True).last()
    since = corrections(round_.tournament).filter(pk__gt=last or 0)
    found = [_corrected(*seated[act.after[PLAYER]], act) for act in since if act.after[PLAYER] in seated]
    return sorted(found, key=lambda one: (one.board is None, one.board or 0))


def of_player(player: Player) -> list[Corrected]:
    """The corrections that the player's card has to show."""
    if not player.identity_audit_id:
        return []
    acts = corrections(player.tournament)
    return [_corrected(player, None, act) for act in acts if act.after[PLAYER] == player.pk]


def _corrected(player: Player, board: int | None, act: AuditEvent) -> Corrected:
    return Corrected(player, board, ", ".join(_in_words(act.before, act.after)), act.at, act.reason)


def _in_words(before: Identity, after: Identity) -> Iterator[str]:
    """A correction as the public reads it: name and FIDE ID, but not the birth itself."""
    if before["name"] != after["name"]:
        yield _("name corrected: was %(name)s") % {"name": before["name"]}
    if before["fide_id"] != after["fide_id"]:
        yield (
            _("FIDE ID corrected: was %(id)s") % {"id": before["fide_id"]}
            if before["fide_id"]
            else _("FIDE ID added")
        )
    if before["birth"] != after["birth"]:
        yield _("birth corrected")


def is_more_than_a_spelling(before: Identity, after: Identity) -> bool:
    """Whether the correction might turn the player into another person.

    False if the name is another spelling of the same, and FIDE ID and birth were empty, are only more exact
    (a day for a year), or differ in one digit.
    """
    name, fide_id, birth = ((before[column], after[column]) for column in Player.IDENTITY)
    return not (
        is_spelling_of(*name) and _is_slip(*fide_id) and (birth[1].startswith(birth[0]) or _is_slip(*birth))
    )


def _is_slip(before: str, after: str) -> bool:
    return not before or (bool(after) and slips_between(before, after) <= 1)


def resembled(player: Player, before: Identity, after: Identity) -> dict[Player, str]:
    """The other players whom the new name or FIDE ID resembles, with their name and ID, or earlier ones.

    Names and IDs from before a correction count too, as they are on lists that were printed.
    """
    others = {other.pk: other for other in player.tournament.players.exclude(pk=player.pk)}
    called = [(other, identity_of(other)) for other in others.values()]
    earlier = ((others.get(act.after[PLAYER]), act.before) for act in corrections(player.tournament))
    called += [(other, theirs) for other, theirs in earlier if other]
    found = {}
    for other, theirs in called:
        name = before["name"] != after["name"] and is_spelling_of(after["name"], theirs["name"])
        fide_id = before["fide_id"] != after["fide_id"] and bool(after["fide_id"] and theirs["fide_id"])
        if name or (fide_id and slips_between(after["fide_id"], theirs["fide_id"]) <= 1):
            found[other] = " ".join(filter(None, (theirs["name"], theirs["fide_id"])))
    return found

"""Reading a round that is paired by hand: the free players, its faults, its differences from the rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.log.queries import of_pairing
from tournaments.models import Player, Round, Seat
from tournaments.models.log import Item
from tournaments.rounds.queries.boards import seated
from tournaments.texts import as_text

Wrong = rulebook.Wrong


def free_players(round_: Round) -> list[Player]:
    """Players who take part in the round and have neither a board nor a bye, highest score first."""
    seated = set(round_.seats.values_list("player_id", flat=True))
    free = [
        player
        for player in round_.tournament.players.all()
        if player.pk not in seated and player.takes_part_in(round_.number)
    ]
    scores = rulebook.scores_before(round_.tournament, round_.number, [player.pk for player in free])
    return sorted(free, key=lambda player: (-scores[player.pk], player.number or 0))


def choices(round_: Round, players: Iterable[Player]) -> list[tuple[int, str]]:
    """The players to choose from: key, and a text with number, name, score and the colour that is due."""
    players = list(players)
    scores = rulebook.scores_before(round_.tournament, round_.number, [player.pk for player in players])
    due = rulebook.colours_due(round_.tournament, round_.number)

    def in_words(player: Player) -> str:
        facts = f"{player.number} {player.name} ({as_text(scores[player.pk])})"
        colour = due.get(player.pk)
        return f"{facts} · {Seat.Colour(colour).label}" if colour else facts

    return [(player.pk, in_words(player)) for player in players]


def absent_players(round_: Round) -> list[Player]:
    """Players who have a board or the bye, but no longer take part in the round."""
    seats = round_.seats.exclude(kind__in=Seat.REQUESTED).select_related("player").order_by("player__number")
    return [seat.player for seat in seats if not seat.player.takes_part_in(round_.number)]


def bye_of(round_: Round) -> Player | None:
    """The player with the pairing-allocated bye; None if there is none."""
    seat = round_.seats.filter(kind=Seat.Kind.PAIRING_ALLOCATED_BYE).select_related("player").first()
    return seat.player if seat else None


class NamedFault(NamedTuple):
    """A fault in words, with the article against it."""

    sentence: str
    article: str


def faults_by_player(round_: Round) -> dict[int, list[NamedFault]]:
    """Player's key -> the faults of their board or their bye in the present draft.

    A fault that concerns both players of a board is listed under White's key only.
    """
    pairs = [(white, black) for _game, white, black in seated(round_)]
    found: dict[int, list[NamedFault]] = {}
    for fault in rulebook.faults(round_.tournament, round_.number, pairs, bye_of(round_)):
        found.setdefault(fault.players[0].pk, []).append(NamedFault(sentence(fault), fault.article))
    return found


def sentence(fault: rulebook.Fault) -> str:
    """The fault in words."""
    names = [player.name for player in fault.players]
    match fault.wrong:
        case Wrong.REMATCH:
            text = _("%(one)s and %(two)s have played one another already.")
        case Wrong.FORBIDDEN:
            text = _("%(one)s and %(two)s are kept apart, as was announced before round 1.")
        case Wrong.THIRD_COLOUR:
            text = _("%(one)s gets the same colour a third time running.")
        case Wrong.COLOUR_DIFFERENCE:
            text = _("%(one)s gets three more games with one colour than with the other.")
        case Wrong.BOTH_COLOURS:
            text = _("%(one)s and %(two)s both get the colour that is due to the other.")
        case Wrong.BYE:
            text = _("%(one)s may not have the bye: they have already had one, or a point without playing.")
        case Wrong.HIGHER_BYE:
            text = _("%(one)s may not have the bye: somebody with a lower score can have it.")
    return text % dict(zip(("one", "two"), names, strict=False))


@dataclass(frozen=True, slots=True)
class Comparison:
    """The draft beside the engine's own pairing. What they share is in neither list.

    `missing` is what the rules give and the draft lacks, `surplus` the other way round, both in the form of
    an IntegrityEvent; `table` is the same in names, with headings.
    """

    missing: list[Item]
    surplus: list[Item]
    table: tuple[tuple[str, ...], ...]
    # The number of boards that both have.
    same: int
    # The reason if there is nothing to compare with.
    message: str = ""

    @property
    def differs(self) -> bool:
        """Whether the draft is not what the rules give."""
        return bool(self.missing or self.surplus or self.message)


def comparison(round_: Round) -> Comparison:
    """The draft of the round, compared with the engine's pairing from the same facts now."""
    found = [(white, black) for _game, white, black in seated(round_)]
    found_bye = bye_of(round_)
    rules: list[tuple[Player, Player]] = []
    rules_bye, message = None, ""
    try:
        answer = rulebook.pair(round_.tournament, round_.number)
    except DomainError as error:
        message = error.message
    else:
        rules, rules_bye = list(answer.boards), answer.bye
    missing = [pair for pair in rules if pair not in found]
    surplus = [pair for pair in _in_order(round_, found) if pair not in rules]
    byes_differ = found_bye != rules_bye
    left, right = (
        [*_in_names(pairs), *([_with_bye(bye)] if byes_differ and bye else [])]
        for pairs, bye in ((surplus, found_bye), (missing, rules_bye))
    )
    return Comparison(
        of_pairing(missing, rules_bye if byes_differ else None),
        of_pairing(surplus, found_bye if byes_differ else None),
        side_by_side((_("By hand"), _("By the rules")), left, right),
        len(found) - len(surplus),
        message,
    )


def side_by_side(headings: tuple[str, str], left: list[str], right: list[str]) -> tuple[tuple[str, ...], ...]:
    """Two lists as a table, headings first; () if both are empty."""
    rows = tuple(zip_longest(left, right, fillvalue=""))
    return (headings, *rows) if rows else ()


def _in_order(round_: Round, pairs: list[tuple[Player, Player]]) -> list[tuple[Player, Player]]:
    return rulebook.publishing_order(round_.tournament, round_.number, pairs)


def _in_names(pairs: Iterable[tuple[Player, Player]]) -> list[str]:
    return [f"{white.number} {white.name} – {black.number} {black.name}" for white, black in pairs]


def _with_bye(player: Player) -> str:
    return _("%(number)d %(name)s: bye") % {"number": player.number or 0, "name": player.name}

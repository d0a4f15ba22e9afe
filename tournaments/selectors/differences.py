"""How a round differs now from what was published, board by board and bye by bye."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _

from tournaments.models import Seat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.chain import Board, Content, Person


class Difference(NamedTuple):
    """One difference from what was published: the round, the place in it, the text then and the text now."""

    round_number: int
    place: str
    stood: str
    stands: str

    def __str__(self) -> str:
        return _("round %(number)d, %(place)s: was “%(stood)s”, is “%(stands)s”") % {
            "number": self.round_number,
            "place": self.place,
            "stood": self.stood,
            "stands": self.stands,
        }


def boards_between(number: int, stood: Content, stands: Content) -> Iterator[Difference]:
    """The boards of the round that differ from what was published."""
    then, now = ({board.number: board for board in content.boards} for content in (stood, stands))
    for place in sorted(then.keys() | now.keys()):
        before, after = then.get(place), now.get(place)
        if before is None or after is None or _facts(before) != _facts(after):
            where = _("board %(board)d") % {"board": place}
            yield Difference(number, where, _described(before), _described(after))


def byes_between(number: int, stood: Content, stands: Content) -> Iterator[Difference]:
    """The byes of the round that differ from what was published."""
    then, now = ({bye.player.key: bye for bye in content.byes} for content in (stood, stands))
    for key in sorted(then.keys() | now.keys()):
        before, after = then.get(key), now.get(key)
        if before is None or after is None or before.kind != after.kind:
            told = [
                f"{bye.player.name}: {Seat.Kind(bye.kind).label}" if bye else "–" for bye in (before, after)
            ]
            yield Difference(number, _("not paired"), *told)


def _facts(board: Board) -> tuple[object, ...]:
    return board.white.key, board.black.key, board.result


def _described(board: Board | None) -> str:
    if board is None:
        return "–"
    return " ".join(filter(None, (f"{board.white.name} – {board.black.name}", board.result)))


def named(whoever: Person) -> str:
    """A player by name, and by FIDE ID if there is one."""
    return f"{whoever.name} ({whoever.fide_id})" if whoever.fide_id else whoever.name

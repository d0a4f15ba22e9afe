"""How a round differs now from what was published, board by board and bye by bye."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.chain import OF_PEOPLE, Board, Content, Line, Person
from tournaments.models import Seat

# The words of an end's lines (tournaments.chain), for people.
PLACES = {
    "regulation": gettext_lazy("regulation"),
    "fund": gettext_lazy("prize fund"),
    "prizes": gettext_lazy("prizes"),
    "player": gettext_lazy("player"),
    "member": gettext_lazy("member of a team"),
    "standing": gettext_lazy("standings, number"),
    "award": gettext_lazy("prizes awarded"),
    "kept": gettext_lazy("prizes not awarded"),
}


class Difference(NamedTuple):
    """One difference from what was published: the round, the place in it, the text then and the text now.

    The round is 0 for what is about the whole event.
    """

    round_number: int
    place: str
    stood: str
    stands: str

    def __str__(self) -> str:
        facts = self._asdict()
        if not self.round_number:
            return _("%(place)s: was “%(stood)s”, is “%(stands)s”") % facts
        return _("round %(round_number)d, %(place)s: was “%(stood)s”, is “%(stands)s”") % facts


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


def rounds_between(number: int, stood: Content, stands: Content) -> Iterator[Difference]:
    """All that differs in the round from what was published, as far as that told it."""
    alike = stands.told_as(stood)
    yield from boards_between(number, stood, alike)
    yield from byes_between(number, stood, alike)
    yield from line_ups_between(number, stood, alike)


def line_ups_between(number: int, stood: Content, stands: Content) -> Iterator[Difference]:
    """The line-ups of the round that differ from what was published."""
    then, now = (dict(content.line_ups) for content in (stood, stands))
    names = {whoever.key: whoever.name for whoever in (*stands.people, *stood.people)}
    for key in {**then, **now}:
        if then.get(key) != now.get(key):
            where = _("line-up of %(team)s") % {"team": names.get(key, key)}
            yield Difference(number, where, then.get(key, "–"), now.get(key, "–"))


def ends_between(stood: Iterable[Line], stands: Iterable[Line]) -> Iterator[Difference]:
    """The lines of the event's end that differ from what it stated."""
    then, now = _by_subject(stood), _by_subject(stands)
    for about in {**then, **now}:
        if then.get(about) != now.get(about):
            word, subject = about
            # A person's key says nothing to people; the cells name them.
            what = f"{PLACES[word]} {'' if word in OF_PEOPLE else subject}".strip()
            where = _("the end, %(what)s") % {"what": what}
            yield Difference(0, where, _cells(then.get(about)), _cells(now.get(about)))


def _by_subject(lines: Iterable[Line]) -> dict[tuple[str, str], list[Line]]:
    """(word of a line, what it is about) -> the cells of all such lines."""
    found: dict[tuple[str, str], list[Line]] = {}
    for word, subject, *cells in lines:
        found.setdefault((word, subject), []).append(tuple(cells))
    return found


def _cells(lines: list[Line] | None) -> str:
    return "; ".join(" ".join(filter(None, cells)) for cells in lines) if lines else "–"


def _facts(board: Board) -> tuple[object, ...]:
    return board.white.key, board.black.key, board.result


def _described(board: Board | None) -> str:
    if board is None:
        return "–"
    return " ".join(filter(None, (f"{board.white.name} – {board.black.name}", board.result)))


def named(whoever: Person) -> str:
    """A player by name, and by FIDE ID if there is one."""
    return f"{whoever.name} ({whoever.fide_id})" if whoever.fide_id else whoever.name

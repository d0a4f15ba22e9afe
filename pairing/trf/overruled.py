"""The statements of a report file that do not count, because another statement in it overrules them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pairing.core.sentences import Saying
from pairing.trf.fields import Field, Line, TrfError, whole_number

# The records of which only the last one counts. Records that state the same fact are one group: for the
# number of rounds TRF26 has 142, other files XXR.
_ONE_OF = (
    *(("012",), ("022",), ("032",), ("042",), ("052",), ("062",), ("092",), ("102",), ("122",), ("132",)),
    *(("172",), ("182",), ("192",), ("202",), ("212",), ("222",), ("XXR", "142")),
)


def of_records(records: Mapping[str, list[Line]]) -> Iterator[TrfError]:
    """The records that a later one of their kind overrules by saying something else."""
    for codes in _ONE_OF:
        fields = [line.field(4) for code in codes for line in records.get(code, ())]
        yield from all_but_the_last([(field, field.text) for field in fields])


def all_but_the_last(stated: Sequence[tuple[Field, object]]) -> Iterator[TrfError]:
    """The statements of one fact, each (place, value), that differ from the last one, which counts."""
    for field, value in stated[:-1]:
        last, counts = stated[-1]
        if value != counts:
            yield field.error(
                Saying("{value}, as line {line} has it, which counts", value=last.text, line=last.line)
            )


def number_of_players(lines: Sequence[Line], players: int) -> Iterator[TrfError]:
    """Record 062, if it states a number other than that of the players in the file.

    More may follow the number, such as how many are rated; 0 says nothing.
    """
    for field in (line.words()[0] for line in lines[-1:]):
        if field.text.strip("0") and whole_number(field.text) != players:
            yield field.error(Saying("{players}, the number of players in the file", players=players))

"""The record of a player (001), column by column, and the records that say what results are worth."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import ne

from pairing.core.handling import title_of
from pairing.core.sentences import Phrase
from pairing.core.tournament import BLANK, PLAYED, Cell, Colour, Outcome, Player, Scoring
from pairing.trf import fields
from pairing.trf.fields import Field, Line, TrfError, whole_number

# -- The statements of a report file that do not count, because another statement in it overrules them

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
                Phrase("{value}, as line {line} has it, which counts", value=last.text, line=last.line)
            )


def number_of_players(lines: Sequence[Line], players: int) -> Iterator[TrfError]:
    """Record 062, if it states a number other than that of the players in the file.

    More may follow the number, such as how many are rated; 0 says nothing.
    """
    for field in (line.words()[0] for line in lines[-1:]):
        if field.text.strip("0") and whole_number(field.text) != players:
            yield field.error(Phrase("{players}, the number of players in the file", players=players))


# -- The record of a player (001), column by column ---------------------------------------------------

_CODE = "001"
# The codes of other records that differ from it in one character.
_ABOUT_TEAMS = ("801",)
_LOOKALIKES = str.maketrans("OoIl|", "00111")
_NAME = 15
POINTS = (81, 84)
# The columns between one field and the next, from the starting rank to the rank.
_BETWEEN = (9, 14, 48, 53, 57, 69, 80, 85)
# Ten columns a round: opponent in the first four, colour in the sixth, result in the eighth.
_FIRST_ROUND = 92
_ROUND_WIDTH = 10

# Records name a round in three columns; 999 means the end of a tournament whose rounds are not known.
LAST_ROUND = 999

_COLOURS = {"W": Colour.WHITE, "B": Colour.BLACK, "-": None, " ": None}
_OUTCOMES = {outcome.value: outcome for outcome in Outcome}
_BYES = {
    Outcome.HALF_POINT_BYE,
    Outcome.FULL_POINT_BYE,
    Outcome.ZERO_POINT_BYE,
    Outcome.PAIRING_ALLOCATED_BYE,
}
_UNRATED = {Outcome.UNRATED_WIN, Outcome.UNRATED_DRAW, Outcome.UNRATED_LOSS}
# A forfeited game may lack the colours.
_PLAYED_OR_PENDING = PLAYED | {Outcome.NONE}

# How an unknown result is written: by TRF26, as for an adjourned game, and for a game in progress.
_UNKNOWN = ("?", "*")

_BIRTH = Phrase("a date of birth as YYYY/MM/DD, or blanks")
_SUM = Phrase("a number of points such as 4.5, or blanks")
_RANK = Phrase("a rank, or blanks")
_BLANK = Phrase("a blank between the columns")

# What the last four columns of a round may contain with an opponent, and without one.
_GAMES = {
    f" {letter} {unknown}": (colour, Outcome.NONE)
    for letter, colour in _COLOURS.items()
    for unknown in _UNKNOWN
    if colour
} | {
    f" {letter} {result}": (colour, outcome)
    for letter, colour in _COLOURS.items()
    for result, outcome in _OUTCOMES.items()
    if outcome not in _BYES and (colour or outcome not in _PLAYED_OR_PENDING)
}
_OTHER_ROUNDS = {
    f" {letter} {result}": Cell(outcome=outcome)
    for letter, colour in _COLOURS.items()
    for result, outcome in _OUTCOMES.items()
    if colour is None and outcome not in _UNRATED
}


@dataclass(frozen=True, slots=True)
class Row:
    """One player's record: what it says, and where.

    The opponents in `player` have the numbers of the file. `points` are in tenths, None if blank.
    `unread` has the errors of values that cannot be read but decide nothing.
    """

    line: Line
    player: Player
    points: int | None
    unread: tuple[TrfError, ...] = ()

    def opponent(self, number: int) -> Field:
        """The columns that name the opponent of round `number`."""
        first = _first_column(number)
        return self.line.field(first, first + 3)

    def colour(self, number: int) -> Field:
        """The column of the colour in round `number`."""
        column = _first_column(number) + 5
        return self.line.field(column, column)

    def result(self, number: int) -> Field:
        """The column of the result of round `number`."""
        column = _first_column(number) + 7
        return self.line.field(column, column)


def read_row(line: Line) -> Row:
    """The player whom a record 001 describes. Raises TrfError if it cannot be understood."""
    if "\t" in line.text:
        raise TrfError(
            line.number, line.text.index("\t") + 1, "\t", Phrase("blanks, as the columns are counted")
        )
    if line.field(4, 4).text:
        raise line.field(4, 4).error(Phrase("a blank after the code 001"))
    number = line.field(5, 8).whole(Phrase("a starting rank, 1 to 9999"), 1)
    if len(line.text) < _NAME:
        raise TrfError(
            line.number, len(line.text) + 1, "", Phrase("a name in columns {first} to 47", first=_NAME)
        )
    title = line.field(11, 13).text
    fide_id = line.field(58, 68).text
    points = line.field(*POINTS)
    rank, no_rank = _value_or_fault(line.field(86, 89), lambda field: _optional(field, _RANK), None)
    birth, no_birth = _value_or_fault(
        line.field(70, 79), lambda field: field.birth(_BIRTH), line.field(70, 79).text
    )
    between = (line.field(column, column) for column in _BETWEEN)
    return Row(
        line=line,
        player=Player(
            number=number,
            name=line.field(_NAME, 47).text,
            cells=_cells(line),
            sex=line.field(10, 10).text.lower().replace("f", "w"),
            title=title_of(title) or title,
            rating=_optional(line.field(49, 52), Phrase("a rating, or blanks")),
            federation=line.field(54, 56).text,
            fide_id=fide_id if fide_id.strip("0") else "",
            birth=birth,
            rank=rank,
        ),
        points=points.signed_tenths(_SUM) if points.text else None,
        unread=(*(field.error(_BLANK) for field in between if field.text), *no_birth, *no_rank),
    )


def damaged_rows(lines: Sequence[Line], others: Sequence[str]) -> Iterator[TrfError]:
    """The errors of lines that read as records 001 but for their code, such as 101, OO1 or 0001.

    `others` are the texts of the lines that were not read.
    """
    unknown = set(others)
    for line in lines:
        code = line.text.split(" ", 1)[0]
        if line.text not in unknown or not _resembles_the_code(code):
            continue
        try:
            read_row(line._replace(text=_CODE + line.text[len(code) :]))
        except TrfError:
            continue
        yield Field(line.number, 1, code).error(
            Phrase("001, as the line is otherwise the record of a player")
        )


def _resembles_the_code(word: str) -> bool:
    """Whether the word may be 001 with one wrong, missing or surplus character, or letters for digits."""
    digits = word.translate(_LOOKALIKES)
    if len(digits) == len(_CODE):
        return word not in _ABOUT_TEAMS and sum(map(ne, digits, _CODE)) < 2
    return digits.isdigit() and digits.strip("0") == "1" and len(digits) <= len(_CODE) + 1


def _value_or_fault[Value](
    field: Field, read: Callable[[Field], Value], otherwise: Value
) -> tuple[Value, tuple[TrfError, ...]]:
    """What `read` makes of the field; `otherwise`, and the error, if it cannot be read."""
    try:
        return read(field), ()
    except TrfError as error:
        return otherwise, (error,)


def _first_column(number: int) -> int:
    return _FIRST_ROUND + _ROUND_WIDTH * (number - 1)


def _optional(field: Field, expected: Phrase) -> int | None:
    """A number above 0, or None: many programs write 0 for none."""
    return field.whole(expected) or None if field.text else None


def _cells(line: Line) -> tuple[Cell, ...]:
    rounds = line.text[_FIRST_ROUND - 3 :]
    rounds += " " * (-len(rounds) % _ROUND_WIDTH)
    cells = []
    if len(rounds) > LAST_ROUND * _ROUND_WIDTH:
        column = _first_column(LAST_ROUND + 1) - 2
        raise line.field(column, column + _ROUND_WIDTH - 1).error(
            Phrase("no more than {last} rounds", last=LAST_ROUND)
        )
    for start in range(0, len(rounds), _ROUND_WIDTH):
        cell = _cell(rounds[start : start + _ROUND_WIDTH])
        if cell is None:
            raise _fault(line, start // _ROUND_WIDTH + 1)
        cells.append(cell)
    while cells and cells[-1] == BLANK:
        cells.pop()
    return tuple(cells)


def _cell(block: str) -> Cell | None:
    """The cell that ten columns describe; None if they cannot be understood."""
    named, ending = block[2:6].strip(), block[6:].upper()
    opponent = whole_number(named) if named else 0
    if opponent is None or not block[:2].isspace():
        return None
    if not opponent:
        return _OTHER_ROUNDS.get(ending)
    meaning = _GAMES.get(ending)
    return meaning and Cell(opponent, *meaning)


def _fault(line: Line, number: int) -> TrfError:
    """The error in the columns of a round that cannot be understood."""
    first = _first_column(number)
    for column in (first - 2, first - 1, first + 4, first + 6):
        if line.field(column, column).text:
            return line.field(column, column).error(
                Phrase("a blank between the columns of round {number}: is the line shifted?", number=number)
            )
    opponent, colour = line.field(first, first + 3), line.field(first + 5, first + 5)
    result = line.field(first + 7, first + 7)
    if opponent.text and whole_number(opponent.text) is None:
        return opponent.error(Phrase("the number of an opponent, 0000 or blanks"))
    if colour.text.upper() not in ("W", "B", "-", ""):
        return colour.error(Phrase("w, b, - or a blank"))
    unknown = result.text in _UNKNOWN
    outcome = Outcome.NONE if unknown else _OUTCOMES.get(result.text.upper() or " ")
    if outcome is None:
        return result.error(Phrase("a result: one of 1 = 0 W D L + - H F U Z ? or a blank"))
    if whole_number(opponent.text):
        if outcome in _BYES:
            return result.error(
                Phrase("a result, as there is an opponent: one of 1 = 0 W D L + - ? or a blank")
            )
        return colour.error(Phrase("w or b, as there is a game"))
    if (unknown or outcome in _UNRATED) and colour.text in ("-", ""):
        return result.error(Phrase("a bye, as there is no opponent: one of H F U Z or a blank"))
    return colour.error(Phrase("- or a blank, as there is no opponent"))


# -- The records in which a report file says what results are worth -----------------------------------


def scoring_of(records: Mapping[str, list[Line]]) -> tuple[Scoring, list[TrfError]]:
    """The scoring of records XXS, BB? and 162, and the settings of them that do not count.

    The last setting of a value counts; an earlier one is returned only if it differs from that.
    The pairing-allocated bye is worth a win if BBW or 162 sets the win alone; XXS leaves it at 1.
    """
    stated: dict[str, list[tuple[Field, int]]] = defaultdict(list)
    allocated = False
    lines = [line for code in ("XXS", "162", *fields.BB) for line in records.get(code, ())]
    for line in sorted(lines, key=lambda line: line.number):
        code = line.text[:3].upper()
        for names, setting in _settings(line, code):
            points = setting.tenths(Phrase("a number of points such as 0.5"))
            for name in names:
                stated[name].append((setting, points))
            allocated |= code == "XXS" or "pairing_allocated_bye" in names
    values = {name: settings[-1][1] for name, settings in stated.items()}
    if not allocated and "white_win" in values:
        values["pairing_allocated_bye"] = values["white_win"]
    # One setting may set several values.
    others = {
        (error.line, error.column): error
        for settings in stated.values()
        for error in all_but_the_last(settings)
    }
    return Scoring(**values), list(others.values())


def _settings(line: Line, code: str) -> Iterator[tuple[tuple[str, ...], Field]]:
    """The fields that a record of points sets, and the value that each gets."""
    if code in fields.BB:
        yield fields.BB[code], line.field(4)
        return
    names, equals = (fields.TRF26_SCORING, "") if code == "162" else (fields.XXS | fields.XXS_SHORT, "=")
    for match in re.finditer(rf"([A-Za-z]+)\s*{equals}\s*([^\s=]*)|(\S+)", line.text[3:]):
        name = Field(line.number, match.start() + 4, match[1] or match[3])
        if match[3] or name.text.upper() not in names:
            raise name.error(
                Phrase(
                    "a name and its points, as {example}; names are {names}",
                    example=f"W{equals or ' '}1.0",
                    names=", ".join(names),
                )
            )
        yield names[name.text.upper()], Field(line.number, match.start(2) + 4, match[2])

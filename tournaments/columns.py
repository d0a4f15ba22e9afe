"""A column of a list, described once for pages, spreadsheets, papers and the API.

A room describes the columns of its lists in its `columns.py`, and names there which of them each has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY, dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

type Cell = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its key in the API, its heading, and its cell in a row.

    `value` is the cell for programs, in no language. A spreadsheet has the same unless `in_sheet` gives
    words; paper has that as text unless `on_paper` gives another, and a page what paper has unless `on_page`
    gives its own text or HTML.
    """

    key: str
    heading: StrOrPromise
    value: Cell
    _: KW_ONLY
    in_sheet: Cell | None = None
    on_paper: Cell | None = None
    on_page: Cell | None = None
    # The part of a row that the cells are about, which are empty if it is None; None for the row itself.
    part: Cell | None = None
    # The heading in spreadsheets, where it is not shortened; "" if it is the same.
    in_full: StrOrPromise = ""
    # On pages, what a shortened heading stands for.
    title: StrOrPromise = ""
    # Whether it is aligned at the right, on pages and on paper.
    number: bool = False
    # On pages, the class of the cell, and of the heading if that has another; None: as a number or a text.
    css: str | Callable[[Any], str] | None = None
    heading_css: str | None = None
    # On a phone, where a row is a card, what stands before the cell; None for one with a place of its own.
    label: StrOrPromise | None = None
    # Whether it names the row.
    names_row: bool = False
    # On paper: in the middle; in bold letters; as wide as there is room.
    centred: bool = False
    bold: bool = False
    grows: bool = False

    def typed(self, row: Any) -> Any:
        """The cell in a spreadsheet: a number, a day, text, or None."""
        part = self.about(row)
        return None if part is None else (self.in_sheet or self.value)(part)

    def printed(self, row: Any) -> str:
        """The cell on paper."""
        part = self.about(row)
        found = self.on_paper(part) if self.on_paper and part is not None else self.typed(row)
        return "" if found is None else str(found)

    def shown(self, row: Any) -> str:
        """The cell on a page: HTML, or text that is still to be escaped."""
        return str(self.on_page(self.about(row))) if self.on_page else self.printed(row)

    def about(self, row: Any) -> Any:
        """What the cell is about."""
        return self.part(row) if self.part else row


def members(columns: Iterable[Column], row: Any) -> dict[str, Any]:
    """The row in the API, by the keys of its columns."""
    found = ((column.key, column.value(column.about(row))) for column in columns)
    return {key: float(value) if isinstance(value, Decimal) else value for key, value in found}

"""The surface of a sheet: the few marks that both a PDF and a page for a browser's printer can make.

Measures are points from the lower left corner, as in PDF.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol


class Surface(Protocol):
    """Sheets of one size, one after the other."""

    width: float
    height: float

    def turn(self) -> None:
        """Continue on the next sheet."""

    def again(self) -> Iterator[tuple[int, int]]:
        """Return to every sheet in turn, with its number and the number of sheets; this ends the drawing."""

    def text(self, x: float, y: float, text: str, size: float, wide: float, *, bold: bool) -> None:
        """A line of text from x, with its foot on y, exactly as wide as this."""

    def rule(self, x: float, y: float, x2: float, y2: float, thick: float, *, dashed: bool) -> None:
        """A line."""

    def box(self, x: float, y: float, wide: float, high: float, thick: float) -> None:
        """An empty rectangle, from its lower left corner."""

    def disc(self, x: float, y: float, radius: float, *, full: bool) -> None:
        """A ring, or a black disc, around its middle."""

    def fill(self, boxes: Iterable[tuple[float, float, float, float]]) -> None:
        """Black rectangles: x, y, width and height of each."""

    def upside_down(self, x: float, y: float) -> None:
        """Rotate what is drawn until `upright` by half a turn around this point."""

    def upright(self) -> None:
        """Draw as before."""

"""Papers as drawings in a page, for a browser's own printer: each sheet is an SVG, its words are text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from tournaments.files.papers import fonts
from tournaments.files.papers.sheet import Printout, draw, measures


def as_sheets(printout: Printout, size: str = "a4") -> list[str]:
    """The paper as one SVG for each sheet of this size (SIZES), drawn in the same way as by `as_pdf`."""
    surface = _Svg(measures(printout, size))
    draw(printout, surface)
    return surface.content()


class _Svg:
    """The sheets of one page; `Surface` says what each method draws."""

    def __init__(self, size: tuple[float, float]) -> None:
        self.width, self.height = size
        self._marks: list[str] = []
        self._sheets = [self._marks]

    def turn(self) -> None:
        self._marks = []
        self._sheets.append(self._marks)

    def again(self) -> Iterator[tuple[int, int]]:
        for number, marks in enumerate(self._sheets, 1):
            self._marks = marks
            yield number, len(self._sheets)

    def text(self, x: float, y: float, text: str, size: float, wide: float, *, bold: bool) -> None:
        # So that a browser without the papers' fonts takes no more room than they do.
        natural = fonts.width(text, size, bold=bold)
        fits = f' textLength="{wide:.2f}" lengthAdjust="spacingAndGlyphs"' if wide < natural else ""
        weight = ' font-weight="700"' if bold else ""
        self._marks.append(
            f'<text {self._at(x, y)} font-size="{size:.4g}"{weight}{fits}>{escape(text)}</text>'
        )

    def rule(self, x: float, y: float, x2: float, y2: float, thick: float, *, dashed: bool) -> None:
        dashes = ' stroke-dasharray="3"' if dashed else ""
        end = f'x2="{x2:.2f}" y2="{self.height - y2:.2f}"'
        start = f'x1="{x:.2f}" y1="{self.height - y:.2f}"'
        self._marks.append(f'<line {start} {end} stroke="#000" stroke-width="{thick:.3g}"{dashes}/>')

    def box(self, x: float, y: float, wide: float, high: float, thick: float) -> None:
        size = f'width="{wide:.2f}" height="{high:.2f}"'
        at = self._at(x, y + high)
        self._marks.append(f'<rect {at} {size} fill="none" stroke="#000" stroke-width="{thick:.3g}"/>')

    def disc(self, x: float, y: float, radius: float, *, full: bool) -> None:
        inside = "#000" if full else "none"
        at = f'cx="{x:.2f}" cy="{self.height - y:.2f}" r="{radius:.2f}"'
        self._marks.append(f'<circle {at} fill="{inside}" stroke="#000" stroke-width="0.7"/>')

    def fill(self, boxes: Iterable[tuple[float, float, float, float]]) -> None:
        path = "".join(
            f"M{x:.2f} {self.height - y:.2f}v{-high:.2f}h{wide:.2f}v{high:.2f}z" for x, y, wide, high in boxes
        )
        self._marks.append(f'<path d="{path}"/>')

    def upside_down(self, x: float, y: float) -> None:
        self._marks.append(f'<g transform="rotate(180 {x:.2f} {self.height - y:.2f})">')

    def upright(self) -> None:
        self._marks.append("</g>")

    def content(self) -> list[str]:
        """The drawings."""
        box = f'viewBox="0 0 {self.width:.2f} {self.height:.2f}"'
        return [f"<svg {box}>{''.join(marks)}</svg>" for marks in self._sheets]

    def _at(self, x: float, y: float) -> str:
        return f'x="{x:.2f}" y="{self.height - y:.2f}"'

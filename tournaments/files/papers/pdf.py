"""Papers as PDF."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator

from django.utils.translation import get_language
from reportlab.pdfgen.canvas import Canvas

from tournaments.files.papers import fonts
from tournaments.files.papers.sheet import Printout, draw, measures


def as_pdf(printout: Printout, size: str = "a4") -> bytes:
    """The paper on sheets of this size (SIZES), with its fonts; the same bytes for the same paper."""
    surface = _Pdf(measures(printout, size), printout.imprint.heading)
    draw(printout, surface)
    return surface.content()


class _Counted(Canvas):  # type: ignore[misc]  # the library has no types
    """A canvas that keeps its pages until their number is known."""

    def __init__(self, out: io.BytesIO, size: tuple[float, float], language: str) -> None:
        super().__init__(out, pagesize=size, invariant=1, lang=language)
        self.kept: list[dict[str, object]] = []

    def showPage(self) -> None:  # noqa: N802  the library's name
        """Keep the page."""
        self.kept.append(dict(self.__dict__))
        self._startPage()

    def printed(self, page: dict[str, object]) -> None:
        """Continue a page that was kept."""
        self.__dict__.update(page)

    def really_show(self) -> None:
        """Write the page that was continued."""
        super().showPage()


class _Pdf:
    """The sheets of one file; `Surface` says what each method draws."""

    def __init__(self, size: tuple[float, float], heading: str) -> None:
        self.width, self.height = size
        self._out = io.BytesIO()
        self._canvas = _Counted(self._out, size, get_language() or "en")
        self._canvas.setTitle(heading)
        self._canvas.setCreator("Board One")

    def turn(self) -> None:
        self._canvas.showPage()

    def again(self) -> Iterator[tuple[int, int]]:
        canvas = self._canvas
        canvas.showPage()
        pages, canvas.kept = canvas.kept, []
        for number, page in enumerate(pages, 1):
            canvas.printed(page)
            yield number, len(pages)
            canvas.really_show()

    def text(self, x: float, y: float, text: str, size: float, wide: float, *, bold: bool) -> None:
        line = self._canvas.beginText(x, y)
        line.setFont(fonts.BOLD if bold else fonts.PLAIN, size)
        # This applies to all text that follows, too.
        line.setHorizScale(100 * wide / (fonts.width(text, size, bold=bold) or 1))
        line.textOut(text)
        self._canvas.drawText(line)

    def rule(self, x: float, y: float, x2: float, y2: float, thick: float, *, dashed: bool) -> None:
        self._canvas.setLineWidth(thick)
        self._canvas.setDash(*((3, 3) if dashed else ()))
        self._canvas.line(x, y, x2, y2)

    def box(self, x: float, y: float, wide: float, high: float, thick: float) -> None:
        self._canvas.setLineWidth(thick)
        self._canvas.setDash()
        self._canvas.rect(x, y, wide, high, stroke=1, fill=0)

    def disc(self, x: float, y: float, radius: float, *, full: bool) -> None:
        self._canvas.setLineWidth(0.7)
        self._canvas.setDash()
        self._canvas.circle(x, y, radius, stroke=1, fill=full)

    def fill(self, boxes: Iterable[tuple[float, float, float, float]]) -> None:
        path = self._canvas.beginPath()
        for box in boxes:
            path.rect(*box)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def upside_down(self, x: float, y: float) -> None:
        self._canvas.saveState()
        self._canvas.translate(x, y)
        self._canvas.rotate(180)
        self._canvas.translate(-x, -y)

    def upright(self) -> None:
        self._canvas.restoreState()

    def content(self) -> bytes:
        """The file."""
        self._canvas.save()
        return self._out.getvalue()

"""Papers that FIDE and the federations require: facts, tables and lines to sign, as PDF and as XLSX.

They are in English, as FIDE's own forms are.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import batched
from xml.sax.saxutils import escape

import openpyxl
from openpyxl.styles import Font
from reportlab.lib.colors import black
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Spacer
from reportlab.platypus import Table as PrintedTable

from tournaments.files.papers import fonts

WIDTH = A4[0] - 30 * mm


@dataclass(frozen=True, slots=True)
class Table:
    """Columns with their widths in percent of the page, and the rows; numbers are aligned right."""

    columns: tuple[tuple[str, int], ...]
    rows: tuple[tuple[str | int, ...], ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """One document: its title, named facts, a table, remarks, and who signs."""

    title: str
    facts: tuple[tuple[str, str | int], ...]
    table: Table
    # Shown after the table.
    totals: tuple[tuple[str, str | int], ...] = ()
    remarks: tuple[str, ...] = ()
    signed_by: tuple[str, ...] = ()


def as_pdf(paper: Paper) -> bytes:
    """The paper as a PDF of A4 pages, with its font; the same bytes for the same paper."""
    fonts.register()
    plain = ParagraphStyle("plain", fontName=fonts.PLAIN, fontSize=8, leading=11)
    number = ParagraphStyle("number", plain, alignment=TA_RIGHT)
    heading = ParagraphStyle("heading", plain, fontSize=14, leading=20, spaceAfter=4 * mm)

    def cell(value: str | int) -> Paragraph:
        # Escaped, as the library would read markup in the text.
        return Paragraph(escape(fonts.printable(str(value))), number if isinstance(value, int) else plain)

    def facts(pairs: Sequence[tuple[str, str | int]]) -> list[Flowable]:
        # Two facts side by side, so that a certificate fits on one page.
        rows = [[cell(str(text)) for pair in two for text in pair] for two in batched(pairs, 2)]
        widths = [WIDTH * width / 100 for width in (26, 24, 26, 24)]
        if not rows:
            return []
        rows[-1] += [""] * (4 - len(rows[-1]))
        return [PrintedTable(rows, colWidths=widths, style=_TIGHT), Spacer(1, 4 * mm)]

    story = [Paragraph(escape(paper.title), heading), *facts(paper.facts)]
    names = [[cell(name) for name, _width in paper.table.columns]]
    rows = [[cell(value) for value in row] for row in paper.table.rows]
    widths = [WIDTH * width / 100 for _name, width in paper.table.columns]
    story += [PrintedTable(names + rows, colWidths=widths, repeatRows=1, style=_RULED), Spacer(1, 4 * mm)]
    story += facts(paper.totals)
    story += [Paragraph(escape(remark), plain) for remark in paper.remarks]
    for signer in paper.signed_by:
        story += [Spacer(1, 7 * mm), Paragraph(escape(f"{signer}: ") + "_" * 45, plain)]
    out = io.BytesIO()
    margins = {f"{side}Margin": 15 * mm for side in ("left", "right", "top", "bottom")}
    SimpleDocTemplate(out, pagesize=A4, title=paper.title, invariant=1, **margins).build(story)
    return out.getvalue()


def as_xlsx(paper: Paper) -> bytes:
    """The paper as a workbook of one sheet. Typed texts stay text there, and are never formulas."""
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    rows: list[Sequence[str | int]] = [(paper.title,), (), *paper.facts, ()]
    rows += [[name for name, _width in paper.table.columns], *paper.table.rows, (), *paper.totals]
    rows += [*((remark,) for remark in paper.remarks), (), *((f"{signer}:",) for signer in paper.signed_by)]
    for number, row in enumerate(rows, 1):
        for place, value in enumerate(row, 1):
            cell = sheet.cell(number, place, value)
            if isinstance(value, str):
                cell.data_type, cell.quotePrefix = "s", True
    sheet["A1"].font = Font(bold=True, size=14)
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


_TIGHT = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("TOPPADDING", (0, 0), (-1, -1), 0)]
_RULED = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("GRID", (0, 0), (-1, -1), 0.25, black)]

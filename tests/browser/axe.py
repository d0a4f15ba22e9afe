"""axe-core in a page of the tests: what a program can find against WCAG 2.2, levels A and AA."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

SOURCE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
# It waits by the browser's own timers, also on a page whose clock a test stops.
LOAD = f"((setTimeout, clearTimeout) => {{ {SOURCE} }})(setTimeout.bind(window), clearTimeout.bind(window))"
CONTRAST = "color-contrast"

RUN = """async (rules) => {
  const levels = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const runOnly = rules.length ? { type: "rule", values: rules } : { type: "tag", values: levels };
  const found = await axe.run(document, { runOnly, resultTypes: ["violations"], preload: false });
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target, html, any, all, none }) => {
    const why = [...any, ...all, ...none].map(({ message }) => message).join(" ");
    return `${id}: ${target.join(" ")} ${html.slice(0, 80)} (${why})`;
  }));
}"""


def load(page: Page) -> None:
    """Bring it into the page, before the page's clock is stopped; it stays there until another is opened."""
    page.evaluate(LOAD)


def violations(page: Page, *rules: str) -> list[str]:
    """What is against WCAG on the page as it is shown now; by these rules alone, where some are named."""
    found: list[str] = page.evaluate(RUN, list(rules))
    return found

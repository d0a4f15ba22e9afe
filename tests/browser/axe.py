"""axe-core in a page of the tests: the violations of WCAG 2.2, levels A and AA, that a program can find."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

SOURCE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
# It uses the browser's own timers, even on a page whose clock a test has stopped.
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
    """Load axe into the page, before the page's clock is stopped; it stays until another page is opened."""
    page.evaluate(LOAD)


def violations(page: Page, *rules: str) -> list[str]:
    """The violations of WCAG on the page as it is shown now; only those of the named rules, if any."""
    found: list[str] = page.evaluate(RUN, list(rules))
    return found

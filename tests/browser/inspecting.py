"""What is asked of a page in a browser: axe's faults, small targets, what sticks out, English left over."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import axe_playwright_python

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
GRAVE = {"serious", "critical"}
RUN_AXE = """async (rules) => {
  const only = rules ? { runOnly: { type: "rule", values: rules } } : {};
  const found = await axe.run(document, { ...only, resultTypes: ["violations"], elementRef: false });
  return found.violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map((node) => node.html) }));
}"""
# What a finger has to hit is the element itself, or the label that belongs to it.
SMALL = """(least) => {
  const POINTED = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], " +
    "[role=gridcell], [role=option], [role=tab], [role=switch], [tabindex='0'][data-move]";
  const inText = (element) => element.matches("a") && getComputedStyle(element).display === "inline" &&
    element.parentElement.textContent.trim().length > element.textContent.trim().length;
  const boxes = (element) => [element, ...(element.labels ?? [])].map((one) => one.getBoundingClientRect());
  const size = (element) => {
    const all = boxes(element);
    return [Math.max(...all.map((box) => box.width)), Math.max(...all.map((box) => box.height))];
  };
  return [...document.querySelectorAll(POINTED)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.disabled && !element.closest("[inert], .skip") && !inText(element))
    .map((element) => [element, size(element)])
    .filter(([, [width, height]]) => Math.min(width, height) > 0 && Math.min(width, height) < least - 0.5)
    .map(([element, [width, height]]) => `${Math.round(width)}x${Math.round(height)} ${
      element.outerHTML.replace(/\\s+/g, " ").slice(0, 120)}`);
}"""
STICKS_OUT = "document.documentElement.scrollWidth - innerWidth"
# Latin words that are read or spoken. `code`, `.mono` and `bdi` hold notation, addresses and names.
ENGLISH = """() => {
  const LATIN = /[A-Za-z][A-Za-z'’]+/g;
  const aside = (element) => element.closest("script, style, noscript, template, code, .mono, [lang='en'], title");
  const found = [];
  const look = (text, element) => {
    if (text && LATIN.test(text) && !aside(element)) found.push(text.trim().replace(/\\s+/g, " ").slice(0, 120));
    LATIN.lastIndex = 0;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) look(walker.currentNode.data, walker.currentNode.parentElement);
  for (const name of ["aria-label", "title", "placeholder", "alt", "aria-description", "aria-roledescription"]) {
    for (const element of document.querySelectorAll(`[${name}]`)) look(element.getAttribute(name), element);
  }
  return [...new Set([...found, document.title])];
}"""


def grave_faults(page: Page, rules: list[str] | None = None) -> list[str]:
    """Return what axe finds serious or critical; `rules` narrows what it looks for."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE)
    found: list[dict[str, Any]] = page.evaluate(RUN_AXE, rules)
    return [f"{one['id']}: {' | '.join(one['nodes'][:3])[:400]}" for one in found if one["impact"] in GRAVE]


def small_targets(page: Page, least: int) -> list[str]:
    """Return what can be clicked but is narrower or lower than so many pixels; links in running text are left out."""
    return list(page.evaluate(SMALL, least))


def sticks_out(page: Page) -> int:
    """Return by how many pixels the page is wider than its window."""
    return int(page.evaluate(STICKS_OUT))


def latin_texts(page: Page) -> list[str]:
    """Return the texts with Latin words, seen or spoken, in the page and its title."""
    return list(page.evaluate(ENGLISH))

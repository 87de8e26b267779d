"""What is asked of a page in a browser: axe's faults, small targets, what sticks out, English left over."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import axe_playwright_python

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
GRAVE = {"serious", "critical"}
SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
RUN_AXE = """async (gravities) => {
  const tried = ({ enabled, tags }) => enabled && !tags.some((tag) => ["experimental", "deprecated"].includes(tag));
  const grave = axe._audit.rules.filter((rule) => tried(rule) && gravities.includes(rule.impact));
  const runOnly = { type: "rule", values: grave.map(({ id }) => id) }; // the others take time and are not told
  const found = await axe.run(document, { runOnly, resultTypes: ["violations"], elementRef: false });
  const told = ({ html, any }) => {
    const { fgColor, bgColor, contrastRatio } = any[0]?.data ?? {};
    return contrastRatio ? `${html} (${fgColor} on ${bgColor}, ${contrastRatio})` : html;
  };
  if (grave.length < 50) throw new Error("axe names the gravity of its rules in another way");
  return found.violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(told) }));
}"""
# What a finger has to hit is the element itself, or the label that belongs to it.
# Left out: links in running text, and Sequence's cells, for ten columns stand on a phone: there a touch reaches
# 10 pixels around a lit cell, and where many are lit the first touch enlarges the board.
SMALL = """(least) => {
  const POINTED = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], " +
    "[role=gridcell], [role=option], [role=tab], [role=switch], [tabindex='0'][data-move]";
  const inText = (element) => element.matches("a") && getComputedStyle(element).display === "inline" &&
    element.parentElement.textContent.trim().length > element.textContent.trim().length;
  const what = ({ tagName, id, classList }) => [tagName.toLowerCase(), id && `#${id}`, ...[...classList].map((one) =>
    `.${one}`)].join("");
  const boxes = (element) => [element, ...(element.labels ?? [])].map((one) => one.getBoundingClientRect());
  const size = (element) => {
    const all = boxes(element);
    return [Math.max(...all.map((box) => box.width)), Math.max(...all.map((box) => box.height))];
  };
  return [...document.querySelectorAll(POINTED)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.disabled && !element.closest("[inert], .skip, .seq-cell") && !inText(element))
    .map((element) => [element, size(element)])
    .filter(([, [width, height]]) => Math.min(width, height) > 0 && Math.min(width, height) < least - 0.5)
    .map(([element, [width, height]]) => `${what(element.parentElement)} > ${what(element)} ${
      Math.round(Math.min(width, height))} pixels`);
}"""
# Controls and headings that stand beyond the edge of the panel they belong to; in what scrolls they may.
SPILT = """() => {
  const WHAT = "button, input:not([type=hidden]), select, textarea, h1, h2, h3, .button, .pair";
  const PANELS = ".panel, .card, .tile, dialog";
  const scrolls = (element, panel) => element !== panel && (
    /auto|scroll|hidden/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement, panel));
  return [...document.querySelectorAll(WHAT)]
    .map((element) => [element, element.closest(PANELS)])
    .filter(([element, panel]) => panel && element !== panel && element.checkVisibility({ opacityProperty: true }) &&
      !scrolls(element.parentElement, panel))
    .map(([element, panel]) => [element, element.getBoundingClientRect(), panel.getBoundingClientRect()])
    .map(([element, inner, outer]) => [element, Math.max(outer.left - inner.left, inner.right - outer.right)])
    .filter(([, over]) => over > 0.5)
    .map(([{ tagName, id, className }, over]) => `${tagName}#${id}.${className} ${Math.ceil(over)} pixels`);
}"""
STICKS_OUT = "document.documentElement.scrollWidth - innerWidth"
# Latin words that are read or spoken. `code`, `.mono`, `.notation` and `bdi dir=ltr` hold notation and addresses.
ENGLISH = """() => {
  const LATIN = /[A-Za-z][A-Za-z'’]+/g;
  const ASIDE = "script, style, noscript, template, code, .mono, .notation, .mail, " +
    "body [lang='en'], title, bdi[dir='ltr']";
  const aside = (element) => element.closest(ASIDE);
  const found = [];
  const look = (text, element) => {
    if (text && LATIN.test(text) && !aside(element)) found.push(text.trim().replace(/\\s+/g, " ").slice(0, 500));
    LATIN.lastIndex = 0;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) look(walker.currentNode.data, walker.currentNode.parentElement);
  for (const name of ["aria-label", "title", "placeholder", "alt", "aria-description", "aria-roledescription"]) {
    for (const element of document.querySelectorAll(`[${name}]`)) look(element.getAttribute(name), element);
  }
  return [...new Set([...found, document.title])];
}"""


def grave_faults(page: Page) -> list[str]:
    """Return what axe finds serious or critical."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE)
    page.evaluate(SETTLED)
    if _run_axe(page):  # colours may still have been on their way
        page.wait_for_timeout(500)
        return _run_axe(page)
    return []


def _run_axe(page: Page) -> list[str]:
    found: list[dict[str, Any]] = page.evaluate(RUN_AXE, sorted(GRAVE))
    return [f"{one['id']}: {' | '.join(one['nodes'][:3])[:400]}" for one in found if one["impact"] in GRAVE]


def small_targets(page: Page, least: int) -> list[str]:
    """Return what can be clicked but is narrower or lower than so many pixels; links in running text are left out."""
    return list(page.evaluate(SMALL, least))


def sticks_out(page: Page) -> int:
    """Return by how many pixels the page is wider than its window."""
    return int(page.evaluate(STICKS_OUT))


def spilt(page: Page) -> list[str]:
    """Return the controls and headings that stick out of their panel, and by how many pixels."""
    return list(page.evaluate(SPILT))


def latin_texts(page: Page) -> list[str]:
    """Return the texts with Latin words, seen or spoken, in the page and its title."""
    return list(page.evaluate(ENGLISH))

"""Styles mean the same when they are made smaller, in the words of a browser that has read both."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import rcssmin

if TYPE_CHECKING:
    from tests.conftest import OpenPage

pytestmark = pytest.mark.live
ROOT = Path(__file__).parents[2]
STYLES = sorted([*ROOT.glob("static/**/*.css"), *ROOT.glob("rules/*/ui/*.css")])
READ = """(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  const plain = (rule) => rule.cssText.replace(/\\s+/g, " ").replace(/, /g, ",");  // variables are kept as written
  return [...sheet.cssRules].map(plain);
}"""


def test_a_minified_style_has_the_same_rules(open_page: OpenPage) -> None:
    page = open_page("about:blank")
    assert len(STYLES) > 10
    for path in STYLES:
        whole = path.read_text()
        assert page.evaluate(READ, rcssmin.cssmin(whole)) == page.evaluate(READ, whole), path

"""Every link of our pages leads to a file that is there, and to a heading that it has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.markdown import anchors, links, name_of, pages
from tests.stack import ROOT

PAGES = {name_of(page): page for page in pages()}


def dead(page: Path) -> list[str]:
    """Return the links of a page that lead nowhere; those to other sites are not looked at."""
    return [
        link for link in links(page) if "://" not in link and not link.startswith("mailto:") and not leads(page, link)
    ]


def leads(page: Path, link: str) -> bool:
    """Whether a link of a page finds its file and its heading."""
    file, _, anchor = link.partition("#")
    target = (page.parent / file).resolve() if file else page
    return target.exists() and (not anchor or anchor in anchors(target))


@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_somewhere(name):
    assert dead(PAGES[name]) == []


def test_a_dead_link_and_a_dead_anchor_are_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# A heading, here\n[a](gone.md) [b](#a-heading-here) [c](#gone) [d](page.md#gone) [e](page.md)\n")
    assert dead(page) == ["gone.md", "#gone", "page.md#gone"]


def test_every_page_of_docs_is_found_from_the_readme():
    seen, ahead = set(), [ROOT / "README.md"]
    while ahead:
        page = ahead.pop().resolve()
        if page in seen or page.suffix != ".md" or not page.exists():
            continue
        seen.add(page)
        ahead += [page.parent / link.partition("#")[0] for link in links(page) if "://" not in link]
    lost = {name for name, page in PAGES.items() if page.resolve() not in seen and "docs/decisions/" not in name}
    assert lost == set()


def test_every_picture_is_shown_somewhere():
    shown = {(page.parent / link).resolve() for page in PAGES.values() for link in links(page)}
    assert [str(one) for one in ROOT.glob("docs/**/*.webp") if one.resolve() not in shown] == []

"""The site opens in a real browser, on either shape, under our content security policy."""

import pytest

pytestmark = pytest.mark.live


@pytest.mark.parametrize("shape", ["embedded", "production"])
@pytest.mark.parametrize("width", [360, 1280])
def test_home_opens_whole_and_fits_the_screen(request, open_page, shape, width):
    stack = request.getfixturevalue(f"{shape}_stack")
    page = open_page("about:blank", width=width)
    failed, refused = [], []
    page.on("response", lambda response: failed.append(response.url) if response.status >= 400 else None)
    page.on("console", lambda message: refused.append(message.text) if message.type == "error" else None)
    page.goto(stack.url, wait_until="networkidle")
    assert (failed, refused) == ([], [])
    assert page.evaluate("document.documentElement.scrollWidth") <= width

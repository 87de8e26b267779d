"""What a field says that it is described by stands on its page: a screen reader would read nothing in its place."""

from __future__ import annotations

import re

import pytest

FORMS = [
    ("/account/bots/", {}),
    ("/account/bots/", {"name": "nobody"}),
    ("/account/tokens/", {}),
    ("/account/tokens/", {"name": ""}),
    ("/account/holidays/", {"first": "no day"}),
    ("/account/preferences/", {"theme": "pink"}),
    ("/lobby/", {}),
    ("/lobby/quick/", {"game": "blue-diamond", "seats": "99"}),
    ("/report/person/Anna/", {"kind": "no kind"}),
]


@pytest.mark.parametrize(("path", "posted"), FORMS)
def test_what_describes_a_field_stands_on_the_page(client, anna, boris, path, posted) -> None:
    client.force_login(boris)
    answer = client.post(path, posted) if posted else client.get(path)
    assert answer.status_code in (200, 422)
    page = answer.content.decode()
    ids = set(re.findall(r'\bid="([^"]+)"', page))
    told = {name for names in re.findall(r'aria-describedby="([^"]+)"', page) for name in names.split()}
    assert not told - ids

"""What a provider may post, and nobody else: bounded before anything is parsed, and answered so that it ends."""

from __future__ import annotations

import pytest

from games.mail.incoming import webhook
from games.models import MailIn
from tests.games.conftest import to_move
from tests.mail.letters import answer, moves
from tests.mail.test_doors import address, postmark, webhooks  # noqa: F401 - a fixture

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]
INBOUND = "/anymail/postmark/inbound/"


@pytest.fixture
def post(client, webhooks, match):  # noqa: F811 - the fixture
    """Post the mail of whoever is to move: post(raw) -> response."""
    mover = to_move(match)[0]
    to = address(match, mover)
    client.raise_request_exception = False
    return lambda raw: client.post(INBOUND, postmark(raw, to, mover.email), content_type="application/json", **webhooks)


def with_header(match, line: str) -> bytes:
    return line.encode() + b"\n" + answer(match, to_move(match)[0], "1\n")


@pytest.mark.parametrize("line", ["X-Long: " + "x" * 2000, "X-Id: <" + "a b" * 500, "References: =?utf-8?q?=0A=0Dx?="])
def test_a_mail_with_odd_headers_is_played(post, match, line):
    assert post(with_header(match, line)).status_code == 200
    assert moves(match) == 1


def test_a_mail_of_too_many_levels_is_noted_and_does_not_come_again(post, match):
    deep = b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (n, n) for n in range(3_000))
    assert post(deep).status_code == 200
    assert MailIn.objects.get().verdict == "refused:unreadable"
    assert moves(match) == 0


def test_more_than_a_mail_is_refused_before_it_is_parsed(post, match, monkeypatch):
    monkeypatch.setattr("anymail.webhooks.postmark.PostmarkInboundWebhookView.parse_events", None)
    assert post(b"x" * webhook.MOST_POSTED).status_code == 400


@pytest.mark.parametrize(("size", "status"), [(webhook.MOST // 2, 200), (webhook.MOST, 400)])
def test_a_page_takes_no_more_for_it(client, webhooks, size, status):  # noqa: F811 - the fixture
    client.raise_request_exception = False
    assert client.post("/accounts/login/", {"login": "x" * size}).status_code == status


def test_what_does_not_say_how_long_it_is_is_refused(client):
    client.raise_request_exception = False
    told = client.post("/accounts/login/", {"login": "x"}, HTTP_TRANSFER_ENCODING="chunked")
    assert told.status_code == 400

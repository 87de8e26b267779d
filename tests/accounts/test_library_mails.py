"""The mails that django-allauth sends: each says what it is about, also one for which we have no words of our own."""

from __future__ import annotations

from pathlib import Path

import allauth
import pytest
from django.conf import settings
from django.template.loader import get_template

from tests.accounts.conftest import last_mail, log_in
from tests.accounts.staff import set_up_app

PLACES = [Path(allauth.__file__).parent / "templates", settings.BASE_DIR / "templates"]
MAILS = sorted(
    {
        str(path.relative_to(place))
        for place in PLACES
        for app in ("account", "mfa")
        for path in (place / app / "email").glob("*_message.txt")
    }
)
BASES = ["account/email/base_message.txt", "account/email/base_notification.txt"]
FRAME = {line for base in BASES for line in get_template(base).render({}).splitlines()}


@pytest.mark.parametrize("name", [name for name in MAILS if name not in BASES])
def test_each_mail_says_more_than_its_frame(name: str) -> None:
    assert set(get_template(name).render({"email": "anna@example.org"}).splitlines()) - FRAME


@pytest.mark.parametrize("name", [name for name in MAILS if name.startswith("mfa/")])
def test_mails_about_second_factors_are_in_our_words(name: str) -> None:
    for each in (name, name.replace("_message", "_subject")):
        assert Path(get_template(each).origin.name).is_relative_to(settings.BASE_DIR / "templates")


@pytest.mark.django_db(transaction=True)  # the mails are sent once the deed is committed
def test_who_changes_their_second_factor_is_told_what_was_done(client, person) -> None:
    person()
    log_in(client)
    set_up_app(client)
    assert "an app on your phone" in last_mail("boris@example.org").text
    client.post("/accounts/2fa/recovery-codes/generate/")
    assert "The old ones no longer work." in last_mail("boris@example.org").text
    client.post("/accounts/2fa/totp/deactivate/")
    assert "The app with codes was taken off your account." in last_mail("boris@example.org").text

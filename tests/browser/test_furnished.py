"""The site can be furnished whatever other tests have left on it: each worker's order of tests is another."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator

from accounts.models import User
from tests.browser import second_steps

pytestmark = pytest.mark.django_db


def test_who_has_second_factors_already_stands_in_nobodys_way() -> None:
    Authenticator.objects.create(pk=1, user=User.objects.create_user("Petra"), type=Authenticator.Type.TOTP, data={})
    assert set(second_steps.browsers()) == {"confirmed", "secured", "halfway"}
    assert second_steps.passkey() != 1

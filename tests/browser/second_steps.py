"""People with second factors, for the pages that ask for one: amid a log-in, logged in, about to set one up."""

from __future__ import annotations

import time
from typing import Any

HOUR = 3600  # s
PASSWORD = "a calm table for five"
SECURED = "secured@example.com"


def browsers() -> dict[str, Any]:
    """Return browsers of people at each step; runs where Django is set up, whoever has a passkey there already."""
    from django.test import Client

    made = {name: Client(SERVER_NAME="127.0.0.1") for name in ("confirmed", "secured", "halfway")}
    secured = _secured("Дарья", SECURED)
    _log_in(made["secured"], secured)
    _log_in(made["confirmed"], _member("Женя", "confirmed@example.com"))
    _begin_to_log_in(made["halfway"], secured)
    return made


def _member(name: str, address: str) -> Any:
    from allauth.account.models import EmailAddress

    from accounts.models import User

    user = User.objects.create_user(name, address, PASSWORD)
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    return user


def passkey() -> int:
    """Return the id of the passkey of the one who has it; runs where `browsers` has."""
    from allauth.mfa.models import Authenticator

    return Authenticator.objects.get(user__email=SECURED, type=Authenticator.Type.WEBAUTHN).pk


def _secured(name: str, address: str) -> Any:
    """Return a member with a passkey, an app and recovery codes."""
    from allauth.mfa.models import Authenticator
    from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
    from allauth.mfa.totp.internal.auth import TOTP

    user = _member(name, address)
    Authenticator.objects.create(
        user=user, type=Authenticator.Type.WEBAUTHN, data={"name": "Ключ", "credential": _credential()}
    )
    TOTP.activate(user, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(user)
    return user


def _log_in(browser: Any, user: Any) -> None:
    """Log somebody in who has just given the password once more; it counts while a slow walk over all pages lasts."""
    browser.force_login(user)
    session = browser.session
    session["account_authentication_methods"] = [
        {"method": "password", "at": time.time() + HOUR, "reauthenticated": True}
    ]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()


def _begin_to_log_in(browser: Any, user: Any) -> None:
    """Give the password but no second factor; that, too, may wait as long as the walk lasts (else 15 minutes)."""
    browser.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
    session = browser.session
    session["account_login"] = {**session["account_login"], "initiated_at": time.time() + HOUR}
    session.save()


def _credential() -> dict[str, Any]:
    """Return what a browser would have said of a new passkey, with an attestation of nobody."""
    from fido2.cose import ES256
    from fido2.utils import sha256, websafe_encode
    from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

    key = ES256({1: 2, 3: -7, -1: 1, -2: b"x" * 32, -3: b"y" * 32})
    data = AttestedCredentialData.create(bytes(16), b"furnished-passkey", key)
    told = AuthenticatorData.create(sha256(b"localhost"), AuthenticatorData.FLAG.AT, 0, data)
    return {
        "id": websafe_encode(b"furnished-passkey"),
        "rawId": websafe_encode(b"furnished-passkey"),
        "type": "public-key",
        "response": {
            "clientDataJSON": websafe_encode(b'{"type":"webauthn.create","challenge":"","origin":"http://localhost"}'),
            "attestationObject": websafe_encode(bytes(AttestationObject.create("none", told, {}))),
        },
    }

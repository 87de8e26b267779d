"""Our wishes to django-allauth's second factors: secrets that are no good to a thief of the database, and our words."""

from __future__ import annotations

import base64
from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base import forms as base_forms
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp_forms
from allauth.mfa.webauthn import forms as webauthn_forms
from cryptography.fernet import Fernet, MultiFernet
from django import forms
from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User

_SALT = "accounts.second_factors"
LONGEST_NAME = 60  # characters of a passkey's name


class MFAAdapter(DefaultMFAAdapter):
    """Where django-allauth asks about second factors, this answers."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("This code is not right, or no longer. Please try the next one."),
        "unverified_email": _("Please confirm your e-mail address first."),
    }

    def encrypt(self, text: str) -> str:
        """Return a secret as it is stored."""
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return a stored secret; raises InvalidToken where SECRET_KEY and its fallbacks are others by now."""
        return _cipher().decrypt(encrypted_text.encode()).decode()

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        """Return how a new passkey is called unless its person says otherwise."""
        return gettext("Passkey %(number)s") % {
            "number": Authenticator.objects.filter(user=user, type=type).count() + 1
        }

    def _get_user_identifier(self, user: User) -> str:
        return user.username  # the address would stand in every program that keeps codes or passkeys


def _cipher() -> MultiFernet:
    return MultiFernet([_fernet(key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _fernet(secret: str | bytes) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(salted_hmac(_SALT, "", secret=secret, algorithm="sha256").digest()))


class _CodeForm(forms.Form):
    """A field for a code with our label, which a phone or a program may fill in."""

    label = _("Code of the app, or one of your recovery codes")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["code"]
        field.label = self.label
        field.widget.attrs.pop("placeholder", None)
        field.widget.attrs |= {"autocomplete": "one-time-code", "autofocus": True, "spellcheck": "false", "dir": "ltr"}


def _ask_for_name(form: forms.Form) -> None:
    field = form.fields["name"]
    field.label = _("Name of the passkey")
    field.widget.attrs["maxlength"] = LONGEST_NAME
    field.validators.append(MaxLengthValidator(LONGEST_NAME))


class AuthenticateForm(_CodeForm, base_forms.AuthenticateForm):
    """The second step of a log-in."""


class CodeAgainForm(_CodeForm, base_forms.ReauthenticateForm):
    """A code once more, before something delicate."""


class ActivateForm(_CodeForm, totp_forms.ActivateTOTPForm):
    """The first code of an app, which proves that it has the secret."""

    label = _("Code that the app shows now")


class AddPasskeyForm(webauthn_forms.AddWebAuthnForm):
    """A new passkey."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_for_name(self)
        self.fields["passwordless"].label = _("Log in with it alone, without the password")
        self.fields["passwordless"].help_text = _("The device then asks for your finger, your face or its own code.")
        self.fields["passwordless"].initial = True


class RenamePasskeyForm(webauthn_forms.EditWebAuthnForm):
    """Another name for a passkey."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_for_name(self)

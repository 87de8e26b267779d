"""Forms of django-allauth with our words, and with what it leaves unchecked."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.email_verification import consume_email_verification_rate_limit
from allauth.account.internal.flows.password_reset_by_code import PasswordResetVerificationProcess
from allauth.core import context
from django import forms
from django.conf import settings
from django.utils.translation import get_language, get_language_info
from django.utils.translation import gettext_lazy as _

from accounts import preferences
from accounts.models import Preferences

PASSWORD_HELP = _("At least 8 characters, nothing common, nothing like your name. A sentence is good.")


def _reword(form: forms.Form, labels: dict[str, Any]) -> None:
    """Give fields our labels; a placeholder that repeats the label only hides what was typed."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
        if isinstance(field, forms.EmailField):
            field.widget.attrs["dir"] = "ltr"  # an address reads so in any language
    for name, label in labels.items():
        form.fields[name].label = label


def _await_code(form: forms.Form) -> None:
    """Let the field of a mailed code be typed into at once, and filled in by a phone that has read the mail."""
    hints = {"autofocus": True, "autocomplete": "one-time-code", "autocapitalize": "characters", "inputmode": "text"}
    form.fields["code"].widget.attrs |= hints | {"spellcheck": "false", "dir": "ltr"}
    _reword(form, {"code": _("Code")})


class LoginForm(allauth_forms.LoginForm):
    """E-mail address and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _reword(self, {"login": _("E-mail address"), "password": _("Password")})


class SignupForm(allauth_forms.SignupForm):
    """A name, an address, a password. Saves nothing: accounts.entrance keeps the details until the code comes back."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _reword(self, {"username": _("Name"), "email": _("E-mail address"), "password1": _("Password")})
        self.fields["username"].help_text = _("What the others at the table see. 3 to 20 letters, digits, “-” or “_”.")
        self.fields["email"].help_text = _("Nobody sees it. We send a code there.")
        self.fields["password1"].help_text = PASSWORD_HELP

    def clean_email(self) -> str:
        """Return the address; refuses one to which a code has just been sent, whether or not it has an account."""
        email: str = super().clean_email()
        if not consume_email_verification_rate_limit(context.request, email, dry_run=True):
            raise get_adapter().validation_error("rate_limited")
        return email

    def details(self) -> dict[str, Any]:
        """Return what accounts.entrance.begin_signup asks for."""
        return {
            "username": self.cleaned_data["username"],
            "email": self.cleaned_data["email"],
            "password": self.cleaned_data["password1"],
            "known": self.account_already_exists,
        }


class ConfirmEmailForm(allauth_forms.ConfirmEmailVerificationCodeForm):
    """The code that proves an address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _await_code(self)


class AddressForm(allauth_forms.AddEmailForm):
    """A new address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _reword(self, {"email": _("New e-mail address")})


class ChangePasswordForm(allauth_forms.ChangePasswordForm):
    """The current password and, once, the new one: a browser or a password keeper remembers it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["password2"]
        _reword(self, {"oldpassword": _("Current password"), "password1": _("New password")})
        self.fields["password1"].help_text = PASSWORD_HELP


class ReauthenticateForm(allauth_forms.ReauthenticateForm):
    """The password once more."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _reword(self, {"password": _("Password")})


class ForgottenPasswordForm(allauth_forms.ResetPasswordForm):
    """The address of an account whose password is forgotten."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _reword(self, {"email": _("E-mail address")})


def _zone_words() -> list[tuple[str, str]]:
    return [(name, name.replace("_", " ")) for name in preferences.time_zones()]


class PreferencesForm(forms.ModelForm):
    """How somebody likes the site. The language is kept apart: it is the person's, and the browser's cookie."""

    language = forms.ChoiceField(
        label=_("Language"),
        choices=[(code, get_language_info(code)["name_local"].capitalize()) for code, _name in settings.LANGUAGES],
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        choices=lambda: [("", _("That of this device")), *_zone_words()],
        widget=forms.Select(attrs={"lang": "en"}),  # the names of zones are English everywhere
    )

    class Meta:
        model = Preferences
        fields = preferences.FIELDS
        widgets: ClassVar[dict[str, forms.Widget]] = {
            "theme": forms.RadioSelect(),
            "motion": forms.RadioSelect(),
            "mail_turns": forms.RadioSelect(),
            "volume": forms.NumberInput(attrs={"type": "range", "min": 0, "max": 100, "step": 5}),
        }
        labels: ClassVar[dict[str, Any]] = {
            "theme": _("Colours"),
            "motion": _("Motion"),
            "sound": _("Sounds at the table"),
            "volume": _("Volume"),
            "notify_browser": _("Tell me in this browser when it is my turn or somebody invites me"),
            "notify_mail": _("Mail me when somebody invites me while I am away"),
            "mail_turns": _("Of matches that go by mail I want"),
            "remind_half": _("Remind me when half of my time is left"),
            "remind_fifth": _("Remind me when a fifth of my time is left"),
            "remind_hours": _("Remind me two hours before my time ends"),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"].initial = get_language()
        self.fields["mail_turns"].required = False

    def clean_mail_turns(self) -> str:
        """Return how much mail is wanted; who does not say, as before."""
        return str(self.cleaned_data["mail_turns"] or self.instance.mail_turns)

    def reminders(self) -> list[forms.BoundField]:
        """Return the boxes of the reminders, for the page."""
        return [self[name] for name in preferences.REMINDERS]


_DAY: dict[str, Any] = {"type": "date"}


class HolidayForm(forms.Form):
    """The first and the last day of a holiday."""

    first = forms.DateField(label=_("First day"), widget=forms.DateInput(_DAY, format="%Y-%m-%d"))
    last = forms.DateField(label=_("Last day"), widget=forms.DateInput(_DAY, format="%Y-%m-%d"))


class _ResetStillValid(forms.Form):
    """A reset ends when the address to which the code went is no longer the person's."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        process = PasswordResetVerificationProcess.resume(context.request)
        user = process and process.user
        # With an error there already this must add none: there is no user to an unknown address, and it must not show.
        if not self.errors and not (user and user.email.lower() == process.state["email"].lower()):
            raise forms.ValidationError(_("This reset is no longer valid. Please ask for a new code."), code="expired")
        return cleaned


class ConfirmResetForm(_ResetStillValid, allauth_forms.ConfirmPasswordResetCodeForm):
    """The code that lets somebody choose a new password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _await_code(self)


class NewPasswordForm(_ResetStillValid, allauth_forms.ResetPasswordKeyForm):
    """The new password, once."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["password2"]
        _reword(self, {"password1": _("New password")})
        self.fields["password1"].help_text = PASSWORD_HELP

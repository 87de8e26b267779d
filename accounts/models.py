"""People and the mail that waits to leave for them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts import names


class UserManager(BaseUserManager["User"]):
    """Creates people; what manage.py createsuperuser and tests call."""

    def create_user(self, username: str, email: str = "", password: str | None = None, **fields: Any) -> User:
        """Return a saved person; without a password nobody can log in as them."""
        user = self.model(username=names.normalise(username), email=email.lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, username: str, email: str = "", password: str | None = None, **fields: Any) -> User:
        """Return a saved person with every permission."""
        return self.create_user(username, email, password, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """A person. A guest is one too, only without address and password."""

    username = models.CharField(_("name"), max_length=names.LONGEST, unique=True)
    name_key = models.CharField(max_length=100, unique=True, editable=False)  # two names that look alike share it
    email = models.EmailField(_("e-mail address"), blank=True, default="")
    is_guest = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    language = models.CharField(_("language"), max_length=10, blank=True, default="")
    session_epoch = models.PositiveIntegerField(default=0)  # part of the session hash: a step ends all sessions
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(Lower("email"), condition=~Q(email=""), name="one_person_per_address"),
        ]

    def __str__(self) -> str:
        return self.username

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Save, keeping name_key in step with the name."""
        self.name_key = names.key(self.username)
        if update_fields is not None and "username" in update_fields:
            update_fields = {*update_fields, "name_key"}
        super().save(*args, update_fields=update_fields, **kwargs)

    def _get_session_auth_hash(self, secret: str | bytes | None = None) -> str:
        """Return what a session must carry to be this person's: changes with the password and with session_epoch."""
        value = f"{self.password}:{self.session_epoch}"
        return salted_hmac("accounts.User.session", value, secret=secret, algorithm="sha256").hexdigest()


class OutgoingMail(models.Model):
    """One mail to one address, written with the change that causes it and sent afterwards by a worker."""

    sender = models.CharField(max_length=320)
    to = models.CharField(max_length=320)
    subject = models.CharField(max_length=998)
    text = models.TextField()
    html = models.TextField(blank=True, default="")
    headers = models.JSONField(default=dict)  # with a fixed Message-ID, so that a rare second copy is recognised
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    sent_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(default=timezone.now, null=True)  # not handed to a worker before; null = given up
    claimed_until = models.DateTimeField(default=timezone.now)  # nobody else may send it before
    attempts = models.PositiveSmallIntegerField(default=0)
    last_error = models.TextField(blank=True, default="")

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["due_at"], condition=Q(sent_at__isnull=True), name="unsent_mail"),
        ]

    def __str__(self) -> str:
        return f"{self.to}: {self.subject}"

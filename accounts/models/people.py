"""People, whom they like and whom they do not want to meet, their preferences, and the mail that leaves for them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least, Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts import names

FOREVER = datetime(9999, 12, 31, tzinfo=UTC)  # the end of what has none
MOST_BOUNCES = 3  # of the passing kind in a row; a lasting one counts as so many


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


class Role(models.TextChoices):
    """What a person may do for the site: the name of a group of Django's (accounts.moderation.roles)."""

    MODERATOR = "moderator", _("moderator")
    ADMINISTRATOR = "administrator", _("administrator")


class User(AbstractBaseUser, PermissionsMixin):
    """A person. A guest is one too, only without address and password."""

    username = models.CharField(_("name"), max_length=names.LONGEST, unique=True)
    name_key = models.CharField(max_length=100, unique=True, editable=False)  # two names that look alike share it
    email = models.EmailField(_("e-mail address"), blank=True, default="")
    is_guest = models.BooleanField(default=False)
    is_bot = models.BooleanField(default=False)  # for good: accounts.bot_accounts
    owner = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="bots")  # who answers for it
    is_active = models.BooleanField(default=True)
    language = models.CharField(_("language"), max_length=10, blank=True, default="")
    session_epoch = models.PositiveIntegerField(default=0)  # part of the session hash: a step ends all sessions
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    seen_at = models.DateTimeField(null=True, editable=False)  # when a page was open last, to the minute
    # Mail that came back (accounts.mailing.bounces): from which address, and how badly. Another address begins anew.
    bounced = models.EmailField(blank=True, default="", editable=False)
    bounces = models.PositiveSmallIntegerField(default=0, editable=False)
    role = models.CharField(max_length=13, choices=Role, blank=True, default="", editable=False)  # of their groups
    # What sanctions hold, and until when: worked out from the rows (accounts.moderation.sanctions), so that no page and
    # no move needs to look for them. FOREVER stands for "until it is lifted".
    muted_until = models.DateTimeField(null=True, editable=False)
    unrated_until = models.DateTimeField(null=True, editable=False)
    barred_until = models.DateTimeField(null=True, editable=False)  # suspended or banned; a bot also by its owner
    untold = models.PositiveSmallIntegerField(default=0, editable=False)  # news of sanctions not acknowledged yet
    has_answers = models.BooleanField(default=False, editable=False)  # of moderators, not yet looked at
    deleted_at = models.DateTimeField(null=True, editable=False)  # then nothing of the person is left but the row

    proven = False  # never stored: whether this very login has used a second factor (accounts.moderation.second_factor)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(Lower("email"), condition=~Q(email=""), name="one_person_per_address"),
            models.CheckConstraint(condition=Q(is_bot=False) | Q(is_guest=False), name="no_guest_is_a_bot"),
        ]

    def __str__(self) -> str:
        return self.username

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Save, keeping name_key in step with the name."""
        self.name_key = names.key(self.username)
        if update_fields is not None and "username" in update_fields:
            update_fields = {*update_fields, "name_key"}
        super().save(*args, update_fields=update_fields, **kwargs)

    @property
    def is_staff(self) -> bool:
        """Whether this person looks after the site, as a moderator, as an administrator or as the operator."""
        return self.is_active and (self.is_superuser or self.role != "") and not self.is_barred

    @property
    def is_administrator(self) -> bool:
        """Whether they look after all that is stored, and after who does what."""
        return self.is_staff and (self.is_superuser or self.role == Role.ADMINISTRATOR)

    @property
    def is_muted(self) -> bool:
        """Whether they may not talk now."""
        return _holds(self.muted_until)

    @property
    def is_unrated(self) -> bool:
        """Whether they may not play rated now."""
        return _holds(self.unrated_until)

    @property
    def is_barred(self) -> bool:
        """Whether they are suspended or banned now."""
        return _holds(self.barred_until)

    @property
    def mail_is_paused(self) -> bool:
        """Whether mail to the address came back, so that we send none until the person has looked at it."""
        return self.bounces >= MOST_BOUNCES and self.bounced == self.email

    @property
    def kind(self) -> str:
        """What they are: guest, member or bot."""
        if self.is_bot:
            return "bot"
        return "guest" if self.is_guest else "member"

    def _get_session_auth_hash(self, secret: str | bytes | None = None) -> str:
        """Return what a session must carry to be this person's: changes with the password and with session_epoch."""
        value = f"{self.password}:{self.session_epoch}"
        return salted_hmac("accounts.User.session", value, secret=secret, algorithm="sha256").hexdigest()


def _holds(until: datetime | None) -> bool:
    return until is not None and until > timezone.now()


class PersonalToken(models.Model):
    """What lets a program act for a person, in some respects and for a while (accounts.personal_tokens)."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="personal_tokens")
    name = models.CharField(max_length=40)  # what its person calls it
    scopes = models.JSONField()  # some of accounts.personal_tokens.SCOPES
    digest = models.CharField(max_length=64, unique=True)  # SHA-256 of the token, which stands nowhere
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, editable=False)  # last, to the minute
    revoked_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["user", "name"], condition=Q(revoked_at__isnull=True), name="one_token_a_name"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.name}"


class Tally(models.Model):
    """How often somebody did something in a short window, while the cache is away (accounts.limits)."""

    key = models.CharField(primary_key=True, max_length=100)
    until = models.BigIntegerField(db_index=True)  # the end of the window, ms since 1970 UTC
    count = models.PositiveIntegerField()

    class Meta:
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return self.key


class MailState(models.TextChoices):
    """What becomes of a mail."""

    QUEUED = "queued", _("waits to be sent")
    SENT = "sent", _("sent")
    FAILED = "failed", _("could not be sent")
    DROPPED = "dropped", _("no longer needed")
    BOUNCED = "bounced", _("came back")


class OutgoingMail(models.Model):
    """One mail to one address, written with the change that causes it and sent afterwards by a worker.

    One with a `maker` has no text before it is sent: then that maker writes it from what it is `about`, or says that it
    is no longer worth sending (accounts.mailing.mailmakers).
    """

    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.CASCADE, related_name="mails")
    maker = models.CharField(max_length=20, blank=True, default="")
    about = models.JSONField(default=dict, blank=True)
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
    dropped_at = models.DateTimeField(null=True, blank=True)  # its maker had nothing to say any more
    bounced_at = models.DateTimeField(null=True, blank=True)
    provider_id = models.CharField(
        max_length=255, blank=True, default=""
    )  # by which a provider tells what became of it

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["due_at"], condition=Q(sent_at__isnull=True), name="unsent_mail"),
        ]

    def __str__(self) -> str:
        return f"{self.to}: {self.subject}"

    @property
    def state(self) -> MailState:
        """What has become of it."""
        if self.bounced_at:
            return MailState.BOUNCED
        if self.sent_at:
            return MailState.SENT
        if self.dropped_at:
            return MailState.DROPPED
        return MailState.FAILED if self.due_at is None else MailState.QUEUED


class Block(models.Model):
    """Somebody who does not want to meet somebody: at no table, in no pairing, in no chat."""

    blocker = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocked_by")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="one_block_a_pair"),
            models.CheckConstraint(condition=~Q(blocker=F("blocked")), name="nobody_blocks_themselves"),
        ]

    def __str__(self) -> str:
        return f"{self.blocker} blocks {self.blocked}"


class Friendship(models.Model):
    """Two members who want to meet again: asked by one, and a friendship once the other has accepted."""

    asker = models.ForeignKey(User, on_delete=models.CASCADE, related_name="friendships_asked")
    asked = models.ForeignKey(User, on_delete=models.CASCADE, related_name="friendships_received")
    accepted = models.BooleanField(default=False)
    declined = models.BooleanField(default=False)  # which the asker is not told, and may not ask again for a while
    at = models.DateTimeField(default=timezone.now, editable=False)  # when it was asked

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(Least("asker", "asked"), Greatest("asker", "asked"), name="one_friendship_a_pair"),
            models.CheckConstraint(condition=~Q(asker=F("asked")), name="nobody_befriends_themselves"),
        ]

    def __str__(self) -> str:
        return f"{self.asker} and {self.asked}"


class Theme(models.TextChoices):
    """The colours of pages."""

    AUTO = "auto", _("As the system")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class Motion(models.TextChoices):
    """How much moves on pages."""

    AUTO = "auto", _("As the system")
    FULL = "full", _("Cards travel and turn")
    REDUCED = "reduced", _("As little as possible")


class TurnMail(models.TextChoices):
    """How much mail somebody wants of a match that goes by mail."""

    EACH = "each", _("a mail at each of my turns")
    REMINDERS = "remind", _("reminders only")
    NONE = "none", _("no mail")


class Preferences(models.Model):
    """How a person likes the site; who has chosen nothing has no row. (The language is the User's: mail needs it.)"""

    user = models.OneToOneField(User, on_delete=models.CASCADE, primary_key=True, related_name="preferences")
    theme = models.CharField(max_length=5, choices=Theme, default=Theme.AUTO)
    motion = models.CharField(max_length=7, choices=Motion, default=Motion.AUTO)
    sound = models.BooleanField(default=True)
    volume = models.PositiveSmallIntegerField(default=100, validators=[MaxValueValidator(100)])  # per cent
    time_zone = models.CharField(max_length=64, blank=True, default="")  # "": that of the device
    notify_browser = models.BooleanField(default=False)  # a wish: each browser asks for its own leave besides
    notify_mail = models.BooleanField(default=True)
    mail_turns = models.CharField(max_length=6, choices=TurnMail, default=TurnMail.EACH)
    remind_half = models.BooleanField(default=False)  # when so much of the time for a move is left
    remind_fifth = models.BooleanField(default=True)
    remind_hours = models.BooleanField(default=True)  # two of them before its end

    class Meta:
        verbose_name_plural = "preferences"

    def __str__(self) -> str:
        return f"preferences of {self.user}"


class Holiday(models.Model):
    """Whole days, where the person is, on which their clocks by mail stand still: see accounts.holidays."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="holidays")
    first = models.DateField()  # the days that count as used, `last` among them, however it ends
    last = models.DateField()
    zone = models.CharField(max_length=64)
    begins_at = models.BigIntegerField()  # ms since 1970 UTC
    ends_at = models.BigIntegerField(db_index=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(last__gte=F("first")), name="no_holiday_ends_before_it_begins"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.first} to {self.last}"


class UnwantedAddress(models.Model):
    """An address whose owner wants no mail of ours that another person has caused: kept as a keyed hash alone."""

    digest = models.CharField(primary_key=True, max_length=64)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name_plural = "unwanted addresses"

    def __str__(self) -> str:
        return self.digest

"""How the place is kept fair and civil: reports, the cases that they make, sanctions, appeals, and who did what."""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class CaseKind(models.TextChoices):
    """What somebody is said to have done."""

    TALK = "talk", _("hurtful or unwanted talk")
    CHEATING = "cheating", _("cheating, or help from outside")
    STALLING = "stalling", _("stalling, or leaving again and again")
    RATING = "rating", _("losing or winning on purpose, more than one account")
    NAME = "name", _("an offensive name")
    OTHER = "other", _("something else")


class Verdict(models.TextChoices):
    """How a case has ended."""

    NOTHING = "nothing", _("nothing was found that breaks the rules of the house")
    WARNED = "warned", _("the person was spoken to")
    SANCTIONED = "sanctioned", _("the person was sanctioned")


class Case(models.Model):
    """All that is reported of one person and one kind, until a moderator has judged it: one open case at a time."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="cases")
    kind = models.CharField(max_length=10, choices=CaseKind)
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="claimed_cases"
    )  # who has claimed it; nobody else may judge it then
    claimed_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    verdict = models.CharField(max_length=10, choices=Verdict, blank=True, default="")
    answer = models.TextField(blank=True, default="")  # what those who reported are told
    told_person = models.TextField(blank=True, default="")  # what the person is told

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["person", "kind"], condition=Q(closed_at__isnull=True), name="one_open_case_a_kind"
            ),
            models.CheckConstraint(
                condition=Q(moderator__isnull=True) | ~Q(moderator=F("person")), name="nobody_judges_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.person}, {self.get_kind_display()}"


class Report(models.Model):
    """What one person says of another, with what was at hand when they said it."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="reports")
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reports_made")
    about = models.CharField(max_length=10)  # "person", or of an app above: "line", "match"
    about_id = models.CharField(max_length=40)  # the person's id, or what the app above finds it by
    words = models.CharField(max_length=1000, blank=True, default="")
    evidence = models.JSONField(default=dict)  # gathered when it was made: accounts.moderation.evidence
    at = models.DateTimeField(default=timezone.now, editable=False)
    token = models.CharField(max_length=64, null=True, editable=False)  # a program's own id of its request

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["case", "reporter", "about", "about_id"], name="one_report_a_thing"),
            models.UniqueConstraint(fields=["reporter", "token"], name="one_report_a_token"),
        ]

    def __str__(self) -> str:
        return f"{self.reporter}: {self.about} {self.about_id}"


class SanctionKind(models.TextChoices):
    """What may be laid upon a person, the mildest first."""

    WARNING = "warning", _("warning")
    MUTE = "mute", _("no talk")
    UNRATED = "unrated", _("no rated play")
    SUSPENSION = "suspension", _("suspension")
    BAN = "ban", _("ban")


class Sanction(models.Model):
    """One of those, with reason and end. What holds now stands in the person's row, too."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="sanctions")
    kind = models.CharField(max_length=10, choices=SanctionKind)
    reason = models.TextField()  # as the person is told it
    case = models.ForeignKey(Case, null=True, blank=True, on_delete=models.PROTECT, related_name="sanctions")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="sanctions_laid")
    begins_at = models.DateTimeField(default=timezone.now, editable=False)
    ends_at = models.DateTimeField(null=True, blank=True)  # null: until it is lifted; a warning has no end
    seen_at = models.DateTimeField(null=True, blank=True)  # when the person has acknowledged it on a page
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    lifted_why = models.TextField(blank=True, default="")

    def __str__(self) -> str:
        return f"{self.person}: {self.get_kind_display()}"


class Appeal(models.Model):
    """What a person says against a sanction, once, and what was answered: not by who has laid it upon them."""

    sanction = models.OneToOneField(Sanction, on_delete=models.PROTECT, related_name="appeal")
    words = models.CharField(max_length=2000)
    at = models.DateTimeField(default=timezone.now, editable=False)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    granted = models.BooleanField(null=True, blank=True)
    answer = models.TextField(blank=True, default="")

    def __str__(self) -> str:
        return f"appeal of {self.sanction}"


class _AppendOnly(models.QuerySet["ModerationAction"]):
    """Rows that are written once."""

    def update(self, **_fields: Any) -> NoReturn:
        """Refuse."""
        raise TypeError("the trail is append-only")

    bulk_update = update  # type: ignore[assignment]

    def delete(self) -> NoReturn:
        """Refuse."""
        raise TypeError("the trail is append-only")


class ModerationAction(models.Model):
    """Something that staff did: who, when, by which door, to what, why, and how it was before and after. Append-only.

    It holds ids and words of the house, no names, addresses, secrets or cards: it outlives what it is about. The
    database itself refuses to change or delete a row (the migration's triggers).
    """

    at = models.DateTimeField(default=timezone.now, editable=False)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+"
    )  # null: the operator, by the command line
    via = models.CharField(max_length=8)  # page, admin, api, command
    action = models.CharField(max_length=40)  # "sanction.lay", "match.abort" …
    target = models.CharField(max_length=20)  # the name of its model: "user", "match", "case" …
    target_id = models.CharField(max_length=40)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+"
    )  # whom it concerns
    why = models.TextField(blank=True, default="")
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)

    objects = _AppendOnly.as_manager()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["target", "target_id"])]

    def __str__(self) -> str:
        return f"{self.action} {self.target} {self.target_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write it the first time; raises TypeError afterwards."""
        if not self._state.adding:
            raise TypeError("the trail is append-only")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse."""
        raise TypeError("the trail is append-only")

"""What outlives a deleted account, so that nobody washes off a sanction by deleting themselves."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models


class FormerAddress(models.Model):
    """The address of somebody who has deleted their account while a sanction held or a case was open (a keyed hash).

    Whoever proves that address again takes over what still holds: accounts.privacy.former.
    """

    digest = models.CharField(max_length=64, db_index=True)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="former_addresses")
    until = models.DateTimeField(db_index=True)  # afterwards it is forgotten

    class Meta:
        verbose_name_plural = "former addresses"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["digest", "person"], name="one_former_address"),
        ]

    def __str__(self) -> str:
        return self.digest

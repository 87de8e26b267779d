"""Addresses to which nobody may have our mail sent: their owners have said so. Kept as keyed hashes, never as text."""

from __future__ import annotations

from django.utils.crypto import salted_hmac

from accounts.models import UnwantedAddress


def digest(address: str) -> str:
    """Return what stands for an address where the address itself is nobody's business."""
    value = address.strip().lower()
    return salted_hmac("accounts.mailing.unwanted", value, algorithm="sha256").hexdigest()


def is_unwanted(address_digest: str) -> bool:
    """Return whether mail that other people cause must not go there."""
    return UnwantedAddress.objects.filter(digest=address_digest).exists()


def refuse_mail(address_digest: str) -> None:
    """Never again let other people have mail sent there. A second time changes nothing."""
    UnwantedAddress.objects.get_or_create(digest=address_digest)

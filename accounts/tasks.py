"""Celery's side of the outbox; the clock starts these from rows (promise 9)."""

from __future__ import annotations

from celery import shared_task

from accounts import services


@shared_task
def send_mail(mail_id: int) -> None:
    """Send one mail of the outbox, or leave it due again."""
    services.deliver_mail(mail_id)

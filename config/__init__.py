"""Wiring only: settings, addresses, the ASGI application, Celery, and the commands that start processes."""

from config.celery import app as celery_app

__all__ = ["celery_app"]

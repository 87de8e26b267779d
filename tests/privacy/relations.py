"""All that leads to a person in the database, found by walking Django's models: nobody has to remember it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import models

from accounts.models import User

WORDY = (models.CharField, models.TextField, models.JSONField, models.GenericIPAddressField, models.BinaryField)


def all_models() -> list[Any]:
    return list(apps.get_models(include_auto_created=True))


def relations() -> Iterator[tuple[str, Any, str]]:
    """Yield each foreign key, one-to-one and many-to-many column that leads to a person: its name, model and field."""
    for model in all_models():
        for field in model._meta.concrete_fields:
            if field.related_model is User:
                yield f"{model._meta.label}.{field.name}", model, field.name


def names() -> set[str]:
    return {name for name, _, _ in relations()}


def wordy_models() -> set[str]:
    """Return the models that can hold a text and do not lead to a person."""
    leading = {model for _, model, _ in relations()}
    return {
        model._meta.label
        for model in all_models()
        if model not in leading and any(isinstance(field, WORDY) for field in model._meta.concrete_fields)
    }

"""The Celery application; tasks live in each app's tasks.py."""

import os

from celery import Celery

from config import metrics

metrics.share_with_children()  # before anything is counted

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
app = Celery("quintet")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

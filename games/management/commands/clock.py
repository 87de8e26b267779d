"""`manage.py clock`: the clock process."""

import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand

from games import clock


class Command(BaseCommand):
    help = "Does what is due: time-outs, bots' moves, mail. Runs until it gets SIGTERM or Ctrl-C."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until told to stop."""
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        clock.take_time(stop)
        clock.run(stop)

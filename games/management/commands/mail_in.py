"""`manage.py mail_in`: the built-in mail server."""

import signal
import socket
import threading
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.instants import keep_time
from games.mail.incoming import smtp


class Command(BaseCommand):
    help = "Takes answers to our mails by SMTP or LMTP (docs/deploy.md). Runs until it gets SIGTERM or Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say where it listens and what it speaks."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8025)
        parser.add_argument("--lmtp", action="store_true", help="speak LMTP, for a mail server beside us")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until told to stop."""
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        family = socket.AF_INET6 if ":" in options["host"] else socket.AF_INET
        listener = socket.create_server((options["host"], options["port"]), family=family)
        keep_time()
        host, port = listener.getsockname()[:2]
        print(f"Quintet takes mail at {host}:{port} ({'LMTP' if options['lmtp'] else 'SMTP'})", flush=True)
        smtp.run(listener, stop, lmtp=options["lmtp"])

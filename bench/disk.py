"""How long the disk takes for one commit's worth, while a run goes on.

`python -m bench.disk FOLDER` writes 8 KiB and waits for the disk, ten times a second, until its input closes, and
prints the seconds of each. A process of its own: in the load client the time would include the client's.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from bench.load.tally import Row, percentiles

PAUSE = 0.1  # s
BLOCK = bytes(8192)


@dataclass
class Disk:
    """The seconds of each write."""

    seconds: list[float] = field(default_factory=list)

    def row(self) -> Row:
        """Return the percentiles."""
        return percentiles(self.seconds, (50, 99)) | {"writes": len(self.seconds)}


@contextmanager
def probing(folder: Path) -> Iterator[Disk]:
    """Write to that folder's disk meanwhile; what was measured is there at the end."""
    disk = Disk()
    command = [sys.executable, "-m", "bench.disk", str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield disk
        told, _ = process.communicate()
        disk.seconds = json.loads(told)


def main() -> None:
    """Write until the input closes."""
    found = []
    with tempfile.TemporaryFile(dir=sys.argv[1]) as file:
        while not select.select([sys.stdin], [], [], PAUSE)[0]:
            begun = perf_counter()
            os.pwrite(file.fileno(), BLOCK, 0)
            os.fdatasync(file.fileno())
            found.append(perf_counter() - begun)
    print(json.dumps(found))


if __name__ == "__main__":
    main()

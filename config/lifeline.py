"""Ends a process with its parent, even one that died by SIGKILL: nothing is left behind.

`python -m config.lifeline MODULE …` runs a module as __main__ while it watches the read end of a pipe, named by
LIFELINE_FD. The parent alone holds the other end, so the pipe closes when it is gone. Works wherever pipes do.
"""

from __future__ import annotations

import os
import runpy
import signal
import sys
import threading

_own: tuple[int, int] | None = None  # a pipe whose writing end is this process's alone: those it forks follow that


def follow(lifeline: int) -> None:
    """End this process at once when the pipe closes, and every process that it forks when this one ends."""
    global _own  # noqa: PLW0603 - one a process
    if _own is None:
        _own = os.pipe()
        os.register_at_fork(after_in_child=_follow_parent)
    _watch_in_thread(lifeline)


def _follow_parent() -> None:
    global _own  # noqa: PLW0603
    assert _own is not None
    parents, held = _own
    os.close(held)
    _watch_in_thread(parents)
    _own = os.pipe()


def _watch_in_thread(lifeline: int) -> None:
    threading.Thread(target=_watch, args=(lifeline,), name="lifeline", daemon=True).start()


def _watch(lifeline: int) -> None:
    os.read(lifeline, 1)
    os._exit(1)


def main() -> None:
    """Follow the lifeline and run the module named by the first argument with the rest of them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent says how to stop
    follow(int(os.environ["LIFELINE_FD"]))
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()

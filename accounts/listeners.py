"""How apps above hear of what happens below, where nothing may import them: they register what is to be called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")


class Listeners(Generic[P]):
    """What is to be called at one occasion, each once, in the order in which it came."""

    def __init__(self) -> None:
        self._all: list[Callable[P, object]] = []

    def __call__(self, listener: Callable[P, object]) -> Callable[P, object]:
        """Register a listener, once however often it comes, and return it; usable as a decorator."""
        if listener not in self._all:
            self._all.append(listener)
        return listener

    def tell(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call all of them; raises what they raise."""
        self.ask(*args, **kwargs)

    def ask(self, *args: P.args, **kwargs: P.kwargs) -> list[object]:
        """Call all of them and return what each says; raises what they raise."""
        return [listener(*args, **kwargs) for listener in self._all]

"""Which deeds of staff there are, and by which doors, as the code has them: no list of tests can forget one."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from accounts.admin.site import site
from accounts.staff.urls import urlpatterns
from games.pages import staff_tools

ROOT = Path(__file__).parents[2]
APPS = ("accounts", "games", "matchmaking")


def written() -> set[str]:
    """Return the name of each action that some code writes to the trail."""
    return {action for app in APPS for path in (ROOT / app).rglob("*.py") for action in _actions_in(path)}


def _actions_in(path: Path) -> Iterator[str]:
    source = path.read_text()
    if "trail.record(" not in source:
        return
    module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "trail.record":
            yield from _meant(call.args[1], module)


def _meant(said: ast.expr, module: Any) -> list[str]:
    """Return what an expression can be: a text, a constant's value, or any of the table that it was taken from."""
    if isinstance(said, ast.Constant):
        return [str(said.value)]
    assert isinstance(said, ast.Name), f"{module.__name__}: name the action where it is written"
    if hasattr(module, said.id):
        return [getattr(module, said.id)]
    for line in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == said.id:
            assert isinstance(line.value, ast.Subscript)
            return list(getattr(module, ast.unparse(line.value.value)).values())
    raise AssertionError(f"{module.__name__}: nobody knows what {said.id} is")


def doors() -> set[str]:
    """Return all that staff can press: forms at the desk, tools at matches, deeds in the admin."""
    forms = {f"desk:{route.name}" for route in urlpatterns if "@require_POST" in inspect.getsource(route.callback)}
    tools = {f"match:{name}" for name in staff_tools._tools}
    rooms = {model._meta.model_name: room for model, room in site._registry.items()}
    deeds = {f"admin:{name}:{deed.name}" for name, room in rooms.items() for deed in room.deeds}
    return forms | tools | deeds

"""The Python parts of a title's folder: its rules, and the additions to its family's bots."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

from engine.title.loader import HOME, folder_name
from engine.title.model import Title


def part(title: Title, name: str) -> ModuleType | None:
    """Return the Python part of a title's folder, or else of its base, or of the title whose rules it names; None without any.

    It is `engine/titles/<folder>/<name>.py`, or `<name>.py` in one of the rooms (packages) of that folder.
    """
    base = title.folder.name if title.folder else ""
    for folder in dict.fromkeys(filter(None, (folder_name(title.slug), base, folder_name(title.rules)))):
        for module in (f"engine.titles.{folder}.{name}", *_in_rooms(folder, name)):
            if found := _module(module, folder):
                return found
    return None


def _module(module: str, folder: str) -> ModuleType | None:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name not in (module, f"engine.titles.{folder}", "engine.titles"):
            raise
    return None


def _in_rooms(folder: str, name: str) -> list[str]:
    """Return the modules of a name in the rooms of a title's folder; those of its bots are no parts of the title."""
    found = sorted((HOME / folder).glob(f"*/{name}.py"))
    return [f"engine.titles.{folder}.{path.parent.name}.{name}" for path in found if path.parent.name != "bots"]


_HOOKS: dict[tuple[int, str, str], tuple[Title, Any]] = {}


def hook(title: Title, module: str, name: str) -> Any:
    """Return function `name` of a part of a title's folder, None where it has no such part; found once for each title."""
    key = (id(title), module, name)
    if key not in _HOOKS:
        found = part(title, module)
        # The title is kept beside what was found, so that its id stays its own.
        _HOOKS[key] = (title, getattr(found, name) if found else None)
    return _HOOKS[key][1]

"""The Python parts of a title's folder: its rules, and the additions to its family's bots."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

from engine.title.loader import folder_name
from engine.title.model import Title


def part(title: Title, name: str) -> ModuleType | None:
    """Return `engine/titles/<folder>/<name>.py` of a title, or else of its base, or of the title whose rules it names; None without any."""
    base = title.folder.name if title.folder else ""
    for folder in dict.fromkeys(filter(None, (folder_name(title.slug), base, folder_name(title.rules)))):
        module = f"engine.titles.{folder}.{name}"
        try:
            return import_module(module)
        except ModuleNotFoundError as error:
            if error.name not in (module, f"engine.titles.{folder}", "engine.titles"):
                raise
    return None


_HOOKS: dict[tuple[int, str, str], tuple[Title, Any]] = {}


def hook(title: Title, module: str, name: str) -> Any:
    """Return function `name` of a part of a title's folder, None where it has no such part; found once for each title."""
    key = (id(title), module, name)
    if key not in _HOOKS:
        found = part(title, module)
        # The title is kept beside what was found, so that its id stays its own.
        _HOOKS[key] = (title, getattr(found, name) if found else None)
    return _HOOKS[key][1]

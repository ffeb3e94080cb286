"""The Python parts of a title's folder: its rules, and what its bots know beyond their family's."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from engine.title.loader import folder_name
from engine.title.model import Title


def part(title: Title, name: str) -> ModuleType | None:
    """Return `engine/titles/<folder>/<name>.py` of a title, or of the title it is an overlay of; None where there is none."""
    for folder in dict.fromkeys((folder_name(title.slug), title.folder.name if title.folder else "")):
        module = f"engine.titles.{folder}.{name}"
        try:
            return import_module(module)
        except ModuleNotFoundError as error:
            if error.name not in (module, f"engine.titles.{folder}", "engine.titles"):
                raise
    return None

"""A package whose names are there, while what they stand for is imported when somebody asks for it.

    __getattr__, __dir__ = on_demand(__name__, {"Lake": "warehouse.lake", "measure_names": "warehouse.measures:names"})

What a package offers may need libraries that take half a second to import, and most who import a module of it need none of them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def on_demand(package: str, offered: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the `__getattr__` and the `__dir__` of a package (PEP 562).

    Args:
        package: its name. offered: name to the module that has it, with `:` and the name that it has there where
            that is another; nothing after the `:` is the module itself.
    """

    def get(name: str) -> Any:
        if name not in offered:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        path, colon, there = offered[name].partition(":")
        module = import_module(path)
        found = module if colon and not there else getattr(module, there or name)
        setattr(sys.modules[package], name, found)
        return found

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *offered})

    return get, names

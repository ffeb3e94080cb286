"""How values show themselves in a notebook. The engine draws nothing: a layer above says how (`shows`), and the values ask here."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

Bundle = dict[str, Any]
"""MIME type to content, as Jupyter's displays have it."""

_DRAWN: dict[str, str] = {}


def shows(kind: str, draw: str) -> None:
    """Have values of a class shown as a function makes them, instead of by their text alone.

    Args:
        kind: the class, `module.Name`. draw: the function, `module:name`; imported when the first value is shown.
    """
    _DRAWN[kind] = draw


def bundle(value: Any) -> Bundle | None:
    """Return how a value is shown; None where nobody has said: then its text is."""
    kind = type(value)
    module, _, name = _DRAWN.get(f"{kind.__module__}.{kind.__qualname__}", "").partition(":")
    return getattr(import_module(module), name)(value) if module else None


def draws(kind: str, draw: str) -> None:
    """Have a kernel show values of a class of another library as a function makes them; nothing where no kernel runs.

    Args:
        kind: the class, `module.Name`, which need not be imported; classes made of it are shown so, too.
        draw: the function, `module:name`, from a value to its bundle; imported when the first value is shown.
    """
    shell: Any = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if getattr(shell, "kernel", None) is None:
        return
    module, _, name = draw.partition(":")
    own_module, _, own = kind.rpartition(".")

    def shown(value: Any) -> Any:
        return getattr(import_module(module), name)(value)

    shell.display_formatter.mimebundle_formatter.for_type_by_name(own_module, own, shown)

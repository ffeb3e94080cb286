"""How values show themselves in a notebook. The engine draws nothing: a layer above says how (`shows`), and the values ask here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Bundle = dict[str, Any]
"""MIME type to content, as Jupyter's displays have it."""

_DRAWN: dict[type, Callable[[Any], Bundle]] = {}


def shows(kind: type, draw: Callable[[Any], Bundle]) -> None:
    """Have values of a class shown as `draw` makes them, instead of by their text alone."""
    _DRAWN[kind] = draw


def bundle(value: Any) -> Bundle | None:
    """Return how a value is shown; None where nobody has said: then its text is."""
    draw = _DRAWN.get(type(value))
    return draw(value) if draw else None

"""The few kinds of value of a save that Python has no plain type for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

NEUTRAL = "Neutral"
"""The name that the program gives to nobody, as an owner of units."""


class Unknown(msgspec.Struct, frozen=True, gc=False):
    """Something of the save that this reader has no word for, kept.

    Attributes:
        class_name: its full Java name.
        fields: its fields as values; empty where it stands inside itself or deep inside another.
    """

    class_name: str
    fields: Mapping[str, Any]


class Array(tuple[Any, ...]):
    """A Java array: where text is set, it replaces an array, but is added to a list."""

    __slots__ = ()

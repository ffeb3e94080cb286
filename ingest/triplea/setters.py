"""What the engine's setters make of a value that a change gives to a property of an attachment."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any

from engine.shipped import csv_rows
from ingest.triplea.plain import Array


@lru_cache(maxsize=1)
def renamed() -> dict[str, str]:
    """Return property as maps name it, in small letters -> the field that newer versions keep it in (properties.csv)."""
    return {row["property"].lower(): row["field"] for row in csv_rows("ingest.triplea", "properties.csv")}


def field_of(name: str, fields: Collection[str]) -> str | None:
    """Return the field that a property is kept in, None when there is none.

    Versions differ in capitals (aARadar, aaRadar), and some fields have a new name while maps keep the old one.
    """
    if name in fields:
        return name
    wanted = (name.lower(), renamed().get(name.lower(), name).lower())
    return next((field for field in fields if field.lower() in wanted), None)


def readable(now: Any) -> bool:
    """Return whether text set on a property with this value can be understood without the engine."""
    return now is not None and not isinstance(now, dict)


def parsed(new: Any, now: Any, clear_first: bool = False) -> Any:
    """Return a new value of an attachment's property as the engine's setters read it.

    Text becomes a boolean or a number where the property is one; its parts between colons replace
    an array and are added to a list (the set methods of games.strategy.triplea.attachments).
    """
    if type(new) is not str or type(now) is str or not readable(now):
        return new
    if type(now) is bool:
        return new.lower() == "true"
    if type(now) is int:
        return int(new) if new.lstrip("-").isdecimal() else new
    if isinstance(now, Array):
        return Array(new.split(":"))
    if type(now) is tuple:
        return (() if clear_first else now) + tuple(new.split(":"))
    return new


def without(old: tuple[Any, ...], text: str, now: Any) -> tuple[Any, ...]:
    """Return the list before `text` was added to it, which is what undoing has to give.

    1.9 notes as old value the list itself, not a copy, so the text's parts are in it too.
    """
    parts = tuple(text.split(":"))
    return now[: -len(parts)] if type(now) is tuple and now[-len(parts) :] == parts else old


def empty(now: Any) -> Any:
    """Return the default of a property whose value is now `now`."""
    return None if now is None or isinstance(now, Array) else type(now)()

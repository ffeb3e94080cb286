"""What differs between two positions, and how it is said."""

from __future__ import annotations

from typing import Any

from ingest.audit.trail import Position

MOST = 3
"""Things that differ of which a finding names each."""


def differing(one: Position, other: Position) -> list[tuple[str, str, Any, Any]]:
    """Return what differs between two positions: part, key, and both values; nothing and none are the same."""
    found = []
    for part in one:
        for key in {**one[part], **other.get(part, {})}:
            a, b = one[part].get(key), other.get(part, {}).get(key)
            if (a or None) != (b or None):
                found.append((part, str(key), *_without_common(a, b)))
    return found


def _without_common(one: Any, other: Any) -> tuple[Any, Any]:
    """Return two values without what is the same in both."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return one, other
    keys = [key for key in {**one, **other} if one.get(key) != other.get(key)]
    pairs = [_without_common(one.get(key), other.get(key)) for key in keys]
    return {key: a for key, (a, _) in zip(keys, pairs, strict=True)}, {key: b for key, (_, b) in zip(keys, pairs, strict=True)}


def told(apart: list[tuple[str, str, Any, Any]], here: str, there: str) -> str:
    """Say what differs, the first few in words."""
    said = [f"{part.replace('_', ' ')} of {key}: {_text(one)} {here}, {_text(other)} {there}" for part, key, one, other in apart[:MOST]]
    return "; ".join(said) + (f"; and {len(apart) - MOST} more" if len(apart) > MOST else "")


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_text(one)}" for key, one in value.items()) or "none"
    return "none" if value is None else str(value)

"""Fields of sentences as values."""

from __future__ import annotations

from collections.abc import Mapping


def faces(fields: Mapping[str, str]) -> tuple[int, ...]:
    """The faces of dice that a sentence lists."""
    return tuple(int(face) for face in fields["faces"].split(","))


def number(fields: Mapping[str, str], key: str) -> int | None:
    """A number of a sentence, None where it has none."""
    return int(fields[key]) if key in fields else None


def hyphened(text: str) -> str:
    """Words as a slug."""
    return "-".join(text.lower().replace("_", " ").split())

"""Dice of a step: by the properties of a button, by its symbols, else by what the chat says in the module's own words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from ingest.vassal import commands as do
from ingest.vassal.chat import ChatLine
from ingest.vassal.sequence import number
from ingest.vassal.steps import Step

MOST = 1_000
"""Dice of one roll."""
_PARTS = ("_result", "_total", "_keep", "_summary")
_TIMES = re.compile(r"(-?\d+)\s*[^\d\s,;-]\s*(\d+)")
_SIZE = re.compile(r"(\d{1,3})[dD](\d{1,3})")
_NUMBERS = re.compile(r"-?\d+(?:\s*,\s*-?\d+)*\Z")


class Roll(NamedTuple):
    """Dice that fell: the name of the roll, the faces (0 where only how many is told), who rolled by the chat, else empty."""

    name: str
    dice: tuple[int, ...]
    player: str = ""


class Patterns:
    """The patterns of a module for dice that chat alone tells."""

    def __init__(self, rows: Sequence[dict[str, Any]]) -> None:
        self.patterns = [re.compile(row["pattern"]) for row in rows]

    def rolls(self, step: Step, lines: Sequence[ChatLine]) -> list[Roll]:
        """Return the dice of a step. What properties or symbols tell, chat only repeats."""
        found = _by_properties(step, lines)
        found += [Roll(c.button, tuple(face + 1 for face in c.faces)) for c in step.of(do.SymbolDice) if c.faces]  # type: ignore[attr-defined]
        return found or [roll for line in lines if not line.player and (roll := self._said(line.text))]

    def _said(self, text: str) -> Roll | None:
        if len(text) > 500:
            return None
        for pattern in self.patterns:
            said = pattern.match(text)
            if said:
                fields = said.groupdict()
                name = (fields.get("name") or "dice").strip()
                return Roll(name, _faces(fields["dice"], name), (fields.get("player") or "").strip())
        return None


def _by_properties(step: Step, lines: Sequence[ChatLine]) -> list[Roll]:
    """Rolls that a button told by its properties: `_total`, `_keep` and `_summary` beside `_result` in newer modules."""
    said: dict[str, dict[str, str]] = {}
    for command in step.of(do.Property):
        for part in _PARTS:
            if command.key.endswith(part):  # type: ignore[attr-defined]
                said.setdefault(command.key.removesuffix(part), {})[part] = command.value  # type: ignore[attr-defined]
    found = []
    for name, parts in said.items():
        result = parts.get("_result", "")
        if "_result" not in parts or not (len(parts) > 1 or any(result and result in line.text for line in lines)):
            continue
        summary = _summed(parts.get("_summary", ""))
        listed = _faces(result, name) if _NUMBERS.match(result) else ()
        faces = listed if "," in result or not summary else summary
        if faces:
            found.append(Roll(name, faces))
    return found


def _summed(text: str) -> tuple[int, ...]:
    """Faces of a summary, `3 x2, 5 x1`: each face and how often it fell."""
    faces: list[int] = []
    for face, times in _TIMES.findall(text):
        faces += [number(face)] * min(number(times), MOST)
    return tuple(faces[:MOST])


def _faces(text: str, name: str) -> tuple[int, ...]:
    """The faces that a text lists; one number for several dice is their sum, and the faces are not told."""
    faces = tuple(number(face.strip()) for face in text.split(",")[:MOST])
    size = _SIZE.search(name)
    if size and len(faces) == 1 and int(size[1]) > 1:
        return (0,) * min(int(size[1]), MOST)
    return faces

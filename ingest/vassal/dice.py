"""Dice of a step: by the properties of a button, by its symbols, else by what the chat says in the module's own words.

A line that looks like dice and that no pattern reads is not passed over: the caller gets it, to tell that it was not understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import islice
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
_FACE = re.compile(r"-?\d+")
_LONGEST = 500
_LIKE_DICE = re.compile(
    r"\b(?:roll(?:s|ed|ing)?|throws?|threw|dic?e|[0-9]{0,4}d[0-9]{1,4}|drm?|w[üu]rfel\w*|d[ée]s|dados?|dadi)\b|^\*[^<]*[0-9][^<]*<[^<>]+>"
    r"|^\*{1,9} {0,9}[0-9]{1,4}(?: {0,9}[,+] {0,9}[0-9]{1,4}){0,99} {0,9}\*{1,9}$",
    re.IGNORECASE,
)
_UNDONE = re.compile(r"\**\s*UNDO:")


class Roll(NamedTuple):
    """Dice that fell: the name of the roll, the faces (0 where only how many is told), who rolled by the chat, else empty."""

    name: str
    dice: tuple[int, ...]
    player: str = ""


Known = Callable[[str], bool]
"""Whether somebody of a name sits at the table, or has rolled before."""


class Patterns:
    """The patterns of a module for dice that chat alone tells."""

    def __init__(self, rows: Sequence[dict[str, Any]]) -> None:
        self.patterns = [(re.compile(row["pattern"]), bool(row.get("seated"))) for row in rows]

    def rolls(self, step: Step, lines: Sequence[ChatLine], known: Known = lambda _: False) -> list[Roll]:
        """Return the dice of a step. What properties or symbols tell, chat only repeats."""
        return self.read(step, lines, known)[0]

    def read(self, step: Step, lines: Sequence[ChatLine], known: Known = lambda _: False) -> tuple[list[Roll], list[str]]:
        """Return the dice of a step, and the reports that look like dice and that no pattern reads.

        Args:
            step, lines: it and its chat. known: whether somebody of a name sits at the table or has rolled.
        """
        reports = [line.text for line in lines if not line.player and not _UNDONE.match(line.text)]
        said = [(text, self._said(text, known)) for text in reports]
        repeated = [roll for _, roll in said if roll]
        found = _by_properties(step, lines)
        found += [Roll(c.button, tuple(face + 1 for face in c.faces)) for c in step.of(do.SymbolDice) if c.faces]
        if found:
            return [_whose(roll, repeated) for roll in found], []
        return repeated, [text for text, roll in said if roll is None and like_dice(text)]

    def _said(self, text: str, known: Known) -> Roll | None:
        if len(text) > _LONGEST:
            return None
        for pattern, seated in self.patterns:
            said = pattern.match(text)
            if said:
                fields = said.groupdict()
                name, player = (fields.get("name") or "dice").strip(), (fields.get("player") or "").strip()
                if not seated or known(player):
                    return Roll(name, _faces(fields["dice"] or "", name), player)
        return None


def like_dice(text: str) -> bool:
    """Whether a report looks like dice: it has a number, and a word for dice or somebody's name at its end, or nothing but numbers."""
    text = text[:_LONGEST]
    return bool(_FACE.search(text) and _LIKE_DICE.search(text))


def _whose(roll: Roll, said: Sequence[Roll]) -> Roll:
    """A roll that properties or symbols told, with the player whom the chat names: of that roll, else of the only one."""
    same = [one for one in said if one.player and (one.name == roll.name or one.dice == roll.dice)]
    players = {one.player for one in same or said if one.player}
    return roll._replace(player=players.pop()) if len(players) == 1 else roll


def _by_properties(step: Step, lines: Sequence[ChatLine]) -> list[Roll]:
    """Rolls that a button told by its properties: `_total`, `_keep` and `_summary` beside `_result` in newer modules."""
    said: dict[str, dict[str, str]] = {}
    for command in step.of(do.Property):
        for part in _PARTS:
            if command.key.endswith(part):
                said.setdefault(command.key.removesuffix(part), {})[part] = command.value
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
    faces = tuple(number(face) for face in islice((one[0] for one in _FACE.finditer(text)), MOST))
    size = _SIZE.search(name)
    if size and len(faces) == 1 and int(size[1]) > 1:
        return (0,) * min(int(size[1]), MOST)
    return faces

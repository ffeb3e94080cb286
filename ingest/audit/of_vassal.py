"""The trail of a VASSAL log: what its steps took back after dice. Logs beside each other are the business of `ingest.vassal.chain`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.audit.finding import Finding
from ingest.audit.trail import Trail
from ingest.vassal import commands as do
from ingest.vassal.steps import Step, read_log
from ingest.vassal.undo import undone

_DICE = re.compile(r"\bd\d{1,3}\b|\bdice\b|\bdie\b|\brolls?\b|\brolled\b", re.IGNORECASE)
LONGEST = 150
"""Letters of a line of chat that a finding quotes."""


def trail_of(content: bytes, file: str) -> Trail:
    """Return the trail of an unpacked save or log.

    Raises:
        VassalError: it is damaged.
    """
    log = read_log(content, file)
    steps = log.steps
    return Trail(file, f"VASSAL {file}", frozenset(), (len(steps),), (), tuple(_taken_back(steps, file)))


def _taken_back(steps: list[Step], file: str) -> Iterator[Finding]:
    for back in undone(steps):
        rolls = [line for at in range(back.step, back.by) for line in _rolls(steps[at])]
        if rolls:
            what = f"step {back.by + 1} takes back step {back.step + 1}, after “{rolls[0][:LONGEST]}”"
            yield Finding("undo-after-dice", file, 0, "", "", what)


def _rolls(step: Step) -> list[str]:
    """Return the lines of chat of a step that look like dice; not those of a taking back."""
    texts = (command.text for command in step.of(do.Chat) if isinstance(command, do.Chat))
    return [text for text in texts if text.startswith("*") and _DICE.search(text) and "UNDO:" not in text]

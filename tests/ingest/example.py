"""The turn that docs/log.md shows, taken from there."""

from __future__ import annotations

import re
from pathlib import Path

DOC = Path(__file__).parents[2] / "docs" / "log.md"


def example() -> list[str]:
    """The lines of the log in the documentation."""
    (block,) = re.findall(r"^```jsonl\n(.*?)^```$", DOC.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return block.splitlines()

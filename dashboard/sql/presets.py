"""The questions that the page Ask begins with."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

PRESETS = Path(__file__).with_name("questions.toml")


class Preset(NamedTuple):
    """Example questions, its SQL, and how its answer is drawn."""

    question: str
    sql: str
    kind: str = ""
    x: str = ""
    y: str = ""
    color: str = ""


@lru_cache
def presets() -> dict[str, Preset]:
    """Return the questions to begin with, by their words."""
    told = tomllib.loads(PRESETS.read_text(encoding="utf-8"))["ask"]
    return {one["question"]: Preset(**one | {"sql": one["sql"].strip()}) for one in told}

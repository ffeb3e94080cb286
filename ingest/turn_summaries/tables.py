"""The tables that stand beside this code: patterns.toml."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any


@lru_cache(maxsize=1)
def table() -> dict[str, Any]:
    """The keys of patterns.toml."""
    return tomllib.loads(files("ingest.turn_summaries").joinpath("patterns.toml").read_text(encoding="utf-8"))

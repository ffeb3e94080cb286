"""Where the reference material lies: rule books, map data and saved games, which are not part of the repository."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).parents[1]


def reference_folder() -> Path:
    """Return the folder that SITREP_SHARED names, else `shared` beside the checkout; it need not exist."""
    named = os.environ.get("SITREP_SHARED")
    return Path(named) if named else ROOT.parent / "shared"

"""How to treat problems."""

from __future__ import annotations

from enum import Enum


class Strictness(Enum):
    """Problems are not checked, warned of, kept as defects, or raised.

    IGNORE skips the checks (for trusted records) and carries the order out as it is.
    """

    IGNORE = "ignore"
    WARN = "warn"
    COLLECT = "collect"
    RAISE = "raise"

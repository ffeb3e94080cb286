"""How a caller wants problems to be met."""

from __future__ import annotations

from enum import Enum


class Strictness(Enum):
    """The four levels: not looked for, warned of, kept as defects, or refused.

    IGNORE skips the checks (for records already trusted) and takes the order as it stands.
    """

    IGNORE = "ignore"
    WARN = "warn"
    COLLECT = "collect"
    RAISE = "raise"

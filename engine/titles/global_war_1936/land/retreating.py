"""Units that retreat may go to more than one zone (section 9.4)."""

from __future__ import annotations


def in_parts() -> bool:
    """Return whether the units of a battle may retreat into several areas: yes."""
    return True

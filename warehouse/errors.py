"""What can go wrong with a lake: one child of the engine's SitrepError."""

from __future__ import annotations

from engine.errors import SitrepError


class LakeError(SitrepError):
    """A lake, a table, a measure or a game cannot be had: what was found, what would be right, and the cure."""

"""The error of a save or log that cannot be read."""

from __future__ import annotations

from engine.errors import RecordError


class VassalError(RecordError):
    """A save, a log or a module of VASSAL that is damaged, or beyond the bounds of one."""

"""Lines at sea: the one on which aid is sent (section Lend Lease)."""

from __future__ import annotations

from engine.families.axis_allies.economy.lend_lease import lines_of

__all__ = ["lines_of"]

"""Dates: a round is a season of a year (Sequence of Play)."""

from __future__ import annotations

from engine.families.blocks.season import date_of, day_of

__all__ = ["date_of", "day_of"]

"""Bots for games of blocks: orders drawn at random, and a greedy player. They name no unit, area or power of a title."""

from __future__ import annotations

from engine.titles.model import Title


def are_blocks(title: Title) -> bool:
    """Return whether a title's units are blocks."""
    return "block" in title.able

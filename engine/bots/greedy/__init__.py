"""Greedy bots: sensible play for a demonstration, not for a championship. Their figures stand in styles.toml."""

from __future__ import annotations

from engine.bots.greedy.player import GreedyBot
from engine.bots.greedy.style import Style, styles

__all__ = ["GreedyBot", "Style", "styles"]

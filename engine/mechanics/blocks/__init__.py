"""Mechanisms of block games: steps, hidden blocks, seasons, supply, fronts. They name no unit, area or power of a title."""

"""Bots for games of blocks: orders drawn at random, and a greedy player. They name no unit, area or power of a title."""

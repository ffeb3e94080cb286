"""Bots of this title."""

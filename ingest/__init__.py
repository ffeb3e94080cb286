"""Readers that turn recorded games into the engine's events."""

"""Docks, bases, facilities under construction, and bombs on them (sections 7.3, 7.4, 12)."""

"""Terrain and cities in battle, railways, blitzes, guns and rockets (sections 1, 9.5, 10.4, 12.2)."""

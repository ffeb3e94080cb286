"""Income, raids and purchases of a season (sections 1.3 to 1.6)."""

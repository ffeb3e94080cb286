"""Sea Area Activities (section 4), and forced passages (9.8)."""

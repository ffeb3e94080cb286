"""TripleA's saved games: read without Java, replayed exactly."""

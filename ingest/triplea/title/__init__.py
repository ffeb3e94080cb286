"""A title read from a save: its map, units, powers and set-up, and Sitrep's names for TripleA's."""

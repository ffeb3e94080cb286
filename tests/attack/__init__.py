"""Attacks on Sitrep itself, bounded and seeded: `make attack`. Each module here with a function `attack` is a part; see `part.py`."""

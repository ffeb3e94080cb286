"""Mechanisms of block games: steps, hidden blocks, seasons, supply, fronts. They name no unit, area or power of a title.

Rooms: production (1.0), sea (2.0), land (3.0 to 3.4, 4.0), combat (3.5 to 3.7), politics (1.1, 3.3, 5.0, 9.0).
"""

"""The scale of Elo, on which ratings are told, too."""

MIDDLE = 1500.0
"""The rating of the expected skill, where Elo lets everybody begin."""
TEN_TO_ONE = 400.0
"""Points by which a player is better who wins ten games of eleven."""

"""The history of a save as events: the effect of each change, and its cause as the history gives it."""

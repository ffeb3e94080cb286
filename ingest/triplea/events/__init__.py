"""The story of a save as events: what each change did, and why, by what the history says of it."""

"""The story of a game in three to five sentences, as a war correspondent would tell it, every clause with the moment it tells of.

Each file tells of one thing (capitals, what won it, the battle, the resource, the dice) from the lake's tables and the title's data;
`tell.py` puts them together. What cannot be said of a game is left out.
"""

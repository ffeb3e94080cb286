"""The chance of winning: a model of who wins how often from a position, fitted on whole games, with its model card.

`positions.py` makes the features from a lake, `fitting.py` fits and tests the model, `model.py` holds the coefficients and says
the chances (without any library of statistics), `card.py` writes the model card.
"""

"""Openings of a title as a tree: from its set-up on, a power's turn after another, with what was bought and attacked, and how games ended.

`alike.py` says which purchases count together, `tree.py` walks the tree over the rows of measure `opening_turns`.
"""

from warehouse.openings.alike import alike, cheap_units
from warehouse.openings.tree import FEW, Attack, Branch, Explorer, Node, Step, of_title

__all__ = ["FEW", "Attack", "Branch", "Explorer", "Node", "Step", "alike", "cheap_units", "of_title"]

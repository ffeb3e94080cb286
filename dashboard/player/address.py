"""What the address of a page says of the turn that the player of a game shows; the terminal's words need it without the pages' server."""

from __future__ import annotations

TURN = "turn"
"""The part of the page's address that says which turn is shown."""

"""The steps of a battle, a record each. A title lists those of its book, in the book's order (`combat/sequence.py`)."""

"""The steps of a battle, one record each. A title lists the steps of its rule book, in the book's order (`combat/sequence.py`)."""

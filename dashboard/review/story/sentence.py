"""A sentence of a story: clauses, each with the turn that it tells of."""

from __future__ import annotations

from typing import NamedTuple


class Clause(NamedTuple):
    """Words, and the turn of the lake that they tell of; None for words that only join others."""

    text: str
    turn: int | None = None


Sentence = tuple[Clause, ...]


def plain(told: Sentence) -> str:
    """Return a sentence as text."""
    return "".join(clause.text for clause in told)

"""What must be true of every legally played game, whatever happens in it: a checker beside the fold, event by event.

The checker keeps counts of its own (units, money, control) from the events alone and compares them with the state, so
that a slip of the rules or of the fold shows where it happens. Three moments:

- after every event: counts, kinds of area, owners, money;
- when an order has been carried out whole (`settled`);
- when a turn is over.

What holds in every title is in `ledger.py`; each family of titles brings its own (`engine/families`).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from engine.families import family_of
from engine.invariants.ledger import LedgerChecks
from engine.state import GameState
from engine.title.model import Title


def invariants(title: Title) -> LedgerChecks:
    """Return the checker of a new game of a title."""
    family = family_of(title)
    return (family.checks if family else LedgerChecks)(title)


def violations(title: Title, events: Iterable[ev.Event]) -> list[str]:
    """Return everything that is wrong in a game's events; nothing for a game that was legally played.

    Events alone do not say where an order is complete, so what must hold then is looked at whenever a phase begins,
    and at the end.
    """
    checker, state, wrong = invariants(title), GameState(), []
    for event in events:
        if isinstance(event, ev.PhaseStarted) and state.clock.turn:
            wrong += checker.settled(state)
        state.apply(event)
        wrong += checker.after(event, state)
    return wrong + (checker.settled(state) if state.clock.turn else [])

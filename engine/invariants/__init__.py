"""The invariants of every legally played game, checked event by event alongside the fold.

The checker keeps its own counts (units, money, control) from the events alone and compares them with the state, so that
a bug in the rules or the fold shows where it happens. It checks at three moments:

- after every event: counts, kinds of area, owners, money;
- after an order has been carried out completely (`settled`);
- at the end of a turn.

`ledger.py` holds the checks of every title; each family of titles adds its own (`engine/families`). `journeys.py` keeps what units do in a
turn, and asks none of the rules' own functions.
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
    """Return everything that is wrong in a game's events; empty for a legally played game.

    Events alone do not say where an order ends, so the checks of a completed order run whenever a phase begins, and at
    the end of the game.
    """
    checker, state, wrong = invariants(title), GameState(), []
    for event in events:
        if isinstance(event, ev.PhaseStarted) and state.clock.turn:
            wrong += checker.settled(state)
        state.apply(event)
        wrong += checker.after(event, state)
    return wrong + (checker.settled(state) if state.clock.turn else [])

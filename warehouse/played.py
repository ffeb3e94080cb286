"""How far a game went and who sat at it, from its events alone: asked of a record in no lake, and of one that goes into it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.events import DiceRolled, Event, PhaseStarted, RoundStarted, UnitsPurchased
from engine.recording import Fidelity
from engine.replay import Game
from engine.title.turns import acting

BID = "bid-"
"""The prefix of phases in which bids are spent."""


def finished_rounds(events: Sequence[Event], rounds: int) -> int:
    """Return how many rounds were played to the end, which a record does not state.

    The last round counts if another began after it, or if its last turn reached the power and phase with which the
    previous round ended. A record of one round, and not to its end, tells of none that was: who played it had played others
    before, but nobody wrote them down.
    """
    ends: dict[int, tuple[str, str]] = {}
    begun: set[int] = set()
    now = 0
    for event in events:
        if type(event) is RoundStarted:
            now = event.round
            begun.add(now)
        elif type(event) is PhaseStarted and event.power:
            ends[now] = event.power, event.phase
    over = now > rounds or (rounds in ends and ends[rounds] == ends.get(rounds - 1))
    if over or not rounds:
        return rounds
    return rounds - 1 if begun and min(begun) < rounds else 0


def seated_powers(game: Game) -> tuple[set[str], Counter[str]]:
    """Return the powers that somebody played, and power to the worth of what it bought with its bid, 0 without one."""
    sat, bids, phase = set[str](), Counter[str](), ""
    for event in game.events:
        if type(event) is PhaseStarted:
            phase = event.phase
            if event.turn > 0:
                sat.update(acting(game.title, event.power))
        elif type(event) is UnitsPurchased and phase.startswith(BID):
            bids[event.power] += event.total
        elif type(event) is DiceRolled and game.fidelity is Fidelity.OBSERVED and game.state.players.get(event.power):
            sat.add(event.power)  # what was seen of a game may be its dice alone
    return sat, bids

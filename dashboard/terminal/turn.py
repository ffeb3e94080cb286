"""All battles that are due in a turn, in the terminal."""

from __future__ import annotations

from math import isnan

from dashboard.terminal.output import print_json, say
from dashboard.ui.sampled import often, share
from engine.odds.turn import Due, Turn
from engine.title.model import Title


def print_turn(title: Title, turn: Turn, *, as_json: bool) -> None:
    """Print the battles of a turn, and how many of them work."""
    if as_json:
        print_json(
            {
                "round": turn.round,
                "power": turn.power,
                "battles": [_row(due) for due in turn.battles],
                "just": [round(chance, 9) for chance in turn.work],
                "at_least": [[round(end, 9) for end in ends] for ends in turn.least],
            }
        )
        return
    name = title.powers[turn.power].name if turn.power in title.powers else turn.power
    say(f"{name}, round {turn.round}: {len(turn.battles)} battle{'' if len(turn.battles) == 1 else 's'} due.")
    for due in turn.battles:
        area = title.areas[due.start.area].name if due.start.area in title.areas else due.start.area
        number = f"{due.number}. " if due.number else ""
        say(f"  {number}{area}: {due.start.attackers or 'nobody'} against {due.start.defenders or 'nobody'}: {said(due)}")
    for line in sums(turn):
        say(line)


def said(due: Due) -> str:
    """Return how often a battle works, or why that is not known."""
    if isnan(due.works) or due.answer is None:
        return f"not known: {due.why}"
    return f"works {often(due.works, due.answer.result.samples)}"


def sums(turn: Turn) -> list[str]:
    """Return how many of the battles work, a line each."""
    if not turn.battles:
        return []
    if not turn.work:
        return ["How many of them work is not known."]
    most = len(turn.battles)
    lines = [f"All of them work in {least(turn, most)}, none in {none(turn)}."]
    return lines + [f"At least {number} of {most}: {least(turn, number)}." for number in range(most - 1, 0, -1)]


def least(turn: Turn, number: int) -> str:
    """Return the chance that so many battles work or more."""
    return _between(*turn.least[number])


def none(turn: Turn) -> str:
    """Return the chance that no battle works."""
    low, high = turn.least[1]
    return _between(1.0 - high, 1.0 - low)


def _between(low: float, high: float) -> str:
    if f"{low:.1%}" == f"{high:.1%}":
        return share(high)
    return f"under {max(high, 0.01):.0%}" if low < 0.005 else f"over {min(low, 0.99):.0%}" if high > 0.995 else f"{low:.0%} to {high:.0%}"


def _row(due: Due) -> dict[str, object]:
    return {
        "battle": due.number or None, "kind": due.start.kind, "area": due.start.area, "attackers": due.start.attackers,
        "defenders": due.start.defenders, "works": None if isnan(due.works) else round(due.works, 9),
        "after": list(due.after), "samples": due.answer.result.samples if due.answer else None, "unknown_because": due.why,
    }  # fmt: skip

"""What areas are worth to a greedy bot for national objectives: those that complete its side's, and those that deny the enemy its own."""

from __future__ import annotations

from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.conditions import Test, conditions
from engine.families.axis_allies.economy.objectives import OPTION, Objective, objectives
from engine.rules import Position
from engine.title.model import Title
from engine.title.per_title import per_title


def prize(view: View, area: str) -> float:
    """Return what taking a hostile area brings by objectives, as its value is reckoned: over the bot's horizon.

    A share of what the areas that an objective still lacks are worth together; all of an enemy's that holds no area too many.
    """
    if view.position.options.get(OPTION) == "off":
        return 0.0
    return view.style.horizon * sum(_brings(view.position, view.power, row, test) for row, test in asking(view.title).get(area, ()))


@per_title
def asking(title: Title) -> dict[str, list[tuple[Objective, Test]]]:
    """Return area -> the objectives that pay for holding it, each with the test that names it."""
    found: dict[str, list[tuple[Objective, Test]]] = {}
    for power in title.turns:
        for row in objectives(title, power):
            for test in conditions(title)[row.condition]:
                if test.test == "owned" and row.value > 0 and not test.inverted:
                    for area in test.areas:
                        found.setdefault(area, []).append((row, test))
    return found


def _brings(position: Position, power: str, row: Objective, test: Test) -> float:
    """Return what one area more, or one fewer, of those that a test names brings to a power in each turn."""
    friends, who = position.friends_of(row.power), test.who or (row.power,)
    if test.whose == "own":
        friends = frozenset(who)
    held = sum(position.state.control.get(one) in friends for one in test.areas)
    needed = test.least or len(test.areas)
    if power in friends:
        return row.value / (needed - held) if held < needed else 0.0
    lost = held == needed and power in position.enemies_of(row.power)
    return row.value if lost else 0.0

"""What the tests of land combat ask of a battle: fought through with scripted dice, told in a few words."""

from __future__ import annotations

from engine import events as ev
from engine.families.blocks.combat.orders import ResolveCombat
from engine.play import Play
from tests.black_swan.board import at, play_from

SUMMER = ("summer", 1942)


def combat(stacks: str, area: str, dice: str = "", **more) -> Play:
    """Return a play in which the combat of an area has been fought as far as the first choice.

    Blocks are written as in `tests/black_swan/board.py`, with `HERE` for the area; dice without spaces, as they fall.
    """
    more = {"phase": "land-combat", "season": SUMMER, "scenario": "campaign-1941"} | more
    play = play_from(stacks.replace("HERE", area), dice=[int(die) for die in dice.replace(" ", "")], **more)
    play.submit(ResolveCombat(area))
    return play


def fire(play: Play) -> list[str]:
    """Return each salvo of the last battle: `SIDE PURPOSE UNIT DICE at LEAST+: HITS`."""
    return [
        f"{event.side} {event.purpose} {event.unit} {len(event.dice)} at {7 - event.target}+: {event.hits}"
        for event in play.events
        if isinstance(event, ev.DiceRolled)
    ]


def here(play: Play) -> str:
    """Return what stands in the area of the last battle."""
    return at(play, started(play).area)


def started(play: Play) -> ev.BattleStarted:
    """Return the event that began the last battle."""
    return next(event for event in reversed(play.events) if isinstance(event, ev.BattleStarted))


def ended(play: Play) -> ev.BattleEnded | None:
    """Return the event that ended the last battle, or None while it is open."""
    return next((event for event in reversed(play.events) if isinstance(event, ev.BattleEnded)), None)


def dice_left(play: Play) -> list[int]:
    """Return the dice of the script that were not rolled."""
    return play.dice.left  # type: ignore[attr-defined]

"""What must be settled before anything else: tasks in a marker, one after the other, each done by itself or asked of somebody.

A task is a word with arguments (`hit axis land owner`). It is done as soon as it asks nothing; what it leaves to do stands before the rest.
So a game that stops between two decisions goes on exactly the same from its events.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.orders import Order
from engine.play import Play
from engine.rules import Pending, Position, Problem
from engine.titles.blitz.vocabulary import AGENDA

KEY = "agenda"
Arguments = tuple[str, ...]


class Task(NamedTuple):
    """How a task is done.

    Attributes:
        asks: the decision it needs now, or None when it needs none. does: does it without one.
        check: what is wrong with an answer. answer: does it as the answer says. fires: whether it rolls the dice of a round of combat.
    """

    does: Callable[[Play, Arguments], None]
    asks: Callable[[Position, Arguments], Pending | None] = lambda position, arguments: None
    check: Callable[[Position, Arguments, Order], list[Problem]] = lambda position, arguments, order: []
    answer: Callable[[Play, Arguments, Order], None] = lambda play, arguments, order: None
    fires: bool = False


TASKS: dict[str, Task] = {}
"""Task by its word; the modules that know them add them."""


def tasks(position: Position) -> list[str]:
    """Return what is to be done, first things first."""
    text = AGENDA.read(position.state)
    return text.split("|") if text else []


def before(play: Play, *texts: str) -> None:
    """Put tasks before all others, in this order."""
    AGENDA.set(play, "|".join([*texts, *tasks(play.position)]))


def after(play: Play, *texts: str) -> None:
    """Put tasks behind all others."""
    AGENDA.set(play, "|".join([*tasks(play.position), *texts]))


def drop(play: Play, text: str) -> None:
    """Take a task off."""
    AGENDA.set(play, "|".join(task for task in tasks(play.position) if task != text))


def _head(position: Position) -> tuple[Task, Arguments] | None:
    ahead = tasks(position)
    if not ahead:
        return None
    word, *arguments = ahead[0].split(" ")
    return TASKS[word], tuple(arguments)


def _pop(play: Play) -> None:
    AGENDA.set(play, "|".join(tasks(play.position)[1:]))


def run(play: Play) -> None:
    """Do tasks until one asks for a decision, or none is left, or the game is over."""
    while not play.state.ended and (head := _head(play.position)) is not None:
        task, arguments = head
        if task.asks(play.position, arguments) is not None:
            return
        if task.fires:
            play.pause(KEY, run)
        _pop(play)
        task.does(play, arguments)


def pending(position: Position) -> Pending | None:
    """Return the decision that the first task asks for."""
    head = _head(position)
    return head[0].asks(position, head[1]) if head else None


def check(position: Position, order: Order) -> list[Problem]:
    """Return what is wrong with an answer to the first task."""
    head = _head(position)
    return head[0].check(position, head[1], order) if head else []


def answer(play: Play, order: Order) -> None:
    """Do the first task as an answer says, and go on."""
    head = _head(play.position)
    if head is None:
        return
    _pop(play)
    head[0].answer(play, head[1], order)
    run(play)

"""What must be settled before anything else: tasks in a marker, one after the other, each done by itself or asked of somebody.

A task is a word with arguments (`hit axis land owner`). It is done as soon as it asks nothing; what it leaves to do stands before the rest.
So a game that stops between two decisions goes on exactly the same from its events.

A title declares its tasks in a table of its own, tasks.csv, whose rows name the module that knows a task: it has a table `TASKS` of word
to `Task`. Modules are imported when a task is first looked for, so those that put tasks on the agenda need not import them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from engine.errors import TitleError
from engine.orders import Order
from engine.play import Play
from engine.problems import Problem
from engine.rules import Pending, Position
from engine.title.model import Title
from engine.title.own_tables import module_of, own_rows
from engine.title.per_title import per_title
from engine.vocabulary import Marker

KEY = "agenda"
Arguments = tuple[str, ...]


class Task(NamedTuple):
    """How a task is done.

    Attributes:
        does: does it without a decision. asks: the decision it needs now, or None when it needs none.
        check: what is wrong with an answer. answer: does it as the answer says; both are given orders of those types alone that the
            decision takes. fires: whether it rolls the dice of a round of combat.
    """

    does: Callable[[Play, Arguments], object]
    asks: Callable[[Position, Arguments], Pending | None] = lambda position, arguments: None
    check: Callable[[Position, Arguments, Any], list[Problem]] = lambda position, arguments, order: []
    answer: Callable[[Play, Arguments, Any], None] = lambda play, arguments, order: None
    fires: bool = False


class TaskRow(msgspec.Struct, frozen=True):
    """A row of tasks.csv: a task's word, and the module that knows it (`engine.titles.blitz.politics.control`)."""

    task: str
    module: str
    source: str


@per_title
def tasks_of(title: Title) -> Mapping[str, Task]:
    """Return word to task, of all that a title declares in tasks.csv.

    Raises:
        TitleError: a row names a module that is not there, or that does not know the task.
    """
    return {row.task: _task(row) for row in own_rows(title, "tasks", TaskRow)}


def _task(row: TaskRow) -> Task:
    file = "tasks.csv"  # of the title, or of an overlay: a row does not know where it stood
    try:
        known: dict[str, Task] = module_of(row.module).TASKS
        return known[row.task]
    except (ImportError, AttributeError):
        raise TitleError(f"task {row.task!r}: no module {row.module!r} with TASKS", file=file, column="module") from None
    except KeyError:
        told = f"task {row.task!r} is unknown to {row.module}; it knows {', '.join(known)}"
        raise TitleError(told, file=file, column="task") from None


class Agenda:
    """The tasks of a game, in a marker that is its title's own."""

    def __init__(self, marker: Marker) -> None:
        self._marker = marker

    def tasks(self, position: Position) -> list[str]:
        """Return what is to be done, first things first."""
        text = self._marker.read(position.state)
        return text.split("|") if text else []

    def before(self, play: Play, *texts: str) -> None:
        """Put tasks before all others, in this order."""
        self._write(play, [*texts, *self.tasks(play.position)])

    def after(self, play: Play, *texts: str) -> None:
        """Put tasks behind all others."""
        self._write(play, [*self.tasks(play.position), *texts])

    def drop(self, play: Play, text: str) -> None:
        """Take a task off."""
        self._write(play, [task for task in self.tasks(play.position) if task != text])

    def run(self, play: Play) -> None:
        """Do tasks until one asks for a decision, or none is left, or the game is over."""
        while not play.state.ended and (head := self._head(play.position)) is not None:
            task, arguments = head
            if task.asks(play.position, arguments) is not None:
                return
            if task.fires:
                play.pause(KEY, self.run)
            self._pop(play)
            task.does(play, arguments)

    def pending(self, position: Position) -> Pending | None:
        """Return the decision that the first task asks for."""
        head = self._head(position)
        return head[0].asks(position, head[1]) if head else None

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an answer to the first task."""
        head = self._head(position)
        return head[0].check(position, head[1], order) if head else []

    def answer(self, play: Play, order: Order) -> None:
        """Do the first task as an answer says, and go on."""
        head = self._head(play.position)
        if head is None:
            return
        self._pop(play)
        head[0].answer(play, head[1], order)
        self.run(play)

    def _write(self, play: Play, texts: list[str]) -> None:
        self._marker.set(play, "|".join(texts))

    def _pop(self, play: Play) -> None:
        self._write(play, self.tasks(play.position)[1:])

    def _head(self, position: Position) -> tuple[Task, Arguments] | None:
        ahead = self.tasks(position)
        if not ahead:
            return None
        word, *arguments = ahead[0].split(" ")
        return tasks_of(position.title)[word], tuple(arguments)

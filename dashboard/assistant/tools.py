"""The tools: their names, what each is asked with, and what answers. What answers is imported when it is first asked: it takes a while."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from dashboard.assistant import arguments as args

if TYPE_CHECKING:
    from warehouse import Lake


class Tool(NamedTuple):
    """A tool.

    Attributes:
        name: what a client calls. takes: the record of its arguments, whose docstring says what it does.
        at: the module of this package and the function in it that returns the text of its answer. needs: what that is given beside the
            arguments: a lake, a function that opens one, or nothing.
    """

    name: str
    takes: type[args.Arguments]
    at: str
    needs: str = "lake"

    def answer(self, lake: Opener, given: dict[str, Any] | None) -> str:
        """Return the text of its answer.

        Raises:
            SitrepError: the arguments are wrong, or there is no answer; the message names the cure.
        """
        asked = args.read(self.takes, given)
        answers = found(self.at)
        if self.needs == NOTHING:
            return str(answers(asked))
        return str(answers(lake if self.needs == OPENER else lake(), asked))


NOTHING, OPENER = "nothing", "opener"
TOOLS = {
    tool.name: tool
    for tool in (
        Tool("games", args.Games, "lake_tools:games"),
        Tool("summary", args.Summary, "lake_tools:summary"),
        Tool("measure", args.AskMeasure, "lake_tools:measure"),
        Tool("sql", args.Sql, "lake_tools:sql"),
        Tool("board", args.Board, "board:board"),
        Tool("odds", args.Odds, "battles:odds", OPENER),
        Tool("chances", args.Chances, "chances:chances"),
        Tool("validate", args.Validate, "checking:validate", NOTHING),
        Tool("dictionary", args.Dictionary, "meanings:explained", NOTHING),
    )
}
"""Every tool by its name."""
_importing = Lock()


def found(at: str) -> Callable[..., Any]:
    """Return a function of this package by `module:name`."""
    module, _, name = at.partition(":")
    with _importing:  # by one thread at a time: modules that import each other could wait for each other in two
        made: Callable[..., Any] = getattr(import_module(f"{__package__}.{module}"), name)
    return made


class Opener:
    """Opens a lake when it is first asked, and again only where that has failed: a lake follows its newest version by itself.

    Args:
        path: the lake's folder or URL, where none need be yet.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = path
        self._lake: Lake | None = None

    def __call__(self) -> Lake:
        """Return the lake.

        Raises:
            LakeError: there is none, or it cannot be read; the message names the cure.
        """
        if self._lake is None or not self._lake.state().version:  # none yet, or it is gone
            self._lake = found("lake_tools:opened")(self.path)
        return self._lake

"""The tools: their names, what each is asked with, and what answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from dashboard.assistant import arguments as args
from dashboard.assistant import battles, board, chances, checking, lake_tools, meanings
from warehouse import Lake

LakeOf = Callable[[], Lake]
"""Opens the lake."""


class Tool(NamedTuple):
    """A tool.

    Attributes:
        takes: the record of its arguments, whose docstring says what it does. answers: returns the text of its answer.
    """

    name: str
    takes: type[args.Arguments]
    answers: Callable[[LakeOf, Any], str]


def _of_lake(answers: Callable[[Lake, Any], str]) -> Callable[[LakeOf, Any], str]:
    return lambda lake, asked: answers(lake(), asked)


TOOLS = {
    tool.name: tool
    for tool in (
        Tool("games", args.Games, _of_lake(lake_tools.games)),
        Tool("summary", args.Summary, _of_lake(lake_tools.summary)),
        Tool("measure", args.AskMeasure, _of_lake(lake_tools.measure)),
        Tool("sql", args.Sql, _of_lake(lake_tools.sql)),
        Tool("board", args.Board, _of_lake(board.board)),
        Tool("odds", args.Odds, battles.odds),
        Tool("chances", args.Chances, _of_lake(chances.chances)),
        Tool("validate", args.Validate, lambda _, asked: checking.validate(asked)),
        Tool("dictionary", args.Dictionary, lambda _, asked: meanings.explained(asked)),
    )
}
"""Every tool by its name."""


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
        if self._lake is None:
            self._lake = Lake.open(self.path)
        self._lake.state()  # says so if it is gone
        return self._lake

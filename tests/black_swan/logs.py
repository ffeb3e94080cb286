"""Logs of Black Swan: read, replayed, and what was found wrong in them."""

from __future__ import annotations

import pytest

from engine.errors import IllegalOrder
from engine.events import DefectFound
from engine.replay import Game, replay
from engine.strictness import Strictness
from ingest.log.reader import parse_log
from tests.black_swan.board import TITLE


def played(log: list[str], strictness: Strictness = Strictness.RAISE) -> Game:
    """Return the game that the lines of a log tell; errors name it `log`."""
    return replay(parse_log("\n".join(log).encode(), "log"), TITLE, strictness)


def changed(log: list[str], old: str, new: str) -> list[str]:
    """Return a log in which a text that stands there is another, the first time it comes."""
    text = "\n".join(log)
    assert old in text, f"{old!r} is not in the log"
    return text.replace(old, new, 1).splitlines()


def forgiven(log: list[str]) -> Game:
    """Return the game of a log with a mistake, as a forgiving reader has it; a strict one refuses it."""
    with pytest.raises(IllegalOrder):
        played(log)
    return played(log, Strictness.COLLECT)


def defects(game: Game) -> list[str]:
    """Return the rules of the defects that were found in a game, in order."""
    return [event.rule for event in game.events if isinstance(event, DefectFound)]

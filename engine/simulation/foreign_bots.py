"""Bots that are not ours: a class of a file (`bold.py:Bold`), or of a package that names it in its group `sitrep.bots`.

The class takes a seed and has `decide(play)`, which returns an order (docs/parts.md). What it does wrong is told with the moment, the
order and the rule, instead of a game that no record could tell.
"""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Callable, Collection
from functools import lru_cache
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from engine.bots.bot import actor
from engine.orders import Order
from engine.parts import VARIABLE as PARTS
from engine.parts import PartError, let_in, parts, tell
from engine.play import Play, tag
from engine.title.columns import nearest

ADMITTED = "SITREP_BOTS"
"""Names the files of bots that a command was told to run, so that the processes that it starts run them too."""

_FILE = re.compile(r"(?P<file>.+\.py):(?P<cls>[A-Za-z_]\w*)(?::(?P<more>.+))?")


def split(name: str, separator: str) -> tuple[str, list[str]]:
    """Return a bot's name without its restrictions, and these; a file's own colons are none."""
    if found := _FILE.fullmatch(name):
        return f"{found['file']}:{found['cls']}", (found["more"] or "").split(separator) if found["more"] else []
    base, *more = name.split(separator)
    return base, more


def admit(name: str) -> str:
    """Let a bot of a file run that the user has named, here and in processes started from here; return its name with the whole path.

    A name that is no file's comes back as it is. Nothing but this lets a file in: not a link, not a record, not an experiment alone.
    """
    found = _FILE.fullmatch(name)
    if not found:
        return name
    whole = f"{Path(found['file']).resolve()}:{found['cls']}"
    os.environ[ADMITTED] = os.pathsep.join(dict.fromkeys((*_admitted(), whole.rpartition(":")[0])))
    return whole + (f":{found['more']}" if found["more"] else "")


def _admitted() -> list[str]:
    return [file for file in os.environ.get(ADMITTED, "").split(os.pathsep) if file]


def is_file(name: str) -> bool:
    """Return whether a bot's name, without restrictions, names a class of a file."""
    return _FILE.fullmatch(name) is not None


def spoken(name: str) -> str:
    """Return a bot's name as games and their players are called by it: of a file only the class, and what the file holds."""
    found = _FILE.fullmatch(name)
    if not found:
        return name
    path = Path(found["file"])
    held = sha256(path.read_bytes()).hexdigest()[:6] if path.is_file() else "gone"
    return "-".join(filter(None, (found["cls"].lower(), held, (found["more"] or "").replace(":", "-"))))


def foreign(name: str, ours: Collection[str]) -> Callable[[int | str], ForeignBot] | None:
    """Return what makes a foreign bot from a seed; None where no file or package has one of this name.

    Raises:
        PartError: the file or package is not let in, cannot be loaded, or what it names cannot be a bot.
    """
    if is_file(name):
        file, _, cls = name.rpartition(":")
        made, package = _of_file(file, cls), file
    else:
        part = parts("bot", ours).get(name)
        if part is None:
            return None
        made, package = part.load(), part.package
    _check(made, name, package)
    return lambda seed: ForeignBot(name, package, made, seed)


@lru_cache
def _of_file(file: str, cls: str) -> Any:
    path = Path(file)
    if not let_in():
        raise PartError(f"bot {file}:{cls}: {PARTS} is none, so no foreign code runs here; an admin may set it to any")
    if str(path.resolve()) not in _admitted():
        raise PartError(f"bot {file}:{cls}: nobody has let this file run; name it with --bot {file}:{cls}")
    if not path.is_file():
        raise PartError(f"bot {file}:{cls}: no such file; expected a Python file with a class {cls}")
    tell(file, f"bot {cls!r}")
    spec = spec_from_file_location(f"sitrep_bot_{sha256(file.encode()).hexdigest()[:8]}", path)
    if spec is None or spec.loader is None:
        raise PartError(f"bot {file}:{cls}: not a Python file; expected one with a class {cls}")
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # whatever a stranger's file raises as it is run
        raise PartError(f"bot {file}:{cls} cannot be loaded: {_where(error, file)}; mend the file") from error
    if not hasattr(module, cls):
        close = nearest(cls, tuple(vars(module)))
        raise PartError(f"{file}: no class {cls!r}" + (f"; did you mean {close!r}?" if close else f"; write `class {cls}:` there"))
    return getattr(module, cls)


def _check(made: Any, name: str, package: str) -> None:
    if not isinstance(made, type) or not callable(getattr(made, "decide", None)):
        raise PartError(
            f"bot {name!r} of {package}: found {made!r}; "
            "expected a class with `__init__(self, seed)` and `decide(self, play)` (docs/parts.md)"
        )


def _where(error: BaseException, file: str = "") -> str:
    """Return what went wrong, and the line of a stranger's file in which it did."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename == file] or frames[-1:]
    at = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
    return f"{type(error).__name__}: {error}{at}"


class ForeignBot:
    """A bot that is not ours, whose every answer is checked before it is played.

    Args:
        name: of the bot. package: whose it is. made: its class. seed: what it is made with.

    Raises:
        PartError: the class cannot be made with a seed.
    """

    def __init__(self, name: str, package: str, made: type, seed: int | str) -> None:
        self.name, self._package = name, package
        try:
            self._bot = made(seed)
        except Exception as error:  # whatever a stranger's class raises
            raise PartError(
                f"bot {name!r} of {package} cannot be made with a seed: {_where(error)}; expected `__init__(self, seed)`"
            ) from error

    def decide(self, play: Play) -> Order:
        """Return its order, which is legal.

        Raises:
            PartError: it raised an error, returned no order or one against the rules, or changed the game.
        """
        clock, events = play.state.clock, len(play.events)
        moment = f"bot {self.name!r} of {self._package}, {actor(play)} in {clock.phase} of round {clock.round}"
        try:
            order = self._bot.decide(play)
        except Exception as error:  # whatever a stranger's code raises
            raise PartError(f"{moment}: {_where(error)}; mend its `decide`") from error
        if len(play.events) != events:
            raise PartError(f"{moment}: it changed the game ({events} events before, {len(play.events)} now); return an order, submit none")
        if not isinstance(order, Order):
            raise PartError(f"{moment}: it returned {order!r}; expected an order of {_takes(play)}")
        if problems := play.check(order):
            raise PartError(
                f"{moment}: {tag(type(order))} breaks a rule: {problems[0]}; ask `play.check(order)` first, or return EndPhase()"
            )
        return order


def _takes(play: Play) -> str:
    return ", ".join(tag(kind) for kind in play.rules.by_slug[play.state.clock.phase].takes)

"""Units of a liberated country that come back, one each turn (section 3.4)."""

from __future__ import annotations

from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Pending, Position
from engine.state import Stack
from engine.titles.blitz import agenda
from engine.titles.blitz.orders import Choose
from engine.titles.blitz.position import board, changes
from engine.titles.blitz.settings import walls
from engine.titles.blitz.tables import counters
from engine.titles.blitz.vocabulary import RETURNING

COMES_BACK = Rule("comes-back", "3.4 Conquest and Liberation", FATAL)


def bring_back(play: Play, country: str) -> None:
    """Let one set-aside unit of a liberated country come back to the Force Pool, and ask which where there is a choice (3.4)."""
    open_ = set_aside(play.position, country)
    if not open_:
        RETURNING.set(play, "", country)
    elif len(open_) == 1:
        _comes_back(play, open_[0].unit)
    else:
        agenda.before(play, f"comes-back {country}")


def set_aside(position: Position, country: str) -> list[Stack]:
    """Return the set-aside units of a country of which one comes back next: its Small ones, then its Big ones (3.4)."""
    aside = [
        key
        for key in sorted(position.state.stacks)
        if key.area.endswith(changes.ASIDE) and counters(position.title)[key.unit].home == country and key.unit not in walls(position.title)
    ]
    return [key for key in aside if not board.is_big(position.title, key.unit)] or aside


def _comes_back(play: Play, unit: str) -> None:
    key = board.find(play.position, unit)
    assert key is not None
    changes.put_in_box(play, key, changes.box(key.power, changes.POOL), "liberated")


def _asks_back(position: Position, arguments: tuple[str, ...]) -> Pending | None:
    open_ = set_aside(position, arguments[0])
    return Pending("comes-back", open_[0].power, (Choose,), Choose(open_[0].unit)) if open_ else None


def _check_back(position: Position, arguments: tuple[str, ...], order: Choose) -> list[Problem]:
    names = [key.unit for key in set_aside(position, arguments[0])]
    if order.unit in names:
        return []
    return [COMES_BACK.broken("a set-aside Small unit of the country comes back", order.unit, ", ".join(names))]


TASKS: dict[str, agenda.Task] = {
    "comes-back": agenda.Task(
        lambda play, arguments: None,
        _asks_back,
        _check_back,
        lambda play, arguments, order: _comes_back(play, order.unit),
    ),
}

"""Units that stand where they may no longer be move out: home when France falls, else to the closest land (section 3.4)."""

from __future__ import annotations

from engine.condition import Condition, parse_condition
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Pending, Position
from engine.state import Stack
from engine.title.own_tables import own_rows
from engine.titles.blitz import agenda
from engine.titles.blitz.agenda import Arguments
from engine.titles.blitz.orders import GoTo
from engine.titles.blitz.position import board, changes, ways
from engine.titles.blitz.tables import Port
from engine.titles.blitz.vocabulary import FOUGHT, MOVED, REBASED

HOME, CLOSEST = "home", "closest"
"""Where units move out to: any land area of their home country, or the closest one where they can stack."""

DONE = (MOVED, REBASED, FOUGHT)
"""What a unit has done in this turn, which it has still done where it moves out to."""

MOVE_OUT = Rule("move-out", "3.4 Conquest and Liberation", FATAL)


def move_out(play: Play, where: str = CLOSEST) -> None:
    """Let the units leave that stand where they may no longer be; their owners choose where there is a choice (3.4)."""
    gone = [key for key in sorted(board.on_map(play.position)) if _is_unwelcome(play.position, key)]
    agenda.before(play, *(f"move-out {key.unit} {where}" for key in gone))


def _is_unwelcome(position: Position, key: Stack) -> bool:
    if position.title.areas[key.area].kind != "land" or key.power == board.NEUTRAL:
        return False
    welcome = board.may_enter(position, key, key.area)
    return not welcome and not board.is_hostile_land(position, key.power, key.area, key.unit)


def refuges(position: Position, key: Stack, where: str) -> list[tuple[str, str]]:
    """Return the (land area, sea of the port) that a unit may move out to; the closest when there is no room at home."""
    found = []
    if where == HOME:
        found = _open(position, key, position.title.regions.get(board.home_of(position, key.unit), ()))
    return found or _closest(position, key)


def _open(position: Position, key: Stack, areas: tuple[str, ...]) -> list[tuple[str, str]]:
    return [
        (area, sea)
        for area in areas
        for sea in _moorings(position, key, area)
        if area != key.area and board.can_stack(position, key, area, board.harbours(position, area, sea) if sea else None)
    ]


def _closest(position: Position, key: Stack) -> list[tuple[str, str]]:
    far = ways.distances(position.title, key.area)
    found = _open(position, key, tuple(far))
    return sorted(place for place in found if far[place[0]] == min(far[area] for area, _ in found))


def _moorings(position: Position, key: Stack, area: str) -> tuple[str, ...]:
    if board.kind_of(position.title, key.unit) != "sea":
        return ("",)
    return tuple(row.seas[0] for row in own_rows(position.title, "ports", Port) if row.area == area)


def send_home(play: Play, key: Stack) -> None:
    """Put a unit into a land area of its home country, else the closest one with room; destroy it without any."""
    _go(play, key, refuges(play.position, key, HOME))


def _go(play: Play, key: Stack, places: list[tuple[str, str]]) -> None:
    if places:
        area, sea = places[0]
        changes.move(play, key, area, changes.with_words(_has_done(key), changes.port_word(play, area, sea)), cause="moved-out")
    else:
        changes.destroy(play, key, "moved-out")


def _has_done(key: Stack) -> str:
    """Return what a unit keeps of its condition as it moves out: what it has done in this turn, so that it does none of it twice (2.1)."""
    condition = parse_condition(key.condition)
    return Condition(used=condition.used, words=tuple(word for word in condition.words if word in DONE)).text


def _asks(position: Position, arguments: Arguments) -> Pending | None:
    unit, where = arguments
    key = board.find(position, unit)
    open_ = refuges(position, key, where) if key and not board.is_boxed(position, key) else []
    return Pending("move-out", key.power, (GoTo,), GoTo(unit, *open_[0])) if key and len(open_) > 1 else None


def _move_out(play: Play, arguments: Arguments) -> None:
    key = board.find(play.position, arguments[0])
    if key is not None and not board.is_boxed(play.position, key):
        _go(play, key, refuges(play.position, key, arguments[1]))


def _chosen(position: Position, arguments: Arguments, order: GoTo) -> list[tuple[str, str]]:
    key = board.find(position, arguments[0])
    open_ = refuges(position, key, arguments[1]) if key else []
    return [(area, sea) for area, sea in open_ if area == order.area and order.port in ("", sea)]


def _check(position: Position, arguments: Arguments, order: GoTo) -> list[Problem]:
    if order.unit == arguments[0] and _chosen(position, arguments, order):
        return []
    key = board.find(position, arguments[0])
    names = dict.fromkeys(area for area, _ in refuges(position, key, arguments[1])) if key else {}
    return [MOVE_OUT.broken(f"{arguments[0]} cannot move out there", f"{order.unit} to {order.area}", ", ".join(names))]


def _answer(play: Play, arguments: Arguments, order: GoTo) -> None:
    key = board.find(play.position, arguments[0])
    assert key is not None
    _go(play, key, _chosen(play.position, arguments, order))


TASKS: dict[str, agenda.Task] = {
    "move-out": agenda.Task(_move_out, _asks, _check, _answer),
}

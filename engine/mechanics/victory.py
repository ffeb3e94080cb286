"""Victory cities: who holds how many, the points scored as they change hands, and whether a side has won."""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import VictoryPointsScored
from engine.play import Play
from engine.rules import Position
from engine.titles.model import Title


def cities(title: Title, control: Mapping[str, str]) -> dict[str, int]:
    """Return how many victory cities each side controls, sides in the title's order (section Winning the Game)."""
    held = dict.fromkeys(title.sides, 0)
    for area in title.victory_cities:
        holder = control.get(area, "")
        if holder:
            held[title.side_of[holder]] += 1
    return held


def threshold(position: Position) -> int:
    """Return how many victory cities win at the level that this game is played to."""
    return int(position.title.settings["victory"]["levels"][position.options["victory"]])


def winner(position: Position) -> str:
    """Return the side that controls enough victory cities now, or nothing."""
    needed = threshold(position)
    held = cities(position.title, position.state.control)
    return next((side for side, count in held.items() if count >= needed), "")


def score_setup(play: Play) -> None:
    """Emit what each side begins with (section How the War Is Won)."""
    for side, count in cities(play.title, play.state.control).items():
        _score(play, side, count, "setup")


def score_change(play: Play, area: str, before: str, after: str) -> None:
    """Emit the points of an area that went from one power to another, where it holds a victory city (Capturing a Victory City)."""
    sides = play.title.side_of
    lost, won = sides.get(before, ""), sides.get(after, "")
    if not play.title.areas[area].victory_city or lost == won:
        return
    if lost:
        _score(play, lost, -1, area)
    if won:
        _score(play, won, 1, area)


def _score(play: Play, side: str, delta: int, reason: str) -> None:
    measure = str(play.title.settings["victory"]["measure"])
    total = play.state.points.get((side, measure), 0) + delta
    play.emit(VictoryPointsScored(side, measure, delta, total, reason))

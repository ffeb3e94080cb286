"""Victory points of cities: each contender's points, scoring as areas change hands, and the check for a winner.

Each city counts one point, or what cities.csv says; `engine/title/contenders.py` says who contends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from engine.events import VictoryPointsScored
from engine.families.axis_allies.vocabulary import HELD_SINCE
from engine.play import Play
from engine.rules import Position
from engine.title.contenders import HELD, Contender, contenders, groups, hold_of, needed, worth
from engine.title.model import Title
from engine.title.settings import setting

ECONOMIC_OPTION = "economic-victory"
"""A table of title.toml, its option, and how a game ends that is won so."""


class EconomicVictory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`needs`: by the value of the option, what a side's areas must be worth at the end of a round."""

    source: str
    needs: dict[str, dict[str, int]]


def cities(title: Title, control: Mapping[str, str]) -> dict[str, int]:
    """Return how many points each contender holds, in the title's order (section Winning the Game)."""
    of = {power: slug for slug, powers in groups(title).items() for power in powers}
    held = dict.fromkeys(groups(title), 0)
    for area in title.victory_cities:
        slug = of.get(control.get(area, ""))
        if slug:
            held[slug] += worth(title, area)
    return held


def winner(position: Position) -> str:
    """Return the side that controls enough victory cities now, or nothing."""
    held = cities(position.title, position.state.control)
    return next((side for side, count in held.items() if count >= needed(position.title, position.options["victory"], side)), "")


def economic_winner(position: Position) -> str:
    """Return the side whose areas are worth enough by `[economic_victory]`, with the option of that name; else nothing."""
    rules = setting(position.title, "economic_victory", EconomicVictory)
    needs = rules.needs.get(position.options.get(ECONOMIC_OPTION, ""), {}) if rules else {}
    worth_of = Counter[str]()
    for area, power in position.state.control.items() if needs else ():
        worth_of[position.title.side_of.get(power, "")] += position.title.areas[area].value
    return next((side for side, amount in needs.items() if worth_of[side] >= amount), "")


def score_setup(play: Play) -> None:
    """Emit each contender's starting points (section How the War Is Won)."""
    for slug, count in cities(play.title, play.state.control).items():
        _score(play, slug, count, "setup")


def score_change(play: Play, area: str, before: str, after: str) -> None:
    """Emit the points of an area that went from one power to another, where it holds a victory city (Capturing a Victory City)."""
    points = worth(play.title, area)
    of = {power: slug for slug, powers in groups(play.title).items() for power in powers} if points else {}
    lost, won = of.get(before, ""), of.get(after, "")
    if lost == won:
        return
    if lost:
        _score(play, lost, -points, area)
    if won:
        _score(play, won, points, area)


def _score(play: Play, slug: str, delta: int, reason: str) -> None:
    measure = str(play.title.settings["victory"]["measure"])
    total = play.state.points.get((slug, measure), 0) + delta
    play.emit(VictoryPointsScored(slug, measure, delta, total, reason))


def meets(position: Position, row: Contender) -> bool:
    """Return whether a contender's condition is met now."""
    control = position.state.control
    if cities(position.title, control)[row.slug] < row.points:
        return False
    if row.theatres and not any(sum(control.get(area) in row.powers for area in one.of) >= one.hold for one in row.theatres):
        return False
    if not all(control.get(area) in row.powers for area in row.all_of):
        return False
    if not all(control.get(area) in (*row.powers, *row.helpers) for area in row.helped):
        return False
    return all(not some or any(control.get(area) in row.powers for area in some) for some in (row.one_of, row.keeps))


def hold(play: Play) -> str:
    """At the end of a turn, count how long each contender has met its condition; return the first to meet it long enough.

    A complete turn is one of every power: from the end of the turn in which the condition was first met, a marker,
    to the end of the same power's turn in the next round.
    """
    won = ""
    turns = play.title.turns
    clock = play.state.clock
    now = clock.round * len(turns) + turns.index(clock.power)
    for slug, row in contenders(play.title).items():
        total, since = play.state.points.get((slug, HELD), 0), HELD_SINCE.read(play.state, slug)
        if not meets(play.position, row):
            if since:
                HELD_SINCE.emit(play, "", slug)
            _held(play, slug, total, 0, "lost")
            continue
        if not since:
            HELD_SINCE.emit(play, str(now), slug)
        held = now - int(since or now)
        _held(play, slug, total, held, "held")
        won = won or (slug if held >= hold_of(row, play.position.options) * len(turns) else "")
    return won


def _held(play: Play, slug: str, before: int, after: int, reason: str) -> None:
    if before != after:
        play.emit(VictoryPointsScored(slug, HELD, after - before, after, reason))

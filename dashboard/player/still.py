"""A still of the map: one moment of what the player plays, as an SVG picture that needs no script and no network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from dashboard.player.palette import ink
from dashboard.player.payload import SEAS, Payload
from dashboard.ui.templates import Template, trusted

HTML = Template.of(__file__)
WIDTH = 1600
"""Units across a still; the player's sheet is finer than a still needs."""
SHORE, FREE, CLOSED, EDGE, FIGHT = "#8fb6cf", "#efe7d4", "#d5d0c4", "#20252b", "#e0301e"
SHALLOW = 0.4
"""Of the colour of whoever controls a sea: it stays a sea."""
CORNERS = (1, 7, 4, 0)
"""Roundness of counters by the form of their side, as in the player."""
ROOM = 15
"""Units of room around its middle that an area needs for its name."""
WIDEST = 4.2
"""How many times the room a name may be wide."""
STAR = "M0-7L1.6-2.2L6.7-2.2L2.5.8L4.1 5.7L0 2.7L-4.1 5.7L-2.5.8L-6.7-2.2L-1.6-2.2Z"
BURST = "M13 0L6 4L4 12L-1 6L-9 9L-6 2L-13 -3L-5 -4L-4 -12L2 -6L10 -9L6 -3Z"
STYLE = (
    "text{font:600 11px sans-serif;text-anchor:middle}.n{stroke-width:2.4px;stroke-linejoin:round;paint-order:stroke}"
    ".c{font-size:12px;font-weight:700}.a{stroke-width:1;stroke-linejoin:round;fill-rule:evenodd}"
)

_RING = re.compile(r"M(-?\d+) (-?\d+)l([^z]*)z")


class Ground(NamedTuple):
    """An area: its shape, colours and title; `opacity` of its colour is None where all of it shows."""

    d: str
    fill: str
    stroke: str
    opacity: float | None
    title: str


class Counter(NamedTuple):
    """The units of a power in an area: where their counter stands, its form and colours, and how many they are."""

    x: float
    y: int
    width: int
    corner: int
    fill: str
    ink: str
    units: int


class Piece(NamedTuple):
    """What stands in an area: its name if there is room for it, with its colours, a mark (`capital`, `city`, or none), and counters."""

    x: int
    y: int
    name: str
    ink: str
    paint: str
    mark: str
    lift: int
    counters: list[Counter]


def still(game: Payload, turn: int = -1) -> str:
    """Return the board at the end of a turn as SVG, with its legend.

    Args:
        game: what `payload` made. turn: from 0, the set-up; below 0 counted from the last one.
    """
    turn = range(len(game["turns"]))[turn]
    wide, high = game["size"]
    scale = WIDTH / wide
    owners, units = _owners(game, turn), _units(game, turn)
    said = moment(game, turn)
    size = (WIDTH, round(high * scale))
    return str(
        HTML.still(
            size,
            f"The board: {said}",
            said,
            trusted(STYLE),
            _scaled(game["ground"], scale) if game["ground"] else "",
            _areas(game, owners, scale),
            _fought(game, turn, scale),
            _pieces(game, owners, units, scale),
            _legend(game, owners, units),
            {"sea": SEAS[0], "closed": CLOSED, "fight": FIGHT, "burst": BURST, "star": STAR},
        )
    )


def moment(game: Payload, turn: int) -> str:
    """Return what a turn is called: `Round 3, Germany`, or `Set-up`."""
    round_, power = game["turns"][turn]
    when = game["dates"].get(str(round_), f"Round {round_}")
    if power < 0:
        return when if turn else "Set-up"
    return f"{when}, {game['powers'][power]['turn']}"


def _owners(game: Payload, turn: int) -> list[int]:
    """Return the owner of each area at the end of a turn, -1 for nobody."""
    found = []
    for course in game["owners"]:
        held = [owner for at, owner in zip(course[::2], course[1::2], strict=True) if at <= turn]
        found.append(held[-1] if held else -1)
    return found


def _units(game: Payload, turn: int) -> list[dict[int, int]]:
    """Return how many units, facilities left out, each power has in each area at the end of a turn."""
    counts: dict[tuple[int, int, int], int] = {}
    for changes in game["stacks"][: turn + 1]:
        for at in range(0, len(changes), 4):
            area, power, unit, count = changes[at : at + 4]
            counts[area, power, unit] = count
    found: list[dict[int, int]] = [{} for _ in game["areas"]]
    for (area, power, unit), count in counts.items():
        if count and game["units"][unit][1] != "facility":
            found[area][power] = found[area].get(power, 0) + count
    return found


def _areas(game: Payload, owners: list[int], scale: float) -> Iterator[Ground]:
    for area, owner in zip(game["areas"], owners, strict=True):
        sea, opacity = area["kind"] == "sea", None
        fill, look = (SEAS[0], SHORE) if sea else (CLOSED if area["kind"] == "closed" else FREE, EDGE)
        if owner >= 0 and (not sea or game["seas"]):
            fill, opacity = game["powers"][owner]["color"], SHALLOW if sea else None
        yield Ground(_scaled(area["d"], scale), fill, look, opacity, _held(game, area, owner))


def _held(game: Payload, area: dict[str, Any], owner: int) -> str:
    return f"{area['name']}: {game['powers'][owner]['name']}" if owner >= 0 else str(area["name"])


def _fought(game: Payload, turn: int, scale: float) -> Iterator[tuple[int, int]]:
    for at in dict.fromkeys(game["battles"][turn][::2]):
        yield _middle(game["areas"][at], scale)


def _pieces(game: Payload, owners: list[int], units: list[dict[int, int]], scale: float) -> Iterator[Piece]:
    """Yield names, marks of capitals and cities, and a counter a power, its form that of its side."""
    for area, owner, held in zip(game["areas"], owners, units, strict=True):
        x, y = _middle(area, scale)
        room = area["at"][2] * scale
        named = area["kind"] != "sea" and room > ROOM and 6 * len(area["short"]) < WIDEST * room
        paint = game["powers"][owner]["color"] if owner >= 0 else FREE
        mark = "capital" if area["capital"] >= 0 else "city" if area["city"] else ""
        counters = []
        left = x - sum(_wide(count) + 1 for count in held.values()) / 2
        for power, count in held.items():
            counters.append(_counter(game["powers"][power], game["forms"][game["powers"][power]["side"]], count, left, y))
            left += _wide(count) + 1
        yield Piece(x, y, area["short"] if named else "", ink(paint), paint, mark, 20 if named else 10, counters)


def _wide(count: int) -> int:
    return 8 + 7 * len(str(count))


def _counter(power: dict[str, Any], form: int, count: int, x: float, y: int) -> Counter:
    corner = CORNERS[form] if form < len(CORNERS) else 4
    return Counter(x, y, _wide(count), corner, power["color"], power["ink"], count)


def _legend(game: Payload, owners: list[int], units: list[dict[int, int]]) -> Iterator[tuple[float, str, str]]:
    """Yield where each power on the board stands in the legend, its colour, and its name."""
    seen = {owner for area, owner in zip(game["areas"], owners, strict=True) if owner >= 0 and area["kind"] != "sea"}
    seen.update(power for held in units for power in held)
    x = 4.0
    for at in sorted(seen):
        name = game["powers"][at]["name"]
        yield x, game["powers"][at]["color"], name
        x += 36 + 7.6 * len(name)


def _middle(area: dict[str, Any], scale: float) -> tuple[int, int]:
    return round(area["at"][0] * scale), round(area["at"][1] * scale)


def _scaled(path: str, scale: float) -> str:
    """Return closed rings of whole steps in the units of a still; steps of less than one unit fall away."""
    found = []
    for left, top, steps in _RING.findall(path):
        numbers = [int(number) for number in steps.split()]
        points, x, y = [(int(left), int(top))], int(left), int(top)
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + dx, y + dy
            points.append((x, y))
        kept = list(dict.fromkeys((round(px * scale), round(py * scale)) for px, py in points))
        if len(kept) > 2:
            moves = " ".join(f"{bx - ax} {by - ay}" for (ax, ay), (bx, by) in pairwise(kept))
            found.append(f"M{kept[0][0]} {kept[0][1]}l{moves}z".replace(" -", "-"))
    return "".join(found)

"""What the player plays: a whole game as one small JSON object, its areas, its turns and what each turn changed.

Areas, powers, units and turns are named by number, from 0, in the order of their lists; -1 is nobody.

| key | holds |
|---|---|
| size | width and height of the sheet, in units |
| money | printed name of the title's main resource |
| worth | printed name of what values of areas are counted in |
| seas | whether control of a sea is a rule of the game, and shown on the map |
| around | width of the globe in units of the sheet, 0 where the map does not go around it |
| theatres | parts of the map to look at: name, left, top, width, height |
| opens | the turn that is shown first |
| sides | names; one without a name where nobody has an ally |
| forms | the form of each side's patterns and counters, from 0; the same in every game |
| powers | name, turn (what its turn is called), color, ink (read on it) and side |
| ground | outline of land that is no area of the game |
| symbols | SVG paths of the units' symbols on a sheet of 16 by 12, by name |
| units | name, class, symbol, attack, defense and cost (null where unknown) of each; one with fewer steps is an entry of its own |
| areas | name, short, kind (land, sea or closed), value, city, capital (whose), at (x, y, room), d (outline as an SVG path) |
| turns | round and power of each; the first is the set-up, of nobody |
| dates | what rounds are called, by number; others are called by it |
| owners | for each area: turn and owner, turn and owner, ... wherever it changes |
| stacks | for each turn: area, power, unit, count, area, ... wherever the count at its end is a new one |
| moves | for each turn: power, whether it is none of an attack (1), units, number of areas on the way, and these areas, again and again |
| battles, convoys | for each turn: pairs of an area and what happened there, in words |
| losses | for each turn: pairs of an area and what convoy raids took there |
| news | for each turn: what it changed, in words |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import polars as pl

from dashboard.layouts.layout import Layout, Ring
from dashboard.player.event_text import battle_text, news_text, raid_text
from dashboard.player.opening import opening
from dashboard.player.palette import ink, nudge
from dashboard.player.symbols import rank, symbol_of, symbols
from dashboard.turn_report.prices import NONE, unpriced
from dashboard.ui.sides import side_forms
from dashboard.ui.text import color
from ingest.vassal.kinds import NOBODY

SEAS = ("#d3e2ec", "#233746")
"""What the sea looks like in the light and in the dark theme: no power may look like it."""

PATTERNS = 3
"""Sides that the player has a pattern and a form of counters for."""

ARMS = ("land", "air", "sea")
"""Symbols that stand for all units of a class."""

QUIETLY = (
    "noncombat",
    "landing",
    "rebase",
    "return",
    "retreat",
    "recall",
    "redeployed",
    "transfer",
    "replaced",
    "evacuated",
)
"""Causes of moves that are no part of an attack."""

_SEA = re.compile(r"\s*\bsea zone\s*\Z", re.IGNORECASE)
_NUMBERED = re.compile(r"(?:sea zone|sz)\s*0*(\d+)\s*\Z", re.IGNORECASE)

Payload = dict[str, Any]
Frames = Callable[[str], pl.DataFrame]


class _Numbers:
    """Numbers of areas, powers, units and turns, by slug."""

    def __init__(self, frames: Frames, layout: Layout) -> None:
        on_map = pl.col("area").is_in(list(layout.places)) & (pl.col("kind") != "box")
        areas = frames("title_areas").filter(on_map)
        self.areas = areas.sort(pl.col("kind") != "sea", maintain_order=True)
        self.powers = frames("title_powers").sort("play_order")
        self.units = _in_order(_kinds(frames("title_units"), frames("stacks")))
        self.turns = frames("powers").select("turn", "round", "turn_power").unique("turn").sort("turn")
        self.area, self.power = _numbered(self.areas["area"]), _numbered(self.powers["power"])
        self.turn = _numbered(self.turns["turn"])
        self.unit = {row[:2]: number for number, row in enumerate(self.units.select("unit", "strength").iter_rows())}

    def whose(self, power: str) -> int:
        """Return the number of the power whose turn it is; -1 of the set-up, and where the record does not tell whose it is."""
        return -1 if power == NOBODY else self.power.get(power, -1)


def told(figure: str) -> pl.Expr:
    """Return a column of figures, null where it is 0 of every unit: such a figure the title does not have, or nobody tells it."""
    return pl.when((pl.col(figure) != 0).any()).then(figure).alias(figure)


def _kinds(units: pl.DataFrame, stacks: pl.DataFrame) -> pl.DataFrame:
    """Return all types of units at full strength, then those that stood with fewer steps."""
    full = units.select("unit", "strength", "name", "class", *map(told, ("attack", "defense", "cost")))
    seen = stacks.select("unit", "strength").unique().join(full.rename({"strength": "full"}), on="unit")
    fewer = seen.filter(pl.col("strength") < pl.col("full")).sort("unit", "strength", descending=[False, True])
    named = fewer.with_columns(pl.format("{}, {} of {}", "name", "strength", "full").alias("name"))
    return pl.concat([full, named.select(full.columns)], how="vertical_relaxed")


def _in_order(kinds: pl.DataFrame) -> pl.DataFrame:
    """Return kinds of units in the order in which they are told, each with its symbol."""
    names = [symbol_of(unit, arm) for unit, arm in kinds.select("unit", "class").iter_rows()]
    places = pl.Series("place", [rank(name) for name in names], dtype=pl.Int32)
    return kinds.with_columns(pl.Series("symbol", names, dtype=pl.String), places).sort(
        "place", "cost", "name", "strength", descending=[False, False, False, True], maintain_order=True
    )


def payload(
    frames: Frames,
    layout: Layout,
    money: str = "IPC",
    seas: bool = False,
    turns: Mapping[str, str] = MappingProxyType({}),
    dates: Mapping[int, str] = MappingProxyType({}),
    worth: str = "",
) -> Payload:
    """Return a game for the player.

    Args:
        frames: the lake's tables of one game by name, as `functools.partial(lake.frame, game_id=...)` has them.
        layout: where areas are drawn; those that are not in it are left out.
        money: printed name of the title's main resource. seas: whether control of a sea is a rule of the game; some records
            give every sea that somebody passes an owner. turns: what turns are called that are not the power's alone, by power.
            dates: what rounds are called; one that is not among them by its number. worth: what values of areas are counted in, by
            default `money`.
    """
    at = _Numbers(frames, layout)
    owners = _owners(frames("areas"), at)
    battles, convoys, losses = _battles(frames, at, money), *_convoys(frames, at, money)
    return {
        "size": [layout.width, layout.height],
        "around": layout.around,
        "theatres": [[name, *box] for name, box in layout.theatres],
        "opens": opening(frames, owners, at),
        "money": money,
        "worth": worth or money,
        "seas": seas,
        **_powers(at.powers, turns),
        "ground": "".join(map(_path, layout.ground)),
        "symbols": {name: symbols()[name].path for name in sorted({*at.units["symbol"], *ARMS})},
        "units": [list(row) for row in at.units.select("name", "class", "symbol", "attack", "defense", "cost").iter_rows()],
        "areas": _areas(layout, at),
        "dates": {str(round_): when for round_, when in dates.items()},
        "turns": [[row["round"], at.whose(row["turn_power"])] for row in at.turns.iter_rows(named=True)],
        "owners": owners,
        "stacks": _stacks(frames("stacks"), at),
        "moves": _moves(frames("units_moved"), at),
        "battles": battles,
        "convoys": convoys,
        "losses": losses,
        "news": _news(owners, battles, convoys, at, seas),
    }


def _numbered(slugs: pl.Series) -> dict[Any, int]:
    return {slug: number for number, slug in enumerate(slugs)}


def _powers(rows: pl.DataFrame, turns: Mapping[str, str]) -> dict[str, Any]:
    names = dict(zip(rows["side"], rows["side_name"], strict=True))
    # A turn summary may know no alliances: every power is then its own side, and patterns of sides would say nothing.
    if rows.height > PATTERNS and len(names) == rows.height:
        rows, names = rows.with_columns(side=pl.lit("")), {"": ""}
    sides = list(names)
    colors = nudge([color(one) for one in rows["color"]], rows["side"].to_list(), SEAS)
    return {
        "sides": [names[side] for side in sides],
        "forms": side_forms([names[side] for side in sides]),
        "powers": [
            {
                "name": row["name"],
                "turn": turns.get(row["power"], row["name"]),
                "color": shown,
                "ink": ink(shown),
                "side": sides.index(row["side"]),
            }
            for row, shown in zip(rows.iter_rows(named=True), colors, strict=True)
        ],
    }


def _areas(layout: Layout, at: _Numbers) -> list[dict[str, Any]]:
    capitals: dict[str, int] = {}
    for power, capital in at.powers.select("power", "capital").iter_rows():
        capitals.setdefault(capital, at.power[power])
    return [_area(row, layout, capitals.get(row["area"], -1)) for row in at.areas.iter_rows(named=True)]


def _area(row: dict[str, Any], layout: Layout, capital: int) -> dict[str, Any]:
    place = layout.places[row["area"]]
    numbered = _NUMBERED.match(row["name"])
    closed = "closed" if row["terrain"] == "impassable" else "land"
    return {
        "name": row["name"],
        "short": numbered[1] if numbered else _SEA.sub("", row["name"]) or row["name"],
        "kind": "sea" if row["kind"] == "sea" else closed,
        "value": row["value"],
        "city": row["victory_city"],
        "capital": capital,
        "at": [place.x, place.y, place.room],
        "d": "".join(map(_path, place.rings)),
    }


@lru_cache(8_192)
def _path(ring: Ring) -> str:
    """Return a closed ring as an SVG path of whole steps; kept, for all games on a map have the same ones."""
    steps = [(x - px, y - py) for (px, py), (x, y) in pairwise(ring)]
    return f"M{ring[0][0]} {ring[0][1]}l" + " ".join(f"{x} {y}" for x, y in steps) + "z"


def _owners(held: pl.DataFrame, at: _Numbers) -> list[list[int]]:
    """Return turn and owner of each area wherever the owner is a new one."""
    found: list[list[int]] = [[] for _ in at.area]
    for turn, area, controller in held.sort("turn").select("turn", "area", "controller").iter_rows():
        owner, course = at.power.get(controller, -1), found[at.area[area]] if area in at.area else [0, 0]
        if area in at.area and (not course or course[-1] != owner):
            course += [at.turn[turn], owner]
    return found


def _stacks(stacks: pl.DataFrame, at: _Numbers) -> list[list[int]]:
    """Return what each turn changed on the board: area, power, unit and count, in a row."""
    keys = ["area", "power", "unit", "strength"]
    full = at.units.unique("unit", keep="first").select("unit", full="strength")
    told = stacks.join(full, on="unit").with_columns(pl.min_horizontal("strength", "full").alias("strength"))
    counts = told.group_by("turn", *keys).agg(pl.col("count").sum()).sort("turn", *keys)
    by_turn: list[dict[tuple[int, int, int], int]] = [{} for _ in at.turn]
    for turn, area, power, unit, strength, count in counts.iter_rows():
        if area in at.area and power in at.power and (unit, strength) in at.unit:
            by_turn[at.turn[turn]][at.area[area], at.power[power], at.unit[unit, strength]] = count
    found: list[list[int]] = []
    before: dict[tuple[int, int, int], int] = {}
    for now in by_turn:
        changed = [key for key in {**before, **now} if before.get(key) != now.get(key)]
        found.append([number for key in sorted(changed) for number in (*key, now.get(key, 0))])
        before = now
    return found


def _moves(moved: pl.DataFrame, at: _Numbers) -> list[list[int]]:
    """Return the moves of each turn: whose, whether it is quiet, how many units, and the areas on their way, counted first."""
    counts: list[dict[tuple[int, ...], int]] = [{} for _ in at.turn]
    rows = moved.select("turn", "power", "cause", "count", "origin", "destination", "path").iter_rows()
    for turn, power, cause, count, origin, destination, path in rows:
        known = [at.area[area] for area in path or (origin, destination) if area in at.area]
        way = [area for number, area in enumerate(known) if not number or area != known[number - 1]]
        if turn in at.turn and power in at.power and len(way) > 1 and way[0] != way[-1]:
            key = (at.power[power], int(cause in QUIETLY), *way)
            counts[at.turn[turn]][key] = counts[at.turn[turn]].get(key, 0) + count
    return [[number for (power, quiet, *way), count in of.items() for number in (power, quiet, count, len(way), *way)] for of in counts]


def worth_of(game: Mapping[str, Any]) -> str:
    """Return what values of areas are counted in: PUs on maps of TripleA, whatever their units cost; else the main resource.

    Args:
        game: a row of the lake's `games`.
    """
    other = game["source"].startswith("TripleA") and game["resource"] != "ipc"
    return "PUs" if other else str(game["resource_name"])


def _battles(frames: Frames, at: _Numbers, money: str) -> list[list[Any]]:
    names = dict(zip(at.powers["power"], at.powers["name"], strict=True))
    found: list[list[Any]] = [[] for _ in at.turn]
    unknown = unpriced(frames)
    for turn, row in _of_turns(frames("battle_ended"), at):
        found[turn] += [at.area[row["area"]], battle_text(row, names, money, unknown.get(row["battle"], NONE))]
    return found


def _convoys(frames: Frames, at: _Numbers, money: str) -> tuple[list[list[Any]], list[list[int]]]:
    names = dict(zip(at.powers["power"], at.powers["name"], strict=True))
    told: list[list[Any]] = [[] for _ in at.turn]
    lost: list[list[int]] = [[] for _ in at.turn]
    for turn, row in _of_turns(frames("convoy_raided"), at):
        told[turn] += [at.area[row["area"]], raid_text(row, names, money)]
        lost[turn] += [at.area[row["area"]], row["loss"]]
    return told, lost


def _of_turns(rows: pl.DataFrame, at: _Numbers) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the rows whose turn and area the player shows, each with its turn's number."""
    for row in rows.iter_rows(named=True):
        if row["turn"] in at.turn and row["area"] in at.area:
            yield at.turn[row["turn"]], row


def _news(owners: list[list[int]], battles: list[list[Any]], convoys: list[list[Any]], at: _Numbers, seas: bool) -> list[str]:
    areas, powers = at.areas["name"].to_list(), at.powers["name"].to_list()
    # TripleA gives every sea zone that somebody passes an owner; it means something only where it is worth something.
    counts = ((at.areas["kind"] != "sea") | (at.areas["value"] > 0) | seas).to_list()
    taken: list[dict[str, list[str]]] = [{} for _ in at.turn]
    for area, course in enumerate(owners):
        for turn, owner in zip(course[2::2], course[3::2], strict=True):
            if counts[area]:
                taken[turn].setdefault(powers[owner] if owner >= 0 else "", []).append(areas[area])
    return [
        news_text(taken[turn], [areas[one] for one in dict.fromkeys(battles[turn][::2])], convoys[turn][1::2])
        for turn in range(len(at.turn))
    ]

"""A game as it was when it was written, from the rows that an older Sitrep kept of it: title, header, events, state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import UnionType
from typing import Any

import msgspec
import polars as pl

from engine.decoding import from_json
from engine.errors import SitrepError
from engine.recording import NO_END, Fidelity, Header
from engine.replay import Game
from engine.state import GameState
from engine.title.contenders import victory_of
from engine.title.model import Area, Link, Named, Power, Side, Unit
from engine.titles import Title, load_title
from warehouse.races import counts_areas
from warehouse.record_parts import parts_in
from warehouse.rows import EVENT_TABLES, events_from
from warehouse.schema import POLARS, TABLES, Table, column_of

Rows = Mapping[str, pl.DataFrame]
"""Table to the rows of one game; every table is there, and every column of today."""

_EMPTY = {
    "text": "",
    "int": 0,
    "long": 0,
    "real": 0.0,
    "bool": False,
    "json": "{}",
    "texts": [],
    "ints": [],
    "reals": [],
}

_UNKNOWN = {("games", "gap"): NO_END}
"""Columns in which the empty value would say too much."""


def completed(name: str, frame: pl.DataFrame | None) -> pl.DataFrame:
    """Return an older frame with the columns of today, in their order: what it had not is what an event says by default.

    Raises:
        LookupError: an event cannot be without what is missing.
    """
    table = TABLES[name]
    if frame is None:
        return pl.DataFrame(schema=table.polars)
    missing = _defaults(table, [column.name for column in table.columns if column.name not in frame.columns])
    added = [pl.lit(value, dtype=table.polars[column]).alias(column) for column, value in missing.items()]
    return frame.with_columns(added).select(pl.col(column).cast(kind) for column, kind in table.polars.items())


def _defaults(table: Table, names: Iterable[str]) -> dict[str, Any]:
    """Return columns with what stands in them when nothing is said."""
    kinds = {column.name: column.type for column in table.columns}
    fields = {column_of(table.event, field.name): field for field in msgspec.structs.fields(table.event)} if table.event else {}
    found = {}
    for name in names:
        field = fields.get(name)
        if field is not None and field.required:
            raise LookupError(f"{table.name}.{name} is not in the older files, and no event can be without it")
        empty = _UNKNOWN.get((table.name, name), _EMPTY[kinds[name]])
        found[name] = empty if field is None else _plain(field, kinds[name])
    return found


def _plain(field: msgspec.structs.FieldInfo, kind: str) -> Any:
    value = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
    if kind == "json":
        return msgspec.json.encode(value).decode()
    return list(value) if POLARS[kind].is_nested() else value


def game_of(rows: Rows) -> tuple[Game, str]:
    """Return a game and the time of its ingest.

    Raises:
        FoldError: the events do not fit one another.
    """
    events = events_from((event, rows[table.name]) for event, table in EVENT_TABLES.items())
    state = GameState().apply_all(events)
    (row,) = rows["games"].to_dicts()
    header = Header(
        title=row["title"],
        scenario=row["scenario"],
        options=state.options,
        players=state.players,
        game=row["game_id"],
        played=row["played"],
        overlays=row["overlays"],
        source=row["source"],
        about=row["about"],
    )
    title = _title(row, rows)
    name, digest, gap = row["name"], row["digest"], row["gap"]
    game = Game(title, header, events, state, Fidelity(row["fidelity"]), name, digest, gap, parts=parts_in(rows["record_parts"]))
    return game, row["ingested_at"]


def _title(row: Mapping[str, Any], rows: Rows) -> Title:
    """Return the title as the tables tell it; what they do not tell is as in the title of that name today."""
    today = _title_of_today(row["title"])
    powers = _structs(Power, rows["title_powers"], today.powers if today else {}, "power")
    told = {
        "slug": row["title"],
        "name": row["title_name"],
        "areas": _structs(Area, rows["title_areas"], today.areas if today else {}, "area"),
        "units": _structs(Unit, rows["title_units"], today.units if today else {}, "unit"),
        "powers": powers,
        "links": tuple(_struct(Link, link, None) for link in rows["title_links"].to_dicts()),
        "sides": _sides(rows),
        "resources": _resources(row, today),
        "settings": _victory(rows["races"], today, row["scenario"]),
    }
    if today:
        return msgspec.structs.replace(today, **told)
    title: Title = _struct(Title, told | {"dice_sides": _sides_of_dice(rows["dice_rolled"])}, None)
    return title


def _sides_of_dice(rolls: pl.DataFrame) -> int:
    """Return how many sides the dice of a game had, from what they were expected to hit; 6 if it had no dice."""
    for target, dice, expected in rolls.select("target", pl.col("dice").list.len(), "expected").iter_rows():
        if target and dice and 0 < expected < dice:
            sides: int = round(target * dice / expected)
            return sides
    return 6


def _title_of_today(slug: str) -> Title | None:
    try:
        return load_title(slug)
    except (SitrepError, LookupError):
        return None  # read from the record that told the game


def _structs(kind: type, frame: pl.DataFrame, today: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {row[key]: _struct(kind, row, today.get(row[key])) for row in frame.to_dicts()}


def _struct(kind: type, row: Mapping[str, Any], today: Any) -> Any:
    """Return a struct of what a row tells, then of what today's title tells, else of what stands for nothing."""
    found = {}
    for field in msgspec.structs.fields(kind):
        column = _COLUMNS.get((kind, field.name), field.name)
        if column in row:
            value = row[column]
            found[field.name] = from_json(value, dict) if (kind, field.name) in _JSON else value
        elif today is not None:
            found[field.name] = getattr(today, field.name)
        elif field.required:
            found[field.name] = _nothing(field.type)
    return kind(**found)


_COLUMNS: dict[tuple[type, str], str] = {(Unit, "cls"): "class", (Link, "to"): "other", (Power, "order"): "play_order"}
_JSON: set[tuple[type, str]] = {(Unit, "abilities")}
_NOTHING: dict[str, Any] = {"str": "", "int": 0, "dict": {}, "tuple": [], "float": 0.0, "bool": False}


def _nothing(kind: Any) -> Any:
    """Return what stands for nothing in a field of a type."""
    if isinstance(kind, UnionType):
        return None
    return msgspec.convert(_NOTHING[getattr(kind, "__origin__", kind).__name__], kind)


def _sides(rows: Rows) -> dict[str, Side]:
    """Return the sides, in the order in which the races list them."""
    told = (
        *rows["seats"].select("side", "side_name").iter_rows(),
        *rows["title_powers"].select("side", "side_name").iter_rows(),
    )
    named = {side: Side(side, name) for side, name in told if name}
    first = {side: named[side] for side in rows["races"]["contender"].unique(maintain_order=True) if side in named}
    return first | named


def _resources(row: Mapping[str, Any], today: Title | None) -> dict[str, Named]:
    """Return the resources, the game's main one first."""
    main = {row["resource"]: Named(row["resource"], row["resource_name"])}
    return main | {slug: named for slug, named in (today.resources if today else {}).items() if slug not in main}


def _victory(races: pl.DataFrame, today: Title | None, scenario: str) -> dict[str, Any]:
    """Return settings that make the races that the game was played to: each with its own number, in their order."""
    victory = victory_of(today, scenario) if today else {}
    kept = ["contender", "measure", "threshold", "hold"]
    alone = bool(races["alone"].any()) or bool(victory.get("alone", False))
    most = next(iter(races.filter("most")["measure"]), str(victory.get("most", "")))
    rows = races.select(kept).unique(maintain_order=True).to_dicts()
    measure = next((row["measure"] for row in rows if not counts_areas(row["measure"])), str(victory.get("measure", "")))
    goals = {(row["contender"], row["measure"]): row["threshold"] for row in rows if row["threshold"] > 0}
    # areas that are to be held stand in no table: today's title tells them, where it still asks for as many points
    same = [row for row in victory.get("contender", []) if goals.get((row["slug"], measure), 0) == row["points"]]
    known = {row["slug"] for row in same}
    conditions = [row for row in rows if row["threshold"] > 0 and row["contender"] not in known]
    told = {
        "measure": measure,
        "condition": conditions,
        "contender": same,
        "alone": alone,
        "most": most,
        "said": victory.get("said", {}),
    }
    return {**(today.settings if today else {}), "victory": told}

"""Write the tables of a title's folder from a save, which holds its map's game file:
`python -m ingest.triplea.title_folder SAVE FOLDER TITLE`.

Facts alone are taken: areas, links, canals, units, powers, set-up, stores, national objectives, where a power may move. Units are called
as in TITLE, whose rules the new one follows, and stand in its order. What the game file does not say, title.toml says by hand: the
title's name, options, victory. What stands in the folder by hand stays: see `put_together`.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from engine.decoding import read_toml
from engine.families.axis_allies.board import is_impassable
from engine.title.loader import load_title, read_tables
from engine.title.model import Holding, Title
from engine.title.table import REMOVE
from ingest.triplea.model import Save
from ingest.triplea.replay import start_state
from ingest.triplea.save import read_save
from ingest.triplea.title import objectives
from ingest.triplea.title.names import Names
from ingest.triplea.title.nations import completed
from ingest.triplea.title.reading import SCENARIO, own_title

Row = dict[str, str]
POSITIONS = ("lon", "lat")
"""Columns of areas.csv that no game file tells: those that stand in the folder are kept."""
CITY = "victory_city"
BOUNDS = "bounds-"
"""What the region of a power that does not leave it is called, before the power."""


def tables(save: Save, like: Title) -> dict[str, list[Row]]:
    """Return the rows of each table of a folder for the map of a save; units are called as in the title that it is `like`."""
    own, names = own_title(save, start_state(save)[0])
    title = _called(own, like)
    source = f"game file: {save.game}" + (f", version {save.map_version}" if save.map_version else "")
    told = objectives.tables(save, names)
    rows = {
        "areas": _areas(_with_owners(title)),
        "links": [{"area": one.area, "to": one.to, "kind": one.kind, "passage": one.passage} for one in title.links],
        "passages": _passages(title),
        "powers": _powers(title),
        "units": _units(title),
        "setup": _setup(title),
        "control": [{"scenario": SCENARIO, "area": one.area, "power": one.power} for one in _held(title)],
        "treasury": [
            {"scenario": SCENARIO, "power": one.power, "resource": one.resource, "amount": str(one.amount)}
            for one in title.treasuries
            if one.power in title.turns and (one.resource == title.resource or (one.amount and one.resource in like.resources))
        ],
        "objectives": told.objectives,
        "conditions": told.conditions,
        "regions": [{"region": region, "area": area} for region, areas in _bounds(save, names).items() for area in areas],
        "bans": [
            {"power": power, "of": region, "ban": "within", "classes": "land air sea", "kinds": "land sea", "unless": ""}
            for power, region in ((region.removeprefix(BOUNDS), region) for region in _bounds(save, names))
        ],
    }
    rows = completed(rows, save, title, like) if like.nations else rows
    return {table: [{**row, "source": source} for row in found] for table, found in rows.items() if found}


def _bounds(save: Save, names: Names) -> dict[str, list[str]]:
    """Return the regions that powers do not leave, each named for its power, with their areas."""
    found = {}
    for player in save.players.values():
        for one in player.attachments.values():
            listed = [name for name in one.fields.get("movementRestrictionTerritories") or () if name]
            if listed and one.fields.get("movementRestrictionType") == "allowed":
                found[BOUNDS + names.powers[player.name]] = [names.areas[name] for name in listed]
    return found


def _held(title: Title) -> Iterator[Holding]:
    """Yield what powers hold at the start; an area that nothing can enter is nobody's, whatever the file says."""
    return (one for one in title.holdings if one.power in title.powers and not is_impassable(title, one.area))


def _with_owners(title: Title) -> Title:
    """Return a title whose areas belong to who holds them at the start, where the file names no other owner.

    The program writes owners down in the first step of a game; newer versions count that as a change.
    """
    held = {one.area: one.power for one in _held(title)}
    areas = {slug: replace(row, original_owner=row.original_owner or held.get(slug, "")) for slug, row in title.areas.items()}
    areas |= {slug: replace(row, original_owner="") for slug, row in areas.items() if is_impassable(title, slug)}
    return replace(title, areas=areas)


def _called(title: Title, like: Title) -> Title:
    """Return a title with its units called, and in the order, as in another one; those that this has not got come last."""
    known = {row.triplea: row for row in like.units.values() if row.triplea}
    names = {slug: known[row.triplea].unit if row.triplea in known else slug for slug, row in title.units.items()}
    rows = {
        names[slug]: replace(row, unit=names[slug], name=known[row.triplea].name if row.triplea in known else row.name)
        for slug, row in title.units.items()
    }
    if title.triplea == like.triplea:  # the folder's own units: what they can do beyond their figures is written there
        rows = {slug: replace(row, abilities=like.units[slug].abilities) for slug, row in rows.items()}
    order = [*like.units, *rows]
    units = {slug: rows[slug] for slug in sorted(rows, key=order.index)}
    return replace(title, units=units, placements=tuple(replace(one, unit=names[one.unit]) for one in title.placements))


def _areas(title: Title) -> list[Row]:
    return [
        {
            "area": one.area, "name": one.name, "kind": one.kind, "value": str(one.value), "victory_city": one.victory_city,
            "terrain": one.terrain, "original_owner": one.original_owner, "lon": "", "lat": "", "triplea": one.triplea,
        }
        for one in title.areas.values()
    ]  # fmt: skip


def _passages(title: Title) -> list[Row]:
    return [
        {"passage": one.passage, "name": one.name, "kind": one.kind, "needs": " ".join(one.needs), "closed_when": "", "neutral": ""}
        for one in title.passages.values()
    ]


def _powers(title: Title) -> list[Row]:
    return [
        {
            "power": one.power, "name": one.name, "adjective": one.adjective, "side": one.side, "capital": one.capital,
            "order": str(one.order), "color": one.color, "triplea": one.triplea,
        }
        for one in (title.powers[power] for power in title.turns)
    ]  # fmt: skip


def _units(title: Title) -> list[Row]:
    return [
        {
            "unit": one.unit, "name": one.name, "class": one.cls, "cost": str(one.cost), "resource": one.resource,
            "attack": str(one.attack), "defense": str(one.defense), "move": str(one.move), "strength": str(one.strength),
            "abilities": " ".join(f"{name}={value}" if value else name for name, value in one.abilities.items()), "triplea": one.triplea,
        }
        for one in title.units.values()
    ]  # fmt: skip


def _setup(title: Title) -> list[Row]:
    return [
        {"scenario": SCENARIO, "area": one.area, "power": one.power, "unit": one.unit, "count": str(one.count)}
        for one in title.placements
        if one.power in title.turns
    ]


def put_together(table: str, made: list[Row], old: list[Row]) -> list[Row]:
    """Return the rows that were made of a table, with what stands in the folder's by hand.

    Those are positions of areas, and cities where the file has none at all; straits that an option closes, and the links through them.
    """
    if table == "areas":
        kept = POSITIONS if any(row.get(CITY) for row in made) else (*POSITIONS, CITY)
        known = {row["area"]: {name: row[name] for name in kept} for row in old}
        return [{**row, **known.get(row["area"], {})} for row in made]
    if table == "passages":
        return [*made, *(row for row in old if row["closed_when"])]
    if table == "links":
        straits = {(row["area"], row["to"]): row["passage"] for row in old}
        return [{**row, "passage": row["passage"] or straits.get((row["area"], row["to"]), "")} for row in made]
    return made


def apart(made: list[Row], base: list[Row], key: Sequence[str]) -> list[Row]:
    """Return what a folder writes of a table that stands on another one's: rows that are not there so, and those to take away.

    Args:
        key: the columns that name a row.
    """
    there = {_named(row, key): row for row in base}
    new = [row for row in made if _facts(row) != _facts(there.get(_named(row, key), {}))]
    ours = {_named(row, key) for row in made}
    left = [{column: row[column] for column in made[0]} for name, row in there.items() if name not in ours]
    gone = [{**row, "source": made[0]["source"], REMOVE: "yes"} for row in left]
    return [{**row, REMOVE: ""} for row in new] + gone if gone else new


def _named(row: Row, key: Sequence[str]) -> tuple[str, ...]:
    return tuple(row.get(column, "") for column in key)


def _facts(row: Row) -> Row:
    return {column: cell for column, cell in row.items() if cell and column != "source"}


def write(folder: Path, save: Save, like: Title) -> Iterator[Path]:
    """Yield the files of the tables as they are written; of a title with a `base` only what it changes of that one's."""
    head = read_toml(folder / "title.toml") if (folder / "title.toml").is_file() else {}
    base = read_tables(head["base"]) if "base" in head else None
    for table, made in tables(save, like).items():
        path = folder / f"{table}.csv"
        below = [dict(row.cells) for row in base.rows.get(table, [])] if base else []
        rows = put_together(table, made, [*below, *_read(path)])
        rows = apart(rows, below, base.keys[table]) if base else rows
        if not rows:
            continue
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        yield path


def _read(path: Path) -> list[Row]:
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def main(words: Sequence[str]) -> None:
    """Write the folder that the command names."""
    if len(words) != 3:
        sys.exit("usage: python -m ingest.triplea.title_folder SAVE FOLDER TITLE")
    save, folder, like = words
    for path in write(Path(folder), read_save(save), load_title(like)):
        print(path)


if __name__ == "__main__":
    main(sys.argv[1:])

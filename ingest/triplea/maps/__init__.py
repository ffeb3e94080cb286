"""Units and powers of the common maps of TripleA, so that battles can be asked of without a save.

`units.csv`, `powers.csv` and `maps.csv` are facts of the maps' game files as saves hold them, written by `build.py`. Other names of maps
are in `aliases.csv`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from engine.errors import SitrepError
from engine.odds.names import letters, suggested
from engine.shipped import csv_rows
from engine.title.model import Named, Power, Side, Title, Unit
from ingest.triplea.title.names import MONEY

HERE = Path(__file__).parent
FAMILY = "triplea"


class NoMap(SitrepError):
    """No map of this name is among those that ship."""


def maps() -> dict[str, str]:
    """Return slug to printed name of every map."""
    return {row["map"]: row["name"] for row in _rows("maps")}


def map_named(name: str) -> str:
    """Return the map of a name: its printed one, a part of that, or a short one such as `WW2v5`.

    Raises:
        NoMap: there is none, or there are several; the message names them.
    """
    wanted, known = _spelled(name), {slug: _spelled(printed) for slug, printed in maps().items()}
    short = next((row["map"] for row in _rows("aliases") if row["alias"] == wanted), "")
    exact = [slug for slug, printed in known.items() if wanted in (printed, letters(slug))]
    part = [slug for slug, printed in known.items() if wanted and wanted in printed]
    found = exact or [short] if short or exact else part
    if len(found) == 1:
        return found[0]
    every = ", ".join(maps()[slug] for slug in found) if found else ", ".join(maps().values())
    near = suggested(name, {row["alias"]: row["alias"] for row in _rows("aliases")})
    raise NoMap(f"{'several maps' if found else 'no map'} of the name {name!r}{near}: there are {every}")


def map_title(name: str) -> Title:
    """Return a map as a title without areas: its units and powers, for odds of battles.

    Raises:
        NoMap: see `map_named`.
    """
    return _title(map_named(name))


def _spelled(name: str) -> str:
    return re.sub(r"\bworldwar(ii|2)", "ww2", letters(name))


@lru_cache(maxsize=8)
def _rows(table: str) -> tuple[dict[str, str], ...]:
    return tuple(csv_rows("ingest.triplea.maps", f"{table}.csv"))


@lru_cache(maxsize=16)
def _title(slug: str) -> Title:
    row = next(row for row in _rows("maps") if row["map"] == slug)
    powers = [_power(one) for one in _rows("powers") if one["map"] == slug]
    return Title(
        slug=slug,
        name=row["name"],
        edition=f"TripleA map, version {row['version']}",
        family=FAMILY,
        triplea=row["name"],
        phases=(),
        dice_sides=int(row["dice_sides"]),
        areas={},
        links=(),
        passages={},
        units={one["unit"]: _unit(one) for one in _rows("units") if one["map"] == slug},
        powers={one.power: one for one in powers},
        sides={one.side: Side(one.side, one.side) for one in powers},
        resources={"ipc": Named("ipc", MONEY[0])},
        scenarios={},
        options={},
        seatings={},
        placements=(),
        holdings=(),
        treasuries=(),
        settings={"position_source": "none"},
    )


def _unit(row: dict[str, str]) -> Unit:
    abilities = dict(part.partition("=")[::2] for part in row["abilities"].split())
    return Unit(
        row["unit"],
        row["name"],
        row["class"],
        int(row["cost"]),
        "ipc",
        int(row["attack"]),
        int(row["defense"]),
        int(row["move"]),
        int(row["strength"]),
        abilities,
        row["triplea"],
        row["source"],
    )


def _power(row: dict[str, str]) -> Power:
    return Power(
        row["power"],
        row["name"],
        row["adjective"],
        row["side"],
        "",
        int(row["order"]),
        "#b8b8b8",
        row["triplea"],
        row["source"],
    )

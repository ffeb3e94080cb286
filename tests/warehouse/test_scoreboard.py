"""The totals at the end of each round are those of the recorder's own scoreboard: TripleA's, as it showed them itself.

Production, PUs, units and owners come from what the program printed while it walked through the game; prices of units and
victory cities from the map's own file, so that TUV and victory cities are counted without a table of ours.
"""

from __future__ import annotations

import gzip
import json
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from ingest.triplea.title.names import slug
from tests.kept import rows_of
from warehouse import Lake

pytestmark = pytest.mark.shared

MAPS = {
    "ai-ww2v4": "triplea-ww2v4/WW2v4.xml",
    "ai-ww2v5": "triplea-ww2v5-1942/WW2v5_1942_2nd.xml",
    "ai-global40": "triplea-global-1940/ww2global40_2nd_edition.xml",
}
GAMES = (
    "ai-classic-g1",
    "ai-global40-g1-fast",
    "ai-global40-g2-tech",
    "ai-revised-g1-fast",
    "ai-ww2v4-g1-fast",
    "ai-ww2v4-g2-mix",
    "ai-ww2v5-g1-fast",
    "ai-ww2v5-g3-mix",
    "ai-ww2v5-g4-tech",
    "ai-ww2v5-g5-midbattle",
)
SETUP = ("initDelegate", "bid", "placeBid")
"""Steps before the first turn: a bid is part of the set-up."""


@pytest.fixture(scope="module", params=GAMES)
def told(request: pytest.FixtureRequest, shared: Path, tmp_path_factory: pytest.TempPathFactory):
    """A lake with one save, and what the program showed at the beginning of each round: the end of the one before."""
    saves, lake = shared / "saves", Lake.create(tmp_path_factory.mktemp(request.param) / "lake")
    lake.write([rows_of(saves / f"{request.param}.tsvg")])
    with gzip.open(saves / f"{request.param}.oracle.jsonl.gz", "rt", encoding="utf-8") as lines:
        shown = [json.loads(line) for line in lines]
    began = next(one for one in shown if one["kind"] == "step" and one["delegate"] not in SETUP)
    ends = {one["round"] - 1: one for one in shown if one["kind"] == "round"} | {0: began}
    maps = [shared / "maps" / path for name, path in MAPS.items() if request.param.startswith(name)]
    return lake, ends, maps[0] if maps else None


def at_ends(lake: Lake, table: str) -> dict[int, pl.DataFrame]:
    """Return round to the rows of a table at its end."""
    frame = lake.sql(f"SELECT e.round AS ended, t.* FROM round_ends e JOIN {table} t USING (game_id, seq)")
    return {key[0]: rows for key, rows in frame.group_by("ended")}


def players(lake: Lake) -> dict[str, str]:
    """Return TripleA's name of a player to the power."""
    return dict(lake.frame("title_powers").select("triplea", "power").iter_rows())


def units_of(one: dict[str, Any]) -> Iterator[tuple[str, str, int]]:
    """Yield (player, unit type, count) of every territory."""
    for holders in one["units"].values():
        for player, units in holders.items():
            for unit, count in units.items():
                yield player, unit, count


def test_every_round_that_the_program_shows_is_there(told) -> None:
    lake, shown, _ = told
    ends = lake.sql("SELECT round FROM round_ends")["round"].to_list()
    assert set(range(max(shown) + 1)) <= set(ends)
    grid = lake.sql("SELECT round, power FROM power_rounds").rows()
    assert sorted(grid) == sorted((r, power) for r in ends for power in lake.frame("title_powers")["power"])


def test_production_and_units(told) -> None:
    lake, shown, _ = told
    names, ends = players(lake), at_ends(lake, "powers")
    for round_, one in shown.items():
        units: Counter[str] = Counter()
        for player, _, count in units_of(one):
            units[player] += count
        held = {row["power"]: row for row in ends[round_].iter_rows(named=True)}
        for player, power in names.items():
            found = {"production": held[power]["production"], "units": held[power]["units"]}
            expected = {"production": one["production"].get(player, 0), "units": units[player]}
            assert found == expected, f"{power}, round {round_}"


def test_every_resource(told) -> None:
    lake, shown, _ = told
    names, main = players(lake), lake.games()["resource"][0]
    ends = at_ends(lake, "treasuries")
    for round_, one in shown.items():
        stores = {(row["power"], row["resource"]): row["amount"] for row in ends[round_].iter_rows(named=True)}
        for player, held in one["resources"].items():
            for resource, amount in held.items():
                key = names[player], main if resource == "PUs" else slug(resource)
                assert stores.get(key, 0) == amount, f"{key}, round {round_}"
        total = sum(amount for held in one["resources"].values() for amount in held.values())
        assert sum(stores.values()) == total, f"round {round_}: a store that the program does not show"


def test_damage_of_facilities(told) -> None:
    lake, shown, _ = told
    areas = dict(lake.frame("title_areas").select("triplea", "area").iter_rows())
    for round_, rows in at_ends(lake, "areas").items():
        if round_ in shown:
            found = dict(rows.filter(pl.col("damage") > 0).select("area", "damage").iter_rows())
            assert found == {areas[name]: damage for name, damage in shown[round_]["factory_damage"].items()}


def test_tuv_and_units_by_class(told) -> None:
    lake, shown, path = told
    if path is None:
        pytest.skip("the map's file is not among the reference material")
    price, names, ends = prices(path), players(lake), at_ends(lake, "powers")
    forces = at_ends(lake, "forces")
    for round_, one in shown.items():
        value: Counter[str] = Counter()
        for player, unit, count in units_of(one):
            value[player] += count * price.get(unit, 0)
        found = dict(ends[round_].select("power", "tuv").iter_rows())
        assert found == {power: value[player] for player, power in names.items()}, f"round {round_}"
        parts = forces[round_].group_by("power").agg(pl.col("tuv", "units").sum())
        whole = ends[round_].filter(pl.col("units") > 0).select("power", "tuv", "units")
        assert sorted(parts.rows()) == sorted(whole.rows())


def test_victory_cities(told) -> None:
    lake, shown, path = told
    if path is None:
        pytest.skip("the map's file is not among the reference material")
    cities, names, ends = victory_cities(path), players(lake), at_ends(lake, "powers")
    for round_, one in shown.items():
        held = Counter({owner: 0 for owner in names})
        for area, count in cities.items():
            held[one["owners"].get(area) or ""] += count
        found = dict(ends[round_].select("power", "victory_cities").iter_rows())
        assert found == {power: held[player] for player, power in names.items()}, f"round {round_}"


def prices(path: Path) -> dict[str, int]:
    """Return unit type to the PUs it costs without any technology, from the map's production rules."""
    found: dict[str, int] = {}
    for rule in ET.parse(path).iter("productionRule"):
        cost = sum(int(one.get("quantity", 0)) for one in rule.iter("cost") if one.get("resource") == "PUs")
        for result in rule.iter("result"):
            each = cost // int(result.get("quantity", 1))
            name = result.get("resourceOrUnit", "")
            found[name] = max(each, found.get(name, each))
    return found


def victory_cities(path: Path) -> dict[str, int]:
    """Return territory to the victory cities in it, as the map's file has them."""
    found: dict[str, int] = {}
    for attachment in ET.parse(path).iter("attachment"):
        for option in attachment.iter("option"):
            if option.get("name") == "victoryCity" and option.get("value") not in ("0", "false"):
                found[attachment.get("attachTo", "")] = 1
    return found

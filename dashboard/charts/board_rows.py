"""The rows of the map: an outline an area, with its course over the rounds, and a mark a city or capital."""

from __future__ import annotations

from typing import Any

import polars as pl

from dashboard.charts.labels import Label, place_labels
from dashboard.geography import Board, natural_earth

NOBODY, IMPASSABLE, WATER = "Nobody", "Impassable", "Sea"
"""What an area is while no power holds it."""

REFERENCE = 1000.0
"""Width in pixels of the map for which names of cities find their places."""


def without_power(features: list[dict[str, Any]]) -> list[str]:
    """Return what the legend says of land that no power holds: in some round nobody does, or nobody may."""
    said = [
        one["properties"]
        for one in features
        if one["properties"]["still"] != WATER and not all(one["properties"]["holders"])
    ]
    return [words for words in (NOBODY, IMPASSABLE) if any(one["still"] == words for one in said)]


def features(
    board: Board, places: pl.DataFrame, held: pl.DataFrame, garrisons: pl.DataFrame, powers: pl.DataFrame, rounds: list[int]
) -> list[dict[str, Any]]:  # fmt: skip
    """Return the board's features, seas first, each with its name and its holder and units at the end of every round."""
    names = dict(zip(powers["power"], powers["name"], strict=True))
    by_round = {(row["area"], row["round"]): row for row in held.iter_rows(named=True)}
    units = {(row["area"], row["round"]): row["units"] for row in garrisons.iter_rows(named=True)}
    rows = {row["area"]: row for row in places.iter_rows(named=True)}
    found = []
    for feature in board.features:
        if (row := rows.get(feature["id"])) is None:
            continue
        area = row["area"]
        course = [by_round.get((area, number), {}) for number in range(rounds[0], rounds[-1] + 1)]
        said = {
            "name": row["name"],
            "value": row["value"],
            "still": _still(row),
            "holders": [names.get(one.get("controller", ""), one.get("controller", "")) for one in course],
            "changed": [bool(one.get("changed")) for one in course],
            "units": [units.get((area, number), "") for number in range(rounds[0], rounds[-1] + 1)],
        }
        found.append({"type": "Feature", "id": area, "properties": said, "geometry": feature["geometry"]})
    return sorted(found, key=lambda one: one["properties"]["still"] != WATER)


def _still(row: dict[str, Any]) -> str:
    """Return what an area is while no power holds it."""
    if row["kind"] == "sea":
        return WATER
    return IMPASSABLE if row["terrain"] == "impassable" else NOBODY


def marks(
    board: Board, places: pl.DataFrame, powers: pl.DataFrame, shapes: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return one GeoJSON point a victory city or capital.

    Its properties are its area's, and city, capital (whose), lon, lat, spot: longitudes lie between the cut of the board
    and 360 degrees east of it; `spot` is the side of the mark for its name.
    """
    capitals = dict(zip(powers["capital"], powers["name"], strict=True))
    said = {one["id"]: one["properties"] for one in shapes}
    rows = [
        said[row["area"]]
        | {"city": row["victory_city"], "capital": capitals.get(row["area"], "")}
        | {"lon": (row["lon"] - board.west) % 360 + board.west, "lat": row["lat"]}
        for row in places.iter_rows(named=True)
        if row["area"] in said and None not in (row["lon"], row["lat"])
        and (row["victory_city"] or row["area"] in capitals)
    ]  # fmt: skip
    spots = place_labels([_label(board, row) for row in rows])
    return [_point(row | {"spot": spot}) for row, spot in zip(rows, spots, strict=True)]


def _point(row: dict[str, Any]) -> dict[str, Any]:
    """Return a mark as a GeoJSON point: rows of that form reach the browser as they are, lists and all."""
    geometry = {"type": "Point", "coordinates": [row["lon"], row["lat"]]}
    return {"type": "Feature", "properties": row, "geometry": geometry}


def _label(board: Board, row: dict[str, Any]) -> Label:
    """Return the name of a mark where it is on a map of REFERENCE pixels."""
    x, y = natural_earth(row["lon"] + board.rotate[0], row["lat"])
    scale = REFERENCE / (board.right - board.left)
    return Label(row["city"], x * scale, -y * scale)

"""Sections 1.1, 1.2: the board beside what is published of the 4.3 edition, its set-up chart of neutrals and its map."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import product
from pathlib import Path

import pytest

from tests.global_war_1936.positions import FOLDER, TITLE, rows
from tests.global_war_1936.printed import chart, lands, table, zones


@pytest.mark.section("1.2")
def test_ports_lie_at_the_sea_of_the_chart() -> None:
    at_sea = {row["nation_and_zone"]: row["sea_zone"] for row in chart() if row["sea_zone"]}
    assert len(at_sea) == 22
    for place, code in at_sea.items():
        beside = set(TITLE.neighbours[lands()[place]["zone"]])
        assert beside & set(zones(code)), (place, code)


def published(shared: Path, name: str) -> list[dict[str, str]]:
    return table(shared / "facts" / "data" / f"gw_v43_{name}.csv")


@pytest.mark.section("1.2")
def test_borders_of_the_map_between_seas_are_borders_here_or_are_listed_with_a_reason(shared: Path) -> None:
    pairs = {(row["a"], row["b"]) for row in published(shared, "links") if row["a"][:4] == row["b"][:4] == "sea_"}
    apart = set()
    for one, other in pairs:
        here, there = zones(one[4:].upper()), zones(other[4:].upper())
        if here and there and not any(a == b or b in TITLE.neighbours[a] for a, b in product(here, there)):
            apart.add(frozenset((one[4:].upper(), other[4:].upper())))
    listed = {frozenset((row["printed"], row["to"])) for row in table(FOLDER / "coverage" / "printed_links.csv")}
    assert apart == listed


def listed_borders() -> list[dict[str, str]]:
    return table(FOLDER / "coverage" / "printed_borders.csv")


@pytest.mark.section("1.2")
def test_borders_and_coasts_of_the_map_are_borders_here_or_are_listed_with_a_reason(shared: Path) -> None:
    """Land zones are the same if they have the same name; sea zones, if they have the code."""
    ours = {row.name.partition(" (")[0].lower(): area for area, row in TITLE.areas.items() if row.kind == "land"}
    same = {
        row["id"]: ours[row["name"].lower()] for row in published(shared, "zones") if row["kind"] == "land" and row["name"].lower() in ours
    }
    missing = set()
    for row in published(shared, "links"):
        for one, other in ((row["a"], row["b"]), (row["b"], row["a"])):
            there = [same[other]] if other in same else zones(other[4:].upper()) if other.startswith("sea_") else []
            if one in same and there and not set(there) & set(TITLE.neighbours[same[one]]):
                missing.add((same[one], same.get(other) or other[4:].upper()))
    twice = {(row["printed"], row["area"]) for row in listed_borders() if row["printed"] in TITLE.areas}
    assert missing == {(row["area"], row["printed"]) for row in listed_borders()} | twice


@pytest.mark.section("1.2")
def test_what_is_said_to_lie_between_lies_beside() -> None:
    for row in listed_borders():
        for area in row["between"].split():
            assert area in TITLE.neighbours[row["area"]] and TITLE.areas[area].name in row["reason"], row


@pytest.mark.section("1.2")
def test_zones_with_a_code_say_where_it_is_from_and_others_are_reconstructed() -> None:
    for area, row in TITLE.areas.items():
        if row.kind == "sea":
            number, *codes = re.search(r"\((.+)\)$", row.name)[1].split(", ")
            assert area == f"sea-zone-{number}"
            assert ("published 4.3 map: " + ", ".join(codes) in row.source) if codes else ("published" not in row.source), area


@pytest.mark.section("1.2")
def test_the_readme_lists_every_zone_and_border_of_the_tables() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    for name, key in (("printed_seas", "evidence"), ("printed_links", "reason")):
        for row in table(FOLDER / "coverage" / f"{name}.csv"):
            assert f"| {row[key]} |" in readme, row
            if name == "printed_seas":
                assert f"| {TITLE.areas[row['zone']].name} |" in readme, row
                assert not row["printed"] or row["zone"] in {one for code in row["printed"].split() for one in zones(code)}


@pytest.mark.section("1.2")
def test_parts_of_a_printed_zone_lie_together() -> None:
    parts = defaultdict(set)
    for area, row in TITLE.areas.items():
        for code in re.findall(r"[AMPI]\d+", row.name.rpartition("(")[2]) if row.kind == "sea" else ():
            parts[code] |= {area, *zones(code)}
    for code, group in parts.items():
        seen = edge = {min(group)}
        while edge:
            edge = {other for one in edge for other in TITLE.neighbours[one] if other in group} - seen
            seen = seen | edge
        assert seen == group, code


@pytest.mark.section("1.1", "1.2", "1.15")
def test_links_are_told_once_and_ships_reach_every_sea() -> None:
    told = [frozenset((row["area"], row["to"])) for row in rows("links")]
    assert len(told) == len(set(told)) and all(len(pair) == 2 for pair in told)
    seas = {area for area, row in TITLE.areas.items() if row.kind == "sea"}
    seen = edge = {"sea-zone-25"}
    while edge:
        edge = {other for one in edge for other in TITLE.neighbours[one] if other in seas} - seen
        seen = seen | edge
    assert seen == seas
    assert all(TITLE.neighbours[sea] for sea in seas)


@pytest.mark.section("1.15")
def test_passages_join_two_zones_that_nothing_else_joins() -> None:
    ways = defaultdict(list)
    for row in rows("links"):
        if row["passage"]:
            ways[row["passage"]].append((row["area"], row["to"]))
    zones_at = {name: {zone for way in ways[name] for zone in way} for name in ways}
    assert zones_at["danish-straits"] == {"sea-zone-10", "sea-zone-11"}
    assert zones_at["turkish-straits"] == {"sea-zone-57", "sea-zone-60"}
    assert zones_at["strait-of-gibraltar"] == {"sea-zone-32", "sea-zone-48"}
    assert zones_at["kaiser-wilhelm-canal"] == {"sea-zone-9", "sea-zone-11"}
    assert zones_at["panama-canal"] == {"sea-zone-35", "sea-zone-98"}
    assert zones_at["suez-canal"] == {"sea-zone-58", "sea-zone-62"}

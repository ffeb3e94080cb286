"""The tables of Black Swan as they are loaded, and what follows from them at the start of a scenario."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from engine.title.model import Placement, Reserve
from engine.titles import load_title

FOLDER = Path(__file__).parents[2] / "engine" / "titles" / "black_swan"
TITLE = load_title("black-swan")
OWN_SET_UPS = tuple(slug for slug, row in TITLE.scenarios.items() if not row.set_up_of)
ACTIVE = {
    "1939": frozenset(),
    "later": frozenset({"atlantic-ocean", "mediterranean-sea", "baltic-sea", "white-sea", "black-sea", "caspian-sea"}),
}
"""The active bodies of water by the heads of the set-ups (8.0, 9.0), but for those that one side alone may enter."""
MAJORS = ("germany", "italy", "france", "great-britain", "united-states", "soviet-union")
STRATEGIC = frozenset(TITLE.regions["strategic"])


def rows(table: str) -> list[dict[str, str]]:
    """Return the rows of one CSV table as they stand in the file."""
    with (FOLDER / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def active(scenario: str) -> frozenset[str]:
    """Return the bodies of water that are active at the start: "All are inactive" in 1939, "All Active" later."""
    return ACTIVE["1939" if scenario.endswith("1939") else "later"]


def holders(scenario: str) -> dict[str, str]:
    """Return area to the power that holds it at the start."""
    return {row.area: row.power for row in TITLE.holdings if row.scenario == scenario}


def standings(scenario: str) -> dict[str, str]:
    """Return power to its standing at the start."""
    return {row.power: row.standing for row in TITLE.standings if row.scenario == scenario}


def placed(scenario: str, kind: str = "") -> Iterator[Placement]:
    """The blocks of a set-up, all or only those in areas of a kind (box, land, sea)."""
    for row in TITLE.placements:
        if row.scenario == scenario and (not kind or TITLE.areas[row.area].kind == kind):
            yield row


def blocks(rows_of: Iterator[Placement] | list[Reserve]) -> Counter[tuple[str, str]]:
    """Return (power, unit) to how many blocks."""
    found: Counter[tuple[str, str]] = Counter()
    for row in rows_of:
        found[row.power, row.unit] += row.count
    return found


def additions(*occasions: str) -> Counter[tuple[str, str]]:
    """Return the blocks that come on some occasions."""
    return blocks([row for row in TITLE.reserves if row.occasion in occasions])


def worth(area: str) -> tuple[int, int]:
    """Return what an area yields as (strategic, production) PPs (section 1.3)."""
    star = TITLE.settings["worth"]["strategic"] if area in STRATEGIC else 0
    return star, TITLE.areas[area].value - star


def economic_power(scenario: str) -> Counter[str]:
    """Return power to what the areas yield it at the start (section 1.3, the table), supply taken for granted."""
    status, total = standings(scenario), Counter()
    for area, holder in holders(scenario).items():
        minor = TITLE.nations.get(holder)
        if minor and not status.get(holder) == status.get(minor.leader) == "at-war":
            continue  # nobody collects what neutral minor nations hold
        for kind, amount in zip(("strategic", "production"), worth(area), strict=True):
            total[_collector(status, area, holder, kind)] += amount
    return total


def _collector(status: dict[str, str], area: str, holder: str, kind: str) -> str:
    """Return who collects an area's star or production; nobody when no row has it."""
    for row in TITLE.settings["collect"]:
        allowed = row.get(kind) or area in row.get(f"{kind}_only", ())
        if allowed and TITLE.in_region(area, row["front"]) and TITLE.side_of[row["power"]] == TITLE.side_of[holder]:
            power = row["heir"] if status[row["power"]] == "surrendered" else row["power"]
            if power == holder or status[power] == "at-war":
                return power
    return ""

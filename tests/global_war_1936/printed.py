"""What is published of the 4.3 edition, beside our board: its set-up chart of neutrals, and which of our zones its zones are.

`published_neutrals.csv` is that chart, row by row, as it is printed; it names the sea zone at which ports and ships lie.
`coverage/printed_lands.csv` says which zone of ours a printed zone of the chart is, or is a part of, and whose it is.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path

from tests.global_war_1936.positions import FOLDER, TITLE

CHART = Path(__file__).with_name("published_neutrals.csv")


def table(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV table."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def chart() -> list[dict[str, str]]:
    """Return the chart but for Vichy France, which comes into being by 14.4.2."""
    return [row for row in table(CHART) if not row["nation_and_zone"].startswith("Vichy")]


def lands() -> dict[str, dict[str, str]]:
    """Return printed zone to the zone of ours that it is, or is a part of, and whose it is."""
    return {row["printed"]: row for row in table(FOLDER / "coverage" / "printed_lands.csv")}


def zones(code: str) -> list[str]:
    """Return the sea zones that a printed zone is, or is part of, by their names."""
    return [one for one, row in TITLE.areas.items() if row.kind == "sea" and re.search(rf"\(.*\b{code}\b.*\)$", row.name)]

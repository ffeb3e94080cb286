"""Luck in our own logs, by what luck is: in every title nothing on average, and uniform in rank, whether its odds are exact or played."""

from __future__ import annotations

from random import Random

import polars as pl
import pytest
from scipy.stats import kstest, tstd

from engine.odds.fought import FAIR
from ingest.samples import samples
from tests.kept import rows_of
from tests.odds.test_ledger_of_saves import ERRORS, UNLIKELY

TITLES = ("aa1942", "global-1939", "black-swan", "blitz", "global-war-1936")


@pytest.fixture(scope="module")
def luck() -> dict[str, pl.DataFrame]:
    """The battles of all samples of a title whose dice were fair, as the lake has them."""
    parts: dict[str, list[pl.DataFrame]] = {title: [] for title in TITLES}
    for path in samples():
        tables = rows_of(path).tables
        if path.suffix != ".tsvg" and "battle_luck" in tables:
            (title,) = pl.from_arrow(tables["games"])["title"]
            parts[title].append(pl.from_arrow(tables["battle_luck"]))
    return {title: pl.concat(frames).filter(dice=FAIR) for title, frames in parts.items()}


def rank(row: dict) -> float:
    """Return the rank of what happened among what could have; of games played, among them and itself. Ties are broken by chance."""
    chances = list(zip(row["swings"], row["swing_chances"], strict=True))
    less = sum(chance for swing, chance in chances if swing < row["swing"] - 1e-6)
    same = sum(chance for swing, chance in chances if abs(swing - row["swing"]) <= 1e-6)
    lot = Random(f"{row['game_id']} {row['battle']}").random()
    n = row["samples"]
    return (n * less + lot * (n * same + 1)) / (n + 1) if n else less + lot * same


@pytest.mark.parametrize("title", TITLES)
def test_luck_is_nothing_on_average_and_uniform_in_rank(luck: dict[str, pl.DataFrame], title: str) -> None:
    battles = luck[title]
    values = battles["luck"].to_list()
    mean, error = sum(values) / len(values), tstd(values) / len(values) ** 0.5
    assert len(values) >= 100 and abs(mean) <= ERRORS * error, f"mean luck {mean:+.2f}, standard error {error:.2f}"
    ranks = [rank(row) for row in battles.iter_rows(named=True)]
    assert kstest(ranks, "uniform").pvalue > UNLIKELY, f"mean rank {sum(ranks) / len(ranks):.3f} of {len(ranks)}"
